#!/bin/sh
# SPDX-License-Identifier: MIT
# bonnie on a machine with 64 MB, on the file systems of small machines: no OOM kill, no
# more memory than it says, names and refusals right; a file above 4 GiB and a disk
# of 3 TiB on 32 bits.
#
#   sh tests/vm/test_memory.sh [MACHINE]     arm and mipsel
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=vm.sh
. "$(dirname "$0")/vm.sh"
# shellcheck source=tools.sh
. "$(dirname "$0")/tools.sh"
[ $# -gt 0 ] || all_machines "arm mipsel"
PATH=$PATH:/usr/sbin:/sbin
vm_machine "$1"
vm_late nls_cp437 nls_ascii nls_iso8859-1 vfat crc32_generic f2fs loop squashfs overlay || skip_all "no mke2fs"
vm_modules="$vm_modules crc32c_generic ext4"
vm_disk d400 400M
vm_disk d3t 3145728M
vm_disk d6144 6144M
mke2fs -q -t ext4 -m 0 "$vm_dir/d6144.img" >/dev/null
vm_attach_disk d400
[ "$1" = mipsel ] || vm_attach_disk d6144       # IDE has room for four
vm_attach_disk d3t
# An image for squashfs, where the machine that runs us can make one.
if command -v mksquashfs >/dev/null; then
	mkdir "$work/tree" && echo text >"$work/tree/file"
	mksquashfs "$work/tree" "$vm_dir/squash.img" -quiet -no-progress >/dev/null 2>&1
	vm_files=$vm_dir/squash.img
fi
# shellcheck disable=SC2317  # called by vm.sh, while nothing has the disk open
vm_do_mkfs() {
	case $1 in
	ext4) mke2fs -q -F -t ext4 "$vm_dir/d400.img" ;;
	f2fs) mkfs.f2fs -q -f "$vm_dir/d400.img" ;;
	esac </dev/null >/dev/null 2>&1 || answer="no mkfs of $1"
}
vm_boot memory.sh 1500
finish
