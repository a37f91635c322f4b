#!/bin/sh
# SPDX-License-Identifier: MIT
# What the tests of bonnie do: bytes, files, places, names, order, flags, memory,
# and that nothing stays.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=bonnie_helpers.sh
. "$(dirname "$0")/bonnie_helpers.sh"
enabled JSON || skip_all "this build has no JSON"
enabled BONNIE_FILES || skip_all "this build has small files without contents only"
disk=$dir
in_memory 256m

quick() {
	bonnie --strict -r 0 -z 7 --json "$@"
}

done_by() {     # TEST AMOUNT BYTES
	is "$1 does $2, moves $3" "$(value "$1" amount) $(value "$1" bytes)" "$2 $3"
}

# ---- bytes and files ----

quick -s 2:16k:1000:7 -n 2:1000:100:3:512
is "a run ends well" "$status" 0
empty "and leaves nothing"
for test in putc put_block rewrite getc get_block; do
	done_by $test 2097152 2097152
done
done_by seeks 1000 16384000
is "by as many processes as asked for" "$(value seeks workers) $(value put_block workers)" "7 1"
sum=$(value seq_create bytes)
ok "sizes of files lie between min and max" test "$sum" -ge $((2048 * 100)) -a "$sum" -le $((2048 * 1000))
# Half way, give or take four standard deviations of 2048 even draws.
ok "evenly" test "$sum" -ge $((2048 * 526)) -a "$sum" -le $((2048 * 574))
for test in seq_create seq_stat ran_create ran_stat; do
	done_by $test 2048 "$sum"
done
done_by seq_del 2048 0
done_by ran_del 2048 0

quick -s 3:1m -n 0 -f2
done_by putc 2097152 2097152
done_by put_block 3145728 3145728
quick -s 1:256::1 -n 1 -f
is "-f runs no per-character tests" "$(value putc amount)$(value getc amount)" ""
done_by put_block 1048576 1048576
done_by seeks 8192 2097152
done_by seq_stat 1024 0
for links in -1 -2; do
	for directories in 1 5; do
		quick -s 0 -n 1:$links:0:$directories
		is "-n 1:$links:0:$directories ends well" "$status" 0
		done_by seq_create 1024 0
		done_by ran_stat 1024 0
		done_by ran_del 1024 0
		empty "and leaves nothing"
	done
done
quick -s 0 -n 1:0:0:2000
is "more directories than files are fine" "$status $(value ran_del amount)" "0 1024"

# Short tests are repeated, each time as a whole.
bonnie -s 1:8k:500 -f -n 0 --json
is "and end well" "$status" 0
blocks=$(value get_block runs) seeks=$(value seeks runs)
is "a repeat does all of it" "$(value get_block amount) $(value seeks amount)" \
	"$((${blocks:-1} * 1048576)) $((${seeks:-1} * 500))"
ok "and no more often than 32 times" test "${blocks:-33}" -le 32

# ---- with the system calls at hand: places, names, order ----

# OPTIONS CALLS: the calls of a run, in their order. strace may be missing, or
# not be allowed here.
traced() {
	# shellcheck disable=SC2046,SC2086
	strace -f -qq -o "$work/trace" -xx -s 64 -e "trace=$2" "$DISKBENCH" bonnie -d "$dir" $(as_user) \
		--strict -r 0 -q $1 >/dev/null 2>&1 && cat "$work/trace"
}

# Where pread and pwrite went. Seekers' calls overlap, so strace tells of each one's begin and end.
places() {
	sed -n 's/^.*, 8192, \([0-9]*\)\().*= 8192\| <unfinished.*\)$/\1/p' "$@"
}

# The names in lines like openat(4, "\x30\x31", O_WRONLY|O_CREAT|O_EXCL...) or unlinkat(4, "\x30\x31", 0).
names() {
	sed -n 's/^.*([0-9]*, "\(\(\\x..\)*\)", \(O_WRONLY.*O_EXCL\|0) *= 0\).*$/\1/p' | awk 'BEGIN {
			for (i = 32; i < 127; i++) character[sprintf("%02x", i)] = sprintf("%c", i)
		} {
			n = split($0, code, /\\x/)
			for (i = 2; i <= n; i++) printf "%s", character[code[i]]
			print ""
		}'
}

if [ -z "$EMULATOR" ] && traced "-z7 -s1 -fn0" pread64 >"$work/first" && [ -s "$work/first" ]; then
	places "$work/first" | sort -n >"$work/places"
	is "as many seeks as asked for" "$(grep -c '' "$work/places")" 8192
	is "all of the file, in whole chunks" "$(uniq "$work/places" | grep -c '') $(
		awk '{ bad += $1 % 8192 != 0 } END { print bad }' "$work/places")" "128 0"
	is "the same seed seeks the same places" "$(traced "-z7 -s1 -fn0" pread64 | places | sort -n | cksum)" \
		"$(cksum <"$work/places")"
	ok "another seed others" test "$(traced "-z8 -s1 -fn0" pread64 | places | sort -n | cksum)" != \
		"$(cksum <"$work/places")"

	traced "-z7 -s1::9000 -fn0" pwrite64 | places >"$work/updates"
	is "every tenth seek is an update" "$(grep -c '' "$work/updates")" 900
	# Of 900 even draws 450 are odd, give or take four standard deviations.
	odd=$(awk '{ odd += $1 / 8192 % 2 } END { print odd }' "$work/updates")
	ok "of odd chunks as of even ones" test "$odd" -ge 390 -a "$odd" -le 510

	traced "-z7 -s0 -n1:0:0:3" openat | names >"$work/names"
	sed -n '1,1024p' "$work/names" >"$work/sequential"
	sed -n '1025,9999p' "$work/names" >"$work/random"
	is "each test creates its files, each once" \
		"$(sort -u "$work/sequential" | grep -c '') $(sort -u "$work/random" | grep -c '')" "1024 1024"
	is "sequential names begin with their number" \
		"$(grep -cE '^0000[0-2]/0{7}[0-9a-f]{3}[0-9a-zA-Z]{0,12}$' "$work/sequential")" 1024
	is "random names end with it" "$(grep -cE '^0000[0-2]/[0-9a-zA-Z]{0,12}0{7}[0-9a-f]{3}$' "$work/random")" 1024
	is "every number is there, in its order" "$(cut -c7-16 "$work/sequential" | cksum)" \
		"$(awk 'BEGIN { for (i = 0; i < 1024; i++) printf "%010x\n", i }' | cksum)"
	is "with 0 to 12 letters, all lengths" "$(awk '{ print length($0) - 16 }' "$work/sequential" |
		sort -n | uniq | tr '\n' ' ')" "0 1 2 3 4 5 6 7 8 9 10 11 12 "
	is "directories are filled evenly" "$(cut -c1-5 "$work/sequential" | sort | uniq -c |
		awk '{ print $1 }' | sort -n | tr '\n' ' ')" "341 341 342 "
	is "the same seed gives the same names" "$(traced "-z7 -s0 -n1:0:0:3" openat | names | cksum)" \
		"$(cksum <"$work/names")"
	ok "another seed others" test "$(traced "-z9 -s0 -n1:0:0:3" openat | names | cksum)" != "$(cksum <"$work/names")"

	traced "-z7 -s0 -n1" '?unlinkat' | names | sed -n '1025,9999p' |
		sed 's/^.*\(.\{10\}\)$/\1/' >"$work/deleted"
	is "random deletes take every file, once" "$(sort -u "$work/deleted" | grep -c '')" 1024
	# Neighbours in a shuffled list go up about as often as down.
	up=$(awk 'NR > 1 { up += $1 "" > last "" } { last = $1 } END { print up }' "$work/deleted")
	ok "in another order than that of their creation" test "$up" -ge 400 -a "$up" -le 620

	# What is written: the first 64 bytes of each chunk of the block output.
	heads() {
		traced "-s1 -fn0 $1" write | sed -n 's/^.*write([0-9]*, "\(.*\)"\.\.\., 8192).*/\1/p' | head -n 128
	}
	is "--data=zero writes zeros" "$(heads --data=zero | sed 's/\\x00//g' | sort -u)" ""
	heads --data=random >"$work/heads"
	is "--data=random repeats no chunk" "$(sort -u "$work/heads" | grep -c '')" 128
	is "and no eight bytes" "$(sed 's/\(\(\\x..\)\{8\}\)/\1 /g' "$work/heads" | tr ' ' '\n' | grep . | sort | uniq -d)" ""
	heads --data=bonnie >"$work/heads"
	is "--data=bonnie counts bytes up" "$(sed -n 1p "$work/heads" | cut -c1-12) $(sed -n 3p "$work/heads" | cut -c1-16)" \
		'\x01\x00\x00 \x01\x01\x01\x00'
else
	echo "# no strace here: places, names and data are not looked at"
fi

# ---- what can be seen while it runs ----

# Runs for long in the background until `end_run`; waits until stderr says TEXT.
begin_run() {   # TEXT OPTION...
	text=$1; shift
	: >"$work/running"
	# shellcheck disable=SC2046,SC2086
	$EMULATOR "$DISKBENCH" bonnie -d "$dir" $(as_user) "$@" >/dev/null 2>"$work/running" </dev/null &
	pid=$!
	tries=0
	until grep -q "$text" "$work/running" || [ $((tries += 1)) -gt 200 ]; do sleep 0.05 2>/dev/null || sleep 1; done
}

end_run() {
	kill "$pid" 2>/dev/null
	wait "$pid" 2>/dev/null
}

begin_run Rewriting -s 16 -f -n 0 -x 100000
is "the large file has no name" "$(ls -A "$dir")" ""
end_run
empty "and leaves nothing"
begin_run "Stat files" -s 0 -n 16 -x 100000
# shellcheck disable=SC2012  # the name is ours
seen=$(for _ in 1 2 3 4 5 6 7 8 9 10; do ls -lA "$dir" | sed 's/^\(d[rwx-]*\).* \([^ ]*\)$/\1 \2/'; done | grep -v total | sort -u)
like "small files are in a directory for us alone" "$seen" "^drwx------\.? Bonnie\.$pid(\.[0-9]+)?\$"
end_run
empty "and leave nothing"

# ---- cache and flags ----

bonnie -s 8 -n 0 -r 100 --cache=keep
is "--cache=keep and a small file are refused" "$status $out" "3 "
is "in the words of the original" "$err" \
	"bonnie: $dir: refused: File size should be double RAM for good results, RAM is 100M."
bonnie -s 8 -n 0 -r 100 --strict
is "with --strict too" "$status" 3
bonnie -s 1 -n 0 -f -r 1 --strict
is "also just under twice the RAM" "$status" 3
bonnie -s 2 -n 0 -f -r 1 --strict
is "but not at twice the RAM" "$status" 0
bonnie -s 4 -f -n 0 -r 100 --json
is "without them it is taken" "$status" 0
like "flags: buffered" "$(flags put_block)" '"?buffered"?'
if grep -q '"file_system": "tmpfs"' "$work/.out"; then
	like "tmpfs: reads are cached" "$(flags get_block)" cached
	like "tmpfs: that is said" "$err" '^bonnie: .*: cached: .*get_block.*: this file system is in memory'
fi
bonnie -s 0 -n 1 --json
like "names and inodes were in memory" "$(flags seq_stat)" metadata-from-ram
like "that is said" "$err" '^bonnie: .*: metadata-from-ram: seq_stat, ran_stat: '
unlike "and only of stat" "$(flags seq_create)" metadata-from-ram
if ! enabled BONNIE_DROP_CACHES; then
	bonnie -s 0 -n 0 --drop-caches
	like "--drop-caches is refused" "$status $err" "^2 bonnie: '--drop-caches': expected a diskbench built with BONNIE_DROP_CACHES"
elif [ "$(id -u)" = 0 ] && [ -z "$EMULATOR" ]; then
	bonnie -s 0 -n 8 --drop-caches --json
	is "--drop-caches ends well" "$status" 0
	is "and drops them" "$(flags seq_stat | tr ' ' '\n' | grep -c metadata)" 0
	# Somebody else can't; a process that stays root does it for him.
	chmod 711 "$work" "${dir%/*}"
	chmod 1777 "$dir"
	run bonnie -d "$dir" -u nobody -s 0 -n 8 --drop-caches --json
	is "also for another user" "$status $(flags seq_stat | tr ' ' '\n' | grep -c metadata)" "0 0"
elif [ "$(id -u)" != 0 ]; then
	bonnie -s 0 -n 0 --drop-caches
	is "--drop-caches is root's" "$status" 2
fi

direct() {      # in $dir; a chunk that no device takes must fall back in any case
	for chunk in 8k 256; do
		bonnie -s "1:$chunk:200" -n 0 -D --json
		is "$1 -D $chunk: ends well" "$status" 0
		like "$1 -D $chunk: says direct or buffered, not both" "$(flags put_block | tr ' ' '\n' |
			grep -cxE 'direct|buffered')" '^1$'
		notes=$(printf '%s\n' "$err" | grep -c '^bonnie: .*: buffered: ')
		case $(flags put_block) in
		*direct*) is "$1 -D $chunk: no word of a fallback" "$notes" 0 ;;
		*) is "$1 -D $chunk: one word of the fallback" "$notes" 1 ;;
		esac
		like "$1 -D $chunk: putc is buffered" "$(flags putc)" buffered
	done
}
if enabled DIRECT_IO; then
	direct "in memory,"
	memory=$dir dir=$disk
	direct "on disk,"
	bonnie -s 8 -f -n 0 --json
	if [ "$(value get_block device_bytes)" != null ]; then
		unlike "on disk, block input is not cached" "$(flags get_block)" cached
		ok "on disk, it came from the device" test "$(value get_block device_bytes)" -ge "$(value get_block amount)"
	fi
	empty "nothing is left"
	dir=$memory
fi

# ---- memory and CPU ----

# The CPU time of all that were started, in ms, as the shell knows it.
(
	quick -s 1::1000k:10 -f -n 0
	times >"$work/times"
	printf '%s\n' "$out" >"$work/cpu.json"
)
json=$work/cpu.json
all=$(sed -n 2p "$work/times" | tr 'ms' '  ' | awk '{ printf "%d", ($1 * 60 + $2 + $3 * 60 + $4) * 1000 }')
seekers=$((($(value seeks user_ns) + $(value seeks system_ns)) / 1000000))
json=
# Ticks may be rounded up.
ok "CPU of all ten seekers counts: $seekers of $all ms" test "$seekers" -gt $((all / 2)) -a "$seekers" -le $((all + all / 10 + 20))

quick -s 8::200k:10 -f -n 0
cpus=$(grep -c '^processor' /proc/cpuinfo 2>/dev/null || echo 1)
percent=$((($(value seeks user_ns) + $(value seeks system_ns)) * 100 / $(value seeks elapsed_ns)))
if [ -z "$EMULATOR" ] && [ "$cpus" -gt 0 ]; then
	ok "ten seekers use no more than the $cpus CPUs: $percent %" test "$percent" -le $((cpus * 100))
fi

# KiB: the parent's peak and the largest peak of a worker, as often as they can be looked at.
peak() {        # OPTION...
	begin_run . -s 0 --strict "$@"
	most=0 parent=0
	while kill -0 "$pid" 2>/dev/null; do
		parent=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$pid/status" 2>/dev/null)
		children=$(cat "/proc/$pid/task/$pid/children" 2>/dev/null)
		for child in $children; do
			child=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$child/status" 2>/dev/null)
			[ "$((${child:-0} + ${parent:-0}))" -gt "$most" ] && most=$((child + parent))
		done
	done
	end_run
	echo $most
}
if sanitized; then
	echo "# memory is not looked at with AddressSanitizer"
elif [ -z "$EMULATOR" ] && [ -e "/proc/$$/task/$$/children" ]; then
	small=$(peak -n 1 -x 64)
	large=$(peak -n 64)
	echo "# peak of parent and worker: $small KiB at -n 1, $large KiB at -n 64"
	ok "memory was seen" test "$small" -gt 0 -a "$large" -gt 0
	ok "64 times the files need no more memory" test $((large - small)) -le 32 -a $((small - large)) -le 32
	ok "and under a MiB" test "$large" -lt 1024
fi
empty "nothing is left"
finish
