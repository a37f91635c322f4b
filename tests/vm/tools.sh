# SPDX-License-Identifier: MIT
# tools.sh - a disk with programs from Debian's packages and the libraries they need, for any
# architecture and without installing anything. Sourced after vm.sh; kept beside the kernels.
# shellcheck shell=sh disable=SC2154  # architecture, vm_cache, work: vm.sh, lib.sh
#
#   vm_tools PACKAGE...   plugs it in; false where it can't be had. Inside, "tools" of
#                         guest/system.sh makes /usr and /lib of it.
#   vm_late NAME...       a disk with modules that a script loads when it wants them, by "late":
#                         in the initramfs they would take the memory of a small machine

tools_make() {  # IMAGE PACKAGE...
	image=$1
	shift
	# shellcheck source=../../toolchains/debian.sh
	. "$vm_here/../../toolchains/debian.sh"
	debian_sources deb && debian_configuration "$architecture" || return
	mkdir -p "$work/apt/got" "$work/tree"
	debian_apt update || :
	# With an empty list of what is installed, all they depend on comes along.
	# shellcheck disable=SC2046  # words
	debian_apt -y --no-install-recommends install --download-only $(printf "%s:$architecture " "$@") || { debian_said; return 1; }
	for package in "$work"/apt/archives/*.deb; do
		dpkg-deb --fsys-tarfile "$package" | (cd "$work/tree" && tar -xf - --exclude='./usr/share/*' --exclude='./var/*' \
			--exclude='*/perl*' --exclude='*/python3*' 2>/dev/null) || return
	done
	# One /usr, as on an installed system.
	for directory in bin sbin lib lib64 lib32; do
		[ -d "$work/tree/$directory" ] || continue
		mkdir -p "$work/tree/usr/$directory"
		cp -a "$work/tree/$directory/." "$work/tree/usr/$directory"
		rm -rf "${work:?}/tree/$directory"
	done
	mkdir -p "$vm_cache"
	# A little more than its contents.
	size=$(($(du -sm "$work/tree" | cut -f1) * 5 / 4 + 16))
	mke2fs -q -t ext4 -O ^has_journal,^metadata_csum -d "$work/tree/usr" "$image.$$" "${size}M" >/dev/null &&
		mv "$image.$$" "$image"
	rm -rf "$work/tree" "$work/apt"
}

# qemu's IDE knows no read-only disks.
tools_unwritten() {
	case $name in
	mips*) echo snapshot=on ;;
	*) echo read-only=on ;;
	esac
}

vm_tools() {
	PATH=$PATH:/usr/sbin:/sbin
	command -v mke2fs >/dev/null || return
	image=$vm_cache/tools-$architecture-$(echo "$*" | tr ' ' +).img
	[ -e "$image" ] || tools_make "$image" "$@" || return
	vm_modules="$vm_modules crc32c_generic ext4"
	vm_attach -drive "file=$image,format=raw,if=none,id=tools,$(tools_unwritten)"
	vm_attach_disk tools
}

vm_late() {
	mkdir "$work/late"
	for wanted in "$@"; do
		kernel_modules "$wanted" | while IFS= read -r file; do
			cp "$file" "$work/late" && echo "${file##*/}" >>"$work/late/$wanted.order"
		done
	done
	mke2fs -q -t ext4 -O ^has_journal,^metadata_csum -d "$work/late" "$vm_dir/late.img" 48M >/dev/null || return
	rm -rf "$work/late"
	vm_attach -drive "file=$vm_dir/late.img,format=raw,if=none,id=late,$(tools_unwritten)"
	vm_attach_disk late
}
