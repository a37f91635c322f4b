# SPDX-License-Identifier: MIT
# 64 MB and flash: UBIFS and JFFS2 on nandsim, whose flash lies in a file on the disk.
# shellcheck shell=sh disable=SC2154  # out, err, status: lib.sh
. /test/lib.sh
. /test/system.sh
. /test/bonnie_on.sh
tools
mount_with /late nandsim.order
device=$(disk_of 400)
mkdir -p /disk
mke2fs -b 4096 "$device" >/dev/null 2>&1
mount -t ext2 "$device" /disk
dd if=/dev/zero of=/disk/nand bs=1M count=280 2>/dev/null

# 256 MiB: 1280 and 512 of its blocks of 128 KiB are partitions.
late nandsim first_id_byte=0x20 second_id_byte=0xaa third_id_byte=0x00 fourth_id_byte=0x15 cache_file=/disk/nand parts=1280,512
for module in lzo deflate zstd ubifs; do late $module; done
ok "attached" ubiattach -m 0
ok "a volume" ubimkvol /dev/ubi0 -N v -m
if mount -t ubifs ubi0:v /mnt; then
	mib=128
	[ "$machine" = arm ] || mib=32  # twice the RAM takes minutes
	bonnie_on ubifs $mib /mnt
	umount /mnt
else
	ok "mount -t ubifs" false
	dmesg | tail -n 5 | sed 's/^/# /'
fi
ubidetach -m 0 >/dev/null 2>&1
late_done ubifs
late jffs2
if mount -t jffs2 mtd1 /mnt; then
	bonnie_on jffs2 16 /mnt
	umount /mnt
else
	ok "mount -t jffs2" false
fi
late mtdblock
wait_for /dev/mtdblock1 || echo "# skip: this kernel has no mtdblock"
for path in /dev/mtdblock1 /dev/mtd1; do
	[ -e $path ] || continue
	run ddread if=/dev/zero of=$path bs=64k count=1 --destroy-data=$path --ignore-signature
	is "$path is never written: $err" "$status" 3
	run ddread if=$path of=/dev/null bs=64k count=64
	is "$path is read: $err" "$status" 0
done
finish
