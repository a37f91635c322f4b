#!/bin/sh
# SPDX-License-Identifier: MIT
# What was linked, whoever asked for it: no printf, no software floating point,
# no malloc but the one that comes with stdio for bonnie's putc.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

[ -e "${BUILD-}/diskbench.unstripped" ] || skip_all "no diskbench.unstripped in BUILD"
command -v nm >/dev/null || skip_all "nm is missing"
grep -q '^CONFIG_STATIC=y' "${DOTCONFIG-}" 2>/dev/null || skip_all "a dynamic program has no library in it"

nm "$BUILD/diskbench.unstripped" | awk '{ print $NF }' >"$work/symbols"
like "the names are there" "$(cat "$work/symbols")" '^main$'
without() {
	is "no $1" "$(grep -E "$2" "$work/symbols")" ""
}
without "printf and scanf" '(printf|scanf|printf_core)$'
without "software floating point" '^__[a-z0-9]*([sdt]f[23]?|[sdt]f[sdt]i)$'
without "software floating point of ARM" '^__aeabi_(c?[df](add|r?sub|mul|div|cmp|neg)|[df]2|u?[il]2[df])'
without "names of users and hosts" '^(getpw|getgr|getaddrinfo|gethost)'
without "sorting and directories" '^(qsort|opendir|readdir|getopt)'
# fdopen(3) allocates its stream; see platform/stdio.c.
if ! enabled BONNIE; then
	without "malloc" 'malloc|calloc|realloc'
fi
without "growing memory" '^(realloc|calloc|strdup|__libc_calloc)$'
finish
