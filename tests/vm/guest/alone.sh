# SPDX-License-Identifier: MIT
# bare: the machine as the kernel leaves it, its disk held to 20 MB/s. Every applet runs with
# nothing else there, on a root that can't be written; then with a system around it.
# shellcheck shell=sh disable=SC2154  # out, err, status: lib.sh; disk: system.sh
PATH=/bin
for applet in mkdir mount sh; do
	/bin/busybox ln -s busybox /bin/$applet 2>/dev/null
done
/bin/busybox rm -f /dev/null            # a file, if anything wrote there before
/bin/busybox mknod /dev/null c 1 3
mkdir /w /disk /busybox
mount -t tmpfs w /w
/bin/busybox --install -s /busybox
PATH=/bin:/busybox
# shellcheck disable=SC2034  # lib.sh reads it
TMPDIR=/w DISKBENCH=/bin/diskbench
. /test/lib.sh
. /test/system.sh
. /test/measure.sh

# ---- nothing there: no /proc, /sys, /tmp, /etc, no name of the host ----
ok "diskbench --install /bin" diskbench --install /bin
mkdir /links
diskbench --install /links
for applet in $(diskbench --list); do
	is "the link of $applet" "$(readlink -f "/bin/$applet") $(readlink -f "/links/$applet")" "/bin/diskbench /bin/diskbench"
	run "$applet" --help
	is "$applet --help: $err" "$status" 0
done
load_modules
mount -t devtmpfs dev /disk
wait_for "/disk/${disk#/dev/}"
numbers=$(stat -c "0x%t 0x%T" "/disk/${disk#/dev/}")
umount /disk
mknod "$disk" b $((${numbers% *})) $((${numbers#* }))
mount -o remount,ro rootfs /
is "the root can't be written" "$(touch /x 2>&1 | sed 's/.*: //')" "Read-only file system"
is "no /proc, no /tmp" "$(ls -d /proc /tmp /sys /etc 2>/dev/null)" ""
# Blocks of 4 KiB: with 1 KiB the emulated processor is what limits buffered writing.
mke2fs -b 4096 "$disk" >/dev/null 2>&1
ok "ext2 on the disk" mount -t ext2 -o noinit_itable "$disk" /disk
for applet in zcav hdtime ddread bonnie; do
	enabled_here "$applet" && measure "$applet" "$disk" 20000000 /disk 96
done

every() {
	run bonnie -d /disk -u root -s 8 -n 1 -q
	is "bonnie with small files: $err" "$status" 0
	is "leaves nothing" "$(ls /disk)" "lost+found"
	run zcav -q -r 8 "$disk"
	is "zcav: $err" "$status" 0
	enabled_here hdtime && { run hdtime -T "$disk"; is "hdtime -T: $err" "$status" 0; }
	enabled_here ddread && { run ddread if="$disk" of=/dev/null bs=1M count=4; is "ddread" "$status" 0; }
}
every

# ---- and with a system ----
mount -o remount,rw rootfs /
rm -f /dev/null "$disk" /bin/mkdir /bin/mount /bin/sh /modules/order
system
PATH=/bin
every
finish
