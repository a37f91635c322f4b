# SPDX-License-Identifier: MIT
# faults_disk.sh - bad sectors, stalls, read-only and shrinking disks. Sourced by faults.sh.
# shellcheck shell=sh disable=SC2154  # status, out, err: faults.sh
bad=$(disk_of 116) slow=$(disk_of 120) only=$(disk_of 124) less=$(disk_of 128)

# ---- 4 KiB at 40 MiB can't be read or written ----
start diskbench zcav -q -b 8 "$bad"
ends 60 "zcav, bad sectors"
is "zcav: exit 1" "$status" 1
like "zcav: where" "$out" "^# error at byte 41943040"
is "zcav: the other blocks are there" "$(echo "$out" | grep -vc '^#')" 15
start diskbench ddread if="$bad" of=/dev/null bs=1M
ends 60 "ddread, bad sectors"
is "ddread: exit 1" "$status" 1
like "ddread: what" "$err" "^ddread: $bad: read.*: (I/O|Input/output) error"
like "ddread: 40 were read" "$err" "^40\+0 records in"
start diskbench ddread if="$bad" of=/tmp/copy bs=4k count=16 skip=10232 conv=noerror,sync
ends 60 "ddread conv=noerror,sync"
is "ddread conv=noerror,sync: 16 blocks, the bad one of zeros" "$(wc -c </tmp/copy)" 65536
rm -f /tmp/copy
start diskbench hdtime -t --direct "$bad"
ends 60 "hdtime -t, bad sectors"
echo "# hdtime: $out"
is "hdtime: exit 1" "$status" 1
like "hdtime: what" "$err" "$bad: .*(I/O|Input/output) error"
mke2fs -b 4096 "$bad" >/dev/null 2>&1
mount -t ext2 "$bad" /mnt
start diskbench bonnie -u root -d /mnt -s 80 -n 0 -f -q -m vm
ends 60 "bonnie, bad sectors under its file"
is "bonnie: exit 1" "$status" 1
like "bonnie: what" "$err" "^bonnie: /mnt[^:]*: .*(I/O|Input/output) error"
is "bonnie: no figure of what failed" "$(echo "$out" | cut -d, -f5)" ""
nothing_left bonnie /mnt
umount /mnt
run zcav -q -w -b 8 --destroy-data="$bad" --ignore-signature "$bad"
is "zcav -w, bad sectors: exit 1" "$status" 1
like "zcav -w: where" "$out" "^# error at byte 4194[0-9]+"

# ---- writes stall for 30 s ----
mke2fs -b 4096 "$slow" >/dev/null 2>&1
mount -t ext2 "$slow" /mnt
diskbench bonnie -u root -d /mnt -s 64 -n 0 -f -m vm >"$work/.out" 2>/dev/ttyS1 </dev/null &
pid=$!
sleep 1
host hmp block_set_io_throttle d120 1 0 0 0 0 0 >/dev/null
sleep 5
before=$(host progress)
sleep 25
after=$(host progress)
ok "stalled writes: progress goes on ($before to $after bytes)" test "$after" -gt $((before + 100))
host hmp block_set_io_throttle d120 20000000 0 0 0 0 0 >/dev/null
: >"$work/.err"
ends 60 "bonnie, after a stall of 30 s"
is "bonnie: exit 0" "$status" 0
rate=$(tail -n 1 "$work/.out" | cut -d, -f5)
ok "bonnie: the stall is in the figure ($rate K/s)" test "${rate:-99999}" -lt 3000
nothing_left bonnie /mnt

# Ctrl-C while it stalls: at most two seconds' grace, then the report of what there is.
start diskbench bonnie -u root -d /mnt -s 64 -n 0 -f -m vm
sleep 1
host hmp block_set_io_throttle d120 1 0 0 0 0 0 >/dev/null
sleep 5
kill -TERM "$pid"
unstick="host hmp block_set_io_throttle d120 0 0 0 0 0 0"
ends 15 "bonnie, stopped while writes stall"
is "bonnie: dies by the signal" "$status" 143
like "bonnie: partial" "$err" "partial"
echo "# $err; $out"
$unstick >/dev/null
unstick=:
sleep 5
nothing_left "bonnie, some seconds after the stall" /mnt
umount /mnt

# ---- a disk that can't be written ----
run zcav -q -w -r 4 --destroy-data="$only" "$only"
like "zcav -w, a read-only disk: $status" "$status $err" "^[13] zcav: $only: .*([Rr]ead-only|not permitted)"
run ddread if=/dev/zero of="$only" bs=64k count=1 --destroy-data="$only"
like "ddread of=, a read-only disk: $status" "$status $err" "^[13] ddread: $only: .*([Rr]ead-only|not permitted)"
run zcav -q "$only"
is "zcav reads it: $err" "$status" 0
run hdtime -t "$only"
is "hdtime reads it: $err" "$status" 0

# ---- a disk that shrinks from 128 to 64 MiB ----
start diskbench zcav -q -b 4 "$less"
sleep 2
host hmp block_resize d128 64M >/dev/null
ends 60 "zcav, a disk that shrinks"
is "zcav: exit 1" "$status" 1
like "zcav: where" "$out" "^# (error at byte|ended at byte) 671"
echo "$out" | tail -n 4 | sed 's/^/# /'
run zcav -q -b 4 "$less"
is "zcav, the smaller disk: $err" "$status" 0
