#!/bin/sh
# SPDX-License-Identifier: MIT
# Every loop of core on devices of known speed: within 1 % at 2 and 20 MB/s, 3 % at
# 200; the median of five, and once more when a noisy machine spoilt that.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=throttle.sh
. "$(dirname "$0")/throttle.sh"
why=$(throttle_possible) || skip_all "$why"

# PROBE_KIND SPEED LENGTH: the median of five
measure() {
	for _ in 1 2 3 4 5; do
		throttled "$PROBE" "$1" "$device" "$3"
	done | median
}

point_of() {    # KIND SPEED LENGTH HUNDREDTHS
	got=$(measure "$1" "$2" "$3")
	within "${got:-0}" "$2" "$4" || got=$(measure "$1" "$2" "$3")
	near "$1 at $2 B/s: $got ($(difference "${got:-0}" "$2") hundredths of a per cent)" "$got" "$2" "$4"
}

# SPEED DEVICE_MIB WRITE_MIB HUNDREDTHS
for row in "2000000 32 8 100" "20000000 256 192 100" "200000000 1536 1024 300"; do
	# shellcheck disable=SC2086  # a row of numbers
	set -- $row
	throttle "$2" "$1"
	point_of read "$1" 3 "$4"
	point_of direct "$1" 3 "$4"
	point_of write "$1" "$3" "$4"
	point_of write-direct "$1" "$3" "$4"
	unthrottle
done
finish
