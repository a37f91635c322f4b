#!/bin/sh
# SPDX-License-Identifier: MIT
# hdtime -i and -I on every kind of disk that a PC has, against what qemu was told.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=vm.sh
. "$(dirname "$0")/vm.sh"
vm_machine pc
vm_modules="$vm_modules ata_piix ahci sd_mod nvme sdhci_pci mmc_block xhci_pci usb_storage virtio_scsi"
vm_disk ide 32M
vm_disk ahci 64M
vm_disk nvme 96M
vm_disk sd 128M
vm_disk usb 160M
vm_disk virtio 192M
vm_disk four 224M
vm_attach -device ide-hd,drive=ide,bus=ide.0,serial=IDE0001,model=OldDisk40,ver=1.23
vm_attach -device ich9-ahci,id=ahci -device ide-hd,drive=ahci,bus=ahci.0,serial=AHCI0002,model=NewDisk500,ver=4.56
vm_attach -device nvme,drive=nvme,serial=NVME0003
vm_attach -device sdhci-pci -device sd-card,drive=sd
vm_attach -device qemu-xhci,id=xhci -device usb-storage,drive=usb,serial=USB0004,bus=xhci.0
vm_attach -device virtio-blk-pci,drive=virtio,serial=VIRTIO05
vm_attach -device virtio-scsi-pci,id=scsi -device "scsi-hd,drive=four,bus=scsi.0,vendor=MAKER,product=FourK,ver=7.8,serial=FOUR0006,logical_block_size=4096,physical_block_size=4096"
# shellcheck disable=SC2086  # a program and its words
set -- $qemu
vm_environment="qemu_version=$("$1" --version | sed -n 's/.*version \([0-9.]*\).*/\1/p')"
vm_boot identity.sh
finish
