#!/bin/sh
# SPDX-License-Identifier: MIT
# The ends of a run of bonnie that nobody wants: signals, killed processes, full
# and read-only file systems. Nothing may stay, and the report must be honest.
# shellcheck disable=SC2317  # actions are called by their name
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=bonnie_helpers.sh
. "$(dirname "$0")/bonnie_helpers.sh"
in_memory 256m

# Commands in the background have SIGINT ignored in sh, so the run is in front
# and what stops it behind. Sets $status, $out and $err.
#   stopped "TEXT" ACTION OPTION...   does ACTION with the run's process number
#                                     when stderr says TEXT
stopped() {
	text=$1 action=$2; shift 2
	: >"$work/.err"
	rm -f "$work/pid"
	(
		tries=0
		until [ -s "$work/pid" ] && { grep -qF "$text" "$work/.err" || ! kill -0 "$(cat "$work/pid")"; } ||
		      [ $((tries += 1)) -gt 600 ]; do
			sleep 0.02 2>/dev/null || sleep 1
		done
		# The text comes before the worker, which is what is to be stopped.
		if [ -z "$EMULATOR" ]; then sleep 0.05 2>/dev/null; else sleep 0.3 2>/dev/null; fi
		$action "$(cat "$work/pid")"
	) >"$work/.action" 2>&1 &
	# shellcheck disable=SC2016,SC2046,SC2086  # $$ is the inner shell's, which becomes the run
	sh -c 'echo $$ >"$0.new"; mv "$0.new" "$0"; exec "$@"' "$work/pid" $EMULATOR "$DISKBENCH" bonnie -d "$dir" \
		$(as_user) "$@" >"$work/.out" 2>"$work/.err" </dev/null
	status=$?
	wait
	out=$(cat "$work/.out") err=$(cat "$work/.err")
}

interrupt() { kill -INT "$1"; }
terminate() { kill -TERM "$1"; }
hang_up() { kill -HUP "$1"; }

# ---- signals in every kind of test ----

is_stopped() {  # TEXT ACTION STATUS OPTION...
	text=$1 action=$2 code=$3; shift 3
	stopped "$text" "$action" "$@"
	is "$action at '$text': death by the signal" "$status" "$code"
	empty "$action at '$text': nothing is left"
	is "$action at '$text': a row of 27 fields" "$(fields)" 27
	like "$action at '$text': marked" "$err" '^bonnie: .*: partial: .*: (stopped before the end|not begun)$'
}

# Long enough that no phase ends by itself before the signal: 256 bytes a call, and -x.
is_stopped "Writing with putc()" interrupt 130 -s 96:256 -n 0 -x 1000
is_stopped "Writing intelligently" interrupt 130 -s 96:256 -fn 0 -x 1000
is_stopped "Rewriting" interrupt 130 -s 64:256 -fn 0 -x 1000
is_stopped "Reading with getc()" interrupt 130 -s 32:256 -f32 -n 0 -x 1000
is_stopped "Reading intelligently" interrupt 130 -s 64:256 -fn 0 -x 1000
is_stopped "start 'em" interrupt 130 -s 1::1000000k -fn 0
is_stopped "Create files in sequential" interrupt 130 -s 0 -n 16 -x 1000
is_stopped "Stat files in sequential" interrupt 130 -s 0 -n 16 -x 1000
is_stopped "Delete files in sequential" interrupt 130 -s 0 -n 16 -x 1000
is_stopped "Create files in random" interrupt 130 -s 0 -n "$(small 4:100:10:3)" -x 1000
is_stopped "Stat files in random" interrupt 130 -s 0 -n "$(small 4:100:10:3)" -x 1000
is_stopped "Delete files in random" interrupt 130 -s 0 -n "$(small 16:100:10:3)" -x 1000      # the last of a run
is_stopped "Writing intelligently" terminate 143 -s 96:256 -fn 0 -x 1000
is_stopped "Create files in sequential" terminate 143 -s 0 -n 16 -x 1000
is_stopped "start 'em" hang_up 129 -s 1::1000000k -fn 0
is_stopped "Delete files in sequential" hang_up 129 -s 0 -n 16 -x 1000

# Between two tests: at the prompt of -y p before each.
if enabled BONNIE_COPIES; then
	mkfifo "$work/in"
	: >"$work/.out"
	# shellcheck disable=SC2046,SC2086
	$EMULATOR "$DISKBENCH" bonnie -d "$dir" $(as_user) -yp -s 1 -fn 0 -r 0 --strict -x 2 <"$work/in" >"$work/.out" 2>"$work/.err" &
	pid=$!
	exec 9>"$work/in"
	for number in 1 2; do
		tries=0
		until grep -q "^$number:" "$work/.out" || [ $((tries += 1)) -gt 600 ]; do sleep 0.02 2>/dev/null || sleep 1; done
		[ $number = 2 ] || echo >&9
	done
	kill -TERM $pid
	wait $pid
	status=$?
	exec 9>&-
	out=$(cat "$work/.out") err=$(cat "$work/.err")
	is "between two tests: death by the signal" "$status $(fields)" "143 27"
	empty "between two tests: nothing is left"
	like "between two tests: the value of the first" "$(field 4)" '^([0-9]+|[+]+)$'
	is "between two tests: marked" "$(printf '%s\n' "$err" | grep '^bonnie: ')" \
		"bonnie: $dir: partial: rewrite, get_block, seeks: not begun
bonnie: partial: 1 of 2 runs"
fi

# Without -x the table is there, too; a test that was stopped has no CSV value.
json=$work/partial.json
if enabled JSON; then set -- "--json=$json"; else set --; fi
stopped "start 'em" interrupt -s 1::1000000k -fn 0 "$@"
unlike "a test that was stopped is not called done" "$err" "^start 'em.*done"
like "the table says so" "$out" ' [0-9]+\* *[0-9]+$'
like "and what that means" "$out" '^\* stopped before its end'
is "the table of a stopped run is printed" "$(printf '%s\n' "$out" | grep -c 'Sequential Output')" 1
like "with what was done" "$(field 4)" '^[0-9]+$'
is "without what was not" "$(field 12),$(field 13)" ","
if enabled JSON; then
	like "the JSON says partial" "$(flags seeks)" partial
	unlike "and only of that" "$(flags put_block)" partial
	like "the JSON says that the run was stopped" "$(cat "$json")" '^      "stopped": true'
fi
json=
if enabled BONNIE_CLASSIC; then
	stopped "Writing with putc()" interrupt --classic -s 128
	like "Bonnie's table is marked, too" "$out" ' 128 +[0-9]+[*] *[0-9]+\.[0-9]'
	stopped "Writing with putc()" interrupt --classic -s 128 -html
	like "and its HTML" "$out" '^<TR><TD></TD><TD>128</TD><TD>[0-9]+[*]</TD><TD>[0-9.]+</TD><TD></TD>'
	empty "nothing is left"
fi
# Ignored when it was started (nohup) means ignored.
hang_up_all() { kill -HUP "$1"; sleep 0.1 2>/dev/null; kill -TERM "$1"; }
(
	trap '' HUP
	stopped "start 'em" hang_up_all -s 1::1000000k -fn 0
	exit "$status"
)
is "nohup is respected" "$?" 143
empty "nothing is left"

{
	# shellcheck disable=SC2046,SC2086
	$EMULATOR "$DISKBENCH" bonnie -d "$dir" $(as_user) -s 1::10 -fn 0 -x 1000 --strict -r 0 2>/dev/null
	echo $? >"$work/pipe"
} | head -c 1 >/dev/null
is "a reader that goes is SIGPIPE" "$(cat "$work/pipe")" 141
empty "nothing is left"

# ---- USR1 ----

ask() { kill -USR1 "$1"; }
stopped "start 'em" ask -s 1::400k -fn 0
is "USR1: the run goes on to its end" "$status $(fields)" "0 27"
like "USR1: and says where it is" "$err" "^start 'em\\.\\.\\. .*[0-9]/s, [0-9]+:[0-9][0-9]"
stopped "start 'em" ask -s 1::400k -fn 0 -x 1
is "USR1: nothing of it on stdout" "$(printf '%s\n' "$out" | grep -c '')" 1

# ---- killed processes ----

# Needs /proc, and workers that are not an emulator's.
if [ -z "$EMULATOR" ] && [ -e "/proc/$$/task/$$/children" ]; then
	kill_worker() {
		read -r child _ <<-E
		$(cat "/proc/$1/task/$1/children")
		E
		kill -KILL "$child"
	}
	killed() {      # TEST FIELD TEXT OPTION...
		test=$1 number=$2 text=$3; shift 3
		json=$work/killed.json
		rm -f "$json"
		enabled JSON && set -- --json="$json" "$@"
		stopped "$text" kill_worker "$@"
		is "a killed worker of $test: failure" "$status" 1
		like "a killed worker of $test: told" "$err" '^bonnie: .*: worker was killed'
		is "a killed worker of $test: no value" "$(fields):$(field "$number")" "27:"
		empty "a killed worker of $test: nothing is left"
		if enabled JSON; then
			like "a killed worker of $test: failed in JSON" "$(flags "$test")" failed
		fi
		json=
	}
	killed seeks 12 "start 'em" -s 1::4000k -fn 0
	killed put_block 4 "Writing intelligently" -s 128:256 -fn 0 --strict -r 0 -b
	killed seq_create 15 "Create files in sequential" -s 0 -n 64 --strict

	kill_parent() {
		cat "/proc/$1/task/$1/children" >"$work/orphans"
		kill -KILL "$1"
	}
	alone() {       # TEXT OPTION...
		text=$1; shift
		stopped "$text" kill_parent "$@"
		is "a killed parent at '$text': its death" "$status" 137
		tries=0
		while [ -n "$(ls -A "$dir")" ] && [ $((tries += 1)) -lt 100 ]; do sleep 0.1; done
		empty "a killed parent at '$text': the worker removes what there is"
		left=
		tr ' ' '\n' <"$work/orphans" | grep . >"$work/list"
		while read -r child; do
			tries=0
			while kill -0 "$child" 2>/dev/null && [ $((tries += 1)) -lt 100 ]; do sleep 0.1; done
			kill -0 "$child" 2>/dev/null && left="$left $child"
		done <"$work/list"
		is "a killed parent at '$text': the workers go" "$left" ""
	}
	alone "start 'em" -s 1::1000000k -fn 0
	alone "Create files in sequential" -s 0 -n "$(small 16:100:0:3)" -x 1000
fi

# ---- directories that can't be used ----

cannot() {      # "WHAT" STATUS REGEX OPTION...
	what=$1 code=$2 regex=$3; shift 3
	# shellcheck disable=SC2046
	run bonnie $(as_user) -s 1 -n 0 "$@"
	is "$what: exit code" "$status" "$code"
	like "$what: said" "$err" "$regex"
	is "$what: no report" "$out" ""
}
cannot "a missing directory" 2 "^bonnie: $dir/nowhere: open: No such file or directory\$" -d "$dir/nowhere"
: >"$work/file"
cannot "a file as directory" 2 "^bonnie: $work/file: open: Not a directory\$" -d "$work/file"
for place in /proc /proc/self /sys /dev; do
	[ -d "$place" ] && cannot "$place" 3 "^bonnie: $place: refused: " -d "$place"
done
ln -s /proc "$work/link"
cannot "a link to /proc" 3 "^bonnie: $work/link: refused: " -d "$work/link"

mkdir "$work/locked"
chmod 555 "$work/locked"
chmod 711 "$work"
if [ "$(id -u)" = 0 ]; then set -- -u nobody; else set --; fi
run bonnie -d "$work/locked" "$@" -s 1 -n 1
is "a directory without rights: failure" "$status" 1
like "a directory without rights: said" "$err" "^bonnie: $work/locked: .*: Permission denied\$"
chmod 700 "$work/locked"
is "a directory without rights: nothing is left" "$(ls -A "$work/locked")" ""

# ---- limits and full file systems ----

limited() {
	# shellcheck disable=SC2039,SC3045  # where -f is not known there is nothing to test
	(ulimit -f 1024 && bonnie "$@"; printf '%s\n%s\n' "$status" "$err" >"$work/limited")
}
limited -s 4 -fn 0
is "a file-size limit is seen before" "$(head -n 1 "$work/limited")" 3
like "and said" "$(cat "$work/limited")" "^bonnie: $dir: refused: files may not grow so large"

if [ "$(id -u)" = 0 ] && mkdir "$work/small" && mount -t tmpfs -o size=8m diskbench "$work/small" 2>/dev/null; then
	at_exit="umount -l '$work/small'; $at_exit"
	before=$dir dir=$work/small
	bonnie -s 16 -n 0
	is "too small: refused" "$status $out" "3 "
	like "too small: in words" "$err" "^bonnie: $dir: refused: not enough space: 16 MiB needed, 7\\.[0-9] MiB there\$"

	# The run opens its JSON file when it has seen that there is room enough: a
	# FIFO there holds it until there is not.
	full() {        # OPTION...
		rm -f "$work/gate" "$work/json"
		mkfifo "$work/gate"
		: >"$work/.err"
		(
			tries=0
			until grep -q '^Using uid' "$work/.err" || [ $((tries += 1)) -gt 600 ]; do sleep 0.02 2>/dev/null || sleep 1; done
			sleep 1         # until it has looked at the room
			dd if=/dev/zero of="$dir/other" bs=1024 count=6000 2>/dev/null
			exec cat "$work/gate" >"$work/json"
		) &
		reader=$! tries=0
		bonnie "$@" --json="$work/gate"
		# A run that was refused never opens the gate, and the reader would wait for ever.
		while kill -0 "$reader" 2>/dev/null && [ $((tries += 1)) -lt 50 ]; do sleep 0.1 2>/dev/null || sleep 1; done
		kill "$reader" 2>/dev/null
		wait
		rm -f "$dir/other"
		json=$work/json
	}
	if enabled JSON; then
		full -s 4 -n 0 -f
		is "full: failure" "$status $(fields)" "1 27"
		is "full: the first message" "$(printf '%s\n' "$err" | grep '^bonnie: ' | head -n 1)" \
			"bonnie: $dir: write: No space left on device"
		is "full: no value" "$(field 4)$(field 6)$(field 10)$(field 12)" ""
		like "full: failed in the table" "$out" ' failed( |$)'
		like "full: failed in JSON" "$(flags put_block)" failed
		is "full: its reason in JSON" "$(value put_block text)" "No space left on device"
		empty "full: nothing is left"
		full -s 4 -n 0
		is "full, putc: failure" "$status" 1
		like "full, putc: the first message" "$(printf '%s\n' "$err" | grep '^bonnie: ' | head -n 1)" \
			"^bonnie: $dir: (putc|fclose): No space left on device\$"
		empty "full, putc: nothing is left"
		if enabled BONNIE_FILES; then
			full -s 0 -n 1:3000:3000:2
			is "full, small files: failure" "$status $(fields)" "1 27"
			like "full, small files: the first message names the file" "$(printf '%s\n' "$err" | grep '^bonnie: ' | head -n 1)" \
				"^bonnie: $dir/(Bonnie\.[0-9]+/)?0000[01]/[0-9a-zA-Z]+: (write|create|close): No space left on device\$"
			is "full, small files: no value" "$(field 15)$(field 17)$(field 19)" ""
			empty "full, small files: nothing is left"
		fi
		json=
	fi
	mount -o remount,ro "$work/small"
	bonnie -s 1 -n 0
	is "read-only: refused" "$status $out" "3 "
	is "read-only: in words" "$err" "bonnie: $dir: refused: the file system is read-only"
	dir=$before
else
	echo "# only root can mount small file systems: full ones are not tried"
fi

# ---- a terminal ----

if enabled PROGRESS && [ -z "$EMULATOR" ] && script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
	shown=$(script -qec "'$DISKBENCH' bonnie -d '$dir' $(as_user) -s 1::2000k -fn 0 --strict -r 0" /dev/null </dev/null |
		tr '\r\033' '\n_')
	like "a terminal is shown how far it is" "$shown" "start 'em\\.\\.\\. [0-9]+ %, [0-9]+/s, 0:[0-9][0-9]"
	like "and the end" "$shown" "^(_\\[K)?start 'em\\.\\.\\.done"
	bonnie -s 1 -fn 0 --strict -r 0
	unlike "a file is not" "$err" '%'
else
	echo "# no script(1): nothing is shown on a terminal"
fi
empty "nothing is left"
finish
