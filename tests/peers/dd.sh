#!/bin/sh
# SPDX-License-Identifier: MIT
# ddread beside the real dd: the same lines (times and rates masked), the same
# bytes, the same end, for every operand. GNU dd is the measure; BusyBox's, where
# it is installed, for the operands that it knows.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
gnu=$(command -v dd) || skip_all "dd is missing"
LC_ALL=C "$gnu" --version 2>/dev/null | grep -q '^dd (coreutils)' || skip_all "dd is not GNU's"
export LC_ALL=C
cd "$work" || exit 99

# Blocks of text in which every line differs, an odd number of bytes.
awk 'BEGIN { for (i = 0; i < 6000; i++) printf "%d Line %o\n", i * 7919, i }' >in
head -c 100001 in >odd
{ head -c 8192 /dev/zero; head -c 5000 in; head -c 20480 /dev/zero; } >holes
: >empty

# What both say is "ddread: note" here and never there; figures of time differ.
mask() {
	sed -e '/^ddread: [^w].*: \(short\|rate\|bs\|written\|conv=sync\|oflag\|zeros\|sparse\|cached\|compressed\|cache\|buffered\|loop\|tmpfs\): /d' \
		-e '/^ddread: standard output: /d' -e '/ conv=notrunc /d' -e 's/ copied, [^,]*, .*/ copied, T, R/' -e "s|^$1: |: |" -e "s/'//g" "$2"
}

# The operands with both programs; input on stdin, if they name none, from the file $feed.
feed=in
both() {
	rm -f out.gnu out.own
	[ ! -e before ] || { cp before out.gnu; cp before out.own; }
	# shellcheck disable=SC2086  # operands
	"$gnu" "$@" of=out.gnu <"$feed" >/dev/null 2>err.gnu
	rc_gnu=$?
	# shellcheck disable=SC2086
	$EMULATOR "$DISKBENCH" ddread "$@" of=out.own <"$feed" >/dev/null 2>err.own
	rc_own=$?
}

same() {        # OPERAND...
	both "$@"
	is "$*: the lines" "$(mask ddread err.own)" "$(mask "$gnu" err.gnu)"
	ok "$*: the bytes" cmp out.own out.gnu
	is "$*: the end" "$rc_own" "$rc_gnu"
}

# ---- sizes, counts, offsets ----
same if=in
same if=odd
same if=empty
same
same if=in bs=1000
same if=in bs=1
same if=in bs=2x512
same if=in bs=1k
same if=in bs=1K
same if=in bs=1KiB
same if=in bs=1kB
same if=in bs=1M
same if=in bs=1MB
same if=in bs=1MiB
same if=in bs=3w
same if=in bs=700c
same if=in bs=2b
same if=in bs=1G
same if=in bs=00100
same if=in ibs=700
same if=in obs=700
same if=in ibs=700 obs=3000
same if=in ibs=3000 obs=700
same if=in ibs=4096 obs=4096
same if=in ibs=1M obs=512
same if=in ibs=512 obs=1M
same if=in bs=1000 ibs=7 obs=3
same if=in cbs=80
same if=in count=3
same if=in count=0
same if=in count=10B
same if=in count=1000000
same if=in bs=1000 count=2500B
same if=in bs=1000 count=2500 iflag=count_bytes
same if=in bs=1000 count=1kB
same if=in bs=1000 count=2x3
same if=in skip=3
same if=in bs=1000 skip=2 count=2
same if=in bs=1000 skip=1500B
same if=in bs=1000 skip=1500 iflag=skip_bytes count=1
same if=in bs=1000 iseek=2
same if=in bs=7 skip=3 count=4
same if=in seek=3
same if=in bs=1000 seek=2 count=2
same if=in bs=1000 seek=1500B count=1
same if=in bs=1000 oseek=2 count=1
same if=in bs=1000 seek=1500 oflag=seek_bytes count=1
same if=in ibs=100 obs=1000 seek=2 count=15
same if=in count=0 seek=100
same bs=1000 skip=2 count=3

# ---- conv ----
same if=odd conv=sync
same if=odd bs=4096 conv=sync
same if=odd ibs=3000 obs=512 conv=sync
same if=odd bs=3000000 conv=sync
same if=odd bs=1000 count=2500B conv=sync
same if=odd conv=noerror
same if=odd conv=noerror,sync
same if=odd conv=fsync
same if=odd bs=4k conv=fdatasync
same if=odd conv=fsync,fdatasync
same if=odd conv=excl
same if=odd conv=swab
same if=odd bs=999 conv=swab
same if=odd ibs=7 obs=100 conv=swab
same if=odd conv=lcase
same if=odd bs=999 conv=ucase
same if=odd conv=ucase,swab
same if=holes bs=512 conv=sparse
same if=holes bs=4096 conv=sparse,sync
same if=holes ibs=512 obs=2048 conv=sparse
same if=holes bs=1M conv=sparse
is "conv=sparse saves as many blocks" "$("$gnu" if=holes of=a bs=4k conv=sparse status=none; du -k a | cut -f1)" \
	"$(run ddread if=holes of=b bs=4k conv=sparse status=none; du -k b | cut -f1)"

# ---- an output that is there ----
head -c 50000 in >before
same if=odd bs=1000 count=3
same if=odd bs=1000 count=3 conv=notrunc
same if=odd bs=1000 count=3 seek=5
same if=odd bs=1000 count=3 seek=5 conv=notrunc
same if=odd bs=1000 seek=5 oflag=append count=2 conv=notrunc
same if=odd bs=1000 oflag=append count=2
same if=odd bs=1000 count=2 conv=nocreat
same if=odd bs=1000 count=2 conv=nocreat,notrunc
same if=holes bs=1000 conv=sparse,notrunc
same if=odd count=0
same if=odd count=0 conv=notrunc
rm before

# ---- flags ----
for flag in dsync sync nocache noatime fullblock nofollow append count_bytes skip_bytes seek_bytes; do
	same if=odd bs=4k iflag=$flag
	[ $flag = fullblock ] || same if=odd bs=4k oflag=$flag
done
same if=odd bs=4k iflag=nocache,noatime oflag=dsync,nocache
same if=odd bs=4k count=0 iflag=nocache
if "$gnu" if=in of=direct bs=4k iflag=direct oflag=direct 2>/dev/null; then
	same if=odd bs=4k iflag=direct
	same if=odd bs=4k oflag=direct
	same if=odd bs=64k iflag=direct oflag=direct
	same if=odd bs=4M iflag=direct oflag=direct conv=fsync
	same if=odd bs=4k skip=2 count=3 iflag=direct
else
	echo "# no direct I/O on this file system"
fi

# ---- status ----
same if=odd status=none
same if=odd status=noxfer
same if=odd status=none,noxfer
same if=odd status=none if=in
run ddread if=odd of=a status=none
is "status=none is silent" "$err" ""

# ---- the third line at every size of bytes ----
for size in 0 1 2 999 1000 1023 1024 9949 9950 10189 10190 99499 99500 999499 999500 1023487 1048575 1048576 \
	9961471 9999999 10485759; do
	same if=/dev/zero bs=1 count=0
	[ -e "size$size" ] || head -c $size /dev/zero >"size$size"
	same "if=size$size" bs=1M conv=sparse
	rm "size$size"
done

# ---- short reads ----
slowly() { for word in abc defgh ijklmnopq; do printf %s "$word"; sleep 0.2; done; }
# A reader that a busy machine keeps waiting gets two words at once: again then.
piped() {
	for _ in 1 2 3; do
		slowly | "$gnu" "$@" of=out.gnu 2>err.gnu
		slowly | $EMULATOR "$DISKBENCH" ddread "$@" of=out.own 2>err.own
		[ "$(mask ddread err.own)" != "$(mask "$gnu" err.gnu)" ] || break
	done
	is "pipe, $*: the lines" "$(mask ddread err.own)" "$(mask "$gnu" err.gnu)"
	ok "pipe, $*: the bytes" cmp out.own out.gnu
}
piped
piped bs=4
piped bs=5
piped bs=5 count=3
piped bs=5 count=3 iflag=fullblock
piped bs=100
piped bs=5 conv=sync
piped bs=2 skip=2
piped bs=5 skip=1 count=2
piped bs=5 skip=1 count=2 iflag=fullblock
piped ibs=5 obs=2
piped ibs=5 obs=2 conv=sync
piped bs=5 conv=ucase
piped bs=5 conv=swab
piped bs=5 count=7B
piped bs=1G
piped skip=100

# ---- errors ----
failing() {     # the exit code is ours, the counts are dd's
	"$gnu" "$@" 2>err.gnu >/dev/null
	$EMULATOR "$DISKBENCH" ddread "$@" 2>err.own >/dev/null
	is "$*: status 1" $? 1
	is "$*: the counts" "$(grep -E '^[0-9]' err.own | sed 's/ copied.*//')" "$(grep -E '^[0-9]' err.gnu | sed 's/ copied.*//')"
}
if [ -c /dev/full ]; then
	failing if=in of=/dev/full
	failing if=in of=/dev/full bs=4k
	failing if=in of=/dev/full ibs=100 obs=1000
	failing if=in of=/dev/full bs=4k status=noxfer
fi
run ddread if=odd of=/dev/null skip=1000
is "skip past the end is no failure" "$status" 0
"$gnu" if=odd of=/dev/null skip=1000 2>err.gnu
is "and the lines are dd's" "$(printf '%s\n' "$err" | sed -e 's/ copied.*//' -e 's/^ddread/dd/')" "$(sed -e 's/ copied.*//' -e 's|^/.*/dd|dd|' err.gnu)"

if ! head -c 1 /proc/self/mem >/dev/null 2>&1; then
	failing if=/proc/self/mem bs=4k count=3
	failing if=/proc/self/mem bs=4k count=3 conv=sync
	# With noerror dd ends well, and ddread does not.
	for operands in "bs=4k count=3" "ibs=1000 obs=512 count=3" "bs=3M count=2"; do
		# shellcheck disable=SC2086  # operands
		both if=/proc/self/mem conv=noerror,sync $operands
		is "noerror, $operands: the lines" "$(mask ddread err.own | grep -v ' read: ')" "$(mask "$gnu" err.gnu | grep -v ' reading ')"
		ok "noerror, $operands: the bytes" cmp out.own out.gnu
		is "noerror, $operands: the end" "$rc_own" 1
	done
fi

# ---- a block of over 2 GiB: what read(2) gives at most ----
if "$gnu" if=/dev/zero of=large bs=1 count=0 seek=3G 2>/dev/null && "$gnu" if=large of=/dev/null bs=3G count=1 2>err.gnu; then
	run ddread if=large of=/dev/null bs=3G count=1
	is "bs=3G" "$(printf '%s\n' "$err" | grep '^[0-9]' | sed 's/ copied.*//')" "$(grep '^[0-9]' err.gnu | sed 's/ copied.*//')"
	run ddread if=large of=/dev/null bs=3G count=1 iflag=fullblock
	like "bs=3G with fullblock is whole" "$err" '^1\+0 records in$'
fi
rm -f large

# ---- BusyBox: its third line is its own, the rest is the same ----
if busybox dd --help >/dev/null 2>&1; then
	beside() {      # OPERANDS, input FILE, output that is there or ""
		rm -f out.busybox out.own
		[ -z "$3" ] || { cp "$3" out.busybox; cp "$3" out.own; }
		# shellcheck disable=SC2086
		busybox dd if="$2" of=out.busybox $1 2>err.busybox
		rc_busybox=$?
		# shellcheck disable=SC2086
		run ddread if="$2" of=out.own $1
		is "BusyBox, $1: the counts" "$(printf '%s\n' "$err" | grep records)" "$(grep records err.busybox)"
		# A third line is an option of its build.
		! grep -q copied err.busybox || is "BusyBox, $1: the third line's bytes" "$(printf '%s\n' "$err" | sed -n 's/^\([0-9]* bytes\).* copied, .*/\1/p')" \
			"$(sed -n 's/^\([0-9]* bytes\).* copied, .*/\1/p' err.busybox)"
		is "BusyBox, $1: the end" "$status" "$rc_busybox"
		ok "BusyBox, $1: the bytes" cmp out.own out.busybox
	}
	for operands in "" bs=1000 "bs=1000 count=3" "bs=1000 skip=2" "bs=1000 skip=2 count=4" "ibs=100 obs=1000" \
		"ibs=1000 obs=100" "ibs=700 obs=3000 count=9" bs=1 bs=3c bs=5w bs=2b bs=1k bs=1K bs=1kB bs=1M bs=1MB bs=64M count=0 \
		"bs=1000 conv=sync" conv=swab conv=noerror conv=fsync "bs=4k conv=fsync" "conv=noerror,sync" \
		"bs=1000 skip=1500 iflag=skip_bytes" "bs=1000 count=2500 iflag=count_bytes" "bs=4k iflag=fullblock" \
		"bs=1000 seek=2 count=2" "bs=1000 seek=1500 oflag=seek_bytes" \
		status=none "bs=4k status=noxfer" "bs=1000 skip=9999"; do
		beside "$operands" odd ""
	done
	for operands in "bs=1000 count=3" "bs=1000 count=3 conv=notrunc" "bs=1000 seek=5 count=3 conv=notrunc" \
		"bs=1000 seek=5 count=3" "bs=1000 oflag=append conv=notrunc"; do
		beside "$operands" odd holes
	done
	if [ -e direct ]; then
		beside "bs=64k iflag=direct" odd ""
		beside "bs=64k oflag=direct" holes ""
	fi
else
	echo "# no BusyBox with dd here"
fi
finish
