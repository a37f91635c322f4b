#!/bin/sh
# SPDX-License-Identifier: MIT
# The lines of README's "Cross-compiling" do what they say: toolchains laid out and
# named as OpenWrt's SDK, Buildroot, musl-cross-make and Bootlin do it, made around
# the compilers that are here, and a distribution's own compiler.
# shellcheck source=../lib.sh disable=SC2317  # called by their names in variables
. "$(dirname "$0")/../lib.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v cmake >/dev/null || skip_all "cmake is missing"
cd "$root" || exit 99
unset CC CFLAGS CROSS_COMPILE SYSROOT

# Of a line in toolchains/targets: $compiler, $emulator, $flags.
target() {
	read -r _ _ compiler _ emulator flags <<-T
	$(grep "^$1 " toolchains/targets)
	T
	emulator="$(echo "$emulator" | tr , ' ') -L /usr/${compiler%-gcc}"        # shared libraries
	command -v "$compiler" >/dev/null && command -v "${emulator%% *}" >/dev/null
}

# What the others call PREFIXgcc knows its C library and processor by itself: of
# musl.sh's, for the target at hand.
compiler_at() { # FILE
	sysroot=$(sh toolchains/musl.sh "$1") || return
	mkdir -p "${2%/*}"
	cat >"$2" <<-W
	#!/bin/sh
	exec $compiler $flags -specs=$sysroot/specs -static "\$@"
	W
	chmod +x "$2"
}
binutils_at() { # PREFIX
	for tool in ar as ld nm objcopy objdump ranlib readelf strip; do
		ln -s "$(command -v "${compiler%gcc}$tool")" "$1$tool"
	done
}

plain() {       # TARGET PREFIX: musl-cross-make
	compiler_at "$1" "$2gcc" && binutils_at "$2"
}
openwrt() {     # its compiler wants to know where it is, and says so with every file
	plain "$1" "$2" && mv "$2gcc" "$2gcc.bin" && cat >"$2gcc" <<-'W'
	#!/bin/sh
	[ -n "$STAGING_DIR" ] || echo "${0##*/}: warning: environment variable 'STAGING_DIR' not defined" >&2
	exec "$0.bin" "$@"
	W
	chmod +x "$2gcc"
}
buildroot() {   # links to one wrapper that goes by its name
	compiler_at "$1" "$2gcc.br_real" && binutils_at "$2" && cat >"${2%/*}/toolchain-wrapper" <<-'W'
	#!/bin/sh
	exec "$0.br_real" "$@"
	W
	chmod +x "${2%/*}/toolchain-wrapper" && ln -s toolchain-wrapper "$2gcc"
}
bootlin() {     # the same, and short names
	long=${2%linux-}buildroot-linux-musl-
	buildroot "$1" "$long" && binutils_at "$2" && ln -s "${long##*/}gcc" "$2gcc" &&
		ln -s "${long##*/}gcc.br_real" "$2gcc.br_real"
}

# LINE: does it make a program that runs?
try() {
	cp toolchains/configs/ddread_only_defconfig "$work/config"
	case $line in
	*DEFCONFIG=*) set -- ;;
	*) set -- "-DDEFCONFIG=$work/config" ;;
	esac
	rm -rf "$work/build"
	# The line is a shell's, with $(...) in it.
	command=$(printf '%s\n' "$line" | sed "s#/opt/#$work/opt/#g")
	if eval "$command -B '$work/build' -DBUILD_TESTING=OFF" '"$@"' >"$work/log" 2>&1 &&
	   cmake --build "$work/build" >>"$work/log" 2>&1; then
		# shellcheck disable=SC2086
		like "$line" "$($emulator "$work/build/diskbench" --list 2>&1)" '^ddread$'
		unlike "no warnings" "$(cat "$work/log")" 'warning: [^e]'
		ok "stripped" test "$(wc -c <"$work/build/diskbench")" -lt "$(wc -c <"$work/build/diskbench.unstripped")"
	else
		point 1 "$line"
		tail -n 20 "$work/log" | sed 's/^/# /'
	fi
}

lines=$(sed -n 's/^    \(\(CC=[^ ]* \)*cmake .*\(--preset own\|-B\) .*\)$/\1/p' README.md)
ok "README has lines to try" test "$(printf '%s\n' "$lines" | grep -c '')" -ge 6
while read -r line; do
	prefix=$(printf '%s\n' "$line" | sed -n "s#.*CROSS_COMPILE=/opt/\([^ ]*\).*#$work/opt/\1#p")
	case $line in
	*mips-openwrt-*) name=mips-soft kind=openwrt ;;
	*mips-linux-muslsf-*) name=mips-soft kind=plain ;;
	*arm-buildroot-*) name=armhf kind=buildroot ;;
	*/aarch64-linux-*) name=aarch64 kind=bootlin ;;
	*arm-linux-gnueabi-*) name=armel kind=: ;;
	*arm-linux-gnueabihf-*) name=armhf kind=: ;;
	*) point 1 "$line: what is it?"; continue ;;
	esac
	if target "$name" && $kind "$name" "$prefix"; then
		try
	else
		echo "# no compiler or emulator for $name: $line"
	fi
done <<E
$lines
E
[ "$points" -gt 1 ] || skip_all "no cross compilers"
finish
