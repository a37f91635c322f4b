# SPDX-License-Identifier: MIT
# machines.sh - the machines: what Debian and qemu call their parts. Sourced by vm.sh.
# shellcheck shell=sh disable=SC2034  # vm.sh reads these
#
#   machine NAME [MIB]   sets the variables below; false when there is no such machine
#
# architecture  Debian's name           preset   whose build/PRESET/diskbench runs in it
# kernel        package (meta-package); linux-source: build.sh builds it
#                image    the kernel's file in /boot
# qemu          program and machine     memory   MiB
# console       Linux's name of it      modules  what its disk needs
# disk          Linux's name of it
machines="arm arm64 mips mipsel pc"

machine() {
	name=$1 disk=vda
	case $name in
	arm)
		architecture=armhf preset=armhf kernel=linux-image-armmp memory=64
		qemu="qemu-system-arm -M virt" console=ttyAMA0
		modules="virtio_mmio virtio_pci virtio_blk" ;;
	arm64)
		architecture=arm64 preset=aarch64 kernel=linux-image-arm64 memory=192
		qemu="qemu-system-aarch64 -M virt -cpu cortex-a53" console=ttyAMA0
		modules="virtio_mmio virtio_pci virtio_blk" ;;
	mipsel)
		architecture=mipsel preset=mipsel kernel=linux-image-4kc-malta memory=64
		qemu="qemu-system-mipsel -M malta -cpu 24Kf" console=ttyS0
		modules="ata_piix sd_mod" disk=sda ;;
	mips)
		architecture=mips preset=mips kernel=linux-source memory=64
		qemu="qemu-system-mips -M malta -cpu 24Kf" console=ttyS0
		modules='' disk=sda ;;
	pc)
		architecture=amd64 preset=host kernel=linux-image-amd64 memory=128
		qemu="qemu-system-x86_64 -M pc" console=ttyS0
		modules="virtio_pci virtio_blk" ;;
	*) return 1 ;;
	esac
	memory=${2:-$memory}
}
