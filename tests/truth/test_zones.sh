#!/bin/sh
# SPDX-License-Identifier: MIT
# zcav on a disk of four zones, 40, 30, 22 and 16 MB/s: each found where it is, its rate
# within 2 %, scanned and sampled; a part that can't be read; and a flat disk. The disk is
# a program, nbdkit, seen through nbdfuse as a file, that through a loop device.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=throttle.sh
. "$(dirname "$0")/throttle.sh"
here=$(dirname "$0")
enabled ZCAV_ZONES || skip_all "no ZCAV_ZONES in this build"
[ "$(id -u)" = 0 ] || skip_all "needs root"
losetup -f >/dev/null 2>&1 || skip_all "no loop devices"
[ -c /dev/fuse ] || skip_all "no FUSE"
for command in jq nbdkit nbdfuse fusermount3; do
	command -v $command >/dev/null || skip_all "no $command"
done
cc -shared -fPIC -O1 -o "$work/zones_disk.so" "$here/zones_disk.c" 2>/dev/null || skip_all "no header of nbdkit's plugins"

disk_gone() {   # in the order of what lies on what; each may be missing
	[ -z "$device" ] || losetup -d "$device"
	sleep 0.5
	fusermount3 -u "$work/mount" 2>/dev/null || fusermount3 -uz "$work/mount" 2>/dev/null
	[ ! -e "$work/nbdkit.pid" ] || kill "$(cat "$work/nbdkit.pid")"
	wait 2>/dev/null
	rm -f "$work/nbdkit.pid" "$work/nbdfuse.pid" "$work/socket"
	device=
}
disk() {        # ZONES: $device
	mkdir -p "$work/mount"
	at_exit=disk_gone
	nbdkit -r -P "$work/nbdkit.pid" -U "$work/socket" "$work/zones_disk.so" "zones=$1" || skip_all "nbdkit fails"
	nbdfuse -r -P "$work/nbdfuse.pid" "$work/mount" --unix "$work/socket" 2>"$work/nbdfuse.err" &
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		[ -e "$work/nbdfuse.pid" ] && break
		sleep 0.3
	done
	[ -e "$work/mount/nbd" ] || skip_all "nbdfuse fails: $(tail -n 1 "$work/nbdfuse.err")"
	# Direct, else the loop device reads ahead into memory, and the second look is at that.
	device=$(losetup -rf --show --direct-io=on "$work/mount/nbd" 2>/dev/null) || skip_all "losetup fails"
}
zcav() { timeout 120 "$DISKBENCH" zcav -q --json "$@" "$device" | jq -c '.devices[0]' >"$work/json"; }

# WANTED_RATES...: as many zones, each rate within 2 %, each border within a MARGIN of MiB.
fits() {
	[ "$(jq '.zones | length' "$work/json")" = $# ] || return 1
	at=0
	for rate in "$@"; do
		within "$(jq ".zones[$at].per_second" "$work/json")" "$rate" 200 || return 1
		border=$(jq ".zones[$at].start / 1048576 - $at * 64 | fabs | ceil" "$work/json")
		[ "$border" -le "$margin" ] || return 1
		at=$((at + 1))
	done
}
found() { jq -r '[.zones[] | "\(.start / 1048576 * 10 | round / 10): \(.per_second)"] | join(", ")' "$work/json"; }
zones() {       # WHAT MARGIN OPTIONS...
	what=$1 margin=$2
	shift 2
	for _ in 1 2 3; do
		zcav "$@"
		fits 40000000 30000000 22000000 16000000 && break
	done
	# The disk is two programs, which a busy machine lets wait.
	if ! fits 40000000 30000000 22000000 16000000 && busy; then
		point 0 "$what: $(found) # SKIP the machine is busy"
	else
		ok "$what: $(found)" fits 40000000 30000000 22000000 16000000
	fi
}

disk 64:40000,64:30000,64:22000,64:16000
zones "four zones, scanned" 8 -b 16
! enabled ZCAV_SAMPLE || zones "four zones, sampled" 12 -b 8 --points=25
disk_gone

disk 32:40000,2:0,30:40000
timeout 120 "$DISKBENCH" zcav -q -b 8 "$device" >"$work/out" 2>"$work/err"
is "two MiB can't be read: exit 1" "$?" 1
like "they are marked" "$(cat "$work/out")" "^# error at byte 33554432"
like "and the run goes on to the end" "$(cat "$work/out")" "^0\.05 "
echo "# $(tail -n 1 "$work/err")"
disk_gone

disk 64:40000
for _ in 1 2 3; do
	timeout 60 "$DISKBENCH" zcav -q -b 16 "$device" >"$work/out"
	grep -q flat "$work/out" && break
done
if ! grep -q flat "$work/out" && busy; then
	point 0 "a flat disk # SKIP the machine is busy"
else
	like "a flat disk is called so, with its rate" "$(cat "$work/out")" "^# flat.* (37\.[89]|38\.[0-9])[0-9]* MiB/s"
fi
disk_gone
finish
