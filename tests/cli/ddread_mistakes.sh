#!/bin/sh
# SPDX-License-Identifier: MIT
# The fifteen mistakes of measuring with dd, by their number: each said where it is
# made and not where it isn't, or can't be made at all. Those that need another file
# system or device than the directory's; ddread_notes.sh has the rest of the words.
#  1 memory instead of the disk  2 no sync  3 conv=sync, a sync a block  4 small blocks
#  5 a block larger than memory  6 zeros, slow random data  7 tmpfs  8 too short
#  9 the wrong device  10 holes  11 time dd  12 units  13 loop devices  14 the average
# hides a cliff  15 no direct I/O
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
cd "$work" || exit 99
export LC_ALL=C
enabled DDREAD_NOTES || skip_all "this build has no DDREAD_NOTES"

says() { like "$1" "$err" "^ddread: [^:]*: $2"; }
silent() { unlike "$1" "$err" "^ddread: [^:]*: $2"; }

head -c 4194304 /dev/urandom >in

if enabled DDREAD_WRITE; then
	run ddread if=in of=out bs=1M
	says "2, 11: the sync is in the time, both times are said" 'written: [0-9.e-]+ s to memory, [0-9.e-]+ s to the disk$'
	run ddread if=in of=out bs=1M --strict
	silent "2: --strict has none" 'written: '
	run ddread if=in of=/dev/null bs=1M
	silent "2: nor where nothing is written" 'written: '
	run ddread if=in of=out bs=1M
	silent "3: nothing of conv=sync or latency without them" '(conv=sync|oflag): '
	silent "4: 1M is not small, out or in" 'bs: '
	silent "6: neither zeros nor slow" '(zeros|random): '
fi
run ddread if=in
silent "4: the block unless said is none of the small ones" 'bs: blocks under'
run ddread if=in of=/dev/null bs=1M
silent "5: 1M goes whole" 'bs: such a block'
silent "15: nothing was asked to be direct" 'buffered: '
run ddread if=in of=/dev/null bs=1M status=noxfer
silent "12: no rate, no units" 'rate: '

slowly() { i=0; while [ $i -lt "$1" ]; do head -c 1048576 in; sleep 1; i=$((i + 1)); done; }
slowly 1 | $EMULATOR "$DISKBENCH" ddread of=/dev/null bs=1M 2>.err
err=$(cat .err)
silent "8: a second is enough" 'short: '
slowly 4 | $EMULATOR "$DISKBENCH" ddread of=/dev/null bs=1M 2>.err
err=$(cat .err)
says "14: slowest and fastest second" 'rate: .*; slowest second [0-9.]+ [kM]?B/s = .*, fastest [0-9.]+ [kM]?B/s = '
run ddread if=in of=/dev/null bs=1M
silent "14: not of a moment" 'rate: .*slowest'

# ---- file systems and devices of our own ----
if [ "$(id -u)" != 0 ] || [ -n "$EMULATOR" ]; then
	echo "# not root: no file systems and devices of our own"
	finish
fi
undo=
undo_also() {
	undo="$1; $undo"
	at_exit="cd /; $undo"
}
mkdir tmpfs
if mount -t tmpfs -o size=16m tmpfs tmpfs 2>/dev/null; then
	undo_also "umount '$work/tmpfs'"
	cp in tmpfs/in
	run ddread if=tmpfs/in of=/dev/null bs=1M
	says "7: tmpfs is memory" 'tmpfs: this is memory, there is no disk to measure$'
	if enabled DDREAD_WRITE; then
		run ddread if=in of=tmpfs/out bs=1M
		says "7: written to, too" 'tmpfs: this is memory'
	fi
fi
truncate -s 200M image
loop=$(losetup -f --show image 2>/dev/null) || { echo "# no loop devices here"; finish; }
undo_also "losetup -d $loop"
run ddread "if=$loop" count=4
says "13: what is behind a loop device may be in memory" 'loop: the file behind the device may be in memory$'
silent "7: it is no memory by itself" 'tmpfs: '
silent "9: reading it takes no consent" 'refused'
silent "10: of a device no holes are known" 'sparse: '
run ddread if=in of="$loop"
enabled DDREAD_WRITE && like "9: writing does" "$err" "^ddread: $loop: refused: .*--destroy-data=$loop\$"
is "9: and nothing is written" "$status $(head -c 4194304 "$loop" | tr -d '\000' | wc -c)" "3 0"

mkdir mount
if command -v mkfs.ext4 >/dev/null && mkfs.ext4 -qF "$loop" && mount "$loop" mount; then
	cp in mount/in
	run ddread if=mount/in
	says "13: the loop device below a file system" 'loop: '
	umount mount
fi
if command -v mkfs.btrfs >/dev/null && mkfs.btrfs -qf "$loop" >/dev/null 2>&1 &&
	mount -o compress-force=zstd "$loop" mount 2>/dev/null; then
	undo_also "umount '$work/mount'"
	if enabled DDREAD_WRITE; then
		run ddread if=/dev/zero of=mount/zeros bs=1M count=16
		says "6: zeros are said to be such" 'zeros: '
		says "6: what was stored compressed is seen" 'compressed: stored in less space than was written$'
		run ddread if=random: of=mount/data bs=1M count=16
		silent "6: random data is not compressed" '(zeros|compressed): '
		run ddread if=mount/zeros
		says "6: reading it back tells too" 'compressed: less is stored than was read$'
		silent "1: and is not called memory" 'cached: '
		run ddread if=mount/data
		silent "6: data is read whole" 'compressed: '
		silent "1: from the disk" 'cached: '
		run ddread if=mount/data of=/dev/null bs=1M
		run ddread if=mount/data of=/dev/null bs=1M
		says "1: and the next time from memory" 'cached: '
	fi
	umount mount
	undo=${undo#*;}
	at_exit="cd /; $undo"
else
	echo "# no compressing file system here"
fi
if command -v fuse2fs >/dev/null && [ -c /dev/fuse ]; then
	truncate -s 32M fuse.img
	mkfs.ext4 -qF fuse.img
	if fuse2fs fuse.img mount -o fakeroot >/dev/null 2>&1; then
		undo_also "umount '$work/mount'"
		cp in mount/in
		run ddread if=mount/in
		says "1: what a program keeps can't be dropped" 'fuse[^:]*: what a server, a program or ZFS has in memory'
		silent "1: it is not called cold" 'only read: .*out of memory first'
	fi
fi
run ddread if=in
silent "1: a file of the disk is no server's" '[^:]*: what a server'
finish
