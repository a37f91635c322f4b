#!/bin/sh
# SPDX-License-Identifier: MIT
# Bonnie of 1996: when it is meant, its options, order, table and HTML row; and
# Bonnie++ under Bonnie's name.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=bonnie_helpers.sh
. "$(dirname "$0")/bonnie_helpers.sh"
in_memory 256m

# As a program called NAME: an emulator can't be told another argv[0], but an applet's name can.
called() {      # NAME OPTION...
	run "$@"
}

called bonnie++ --help
like "bonnie++ is bonnie" "$out" '^usage: bonnie '
if ! enabled BONNIE_CLASSIC; then
	bonnie --classic
	is "without BONNIE_CLASSIC it is refused" "$status" 2
	like "with the reason" "$err" "'--classic': expected a diskbench built with BONNIE_CLASSIC"
	called Bonnie
	like "and there is no Bonnie" "$err" "'Bonnie': expected an applet"
	finish
fi

# ---- the report ----

called Bonnie -d "$dir" -s 2 -m testbox-long
is "it ends well, root or not" "$status" 0
is "three lines of head" "$(printf '%s\n' "$out" | head -n 3)" "\
              -------Sequential Output-------- ---Sequential Input-- --Random--
              -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- --Seeks---
Machine    MB K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU  /sec %CPU"
is "one row and no CSV" "$(printf '%s\n' "$out" | grep -c '')" 4
like "label cut to eight, size, six pairs" "$(printf '%s\n' "$out" | tail -n 1)" \
	"^testbox-    2( +[0-9]+ +[0-9]+\.[0-9]){5} +[0-9]+\.[0-9] +[0-9]+\.[0-9]\$"
is "its order of tests" "$(printf '%s\n' "$err" | sed -n 's/\.\.\..*//p' | tr '\n' ,)" \
	"Writing with putc(),Rewriting,Writing intelligently,Reading with getc(),Reading intelligently,start 'em,"
is "four seekers" "$(printf '%s\n' "$err" | grep -o 'done\.\.\.' | grep -c '')" 4
empty "nothing is left"

# What printf would print, worked out from JSON's integers.
json=$work/json
if enabled JSON; then
	set -- "--json=$json"
	called Bonnie -s 3 -m '' -d "$dir" --strict "$@"
	is "JSON beside it" "$status" 0
	is "16 KiB chunks, 4000 seeks, 4 seekers, no small files" \
		"$(option chunk) $(option seeks) $(option seekers) $(option files)" "16384 4000 4 0"
	is "all that is in the file" "$(value putc amount) $(value rewrite amount) $(value get_block amount)" \
		"3145728 3145728 3145728"
	called Bonnie -s 3 -m 'Dell P220' -d "$dir" "$@"
	row='Dell P22    3'
	for test in putc put_block rewrite getc get_block; do
		row=$row$(echo "$(value $test amount) $(value $test elapsed_ns) $(value $test user_ns) $(value $test system_ns)" |
			awk '{ printf " %5d %4.1f", $1 * 1000000000 / $2 / 1024, ($3 + $4) * 100 / $2 }')
	done
	row=$row$(echo "$(value seeks amount) $(value seeks elapsed_ns) $(value seeks user_ns) $(value seeks system_ns)" |
		awk '{ printf " %5.1f %4.1f", $1 * 1000000000 / $2, ($3 + $4) * 100 / $2 }')
	is "rates and CPU as printf prints them" "$(printf '%s\n' "$out" | tail -n 1)" "$row"
	called Bonnie -d "$dir" "$@" -s 1
	is "no label by default" "$(printf '%s\n' "$out" | tail -n 1 | cut -c1-13)" "            1"
	is "data of ours by default" "$(option data) $(option classic)" "random true"
	called Bonnie -d "$dir" -s 1 --seekers=3 "$@"
	is "--seekers=3, as the sources have it, is still Bonnie" "$status $(value seeks workers) $(option classic)" "0 3 true"
	called Bonnie -d "$dir" -s 1 --seekers 2 "$@" --strict
	is "--strict has the original's data" "$status $(option data)" "0 bonnie"
	like "and hides what is too short" "$out" ' \+\+\+\+\+'
fi

called Bonnie -d "$dir" -s 1 -html -m '<a&b>'
is "-html ends well" "$status" 0
is "one row" "$(printf '%s\n' "$out" | grep -c '')" 1
like "of 14 cells, the label escaped" "$out" \
	'^<TR><TD>&lt;a&amp;b&gt;</TD><TD>1</TD>(<TD>[0-9]+</TD><TD> *[0-9]+\.[0-9]</TD>){5}<TD> *[0-9]+\.[0-9]</TD><TD> *[0-9]+\.[0-9]</TD></TR>$'
called Bonnie -html -d "$dir" -s 1
like "-html anywhere" "$out" '^<TR><TD></TD><TD>1</TD>'

# ---- who is who ----

plus_plus() {
	is "$* is Bonnie++" "$status $(printf '%s\n' "$out" | tail -n 1 | awk -F, '{ print NF }')" "0 27"
}
# shellcheck disable=SC2046
called Bonnie $(as_user) -s 1 -n 0 -d "$dir" -r 0 --strict
plus_plus Bonnie with -n
# shellcheck disable=SC2046
called Bonnie -m cfhat5 -n "$(small 1:0:0:50)" $(as_user) -r 4092 -s 0 -b -d "$dir" --strict
plus_plus "the seed's Bonnie"
called Bonnie "-d$dir" -s 1 -x 0
is "a glued value is Bonnie++'s too" "$status $out" "$([ "$(id -u)" = 0 ] && echo 2 || echo 0) "
if [ "$(id -u)" = 0 ]; then
	like "so root must say whom" "$err" 'You must use the "-u" switch'
fi
bonnie --classic -s 1
like "--classic makes bonnie Bonnie" "$out" '^Machine    MB K/sec'
like "and takes -u beside" "$(printf '%s\n' "$out" | tail -n 1)" '^            1 '
# shellcheck disable=SC2046
bonnie --classic -s 1:8k:100 -f -html
like "and the chunk, the seeks, -f" "$status $out" '^0 <TR><TD></TD><TD>1</TD><TD></TD><TD> *</TD><TD>[0-9]+</TD>'
bonnie -s 1 -html
is "-html without it is a usage error" "$status $out" "2 "
for words in "-n 1" "--report=1.03" "-s 0"; do
	# shellcheck disable=SC2086
	bonnie --classic $words
	is "--classic $words is a usage error" "$status $out" "2 "
done
called Bonnie -s x -d "$dir"
is "Bonnie -s x is a usage error" "$status $out" "2 "

# ---- its limit, where file sizes have 32 bits ----

case $(file "$DISKBENCH" 2>/dev/null) in
*"ELF 32"*) bits=32 ;;
*) bits=64 ;;
esac
if ! enabled BONNIE_PLAN; then
	echo "# without --plan its limit and its size are not looked at"
elif [ "$bits" = 64 ] || enabled LARGEFILE || enabled STATIC; then
	called Bonnie --plan -s 2048 -d "$dir"
	like "2048 MB are fine with 64-bit sizes" "$out" 'space needed +2\.0 GiB'
else
	called Bonnie --plan -s 2048 -d "$dir"
	is "2048 MB are not with 32-bit sizes" "$err" "File too large for 32-bit machine, sorry"
fi
if enabled BONNIE_PLAN; then
	called Bonnie --plan -d "$dir"
	like "the default is 100 MB" "$out" '^space needed +100 MiB$'
fi
empty "nothing is left"

# ---- the name as a link ----

if [ -z "$EMULATOR" ] && enabled INSTALL; then
	mkdir "$work/bin"
	run --install "$work/bin"
	is "--install makes Bonnie and bonnie++" "$(cd "$work/bin" && echo B*onnie b*onnie++)" "Bonnie bonnie++"
	like "Bonnie by its link" "$("$work/bin/Bonnie" -s 1 -d "$dir" 2>/dev/null)" '^Machine    MB'
fi
finish
