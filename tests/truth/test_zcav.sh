#!/bin/sh
# SPDX-License-Identifier: MIT
# zcav on devices of known speed, scanned and sampled; and its memory, the same for a
# device of any size.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=throttle.sh
. "$(dirname "$0")/throttle.sh"
enabled ZCAV || skip_all "no zcav in this build"
enabled ZCAV_SAMPLE || skip_all "no ZCAV_SAMPLE in this build"
why=$(throttle_possible) || skip_all "$why"
command -v jq >/dev/null || skip_all "no jq"

rate=20000000
throttle 160 "$rate"
scan() { throttled "$DISKBENCH" zcav -q -b 32 --json "$device" | jq '.devices[0] | .bytes * 1000000000 / .elapsed_ns | floor'; }
got=$(scan)
within "${got:-0}" "$rate" 100 || got=$(scan)
near "a scan at $rate B/s: $got" "$got" "$rate" 100
# A throttle lets portions of 100 ms through, so short samples scatter; their mean must not.
samples() { throttled "$DISKBENCH" zcav -q --points=9 -b 8 --json "$device" | jq '.devices[0].mean_per_second'; }
got=$(samples)
within "${got:-0}" "$rate" 500 || got=$(samples)
near "nine samples of it: $got" "$got" "$rate" 500
unthrottle

# The most that all processes of a run had together, in KiB.
family() {
	echo "$1"
	# shellcheck disable=SC2013  # words are wanted
	for child in $(cat "/proc/$1/task/$1/children" 2>/dev/null); do
		family "$child"
	done
}
peak() {
	"$DISKBENCH" zcav -q "$@" >/dev/null 2>&1 &
	parent=$!
	most=0
	while kill -0 "$parent" 2>/dev/null; do
		sum=0
		for pid in $(family $parent); do
			pss=$(sed -n 's/^Pss: *\([0-9]*\).*/\1/p' "/proc/$pid/smaps_rollup" 2>/dev/null)
			sum=$((sum + ${pss:-0}))
		done
		[ $sum -gt $most ] && most=$sum
	done
	wait $parent
	echo $most
}
small=$work/small
huge=/dev/shm/diskbench.$$.huge
at_exit="rm -f $huge"
truncate -s 64M "$small"
if truncate -s 64T "$huge" 2>/dev/null && [ -e /proc/self/smaps_rollup ]; then
	few=$(peak --points=100 --buffered -b 1:1 "$small")
	many=$(peak --points=100 --buffered -b 4:1 "$huge")
	ok "64 MiB: $few KiB, 64 TiB: $many KiB" test "$many" -le $((few + 64))
	ok "a megabyte and the chunk" test "$many" -le 2048
fi
finish
