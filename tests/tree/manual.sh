#!/bin/sh
# SPDX-License-Identifier: MIT
# Manual pages are well-formed mdoc, and explain the options that --help lists,
# which are those of the option table: all of them and no others.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.." || exit 99
command -v mandoc >/dev/null || skip_all "mandoc is missing"

for page in applets/*/*.8; do
	is "$page has no mistake" "$(mandoc -T lint -W warning "$page")" ""
done
enabled HELP_TEXT || { echo "# without HELP_TEXT --help lists no options"; finish; }
run --list
is "the program says its applets" "$status" 0
for applet in $out; do
	run "$applet" --help
	is "$applet explains its options" \
		"$(awk -f "$here/options.awk" "applets/$applet/$applet.8" | grep -v -- '--help$' | sort)" \
		"$(printf '%s\n' "$out" | awk '/^  -/ {
			if ($1 ~ /^-[a-zA-Z]/)
				print substr($1, 1, 2)
			name = $1 ~ /^--/ ? $1 : $2 ~ /^--/ ? $2 : ""
			sub(/[=[].*/, "", name)
			if (name)
				print name
		}' | sort)"
done
finish
