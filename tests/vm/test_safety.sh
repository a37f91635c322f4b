#!/bin/sh
# SPDX-License-Identifier: MIT
# Disks under a real md, dm-crypt, LVM and device mapper, used as swap, mounted, and with a
# mounted partition: nothing of ours writes them, even when they are named for it.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=vm.sh
. "$(dirname "$0")/vm.sh"
# shellcheck source=tools.sh
. "$(dirname "$0")/tools.sh"
vm_machine "${1:-pc}" 192
vm_tools dmsetup mdadm cryptsetup-bin lvm2 || skip_all "no tools for $architecture to be had"
vm_modules="$vm_modules md_mod raid1 dm_mod dm_crypt sha256_generic sha512_generic aes_generic xts ecb essiv af_alg algif_skcipher algif_hash"
for mib in 20 22 24 26 28 30 32 34; do
	vm_disk d$mib ${mib}M
	vm_attach_disk d$mib
done
vm_boot safety.sh 600
finish
