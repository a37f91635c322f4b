# SPDX-License-Identifier: MIT
# throttle.sh - loop devices whose speed the kernel enforces. Sourced after lib.sh.
# shellcheck shell=sh disable=SC2154,SC2034  # work, at_exit: lib.sh
#
#   throttle_possible         can this machine do it? Says why not otherwise.
#   throttle MIB BYTES_PER_S  makes one: $device; undone at the end of the test
#   throttle_hot BYTES_PER_S  one of 128 MiB with ext4, mounted at $work/mount, held open and read
#                             before (warm reads it again); false: it can't be mounted
#   throttled COMMAND...      runs a command under the limit (cgroup v2 limits processes, v1 devices)
#
# The backing file lies in memory, so that the limit is the only thing slow.
blkio=/sys/fs/cgroup/blkio
unified=/sys/fs/cgroup/unified
[ -e /sys/fs/cgroup/cgroup.controllers ] && unified=/sys/fs/cgroup
group=
device=
undo=

throttle_possible() {
	[ "$(id -u)" = 0 ] || { echo "needs root"; return 1; }
	command -v losetup >/dev/null || { echo "no losetup"; return 1; }
	losetup -f >/dev/null 2>&1 || { echo "no loop devices"; return 1; }
	[ -d /dev/shm ] || { echo "no /dev/shm"; return 1; }
	[ -w $blkio/blkio.throttle.read_bps_device ] && return 0
	grep -qw io "$unified/cgroup.controllers" 2>/dev/null && return 0
	echo "no blkio throttle and no io controller"
	return 1
}

unthrottle() {
	eval "$undo"
	undo=
	at_exit=:
}

limit() {       # NUMBER BYTES_PER_S, 0: no limit
	if [ -w $blkio/blkio.throttle.read_bps_device ]; then
		echo "$1 $2" >$blkio/blkio.throttle.read_bps_device
		echo "$1 $2" >$blkio/blkio.throttle.write_bps_device
		return
	fi
	group=$unified/diskbench.$$
	echo +io >"$unified/cgroup.subtree_control"
	mkdir -p "$group"
	rate=$2
	[ "$rate" = 0 ] && rate=max
	echo "$1 rbps=$rate wbps=$rate" >"$group/io.max"
}

throttled() {
	if [ -n "$group" ]; then
		sh -c 'echo $$ >"$1/cgroup.procs"; shift; exec "$@"' sh "$group" "$@"
	else
		"$@"
	fi
}

throttle() {
	image=/dev/shm/diskbench.$$.$(($1 + $2)).img
	truncate -s "$1M" "$image"
	undo="$undo rm -f $image;"
	at_exit="$undo"
	device=$(losetup -f --show "$image") || skip_all "losetup fails"
	number=$(cat "/sys/block/${device##*/}/dev")
	undo="limit $number 0 2>/dev/null; losetup -d $device; $undo [ -z \"\$group\" ] || rmdir \$group;"
	at_exit="$undo"
	limit "$number" "$2"
}

throttle_hot() {
	throttle 128 0
	mkdir "$work/mount"
	mkfs.ext4 -qF "$device" && mount "$device" "$work/mount" || return
	# shellcheck disable=SC2217  # it only holds the device open
	sleep 600 <"$device" &
	undo="kill $!; umount $work/mount; $undo"
	at_exit=$undo
	dd if="$device" of=/dev/null bs=1M status=none
	limit "$number" "$1"
}

# What it held may have been dropped by the run before.
warm() {
	dd if="$device" of=/dev/null bs=1M count=64 status=none
}

# The middle of the numbers on standard input, one a line.
median() {
	sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

# Difference of $1 from $2 in hundredths of a per cent, rounded.
difference() {
	awk -v a="$1" -v b="$2" 'BEGIN { d = (a - b) * 10000 / b; printf "%d", d < 0 ? d - 0.5 : d + 0.5 }'
}

within() {      # RATE WANTED HUNDREDTHS
	d=$(difference "$1" "$2")
	[ "${d#-}" -le "$3" ]
}

busy() {        # more wants to run than there are processors
	awk -v cores="$(nproc)" '{ exit !($1 > cores + 1) }' /proc/loadavg
}

# WHAT RATE WANTED HUNDREDTHS: a test point, whether that is within; skipped when it isn't and the
# machine is busy.
near() {
	if ! within "${2:-0}" "$3" "$4" && busy; then
		point 0 "$1 # SKIP the machine is busy"
	else
		ok "$1" within "${2:-0}" "$3" "$4"
	fi
}

# WHAT LEAST MOST COMMAND...: a test point, whether the median of the numbers that three runs of the
# command print is from LEAST to MOST: two that are make the third needless. Once more when it
# is not; still not on a machine that others keep busy says nothing.
between() {
	what=$1 least=$2 most=$3
	shift 3
	for _ in once more; do
		within=0 runs=0 got=
		while [ "$within" != 2 ] && [ "$runs" -lt $((2 + within)) ]; do
			got="$got $("$@")"
			runs=$((runs + 1))
			[ "${got##* }" -ge "$least" ] && [ "${got##* }" -le "$most" ] && within=$((within + 1))
		done
		[ "$within" = 2 ] || busy && break
	done 2>/dev/null
	if [ "$within" != 2 ] && busy; then
		point 0 "$what:$got # SKIP the machine is busy"
	else
		ok "$what:$got" [ "$within" = 2 ]
	fi
}
