#!/bin/sh
# SPDX-License-Identifier: MIT
# What a static program for x86-64 costs: each applet with every feature alone,
# by the table below, and all of them together.
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

# Bytes of text and data, and of the file, that are not reached; an applet
# without a line has no limit of its own.
limit() {
	case $1 in
	bonnie) echo 81920 ;;
	everything) echo 262144 ;;
	*) echo 0 ;;
	esac
}

# NAME: builds $work/config and measures.
measure() {
	rm -f "$work/build/.config"
	if ! cmake -S "$root" -B "$work/build" -G Ninja -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=MinSizeRel \
		-DCMAKE_C_FLAGS_MINSIZEREL= -DDEFCONFIG="$work/config" >"$work/log" 2>&1 ||
	   ! ninja -C "$work/build" diskbench >>"$work/log" 2>&1; then
		point 1 "$1 builds"
		tail -n 20 "$work/log" | sed 's/^/# /'
		return
	fi
	code=$(size "$work/build/diskbench" | awk 'NR == 2 { print $1 + $2 }')
	file=$(wc -c <"$work/build/diskbench")
	echo "# $1: text and data $code, file $((file))"
	ok "$1: text and data under $(limit "$1")" test "$code" -lt "$(limit "$1")"
	ok "$1: file under $(limit "$1")" test "$file" -lt "$(limit "$1")"
}

applets=$(cd "$root/applets" && for directory in */; do echo "${directory%/}"; done)
for applet in $applets; do
	[ "$(limit "$applet")" -gt 0 ] || continue
	printf '%s\n' "$applets" | grep -vx "$applet" | tr '[:lower:]' '[:upper:]' |
		sed 's/.*/# CONFIG_& is not set/' >"$work/config"
	measure "$applet"
done
: >"$work/config"
measure everything
finish
