#!/bin/sh
# SPDX-License-Identifier: MIT
# What test_quick.sh does on one machine, on all the others.
#
#   sh tests/vm/test_alone.sh [MACHINE]
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=vm.sh
. "$(dirname "$0")/vm.sh"
[ $# -gt 0 ] || all_machines "arm64 mipsel mips pc"
sh "$(dirname "$0")/test_quick.sh" "$1"
