#!/bin/sh
# SPDX-License-Identifier: MIT
# The power goes while bonnie runs: journalling file systems are clean after it, and of
# bonnie there is no more left than what a crash must leave, by its known name.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=vm.sh
. "$(dirname "$0")/vm.sh"
PATH=$PATH:/usr/sbin:/sbin
command -v e2fsck >/dev/null || skip_all "no e2fsck"
vm_machine "${1:-pc}"
vm_modules="$vm_modules crc32c_generic crc32_generic ext4 f2fs"
vm_disk d100 100M throttling.bps-total=20000000
vm_disk d104 104M throttling.bps-total=20000000
vm_attach_disk d100
vm_attach_disk d104

# After each the disk's journal is played back, then there is nothing to repair.
for phase in write rewrite small; do
	mke2fs -q -F -t ext4 -m 0 "$vm_dir/d100.img"
	f2fs=no
	command -v mkfs.f2fs >/dev/null && mkfs.f2fs -q -f "$vm_dir/d104.img" >/dev/null 2>&1 && f2fs=yes
	vm_environment="phase=$phase f2fs=$f2fs" vm_dies=yes
	vm_boot power.sh 120
	like "$name: the power went, $phase" "$(tail -n 3 "$vm_dir/console")" "@host kill"
	e2fsck -p "$vm_dir/d100.img" >"$work/fsck" 2>&1
	ok "$phase: the journal is played back: $(tail -n 1 "$work/fsck")" test $? -le 1
	ok "$phase: ext4 is clean then" e2fsck -fn "$vm_dir/d100.img"
	if [ $f2fs = yes ] && command -v fsck.f2fs >/dev/null; then
		ok "$phase: f2fs is clean" fsck.f2fs --dry-run "$vm_dir/d104.img"
	fi
	vm_environment="f2fs=$f2fs" vm_dies=
	vm_boot power_after.sh 120
done
finish
