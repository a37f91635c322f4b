#!/bin/sh
# SPDX-License-Identifier: MIT
# hdtime on regular files: lines, figures, JSON, and what it says of bad input.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
enabled HDTIME || skip_all "this build has no HDTIME"

mib=1048576
dd if=/dev/urandom of="$work/disk" bs=$mib count=4 2>/dev/null
head -c 5000 "$work/disk" >"$work/tiny"
: >"$work/empty"
long() { enabled LONG_OPTIONS; }

# ---- the lines ----
rate='[0-9]+\.[0-9][0-9] (MB|kB)/sec'
disk=" Timing buffered disk reads: [ 0-9]{3,} MB in [ 0-9]{2,}\\.[0-9][0-9] seconds = {1,4}$rate"
run hdtime -t "$work/disk"
is "-t of a file ends well" "$status" 0
is "an empty line, the name, one result" "$(printf '%s\n' "$out" | sed 's/reads: .*/reads:/')" "
$work/disk:
 Timing buffered disk reads:"
like "the line is hdparm's" "$out" "^$disk\$"
like "all of the file was read" "$out" "reads:   4 MB in "

# MB, seconds and rate agree: MB by seconds is the rate, within what rounding hides.
# shellcheck disable=SC2317  # ok runs it
agree() {
	printf '%s\n' "$out" | awk -v least="$1" '/disk reads/ {
		sub(/.*reads[^:]*: */, ""); mb = $1; s = $4; rate = $7
		if ($8 == "kB/sec") rate /= 1024
		low = (mb - 0.5) / (s + 0.005); high = s > 0.005 ? (mb + 0.5) / (s - 0.005) : 1e99
		if (rate >= low && rate <= high && rate > 0) n++ }
		END { exit n < least }'
}
ok "MB, seconds and rate agree" agree 1

run hdtime -t "$work/tiny"
is "5000 bytes are enough" "$status" 0
like "and give a line" "$out" "^$disk\$"
like "a word says that it was short" "$err" "^hdtime: $work/tiny: short: "

run hdtime "$work/disk" -t "$work/tiny"
is "several in their order" "$(printf '%s\n' "$out" | grep :$)" "$work/disk:
$work/tiny:"

if long; then
	run hdtime -tT --time 0.2 "$work/disk"
	is "-tT ends well" "$status" 0
	like "-T's line is hdparm's" "$out" "^ Timing cached reads:   [ 0-9]{3,} MB in  [01]\\.[0-9][0-9] seconds = {1,4}$rate\$"
	is "-T comes first" "$(printf '%s\n' "$out" | sed -n 's/^ Timing \([a-z]*\).*/\1/p' | grep -v memory | tr '\n' ' ')" \
		"cached buffered "
	like "and says what it measures" "$err" "^hdtime: .*: cached reads: the same 2 MiB"
	! enabled HDTIME_MEMORY || like "the memory reads are there or their absence is explained" "$out$err" "memory reads"

	run hdtime -t --offset 3m "$work/disk"
	like "an offset is in the line" "$out" "^ Timing buffered disk reads \\(offset 3 MB\\):   1 MB in "
	run hdtime -t --offset=-25% "$work/disk"
	like "so is one from the end in per cent" "$out" "disk reads \\(offset 3 MB\\):   1 MB in "
	run hdtime -t --offset 4m "$work/disk"
	is "an offset behind the end fails" "$status" 2
	is "in words" "$err" "hdtime: $work/disk: --offset: it is not inside the device, which has 4.0 MiB"
	is "and with no result" "$out" ""
	run hdtime -t --offset 1 "$work/disk"
	is "a bare offset is GiB" "$status" 2

	for _ in 1 2 3 4 5 6 7 8 9; do  # a neighbour may drop the system's caches in between
		cat "$work/disk" >/dev/null
		run hdtime --strict -t "$work/disk"
		case $err in *": cached: "*) break ;; esac
	done
	like "--strict takes what is in memory, and says so" "$err" "^hdtime: .*: cached: "

	if enabled HDTIME_REPEAT; then
		run hdtime -t --repeat 6 "$work/disk"
		is "--repeat prints every run" "$(printf '%s\n' "$out" | grep -c 'disk reads:')" 6
		like "and what they say together" "$out" \
			"^  6 runs: median = [0-9.]+, min = [0-9.]+, max = [0-9.]+, 95% interval of the median = [0-9.]+ to $rate\$"
		ok "each of them agrees" agree 6
		run hdtime -t --repeat 2 "$work/disk"
		like "two runs: of the mean" "$out" "^  2 runs: .*interval of the mean = "
	else
		run hdtime -t --repeat 2 "$work/disk"
		is "repeats that are left out" "$status $err" "2 hdtime: '--repeat': expected a diskbench built with HDTIME_REPEAT"
	fi
fi

# ---- JSON ----
repeat=
if enabled HDTIME_REPEAT; then repeat=--repeat=2; fi
if long && enabled JSON; then
	# shellcheck disable=SC2086  # it may be none
	run hdtime -t $repeat --json "$work/disk" "$work/nowhere"
	is "a missing file among others" "$status" 2
	printf '%s\n' "$out" >"$work/json"
	if command -v jq >/dev/null; then
		is "the JSON is sound" "$(jq -r '.format, .applet, (.devices | length)' "$work/json" | tr '\n' ' ')" \
			"diskbench/1 hdtime 2 "
		is "each run is there" "$(jq '[.devices[0].runs[].disk_reads.bytes > 4000000] | all' "$work/json")" true
		is "with the steady rate" "$(jq '[.devices[0].runs[].disk_rate.steady_per_second > 0] | all' "$work/json")" true
		is "and its curve" "$(jq '[.devices[0].runs[].disk_rate.curve_bytes | length > 0] | all' "$work/json")" true
		[ -z "$repeat" ] || is "and statistics" "$(jq '.devices[0].statistics.disk_reads | .min <= .median and .median <= .max and .low <= .high' \
			"$work/json")" true
		is "the missing one has its status" "$(jq '.devices[1].status' "$work/json")" 2
	fi
	run hdtime -t --json="$work/file.json" "$work/disk"
	like "JSON to a file leaves the text" "$out" "^$disk\$"
	ok "and is there" test -s "$work/file.json"
fi

# ---- bad input: one line, exit 2, nothing on stdout ----
wrong() {       # STATUS MESSAGE ARGUMENT...
	wanted=$1 message=$2; shift 2
	run hdtime "$@"
	is "hdtime $*: status, no result" "$status $out" "$wanted "
	is "hdtime $*: message" "$err" "hdtime: $message"
}
settings="expected a block device, or a directory on one"
wrong 2 "'hdtime': expected a device, file or directory; --help tells the options"
enabled HDTIME_DIRECTORY ||
	wrong 2 "'$work': expected a device or file; for a directory a diskbench built with HDTIME_DIRECTORY" -t "$work"
wrong 2 "$work/nowhere: open: No such file or directory" -t "$work/nowhere"
wrong 1 "$work/empty: it is empty: there is nothing to read" -t "$work/empty"
if enabled HDTIME_SETTINGS; then
	wrong 2 "'$work/disk': $settings" "$work/disk"
	wrong 2 "'$work/disk': $settings" -a "$work/disk"
	if enabled HDTIME_SET; then
		wrong 2 "'7': expected 0, 1, or no value" -d 7 "$work/disk"
		wrong 2 "'-r2': expected 0, 1, or no value" -r2 "$work/disk"
		wrong 2 "'-c2': expected 0 (16-bit), 1 (32-bit), 3 (32-bit with sync), or no value" -c2 "$work/disk"
		modes="expected a transfer mode: pio0 to pio6, sdma0 to sdma2, mdma0 to mdma4, udma0 to udma7, or its number"
		wrong 2 "'udma8': $modes" -X udma8 "$work/disk"
		wrong 2 "'udma9': $modes" -Xudma9 "$work/disk"
		wrong 2 "'72': $modes" -X 72 "$work/disk"
	fi
else
	wrong 2 "'hdtime': expected -t or -T; without them a diskbench built with HDTIME_SETTINGS" "$work/disk"
	for words in -a -d1 '-d 1' -m16 -c3 -a256 -r1 -u1 -k1 -W0 '-Q 4' -X69 '-X udma5' -d1u1m16c3; do
		# shellcheck disable=SC2086  # several words
		wrong 2 "'${words%% *}': expected a diskbench built with HDTIME_SETTINGS" $words "$work/disk"
	done
fi
wrong 2 "'-x66': expected an option; --help lists them" -x66 "$work/disk"
if [ -c /dev/null ]; then
	wrong 2 "'/dev/null': expected a block device, an MTD device, a file or a directory" -t /dev/null
fi
if long; then
	offset="expected GiB, or a number with k, m, g, t or %; behind a - before the end"
	for bad in 3x 101% '' - 99999999999t 1.5; do
		wrong 2 "'--offset=$bad': $offset" -t "--offset=$bad" "$work/disk"
	done
	wrong 2 "'3x': $offset" -t --offset 3x "$work/disk"
	repeats="1 to 256 runs"
	enabled HDTIME_REPEAT || repeats="a diskbench built with HDTIME_REPEAT"
	wrong 2 "'--repeat=0': expected $repeats" -t --repeat=0 "$work/disk"
	for bad in 0 9ms 86401 25h; do
		wrong 2 "'--time=$bad': expected a time from 10 ms to a day: 3, 0.5, 500ms, 2m" -t "--time=$bad" "$work/disk"
	done
fi

# A value is never taken for a get, and never set without leave.
if enabled HDTIME_SETTINGS && ! enabled HDTIME_SET; then
	refused="refused: to change settings needs a diskbench built with HDTIME_SET"
	for words in -d1 -d~1 -m16 -m~16 -c3 -c~1 -a256 -r1 -u1 -k1 -W0 -Q~4 -X69 -X~69 -Xudma5 -X~udma5 \
		-d~7 -r2 -c2 -X~udma8 -Xudma9 -X~72 \
		-d1~-u1~-m16~-c3 -d1u1m16c3; do
		words=$(echo "$words" | tr '~' ' ')
		# shellcheck disable=SC2086  # several words
		wrong 3 "$work/disk: $refused" $words "$work/disk"
	done
fi
finish
