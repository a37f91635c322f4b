# SPDX-License-Identifier: MIT
# faults_pull.sh - disks that are pulled out. Sourced by faults.sh.
# shellcheck shell=sh disable=SC2154  # status, out, err: faults.sh

gone() {        # DEVICE: the kernel has seen it
	tries=0
	while [ -e "/sys/block/${1#/dev/}" ] && [ $((tries += 1)) -lt 100 ]; do usleep 100000; done
	[ ! -e "/sys/block/${1#/dev/}" ]
}
pull() {        # MIB
	sleep 2
	host hmp device_del "p$1" >/dev/null
}

stick=$(disk_of 100) second=$(disk_of 104) disk=$(disk_of 108) other=$(disk_of 112)

start diskbench zcav -q -b 4 "$stick"
pull 100
ends 30 "zcav, the stick pulled"
is "zcav: exit 1" "$status" 1
like "zcav: the message" "$err$out" "$stick"
like "zcav: what was read is there" "$out" "^0.02 +[0-9]+"
gone "$stick"
run zcav -q "$stick"
is "the stick is not there any more: exit 2" "$status" 2
like "says so" "$err" "$stick: open: No such file"

mke2fs -b 4096 "$second" >/dev/null 2>&1
mount -t ext2 "$second" /mnt
start diskbench bonnie -u root -d /mnt -s 64 -n 0 -f -q -m vm
pull 104
ends 60 "bonnie, the stick pulled"
is "bonnie: exit 1" "$status" 1
# Linux calls a bitmap that can't be read "no space".
like "bonnie: says what failed" "$err" "^bonnie: /mnt[^:]*: .*(error|No such device|No space)"
unlike "bonnie: no figure for what failed" "$out" "\+\+\+\+"
echo "# $out"
umount -l /mnt
is "no process is left" "$(pidof bonnie diskbench)" ""

start diskbench hdtime -t "$disk"
pull 108
ends 30 "hdtime -t, the disk pulled"
echo "# $out"
is "hdtime: exit 1" "$status" 1
like "hdtime: says what failed" "$err" "$disk: .*(error|No such device|ended)"

start diskbench ddread if="$other" of=/dev/null bs=1M
pull 112
ends 30 "ddread, the disk pulled"
is "ddread: exit 1" "$status" 1
like "ddread: says what failed" "$err" "$other: .*(error|No such device|ended)"
like "ddread: its amount until then" "$err" "records in"
