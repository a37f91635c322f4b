# SPDX-License-Identifier: MIT
# 256 MiB at 40 MB/s, then 128 MiB at 20 MB/s: device mapper's linear joins them.
# shellcheck shell=sh disable=SC2154  # out, err, status: lib.sh
. /test/lib.sh
. /test/system.sh
tools
fast=$(disk_of 256) slow=$(disk_of 128)
printf '%s\n' "0 524288 linear $fast 0" "524288 262144 linear $slow 0" | dmsetup create zones
device=/dev/mapper/zones
[ -e $device ] || dmsetup mknodes
ok "two disks in one" test -e $device

# A block that begins after a pause has the throttle's free tenth of a second: the first
# of each region may be a zone of its own. The others are two.
zones() {
	for _ in 1 2 3; do
		run zcav -q -b 16 $device
		found=$(echo "$out" | awk '/^# zone/ { if ($5 - $3 > 0.06) print $3, $5, $7 }')
		[ "$(echo "$found" | wc -l)" = 2 ] && break
	done
	echo "$out" | sed 's/^/# /'
	is "zcav: $err" "$status" 0
	is "two zones" "$(echo "$found" | wc -l)" 2
	# 38.15 and 19.07 MiB/s, a border at 0.25 GiB
	ok "the fast one's rate" near "$(echo "$found" | awk 'NR == 1 { print $3 }')" 38.15 3
	ok "the slow one's rate" near "$(echo "$found" | awk 'NR == 2 { print $3 }')" 19.07 3
	ok "the border" near "$(echo "$found" | awk 'NR == 2 { print $1 }')" 0.25 10
}
near() { awk -v a="${1:-0}" -v b="$2" -v p="$3" 'BEGIN { d = (a - b) / b * 100; exit !(d < p && d > -p) }'; }
zones
run zcav -q --points=33 $device
echo "$out" | sed 's/^/# /'
is "zcav --points=33: $err" "$status" 0
finish
