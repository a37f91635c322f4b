# SPDX-License-Identifier: MIT
# kernel.sh - a machine's kernel, modules and BusyBox from Debian's packages, kept in
# ~/.cache/diskbench/vm by version. Sourced by vm.sh.
# shellcheck shell=sh disable=SC2154  # machine() and vm.sh set the variables
#
#   kernel_get            $kernel_files: directory with vmlinuz, busybox and modules/*.ko
#   kernel_modules NAME.. the files of these modules, what they depend on before them
# shellcheck source=build.sh
. "$vm_here/build.sh"

# Any version that is there is good: no network is needed then.
kernel_found() {
	for kernel_files in "$vm_cache/$architecture"-*"-${kernel#linux-image-}"; do
		[ -e "$kernel_files/busybox" ] && return
	done
	return 1
}

# What the meta-package stands for. Several are possible: the first is the newest.
kernel_newest() {       # META-PACKAGE
	APT_CONFIG=$work/apt/first.conf apt-cache depends "$1" | sed -n 's/.*Depends: \(linux-[^: ]*\).*/\1/p' | head -n 1
}

kernel_download() {
	debian_sources deb && debian_configuration "$architecture" || return
	mkdir -p "$work/apt/got"
	debian_apt update || :
	newest=$(kernel_newest "$kernel:$architecture")
	[ -n "$newest" ] || { echo "no package $kernel for $architecture" >&2; return 1; }
	debian_apt download "$newest:$architecture" "busybox-static:$architecture"
}

# What a disk test may want of the modules; the rest of the package is drivers.
kernel_unpack() {       # PACKAGE INTO
	mkdir -p "$2/modules" "$2/tree"
	dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2/tree" --wildcards -f - './boot/vmlinu*' \
		'./lib/modules/*/kernel/fs/*' './lib/modules/*/kernel/lib/*' './lib/modules/*/kernel/crypto/*' \
		'./lib/modules/*/kernel/arch/*' './lib/modules/*/kernel/block/*' \
		'./lib/modules/*/kernel/drivers/ata/*' './lib/modules/*/kernel/drivers/scsi/*' \
		'./lib/modules/*/kernel/drivers/block/*' './lib/modules/*/kernel/drivers/nvme/*' \
		'./lib/modules/*/kernel/drivers/mmc/*' './lib/modules/*/kernel/drivers/md/*' \
		'./lib/modules/*/kernel/drivers/mtd/*' './lib/modules/*/kernel/drivers/virtio/*' \
		'./lib/modules/*/kernel/drivers/dax/*' './lib/modules/*/kernel/drivers/usb/common/*' \
		'./lib/modules/*/kernel/drivers/usb/core/*' './lib/modules/*/kernel/drivers/usb/host/*' \
		'./lib/modules/*/kernel/drivers/usb/storage/*' './lib/modules/*/kernel/drivers/char/*' 2>/dev/null || :
	mv "$2"/tree/boot/vmlinu* "$2/vmlinuz"
	find "$2/tree/lib" -name '*.ko*' -exec mv {} "$2/modules" \;
	xz -d "$2"/modules/*.xz 2>/dev/null || :
	rm -rf "$2/tree"
}

kernel_of_packages() {  # INTO
	kernel_download || { debian_said; return 1; }
	set -- "$1" "$work"/apt/got/linux-image-*.deb
	[ -e "$2" ] || return
	version=${2##*/linux-image-}; version=${version%%_*}; version=${version%-"${kernel#linux-image-}"}
	kernel_unpack "$2" "$1"
	dpkg-deb --fsys-tarfile "$work"/apt/got/busybox-static_*.deb | tar -x -C "$1" -f - ./bin/busybox
	mv "$1/bin/busybox" "$1/busybox"
	rmdir "$1/bin"
}

kernel_get() {
	kernel_found && return
	# shellcheck source=../../toolchains/debian.sh
	. "$vm_here/../../toolchains/debian.sh"
	command -v apt-get >/dev/null || return
	mkdir -p "$vm_cache"
	new=$(mktemp -d "$vm_cache/.new.XXXXXX")
	chmod 755 "$new"
	from=kernel_of_packages
	[ "$kernel" != linux-source ] || from=kernel_build
	$from "$new" && mv "$new" "$vm_cache/$architecture-$version-${kernel#linux-image-}"
	rm -rf "$work/apt" "$new"
	kernel_found
}

# A module's own list of what it depends on: depmod's is made when a package is installed.
kernel_module() {       # NAME
	file=$kernel_files/modules/$1.ko
	[ -e "$file" ] || file=$kernel_files/modules/$(echo "$1" | tr _ -).ko
	[ -e "$file" ] || file=$kernel_files/modules/$(echo "$1" | tr - _).ko
	[ -e "$file" ] || return 0      # built into the kernel, or not there: the test will see
	case " $seen " in *" $file "*) return ;; esac
	seen="$seen $file"
	depends=$(LC_ALL=C tr '\0' '\n' <"$file" | LC_ALL=C sed -n 's/^depends=//p' | tr , ' ')
	set -- "$file"  # the others are no local variables
	for depend in $depends; do
		kernel_module "$depend"
	done
	echo "$1"
}

kernel_modules() {
	seen=
	for module in "$@"; do
		kernel_module "$module"
	done | awk '!there[$0]++'
}
