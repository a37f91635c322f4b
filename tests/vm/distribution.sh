# SPDX-License-Identifier: MIT
# distribution.sh - a directory with enough of Debian to make an initramfs in: packages
# unpacked, nothing run, nothing installed on this machine. Sourced after vm.sh.
# shellcheck shell=sh disable=SC2154  # architecture, kernel, work, vm_dir: vm.sh, lib.sh
#
#   distribution_make PACKAGE...   $distribution, with /usr/bin/diskbench and $release, its kernel
#   distribution_add SCRIPT        $vm_initrd: initrd.img and /test after it
distribution=
base="base-files base-passwd bash dash coreutils sed grep findutils mawk tar gzip util-linux mount debianutils libc-bin kmod cpio busybox"

distribution_make() {
	# shellcheck source=../../toolchains/debian.sh
	. "$vm_here/../../toolchains/debian.sh"
	distribution=$work/distribution
	debian_sources deb && debian_configuration "$architecture" || return
	mkdir -p "$work/apt/got" "$distribution/usr/bin" "$distribution/usr/sbin" "$distribution/usr/lib" "$distribution/usr/lib64"
	debian_apt update || :
	# shellcheck disable=SC2046,SC2086  # lists
	debian_apt -y --no-install-recommends install --download-only $(printf "%s:$architecture " $base "$kernel" "$@") ||
		{ debian_said; return 1; }
	for directory in bin sbin lib lib64; do
		ln -s usr/$directory "$distribution/$directory"
	done
	for package in "$work"/apt/archives/*.deb; do
		dpkg-deb --fsys-tarfile "$package" | tar -x --keep-directory-symlink -C "$distribution" -f - \
			--exclude='./usr/share/doc/*' --exclude='./usr/share/locale/*' --exclude='*/drivers/net/*' \
			--exclude='*/drivers/gpu/*' --exclude='*/drivers/media/*' --exclude='*/sound/*' || return
	done
	rm -rf "$work/apt"
	[ -e "$distribution/bin/sh" ] || ln -s dash "$distribution/usr/bin/sh"
	[ -e "$distribution/usr/bin/awk" ] || ln -s mawk "$distribution/usr/bin/awk"
	mkdir -p "$distribution/tmp" "$distribution/var/tmp" "$distribution/proc" "$distribution/sys" "$distribution/dev"
	mknod -m 666 "$distribution/dev/null" c 1 3
	cp "$distribution/usr/share/base-passwd/passwd.master" "$distribution/etc/passwd"
	cp "$distribution/usr/share/base-passwd/group.master" "$distribution/etc/group"
	cp "$vm_binary" "$distribution/usr/bin/diskbench"
	release=$(ls "$distribution/lib/modules")
	in_distribution ldconfig
	in_distribution depmod "$release"
}

in_distribution() {
	chroot "$distribution" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

# The kernel unpacks one archive after the other.
distribution_add() {    # SCRIPT
	vm_initrd=$vm_dir/initrd
	mkdir -p "$vm_dir/root/test"
	cp "$vm_here/../lib.sh" "$vm_here/guest/system.sh" "$vm_dir/root/test"
	cp "$vm_here/guest/$1" "$vm_dir/root/test/script"
	echo "machine=$name memory=$memory disk=/dev/$disk" >"$vm_dir/root/test/machine"
	cp "$distribution/initrd.img" "$vm_initrd"
	# An archive begins at a multiple of four bytes.
	truncate -s %4 "$vm_initrd"
	(cd "$vm_dir/root" && find . | cpio -o -H newc -R 0:0 2>/dev/null) >>"$vm_initrd"
	rm -rf "$vm_dir/root"
}
