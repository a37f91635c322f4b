# SPDX-License-Identifier: MIT
# bonnie_on.sh - bonnie on a file system of a small machine. Sourced after lib.sh, system.sh.
# shellcheck shell=sh disable=SC2154  # out, err, status: lib.sh
#
#   bonnie_on NAME MIB DIRECTORY   test points: runs, is named right, needs no more memory than
#                                  it says, leaves nothing, and nobody was killed for memory

# The most that all our processes together have of the memory, KiB: their shares (Pss).
watch_memory() {        # FILE
	while :; do
		for process in $(pidof diskbench); do
			sed -n 's/^Pss: *\([0-9]*\) kB/\1/p' "/proc/$process/smaps_rollup"
		done 2>/dev/null | awk '{ s += $1 } END { print s + 0 }' >>"$1"
		usleep 300000
	done
}
survived() {    # WHAT
	is "$1: nobody was killed for memory" "$(dmesg | grep -ic 'out of memory\|oom-kill')" 0
}

# NAME MIB DIRECTORY [WORDS]: runs, is named right, and leaves nothing.
bonnie_on() {
	: >"$work/peak"
	watch_memory "$work/peak" &
	watcher=$!
	run bonnie -d "$3" -u root -s "$2" -n 1 -f -m vm --json
	kill $watcher
	wait $watcher 2>/dev/null
	is "$1: bonnie -s $2: $(echo "$err" | grep -v '^Using\|\.\.\.' | head -n 3 | tr '\n' ' ')" "$status" 0
	is "$1: its name" "$(echo "$out" | sed -n 's/.*"file_system": *"\([^"]*\)".*/\1/p' | head -n 1)" "$1"
	peak=$(sort -n "$work/peak" | tail -n 1)
	ok "$1: $peak KiB of memory, 1 MiB and 4 chunks are allowed" test "$peak" -le $((1024 + 4 * 8))
	is "$1: nothing is left" "$(find "$3" -name '[Bb]onnie*')" ""
	survived "$1"
}
