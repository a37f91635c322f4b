#!/bin/sh
# SPDX-License-Identifier: MIT
# A small machine boots with diskbench as its only program but BusyBox, and measures a disk of
# known speed.
#
#   sh tests/vm/test_quick.sh [MACHINE]     the first of VM_MACHINES, or arm
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=vm.sh
. "$(dirname "$0")/vm.sh"
first=${VM_MACHINES:-arm}
vm_machine "${1:-${first%% *}}"
vm_modules="$vm_modules crc32c_generic ext4"
vm_disk d0 256M throttling.bps-total=20000000
vm_attach_disk d0
vm_boot alone.sh 900
finish
