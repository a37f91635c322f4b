#!/bin/sh
# SPDX-License-Identifier: MIT
# Devices that must not be written, each refused in the right words with exit 3 and
# not a byte changed: in use in any way, or holding anything known.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
[ "$(id -u)" = 0 ] || skip_all "needs root"
command -v losetup >/dev/null || skip_all "no losetup"
losetup -f >/dev/null 2>&1 || skip_all "no loop devices"

# Makes $image of $1 MiB on $device; the last ones are undone at the end.
undo=
loop_device() {
	image=$work/image$points
	truncate -s "$1M" "$image"
	device=$(losetup -f --show "$image") || skip_all "losetup fails"
	undo="losetup -d $device; rm -f $image; $undo"
	at_exit=$undo
}

release() {
	eval "$undo" >/dev/null 2>&1
	undo=
	at_exit=:
}

consent() {
	"$PROBE" consent "$@" >"$work/.out" 2>"$work/.err"
	status=$?
	err=$(cat "$work/.err")
}

# WHAT REGEX: the device is refused with these words and not changed.
refused() {
	before=$(cksum <"$image")
	consent "$device" "$device"
	is "$1: refused" "$status" 3
	like "$1: says why" "$err" "^probe: $device: refused: $2"
	is "$1: not a byte changed" "$(cksum <"$image")" "$before"
}

# ---- consent ----
loop_device 4
consent "$device"
is "without consent: refused" "$status" 3
like "says how to consent" "$err" "--destroy-data=$device\$"
consent "$device" /dev/null
is "consent to something else: refused" "$status" 3
consent "$device" "$device"
is "an empty device, named: yes" "$status $err" "0 "
ln -s "$device" "$work/alias"
consent "$work/alias" "$device"
is "the same device by another name: yes" "$status $err" "0 "
release
consent "$work/missing" "$work/missing"
is "a missing device is a usage error" "$status" 2
consent /dev/null /dev/null
is "a character device: refused" "$status" 3
consent "$work" "$work"
is "a directory is a usage error" "$status" 2

# ---- in use ----
mkdir "$work/mount"
loop_device 16
mkfs.ext4 -qF "$device"
mount "$device" "$work/mount"
undo="umount $work/mount; $undo"
at_exit=$undo
refused "mounted" "in use: mounted on .*/mount"
# The file that a mounted loop device stands on.
consent "$image"
is "backing file of a mounted loop: refused" "$status" 3
like "says behind what" "$err" "in use: behind ${device##*/}"
release

loop_device 8
"$PROBE" consent "$image" >/dev/null 2>&1
is "backing file of a loop: refused" "$?" 3
if mkswap "$device" >/dev/null 2>&1 && swapon "$device" 2>/dev/null; then
	undo="swapoff $device; $undo"
	at_exit=$undo
	refused "swap in use" "in use: used as swap: $device"
fi
release

loop_device 8
sleep 60 <>"$device" &
holder=$!
undo="kill $holder; wait $holder 2>/dev/null; $undo"
at_exit=$undo
refused "open for writing elsewhere" "in use: open for writing in process $holder sleep"
release
loop_device 8
# shellcheck disable=SC2217  # it only holds the device open
sleep 60 <"$device" &
holder=$!
undo="kill $holder; wait $holder 2>/dev/null; $undo"
at_exit=$undo
consent "$device" "$device"
is "open for reading elsewhere is no harm" "$status $err" "0 "
release

# A disk with a mounted partition, and the partition of a mounted disk. addpart makes a
# partition without a table on the disk, which would be refused for itself.
if command -v addpart >/dev/null; then
	loop_device 16
	losetup -d "$device"
	device=$(losetup -f --show -P "$image")
	undo="losetup -d $device; rm -f $image"
	at_exit=$undo
	if addpart "$device" 1 2048 16384 2>/dev/null && [ -b "${device}p1" ]; then
		undo="delpart $device 1; $undo"
		at_exit=$undo
		mkfs.ext4 -qF "${device}p1" && mount "${device}p1" "$work/mount"
		undo="umount $work/mount; $undo"
		at_exit=$undo
		refused "a partition is mounted" "in use: mounted on .*/mount"
		whole=$device device=${device}p1
		refused "the partition itself" "in use: mounted on .*/mount"
		device=$whole
	fi
	release
fi

# ---- signatures ----
# NAME MIB REGEX COMMAND...: a real tool makes it, where there is one.
made() {
	name=$1 mib=$2 words=$3
	shift 3
	command -v "$1" >/dev/null || { echo "# no $1"; return; }
	loop_device "$mib"
	if "$@" "$device" >"$work/.tool" 2>&1; then
		refused "$name by $1" "$words found on it"
	else
		echo "# $1 fails here: $(head -n 1 "$work/.tool")"
	fi
	release
}

made ext2 8 'ext2/3/4' mkfs.ext2 -qF
made ext4 16 'ext2/3/4' mkfs.ext4 -qF
made xfs 320 xfs mkfs.xfs -qf
made btrfs 128 btrfs mkfs.btrfs -qf
made f2fs 64 f2fs mkfs.f2fs -qf
made vfat 8 vfat mkfs.vfat
made fat32 64 vfat mkfs.vfat -F 32
made exfat 8 exfat mkfs.exfat
made ntfs 8 ntfs mkntfs -qFf
made swap 8 swap mkswap
made LVM 8 LVM pvcreate -qqff --config 'devices { scan = "/dev" use_devicesfile = 0 } global { locking_type = 1 }'
# shellcheck disable=SC2317  # called by made
luks() { printf secret | cryptsetup -q luksFormat --type "$1" --pbkdf pbkdf2 --pbkdf-force-iterations 1000 "$2" -; }
if command -v cryptsetup >/dev/null; then
	made LUKS1 32 LUKS luks luks1
	made LUKS2 32 LUKS luks luks2
fi
if command -v mksquashfs >/dev/null; then
	loop_device 8
	mkdir "$work/tree" && echo text >"$work/tree/file"
	mksquashfs "$work/tree" "$work/squash" -quiet -no-progress >/dev/null 2>&1
	dd if="$work/squash" of="$device" bs=4k status=none
	refused "squashfs by mksquashfs" "squashfs found on it"
	release
fi
# shellcheck disable=SC2317
table() { printf '%s\n' "label: $1" 'start=2048' | sfdisk -q "$2"; }
if command -v sfdisk >/dev/null; then
	made MBR 8 MBR table dos
	made GPT 8 GPT table gpt
	loop_device 8
	table gpt "$device" >/dev/null 2>&1
	dd if=/dev/zero of="$device" bs=4k count=8 conv=notrunc status=none
	refused "the second GPT alone" "GPT found on it"
	release
fi

# NAME OFFSET ESCAPES: the magic number alone, by hand.
by_hand() {
	loop_device "${4-8}"
	# shellcheck disable=SC2059  # the bytes are the format
	printf "$3" | dd of="$device" bs=1 seek="$2" conv=notrunc status=none
	refused "$1 by hand" "${1%% *} found on it"
	release
}

by_hand "md 1.1" 0 '\374\116\053\251'
by_hand "md 1.2" 4096 '\374\116\053\251'
by_hand "md 1.0" $((8 * 1048576 - 8192)) '\374\116\053\251'
by_hand "md 0.90" $((8 * 1048576 - 65536)) '\374\116\053\251'
by_hand "md 0.90 of a big-endian machine" $((8 * 1048576 - 65536)) '\251\053\116\374'
by_hand "ZFS uberblock" $((128 * 1024 + 5 * 1024)) '\014\261\272\0\0\0\0\0'
by_hand "ZFS uberblock, big-endian, last label" $((8 * 1048576 - 262144 + 131072 + 4096)) '\0\0\0\0\0\272\261\014'
by_hand "UBI" 0 'UBI#'
by_hand "LUKS second header" 16384 'SKUL\272\276'
by_hand "LVM in the third sector" 1048 'LVM2 001'
by_hand "swap of 64 KiB pages" 65526 'SWAPSPACE2'
by_hand "squashfs big-endian" 0 'sqsh'

# Random bytes are no signature, and consent to one is a consent of its own.
loop_device 8
dd if=/dev/urandom of="$device" bs=1M count=8 status=none
printf '\0\0\0' | dd of="$device" bs=1 conv=notrunc status=none
consent "$device" "$device"
is "random data: yes" "$status $err" "0 "
mkfs.ext4 -qF "$device"
consent "$device" "$device" ignore
is "a file system given up: yes" "$status $err" "0 "
release
finish
