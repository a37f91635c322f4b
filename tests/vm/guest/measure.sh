# SPDX-License-Identifier: MIT
# measure.sh - what each applet says of a disk whose speed is known. Sourced after lib.sh and
# system.sh.
# shellcheck shell=sh disable=SC2154  # out, err, status: lib.sh
#
#   measure APPLET DEVICE RATE [DIRECTORY MIB]   test points: within 2 %
#
# qemu's throttle lets a tenth of a second's bytes pass for nothing after every pause of a
# tenth, and one request more. They go with zcav's first block and hdtime's warm-up, before the
# figure begins; ddread's copy and bonnie's tests begin with them, so their true rate lies
# between RATE and what that adds.
tolerance=200

# WHAT LOW HIGH COMMAND: prints bytes a second. A busy host spoils a try now and then.
near() {
	what=$1 low=$2 high=$3 got=
	shift 3
	for try in 1 2 3 4; do
		got=$("$@" 2>"$work/.why")
		text="$what: $got B/s ($(difference "${got:-0}" "$low") hundredths of a per cent, try $try)"
		between "${got:-0}" "$low" "$high" && break
		[ "$try" = 1 ] || [ "$(host busy)" = no ] && continue
		# An emulated processor that gets no time is the limit, not the disk.
		point 0 "$text # SKIP the machine that emulates is busy"
		return
	done
	ok "$text" between "${got:-0}" "$low" "$high" || sed 's/^/# /' "$work/.why"
}
between() {     # RATE LOW HIGH: within the tolerance
	awk -v r="$1" -v l="$2" -v h="$3" -v t=$tolerance \
		'BEGIN { exit !(r >= l * (1 - t / 10000) && r <= h * (1 + t / 10000)) }'
}

# The first block is not looked at.
by_zcav() {     # DEVICE RATE
	block=$(($2 / 1048576 + 1))
	diskbench zcav -q -b $block -r $((block * 4)) "$1" |
		awk '!/^#/ && NF == 3 && n++ { t += $3 } END { if (t) printf "%.0f", (n - 1) * '$block' * 1048576 / t }'
}
by_hdtime() {
	diskbench hdtime -t "$1" |
		awk '/Timing/ { printf "%.0f", $(NF - 1) * ($NF == "kB/sec" ? 1024 : 1048576) }'
}
# Without of= it reads to measure: cold.
by_ddread() {   # DEVICE MIB
	diskbench ddread if="$1" bs=1M count="$2" 2>&1 |
		awk '/copied/ { for (i = 1; i < NF; i++) if ($i == "copied,") printf "%.0f", $1 / $(i + 1) }'
}
by_bonnie() {   # FIELD DIRECTORY MIB
	diskbench bonnie -d "$2" -u root -s "$3:1m:16:1" -n 0 -f -q -m vm -D >"$work/.csv"
	awk -F, -v f="$1" '{ printf "%.0f", $f * 1024 }' "$work/.csv"
}
# The figure of the last run; when that was spoilt, of another.
bonnie_said() { # FIELD DIRECTORY MIB
	[ "$try" = 1 ] || by_bonnie "$@" >/dev/null
	awk -F, -v f="$1" '{ printf "%.0f", $f * 1024 }' "$work/.csv"
}

# What MIB come to at RATE when a tenth of a second and one request of 1 MiB are free.
with_free() {   # RATE MIB
	awk -v r="$1" -v b=$(($2 * 1048576)) 'BEGIN { printf "%.0f", b / ((b - r / 10 - 1048576) / r) }'
}

measure() {
	case $1 in
	zcav|hdtime) near "$1" "$3" "$3" "by_$1" "$2" "$3" ;;
	ddread)
		mib=$(($3 * 5 / 1048576))
		near "ddread $mib MiB" "$3" "$(with_free "$3" $mib)" by_ddread "$2" $mib ;;
	bonnie)
		near "bonnie writes $5 MiB" "$3" "$(with_free "$3" "$5")" by_bonnie 5 "$4" "$5"
		near "and reads them" "$3" "$(with_free "$3" "$5")" bonnie_said 11 "$4" "$5" ;;
	esac
}
