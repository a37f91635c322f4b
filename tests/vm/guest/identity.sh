# SPDX-License-Identifier: MIT
# Who is each disk? Run by test_identity.sh, which plugged them in; each is known by its size.
# shellcheck shell=sh disable=SC2154  # out, err, status: lib.sh; qemu_version: the test
. /test/lib.sh
. /test/system.sh

# KIND MIB MODEL FIRMWARE SERIAL: "-" where that kind of disk tells none.
identity() {
	kind=$1 device=$(disk_of "$2") sectors=$(($2 * 2048))
	shift 2
	ok "$kind: $device is there" test -b "$device" || return
	for option in -i -I; do
		run hdtime $option "$device"
		is "$kind: hdtime $option $device: $err" "$status" 0
		case $kind$option in
		*ATA*-I)
			names="Model Number|Firmware Revision|Serial Number" sep=: ;;
		*ATA*-i)
			out=$(echo "$out" | sed -n 's/^ Model=\(.*\), FwRev=\(.*\), SerialNo=\(.*\)/M=\1@F=\2@S=\3/p' | tr '@' '\n')
			names="M|F|S" sep='=' ;;
		*) names="model|firmware|serial" sep='=' ;;
		esac
		for wanted in "$@"; do
			got=$(echo "$out" | sed -n "s/^[[:space:]]*${names%%|*}[[:space:]]*${sep}[[:space:]]*//p" | sed 's/ *$//' | head -n 1)
			is "$kind: hdtime $option: ${names%%|*}" "${got:--}" "$wanted"
			names=${names#*|}
		done
	done
	run hdtime -I "$device"
	case $kind in
	*4K) like "$kind: its sectors" "$out" "sector += 4096 logical, 4096 physical" ;;
	*ATA*) like "$kind: its size" "$out" "LBA +user addressable sectors: +$sectors$" ;;
	*) like "$kind: its size" "$out" "size += $sectors sectors" ;;
	esac
	if diskbench hdtime --help | grep -q -- --json; then
		run hdtime -i --json "$device"
		is "$kind: hdtime -i --json: $err" "$status" 0
	fi
}

identity "IDE, an ATA disk" 32 OldDisk40 1.23 IDE0001
identity "AHCI, an ATA disk" 64 NewDisk500 4.56 AHCI0002
identity NVMe 96 "QEMU NVMe Ctrl" "$qemu_version" NVME0003
identity "SD card" 128 "QEMU!" 0x1 0xdeadbeef
identity USB 160 "QEMU HARDDISK" "2.5+" -
run hdtime -i "$(disk_of 160)"
like "USB: the stick's own serial number" "$out" "USB serial += USB0004"
identity virtio 192 - - VIRTIO05
identity "SCSI of 4K" 224 FourK 7.8 FOUR0006

# A disk of 4 KiB sectors is read in whole sectors.
four=$(disk_of 224)
run zcav -q -b 8 -r 32 "$four"
is "zcav on 4 KiB sectors: $err" "$status" 0
run hdtime -t --direct "$four"
is "hdtime -t --direct on them: $err" "$status" 0
run ddread if="$four" of=/dev/null bs=4k count=16 iflag=direct
is "ddread iflag=direct bs=4k: $err" "$status" 0
run ddread if="$four" of=/dev/null bs=512 count=16 iflag=direct
echo "# ddread bs=512 iflag=direct on 4 KiB sectors: exit $status, $(echo "$err" | head -n 2 | tr '\n' ' ')"
ok "says that it can't be direct, or fails in words" test -n "$err"
finish
