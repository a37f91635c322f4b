#!/bin/sh
# SPDX-License-Identifier: MIT
# From a fresh machine to a first result, or to passed tests:
#
#   sh toolchains/bootstrap.sh run [BONNIE OPTIONS]
#   sh toolchains/bootstrap.sh test
#   sh toolchains/bootstrap.sh build|packages
#   sh toolchains/bootstrap.sh cross [TARGET...]    tests for other processors, emulated
#   sh toolchains/bootstrap.sh vm [MACHINE...]      tests on whole machines, emulated
#
# Installs what is missing (as root; else it says what to install), builds
# build/host/diskbench, and goes on. Run again it only does what is left.
set -eu
cd "$(dirname "$0")/.."

say() { printf '%s\n' "bootstrap: $*" >&2; }
die() { say "$*"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# musl-gcc, or a compiler that makes musl programs by itself (Alpine).
compiler() {
	if have musl-gcc; then echo musl-gcc
	elif have cc && cc -dumpmachine | grep -q musl; then echo cc
	fi
}

# What is missing, by what it is for: a line each of "command apt apk dnf pacman".
missing() {
	while read -r command packages; do
		case $command in
		musl) [ -n "$(compiler)" ] || echo "$packages" ;;
		cmocka) [ -e /usr/include/cmocka.h ] || echo "$packages" ;;
		nbdkit-plugin.h) [ -e /usr/include/nbdkit-plugin.h ] || echo "$packages" ;;
		libasan) echo 'int main(void){return 0;}' | cc -fsanitize=address -x c - -o /dev/null 2>/dev/null || echo "$packages" ;;
		*) have "$command" || echo "$packages" ;;
		esac
	done
}

# kconfig-frontends is packaged by Debian only; elsewhere the complete
# configuration in toolchains/configs is used.
for_building() {
	missing <<-'E'
	cc gcc,libc6-dev gcc,musl-dev gcc gcc
	musl musl-tools musl-dev musl-gcc musl
	cmake cmake cmake cmake cmake
	ninja ninja-build samurai ninja-build ninja
	strip binutils binutils binutils binutils
	kconfig-conf kconfig-frontends-nox - - -
	E
}

for_testing() {
	missing <<-'E'
	cmocka libcmocka-dev cmocka-dev libcmocka-devel cmocka
	bonnie++ bonnie++ bonnie++ bonnie++ bonnie++
	strace strace strace strace strace
	jq jq jq jq jq
	mandoc mandoc mandoc mandoc mandoc
	shellcheck shellcheck shellcheck ShellCheck shellcheck
	cppcheck cppcheck cppcheck cppcheck cppcheck
	valgrind valgrind valgrind valgrind valgrind
	git git git git git
	losetup mount losetup util-linux util-linux
	mkfs.ext4 e2fsprogs e2fsprogs e2fsprogs e2fsprogs
	xfs_io xfsprogs xfsprogs-extra xfsprogs xfsprogs
	gzip gzip gzip gzip gzip
	hdparm hdparm hdparm hdparm hdparm
	fio fio fio fio fio
	busybox busybox-static - busybox busybox
	xmllint libxml2-utils libxml2-utils libxml2 libxml2
	gnuplot gnuplot-nox gnuplot gnuplot gnuplot
	fusermount3 fuse3 fuse3 fuse3 fuse3
	fuse2fs fuse2fs - - -
	nbdkit nbdkit - nbdkit -
	nbdkit-plugin.h nbdkit-plugin-dev - nbdkit-devel -
	nbdfuse libnbd-bin - nbdfuse -
	sfdisk fdisk sfdisk util-linux util-linux
	mkfs.xfs xfsprogs xfsprogs xfsprogs xfsprogs
	mkfs.btrfs btrfs-progs btrfs-progs btrfs-progs btrfs-progs
	mkfs.f2fs f2fs-tools f2fs-tools f2fs-tools f2fs-tools
	mkfs.vfat dosfstools dosfstools dosfstools dosfstools
	mkfs.exfat exfatprogs exfatprogs exfatprogs exfatprogs
	mkfs.ntfs ntfs-3g ntfs-3g-progs ntfsprogs ntfs-3g
	mksquashfs squashfs-tools squashfs-tools squashfs-tools squashfs-tools
	cryptsetup cryptsetup-bin cryptsetup cryptsetup cryptsetup
	pvcreate lvm2 lvm2 lvm2 lvm2
	E
}

# Compilers and an emulator of other processors; all targets' when none is named.
for_crossing() {
	{
		echo "qemu-arm-static qemu-user-static qemu-user-static qemu-user-static qemu-user-static"
		echo "make make make make make"
		echo "xz xz-utils xz xz xz"
		awk -v names=" $* " '/^[a-z]/ && (names == "  " || index(names, " " $1 " ")) {
			package = "gcc-" substr($3, 1, length($3) - 4)
			gsub(/_/, "-", package)
			print $3, package, "- - -"
		}' toolchains/targets
	} | missing
}

# The emulators of whole machines, and what makes their disks. Their kernels are Debian's
# packages: other distributions' tests say so and are skipped.
for_machines() {
	awk -v names=" all $* " 'index(names, " " $1 " ") { print $2, $3, "- - -" }' <<-'E' | missing
	all cpio cpio
	all xz xz-utils
	all mke2fs e2fsprogs
	all mkfs.f2fs f2fs-tools
	all mksquashfs squashfs-tools
	arm qemu-system-arm qemu-system-arm
	arm64 qemu-system-aarch64 qemu-system-arm
	mipsel qemu-system-mipsel qemu-system-mips
	mips qemu-system-mips qemu-system-mips
	mips flex flex
	mips bison bison
	mips bc bc
	mips bzip2 bzip2
	pc qemu-system-x86_64 qemu-system-x86
	E
}

# Column of the package manager in the tables, and how it installs.
manager() {
	if have apt-get; then column=1 update='apt-get update -qq' add='apt-get install -y -qq --no-install-recommends'
	elif have apk; then column=2 update=: add='apk add --quiet'
	elif have dnf; then column=3 update=: add='dnf install -y -q'
	elif have pacman; then column=4 update=: add='pacman -S --needed --noconfirm'
	else column=1 update='' add=''
	fi
}

install_missing() {
	manager
	wanted=$("$@" | cut -d' ' -f$column | tr ',' '\n' | grep -vx -- - | sort -u | tr '\n' ' ')
	[ -n "$wanted" ] || return 0
	[ -n "$add" ] || die "no package manager that I know; please install (names are Debian's): $wanted"
	[ "$(id -u)" = 0 ] || die "please install, as root: $add $wanted"
	say "installing $wanted"
	export DEBIAN_FRONTEND=noninteractive
	$update >&2
	# shellcheck disable=SC2086  # a list of packages
	$add $wanted >&2
}

# A build directory that is configured already configures itself again when it must.
configure() {
	[ -e "build/$1/build.ninja" ] && return 0
	preset=$1; shift
	have kconfig-conf || set -- -DDEFCONFIG=toolchains/configs/complete.config "$@"
	cmake --preset "$preset" "$@" >&2
}

build() {
	configure host "-DCMAKE_C_COMPILER=$(compiler)"
	cmake --build build/host >&2
}

run() {
	# On the disk that holds the source: /tmp is memory on many systems.
	scratch=$(mktemp -d build/run.XXXXXX)
	trap 'rm -rf "$scratch"' EXIT
	trap 'exit 130' INT TERM HUP
	case " $* " in
	*' -u'*|*' --user'*) ;;
	*) [ "$(id -u)" = 0 ] && set -- -u root "$@" ;;
	esac
	[ $# -gt 2 ] || set -- -s 256 -n 16 "$@"
	build/host/diskbench bonnie -d "$scratch" "$@"
}

run_tests() {
	configure dev
	cmake --build build/dev >&2
	jobs=$(getconf _NPROCESSORS_ONLN)
	ctest --test-dir build/dev -j"$jobs" --output-on-failure --no-tests=error -L unit
	# With musl too, where its source can be had.
	if cmocka=$(sh toolchains/cmocka.sh); then
		cmake -DCMOCKA_SOURCE="$cmocka" build/host >/dev/null
		cmake --build build/host >&2
	fi
	ctest --test-dir build/host -j"$jobs" --output-on-failure --no-tests=error -L 'unit|cli|tree|peers|truth'
}

# TESTS= is a pattern of other tests for ctest -R.
run_machines() {
	# shellcheck source=../tests/vm/machines.sh
	. tests/vm/machines.sh
	# shellcheck disable=SC2086  # a list of machines
	[ $# -gt 0 ] || set -- $machines
	install_missing for_building
	install_missing for_machines "$@"
	build
	for one; do
		machine "$one" || die "no machine $one: $machines"
		[ "$preset" = host ] && continue
		install_missing for_crossing "$preset"
		cmake --preset "$preset" >&2
		cmake --build "build/$preset" -t diskbench >&2
	done
	VM_MACHINES="$*" ctest --test-dir build/host --output-on-failure --no-tests=error -R "${TESTS:-^vm/}"
}

case ${1-} in
run) shift; install_missing for_building; build; run "$@" ;;
test) install_missing for_building; install_missing for_testing; build; run_tests ;;
build) install_missing for_building; build ;;
packages) install_missing for_building; install_missing for_testing ;;
cross) shift; install_missing for_building; install_missing for_crossing "$@"; build; sh toolchains/cross.sh "$@" ;;
vm) shift; run_machines "$@" ;;
*) say "usage: sh toolchains/bootstrap.sh run [BONNIE OPTIONS] | test | build | packages | cross [TARGET...] | vm [MACHINE...]"; exit 2 ;;
esac
