#!/bin/sh
# SPDX-License-Identifier: MIT
# A second reader of the C code besides the compiler. legacyUninitvar doesn't
# see that OUT_MEMORY(text) only takes the address.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
command -v cppcheck >/dev/null || skip_all "cppcheck is missing"
cd "$(dirname "$0")/../.." || exit 99

ok "cppcheck has nothing to say" cppcheck --error-exitcode=1 --quiet --std=c99 --enable=warning,portability \
	--inline-suppr --suppress=missingInclude --suppress=legacyUninitvar -I core -I platform applets core platform
finish
