#!/bin/sh
# SPDX-License-Identifier: MIT
# hdtime beside hdparm on a loop device: the same lines but for the figures, the
# same settings, the same decoding of IDENTIFY. About a minute, for hdparm waits.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=../truth/throttle.sh
. "$(dirname "$0")/../truth/throttle.sh"
enabled HDTIME || skip_all "this build has no HDTIME"
enabled LONG_OPTIONS || skip_all "this test needs long options"
command -v hdparm >/dev/null || skip_all "hdparm is missing"
[ "$(id -u)" = 0 ] || skip_all "loop devices need root"
command -v losetup >/dev/null || skip_all "losetup is missing"

# 64 GiB, all holes: it costs no space, hdparm's offsets are whole GiB, and it loses its figure where a
# device ends before its three seconds do.
dd if=/dev/zero of="$work/disk" bs=1 count=0 seek=68719476736 2>/dev/null || skip_all "no sparse file of 64 GiB here"
loop=$(losetup -f --show "$work/disk" 2>/dev/null) || skip_all "no loop device can be made here"
# shellcheck disable=SC2016  # it is expanded at the end
at_exit='losetup -d "$loop"'

# Digits become 9; figures keep the width of their field, which grows with them.
mask() {
	sed -E 's/[0-9]/9/g; s/: +9+ MB in/:N MB in/; s/= +9+\.99/=N.99/'
}
theirs() {
	hdparm "$@" "$loop" 2>/dev/null
}

for options in -t -T -tT '-t --direct' '-T --direct' '-t --offset 1'; do
	# shellcheck disable=SC2086  # several words
	wanted=$(theirs $options | mask)
	# shellcheck disable=SC2086
	run hdtime --time 0.3 $options "$loop"
	is "$options: the same lines" "$(printf '%s\n' "$out" | grep -v 'memory reads' | mask)" "$wanted"
	# shellcheck disable=SC2086
	run hdtime --strict --time 0.3 $options "$loop"
	is "$options: with --strict too" "$(printf '%s\n' "$out" | mask)" "$wanted"
done

# Two devices, in the order of the words, and a slow one, whose rate is in kB/sec.
both() { printf '%s\n' "$out" | mask; }
run hdtime -t --time 0.3 "$loop" "$loop"
is "two devices: the same lines" "$(both)" "$(hdparm -t "$loop" "$loop" 2>/dev/null | mask)"
big=$loop
if why=$(throttle_possible); then
	throttle 8 500000
	undo="$undo losetup -d $big;"
	at_exit=$undo
	wanted=$(throttled hdparm -t "$device" 2>/dev/null | mask)
	like "a slow device: kB/sec" "$wanted" ' kB/sec$'
	for strict in "" --strict; do
		# shellcheck disable=SC2086  # nothing or an option
		out=$(throttled "$DISKBENCH" hdtime -t $strict "$device" 2>/dev/null)
		is "hdtime $strict: the same line" "$(both)" "$(printf '%s\n' "$wanted")"
	done
else
	echo "# no slow device: $why"
fi
loop=$big

for options in -a -r -ar; do
	run hdtime $options "$loop"
	is "$options: the same settings" "$out" "$(theirs $options)"
done
run hdtime "$loop"
is "without options: the same lines" "$out" "$(theirs)"

if enabled HDTIME_IDENTIFY; then
	# The words of a made-up disk, as hdparm reads them too.
	awk 'BEGIN {
		split("0 64 1 16383 3 16 6 63 20 3 21 512 22 4 47 32784 49 12032 50 16384 51 512 53 7 54 16383 55 16 " \
			"56 63 57 64528 58 251 59 272 60 65535 61 4095 63 7 64 3 65 120 66 120 67 120 68 120 75 31 " \
			"76 1806 80 496 81 22 82 29803 83 32001 84 16739 85 29801 86 48129 87 16739 88 16511 " \
			"100 35000 101 29696 106 24579 108 20480 109 50432 110 4660 111 22136 128 41 168 2 217 7200", pair, " ")
		for (i = 1; i in pair; i += 2) w[pair[i]] = pair[i + 1]
		text(27, "EXAMPLE DISK                            ")
		text(10, "S0123               "); text(23, "F1      ")
		w[255] = 165
		for (i = 0; i < 256; i++) sum += int(w[i] / 256) + w[i] % 256
		w[255] += (256 - sum % 256) % 256 * 256
		for (i = 0; i < 256; i++) printf "%04x%s", w[i], i % 8 == 7 ? "\n" : " "
	}
	function text(at, s,  i) {
		for (i = 1; i <= length(s); i += 2)
			w[at++] = code(substr(s, i, 1)) * 256 + code(substr(s, i + 1, 1))
	}
	function code(c,  i) {
		for (i = 32; sprintf("%c", i) != c; i++) ;
		return i
	}' >"$work/words"
	# What differs on purpose: which drafts a drive may know in part is hdparm'"'"'s guess.
	hdparm --Istdin <"$work/words" 2>/dev/null | sed 's/ & some of [0-9]*$/ /' >"$work/theirs"
	# shellcheck disable=SC2086  # the emulator has arguments
	$EMULATOR "$DISKBENCH" hdtime --Istdin <"$work/words" >"$work/ours"
	is "the same decoding of IDENTIFY" "$(cat "$work/ours")" "$(cat "$work/theirs")"
fi
finish
