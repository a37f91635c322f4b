#!/bin/sh
# SPDX-License-Identifier: MIT
# Sizes of the stripped static program in bytes, file and text+data:
#
#   sh tests/bench/size.sh [TARGET...]           armhf when none is named
#   PARTS="configs busybox" sh tests/bench/size.sh ...     only these parts
#
# configs: the configurations; applets: each alone, with its own features and
# without; features: what everything is less by without each; busybox: BusyBox's dd
# and hdparm, each alone, by the same compiler and C library; originals: those
# installed on this machine.
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
features_of() {
	sed -n 's/^config \([A-Z0-9_]*_[A-Z0-9_]*\)$/\1/p' "$root/applets/$1/Kconfig"
}

alone() {       # TARGET
	for directory in "$root"/applets/*/; do
		applet=$(basename "$directory")
		printf '%s\n' "# CONFIG_EVERYTHING is not set" "CONFIG_$(upper "$applet")=y" >"$work/config"
		sized "$1" "$work/config"
		row "$applet alone" "$file" "$code"
		[ -n "$(features_of "$applet")" ] || continue
		for feature in $(features_of "$applet"); do echo "CONFIG_$feature=y"; done >>"$work/config"
		sized "$1" "$work/config"
		row "$applet alone, all its features" "$file" "$code"
	done
}

features_off() {        # TARGET
	: >"$work/config"
	sized "$1" "$work/config"
	all_file=$file all_code=$code
	sed -n 's/^config \([A-Z0-9_]*\)$/\1/p' "$root/Kconfig" "$root"/applets/*/Kconfig >"$work/symbols"
	while read -r symbol; do
		case $symbol in
		EVERYTHING|STATIC|LARGEFILE|OPTION_LETTERS|RANDOM_*) continue ;;
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

# From Debian's source package, or BUSYBOX_TARBALL=busybox-X.tar.bz2.
busybox_source() {
	[ ! -d "$work/busybox" ] || return 0
	tarball=${BUSYBOX_TARBALL-}
	if [ -z "$tarball" ]; then
		# shellcheck source=../../toolchains/debian.sh
		. "$root/toolchains/debian.sh"
		debian_source busybox || return
		tarball=$(ls "$work"/apt/got/busybox_*.orig.tar.bz2)
	fi
	mkdir "$work/unpacked" "$work/empty"
	bzip2 -dc "$tarball" | (cd "$work/unpacked" && tar xf -)
	mv "$work"/unpacked/busybox-* "$work/busybox"
}

# busybox_alone TARGET NAME SYMBOL...: musl has all in libc.a, and the kernel's
# headers are the compiler's.
busybox_alone() {
	read -r _ _ compiler _ _ flags <<-T
	$(grep "^$1 " "$root/toolchains/targets")
	T
	name=$2; shift 2
	for library in m resolv rt; do "${compiler%gcc}ar" rc "$work/empty/lib$library.a"; done
	(
		cd "$work/busybox"
		make distclean
		make allnoconfig
		for symbol in STATIC LFS "$@"; do sed -i "s/^# CONFIG_$symbol is not set/CONFIG_$symbol=y/" .config; done
		yes '' | make oldconfig
		make -j"$(getconf _NPROCESSORS_ONLN)" CROSS_COMPILE="${compiler%gcc}" \
			CC="$compiler $flags -specs=$sysroot/specs -idirafter /usr/${compiler%-gcc}/include -L$work/empty"
	) >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; return 1; }
	row "BusyBox with $name alone" "$(wc -c <"$work/busybox/busybox")" \
		"$(size "$work/busybox/busybox" | awk 'NR == 2 { print $1 + $2 }')"
}

busyboxes() {     # TARGET
	busybox_source || { echo "no BusyBox: no source of it" >&2; return 0; }
	sysroot=$(sh "$root/toolchains/musl.sh" "$1")
	busybox_alone "$1" dd DD FEATURE_DD_SIGNAL_HANDLING FEATURE_DD_THIRD_STATUS_LINE FEATURE_DD_IBS_OBS FEATURE_DD_STATUS
	busybox_alone "$1" hdparm HDPARM FEATURE_HDPARM_GET_IDENTITY
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

part() {        # NAME
	case " ${PARTS:-configs applets features busybox originals} " in
	*" $1 "*) ;;
	*) false ;;
	esac
}
[ $# -gt 0 ] || set -- armhf
for target; do
	row "$target" file text+data
	! part configs || configurations "$target"
	! part applets || alone "$target"
	! part features || features_off "$target"
	! part busybox || busyboxes "$target"
	echo
done
! part originals || { row "originals" file libraries; originals; }
