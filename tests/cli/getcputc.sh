#!/bin/sh
# SPDX-License-Identifier: MIT
# getcputc: what is measured, and the report, which is getc_putc's.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
dir=$work/dir
mkdir "$dir"

chars() {
	# shellcheck disable=SC2046
	run getcputc -d "$dir" $(as_user) "$@"
}

chars -s 64 -m testbox
is "it ends well" "$status" 0
like "one line of CSV: the name and eight rates" "$out" '^testbox(,[0-9]+){8}$'
is "a table on stderr" "$(printf '%s\n' "$err" | grep '^Version')" \
	"Version  2.00          write   read putcNT getcNT   putc   getc  putcU  getcU"
like "columns of six" "$(printf '%s\n' "$err" | tail -n 1)" '^testbox {14}( [ 0-9]{6,}){8}$'
is "the same figures in both" "$(printf '%s\n' "$err" | tail -n 1 | awk '{ $1 = $1; print }')" \
	"$(printf '%s\n' "$out" | tr , ' ')"
is "what it does is told" "$(printf '%s\n' "$err" | sed -n 's/\.\.\.done$//p' | tail -n 9)" "\
Extending file
Writing with write(fd, &c, 1)
Reading with read(fd, &c, 1)
Writing with putc(c, fp) no thread
Reading with getc() no thread
Writing with putc(c, fp)
Reading with getc()
Writing with putc_unlocked(c, fp)
Reading with getc_unlocked()"
is "nothing is left" "$(ls -A "$dir")" ""

# The least there is: even so a slow machine may take long enough with system calls.
chars -s 64 -m testbox --strict -q
is "--strict hides what is too short" "$status $out" "0 testbox,++++++,++++++,++++++,++++++,++++++,++++++,++++++,++++++"
is "-q leaves the table" "$(printf '%s\n' "$err" | grep -vc 'Using uid')" 2

if enabled JSON && enabled LONG_OPTIONS; then
	chars --size=300 --json --strict
	amounts=$(printf '%s\n' "$out" | sed -n 's/^ *"amount": \([0-9]*\),$/\1/p' | sort -n | uniq -c | awk '{ print $1 "x" $2 }' | tr '\n' ' ')
	is "a 64th by system calls, all by stdio, in whole 64 KiB" "$amounts" "2x4096 6x262144 "
fi
run getc_putc --help
like "getc_putc is its other name" "$status $out" '^0 usage: getcputc'

refused() {     # WORD OPTION...
	word=$1; shift
	chars "$@"
	is "$* is a usage error" "$status $out" "2 "
	like "that names it" "$err" "^getcputc: '$word': expected "
}
refused x -s x
refused 0 -s 0
refused 63 -s 63
refused 'a,b' -m 'a,b'
refused word word
refused -k -k
if [ "$(id -u)" = 0 ]; then
	run getcputc -d "$dir" -s 64
	is "root must say whom" "$status" 2
	is "in the original's words" "$err" 'getcputc: You must use the "-u" switch when running as root.'
fi
chars -d "$work/nowhere" -s 64
is "a missing directory is told" "$out" ""
ok "and ends not well" test "$status" -ne 0
chars -s 9000000000m
is "what doesn't fit is refused" "$status" 3
is "nothing is left" "$(ls -A "$dir")" ""
finish
