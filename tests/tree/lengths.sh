#!/bin/sh
# SPDX-License-Identifier: MIT
# Files of at most 350 lines, functions of at most 60: what one reader can hold.
# A function begins at a { in the first column and ends at a } there.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")/../.." || exit 99

find . \( -path ./build -o -path ./.git \) -prune -o -type f \
	\( -name '*.[ch]' -o -name '*.sh' -o -name '*.cmake' -o -name CMakeLists.txt \) -print | sort >"$work/files"
is "there are files to look at" "$(grep -c . "$work/files" | grep -c '^[1-9][0-9]')" 1

long_files() {
	while read -r file; do
		lines=$(grep -c '' "$file")
		[ "$lines" -le 350 ] || echo "$file: $lines lines"
	done <"$work/files"
}
is "files have at most 350 lines" "$(long_files)" ""

is "functions have at most 60 lines" "$(grep '\.[ch]$' "$work/files" | xargs awk '
	FNR == 1 { start = 0 }
	/^\{/ { start = FNR }
	/^\}/ && start {
		if (FNR - start + 1 > 60)
			print FILENAME ":" start ": " FNR - start + 1 " lines"
		start = 0
	}')" ""
finish
