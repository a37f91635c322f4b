#!/bin/sh
# SPDX-License-Identifier: MIT
# gcc and clang build it without a warning with this machine's own C library,
# statically and with shared libraries, and with each source of random numbers.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
for tool in cmake ninja kconfig-conf; do
	command -v $tool >/dev/null || skip_all "$tool is missing"
done

try() {         # COMPILER LINKING RANDOM
	build=$work/$1
	{
		[ "$2" = static ] || echo "# CONFIG_STATIC is not set"
		echo "CONFIG_RANDOM_$3=y"
	} >"$work/config"
	rm -f "$build/.config"
	if cmake -S "$root" -B "$build" -G Ninja -DCMAKE_C_COMPILER="$1" -DCMAKE_BUILD_TYPE=MinSizeRel \
		-DCMAKE_C_FLAGS_MINSIZEREL= -DCMAKE_C_FLAGS=-Werror -DDEFCONFIG="$work/config" >"$work/log" 2>&1 &&
	   ninja -C "$build" diskbench >>"$work/log" 2>&1; then
		is "$1, $2, $3: it runs" "$("$build/diskbench" randfile -s 1 5 2>/dev/null | wc -c | tr -d ' ')" 20
		is "$1, $2, $3: no warning" "$(grep -i 'warning:' "$work/log")" ""
	else
		point 1 "$1, $2, $3: builds"
		tail -n 20 "$work/log" | sed 's/^/# /'
	fi
}

for compiler in gcc clang; do
	if ! command -v $compiler >/dev/null; then
		echo "# $compiler is missing"
		continue
	fi
	try $compiler dynamic RANDOM
	if echo 'int main(void) { return 0; }' | $compiler -static -x c - -o "$work/static" 2>/dev/null; then
		try $compiler static RAND48
	else
		echo "# no libc.a for $compiler"
	fi
done
[ "$points" -gt 0 ] || skip_all "neither gcc nor clang"
finish
