#!/bin/sh
# SPDX-License-Identifier: MIT
# ddread as its user sees it: operands, numbers, counts, lines, what is read. The
# wanted figures are worked out here by hand, with head, tail and tr.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
cd "$work" || exit 99
export LC_ALL=C

awk 'BEGIN { for (i = 0; i < 20000; i++) printf "%d line %o\n", i, i }' | head -c 100000 >in

counts() { printf '%s\n' "$err" | grep ' records ' | cut -d' ' -f1 | tr '\n' ' '; }
third() { printf '%s\n' "$err" | tail -n 1; }

# Input FILE, OPERANDS; records in and out and bytes wanted.
reads() {
	wanted="$1 $2 $3"; shift 3
	run ddread if=in of=/dev/null "$@"
	is "$*" "$(counts)$(third | cut -d' ' -f1)" "$wanted"
	is "$*: ends well" "$status" 0
}

# ---- numbers ----
reads 195+1 195+1 100000
reads 195+1 195+1 100000 bs=512
reads 97+1 97+1 100000 bs=1k
reads 97+1 97+1 100000 bs=1K
reads 97+1 97+1 100000 bs=1KiB
reads 100+0 100+0 100000 bs=1kB
reads 100+0 100+0 100000 bs=1KB
reads 0+1 0+1 100000 bs=1M
reads 0+1 0+1 100000 bs=1MiB
reads 0+1 0+1 100000 bs=1MB
reads 0+1 0+1 100000 bs=3E
reads 0+1 0+1 100000 bs=9223372036854775807
reads 100+0 100+0 100000 bs=1000c
reads 100+0 100+0 100000 bs=500w
reads 97+1 97+1 100000 bs=2b
reads 97+1 97+1 100000 bs=2x512
reads 24+1 24+1 100000 bs=2x2x1024
reads 100+0 100+0 100000 bs=0010x2x50
reads 100+0 100+0 100000 bs=10B count=100x100 ibs=1 bs=1000B
reads 7+0 7+0 3584 count=7
reads 0+0 0+0 0 count=0
reads 0+1 0+1 10 count=10B
reads 2+1 2+1 1100 count=1100B
reads 1+1 1+1 1000 count=1kB
reads 2+0 2+0 1024 count=1KiB
reads 1+1 1+1 600 count=600 iflag=count_bytes
reads 0+1 0+1 6 count=2x3B
reads 194+1 194+1 99488 skip=1
reads 0+1 0+1 160 skip=195
reads 195+1 195+1 99990 skip=10B
reads 195+1 195+1 99990 skip=10 iflag=skip_bytes
reads 1+0 1+0 512 iseek=190 count=1
reads 142+1 195+1 100000 ibs=700
reads 195+1 142+1 100000 obs=700
reads 20+0 6+1 100000 ibs=5000 obs=15000
reads 6+1 20+0 100000 ibs=15000 obs=5000
reads 100+0 100+0 100000 ibs=1 bs=1000 obs=7
reads 195+1 195+1 100000 cbs=80
reads 195+1 195+1 100000 conv=noerror
reads 6+1 6+1 100000 bs=15000 conv=noerror
reads 6+1 7+0 105000 bs=15000 conv=noerror,sync
reads 100+0 100+0 100000 bs=1000 iflag=fullblock,noatime,nofollow,dsync,sync,append
reads 0+1 0+1 100000 bs=1G
reads 0+1 0+1 100000 bs=1E

# ---- words that are wrong: one line that names them, status 2, and nothing made ----
wrong() {
	run ddread if=in of=made "$@"
	is "$*: a usage error" "$status" 2
	is "$*: one line" "$(printf '%s\n' "$err" | grep -c .)" 1
	like "$*: which says what was expected" "$err" "^ddread: '[^']*': expected "
	is "$*: nothing is made" "$(ls made 2>/dev/null)$out" ""
}
for word in foo foo=1 bs Bs=1 if count= bs= bs=0 ibs=0 obs=0 cbs=0 count=x count=1x count=x1 bs=1m bs=1g bs=1kk bs=-1 \
	bs=+1 bs=1BB bs=1kBB bs=1iB bs=0x0 bs=1.5 "bs= 1" bs=9223372036854775808 bs=99999999999999999999 bs=1Z bs=9E \
	count=18446744073709551615 count=4Ex4 skip=1E seek=1E conv= conv=foo conv=ascii "conv=notrunc," conv=,notrunc \
	iflag=foo iflag= oflag=foo oflag=fullblock status= status=foo status=none,foo conv=lcase,ucase conv=excl,nocreat \
	iflag=direct,nocache oflag=nocache,direct --foo --sweep -x --strict=1; do
	wrong "$word"
done
run ddread if=in skip=9223372036854775807B seek=9223372036854775807B
is "the largest offset is no overflow" "$status" 0
run ddread if=in of=/dev/null bs=0x10x1 count=1
is "0x is zero" "$status" 2
run ddread if=in of=/dev/null count=0x10
like "and said" "$err" '^ddread: count=0x10: 0x multiplies by zero'
is "and done" "$(counts)" "0+0 0+0 "

# ---- paths that are wrong ----
mkdir directory
ln -s in link
bad() { # STATUS OPERAND...
	wanted=$1; shift
	run ddread of=made "$@"
	is "$*: status" "$status" "$wanted"
	like "$*: one line that names it" "$err" "^ddread: .*: open: "
	is "$*: nothing is made" "$(ls made 2>/dev/null)" ""
}
bad 2 if=missing
bad 2 if=missing/in
bad 2 if=in/in
bad 2 if=directory
bad 1 if=link iflag=nofollow
reads 195+1 195+1 100000 if=link
printf 'a dash' >./-
run ddread if=- of=/dev/null
is "if=- is a file of that name" "$(third | cut -d' ' -f1)" 6

# ---- standard input ----
piped() { $EMULATOR "$DISKBENCH" ddread "$@" 2>"$work/.err"; status=$?; err=$(cat "$work/.err"); }
piped of=/dev/null <in
is "without if= standard input is read" "$(counts)" "195+1 195+1 "
(piped of=/dev/null count=10 <&3; head -c 5 <&3 >rest) 3<in
is "its position is shared" "$(cat rest)" "$(tail -c +5121 in | head -c 5)"
mkfifo pipe
# What the function named first writes comes through a pipe.
from() { "$1" >pipe & shift; piped "$@" <pipe; wait; }
# shellcheck disable=SC2317  # called by its name
nothing() { :; }
# shellcheck disable=SC2317  # called by its name
slowly() { for word in abc defgh ijklmnopq; do printf %s "$word"; sleep 0.2 2>/dev/null || sleep 1; done; }
from nothing of=/dev/null
is "an empty pipe" "$(counts)$status" "0+0 0+0 0"
from slowly of=/dev/null bs=5 count=9
is "short reads are partial records" "$(counts)" "2+2 2+2 "
like "and said once" "$err" '^ddread: warning: partial read \(3 bytes\); suggest iflag=fullblock$'
from slowly of=/dev/null bs=5 count=9 iflag=fullblock
is "fullblock waits" "$(counts)" "3+1 3+1 "
unlike "and has nothing to say" "$err" 'partial read'
from slowly of=/dev/null bs=5 count=9 status=none
is "status=none doesn't say it" "$err" ""
from slowly of=/dev/null bs=5 skip=1
is "a block skipped on a pipe is one read" "$(counts)" "2+1 2+1 "
like "what is missing is said" "$err" '^ddread: standard input: cannot skip to specified offset$'
from slowly of=/dev/null bs=5 skip=1 iflag=fullblock
is "or a whole block with fullblock" "$(counts)" "2+1 2+1 "
from slowly of=/dev/null bs=5 skip=2
like "short reads that are skipped are said as well" "$err" '^ddread: warning: partial read \(3 bytes\); suggest iflag=fullblock$'
from slowly of=/dev/null bs=6 skip=3B
is "less than a block is skipped by bytes" "$(counts)" "1+2 1+2 "
is "and of short reads dd says nothing then" "$(printf '%s\n' "$err" | grep -c 'partial read')" 0
from slowly of=/dev/null skip=5
is "skip past the end of a pipe is no failure" "$(counts)$status" "0+0 0+0 0"
from slowly of=/dev/null --sweep
is "a pipe can't be swept" "$status" 2

# ---- blocks that can't be read ----
# An emulator keeps memory of its own where a program has none.
if [ -z "$EMULATOR" ] && ! head -c 1 /proc/self/mem >/dev/null 2>message && grep -q 'Input/output' message; then
	run ddread if=/proc/self/mem of=/dev/null bs=4k count=3
	is "a read error is a failure" "$status" 1
	is "with its reason, and the counts" "$(printf '%s\n' "$err" | sed 's/ copied.*//')" \
		"ddread: /proc/self/mem: read: Input/output error
0+0 records in
0+0 records out
0 bytes"
	run ddread if=/proc/self/mem of=/dev/null bs=4k count=3 conv=noerror,sync
	is "noerror,sync puts zeros in their place" "$(counts)" "0+0 0+0 0+1 1+0 0+2 2+0 0+3 3+0 "
	is "and each is told" "$(printf '%s\n' "$err" | grep -c 'read: Input/output error$')" 3
	is "at the end it is a failure all the same" "$status" 1
	run ddread if=/proc/self/mem of=/dev/null bs=3M count=2 conv=noerror,sync status=none
	is "status=none leaves nothing but the status" "$status$err" 1
else
	echo "# nothing here fails to be read: conv=noerror was not looked at"
fi

# ---- memory ----
# shellcheck disable=SC3045  # not every sh has ulimit -v: it is asked first
limited() { (ulimit -v "$1"; shift; exec "$DISKBENCH" ddread if=in of=/dev/null "$@" 2>"$work/.err"); }
if [ -z "$EMULATOR" ] && grep -q '^CONFIG_STATIC=y' "${DOTCONFIG:-/dev/null}" && limited 6000 count=0 2>/dev/null; then
	ok "bs=1G needs under 6 MB" limited 6000 bs=1G
	ok "two block sizes, too" limited 6000 ibs=1G obs=512M
	limited 1000 bs=1G
	is "without memory it fails" "$?" 1
	like "and says so" "$(cat "$work/.err")" '^ddread: in: buffer: '
fi

# ---- lines ----
run ddread if=in of=/dev/null skip=200
is "skip past the end is no failure" "$status" 0
is "no records then" "$(counts)" "0+0 0+0 "
like "and it is said" "$err" '^ddread: in: cannot skip to specified offset$'
run ddread if=in of=/dev/null
like "the third line" "$(third)" '^100000 bytes \(100 kB, 98 KiB\) copied, [0-9.e-]+ s, [0-9.]+ [kMG]B/s$'
run ddread if=in of=/dev/null count=1B
like "one byte" "$(third)" '^1 byte copied, '
run ddread if=in of=/dev/null count=999B
like "without units below 1000" "$(third)" '^999 bytes copied, '
run ddread if=in of=/dev/null count=1000B
like "kB from 1000 on" "$(third)" '^1000 bytes \(1.0 kB\) copied, '
run ddread if=in of=/dev/null count=1024B
like "KiB from 1024 on" "$(third)" '^1024 bytes \(1.0 kB, 1.0 KiB\) copied, '
run ddread if=in of=/dev/null status=noxfer
is "status=noxfer: two lines" "$err" "195+1 records in
195+1 records out"
run ddread if=in of=/dev/null status=none
is "status=none: none" "$status$err" 0
run ddread if=missing of=/dev/null status=none
like "but errors" "$err" '^ddread: missing: open: '
run ddread if=in of=/dev/null status=noxfer,none
is "the last status counts" "$err" ""

# ---- reading without of= ----
run ddread if=in
is "nothing on standard output" "$status$out" 0
is "blocks of 1M" "$(counts)" "0+1 0+1 "
like "that it differs from dd is said" "$err" '^ddread: in: only read: no of=: blocks of 1M to /dev/null'
like "standard output that is a file is warned of" "$err" '^ddread: standard output: warning: nothing is written to it'
run ddread if=in status=none
like "that even with status=none" "$err" '^ddread: standard output: warning: [^'"'"']*$'
is "and nothing else" "$(printf '%s\n' "$err" | grep -c .)" 1
run ddread if=in ibs=1000
is "ibs= is obeyed" "$(counts)" "100+0 195+1 "
piped if=in </dev/null >/dev/null
unlike "no warning of /dev/null" "$err" 'standard output'
if enabled DDREAD_WRITE; then
	run ddread if=in --strict bs=1000 count=50
	is "--strict writes to standard output" "$(cmp "$work/.out" in 2>&1 | sed 's/.*EOF.*/EOF/')" EOF
	is "as dd, without a word more" "$(printf '%s\n' "$err" | sed 's/ copied.*//')" "50+0 records in
50+0 records out
50000 bytes (50 kB, 49 KiB)"
	run ddread --strict if=in
	is "in blocks of 512" "$(counts)" "195+1 195+1 "
fi

# ---- data made here ----
if enabled DDREAD_WRITE; then
	run ddread if=random: count=10
	is "random: without of= reads 1M blocks" "$(counts)" "10+0 10+0 "
	run ddread if=zero: of=/dev/null bs=7 count=3
	is "zero: makes any block" "$(counts)$(third | cut -d' ' -f1)" "3+0 3+0 21"
	run ddread if=zero: of=/dev/null count=1 bs=3G
	is "a large one too" "$(counts)" "1+0 1+0 "
else
	run ddread if=random: count=10
	is "without DDREAD_WRITE there is none" "$status" 2
fi

# ---- --help names what this build lacks ----
if enabled HELP_TEXT && enabled LONG_OPTIONS; then
	run ddread --help
	for row in sweep:DDREAD_SWEEP json:JSON destroy-data:DDREAD_WRITE ignore-signature:DDREAD_WRITE; do
		enabled "${row#*:}" ||
			like "--help: ${row%:*} needs ${row#*:}" "$out" "^  --${row%:*}[^ ]* +a diskbench built with ${row#*:}$"
	done
	enabled DDREAD_WRITE || unlike "nor is data made" "$out" 'random:'
fi
finish
