#!/bin/sh
# SPDX-License-Identifier: MIT
# Strips a program of all that running it doesn't need:
#
#   sh toolchains/strip.sh STRIP READELF FILE
#
# The section headers and what only they lead to (.comment, attributes) go too,
# about 1 KB; binutils before 2.41 leave them. The kernel reads program headers only.
set -eu
strip=$1 readelf=$2 file=$3
"$strip" "$file"
command -v "$readelf" >/dev/null || exit 0
# All else lies behind what is loaded.
end=$("$readelf" -lW "$file" | awk '$1 == "LOAD" { print $2, $5 }' | {
	end=0
	while read -r offset size; do
		[ $((offset + size)) -le $end ] || end=$((offset + size))
	done
	echo $end
})
[ "$end" -gt 0 ] || exit 0
# Offset and length of e_shoff; of e_shentsize, e_shnum and e_shstrndx: elf(5).
case $("$readelf" -hW "$file") in
*ELF32*) fields="32 4 46 6" ;;
*ELF64*) fields="40 8 58 6" ;;
*) exit 0 ;;
esac
head -c "$end" "$file" >"$file.short"
# shellcheck disable=SC2086  # four words
set -- $fields
while [ $# -gt 0 ]; do
	dd if=/dev/zero of="$file.short" bs=1 seek="$1" count="$2" conv=notrunc 2>/dev/null
	shift 2
done
cat "$file.short" >"$file"              # the same file, with its mode
rm "$file.short"
