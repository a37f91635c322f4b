#!/bin/sh
# SPDX-License-Identifier: MIT
# hdtime -t on devices of known speed: the line that people read is within 1 % at 2
# and 20 MB/s, 3 % at 200, buffered and direct; and when the device is mounted, held
# open and was read before.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=throttle.sh
. "$(dirname "$0")/throttle.sh"
enabled HDTIME || skip_all "no hdtime in this build"
why=$(throttle_possible) || skip_all "$why"

# MB in its lines are 2^20 bytes: bytes per second.
# shellcheck disable=SC2317  # called by between
timed() {
	throttled timeout 60 "$DISKBENCH" hdtime "$@" "$device" 2>/dev/null |
		awk '/Timing/ { printf "%.0f\n", $(NF - 1) * ($NF == "kB/sec" ? 1024 : 1048576) }'
}
# Two decimals of 1.91 MB/s are half a per cent by themselves.
for row in "2000000 32 1" "20000000 128 1" "200000000 1024 3"; do
	# shellcheck disable=SC2086  # a row of numbers
	set -- $row
	throttle "$2" "$1"
	least=$(($1 * (100 - $3) / 100)) most=$(($1 * (100 + $3) / 100))
	between "buffered at $1 B/s" "$least" "$most" timed -t
	between "direct at $1 B/s" "$least" "$most" timed -t --direct
	unthrottle
done

command -v mkfs.ext4 >/dev/null || { echo "# no mkfs.ext4: not mounted"; finish; }
throttle_hot 20000000 || { echo "# can't be mounted"; finish; }
# shellcheck disable=SC2317  # called by between
hot() {
	warm
	timed -t
}
between "mounted, held open, read before" 19800000 20200000 hot
like "the directory stands for its device" "$(throttled "$DISKBENCH" hdtime -t --time 0.5 "$work/mount" 2>&1)" "^$device:$"
finish
