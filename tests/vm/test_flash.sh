#!/bin/sh
# SPDX-License-Identifier: MIT
# bonnie on UBIFS and JFFS2 on a machine with 64 MB and simulated flash; the raw flash is only read.
#
#   sh tests/vm/test_flash.sh [MACHINE]      arm and mipsel
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=vm.sh
. "$(dirname "$0")/vm.sh"
# shellcheck source=tools.sh
. "$(dirname "$0")/tools.sh"
[ $# -gt 0 ] || all_machines "arm mipsel"
vm_machine "$1"
vm_tools mtd-utils || skip_all "no mtd-utils for $architecture to be had"
vm_late lzo deflate zstd ubifs jffs2 mtdblock nandsim || skip_all "no mke2fs"
vm_modules="$vm_modules crc32c_generic ext4"
vm_disk d400 400M
vm_attach_disk d400
vm_boot flash.sh 900
finish
