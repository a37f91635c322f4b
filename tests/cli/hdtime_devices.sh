#!/bin/sh
# SPDX-License-Identifier: MIT
# hdtime on block devices, which here are loop devices: timing, cache, settings,
# the device below a directory. Root only.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
enabled HDTIME || skip_all "this build has no HDTIME"
enabled LONG_OPTIONS || skip_all "this test needs long options"
[ "$(id -u)" = 0 ] || skip_all "loop devices need root"
command -v losetup >/dev/null || skip_all "losetup is missing"

loops=
# shellcheck disable=SC2016  # it is expanded at the end
at_exit='exec 9<&-; for loop in $loops; do losetup -d "$loop"; done'
attach() {      # NAME KIB: a loop device of so many KiB, its path in $loop
	dd if=/dev/urandom of="$work/$1" bs=1024 count="$2" 2>/dev/null
	loop=$(losetup -f --show "$work/$1" 2>/dev/null) || skip_all "no loop device can be made here"
	loops="$loops $loop"
}
attach large 32768
large=$loop
attach small 1024
small=$loop

# ---- timing ----
run hdtime -t "$large" "$small"
is "two devices end well" "$status" 0
is "in their order" "$(printf '%s\n' "$out" | grep :$ | tr '\n' ' ')" "$large: $small: "
like "all 32 MiB" "$out" '^ Timing buffered disk reads:  32 MB in '
like "a device under 2 MiB gets its figure" "$out" '^ Timing buffered disk reads:   1 MB in .* = *[0-9.]+ [Mk]B/sec$'
run hdtime -T --time 0.2 "$small"
like "-T of a device under 2 MiB" "$out" '^ Timing cached reads: .* MB in  [01]\.[0-9][0-9] seconds = *[0-9.]+ MB/sec$'
if enabled DIRECT_IO; then
	run hdtime -T --time 0.2 --direct "$large"
	like "-T past the cache" "$out" '^ Timing O_DIRECT cached reads:   [ 0-9]{3,} MB in  [01]\.[0-9][0-9] seconds = '
	run hdtime -t --direct "$large"
	like "-t past the cache" "$out" '^ Timing O_DIRECT disk reads:  32 MB in .* = *[0-9.]+ MB/sec$'
fi
run hdtime -t --offset=-8m "$large"
like "up to the end" "$out" '^ Timing buffered disk reads \(offset 24 MB\):   8 MB in '

# A device that somebody has open keeps what is in memory of it: hdparm reads that. We do not.
exec 9<"$large"
cat "$large" >/dev/null
run hdtime -t "$large"
unlike "a warm device is made cold" "$err" ': cached: '
for _ in 1 2 3 4 5 6 7 8 9; do  # a neighbour may drop the system's caches in between
	cat "$large" >/dev/null
	run hdtime -t --strict "$large"
	case $err in *": cached: "*) break ;; esac
done
like "with --strict it is not, and that is said" "$err" "^hdtime: $large: cached: much of it came from memory"
exec 9<&-
if enabled JSON && command -v jq >/dev/null; then
	run hdtime -t --json "$large"
	is "the kernel's count of bytes agrees" "$(printf '%s\n' "$out" | jq '.devices[0].runs[0].disk_reads |
		.device_bytes > .bytes * 0.9 and (.flags | index("cached") | not)')" true
	is "the device is named" "$(printf '%s\n' "$out" | jq -r '.devices[0].target.kind')" "loop device"
fi

# ---- settings ----
if enabled HDTIME_SETTINGS; then
	run hdtime "$large"
	is "plain ends well" "$status" 0
	like "read-only" "$out" '^ readonly      =  0 \(off\)$'
	like "readahead" "$out" '^ readahead     = [ 0-9]+ \((on|off)\)$'
	unlike "nothing that a loop device has not" "$out" 'multcount|IO_support|using_dma|queue_depth|write-caching'
	is "and nothing on stderr" "$err" ""
	run hdtime -d "$large"
	is "what it has not is asked for" "$status" 3
	is "in one line" "$err" "hdtime: $large: using_dma: the device or its driver has no such setting"
fi
run hdtime -I "$large"
if enabled HDTIME_IDENTIFY; then
	is "no identity is made up" "$status $err" \
		"3 hdtime: $large: identity: neither the device nor the system tells one"
	is "not even a line of it" "$out" "
$large:"
else
	is "-I needs HDTIME_IDENTIFY" "$status" 2
fi

if enabled HDTIME_SET; then
	run hdtime -a 384 -r1 "$small"
	is "settings are set" "$status" 0
	like "and read back" "$out" '^ readahead     = 384 \(on\)$'
	run hdtime -a 300 -r1 "$small"
	is "a part of a page more is no failure" "$status" 0
	like "both" "$out" '^ readonly      =  1 \(on\)$'
	run hdtime -r0 "$small"
	is "and back" "$status $(blockdev --getro "$small" 2>/dev/null || echo 0)" "0 0"
	for words in -d1 -u1 -k1 -m16 -X69 -c1 '-Q 4'; do
		# shellcheck disable=SC2086  # two words
		run hdtime $words "$small"
		is "hdtime $words is refused" "$status" 3
		is "hdtime $words says why in one line" "$(printf '%s\n' "$err" | grep -c ": refused: ")" 1
		unlike "hdtime $words is no success" "$out" 'setting'
	done
fi

# In one stream the header comes before the messages about the device.
! enabled HDTIME_SETTINGS || is "the header first, then what is refused" \
	"$($EMULATOR "$DISKBENCH" hdtime -g "$loop" 2>&1 | sed -n 2p)" "$loop:"

# A whole disk's geometry, which a loop device has not: strace answers in the kernel's place. Only partitions have a
# start under /sys; a disk begins at 0, as the driver says. The answer is that of 64-bit programs.
if enabled HDTIME_SETTINGS && [ -z "$EMULATOR" ] && command -v strace >/dev/null &&
	[ "$(head -c 5 "$DISKBENCH" | tail -c 1 | od -An -tu1 | tr -d ' ')" = 2 ]; then
	strace -qq -o "$work/trace" -P "$small" -e inject=ioctl:retval=0:poke_exit=@arg3=ff3f00040000000000000000000000:when=1 \
		"$DISKBENCH" hdtime -g "$small" >"$work/.out" 2>/dev/null
	[ ! -s "$work/trace" ] ||
		like "a disk starts at 0" "$(cat "$work/.out")" '^ geometry      = [0-9]+/255/63, sectors = 2048, start = 0$'
fi

# ---- the device below a directory ----
if ! enabled HDTIME_DIRECTORY; then
	run hdtime -t "$work"
	is "a directory is a usage error" "$status" 2
	like "that says so" "$err" "^hdtime: '$work': expected a device or file; .* HDTIME_DIRECTORY$"
elif command -v mkfs.ext4 >/dev/null && mkfs.ext4 -q "$large" 2>/dev/null && mkdir "$work/mnt" &&
   mount -o ro "$large" "$work/mnt" 2>/dev/null; then
	run hdtime -t "$work/mnt"
	umount "$work/mnt"
	is "a directory of a read-only file system" "$status" 0
	like "the device is timed" "$out" "^$large:$"
	like "and named" "$err" "^hdtime: $work/mnt: lies on: $large$"
else
	echo "# no mount here: the device below a directory is not tested"
fi
if enabled HDTIME_DIRECTORY && [ -r /proc/self/stat ]; then
	run hdtime -t /proc
	is "/proc lies on no device" "$status" 3
fi
finish
