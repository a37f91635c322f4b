#!/bin/sh
# SPDX-License-Identifier: MIT
# Shell scripts are POSIX sh and without shellcheck's complaints.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
command -v shellcheck >/dev/null || skip_all "shellcheck is missing"
cd "$(dirname "$0")/../.." || exit 99

find . \( -path ./build -o -path ./.git \) -prune -o -type f \( -name '*.sh' -o -path './.ci/*' \) -print |
	sort >"$work/files"
is "there are scripts to look at" "$(grep -c . "$work/files" | grep -c '^[1-9][0-9]')" 1
while read -r file; do
	ok "$file" shellcheck -x -s sh "$file"
done <"$work/files"
# What is only read by others (. lib.sh) says so to shellcheck, and needs none.
first_lines() {
	while read -r file; do
		grep -q '^# shellcheck shell=sh' "$file" || head -n 1 "$file"
	done <"$work/files"
}
is "each names sh as its interpreter" "$(first_lines | sort -u)" "#!/bin/sh"
finish
