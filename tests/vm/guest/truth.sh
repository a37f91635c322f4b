# SPDX-License-Identifier: MIT
# Disks of 5, 20 and 80 MB/s, told apart by their sizes.
# shellcheck shell=sh
. /test/lib.sh
. /test/system.sh
. /test/measure.sh

# MIB RATE BONNIE_MIB
while read -r mib rate amount; do
	device=$(disk_of "$mib")
	mke2fs -b 4096 "$device" >/dev/null 2>&1
	ok "$device, $rate B/s: mounted" mount -t ext2 -o noinit_itable "$device" /mnt
	for applet in zcav hdtime ddread bonnie; do
		enabled_here $applet && measure $applet "$device" "$rate" /mnt "$amount" </dev/null
	done
	umount /mnt
done <<'D'
40 5000000 32
160 20000000 96
640 80000000 384
D
finish
