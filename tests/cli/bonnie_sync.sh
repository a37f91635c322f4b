#!/bin/sh
# SPDX-License-Identifier: MIT
# Copies in step: -p and -y, -yp, -c, several -d; each reported and the sum, none
# waited for in vain.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=bonnie_helpers.sh
. "$(dirname "$0")/bonnie_helpers.sh"
in_memory 256m

if ! enabled BONNIE_COPIES; then
	for words in "-p 2" "-y" "-yp" "-c 2" "-d /"; do
		# shellcheck disable=SC2086
		bonnie $words
		like "without BONNIE_COPIES $words is refused" "$status $err" "^2 bonnie: '(-.p?|2)': expected a diskbench built with BONNIE_COPIES"
	done
	finish
fi

# ---- -yp: a line of input before each test ----

prompted() {    # INPUT OPTION...
	input=$1; shift
	# shellcheck disable=SC2046,SC2086
	printf '%b' "$input" | $EMULATOR "$DISKBENCH" bonnie -d "$dir" $(as_user) "$@" >"$work/.out" 2>"$work/.err"
	status=$? out=$(cat "$work/.out")
}
prompted '\n\n\n\n\n\n\n\n\n\n\n\n' -yp -s 1 -n 1 --strict -r 0 -q
is "-yp: the numbers of the tests, as the original" "$status $(printf '%s\n' "$out" | grep ':$' | tr '\n' ' ')" \
	"0 0: 1: 2: 3: 4: 5: 6: 7: 8: 9: 10: 11: "
prompted '' -y p -s 1 -fn 0 --strict -r 0 -q
is "-y p too; tests left out have none, the end of input goes on" \
	"$status $(printf '%s\n' "$out" | grep ':$' | tr '\n' ' ')" "0 1: 2: 4: 5: "
run bonnie -yp -p 2
is "-y with -p is a usage error" "$status $out" "2 "
bonnie -y p -c 2
is "-y with -c or several -d is one too" "$status $out" "2 "

# ---- -p and -y ----

meet=$work/meet
with() {        # all that a member of a meeting has
	bonnie --sync-file="$meet" --strict -r 0 "$@"
}
with -y -s 1
is "-y without -p is refused" "$status $out" "3 "
like "with the place and what to do" "$err" "^bonnie: $meet: refused: -y: nobody has called -p"
run bonnie -p 2 --sync-file="$meet"
is "-p says what it did in the original's words" "$status $out" "0 Creating semaphore for 2 procs."
# shellcheck disable=SC2012
like "the file is its owner's alone" "$(ls -l "$meet")" '^-rw-------'
run bonnie -p 3 --sync-file="$meet"
is "-p again changes the number" "$status" 0
run bonnie -p 2 --sync-file="$meet"

# NAME OPTION...: a member in the background; its output goes to $work/NAME.
member() {
	name=$1; shift
	# shellcheck disable=SC2046,SC2086
	$EMULATOR "$DISKBENCH" bonnie -d "$dir" $(as_user) --sync-file="$meet" -r 0 "$@" \
		>"$work/$name" 2>"$work/$name.err" </dev/null &
}
for round in 1 2; do
	member first -y -s 1 -n 1 --strict -x2
	one=$!
	member second -qys -s 2 -fn 1 --strict -x2
	two=$!
	wait $one; one=$?
	wait $two; two=$?
	is "round $round: two in step end well, whatever tests they leave out" "$one $two" "0 0"
	is "round $round: with their reports" "$(grep -c '' "$work/first") $(grep -c '' "$work/second")" "3 3"
done

# The one with a test that takes long holds the other.
if enabled JSON; then
	member first -y -fn 0 -s 8::20000 --json
	sleep 1
	is "one alone waits" "$(grep -c 'done' "$work/first.err")" 0
	member second -y -fn 0 -s 8::20000 --json
	wait
	json=$work/first
	first="$(value put_block runs) $(value get_block runs) $(value seeks runs)"
	json=$work/second
	is "repeats are made together" "$(value put_block runs) $(value get_block runs) $(value seeks runs)" "$first"
fi
with -y -s 1 --sync-timeout=300ms -n 0
is "who never comes is not waited for for ever" "$status $out" "3 "
like "and the test is named" "$err" "1 copy of those in step did not come before 'Writing with putc\(\)'"
empty "nothing was left"
with -p 0
is "-p 0 is a usage error" "$status $out" "2 "
with -y --sync-timeout=0
is "a timeout of 0 is a usage error" "$status $out" "2 "

# A killed member is noticed, the others go on and say so.
rm -f "$work/second.err"
member first -y -fn 0 -s 2 --strict -x 1000
one=$!
member second -y -fn 0 -s 2 --strict -x 30
two=$!
tries=0
until grep -qs 'Rewriting' "$work/second.err" || [ $((tries += 1)) -gt 300 ]; do sleep 0.02 2>/dev/null || sleep 1; done
kill -9 $one
wait $one 2>/dev/null
wait $two
is "after another's death the run goes on, and fails" "$? $(grep -c '' "$work/second")" "1 31"
like "the test is named" "$(cat "$work/second.err")" "^bonnie: .*: 1 copy of those in step died (before|in) '[A-Za-z ']+'"
rm -rf "${dir:?}"/* 2>/dev/null
member first -y -fn 0 -s 1 --strict
member second -y -fn 0 -s 1 --strict
wait
is "the place needs no cleaning" "$(cat "$work/first" "$work/second" | grep -c ',1M,')" 2
run bonnie -p -1 --sync-file="$meet"
is "-p -1 forgets it, in the original's words" "$status $out $([ -e "$meet" ] && echo there)" "0 Semaphore removed. "
run bonnie -p -1 --sync-file="$meet"
is "there is nothing to forget twice" "$status" 1
echo "root:x:0:0" >"$meet"
run bonnie -p 2 --sync-file="$meet"
is "another program's file is left alone" "$status $(cat "$meet")" "3 root:x:0:0"
rm "$meet"
ln -s "$work/nowhere" "$meet"
run bonnie -p 2 --sync-file="$meet"
is "no link is followed" "$([ -e "$work/nowhere" ] && echo made)" ""
ok "nor is that fine" test "$status" -ne 0

# ---- -c and several -d ----

mkdir "$dir/a" "$dir/b"
# shellcheck disable=SC2046
run bonnie -d "$dir/a" -d "$dir/b" $(as_user) -s 1 -n 1 --strict -r 0 -m box
is "two directories end well" "$status" 0
is "a table for each and for the sum" "$(printf '%s\n' "$out" | grep -c '^Machine')" 3
is "a CSV line for each and for the sum" "$(printf '%s\n' "$out" | sed -n 's/^\([^,]*\),1M,.*/\1/p' | tr '\n' ' ')" "1.box 2.box sum.box "
is "27 fields each" "$(printf '%s\n' "$out" | grep ,1M, | awk -F, '{ print NF }' | sort -u)" 27
is "one line of progress a test" "$(printf '%s\n' "$err" | grep -c '\.\.\.done')" 12
left() {        # of the two directories
	find "$dir/a" "$dir/b" -name 'Bonnie*'
}
is "nothing is left in either" "$(left)" ""

# shellcheck disable=SC2046
run bonnie -d "$dir/a" $(as_user) -c 3 -s 1 -n 0 -fq -r 0
is "-c 3: rates of the copies" "$status $(printf '%s\n' "$out" | grep -c '^[123]\.')" "0 3"
sums=$(printf '%s\n' "$out" | awk -F, '{ for (i = 5; i < 15; i += 2) if ($1 ~ /^sum/) { if ($i > sum[i] * 1.01 + 1) bad++ } else sum[i] += $i }
	END { print bad + 0 }')
is "their sum is no more than what they add up to" "$sums" 0
if enabled JSON; then
	json=
	# shellcheck disable=SC2046
	run bonnie -d "$dir/a" -d "$dir/b" $(as_user) -c 2 -s 1 -n 1 -f -r 0 --strict --json -z 5
	is "-c 2 on two directories: four copies" "$status $(option copies)" "0 4"
	is "the sum has what all did" "$(value put_block amount) $(value seeks amount) $(value seeks workers) $(value seq_create amount)" \
		"4194304 32768 12 4096"
	is "each is there, with its directory" "$(printf '%s\n' "$out" | grep -c '"directory": ".*/a"') $(
		printf '%s\n' "$out" | grep -c '"directory": ".*/b"')" "2 2"
	is "each with data of its own" "$(printf '%s\n' "$out" | sed -n 's/.*"seed": //p' | sort -u | grep -c '')" 4
fi
if enabled BONNIE_REPORT2; then
	bonnie -c 2 -s 1 -n 0 -f -q -r 0 --strict --report=2.00
	is "concurrency is in the CSV of 2.00" "$(printf '%s\n' "$out" | cut -d, -f4 | tr '\n' ' ')" "2 2 2 "
fi
if enabled BONNIE_CLASSIC; then
	bonnie -c 2 -s 1 -q --classic
	is "copies of the original" "$(printf '%s\n' "$out" | grep -c '^Machine')" 3
fi
for word in 0 201 x; do
	bonnie -c $word
	is "-c $word is a usage error" "$status $out" "2 "
done
bonnie -c 150 -d "$dir/a"
is "more than 200 in all too" "$status $out" "2 "
if [ "$(df -P "$dir" | awk 'NR == 2 { print $4 }')" -lt 300000 ]; then
	bonnie -c 5 -s 60 -n 0 -r 0
	is "copies share the space of their file system" "$status" 3
	# shellcheck disable=SC2046
	run bonnie -d "$dir/a" -d "$dir/b" -d "$dir/a" -d "$dir/b" -d "$dir/a" $(as_user) -s 60 -n 0 -r 0
	is "so do those of several directories" "$status" 3
fi
# shellcheck disable=SC2046
run bonnie -d "$dir/a" -d "$work/nowhere" $(as_user) -s 1 -n 0 -r 0
is "a directory that is missing is told before anything is done" "$out" ""
ok "and that is not fine" test "$status" -ne 0

# A stop ends all copies, and a killed one doesn't hold the others.
start_copies() {
	rm -f "$work/.err"
	# shellcheck disable=SC2046,SC2086
	$EMULATOR "$DISKBENCH" bonnie -d "$dir/a" -d "$dir/b" $(as_user) -s 1::1000000k -fn 0 -r 0 --strict \
		>"$work/.out" 2>"$work/.err" </dev/null &
	pid=$!
	tries=0
	until grep -qs "start 'em" "$work/.err" || [ $((tries += 1)) -gt 300 ]; do sleep 0.02 2>/dev/null || sleep 1; done
}
start_copies
kill -TERM $pid
wait $pid
is "TERM: death by the signal, nothing left" "$? $(left)" "143 "
if [ -z "$EMULATOR" ] && [ -r /proc/self/task/$$/children ] 2>/dev/null; then
	start_copies
	copies=$(cat /proc/$pid/task/$pid/children)
	is "two copies, each a process" "$(echo "$copies" | wc -w | tr -d ' ')" 2
	kill -9 "${copies%% *}"
	copy=${copies#* }
	kill -TERM "${copy%% *}"
	wait $pid
	is "a killed copy fails the run" "$?" 1
	like "and is told" "$(cat "$work/.err")" 'a copy was killed'
	is "what is left of it goes with its workers" "$(sleep 0.5 2>/dev/null || sleep 1; left)" ""
fi
finish
