#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints how far off the true rate each tool's figure is, on devices whose speed the
# kernel enforces: the median of RUNS (5) in hundredths of a per cent. The applets, the
# loop of core by itself (probe), and hdparm, dd and fio where they are installed. All
# read the same part of the device from its start.
#
#   sh tests/truth/table.sh [SPEED...]      2 20 200 MB/s, and "hot": read before
: "${DISKBENCH:=$(dirname "$0")/../../build/host/diskbench}"
: "${PROBE:=$(dirname "$0")/../../build/host/tests/probe}"
RUNS=${RUNS:-5}
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=throttle.sh
. "$(dirname "$0")/throttle.sh"
why=$(throttle_possible) || skip_all "$why"

# Each prints bytes per second of one run.
ours() { throttled "$PROBE" "$1" "$device" "${2-3}"; }
by_hdtime() { by_hdparm_of "$DISKBENCH" hdtime "$@"; }
by_ddread() {
	throttled "$DISKBENCH" ddread if="$device" count="$mib" --json "$@" 2>/dev/null | jq '.results.read.per_second'
}
by_hdparm() { by_hdparm_of hdparm "$@"; }
by_hdparm_of() {
	throttled "$@" "$device" 2>/dev/null |
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
	got=$(i=0; while [ $i -lt "$RUNS" ]; do "$@"; i=$((i + 1)); done | median)
	printf '%-28s %12s %12s %8s\n' "$label" "$speed" "${got:--}" "$([ -n "$got" ] && difference "$got" "$speed")"
}
have() { command -v "$1" >/dev/null; }

printf '%-28s %12s %12s %8s\n' "tool" "true B/s" "said B/s" "off"
[ $# -gt 0 ] || set -- 2 20 200 hot
for megabytes; do
	case $megabytes in
	hot) continue ;;
	esac
	speed=$((megabytes * 1000000)) mib=$((megabytes * 4))
	[ "$mib" -le 512 ] || mib=512
	throttle $((mib * 2 + 16)) $speed
	row "hdtime -t" by_hdtime -t
	row "hdtime -t --direct" by_hdtime -t --direct
	row "ddread" by_ddread
	row "ddread iflag=direct" by_ddread iflag=direct
	row "ddread of=/dev/null bs=1M" by_ddread of=/dev/null bs=1M
	row "probe, buffered" ours read
	row "probe, direct" ours direct
	have hdparm && row "hdparm -t" by_hdparm -t
	have hdparm && row "hdparm -t --direct" by_hdparm -t --direct
	row "dd bs=1M" by_dd
	row "dd bs=1M iflag=direct" by_dd iflag=direct
	have fio && row "fio, buffered" by_fio 0
	have fio && row "fio, direct" by_fio 1
	unthrottle
done

case " $* " in
*" hot "*) ;;
*) exit ;;
esac
# Mounted, held open and read before.
speed=20000000 mib=64
throttle_hot "$speed" || { echo "it can't be mounted"; exit; }
after() { warm; "$@"; }
row "hdtime -t, read before" after by_hdtime -t
row "ddread, read before" after by_ddread
row "probe, read before" after ours read
have hdparm && row "hdparm -t, read before" after by_hdparm -t
row "dd bs=1M, read before" after by_dd
