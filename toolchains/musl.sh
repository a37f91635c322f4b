#!/bin/sh
# SPDX-License-Identifier: MIT
# A static musl for a target, made once and kept in ~/.cache/diskbench:
#
#   sh toolchains/musl.sh [--source|--package] TARGET
#
# Prints the directory: include/, lib/ and the gcc specs file that makes a GNU
# cross compiler use them. From Debian's musl-dev of that architecture where
# there is one (downloaded, not installed); where there is none, for 32-bit ARM,
# and with --source, built from Debian's musl source package, or from
# MUSL_TARBALL=musl-X.tar.gz.
# MUSL=source in the environment is --source. DISKBENCH_CACHE= is another place.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=debian.sh
. "$here/debian.sh"

say() { printf '%s\n' "musl.sh: $*" >&2; }
die() { say "$*"; exit 1; }

from=${MUSL-}
case ${1-} in
--source) from=source; shift ;;
--package) from=package; shift ;;
esac
[ $# = 1 ] || die "usage: musl.sh [--source|--package] TARGET"
target=$1
read -r name architecture compiler triple _ flags <<E
$(grep "^$target " "$here/targets")
E
[ -n "$name" ] || die "$target is not in toolchains/targets"
[ -z "${MUSL_TARBALL-}" ] || from=source
# Debian's is made for speed, and on ARM, where flash is small, 2 KB larger.
case $from$architecture in
-|armhf|armel) from=source ;;
"$architecture") from=package ;;
esac

# What decides how the files come out is in the name, and so is musl's version:
# any version that is there already is good. The recipe's number goes up when
# what is below changes what it makes.
recipe=1
key=$target-$(echo "$recipe $from $compiler $flags ${MUSL_TARBALL-} $(cksum <"$here/integer.c")" |
	cksum | cut -d' ' -f1)
cache=${DISKBENCH_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/diskbench}
found() {
	for sysroot in "$cache"/musl-*-"$key"; do
		[ -e "$sysroot/specs" ] && echo "$sysroot" && return
	done
	return 1
}
found && exit

command -v "$compiler" >/dev/null || die "$compiler is missing: sh toolchains/bootstrap.sh cross $target"
mkdir -p "$cache"
# One at a time makes it; the others find it made.
exec 9>"$cache/lock-$target"
if command -v flock >/dev/null; then flock 9; fi
found && exit
# Left by one that was killed.
if command -v flock >/dev/null; then rm -rf "$cache/.new-$target".*; fi
work=$(mktemp -d "$cache/.new-$target.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
new=$work/sysroot
mkdir -p "$new/lib" "$new/include"

of_package() {
	say "$target: downloading Debian's musl-dev for $architecture"
	debian_binary musl-dev "$architecture" 9>&- || return
	set -- "$work"/apt/got/musl-dev_*.deb
	dpkg-deb -x "$1" "$work/package" || return
	version=${1#*musl-dev_}; version=${version%%_*}
	mv "$work"/package/usr/include/*-linux-musl*/* "$new/include" || return
	for file in libc.a crt1.o crti.o crtn.o; do
		mv "$work"/package/usr/lib/*-linux-musl*/$file "$new/lib" || return
	done
}

of_source() {
	tarball=${MUSL_TARBALL-}
	if [ -z "$tarball" ]; then
		say "$target: downloading Debian's musl source package"
		debian_source musl 9>&- || return
		tarball=$(ls "$work"/apt/got/musl_*.orig.tar.gz)
	fi
	mkdir "$work/source" "$work/build"
	gzip -t "$tarball" || return
	gzip -dc "$tarball" | (cd "$work/source" && tar xf -)
	set -- "$work"/source/musl-*
	version=${1##*/musl-}
	say "$target: building musl $version, a minute or two"
	# Scrt1.o and what else is for shared libraries can't be built without
	# MIPS's abicalls: only what a static program needs.
	(cd "$work/build" && "$1/configure" CC="$compiler $flags" CROSS_COMPILE="${compiler%gcc}" CFLAGS=-Os \
		--target="$triple" --prefix="$new" --disable-shared --disable-wrapper &&
	 make -j"$(getconf _NPROCESSORS_ONLN)" lib/libc.a lib/crt1.o lib/crti.o lib/crtn.o &&
	 make install-headers) >"$work/log" 2>&1 9>&- || { tail -n 20 "$work/log" >&2; return 1; }
	for file in libc.a crt1.o crti.o crtn.o; do
		mv "$work/build/lib/$file" "$new/lib" || return
	done
}

case $from in
package)
	if [ "$architecture" = - ]; then die "$target: no Debian package; leave out --package"; fi
	of_package || { say "$target: no musl-dev to be had, so from source"; of_source; } ;;
*) of_source ;;
esac || die "$target: no musl; MUSL_TARBALL=musl-1.2.3.tar.gz builds from that"

# Debian's libgcc has hard float only for MIPS, release 2 only, and large
# division: what our code needs of it comes from here.
# shellcheck disable=SC2086  # flags are words
"$compiler" $flags -std=c99 -Os -ffunction-sections -fno-asynchronous-unwind-tables -fno-pie -ffreestanding \
	-c "$here/integer.c" -o "$work/integer.o"
"${compiler%gcc}ar" rcsD "$new/lib/libinteger.a" "$work/integer.o"

final=$cache/musl-$version-$key
libgcc='libgcc.a%s'
case $flags in *-msoft-float*) libgcc= ;; esac
# No crtbegin.o and crtend.o: they are for C++ and for unwinding.
cat >"$new/specs" <<E
%rename cpp_options old_cpp_options

*cpp_options:
-nostdinc -isystem $final/include -isystem include%s %(old_cpp_options)

*cc1:
%(cc1_cpu) -nostdinc -isystem $final/include -isystem include%s

*link_libgcc:
-L$final/lib -L .%s

*libgcc:
-linteger $libgcc

*startfile:
$final/lib/crt1.o $final/lib/crti.o

*endfile:
$final/lib/crtn.o

*link:
-nostdlib -static

*esp_link:


*esp_options:


*esp_cpp_options:


E
mv "$new" "$final"
say "$target: $final"
echo "$final"
