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

# Output and messages of the program as it is for the target, then for this machine.
theirs() {
	# shellcheck disable=SC2086  # the emulator has arguments
	$EMULATOR "$DISKBENCH" "$@" 2>&1
}
ours() {
	"$REFERENCE/diskbench" "$@" 2>&1
}
same() {        # WHAT ARGUMENT...
	what=$1; shift
	theirs "$@" >"$work/theirs"
	ours "$@" >"$work/ours"
	ok "$what" diff "$work/ours" "$work/theirs"
}
# Numbers that are measured and differ from run to run; columns as wide as before.
shape() {
	sed -e 's/[0-9][0-9.]*/N/g' -e 's/+++++/N/g' -e 's/+++/N/g' -e 's/N[mu]\{0,1\}s/Ns/g' -e 's/  */ /g'
}
same_shape() {
	what=$1; shift
	theirs "$@" | shape >"$work/theirs"
	ours "$@" | shape >"$work/ours"
	ok "$what" diff "$work/ours" "$work/theirs"
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
if enabled DDREAD && enabled DDREAD_WRITE; then
	"$REFERENCE/tests/sequences" >"$work/input"
	for conversion in swab ucase sparse,notrunc; do
		theirs ddread if="$work/input" of="$work/theirs" conv=$conversion bs=512 >"$work/said" 2>&1
		ours ddread if="$work/input" of="$work/ours" conv=$conversion bs=512 >"$work/said" 2>&1
		ok "ddread conv=$conversion" cmp "$work/ours" "$work/theirs"
		rm -f "$work/ours" "$work/theirs"
	done
fi
finish
