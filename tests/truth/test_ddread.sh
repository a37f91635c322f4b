#!/bin/sh
# SPDX-License-Identifier: MIT
# ddread on devices of known speed, reading and writing, buffered and direct: within
# 1 % at 2 and 20 MB/s, 3 % at 200; and when the device is mounted, held open and was
# read before. What the kernel's limit gives away at the start, a tenth of a second, may
# be in the figure, which is bytes by time as dd's is.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=throttle.sh
. "$(dirname "$0")/throttle.sh"
enabled DDREAD || skip_all "no ddread in this build"
enabled JSON || skip_all "no JSON in this build"
why=$(throttle_possible) || skip_all "$why"
command -v jq >/dev/null || skip_all "no jq"

# shellcheck disable=SC2317  # called by between
ddread() {
	throttled timeout 60 "$DISKBENCH" ddread --json count="$mib" "$@" 2>/dev/null |
		jq '.results[].per_second'
}
bounds() {      # SPEED PER_CENT: $least and $most
	least=$(($1 * (100 - $2) / 100))
	most=$(awk -v rate="$1" -v bytes=$((mib * 1048576)) -v more="$2" \
		'BEGIN { printf "%d", bytes / (bytes / rate - 0.1) * (1 + more / 100) }')
}
# The part that is read ends within the device: what the system reads ahead must not count.
for row in "2000000 32 6 1" "20000000 128 60 1" "200000000 1024 400 3"; do
	# shellcheck disable=SC2086  # a row of numbers
	set -- $row
	mib=$3
	throttle "$2" "$1"
	bounds "$1" "$4"
	between "reading at $1 B/s" "$least" "$most" ddread if="$device"
	between "reading directly" "$least" "$most" ddread if="$device" iflag=direct
	if enabled DDREAD_WRITE; then
		set -- if=random: bs=1M of="$device" --destroy-data="$device"
		between "writing" "$least" "$most" ddread "$@"
		between "writing directly" "$least" "$most" ddread "$@" oflag=direct
	fi
	unthrottle
done

command -v mkfs.ext4 >/dev/null || { echo "# no mkfs.ext4: not mounted"; finish; }
throttle_hot 20000000 || { echo "# can't be mounted"; finish; }
mib=60
bounds 20000000 1
# shellcheck disable=SC2317  # called by between
hot() {
	warm
	ddread if="$device" "$@"
}
between "mounted, held open, read before" "$least" "$most" hot
between "with bs=64k" "$least" "$most" eval 'mib=960; hot bs=64k'
finish
