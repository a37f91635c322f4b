#!/bin/sh
# SPDX-License-Identifier: MIT
# What is switched off is still compiled: no #if outside platform/, where only
# the system decides, except a header's guard against being read twice.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")/../.." || exit 99

# Directives of one file, less a guard: #ifndef NAME and #define NAME first,
# and the #endif that is the last line.
cat >"$work/directives.awk" <<'A'
function flush_file(  i, from, to) {
	from = 1; to = n
	if (n >= 3 && file ~ /\.h$/ && kind[1] == "ifndef" && kind[2] == "define" && name[1] == name[2] &&
	    kind[n] == "endif" && at[n] == last) {
		from = 3; to = n - 1
	}
	for (i = from; i <= to; i++)
		if (kind[i] ~ /^(if|ifdef|ifndef|elif|else|endif)$/)
			print file ":" at[i] ": #" kind[i]
	n = 0
}
FNR == 1 { if (file) flush_file(); file = FILENAME }
/[^ \t]/ { last = FNR }
/^[ \t]*#/ {
	sub(/^[ \t]*#[ \t]*/, "")
	n++
	at[n] = FNR
	kind[n] = $0
	sub(/[^a-z].*/, "", kind[n])
	name[n] = $2
}
END { if (file) flush_file() }
A
find applets core -name '*.[ch]' >"$work/files"
is "there are files to look at" "$(grep -c . "$work/files" | grep -c '^[1-9][0-9]')" 1
is "no #if in applets and core" "$(xargs awk -f "$work/directives.awk" <"$work/files")" ""
finish
