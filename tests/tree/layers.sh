#!/bin/sh
# SPDX-License-Identifier: MIT
# Who may include what: applet -> core -> platform.h -> system. An applet never
# sees another applet, core never an applet, and only platform/ the system.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")/../.." || exit 99

# FILE "name" or FILE <name>, a line for each #include of the files given.
includes() {
	awk '/^[ \t]*#[ \t]*include/ {
		sub(/^[ \t]*#[ \t]*include[ \t]*/, "")
		sub(/[>"][^>"]*$/, substr($0, 1, 1) == "<" ? ">" : "\"")
		print FILENAME, $0
	}' "$@" /dev/null
}

# The lines of standard input whose name none of the DIRECTORIES holds.
not_in() {
	while read -r file name; do
		name=${name#\"}; name=${name%\"}
		for directory; do
			[ -e "$directory/$name" ] && continue 2
		done
		echo "$file includes $name"
	done
}

free='<(stdbool|stddef|stdint|stdarg|string)\.h>'
for directory in applets/*/; do
	directory=${directory%/}
	applet=${directory#applets/}
	includes "$directory"/*.[ch] >"$work/all"
	is "$applet sees its own headers, core's and platform.h" \
		"$(grep ' "' "$work/all" | grep -v ' "platform\.h"' | not_in "$directory" core)" ""
	is "$applet needs no system header" "$(grep ' <' "$work/all" | grep -vE "$free")" ""
	is "$applet has no header of core's names" "$(for h in "$directory"/*.h; do
		[ -e "core/${h##*/}" ] && echo "$h"; done)" ""
done

includes core/*.[ch] >"$work/all"
is "core sees itself, platform.h and the table of applets" \
	"$(grep ' "' "$work/all" | grep -vE ' "(platform\.h|applets\.def)"' | not_in core)" ""
is "nobody in applets and core includes by a path" "$(includes applets/*/*.[ch] core/*.[ch] | grep ' ".*/')" ""
is "only main.c sees the table of applets" "$(grep 'applets\.def' "$work/all" | grep -v '^core/main\.c ')" ""
is "core needs no system header" "$(grep ' <' "$work/all" | grep -vE "$free")" ""

for directory in platform platform/*/; do
	includes "${directory%/}"/*.[ch] >"$work/all"
	is "${directory%/} sees itself" "$(grep ' "' "$work/all" | not_in "$directory" platform)" ""
done
finish
