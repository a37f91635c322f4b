#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints how far off the true rate each tool's figure is, on devices whose speed the
# kernel enforces: the median of five in hundredths of a per cent.
#
#   DISKBENCH=build/host/diskbench PROBE=build/host/tests/probe sh tests/truth/table.sh
: "${PROBE:=$(dirname "$0")/../../build/host/tests/probe}"
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=throttle.sh
. "$(dirname "$0")/throttle.sh"
why=$(throttle_possible) || skip_all "$why"

# Each prints bytes per second of one run.
ours() { throttled "$PROBE" "$1" "$device" "${2-3}"; }
by_hdparm() {
	throttled hdparm "$@" "$device" 2>/dev/null |
		awk '/Timing/ { u = $NF == "kB/sec" ? 1024 : 1048576; printf "%.0f\n", $(NF - 1) * u }'
}
by_dd() {
	LC_ALL=C throttled dd if="$device" of=/dev/null bs=1M count="$mib" "$@" 2>&1 |
		awk -F'[ ,]+' '/copied/ { for (i = 1; i <= NF; i++) if ($i == "copied") printf "%.0f\n", $1 / $(i + 1) }'
}
by_fio() {
	throttled fio --name=t --filename="$device" --readonly --rw=read --bs=1M --direct="$1" --runtime=3 \
		--time_based --output-format=json 2>/dev/null | jq '.jobs[0].read.bw_bytes'
}
row() {
	label=$1
	shift
	got=$(for _ in 1 2 3 4 5; do "$@"; done | median)
	printf '%-28s %12s %12s %8s\n' "$label" "$speed" "${got:--}" "$([ -n "$got" ] && difference "$got" "$speed")"
}
have() { command -v "$1" >/dev/null; }

printf '%-28s %12s %12s %8s\n' "tool" "true B/s" "said B/s" "off"
for setting in "2000000 32 8" "20000000 128 64" "200000000 1024 512"; do
	# shellcheck disable=SC2086  # a row of numbers
	set -- $setting
	speed=$1 mib=$3
	throttle "$2" "$1"
	row "diskbench, buffered" ours read
	row "diskbench, direct" ours direct
	have hdparm && row "hdparm -t" by_hdparm -t
	have hdparm && row "hdparm -t --direct" by_hdparm -t --direct
	row "dd bs=1M" by_dd
	row "dd bs=1M iflag=direct" by_dd iflag=direct
	have fio && row "fio, buffered" by_fio 0
	have fio && row "fio, direct" by_fio 1
	unthrottle
done

# Mounted, held open and read before.
speed=20000000 mib=64
throttle 128 0
mkdir "$work/mount"
mkfs.ext4 -qF "$device" && mount "$device" "$work/mount"
# shellcheck disable=SC2217  # it only holds the device open
sleep 600 <"$device" &
undo="kill $!; umount $work/mount; $undo"
at_exit=$undo
dd if="$device" of=/dev/null bs=1M status=none
limit "$number" "$speed"
warm() { dd if="$device" of=/dev/null bs=1M count=64 status=none; "$@"; }
row "diskbench, read before" warm ours read
have hdparm && row "hdparm -t, read before" warm by_hdparm -t
row "dd bs=1M, read before" warm by_dd
