#!/bin/sh
# SPDX-License-Identifier: MIT
# Kinds of targets by their names, the device below, and the flags of what is
# measured there: each where it must appear and where it must not.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
[ "$(id -u)" = 0 ] || skip_all "needs root"
command -v jq >/dev/null || skip_all "no jq"
losetup -f >/dev/null 2>&1 || skip_all "no loop devices"

undo=
undo_also() {
	undo="$1; $undo"
	at_exit=$undo
}
loop_of() {     # MIB: $device
	image=$(mktemp "$work/image.XXXXXX")
	truncate -s "$1M" "$image"
	device=$(losetup -f --show "$image") || skip_all "losetup fails"
	undo_also "losetup -d $device; rm -f $image"
}
mounted() {     # MKFS_COMMAND [MOUNT_OPTIONS]: a loop device mounted on $mount
	mount=$(mktemp -d "$work/mount.XXXXXX")
	# shellcheck disable=SC2086  # a command with its options
	$1 "$device" >/dev/null 2>&1 && mount ${2-} "$device" "$mount" 2>/dev/null || return 1
	undo_also "umount $mount"
}
field() {       # PATH .JQ
	"$PROBE" target "$1" 2>/dev/null | jq -r "$2"
}
# DIRECTORY OPTIONS...: the flags of a bonnie run, as "test:flag test:flag"
flags_in() {
	directory=$1
	shift
	"$DISKBENCH" bonnie -d "$directory" -u root -s 32:8k:300 -n 0 -f -q --json "$@" 2>"$work/.err" |
		jq -r '[.runs[0] | to_entries[] | select(.value | type == "object") | .key as $k | .value.flags[] | $k + ":" + .] | join(" ")'
}

# ---- kinds ----
loop_of 64
is "loop device" "$(field "$device" .target.kind)" "loop device"
is "its size" "$(field "$device" .target.size)" $((64 * 1048576))
is "its sector" "$(field "$device" .target.sector)" 512
echo text >"$work/file"
is "regular file" "$(field "$work/file" .target.kind)" "regular file"
is "its size to the byte" "$(field "$work/file" .target.size)" 5
is "directory" "$(field "$work" .target.kind)" "directory"
mkfifo "$work/fifo"
sleep 5 >"$work/fifo" &
undo_also "kill $! 2>/dev/null"
is "pipe" "$(field "$work/fifo" .target.kind)" "pipe"
is "character device" "$(field /dev/zero .target.kind)" "character device"
is "standard input" "$(printf x | "$PROBE" target - | jq -r .target.kind)" "pipe"
if command -v addpart >/dev/null && addpart "$device" 1 2048 8192 2>/dev/null && [ -b "${device}p1" ]; then
	undo_also "delpart $device 1 2>/dev/null"
	is "partition" "$(field "${device}p1" .target.kind)" "partition"
	is "its disk" "$(field "${device}p1" .target.device.disk)" "${device##*/}"
	is "its size, not the disk's" "$(field "${device}p1" .target.size)" $((8192 * 512))
	delpart "$device" 1
fi
if [ -b /dev/zram0 ]; then
	is "zram" "$(field /dev/zram0 .target.kind)" "compressed RAM disk"
fi
if losetup --help 2>&1 | grep -q sector-size; then
	four=$(losetup -f --show --sector-size 4096 "$image" 2>/dev/null) && {
		is "4 KiB sectors" "$(field "$four" .target.sector)" 4096
		losetup -d "$four"
	}
fi

# ---- the device below a directory ----
mounted "mkfs.ext4 -qF"
is "ext4" "$(field "$mount" .target.file_system)" ext4
is "lies on the loop device" "$(field "$mount" .target.device.name)" "${device##*/}"
ext4=$mount
unlike "a cold file is not called cached" "$(flags_in "$ext4")" ":cached"
like "one that was kept in memory is" "$(flags_in "$ext4" --cache=keep -r 4)" "get_block:cached"
like "zeros on ext4 are not compressed" "$(flags_in "$ext4" --data=zero)" "put_block:buffered"
unlike "so no such flag" "$(flags_in "$ext4" --data=zero)" ":compressed"

loop_of 200
if mounted "mkfs.btrfs -qf" "-o compress-force=zstd"; then
	is "btrfs" "$(field "$mount" .target.file_system)" btrfs
	is "its device by the mount, its own number is anonymous" "$(field "$mount" .target.device.name)" "${device##*/}"
	flags=$(flags_in "$mount" --data=zero)
	like "zeros on compressing btrfs: compressed" "$flags" "put_block:compressed"
	like "and the read that then needs few bytes is compressed too" "$flags" "get_block:compressed"
	unlike "but not cached" "$flags" "get_block:cached"
	flags=$(flags_in "$mount")
	unlike "random data: not compressed" "$flags" "put_block:compressed"
	unlike "nor cached" "$flags" "get_block:cached"
	btrfs=$mount
	mkdir "$btrfs/upper" "$btrfs/work" "$btrfs/lower" "$work/overlay"
	if mount -t overlay overlay -o "lowerdir=$btrfs/lower,upperdir=$btrfs/upper,workdir=$btrfs/work" "$work/overlay" 2>/dev/null; then
		undo_also "umount $work/overlay"
		is "overlay on btrfs: the device of its upper directory" "$(field "$work/overlay" .target.device.name)" "${device##*/}"
	fi
fi

mkdir "$ext4/upper" "$ext4/work" "$ext4/lower" "$work/overlay2"
if mount -t overlay overlay -o "lowerdir=$ext4/lower,upperdir=$ext4/upper,workdir=$ext4/work" "$work/overlay2" 2>/dev/null; then
	undo_also "umount $work/overlay2"
	is "overlay" "$(field "$work/overlay2" .target.file_system)" overlay
	is "its device" "$(field "$work/overlay2" .target.device.name)" "$(field "$ext4" .target.device.name)"
	unlike "a cold file on an overlay is not cached" "$(flags_in "$work/overlay2")" ":cached"
fi

mkdir "$work/tmpfs"
mount -t tmpfs -o size=64m tmpfs "$work/tmpfs"
undo_also "umount $work/tmpfs"
is "tmpfs" "$(field "$work/tmpfs" .target.file_system)" tmpfs
is "says why it has no device" "$(field "$work/tmpfs" .target.device.unknown)" "the file system is in memory"
is "can't be cold" "$(field "$work/tmpfs" .can_be_cold)" false
like "everything read there is cached" "$(flags_in "$work/tmpfs" -r 4)" "get_block:cached"
"$DISKBENCH" bonnie -d "$work/tmpfs" -u root -s 16 -n 0 -f >"$work/.out" 2>"$work/.err"
like "and that is said in words" "$(cat "$work/.err")" "cached: .*get_block.*: this file system is in memory"

# ---- squashfs and read-only mounts ----
if command -v mksquashfs >/dev/null; then
	mkdir "$work/tree" "$work/squash" && echo text >"$work/tree/file"
	mksquashfs "$work/tree" "$work/squash.img" -quiet -no-progress >/dev/null 2>&1
	if mount -o loop "$work/squash.img" "$work/squash" 2>/dev/null; then
		undo_also "umount $work/squash"
		is "a file on squashfs" "$(field "$work/squash/file" .target.file_system)" squashfs
		"$DISKBENCH" bonnie -d "$work/squash" -u root -s 0 -n 1 -q >"$work/.out" 2>"$work/.err"
		is "bonnie is refused there" "$?" 3
		like "in words" "$(cat "$work/.err")" "squash: refused: the file system is read-only"
	fi
fi

# ---- FUSE ----
if command -v fuse2fs >/dev/null && [ -c /dev/fuse ]; then
	mkdir "$work/fuse"
	truncate -s 64M "$work/fuse.img"
	mkfs.ext4 -qF "$work/fuse.img"
	if fuse2fs "$work/fuse.img" "$work/fuse" -o fakeroot >/dev/null 2>&1; then
		undo_also "umount $work/fuse"
		like "FUSE" "$(field "$work/fuse" .target.file_system)" "fuse"
		is "a program serves it" "$(field "$work/fuse" .target.device.unknown)" "a program serves the file system"
		is "the kernel's count means nothing there" "$(field "$work/fuse" .counts_bytes)" false
		"$DISKBENCH" bonnie -d "$work/fuse" -u root -s 16 -n 0 -f -q >"$work/.out" 2>"$work/.err"
		is "a small file is refused" "$?" 3
		like "in the known words" "$(cat "$work/.err")" "File size should be double RAM for good results"
		"$DISKBENCH" bonnie -d "$work/fuse" -u root -s 16 -r 8 -n 0 -f -q -D >"$work/.out" 2>"$work/.err"
		is "with a smaller -r it runs" "$?" 0
		is "and leaves nothing" "$(find "$work/fuse" -name 'Bonnie*')" ""
	fi
fi

# ---- a file one may only read: mincore would say that all of it is in memory ----
dd if=/dev/urandom of="$ext4/readable" bs=1M count=4 status=none
sync
chmod 644 "$ext4/readable"
chmod 755 "$work" "$ext4"
cp "$PROBE" "$ext4/probe"
if command -v setpriv >/dev/null; then
	got=$(setpriv --reuid 65534 --regid 65534 --clear-groups "$ext4/probe" target "$ext4/readable" 2>/dev/null |
		jq -r .target.resident_permille)
	ok "cold file of another user: $got, not 1000" test "$got" != 1000
	is "the owner sees it cold" "$(field "$ext4/readable" .target.resident_permille)" 0
fi
finish
