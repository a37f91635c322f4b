#!/bin/sh
# SPDX-License-Identifier: MIT
# What ddread writes, and what it refuses to: files as dd does, disks only when
# they are named, nothing under /dev, nothing by mistake.
# shellcheck disable=SC2317  # at_exit's commands
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
cd "$work" || exit 99
export LC_ALL=C

awk 'BEGIN { for (i = 0; i < 20000; i++) printf "%d Line %o\n", i, i }' | head -c 100001 >in
printf 'what was here before' >old

if ! enabled DDREAD_WRITE; then
	run ddread if=in of=new
	is "without DDREAD_WRITE nothing is written" "$status$(ls new 2>/dev/null)" 3
	like "and it says so" "$err" '^ddread: new: refused: .*DDREAD_WRITE'
	run ddread if=in of=/dev/null
	is "but /dev/null" "$status" 0
	finish
fi

counts() { printf '%s\n' "$err" | grep ' records ' | cut -d' ' -f1 | tr '\n' ' '; }
# The file "out" holds what the file or command's output "wanted" does.
holds() { ok "$1" cmp wanted out; }

# ---- files ----
copies() {
	rm -f out
	run ddread if=in of=out "$@"
	is "$*: ends well" "$status" 0
	holds "$*: the bytes"
}
cp in wanted
for operands in "" bs=1 bs=1000 bs=1M bs=1G "ibs=7 obs=1000" "ibs=1000 obs=7" "ibs=3M obs=2M" \
	conv=fsync conv=fdatasync conv=excl conv=noerror oflag=sync oflag=dsync oflag=nocache oflag=nofollow \
	iflag=direct oflag=direct "iflag=direct oflag=direct bs=4k" "iflag=direct oflag=direct bs=64M" --strict; do
	[ "$operands" != bs=1 ] || [ -z "$EMULATOR" ] || continue
	# shellcheck disable=SC2086  # several operands
	copies $operands
done
head -c 3000 in >wanted
copies bs=1000 count=3
copies count=3000B
tail -c +3001 in | head -c 2000 >wanted
copies bs=1000 skip=3 count=2
{ head -c 3000 /dev/zero; head -c 2000 in; } >wanted
copies bs=1000 seek=3 count=2
copies bs=1000 oseek=3000B count=2
copies bs=1000 seek=3000 oflag=seek_bytes count=2
{ cat in; head -c 3999 /dev/zero; } >wanted
copies bs=4000 conv=sync
: >wanted
copies count=0
run ddread if=in of=out count=0 seek=1000 obs=1000
is "seek= alone makes a file of that size" "$(wc -c <out | tr -d ' ')" 1000000
umask 027
rm out; run ddread if=in of=out
is "mode 0666 less umask" "$(find out -prune -perm 640)" out
umask 022

over() {        # onto the file old
	cp old out
	run ddread if=in of=out "$@"
	holds "onto a file, $*"
}
head -c 10 in >wanted
over count=10B
{ head -c 10 in; tail -c +11 old; } >wanted
over count=10B conv=notrunc
{ head -c 5 old; head -c 10 in; } >wanted
over count=10B seek=5B
{ head -c 5 old; head -c 10 in; tail -c +16 old; } >wanted
over count=10B seek=5B conv=notrunc
{ cat old; head -c 10 in; } >wanted
over count=10B oflag=append conv=notrunc
head -c 10 in >wanted
over count=10B oflag=append
like "append that empties first is said" "$err" '^ddread: out: oflag=append: '
over count=10B conv=nocreat

# ---- conversions ----
if enabled DDREAD_CONV; then
	tr '[:lower:]' '[:upper:]' <in >wanted
	copies conv=ucase
	copies conv=ucase bs=999
	tr '[:upper:]' '[:lower:]' <in >wanted
	copies conv=lcase
	printf badcfehgi >wanted
	printf abcdefghi >short
	for operands in "" bs=1 bs=2 bs=3 bs=5 "ibs=5 obs=2"; do
		# shellcheck disable=SC2086  # several operands
		run ddread if=short of=out conv=swab $operands
		holds "conv=swab $operands"
	done
	{ head -c 65536 /dev/zero; cat in; head -c 300000 /dev/zero; } >wanted
	run ddread if=wanted of=out conv=sparse bs=4k
	holds "conv=sparse"
	ok "saves blocks" test "$(du -k out | cut -f1)" -lt 200
	{ cat in; head -c 1000 /dev/zero; } >wanted
	run ddread if=wanted of=out conv=sparse bs=1
	holds "a hole at the end"
else
	run ddread if=in of=out conv=swab
	is "without DDREAD_CONV conv=swab is refused" "$status" 2
fi

# ---- syncing, and its two times ----
run ddread if=in of=out
like "both times are said" "$err" '^ddread: out: written: [0-9.e-]+ s to memory, [0-9.e-]+ s to the disk$'
is "the statistics come last" "$(printf '%s\n' "$err" | tail -n 3 | head -n 1)" "195+1 records in"
run ddread if=in of=out --strict
is "not with --strict" "$(printf '%s\n' "$err" | grep -c .)" 3
if command -v strace >/dev/null && [ -z "$EMULATOR" ] && strace -o trace true 2>/dev/null; then
	syncs() { strace -f -e trace=fsync,fdatasync -o trace "$DISKBENCH" ddread if=in "$@" 2>/dev/null; grep -cE '(fsync|fdatasync)\(.*= 0' trace; }
	is "a file is synced" "$(syncs of=out)" 1
	is "with --strict it is not" "$(syncs of=out --strict)" 0
	is "unless asked for" "$(syncs of=out --strict conv=fsync)" 1
	is "/dev/null is not" "$(syncs of=/dev/null)" 0
else
	echo "# no strace here: whether files are synced was not looked at"
fi

# ---- what is refused ----
refused() {     # STATUS REGEX OPERAND...
	wanted=$1 regex=$2; shift 2
	run ddread if=in "$@"
	is "$*: status" "$status" "$wanted"
	like "$*: why" "$err" "$regex"
	is "$*: one line" "$(printf '%s\n' "$err" | grep -c .)" 1
}
printf 'untouched' >out
refused 1 '^ddread: out: open: File exists$' of=out conv=excl
refused 2 '^ddread: new: open: No such file or directory$' of=new conv=nocreat
refused 2 '^ddread: missing: open: No such file or directory$' of=missing/new
refused 2 '^ddread: /: open: Is a directory$' of=/
refused 2 '^ddread: \.: open: Is a directory$' of=.
ln -s out link
refused 1 '^ddread: link: open: ' of=link oflag=nofollow
ln -s nowhere dangling
refused 1 '^ddread: dangling: open: ' of=dangling
is "the end of a dangling link is not made" "$(ls nowhere 2>/dev/null)" ""
is "nothing was changed" "$(cat out)" untouched
run ddread if=in of=link
is "a link that leads somewhere is followed" "$(wc -c <out | tr -d ' ')" 100001
run ddread if=missing of=new
is "without an input no output is made" "$status$(ls new 2>/dev/null)" 2
if [ "$(id -u)" = 0 ]; then
	refused 3 '^ddread: /dev: refused: ' of=/dev/diskbench-mistyped
	refused 3 '^ddread: /proc: refused: ' of=/proc/diskbench-mistyped
	is "nothing is made there" "$(ls /dev/diskbench-mistyped /proc/diskbench-mistyped 2>/dev/null)" ""
fi
[ "$(id -u)" = 0 ] || { : >locked; chmod 0 locked; refused 1 '^ddread: locked: open: Permission denied$' of=locked; }

cp in same
ln -f same same2
for name in same same2 ./same; do
	refused 3 "^ddread: $name: refused: it is the input, and would be cut before it is read; conv=notrunc" if=same "of=$name"
done
ok "the input as output is not emptied" cmp in same
run ddread if=same of=same conv=notrunc,ucase
is "conv=notrunc makes it possible" "$status" 0
tr "[:lower:]" "[:upper:]" <in >wanted
ok "and it is changed in place" cmp wanted same
for operands in seek=1 "seek=1 conv=notrunc" "oflag=append conv=notrunc"; do
	# shellcheck disable=SC2086  # several operands
	refused 3 "^ddread: same: refused: it is the input, and would grow without an end; say count=" if=same of=same bs=100001 $operands
done
run ddread if=same of=same bs=100001 seek=1 count=1
cat wanted wanted >twice
ok "once behind its end" cmp twice same
cp in wanted

# ---- results beside it ----
if enabled JSON; then
	refused 2 '^ddread: nowhere: open: No such file or directory$' of=new --json=nowhere/x
	is "no output is made before" "$(ls new 2>/dev/null)" ""
	refused 2 '^ddread: nowhere: open: No such file or directory$' of=nowhere/new --json=results
	is "nor results" "$(ls results 2>/dev/null)" ""
	echo keep >results
	refused 2 '^ddread: nowhere: open: No such file or directory$' of=nowhere/new --json=results
	is "old results stay" "$(cat results)" keep
	refused 3 '^ddread: in: refused: results would replace what is measured$' of=new --json=in
	refused 2 "^ddread: '--json': expected another file than of=\$" of=new --json=new
	is "nothing is made" "$(ls new 2>/dev/null)" ""
	run ddread if=in of=new --json=results
	is "they are replaced when there are new ones" "$status$(grep -c keep results)" 00
	rm new results
fi

# ---- failing writes ----
if [ -c /dev/full ]; then
	run ddread if=in of=/dev/full bs=1000
	is "a full device is a failure" "$status" 1
	like "with its reason" "$err" '^ddread: /dev/full: write: No space left on device$'
	is "and dd's counts" "$(counts)" "1+0 0+0 "
	run ddread if=in of=/dev/full ibs=100 obs=1000 status=none
	is "status=none leaves the error" "$status$err" "1ddread: /dev/full: write: No space left on device"
fi
(ulimit -f 8; run ddread if=in of=limited bs=1000; is "the limit on file sizes" "$status" 1
	like "has a reason" "$err" '^ddread: limited: write: File too large$'; echo "$points $failures" >sub)
read -r points failures <sub
mkfifo pipe
(exec 3<pipe) &
run ddread if=in of=pipe
is "a pipe without a reader is a failure" "$status" 1
like "that names it" "$err" '^ddread: pipe: write: Broken pipe$'
wait

# ---- block devices ----
if [ "$(id -u)" != 0 ] || [ -n "$EMULATOR" ]; then
	echo "# not root: block devices were left out"
	finish
fi
head -c 1048576 /dev/zero >image
loop=$(losetup -f --show image 2>/dev/null) || { echo "# no loop devices here"; finish; }
# shellcheck disable=SC2016  # expanded at the end
at_exit='losetup -d "$loop"'
first() { head -c 100001 "$loop" | cmp - in >/dev/null && echo changed || echo untouched; }
refused 3 "^ddread: $loop: refused: .*--destroy-data=$loop\$" "of=$loop"
refused 3 "^ddread: $loop: refused: --destroy-data names another device" "of=$loop" --destroy-data=image
refused 3 "^ddread: image: refused: in use: behind ${loop#/dev/}\$" of=image
is "not a byte of it" "$(first)" untouched
! enabled JSON || refused 3 "^ddread: $loop: refused: results are not written to a disk\$" of=new "--json=$loop"
is "nor for JSON" "$(first)" untouched
run ddread if=in "of=$loop" "--destroy-data=$loop"
is "with consent it is written" "$status$(first)" 0changed
like "and synced" "$err" "^ddread: $loop: written: "
if enabled SIGNATURES && command -v mkfs.ext4 >/dev/null && mkfs.ext4 -q "$loop" 2>/dev/null; then
	refused 3 "^ddread: $loop: refused: ext.* found on it" "of=$loop" "--destroy-data=$loop"
	is "not a byte then" "$(first)" untouched
	run ddread if=in "of=$loop" "--destroy-data=$loop" --ignore-signature oflag=direct bs=4k
	is "but with --ignore-signature" "$status$(first)" 0changed
fi
$EMULATOR "$DISKBENCH" ddread if=in --strict <>"$loop" 1<>"$loop" 2>err
is "not through standard output either" "$?" 3
finish
