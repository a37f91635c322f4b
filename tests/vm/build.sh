# SPDX-License-Identifier: MIT
# build.sh - a kernel and a BusyBox for a machine that Debian has no packages for, from its source
# packages; about six minutes of a processor. Sourced by kernel.sh.
# shellcheck shell=sh disable=SC2154  # machine(), vm.sh and lib.sh set the variables
#
#   kernel_build INTO    vmlinuz, and busybox by our cross compiler and musl; sets $version

build_possible() {
	for command in "$compiler" make flex bison bc bzip2; do
		command -v "$command" >/dev/null || { echo "no $command: sh toolchains/bootstrap.sh vm $name" >&2; return 1; }
	done
}

build_make() {  # DIRECTORY WORD...
	directory=$1
	shift
	make -s -C "$directory" -j"$(getconf _NPROCESSORS_ONLN)" ARCH="$architecture" CROSS_COMPILE="${compiler%gcc}" "$@" \
		>"$work/log" 2>&1 </dev/null || { tail -n 20 "$work/log" >&2; return 1; }
}

build_kernel() {        # INTO
	debian_sources deb && debian_configuration "$(dpkg --print-architecture)" || return
	mkdir -p "$work/apt/got"
	debian_apt update || :
	source=$(kernel_newest linux-source)
	{ [ -n "$source" ] && debian_apt download "$source"; } || { debian_said; return 1; }
	# shellcheck disable=SC2034  # kernel.sh reads it
	version=${source#linux-source-}
	dpkg-deb --fsys-tarfile "$work"/apt/got/linux-source-*.deb | tar -xO -f - "./usr/src/$source.tar.xz" | xz -dc | tar -x -C "$work" -f - || return
	build_make "$work/$source" allnoconfig KCONFIG_ALLCONFIG="$vm_here/malta.config" &&
		build_make "$work/$source" vmlinux &&
		build_make "$work/$source" headers_install INSTALL_HDR_PATH="$work/headers" &&
		mv "$work/$source/vmlinux" "$1/vmlinuz"
	result=$?
	rm -rf "${work:?}/$source"
	return $result
}

# Debian's own configuration, less what glibc alone has.
build_busybox() {       # INTO
	sysroot=$(sh "$vm_here/../../toolchains/musl.sh" "$preset") && debian_source busybox || return
	mkdir "$work/source" "$work/empty"
	tar -xj -C "$work/source" -f "$(ls "$work"/apt/got/busybox_*.orig.tar.bz2)" &&
		tar -xJ -C "$work/source" -f "$(ls "$work"/apt/got/busybox_*.debian.tar.xz)" || return
	set -- "$1" "$work"/source/busybox-*
	sed -E 's/^(CONFIG_(FEATURE_VI_REGEX_SEARCH|EXTRA_COMPAT|SELINUX|FEATURE_INETD_RPC|FEATURE_MOUNT_NFS))=y/# \1 is not set/' \
		"$work/source/debian/config/pkg/static" >"$2/.config"
	# Parts of musl's libc.
	for library in m resolv rt crypt; do
		"${compiler%gcc}ar" rc "$work/empty/lib$library.a"
	done
	build_make "$2" CONFIG_EXTRA_CFLAGS="-specs=$sysroot/specs $flags -L$work/empty -idirafter $work/headers/include" busybox &&
		mv "$2/busybox" "$1/busybox"
}

kernel_build() {        # INTO
	read -r _ _ compiler _ _ flags <<-E
	$(grep "^$preset " "$vm_here/../../toolchains/targets")
	E
	build_possible && build_kernel "$1" && build_busybox "$1"
}
