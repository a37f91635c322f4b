#!/bin/sh
# SPDX-License-Identifier: MIT
# What a static program for x86-64 costs: bonnie with reports, JSON, latencies
# and help alone, and everything there is.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
for tool in size cmake ninja kconfig-conf; do
	command -v $tool >/dev/null || skip_all "$tool is missing"
done
compiler=${CC:-cc}
case $("$compiler" -dumpmachine) in
x86_64*) ;;
*) skip_all "$compiler is not for x86-64" ;;
esac

# NAME LIMIT: builds $work/config and measures; bytes that are not reached.
measure() {
	rm -f "$work/build/.config"
	if ! cmake -S "$root" -B "$work/build" -G Ninja -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=MinSizeRel \
		-DCMAKE_C_FLAGS_MINSIZEREL= -DDEFCONFIG="$work/config" >"$work/log" 2>&1 ||
	   ! ninja -C "$work/build" diskbench >>"$work/log" 2>&1; then
		point 1 "$1 builds"
		tail -n 20 "$work/log" | sed 's/^/# /'
		return
	fi
	code=$(size "$work/build/diskbench.unstripped" | awk 'NR == 2 { print $1 + $2 }')
	file=$(wc -c <"$work/build/diskbench")
	echo "# $1: text and data $code, file $((file))"
	ok "$1: text and data under $2" test "$code" -lt "$2"
	ok "$1: file under $2" test "$file" -lt "$2"
}

{
	echo "# CONFIG_EVERYTHING is not set"
	printf 'CONFIG_%s=y\n' BONNIE BONNIE_REPORT2 JSON PROGRESS LATENCY LONG_OPTIONS HELP_TEXT
} >"$work/config"
measure bonnie 81920
: >"$work/config"
measure everything 262144
finish
