#!/bin/sh
# SPDX-License-Identifier: MIT
# ddread while it runs: USR1, signals that end it, a killed worker, progress.
# shellcheck disable=SC2317  # actions are called by their name
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
cd "$work" || exit 99
export LC_ALL=C

nap() { sleep "0.$1" 2>/dev/null || sleep 1; }

# A pipe gives 1000 bytes and then nothing, until the reader is gone or 30 s are over. Commands in the
# background have INT ignored in sh, so ddread is in front and what acts on it behind.
#   while_running ACTION OPERAND...   does ACTION with the process number. Sets $status and $err.
mkfifo pipe
# Does its worker sleep, which on a slow machine takes long? Where /proc can't tell it does.
waits() {
	worker=$(cat "/proc/$1/task/$1/children" 2>/dev/null) || return 0
	worker=${worker% }
	case $(cat "/proc/${worker:-none}/stat" 2>/dev/null) in
	*") S "*) ;;
	*) return 1 ;;
	esac
}
while_running() {
	action=$1; shift
	rm -f pid
	{ head -c 1000 /dev/zero; sleep 30; } >pipe &
	feeder=$!
	(
		tries=0
		until [ -s pid ] || [ $((tries += 1)) -gt 100 ]; do nap 02; done
		process=$(cat pid)
		tries=0
		until waits "$process" || [ $((tries += 1)) -gt 500 ]; do nap 02; done
		nap 5
		$action "$process"
	) >actions 2>&1 &
	actor=$!
	# shellcheck disable=SC2016,SC2086  # $$ is the inner shell's, which becomes ddread
	sh -c 'echo $$ >pid.new; mv pid.new pid; exec "$@"' sh $EMULATOR "$DISKBENCH" ddread of=/dev/null bs=100 "$@" \
		<pipe >out 2>err
	status=$?
	err=$(grep -v '^Terminated' err)        # the shell's own word
	kill "$feeder" 2>/dev/null
	wait "$actor"
}

interrupt() { kill -INT "$1"; }
terminate() { kill -TERM "$1"; }
hang_up() { kill -HUP "$1"; }
ask_twice() { kill -USR1 "$1"; nap 3; kill -USR1 "$1"; nap 3; kill -TERM "$1"; }
lines='10+0 records in
10+0 records out
1000 bytes (1.0 kB) copied, '
untimed() { printf '%s\n' "$err" | sed 's/ copied, .*/ copied, /'; }

while_running interrupt
is "INT: death by the signal" "$status" 130
is "INT: the three lines" "$(untimed)" "$lines"
while_running terminate
is "TERM: death by the signal" "$status" 143
is "TERM: the three lines" "$(untimed)" "$lines"
while_running hang_up
is "HUP: death by the signal" "$status" 129
while_running terminate status=noxfer
is "with status=noxfer two lines" "$err" "10+0 records in
10+0 records out"
while_running terminate status=none
is "with status=none none" "$err" ""
while_running ask_twice
is "USR1: the lines, and on it goes" "$(untimed)" "$lines
$lines
$lines"
like "the times are those of the asking" "$(printf '%s\n' "$err" | sed -n 6p)" ' copied, (0\.[5-9]|[1-9]\.)'
while_running ask_twice status=none
is "USR1 with status=none: none" "$err" ""
is "and no death by it" "$status" 143

# A worker that is killed: the parent lives, tells and fails.
kill_worker() {
	for process in /proc/[0-9]*; do
		case $(cat "$process/stat" 2>/dev/null) in
		*") "?" $1 "*) kill -KILL "${process#/proc/}" ;;
		esac
	done
}
if [ -r /proc/self/stat ] && [ -z "$EMULATOR" ]; then
	while_running kill_worker
	is "a killed worker is a failure" "$status" 1
	like "which is told" "$err" '^ddread: standard input: worker was killed'
	like "with what was done" "$err" '^10\+0 records in$'
fi

# ---- progress ----
after_seconds() { sleep 3; kill -TERM "$1"; }
while_running after_seconds status=progress
like "status=progress: a line a second" "$(tr '\r' '\n' <err)" '^1000 bytes \(1.0 kB\) copied, 1 s, (1.0|0.[89]) kB/s$'
like "while the read blocks" "$(tr '\r' '\n' <err)" '^1000 bytes \(1.0 kB\) copied, 2 s, 0.[45] kB/s *$'
is "the end begins a line" "$(untimed | tail -n 3)" "$lines"
if command -v script >/dev/null && script -qec true /dev/null </dev/null >/dev/null 2>&1 && [ -z "$EMULATOR" ]; then
	script -qec "{ head -c 1000 /dev/zero; sleep 2.5; } | $DISKBENCH ddread of=/dev/null bs=100 count=40 status=progress" \
		/dev/null </dev/null >terminal 2>&1
	if enabled PROGRESS; then
		like "on a terminal: this second's rate, share and time left" "$(tr '\r' '\n' <terminal)" \
			'^1000 bytes \(1.0 kB\) copied, 2 s, 0.[45] kB/s, now 0.0 kB/s, 25 %, 0:0[0-9] left'
	else
		like "on a terminal without PROGRESS dd's line" "$(tr '\r' '\n' <terminal)" '^1000 bytes .*copied, 2 s, 0.[45] kB/s *$'
	fi
	script -qec "$DISKBENCH ddread if=/dev/zero of=/dev/null count=1" /dev/null </dev/null >terminal 2>&1
	unlike "on a terminal without status=progress none" "$(cat terminal)" 'now'
else
	echo "# no script(1) here: the terminal's line was not looked at"
fi
finish
