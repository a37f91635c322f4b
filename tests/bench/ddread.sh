#!/bin/sh
# SPDX-License-Identifier: MIT
# What reading costs the processor: seconds of it per GiB from memory, ddread
# beside GNU dd in turns. A table to look at; nothing passes or fails by it.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
gnu=$(command -v dd) || skip_all "dd is missing"
cd "$work" || exit 99
export LC_ALL=C
MIB=${MIB:-256}         # of the file, which must fit in memory
ROUNDS=${ROUNDS:-3}

head -c "${MIB}M" /dev/urandom >in 2>/dev/null || skip_all "no room for $MIB MiB"
cat in >/dev/null

# User and system seconds of a command in ms: times(1) counts in hundredths, so it is run till they are many.
cpu() { # COMMAND...
	(
		i=0
		while [ $i -lt 8 ]; do
			"$@" >/dev/null 2>&1
			i=$((i + 1))
		done
		times >used             # in a pipe it would be another shell's
		awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); sum += t[1] * 60 + t[2] } }
			END { printf "%d\n", sum * 1000 }' used
	)
}

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
per_gib() { awk -v ms="$1" -v mib="$MIB" 'BEGIN { printf "%.3f", ms / 8 / 1000 * 1024 / mib }'; }

printf '# seconds of processor per GiB read from memory, median of %s rounds\n' "$ROUNDS"
printf '# %-22s %10s %10s %10s %10s\n' "operands" "dd" "ddread" "--strict" "no of="
for operands in bs=1M bs=64k bs=4k bs=512; do
	rm -f ms.*
	round=0
	while [ $round -lt "$ROUNDS" ]; do
		cpu "$gnu" if=in of=/dev/null $operands >>ms.dd
		cpu "$DISKBENCH" ddread if=in of=/dev/null $operands >>ms.own
		cpu "$DISKBENCH" ddread if=in of=/dev/null $operands --strict >>ms.strict
		cpu "$DISKBENCH" ddread if=in $operands status=none >>ms.none
		round=$((round + 1))
	done
	printf '# %-22s %10s %10s %10s %10s\n' "$operands" "$(per_gib "$(median <ms.dd)")" "$(per_gib "$(median <ms.own)")" \
		"$(per_gib "$(median <ms.strict)")" "$(per_gib "$(median <ms.none)")"
done
echo "# no of= reads from the disk: its column has the cost of that, too"
finish
