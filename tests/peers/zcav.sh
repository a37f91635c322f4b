#!/bin/sh
# SPDX-License-Identifier: MIT
# Debian's zcav beside ours under --strict, on the same file and with the same
# options: the same lines, but for the numbers. On a device of 20 MB/s those too.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=../truth/throttle.sh
. "$(dirname "$0")/../truth/throttle.sh"
command -v zcav >/dev/null || skip_all "no zcav"
[ "$(basename "$(readlink -f "$(command -v zcav)")")" = zcav ] || skip_all "the zcav in PATH is ours"

file=$work/file
dd if=/dev/urandom of="$file" bs=1048576 count=64 2>/dev/null
# Times and speeds differ: they become N. Words, offsets and columns must not.
mask() { sed -E 's/[0-9]+\.[0-9]{3}$/N/; s/ [0-9]+\.[0-9]{2} N/ N N/; s/in [0-9]+ seconds, [0-9]+/in N seconds, N/'; }
same() {
	what=$1
	shift
	theirs=$(zcav "$@" "$file" 2>/dev/null </dev/null | mask)
	run zcav -q --strict "$@" "$file"
	is "$what" "$(printf '%s\n' "$out" | mask)" "$theirs"
}
same "blocks faster than a second" -b 16
same "another chunk" -b 16:4
same "a partial block at the end" -b 24
same "a range from the start" -b 8 -r 32
same "every second block" -b 8 -s 2
same "three loops" -b 8 -c 3
same "four loops of a range" -b 16:2 -c 4 -r 48
# The original's summary counts from 0 whatever the range's start (64:128 says 128 megs); ours
# counts what was read, so only the rows are compared.
theirs=$(zcav -b 8 -r 16:48 "$file" 2>/dev/null | grep -v Read | mask)
run zcav -q --strict -b 8 -r 16:48 "$file"
is "a range with a start" "$(printf '%s\n' "$out" | grep -v Read | mask)" "$theirs"

why=$(throttle_possible) || { echo "# no device of known speed: $why"; finish; }
throttle 168 20000000
# Seven blocks of more than a second; the first has what the limit gives away.
middle() { awk '!/^#/ && ++row > 1 { print $2 }' "$1" | median; }
beside() {
	throttled zcav "$@" "$device" >"$work/theirs" 2>/dev/null
	throttled "$DISKBENCH" zcav -q --strict "$@" "$device" >"$work/ours" 2>/dev/null
	within "$(middle "$work/ours")" "$(middle "$work/theirs")" 100
}
rated() {       # WHAT OPTIONS...
	what=$1
	shift
	beside "$@" || beside "$@"
	is "$what: the lines" "$(mask <"$work/ours")" "$(mask <"$work/theirs")"
	near "$what: the rate, $(middle "$work/ours") and $(middle "$work/theirs") MiB/s" \
		"$(middle "$work/ours")" "$(middle "$work/theirs")" 100
}
rated "a device of 20 MB/s" -b 24
rated "by larger chunks" -b 24:4
finish
