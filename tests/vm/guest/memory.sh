# SPDX-License-Identifier: MIT
# 64 MB: bonnie on the file systems of small machines' disks, then large files and a large disk.
# shellcheck shell=sh disable=SC2154  # out, err, status: lib.sh; machine: system.sh
. /test/lib.sh
. /test/system.sh
. /test/bonnie_on.sh
mount_with /late vfat.order
device=$(disk_of 400)

is "swap is off" "$(grep -c / /proc/swaps)" 0
mke2fs -b 4096 "$device" >/dev/null 2>&1
mount -t ext2 "$device" /mnt && bonnie_on ext2 128 /mnt && umount /mnt
sync; umount /mnt 2>/dev/null
host mkfs ext4 >/dev/null                 # by the machine that runs us: BusyBox makes no journal
mount -t ext4 "$device" /mnt && bonnie_on ext4 128 /mnt && umount /mnt
for module in nls_cp437 nls_ascii nls_iso8859-1 vfat; do late $module; done
mkdosfs "$device" >/dev/null 2>&1
mount -t vfat "$device" /mnt && bonnie_on vfat 128 /mnt && umount /mnt
late_done vfat
late crc32_generic
late f2fs
if [ "$(host mkfs f2fs)" = "done" ]; then
	mount -t f2fs "$device" /mnt && bonnie_on f2fs 128 /mnt && umount /mnt
fi

late_done f2fs

# ---- squashfs, and an overlay of it and a disk, as on OpenWrt ----
mke2fs -b 4096 "$device" >/dev/null 2>&1
mkdir -p /squash /disk /overlay
mount -t ext2 "$device" /disk
late loop; late squashfs; late overlay
mkdir /disk/upper /disk/work
if [ -e /test/squash.img ] && mount -t squashfs -o loop /test/squash.img /squash; then
	run bonnie -d /squash -u root -s 0 -n 1 -q
	is "squashfs: bonnie is refused" "$status" 3
	like "squashfs: in words" "$err" "^bonnie: /squash: refused: the file system is read-only"
	mount -t overlay overlay -o lowerdir=/squash,upperdir=/disk/upper,workdir=/disk/work /overlay &&
		bonnie_on overlay 128 /overlay && umount /overlay
fi

umount /disk

# ---- above 2 and 4 GiB ----
if [ "$machine" = arm ]; then
	mount -t ext4 "$(disk_of 6144)" /mnt
	run bonnie -d /mnt -u root -s 4200:1m:64:1 -n 0 -f -D -m vm -q
	is "bonnie, a file of 4200 MiB: $err" "$status" 0
	like "its line" "$out" "^vm,4200M?"
	echo "# $out"
	survived "a file of 4200 MiB"
	run ddread if=/dev/zero of=/mnt/file bs=1M seek=5000 count=2 conv=notrunc
	is "ddread seek=5000 bs=1M: $err" "$status" 0
	is "the file's size" "$(stat -c %s /mnt/file)" $((5002 * 1048576))
	printf MARK | dd of=/mnt/file bs=1M seek=4097 conv=notrunc 2>/dev/null
	run ddread if=/mnt/file of=/tmp/mark bs=1M skip=4097 count=1
	is "ddread skip=4097" "$(head -c 4 /tmp/mark)" MARK
	run zcav -q -b 1 -r 4999:5002 /mnt/file
	is "zcav on the end of it: $err" "$status" 0
	umount /mnt
fi

# ---- a disk of 3 TiB: what is read is what was written there ----
large=$(disk_of 3145728)
for gib in 1 3 5 2047 2049 3071; do
	printf 'MARK%04d' $gib | dd of="$large" bs=1M seek=$((gib * 1024)) conv=notrunc 2>/dev/null
	run ddread if="$large" of=/tmp/mark bs=1M skip=$((gib * 1024)) count=1
	is "a disk of 3 TiB at $gib GiB" "$(head -c 8 /tmp/mark)" "MARK$(printf %04d $gib)"
done
run zcav -q -b 4 -r $((2048 * 1024 + 100)):$((2048 * 1024 + 116)) "$large"
is "zcav beyond 2 TiB: $err" "$status" 0
like "its offsets" "$out" "^2048.1[0-9] "
run zcav -q --points=5 --time-limit=20 -b 1 "$large"
is "zcav samples 3 TiB: $err" "$status" 0
like "the last sample is at the end" "$out" "^307[12]\.?[0-9]* |^30[67][0-9]\."
run hdtime -t --offset 3000 "$large"
is "hdtime --offset 3000: $err" "$status" 0
finish
