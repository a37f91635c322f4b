#!/bin/sh
# SPDX-License-Identifier: MIT
# A target's results beside this machine's, byte for byte: numbers, data, plans,
# files, and the shape of reports. REFERENCE: a build directory of this machine;
# SEQUENCES: tests/cross/sequences.c for the target.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

[ -x "${REFERENCE-}/diskbench" ] || skip_all "no diskbench in REFERENCE (cmake --preset host)"
[ -x "$REFERENCE/tests/sequences" ] || skip_all "no tests/sequences in REFERENCE"
dir=$work/dir
mkdir "$dir"
: >"$work/words"        # what the programs are given on standard input

# Output and messages of the program as it is for the target, then for this machine.
theirs() {
	# shellcheck disable=SC2086  # the emulator has arguments
	$EMULATOR "$DISKBENCH" "$@" 2>&1 <"$work/words"
}
ours() {
	"$REFERENCE/diskbench" "$@" 2>&1 <"$work/words"
}
same() {        # WHAT ARGUMENT...
	what=$1; shift
	theirs "$@" >"$work/theirs"
	ours "$@" >"$work/ours"
	ok "$what" diff "$work/ours" "$work/theirs"
}
# Numbers that are measured and differ from run to run; columns as wide as before.
shape() {
	sed -e 's/[0-9][0-9.]*/N/g' -e 's/+++++/N/g' -e 's/+++/N/g' -e 's/N[mu]\{0,1\}s/Ns/g' -e 's/  */ /g' \
		-e '/^# zone /d' -e '/^# flat/d' -e '/^# mean/d'
}
same_shape() {
	what=$1; shift
	theirs "$@" | shape >"$work/theirs"
	ours "$@" | shape >"$work/ours"
	ok "$what" diff "$work/ours" "$work/theirs"
}

# JSON: what is measured is left out, and the processor's name; all the rest is held to the byte.
# Zones, at zcav's end, go by how even the machine is. An emulator tells a 32-bit
# program the low half of the memory's size.
measured='elapsed_ns|user_ns|system_ns|device_bytes|written_bytes|[a-z]*_?per_second|min|mean|p[0-9.]+|max|count|median|deviation'
measured="$measured|free_bytes|resident_permille|clock_step_ns|curve_bytes|passes|runs|flags|processor|ram_bytes|low|high|pauses"
same_json() {
	test=$1 filter="s/^( *\"($measured)\": )[^{[]*(\[[^{]*\])?[^{[]*\$/\\1N/; s/,\$//; /\"zones\": /,\$d"; shift
	theirs "$@" | sed -E -e "$filter" >"$work/theirs"
	ours "$@" | sed -E -e "$filter" >"$work/ours"
	ok "$test: there is JSON" grep -q '"format"' "$work/ours"
	ok "$test" diff "$work/ours" "$work/theirs"
}

# shellcheck disable=SC2086
$EMULATOR "$SEQUENCES" >"$work/theirs"
"$REFERENCE/tests/sequences" >"$work/ours"
ok "there is something to compare" test "$(grep -c '' "$work/ours")" -gt 500
ok "sequences, data, arithmetic, percentiles, JSON" diff "$work/ours" "$work/theirs"

if ! cmp -s "$DOTCONFIG" "$REFERENCE/.config"; then
	echo "# REFERENCE has another configuration: the programs are not compared"
	finish
fi
run --list
for applet in $out; do
	same "$applet --help" "$applet" --help
done
same "an error's words" bonnie -d "$dir/nowhere" -u root
if enabled BONNIE && enabled LONG_OPTIONS; then
	# shellcheck disable=SC2046
	same_shape "bonnie: the CSV line" bonnie -d "$dir" $(as_user) --strict -r 0 -s 2 -n 1 -q -z 7
	if enabled BONNIE_REPORT2; then
		# shellcheck disable=SC2046
		same_shape "bonnie: the CSV line of 2.00" bonnie -d "$dir" $(as_user) --strict -r 0 -s 2 -n 1 -q -z 7 --report=2.00
	fi
fi
if enabled BONNIE && enabled JSON; then
	# shellcheck disable=SC2046
	same_json "bonnie: JSON" bonnie -d "$dir" $(as_user) --strict -r 0 -s 2 -n 1:900:30:3 -q -z 7 --json
fi
if enabled BONNIE && enabled LONG_OPTIONS; then
	# memory and free space are rows of it
	theirs bonnie -d "$dir" --plan -r 0 -s 10g:64k:9000:5 -n 300:9000:90:7 -z 9 | grep -v 'free\|RAM' >"$work/theirs"
	ours bonnie -d "$dir" --plan -r 0 -s 10g:64k:9000:5 -n 300:9000:90:7 -z 9 | grep -v 'free\|RAM' >"$work/ours"
	ok "bonnie: the plan of large files" diff "$work/ours" "$work/theirs"
fi
if enabled GETCPUTC; then
	# shellcheck disable=SC2046
	same_shape "getcputc: table and CSV" getcputc -d "$dir" $(as_user) -s 64 -q -m here --strict
fi
if enabled HDTIME_IDENTIFY && enabled LONG_OPTIONS; then
	for seed in 1 2 3 4; do         # no drive says such things: every branch is taken
		awk -v seed=$seed 'BEGIN { srand(seed); for (i = 0; i < 256; i++) printf "%04x%s", int(rand() * 65536), i % 8 == 7 ? "\n" : " " }' \
			>"$work/words"
		same "hdtime --Istdin, $seed" hdtime --Istdin
	done
fi
if enabled RANDFILE; then
	for seed in 1 4294967297; do
		theirs randfile -s $seed -f "$work/theirs" 5000 >"$work/said" 2>&1
		ours randfile -s $seed -f "$work/ours" 5000 >"$work/said" 2>&1
		ok "randfile -s $seed" cmp "$work/ours" "$work/theirs"
	done
fi

# Beyond what 32 bits hold: 5 GiB with little in them.
large=$work/large
"$REFERENCE/tests/sequences" >"$work/input"
if dd if="$work/input" of="$large" bs=1024k seek=4500 conv=notrunc 2>/dev/null &&
   dd if=/dev/zero of="$large" bs=1 count=0 seek=5368709120 2>/dev/null; then
	if enabled ZCAV; then
		same_shape "zcav: the rows of a large file" zcav -q -b 64 -r 4352:4608 "$large"
		if enabled JSON; then
			same_json "zcav: JSON" zcav -q -b 64 -r 4352:4608 --json "$large"
			! enabled ZCAV_SAMPLE || same_json "zcav: samples of all of it" zcav -q -b 16 --points=9 --json "$large"
		fi
	fi
	if enabled HDTIME && enabled LONG_OPTIONS; then
		same_shape "hdtime: the line behind 4 GiB" hdtime -t --offset=4500m --time=0.2 "$large"
		measured="$measured|amount|bytes|ended" # as much as the time allows
		enabled JSON && same_json "hdtime: JSON" hdtime -t --offset=4500m --time=0.2 --json "$large"
	fi
	if enabled DDREAD && enabled DDREAD_WRITE; then
		theirs ddread if="$large" of="$work/theirs" bs=1M skip=4499 count=2 >"$work/said" 2>&1
		ours ddread if="$large" of="$work/ours" bs=1M skip=4499 count=2 >"$work/said" 2>&1
		ok "ddread reads behind 4 GiB" cmp "$work/ours" "$work/theirs"
		is "what was put there" "$(dd if="$work/theirs" bs=1024k skip=1 2>/dev/null | head -n 1)" "$(head -n 1 "$work/input")"
		rm -f "$large"
		theirs ddread if="$work/input" of="$large" bs=1k seek=4700000 conv=notrunc >"$work/said" 2>&1
		is "and writes there" "$(wc -c <"$large")" $((4700000 * 1024 + $(wc -c <"$work/input")))
		dd if="$large" of="$work/theirs" bs=1024k skip=4589 2>/dev/null
		dd if="$work/theirs" bs=1024 skip=864 2>/dev/null | cmp - "$work/input" >"$work/said" 2>&1
		point $? "the same bytes"
	fi
	rm -f "$large" "$work/theirs" "$work/ours"
else
	echo "# no files of 5 GiB here"
fi
if enabled DDREAD && enabled DDREAD_WRITE; then
	for conversion in swab ucase sparse,notrunc; do
		theirs ddread if="$work/input" of="$work/theirs" conv=$conversion bs=512 >"$work/said" 2>&1
		ours ddread if="$work/input" of="$work/ours" conv=$conversion bs=512 >"$work/said" 2>&1
		ok "ddread conv=$conversion" cmp "$work/ours" "$work/theirs"
		rm -f "$work/ours" "$work/theirs"
	done
fi
finish
