#!/bin/sh
# SPDX-License-Identifier: MIT
# Every source file says its licence in its first line, or in the second behind #!.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")/../.." || exit 99

find . \( -path ./build -o -path ./.git \) -prune -o -type f \( -name '*.[ch]' -o -name '*.sh' -o -name '*.awk' \
	-o -name '*.cmake' -o -name CMakeLists.txt -o -name Kconfig -o -name '*.8' -o -path './.ci/*' \) -print |
	sort >"$work/files"
is "there are files to look at" "$(grep -c . "$work/files" | grep -c '^[1-9][0-9]')" 1

# The first line that is not #!; an empty file has none.
first_line() {
	head -n 2 "$1" | grep -v '^#!' | head -n 1
}
silent() {
	while read -r file; do
		first_line "$file" | grep -qE '^(/\*|#|\.\\") SPDX-License-Identifier: MIT( \*/)?$' || echo "$file"
	done <"$work/files"
}
is "each says its licence" "$(silent)" ""
is "the licence is there" "$(head -n 1 LICENSE)" "MIT License"
finish
