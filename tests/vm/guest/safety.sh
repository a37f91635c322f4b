# SPDX-License-Identifier: MIT
# Disks in use, each of a size of its own: refused with exit 3 and not a byte changed, by
# every applet that could write them.
# shellcheck shell=sh disable=SC2154  # out, err, status: lib.sh
. /test/lib.sh
. /test/system.sh
tools
wait_for /dev/vda

# WHAT DEVICE WORDS [WATCHED]: the device whose bytes must stay is another one sometimes.
refused() {
	what=$1 device=$2 words=$3 watched=${4-$2}
	[ -b "$device" ] || { ok "$what: $device is there" false; return; }
	sync
	before=$(md5sum <"$watched") || before=unreadable
	for flag in "" --ignore-signature; do
		# shellcheck disable=SC2086  # none, or one
		run ddread if=/dev/zero of="$device" bs=64k count=16 "--destroy-data=$device" $flag
		is "$what: ddread $flag: refused" "$status" 3
		like "$what: says why" "$err" "$words"
		# shellcheck disable=SC2086
		run zcav -q -w -r 4 "--destroy-data=$device" $flag "$device"
		is "$what: zcav -w $flag: refused" "$status" 3
		like "$what: says why" "$err" "$words"
	done
	sync
	is "$what: not a byte changed" "$(md5sum <"$watched")" "$before"
}

# ---- md ----
a=$(disk_of 20) b=$(disk_of 22)
mdadm --create /dev/md0 --run --level=1 --raid-devices=2 --metadata=1.2 --assume-clean "$a" "$b" >"$work/log" 2>&1
ok "md0 runs: $(head -n 1 "$work/log")" test -b /dev/md0
refused "a half of md0" "$a" "in use: .*md0" /dev/md0
refused "the other half" "$b" "in use: .*md0" /dev/md0
mke2fs /dev/md0 >/dev/null 2>&1
mount -t ext2 -o noinit_itable /dev/md0 /mnt
refused "md0 itself, mounted" /dev/md0 "in use: mounted on /mnt"
umount /mnt
run ddread if=/dev/zero of=/dev/md0 bs=64k count=16 --destroy-data=/dev/md0 --ignore-signature
is "md0, not in use, given up: yes ($err)" "$status" 0

# ---- dm-crypt, the header of LUKS and without one ----
c=$(disk_of 24)
printf secret | cryptsetup -q luksFormat --type luks1 --pbkdf-force-iterations 1000 "$c" - 2>"$work/log"
printf secret | cryptsetup luksOpen --key-file - "$c" secret 2>>"$work/log"
ok "LUKS is open: $(head -n 1 "$work/log")" test -e /dev/mapper/secret
refused "LUKS, open" "$c" "in use: .*dm-"
cryptsetup close secret
run ddread if=/dev/zero of="$c" bs=64k count=16 "--destroy-data=$c"
is "LUKS, closed: refused" "$status" 3
like "LUKS, closed: says why" "$err" "LUKS found on it"
d=$(disk_of 34)
printf secret | cryptsetup open --type plain --cipher aes-xts-plain64 --key-size 256 --hash sha256 "$d" plain - 2>"$work/log"
ok "plain dm-crypt: $(head -n 1 "$work/log")" test -e /dev/mapper/plain
refused "under a plain dm-crypt: no signature" "$d" "in use: .*dm-"
cryptsetup close plain
echo "0 40960 linear $d 0" | dmsetup create straight
refused "under dm-linear" "$d" "in use: .*dm-"
dmsetup remove straight
run ddread if=/dev/zero of="$d" bs=64k count=16 "--destroy-data=$d"
is "and free again: yes ($err)" "$status" 0

# ---- LVM ----
e=$(disk_of 26)
lvm() { LVM_SYSTEM_DIR=/tmp /usr/sbin/lvm "$@" >>"$work/lvm" 2>&1; }
lvm pvcreate -ff -y "$e" && lvm vgcreate vg "$e"
before=$(md5sum <"$e")
run ddread if=/dev/zero of="$e" bs=64k count=16 "--destroy-data=$e"
like "a physical volume, nothing active: $status" "$status $err" "^3 .*LVM found on it"
is "not a byte changed" "$(md5sum <"$e")" "$before"
lvm lvcreate -y -an -Zn -Wn -n lv -l 2 vg; lvm lvchange -ay --noudevsync vg/lv
dmsetup mknodes
ok "a logical volume: $(tail -n 1 "$work/lvm")" test -e /dev/mapper/vg-lv
refused "a physical volume, one active" "$e" "in use: .*dm-"
mke2fs /dev/mapper/vg-lv >/dev/null 2>&1
mount -t ext2 -o noinit_itable /dev/mapper/vg-lv /mnt
refused "a logical volume, mounted" /dev/mapper/vg-lv "in use: mounted on /mnt"
refused "its physical volume" "$e" "in use: "
umount /mnt

# ---- swap ----
f=$(disk_of 28)
mkswap "$f" >/dev/null
swapon "$f"
refused swap "$f" "in use: used as swap"
swapoff "$f"
run ddread if=/dev/zero of="$f" bs=64k count=16 "--destroy-data=$f"
like "swap, off: $status" "$status $err" "^3 .*swap found on it"

# ---- a mounted partition ----
g=$(disk_of 30)
printf '%s\n' n p 1 2048 +8M n p 2 20480 "" w | fdisk "$g" >/dev/null 2>&1
wait_for "${g}1"
mke2fs "${g}1" >/dev/null 2>&1
mount -t ext2 -o noinit_itable "${g}1" /mnt
refused "a disk with a mounted partition" "$g" "in use: mounted on /mnt"
refused "the partition" "${g}1" "in use: mounted on /mnt"
run ddread if=/dev/zero of="${g}2" bs=64k count=16 "--destroy-data=${g}2"
is "the other partition: yes ($err)" "$status" 0
umount /mnt

# ---- a mounted disk, and one whose mount table is hidden ----
h=$(disk_of 32)
mke2fs "$h" >/dev/null 2>&1
mount -t ext2 -o noinit_itable "$h" /mnt
refused "a mounted disk" "$h" "in use: mounted on /mnt"
umount /proc
refused "a mounted disk, no /proc" "$h" "in use"
umount /sys
refused "a mounted disk, no /proc, no /sys" "$h" "in use"
finish
