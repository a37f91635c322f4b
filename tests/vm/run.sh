#!/bin/sh
# SPDX-License-Identifier: MIT
# A small machine to try diskbench on, emulated, with an empty disk of 256 MiB at 20 MB/s:
#
#   sh tests/vm/run.sh MACHINE [SCRIPT]     arm arm64 mips mipsel pc
#
# Without a script there is a shell on the machine; "poweroff -f", or Ctrl-A X, ends it.
# MEMORY= is its RAM in MiB, SIZE= the disk's size, RATE= its bytes a second.
[ $# -ge 1 ] || { sed -n '3,8s/^# \{0,1\}//p' "$0"; exit 2; }
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=vm.sh
. "$(dirname "$0")/vm.sh"
vm_machine "$1" "${MEMORY-}"
vm_modules="$vm_modules crc32c_generic ext4"
vm_disk d0 "${SIZE:-256M}" "throttling.bps-total=${RATE:-20000000}"
vm_attach_disk d0
vm_initramfs "${2-}"
(vm_become 0 -serial mon:stdio)
