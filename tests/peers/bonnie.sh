#!/bin/sh
# SPDX-License-Identifier: MIT
# Bonnie++ 2.00a beside ours under --strict: the same lines, columns and fields,
# and on a system call's level the same bytes and files.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
original=$(command -v bonnie++ || echo /usr/sbin/bonnie++)
[ -x "$original" ] || skip_all "bonnie++ is missing"
case $("$original" 2>&1 | tail -n 5) in
*"Version: 2.00"*) ;;
*) skip_all "bonnie++ is another version than 2.00" ;;
esac
if ! enabled BONNIE_REPORT2 || ! enabled LONG_OPTIONS; then
	skip_all "this build has no --report=2.00"
fi

mkdir "$work/theirs" "$work/ours"

# Runs both with the same options; the results are theirs.out, ours.err and so on.
both() {
	# shellcheck disable=SC2046  # an option and its value, or nothing
	"$original" -d "$work/theirs" $(as_user) -m testbox "$@" >"$work/theirs.out" 2>"$work/theirs.err"
	their_status=$?
	# shellcheck disable=SC2046
	"$DISKBENCH" bonnie -d "$work/ours" $(as_user) -m testbox --strict --report=2.00 "$@" \
		>"$work/ours.out" 2>"$work/ours.err"
	our_status=$?
}

# The table with values as x: what remains are words and columns. Whether a test
# is over half a second is the machine's affair, so +++++ and numbers are alike.
table() {
	awk '/^1\.98,/ { next }
	function cells(from, wide, regex, mask,  line, i) {
		line = substr($0, 1, from - 1)
		for (i = from; i <= length($0); i += wide)
			line = line (substr($0, i, wide) ~ regex ? mask : substr($0, i, wide))
		return line
	}
	/^Version/ { print "Version" substr($0, 21); next }
	/^Latency/ { print cells(18, 10, "^ *[0-9]+(us|ms|s)$", "         x"); next }
	/%CP|---/ { print; next }
	# A row: six cells of ten columns behind the label, however long that is.
	{ print cells(length($0) - 59, 10, "^ [ 0-9.+]+[0-9+kmg] [ 0-9+]+[0-9+]$", " xxxxx xxx") }' "$1"
	echo "end"    # so that an empty line before it counts
}

csv() {
	grep '^1\.98,' "$1" | tail -n 1
}

# Fields FROM to TO of a row, "x" where there is a value.
filled() {
	csv "$1" | awk -F, -v from="$2" -v to="$3" '{ for (i = from + 1; i <= to + 1; i++) printf "%s", $i == "" ? "." : "x" }'
}

alike() {       # OPTION...
	both "$@"
	is "$*: exit code" "$our_status" "$their_status"
	is "$*: the table" "$(table "$work/ours.out")" "$(table "$work/theirs.out")"
	is "$*: progress" "$(cat "$work/ours.err")" "$(cat "$work/theirs.err")"
	is "$*: number of fields" "$(csv "$work/ours.out" | awk -F, '{ print NF }')" \
		"$(csv "$work/theirs.out" | awk -F, '{ print NF }')"
	is "$*: format and name" "$(csv "$work/ours.out" | cut -d, -f1,3,4)" "$(csv "$work/theirs.out" | cut -d, -f1,3,4)"
	is "$*: size, seeks, seekers" "$(csv "$work/ours.out" | cut -d, -f6,8,9)" "$(csv "$work/theirs.out" | cut -d, -f6,8,9)"
	is "$*: files, sizes" "$(csv "$work/ours.out" | cut -d, -f22-24)" "$(csv "$work/theirs.out" | cut -d, -f22-24)"
	# Theirs never prints the chunks (6, 25) and has the directories (24) in 25.
	is "$*: directories, in the field that is theirs" "$(csv "$work/ours.out" | cut -d, -f25)" \
		"$(csv "$work/theirs.out" | cut -d, -f26)"
	is "$*: fields with values" "$(filled "$work/ours.out" 9 20) $(filled "$work/ours.out" 26 49)" \
		"$(filled "$work/theirs.out" 9 20) $(filled "$work/theirs.out" 26 49)"
	is "$*: nothing is left" "$(ls -A "$work/ours")" ""
}

alike -s 8 -r 4 -n 1 -f1
alike -s 8 -r 4 -n 0 -f
alike -s 0 -n 1
alike -s 0 -n 1:-1
alike -s 0 -n 1:-2
alike -s 0 -n 1:1000:200
alike -s 0 -n 1:1000
alike -s 0 -n 1:0:0:2
alike -s 8 -r 4 -n 1:-1:0:2 -f

# A seeker count of one digit is lost in their table's label, one of two is not.
alike -s 8:16k:1000:12 -r 4 -n 0 -f
is "the chunk is in its field" "$(csv "$work/ours.out" | cut -d, -f7)" 16k

# -q: theirs moves the table to stderr, ours leaves it out.
both -s 0 -n 1 -q
is "-q: lines on stdout" "$(grep -c '' "$work/ours.out")" "$(grep -c '' "$work/theirs.out")"
is "-q: ours is silent" "$(cat "$work/ours.err")" ""
# -x: two rows and a head; theirs lacks the names of fields 7 and 8.
both -s 0 -n 1 -x 2
is "-x 2: lines" "$(grep -c '' "$work/ours.out")" "$(grep -c '' "$work/theirs.out")"
is "-x 2: names of the head" "$(head -n 1 "$work/ours.out" | cut -d, -f1-7,10-)" "$(head -n 1 "$work/theirs.out")"
# Refusals: other exit codes, the same words.
both -s 8 -r 8 -n 0
is "a size under twice the RAM: words" "$(sed -n 's/.*refused: //p' "$work/ours.err")" \
	"$(grep '^File size should' "$work/theirs.err")"
if [ "$(id -u)" = 0 ]; then
	"$original" -d "$work/theirs" -s 0 -n 0 2>&1 | head -n 1 >"$work/theirs.err"
	"$DISKBENCH" bonnie -d "$work/ours" -s 0 -n 0 2>"$work/ours.err"
	is "root without -u: words" "$(sed 's/^bonnie: //' "$work/ours.err")" "$(cat "$work/theirs.err")"
fi

# ---- 1.03, of which there is no package ----

# shellcheck disable=SC2046
"$DISKBENCH" bonnie -d "$work/ours" $(as_user) -m testbox --strict --report=1.03 -s 8 -r 4 -n 1 >"$work/ours.out" 2>/dev/null
# From a run of 1.03e with -m testbox, values masked.
is "1.03: the table" "$(grep -v '^testbox,' "$work/ours.out" >"$work/table"; table "$work/table")" "\
Version------Sequential Output------ --Sequential Input- --Random-
                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--
Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP
testbox          8M xxxxx xxx xxxxx xxx xxxxx xxx xxxxx xxx xxxxx xxx xxxxx xxx
                    ------Sequential Create------ --------Random Create--------
                    -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--
              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP
                  1 xxxxx xxx xxxxx xxx xxxxx xxx xxxxx xxx xxxxx xxx xxxxx xxx
end"

# ---- system calls ----

# WHO COMMAND...: what was done under $work/WHO, one line a kind: bytes read and
# written, files made, looked at and removed. strace -y names descriptors' files.
counted() {
	who=$1; shift
	rm -rf "$work/trace"
	mkdir "$work/trace"
	strace -ff -y -qq -s 0 -o "$work/trace/t" -e trace=read,write,pread64,pwrite64,?open,openat,creat,?link,?linkat,?symlink,\
?symlinkat,?unlink,unlinkat,?stat,?lstat,newfstatat,?statx "$@" >/dev/null 2>&1
	cat "$work/trace"/t.* | awk -v directory="$work/$who" '
	{ call = $0; sub(/\(.*/, "", call); result = $NF }
	/ = -1 / { next }
	call ~ /^p?(read|write)(64)?$/ && index($0, "<" directory) {
		call ~ /read/ ? read += result : written += result
	}
	call ~ /^(open|openat|creat)$/ && /O_CREAT/ && /"[^"]*[0-9a-f]*"/ && !/TMPFILE/ { made++ }
	call ~ /link/ && call !~ /unlink/ { linked++ }
	call ~ /unlink/ && !/REMOVEDIR/ { removed++ }
	call ~ /stat/ && !/AT_EMPTY_PATH/ && !/"(\/|\.)?"/ && !/"\/(etc|lib|usr|dev|proc|sys)/ { looked++ }
	END { print read + 0, written + 0, made + 0, linked + 0, looked + 0, removed + 0 }' >"$work/$who.count"
	read -r "${who}_read" "${who}_written" "${who}_made" "${who}_linked" "${who}_looked" "${who}_removed" <"$work/$who.count"
}

compared() {    # OPTION...
	# shellcheck disable=SC2046
	counted theirs "$original" -d "$work/theirs" $(as_user) "$@"
	# shellcheck disable=SC2046
	counted ours "$DISKBENCH" bonnie -d "$work/ours" $(as_user) --strict --report=2.00 "$@"
	echo "# $*: theirs $(cat "$work/theirs.count"), ours $(cat "$work/ours.count")"
}

command -v strace >/dev/null || { echo "# strace is missing: bytes and files are not compared"; finish; }
compared -s 4 -r 2 -n 0 -f
# shellcheck disable=SC2154  # read above
is "bytes read" "$ours_read" "$theirs_read"
# Both write the file twice, and one seek of ten; theirs draws which, 6 standard deviations are 163 chunks.
# shellcheck disable=SC2154
ok "bytes written, but for their updates by chance" test $((ours_written - theirs_written)) -le $((163 * 8192)) -a \
	$((theirs_written - ours_written)) -le $((163 * 8192))
is "our updates are a tenth" "$ours_written" $((2 * 4194304 + 820 * 8192))

compared -s 0 -n 2:1000:1000
is "small files: bytes read" "$ours_read" "$theirs_read"
is "small files: bytes written" "$ours_written" "$theirs_written"
# shellcheck disable=SC2154
is "small files: made" "$ours_made" "$theirs_made"
# shellcheck disable=SC2154
is "small files: looked at" "$((ours_looked / 4096)) times" "$((theirs_looked / 4096)) times"
# shellcheck disable=SC2154
is "small files: removed" "$((ours_removed / 4096)) times" "$((theirs_removed / 4096)) times"

compared -s 0 -n 1:-1
# shellcheck disable=SC2154
is "links: made" "$ours_linked of $ours_made" "$theirs_linked of $theirs_made"
is "nothing is left" "$(ls -A "$work/ours")" ""
finish
