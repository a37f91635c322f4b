#!/bin/sh
# SPDX-License-Identifier: MIT
# What goes wrong while a disk is measured: pulled out, bad sectors, writes that stall, no
# room, read-only, a clock that jumps, killed processes, a disk that shrinks.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=vm.sh
. "$(dirname "$0")/vm.sh"
PATH=$PATH:/usr/sbin:/sbin
vm_machine pc
vm_modules="$vm_modules sd_mod xhci_pci usb_storage crc32c_generic ext4"

# Reads and writes of these 8 sectors fail: at 40 MiB.
bad_disk() {    # ID SIZE
	truncate -s "$2" "$vm_dir/$1.img"
	for event in read_aio write_aio; do
		for sector in 0 1 2 3 4 5 6 7; do
			printf '[inject-error]\nevent = "%s"\nerrno = "5"\nsector = "%s"\nonce = "off"\n\n' $event $((81920 + sector))
		done
	done >"$vm_dir/$1.debug"
	vm_attach -drive "driver=raw,file.driver=blkdebug,file.config=$vm_dir/$1.debug,file.image.driver=file,file.image.filename=$vm_dir/$1.img,if=none,id=$1,rerror=report,werror=report"
}

speed=throttling.bps-total=20000000
vm_attach -device qemu-xhci,id=xhci
for id in 100 104 108 112; do        # pulled out: two sticks, two disks
	vm_disk d$id ${id}M $speed
done
vm_attach -device usb-storage,drive=d100,bus=xhci.0,id=p100 -device usb-storage,drive=d104,bus=xhci.0,id=p104
vm_attach -device virtio-blk-pci,drive=d108,id=p108 -device virtio-blk-pci,drive=d112,id=p112
bad_disk d116 116M
vm_attach -device virtio-blk-pci,drive=d116
vm_disk d120 120M $speed             # stalls
vm_disk d124 124M readonly=on
vm_disk d128 128M $speed             # shrinks
vm_disk d132 132M $speed             # read-only, clocks, kills
vm_disk d136 136M $speed             # full
mke2fs -q -t ext4 -m 0 "$vm_dir/d136.img" || skip_all "no mke2fs"
for id in 120 124 128 132 136; do
	vm_attach -device virtio-blk-pci,drive=d$id,id=p$id
done
# Progress goes to a terminal only: the second serial port is one.
vm_attach -chardev "file,id=progress,path=$vm_dir/progress"
vm_attach -device isa-serial,chardev=progress,index=1
# shellcheck disable=SC2317  # called by vm.sh
vm_do_progress() { answer=$(wc -c <"$vm_dir/progress"); }
vm_boot faults.sh 900
finish
