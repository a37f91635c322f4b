#!/bin/sh
# SPDX-License-Identifier: MIT
# A disk with a fast and a slow region, two throttled disks behind one another: zcav finds
# where, and how much slower.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=vm.sh
. "$(dirname "$0")/vm.sh"
# shellcheck source=tools.sh
. "$(dirname "$0")/tools.sh"
vm_machine "${1:-pc}"
vm_tools dmsetup mdadm cryptsetup-bin lvm2 || skip_all "no tools for $architecture to be had"
vm_modules="$vm_modules dm_mod"
vm_disk d256 256M throttling.bps-total=40000000
vm_disk d128 128M throttling.bps-total=20000000
vm_attach_disk d256
vm_attach_disk d128
vm_boot zones.sh 300
finish
