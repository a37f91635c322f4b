#!/bin/sh
# SPDX-License-Identifier: MIT
# The hot-cache trap: a disk that is mounted, held open by another process and was
# read before. hdparm -t then shows memory; our figure must stay the disk's.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=throttle.sh
. "$(dirname "$0")/throttle.sh"
why=$(throttle_possible) || skip_all "$why"
command -v mkfs.ext4 >/dev/null || skip_all "no mkfs.ext4"

rate=20000000
throttle_hot "$rate"
point $? "it is mounted"

measure() {
	for _ in 1 2 3 4 5; do
		warm
		throttled "$PROBE" read "$device" 3
	done | median
}
got=$(measure)
within "${got:-0}" "$rate" 100 || got=$(measure)
near "mounted, held open, read before: $got B/s" "$got" "$rate" 100
finish
