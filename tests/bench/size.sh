#!/bin/sh
# SPDX-License-Identifier: MIT
# Sizes of the stripped static program in bytes, file and text+data:
#
#   sh tests/bench/size.sh [TARGET...]           armhf when none is named
#   PARTS=configs sh tests/bench/size.sh ...     the configurations only
#
# The configurations; each applet alone, with its own features and without; what
# each feature adds to everything; and the originals of this machine.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=build.sh
. "$root/tests/bench/build.sh"
work=$(mktemp -d "${TMPDIR:-/tmp}/diskbench-size.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

row() { printf '%-34s %10s %10s\n' "$1" "$2" "$3"; }
upper() { echo "$1" | tr '[:lower:]' '[:upper:]'; }

configurations() {      # TARGET
	for config in ddread_only router initramfs nas everything; do
		sized "$1" "$root/toolchains/configs/${config}_defconfig"
		row "$config" "$file" "$code"
	done
}

# Symbols of an applet's own features.
features() {
	sed -n 's/^config \([A-Z0-9_]*_[A-Z0-9_]*\)$/\1/p' "$root/applets/$1/Kconfig"
}

alone() {       # TARGET
	for directory in "$root"/applets/*/; do
		applet=$(basename "$directory")
		printf '%s\n' "# CONFIG_EVERYTHING is not set" "CONFIG_$(upper "$applet")=y" >"$work/config"
		sized "$1" "$work/config"
		row "$applet alone" "$file" "$code"
		[ -n "$(features "$applet")" ] || continue
		for feature in $(features "$applet"); do echo "CONFIG_$feature=y"; done >>"$work/config"
		sized "$1" "$work/config"
		row "$applet alone, all its features" "$file" "$code"
	done
}

each() {        # TARGET
	: >"$work/config"
	sized "$1" "$work/config"
	all_file=$file all_code=$code
	sed -n 's/^config \([A-Z0-9_]*\)$/\1/p' "$root/Kconfig" "$root"/applets/*/Kconfig >"$work/symbols"
	while read -r symbol; do
		case $symbol in
		EVERYTHING|STATIC|LARGEFILE|RANDOM_*) continue ;;
		HDTIME_SET) echo "CONFIG_$symbol=y" ;;
		*) echo "# CONFIG_$symbol is not set" ;;
		esac >"$work/config"
		sized "$1" "$work/config"
		if [ "$symbol" = HDTIME_SET ]; then
			row "+ $symbol" $((file - all_file)) $((code - all_code))
		else
			row "- $symbol" $((file - all_file)) $((code - all_code))
		fi
	done <"$work/symbols"
}

# Of a dynamic program the libraries count, but for the C library that others use too.
originals() {
	for program in busybox bonnie++ hdparm fio dd zcav; do
		path=$(command -v "$program") || continue
		libraries=$(ldd "$path" 2>/dev/null | awk '$3 ~ /^\// && $1 !~ /^libc\.so/ { print $3 }')
		sum=0
		for library in $libraries; do sum=$((sum + $(wc -c <"$(readlink -f "$library")"))); done
		row "$program ($(uname -m), Debian's)" "$(wc -c <"$(readlink -f "$path")")" "+ $sum"
	done
}

[ $# -gt 0 ] || set -- armhf
for target; do
	echo "$target"
	row "" file text+data
	configurations "$target"
	[ "${PARTS-}" != configs ] || continue
	alone "$target"
	each "$target"
	echo
done
[ "${PARTS-}" = configs ] || { row "originals" file libraries; originals; }
