#!/bin/sh
# SPDX-License-Identifier: MIT
# diskbench in a distribution's own initramfs, by the initramfs-tools hook and by the dracut
# module: made in a directory of unpacked packages, booted to the shell of break=.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=vm.sh
. "$(dirname "$0")/vm.sh"
# shellcheck source=distribution.sh
. "$(dirname "$0")/distribution.sh"
[ "$(id -u)" = 0 ] || skip_all "needs root, for chroot"
[ "$(uname -m)" = x86_64 ] || skip_all "needs an x86-64 machine, for chroot"
vm_machine pc 512
packaging=$vm_here/../../toolchains/packaging

# The shell reads from the console: it is asked until it answers.
boot_to_shell() {       # WHAT KERNEL_ARGUMENT
	distribution_add initramfs.sh
	vm_words=
	vm_disk d0 64M
	vm_attach_disk d0
	vm_append="$2 root=/dev/none rootdelay=1"
	name=$1
	vm_boot_only initramfs.sh 300
	name=pc
}

distribution_make initramfs-tools || skip_all "no initramfs-tools to be had"
mkdir -p "$distribution/etc/initramfs-tools/hooks"
cp "$packaging/initramfs-tools/diskbench" "$distribution/etc/initramfs-tools/hooks"
ok "mkinitramfs" in_distribution mkinitramfs -o /initrd.img "$release"
boot_to_shell initramfs-tools break=premount
rm -rf "$distribution"

distribution_make dracut || skip_all "no dracut to be had"
cp -r "$packaging/dracut/90diskbench" "$distribution/usr/lib/dracut/modules.d"
ok "dracut" in_distribution dracut --force --no-hostonly --add diskbench --omit systemd \
	--filesystems ext4 --add-drivers "virtio_pci virtio_blk" /initrd.img "$release"
boot_to_shell dracut rd.break=initqueue
finish
