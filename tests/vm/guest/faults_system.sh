# SPDX-License-Identifier: MIT
# faults_system.sh - no room, read-only file systems, clocks, killed processes. Sourced by
# faults.sh.
# shellcheck shell=sh disable=SC2154  # status, out, err: faults.sh
disk=$(disk_of 132)
fresh() {
	umount /mnt 2>/dev/null
	mke2fs -b 4096 "$disk" >/dev/null 2>&1
	mount -t ext2 "$disk" /mnt
}

# ---- no room ----
fresh
run bonnie -u root -d /mnt -s 200 -n 0 -f -q
is "more than fits: refused" "$status" 3
like "says why" "$err" "^bonnie: /mnt: refused: .*(room|space)"
umount /mnt
full=$(disk_of 136)                     # ext4: its room can be taken at once
mount -t ext4 "$full" /mnt
start diskbench bonnie -u root -d /mnt -s 64 -n 0 -f -q -m vm
sleep 1
fallocate -l 200M /mnt/full 2>/dev/null
room=$(df -m /mnt | awk 'NR == 2 { print $4 }')
fallocate -l "${room}M" /mnt/full
ends 60 "bonnie, the disk becomes full"
is "bonnie: exit 1" "$status" 1
like "bonnie: says so" "$err" "No space left on device"
nothing_left bonnie /mnt
umount /mnt

# ---- the clock jumps ----
fresh
start diskbench bonnie -u root -d /mnt -s 32 -n 0 -f -q -m vm
now=$(date +%s)
sleep 1
date -s "@$((now + 86400))" >/dev/null
sleep 2
date -s "@$((now - 86400))" >/dev/null
ends 60 "bonnie, the clock a day forward and two back"
date -s "@$now" >/dev/null
is "bonnie: exit 0" "$status" 0
ok "bonnie: the figure is the disk's: $(echo "$out" | cut -d, -f5) K/s" test "$(echo "$out" | cut -d, -f5)" -gt 15000 -a "$(echo "$out" | cut -d, -f5)" -lt 21500
start diskbench hdtime -t "$disk"
sleep 1
date -s "@$((now + 86400))" >/dev/null
sleep 1
date -s "@$now" >/dev/null
ends 30 "hdtime, the clock a day forward and back"
like "hdtime: the figure is the disk's" "$out" "= +(1[89]|20)\.[0-9]+ MB/sec"

# ---- killed ----
for when in 1 4 8; do
	fresh
	start diskbench bonnie -u root -d /mnt -s 48 -n 1 -f -q -m vm
	sleep $when
	kill -9 "$pid"
	wait "$pid" 2>/dev/null
	sleep 4
	nothing_left "SIGKILL to the parent after $when s" /mnt
done
fresh
start diskbench bonnie -u root -d /mnt -s 0 -n 16 -q -m vm
sleep 3
kill -9 "$pid"
wait "$pid" 2>/dev/null
sleep 6
nothing_left "SIGKILL to the parent among small files" /mnt

# ---- the kernel makes everything read-only, as after an error ----
fresh
start diskbench bonnie -u root -d /mnt -s 64 -n 0 -f -q -m vm
sleep 1
echo u >/proc/sysrq-trigger
ends 60 "bonnie, the file system becomes read-only"
is "bonnie: exit 1" "$status" 1
like "bonnie: says so" "$err" "[Rr]ead-only"
