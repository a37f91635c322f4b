#!/bin/sh
# SPDX-License-Identifier: MIT
# Everything that can fail in each of bonnie's tests: told with the path and the reason, marked in
# the report, the other figures kept, nothing left behind.
#
# -y p stops before each test, so a fault can begin there: a real one where there is one, else
# strace makes the system calls fail.
# shellcheck disable=SC2317  # actions are called by their name
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=bonnie_helpers.sh
. "$(dirname "$0")/bonnie_helpers.sh"
enabled JSON || skip_all "this build has no JSON"
enabled BONNIE_COPIES || skip_all "this build has no -y p"
enabled BONNIE_FILES || skip_all "this build has small files without contents only"
in_memory 64m
json=$work/json
nap() { sleep 0.02 2>/dev/null || sleep 1; }

# Runs with -y p; does `action` when test NUMBER is to begin, and `undo` before the next one or at the end.
#   $pid   the run's process number, for them
at() {          # NUMBER OPTION...
	number=$1; shift
	rm -f "$json" "$work/in"
	mkfifo "$work/in"
	: >"$work/.out"
	# shellcheck disable=SC2046,SC2086
	$EMULATOR "$DISKBENCH" bonnie -d "$dir" $(as_user) -yp --strict -r 0 --json="$json" "$@" \
		<"$work/in" >"$work/.out" 2>"$work/.err" &
	pid=$!
	exec 9>"$work/in"
	asked=0 answered=0 acting=
	while kill -0 $pid 2>/dev/null; do
		asked=$(grep -c '^[0-9][0-9]*:$' "$work/.out")
		if [ "$asked" = $answered ]; then
			nap
			continue
		fi
		[ -z "$acting" ] || { undo; acting=; }
		if [ "$(grep '^[0-9][0-9]*:$' "$work/.out" | tail -n 1)" = "$number:" ]; then
			acting=1
			action
		fi
		answered=$((answered + 1))
		echo >&9
	done
	exec 9>&-
	[ -z "$acting" ] || undo
	wait $pid
	status=$?
	out=$(cat "$work/.out") err=$(cat "$work/.err")
}

reasons() { printf '%s\n' "$err" | grep '^bonnie: '; }

# The run failed in one test, which the report says, and left nothing.
failed() {      # WHAT TEST FIELD REGEX: of the one message
	is "$1: failure" "$status $(fields)" "1 27"
	like "$1: told" "$(reasons | head -n 1)" "^bonnie: $4\$"
	is "$1: no value" "$(field "$3")" ""
	like "$1: failed in JSON" "$(flags "$2")" failed
	empty "$1: nothing is left"
}
scratch="$dir/Bonnie\\.[0-9]+(\\.[0-9]+)?"

# ---- what strace makes fail ----

# The calls of the run's processes fail from their WHEN-th on.
action() {
	strace -f -qq -p $pid -o "$work/trace" -e trace="${inject%%:*}" -e inject="$inject" 2>/dev/null &
	tracer=$!
	tries=0
	until grep -q "^TracerPid:[^0-9]*$tracer\$" /proc/$pid/status 2>/dev/null || [ $((tries += 1)) -gt 100 ]; do nap; done
}
undo() {
	kill -INT "$tracer" 2>/dev/null
	wait "$tracer" 2>/dev/null
}
fault() {       # TEST NUMBER FIELD CALLS ERROR WHEN REGEX OPTION...
	test=$1 number=$2 field=$3 inject=$4:error=$5:when=$6 regex=$7; shift 7
	at "$number" "$@"
	failed "$inject in $test" "$test" "$field" "$regex"
}

if [ -z "$EMULATOR" ] && strace -o /dev/null -e trace=read -e inject=read:error=EIO:when=99 true 2>/dev/null &&
   grep -q '^TracerPid:' /proc/self/status 2>/dev/null; then
	no_space="No space left on device" quota="Disk quota exceeded|Quota exceeded" io="Input/output error|I/O error"
	stale="Stale file handle|Stale NFS file handle|Missing file handle" read_only="Read-only file system"
	many="Too many open files|No file descriptors available" long="File name too long|Filename too long"
	many_links="Too many links"

	# The large file. putc: stdio's calls differ between libraries.
	fault putc 0 2 write,writev ENOSPC 60+ "$dir: putc: $no_space" -s 1 -n 0
	fault putc 0 2 write,writev EDQUOT 60+ "$dir: putc: ($quota)" -s 1 -n 0
	is "the tests behind it are done" "$(value seeks amount)" 8192
	fault put_block 1 4 write ENOSPC 60+ "$dir: write: $no_space" -s 1 -fn 0
	is "there is nothing to read then" "$(field 6)$(field 10)$(field 12)" ""
	fault put_block 1 4 write EDQUOT 60+ "$dir: write: ($quota)" -s 1 -fn 0
	fault put_block 1 4 write EIO 60+ "$dir: write: ($io)" -s 1 -fn 0
	fault put_block 1 4 write EROFS 60+ "$dir: write: $read_only" -s 1 -fn 0
	fault put_block 1 4 fsync ENOSPC 1 "$dir: fsync: $no_space" -s 1 -bfn 0
	fault put_block 1 4 fsync ESTALE 1 "$dir: fsync: ($stale)" -s 1 -bfn 0
	fault rewrite 2 6 write ENOSPC 60+ "$dir: write: $no_space" -s 1 -fn 0
	is "the figure before is kept, those behind are made" "$(value put_block amount) $(value seeks amount)" "1048576 8192"
	like "the table says which failed" "$out" ' [0-9+]+ +[0-9+]+    failed  '
	fault rewrite 2 6 write EROFS 60+ "$dir: write: $read_only" -s 1 -fn 0
	fault rewrite 2 6 read EIO 60+ "$dir: read: ($io)" -s 1 -fn 0
	fault rewrite 2 6 lseek ESTALE 60+ "$dir: lseek: ($stale)" -s 1 -fn 0
	fault rewrite 2 6 fsync EIO 1 "$dir: fsync: ($io)" -s 1 -bfn 0
	fault getc 3 8 read,readv EIO 60+ "$dir: getc: ($io)" -s 1 -n 0
	fault getc 3 8 read,readv ESTALE 60+ "$dir: getc: ($stale)" -s 1 -n 0
	fault get_block 4 10 read EIO 60+ "$dir: read: ($io)" -s 1 -fn 0
	fault get_block 4 10 read ESTALE 60+ "$dir: read: ($stale)" -s 1 -fn 0
	fault seeks 5 12 pread64 EIO 60+ "$dir: read: ($io)" -s 1 -fn 0
	fault seeks 5 12 pread64 ESTALE 60+ "$dir: read: ($stale)" -s 1 -fn 0
	fault seeks 5 12 pwrite64 ENOSPC 60+ "$dir: write: $no_space" -s 1 -fn 0
	fault seeks 5 12 pwrite64 EDQUOT 60+ "$dir: write: ($quota)" -s 1 -fn 0
	fault seeks 5 12 pwrite64 EROFS 60+ "$dir: write: $read_only" -s 1 -fn 0

	# Small files.
	file="$scratch/[0-9a-zA-Z]+"
	fault seq_create 6 15 openat,open ENOSPC 60 "$file: create: $no_space" -s 0 -n 1
	is "the random tests are done" "$(value seq_stat amount) $(value ran_create amount) $(value ran_del amount)" " 1024 1024"
	fault seq_create 6 15 openat,open EDQUOT 60 "$file: create: ($quota)" -s 0 -n 1
	fault seq_create 6 15 openat,open EROFS 60 "$file: create: $read_only" -s 0 -n 1
	fault seq_create 6 15 openat,open EMFILE 60 "$file: create: ($many)" -s 0 -n 1
	fault seq_create 6 15 openat,open ENAMETOOLONG 60 "$file: create: ($long)" -s 0 -n 1
	fault seq_create 6 15 openat,open ESTALE 60 "$file: create: ($stale)" -s 0 -n 1
	fault seq_create 6 15 write ENOSPC 60+ "$scratch/0000[0-2]/[0-9a-zA-Z]+: write: $no_space" -s 0 -n 1:500:500:3
	fault seq_create 6 15 write EIO 60+ "$file: write: ($io)" -s 0 -n 1:500:500
	# NFS tells here.
	fault seq_create 6 15 close EDQUOT 60 "$file: close: ($quota)" -s 0 -n 1:500:500
	fault seq_create 6 15 fsync EIO 60 "$file: fsync: ($io)" -b -s 0 -n 1:500:500
	fault seq_create 6 15 linkat EMLINK 60 "$file: link: $many_links" -s 0 -n 1:-1
	fault seq_create 6 15 symlinkat ENOSPC 60 "$file: symlink: $no_space" -s 0 -n 1:-2
	fault seq_stat 7 17 newfstatat,fstatat64,statx ESTALE 60 "$file: stat: ($stale)" -s 0 -n 1
	fault seq_stat 7 17 getdents64 EIO 2 "$scratch: readdir: ($io)" -s 0 -n 1
	fault seq_stat 7 17 read EIO 60+ "$file: read: ($io)" -s 0 -n 1:500:500
	fault seq_stat 7 17 openat,open EMFILE 60 "$file: open: ($many)" -s 0 -n 1:500:500
	fault seq_del 8 19 unlinkat EIO 60 "$file: unlink: ($io)" -s 0 -n 1
	fault seq_del 8 19 unlinkat EROFS 60 "$file: unlink: $read_only" -s 0 -n 1
	# File systems that copy on write need room to delete.
	fault seq_del 8 19 unlinkat ENOSPC 60 "$file: unlink: $no_space" -s 0 -n 1
	fault seq_del 8 19 getdents64 ESTALE 2 "$scratch: readdir: ($stale)" -s 0 -n 1
	fault ran_create 8 21 mkdirat ENOSPC 1 "$dir: mkdir: $no_space" -s 0 -n 1
	fault ran_create 8 21 mkdirat EMLINK 2 "$scratch/0000[01]: mkdir: $many_links" -s 0 -n 1:0:0:3
	fault ran_create 9 21 openat,open ENOSPC 60 "$scratch/0000[0-2]/[0-9a-zA-Z]+: create: $no_space" -s 0 -n 1:0:0:3
	fault ran_stat 10 23 newfstatat,fstatat64,statx EIO 60 "$file: stat: ($io)" -s 0 -n 1
	fault ran_del 11 25 unlinkat ESTALE 60 "$file: unlink: ($stale)" -s 0 -n 1

	# ---- "not empty" that passes, and one that does not ----

	inject=unlinkat:error=ENOTEMPTY:when=1025..1027
	at 8 -s 0 -n 1:0:0:3
	is "a directory that is empty only in a moment: tried again" "$status $(value seq_del amount)" "0 1024"
	empty "and gone"
	inject=unlinkat:error=EBUSY:when=1025..1026
	at 8 -s 0 -n 1:0:0:3
	is "also if it is called busy" "$status $(value seq_del amount)" "0 1024"
	fault seq_del 8 19 unlinkat ENOTEMPTY 1025+ "$scratch/00000: rmdir: Directory not empty" -s 0 -n 1:0:0:3
	is "in words, once, as cleaning up was possible" "$(reasons | grep -c '')" 1
else
	echo "# no strace, or it may not: system calls are not made to fail"
fi

# ---- a directory that somebody takes away, or fills ----

undo() { :; }
action() { rm -rf "${dir:?}"/Bonnie.*; }
at 7 -s 0 -n 1
is "the files taken away before a test: failure" "$status $(fields)" "1 27"
like "the files taken away before a test: told" "$(reasons | head -n 1)" "^bonnie: $scratch: (open|readdir|fewer files than were created): No such file or directory\$"
is "the files taken away before a test: the others are done" "$(field 17)$(value ran_del amount)" 1024
empty "the files taken away before a test: nothing is left"
at 10 -s 0 -n 1:0:0:3
failed "the files taken away before random stat" ran_stat 23 "$scratch/0000[0-2]/[0-9a-zA-Z]+: stat: No such file or directory"
action() { rm -rf "${dir:?}"; }
at 2 -s 1 -n 1 -f
is "the directory taken away: failure" "$status $(fields)" "1 27"
is "the directory taken away: the open file can be used" "$(value seeks amount)" 8192
is "the directory taken away: told for both kinds of tests" "$(reasons)" \
	"bonnie: $dir: mkdir: No such file or directory
bonnie: $dir: mkdir: No such file or directory"
ok "the directory taken away: it is not made again" test ! -e "$dir"
mkdir "$dir"

action() {
	for d in "$dir"/Bonnie.*; do mkdir -p "$d/theirs/deep/down"; done
}
at 8 -s 0 -n 1
is "a tree put inside: failure" "$status" 1
like "a tree put inside: the test does not know it" "$err" "^bonnie: $scratch/theirs: unlink: (Is a directory|Operation not permitted)\$"
like "a tree put inside: not removed" "$err" "^bonnie: $scratch: remove: (Is a directory|Operation not permitted|Directory not empty)\$"
like "a tree put inside: what is left is listed" "$err" "^bonnie: $scratch: left: theirs\$"
ok "a tree put inside: it is there, and only it" test "$(find "$dir"/Bonnie.* | grep -c '')" = 4
rm -rf "${dir:?}"/*

# ---- descriptors, names ----

# shellcheck disable=SC3045  # where -n is not known there is nothing to test
if [ -z "$EMULATOR" ] && (ulimit -n 16) 2>/dev/null; then
	good=0 bad=
	for n in 4 5 6 7 8 9 10 11 12 16; do
		# shellcheck disable=SC2016,SC2046  # $0 and $@ are the inner shell's
		sh -c 'ulimit -n "$0"; exec "$@"' $n "$DISKBENCH" bonnie -d "$dir" $(as_user) -s 1 -n 1:0:0:3 --strict -r 0 -f \
			>"$work/.out" 2>"$work/.err" </dev/null
		status=$?
		case $status in
		0) good=$((good + 1)) ;;
		127) ;;         # not even the shared libraries could be opened
		1) grep -qE "^bonnie: .*: (Too many open files|No file descriptors available)\$" "$work/.err" || bad="$bad $n" ;;
		*) bad="$bad $n:$status" ;;
		esac
		[ -z "$(ls -A "$dir")" ] || bad="$bad $n-left"
	done
	is "few descriptors: a run, or a message that says so, and nothing is left" "$bad" ""
	ok "16 are enough" test $good -ge 1
else
	echo "# no ulimit -n here"
fi
if [ -z "$EMULATOR" ]; then
	# shellcheck disable=SC2046
	"$DISKBENCH" bonnie -d "$dir" $(as_user) -s 1 -n 0 -f --strict -r 0 --json="$json" >&- 2>&- <&-
	is "no stdin, stdout and stderr: a failure" "$?" 1
	is "and no file has got what they should" "$(head -c 1 "$json") $(grep -c 'Version \|Writing\|,1M,' "$json")" "{ 0"
	empty "nothing is left"
fi
long=$(printf '%0300d' 0)
bonnie -d "$dir/$long" -s 1
like "a name too long: told" "$status $err" "^[12] bonnie: $dir/$long: open: (File name|Filename) too long\$"

# ---- real small file systems ----

if [ "$(id -u)" = 0 ] && mkdir "$work/few" && mount -t tmpfs -o size=8m,nr_inodes=2000 diskbench "$work/few" 2>/dev/null; then
	at_exit="umount -l '$work/few'; $at_exit"
	before=$dir dir=$work/few scratch="$work/few/Bonnie\\.[0-9]+(\\.[0-9]+)?"
	bonnie -s 0 -n 2
	is "too few inodes: refused" "$status $out" "3 "
	like "too few inodes: in words" "$err" "^bonnie: $dir: refused: not enough free inodes: 2049 needed, 19[0-9][0-9] there\$"
	bonnie -s 0 -n 1:0:0:1000
	like "directories need some, too" "$status $err" "^3 .*: not enough free inodes: 2025 needed, 19[0-9][0-9] there\$"
	bonnie -s 0 -n 5:-1 --strict
	is "links need some on tmpfs, too" "$status" 3
	action() { (cd "$dir" && awk 'BEGIN { for (i = 0; i < 1500; i++) print "taken" i }' | xargs touch); }
	undo() { rm -f "$dir"/taken*; }
	at 6 -s 0 -n 1
	failed "no inodes while it runs" seq_create 15 "$scratch/[0-9a-zA-Z]+: create: No space left on device"
	is "no inodes while it runs: those behind are done" "$(value ran_del amount)" 1024
	action() { dd if=/dev/zero of="$dir/taken" bs=1024 count=7600 2>/dev/null; }
	at 6 -s 0 -n 1:3000:3000
	failed "no room while it runs" seq_create 15 "$scratch/[0-9a-zA-Z]+: write: No space left on device"
	is "no room while it runs: those behind are done" "$(value ran_del amount)" 1024

	action() { mount -o remount,ro "$work/few"; }
	undo() { mount -o remount,rw "$work/few"; }
	at 6 -s 0 -n 1
	is "read-only for a while: failure" "$status $(fields)" "1 27"
	like "read-only for a while: told" "$(reasons | head -n 1)" "^bonnie: $scratch/[0-9a-zA-Z]+: create: Read-only file system\$"
	like "read-only for a while: could not remove its directory" "$err" "^bonnie: $scratch: remove: Read-only file system\$"
	unlike "read-only for a while: which is empty" "$err" ": left: "
	like "read-only for a while: the next could not make one" "$err" "^bonnie: $dir: mkdir: Read-only file system\$"
	rmdir "$dir"/Bonnie.*
	undo() { :; }
	at 8 -s 0 -n 1
	is "read-only for good: failure" "$status $(fields)" "1 27"
	like "read-only for good: told" "$err" "^bonnie: $scratch/[0-9a-zA-Z]+: unlink: Read-only file system\$"
	like "read-only for good: not removed" "$err" "^bonnie: $scratch: remove: Read-only file system\$"
	like "read-only for good: what is left" "$err" "^bonnie: $scratch: left: [0-9a-zA-Z]+, [0-9a-zA-Z]+, .* and 1019 more\$"
	mount -o remount,rw "$work/few"
	if enabled BONNIE_CLEAN; then
		run bonnie --clean -u root -d "$dir"
		like "and later --clean removes it" "$status $out" "^0 $scratch: removed, 1024 files\$"
	else
		rm -rf "${dir:?}"/Bonnie.*
	fi
	empty "nothing is left"
	# A mount in it: busy.
	action() {
		for d in "$dir"/Bonnie.*; do mount -t tmpfs diskbench "$d/00001"; done
	}
	at 6 -s 0 -n 1:0:0:3
	is "a mount inside: failure" "$status" 1
	like "a mount inside: what is left" "$err" "^bonnie: $scratch: left: 00001\$"
	umount "$dir"/Bonnie.*/00001
	rm -rf "${dir:?}"/Bonnie.*
	dir=$before scratch="$dir/Bonnie\\.[0-9]+(\\.[0-9]+)?"
else
	echo "# only root can mount small file systems: their ends are not tried"
fi

# A disk that goes: all that ext4 is asked for then fails.
if [ "$(id -u)" = 0 ] && command -v xfs_io >/dev/null && command -v mkfs.ext4 >/dev/null && mkdir "$work/going" &&
   truncate -s 32M "$work/image" && mkfs.ext4 -q -F "$work/image" && mount -o loop "$work/image" "$work/going" 2>/dev/null; then
	at_exit="umount -l '$work/going'; $at_exit"
	before=$dir dir=$work/going scratch="$work/going/Bonnie\\.[0-9]+(\\.[0-9]+)?"
	theirs() {      # without what the file system has itself
		for name in "$dir"/[!l]*; do
			[ ! -e "$name" ] || echo "$name"
		done
	}
	undo() { :; }
	action() { xfs_io -x -c shutdown "$dir"; }
	if xfs_io -x -c shutdown "$dir" 2>/dev/null; then
		umount "$dir" && mount -o loop "$work/image" "$dir"
		at 2 -s 1 -fn 0
		is "a disk that goes: failure" "$status $(fields)" "1 27"
		like "a disk that goes: told" "$(reasons | head -n 1)" "^bonnie: $dir: (read|write): (Input/output error|I/O error)\$"
		is "a disk that goes: what was measured before is kept" "$(value put_block amount) $(field 6)" "1048576 "
		umount "$dir" && mount -o loop "$work/image" "$dir"
		is "a disk that goes: nothing is left when it is back" "$(theirs)" ""
		at 7 -s 0 -n 1
		is "a disk that goes, small files: failure" "$status $(fields)" "1 27"
		like "a disk that goes, small files: told" "$(reasons | head -n 1)" \
			"^bonnie: $scratch(/[0-9a-zA-Z]+)?: (stat|open|readdir|unlink): (Input/output error|I/O error)\$"
		umount "$dir" && mount -o loop "$work/image" "$dir"
		if enabled BONNIE_CLEAN && [ -n "$(theirs)" ]; then
			run bonnie --clean -u root -d "$dir"
			is "a disk that goes, small files: --clean when it is back" "$status $(theirs)" "0 "
		fi
	fi
	dir=$before
else
	echo "# no ext4 that can be shut down here"
fi
empty "nothing is left"
finish
