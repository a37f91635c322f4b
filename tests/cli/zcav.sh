#!/bin/sh
# SPDX-License-Identifier: MIT
# zcav as a user sees it: rows, ranges, loops, samples, pipes, pictures, wrong words.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

file=$work/file
dd if=/dev/zero of="$file" bs=1048576 count=33 2>/dev/null
printf tail >>"$file"
# What a busy machine holds up is read again and counted again: once more, then.
undisturbed() { # MEGS ARGUMENT...
	megs=$1; shift
	for _ in 1 2 3 4 5 6 7 8 9; do
		run "$@"
		case $out in *"# Read $megs megs in "*) break ;; esac
	done
}
rows() { printf '%s\n' "$out" | grep -v '^#'; }

undisturbed 33 zcav -q -b 8 "$file"
is "ends well" "$status $err" "0 "
is "header" "$(printf '%s\n' "$out" | sed -n 1p)" "#block offset (GiB), MiB/s, time"
is "five blocks, the last one partial" "$(rows | wc -l | tr -d ' ')" 5
is "offsets" "$(rows | cut -d' ' -f1 | tr '\n' ' ')" "0.00 0.01 0.02 0.02 0.03 "
is "every row is three numbers" "$(rows | grep -cE '^[0-9]+\.[0-9]{2} [0-9]+\.[0-9]{2} [0-9]+\.[0-9]{3}$')" 5
like "summary" "$out" "^# Read 33 megs in [0-9]+ seconds, [0-9]+ megabytes per second\.$"
unlike "no ++++" "$out" "[+]"

undisturbed 16 zcav -q -b8:2 -r 8:24 "$file"
is "a range" "$(rows | cut -d' ' -f1 | tr '\n' ' ')" "0.01 0.02 "
like "is summed right" "$out" "^# Read 16 megs"
undisturbed 16 zcav -q -b 8 -n 16 "$file"
like "-n as 1.03 has it" "$out" "^# Read 16 megs"
undisturbed 17 zcav -q -b 4 -s 2 "$file"
like "every second block" "$out" "^# Read 17 megs"
run zcav -q -b 8 -c 3 "$file"
if enabled ZCAV_LOOPS; then
	is "three loops" "$(printf '%s\n' "$out" | grep -c '^# Read')" 3
	like "say so" "$out" "^#loops: 3$"
	is "and give a row a block" "$(rows | wc -l | tr -d ' ')" 5
else
	is "loops that are left out" "$status $err" "2 zcav: '-c': expected a diskbench built with ZCAV_LOOPS"
fi
run zcav -q -b 8 --format=1.03 "$file"
is "1.03's rows" "$(rows | grep -cE '^[0-9]+ [0-9]+ [0-9]+\.[0-9]{6}$')" 5
like "1.03's header" "$out" "^#loops: 1, version: 1.03$"
is "in MiB" "$(rows | cut -d' ' -f1 | tr '\n' ' ')" "0 8 16 24 32 "
run zcav -q --strict -b 8 "$file"
is "--strict hides fast blocks" "$(printf '%s\n' "$out" | grep -cE '^#0\.0[0-9] [+]{4} 0\.[0-9]{3}$')" 4
run zcav -q "$file" -b 8
is "options behind the file" "$(rows | wc -l | tr -d ' ')" 5

# ---- several, logs ----
cp "$file" "$work/other"
run zcav -q -b 8 -l "$work/log" "$file" "$work/other"
is "one to its log, one to stdout" "$status" 0
is "the log's rows" "$(grep -vc '^#' "$work/log")" 5
is "stdout's rows" "$(rows | wc -l | tr -d ' ')" 5
like "stdout says whose" "$out" "^# .*/other$"
run zcav -q -b 8 -f "$file" -f "$work/other"
is "two to stdout, one after the other" "$(rows | cut -d' ' -f1 | tr '\n' ' ')" "0.00 0.01 0.02 0.02 0.03 0.00 0.01 0.02 0.02 0.03 "

# ---- pipes ----
if [ -z "$EMULATOR" ]; then
	out=$("$DISKBENCH" zcav -q -b 8 - <"$file")
	is "a file on standard input" "$(rows | wc -l | tr -d ' ')" 5
	# shellcheck disable=SC2002  # it must be a pipe
	out=$(cat "$file" | "$DISKBENCH" zcav -q -b 8 -)
	is "a pipe" "$(rows | wc -l | tr -d ' ')" 5
	like "is read to its end" "$out" "^# Read 33 megs"
	# shellcheck disable=SC2002
	cat "$file" | "$DISKBENCH" zcav -q -r 8:16 - >/dev/null 2>"$work/e"
	is "a range of a pipe is refused" "$?" 3
fi

# ---- samples ----
if enabled ZCAV_SAMPLE; then
	run zcav -q --points=9 -b 1 "$file"
	is "nine samples" "$status $(rows | wc -l | tr -d ' ')" "0 9"
	is "in order" "$(rows | cut -d' ' -f1)" "$(rows | cut -d' ' -f1 | sort -n)"
	run zcav -q --time-limit=1 -b 1 "$file"
	is "a time limit ends well" "$status" 0
	run zcav -q --precision=50 -b 1 "$file"
	is "a precision too" "$status" 0
else
	run zcav -q --points=9 -b 1 "$file"
	is "samples that are left out" "$status $err" \
		"2 zcav: '--points=9': expected a diskbench built with ZCAV_SAMPLE"
fi

# ---- what makes the figures something else ----
if [ -z "$EMULATOR" ] && truncate -s 8M "$work/sparse" 2>/dev/null && [ "$(du -k "$work/sparse" | cut -f1)" = 0 ]; then
	run zcav -q -b 2 "$work/sparse"
	case $(stat -f -c %T "$work" 2>/dev/null) in
	tmpfs) like "memory is no disk" "$err" "^zcav: .*/sparse: tmpfs: this is memory" ;;
	ext2/ext3|xfs|btrfs|f2fs)
		like "holes are told" "$err" "^zcav: .*/sparse: sparse: parts of it are holes"
		head -c 8388608 /dev/urandom >"$work/whole"
		run zcav -q -b 2 "$work/whole"
		is "of a whole file nothing is" "$err" ""
		run zcav -q -b 2 --buffered "$work/whole"
		is "nor through the page cache" "$err" "" ;;
	esac
	run zcav -q -b 2 --strict "$work/sparse"
	is "--strict has no notes" "$err" ""
fi
if [ -d /dev/shm ] && [ "$(stat -f -c %T /dev/shm 2>/dev/null)" = tmpfs ] && shm=$(mktemp /dev/shm/diskbench-test.XXXXXX); then
	# shellcheck disable=SC2016  # expanded at the end
	at_exit='rm -f "$shm"'
	head -c 4194304 /dev/urandom >"$shm"
	run zcav -q -b 2 "$shm"
	like "a file in memory" "$err" "^zcav: $shm: tmpfs: this is memory, there is no disk to measure\$"
fi

# ---- JSON, picture, script ----
if enabled JSON && command -v jq >/dev/null; then
	run zcav -q -b 8 --json "$file"
	is "JSON alone: points" "$(printf '%s\n' "$out" | jq '.devices[0].points | length')" 5
	is "bytes to the last one" "$(printf '%s\n' "$out" | jq '.devices[0].bytes')" 34603012
	is "format" "$(printf '%s\n' "$out" | jq -r '.format + .applet')" "diskbench/1zcav"
	run zcav -q -b 8 --json="$work/json" "$file"
	is "JSON beside rows" "$(rows | wc -l | tr -d ' ') $(jq '.devices[0].points | length' "$work/json")" "5 5"
fi
if enabled ZCAV_SVG; then
	run zcav -q -b 8 --svg="$work/a&b.svg" "$file" "$work/other"
	is "a picture" "$status" 0
	if command -v xmllint >/dev/null; then
		ok "is well-formed XML" xmllint --noout "$work/a&b.svg"
	fi
	is "of two lines" "$(grep -c '<path class="line c[01]"' "$work/a&b.svg")" 2
	is "with room for them" "$(sed -n 's/.*viewBox="\([0-9 ]*\)".*/\1/p' "$work/a&b.svg")" "0 0 720 450"
	odd=$(printf '%s/x\377\303\251' "$work")
	cp "$file" "$odd"
	run zcav -q -b 8 --svg="$work/odd.svg" "$odd"
	like "a name that is no UTF-8" "$(LC_ALL=C tr -d '\303\251' <"$work/odd.svg")" '>[^>]*/x\?</text>'
	rm -f "$odd"
	run zcav -q -b 8 --svg="$work/six" "$file" "$file" "$file" "$file" "$file" "$file"
	is "six lines need a row more" "$(sed -n 's/.*viewBox="\([0-9 ]*\)".*/\1/p' "$work/six")" "0 0 720 468"
	is "the last line's name is in it" "$(sed -n 's/^<text x="398" y="\([0-9]*\)".*/\1/p' "$work/six" | tail -n 1)" 458
	run zcav -q -b 8 --svg="$work/nowhere/x.svg" "$file"
	is "that can't be written is a wrong word" "$status" 2
	like "said" "$err" "nowhere: open: No such file or directory"
	is "before anything is read" "$out" ""
fi
# Results never replace what is measured, and leave nothing where another file is refused.
before=$(cksum <"$file")
run zcav -q -l "$file" "$file"
is "a log over what is measured is refused" "$status $err" "3 zcav: $file: refused: results would replace what is measured"
is "and it is as before" "$(cksum <"$file")" "$before"
if enabled JSON; then
	run zcav -q -l "$work/log3" --json="$work/nowhere/x" "$file"
	is "JSON to nowhere" "$status $out" "2 "
	ok "leaves no log" test ! -e "$work/log3"
	echo keep >"$work/log3"
	run zcav -q -l "$work/log3" --json="$work/nowhere/x" "$file"
	is "and empties none" "$(cat "$work/log3")" keep
fi
run zcav --gnuplot "$work/log"
if ! enabled ZCAV_SVG; then
	is "a script that is left out" "$status $err" "2 zcav: '--gnuplot': expected a diskbench built with ZCAV_SVG"
else
	like "a script for gnuplot" "$out" "plot \".*/log\" using 1:2 with lines"
fi
if enabled ZCAV_SVG && command -v gnuplot >/dev/null; then
	{ echo "set terminal dumb"; printf '%s\n' "$out"; } | gnuplot >"$work/plot" 2>"$work/plot.err"
	is "which gnuplot takes" "$? $(cat "$work/plot.err")" "0 "
	like "and draws" "$(cat "$work/plot")" "\*"
fi

# ---- writing ----
if enabled ZCAV_WRITE; then
	before=$(wc -c <"$file")
	run zcav -q -w --verify -b 8 "$file"
	is "writes a file" "$status $err" "0 "
	like "says so" "$out" "^# Wrote 33 megs"
	is "within its size" "$(wc -c <"$file")" "$before"
	ok "and not with zeros" test "$(tr -d '\000' <"$file" | wc -c)" -gt 30000000
	# A medium that gives back something else, as those do that claim more than they hold.
	if [ -z "$EMULATOR" ] && command -v strace >/dev/null &&
		strace -qq -f -o "$work/trace" -e inject=pread64:poke_exit=@arg2=00ff00ff00ff:when=20+5 \
			"$DISKBENCH" zcav -q -w --verify -b 8 "$file" >"$work/.out" 2>"$work/.err"; [ -s "$work/trace" ]; then
		like "what comes back wrong is found" "$(cat "$work/.err")" \
			"^zcav: .*: [1-9] chunks read back are not what was written, the first at byte [0-9]+$"
	fi
	if [ -z "$EMULATOR" ]; then
		run zcav -q -w /dev/null
		is "a character device is refused" "$status" 3
	fi
fi

# ---- wrong words ----
wrong() {
	what=$1; shift
	run zcav "$@"
	is "$what: exit 2" "$status" 2
	is "$what: one line" "$(printf '%s\n' "$err" | wc -l | tr -d ' ')" 1
	is "$what: nothing else" "$out" ""
}
wrong "no file"
wrong "a missing file" "$work/missing"
wrong "a directory" "$work"
wrong "block 0" -b 0 "$file"
wrong "chunk over block" -b 1:2 "$file"
wrong "no number" -b x "$file"
wrong "101 loops" -c 101 "$file"
wrong "skip 1" -s 1 "$file"
wrong "skip 21" -s 21 "$file"
wrong "an empty range" -r 5:5 "$file"
wrong "a log without a file" "$file" -l "$work/log2"
wrong "a log for two files" -l "$work/log2" "$file" -l "$work/log2" "$work/other"
wrong "two logs for a file" -l "$work/log2" -l "$work/log3" "$file"
wrong "an unknown option" -k "$file"
wrong "--verify alone" --verify "$file"
wrong "samples of loops" --points=9 -c 2 "$file"
wrong "two points" --points=2 "$file"
run zcav -q -r 100:200 "$file"
is "a range behind the end is refused" "$status" 3
ok "no log was made for nothing" test ! -e "$work/log2"
finish
