#!/bin/sh
# SPDX-License-Identifier: MIT
# The command line of bonnie: what is taken, what is refused and in which words.
# Nothing here writes more than a MiB.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=bonnie_helpers.sh
. "$(dirname "$0")/bonnie_helpers.sh"
in_memory 256m

# ---- wrong words: one line that names the word, exit 2, nothing done ----

refused() {     # WORD OPTION...: WORD is what the message must name
	word=$1; shift
	bonnie "$@"
	is "$* is a usage error" "$status" 2
	is "$* says one line" "$(printf '%s\n' "$err" | grep -c '')" 1
	is "$* names the word" "$(printf '%s\n' "$err" | sed "s/: expected .*//")" "bonnie: '$word'"
	like "$* says what was expected" "$err" ": expected [^ ]"
	is "$* prints nothing" "$out" ""
}

for size in x '' -1 1x 8:255 8:128 8:3000 8:2m 8:x 8:8k:x 8:8k:0 8:8k:9:0 8:8k:9:257 8:8k:9:x 8:8k:9:3:1 \
	8192p 8796093022208 9223372036854775807 18446744073709551616 99999999999999999999 1e '8 ' 0x8 8.5; do
	refused "$size" -s "$size"
done
refused -sx -q -sx
for files in x '' -1 1x 1:5:6 1:x 1:-3 1:-10 1:0:0:0 1:0:0:100000 1:0:0:x 1:0:0:1:128 1:0:0:1:3000 1:0:0:1:2m 1:9:9:1:512:1 \
	1g 1073741824 99999999999999999999; do
	refused "$files" -n "$files"
done
for number in x '' -1 1x 99999999999999999999; do
	refused "$number" -r "$number"
	refused "$number" -x "$number"
	refused "$number" -z "$number"
done
refused 1000001 -x 1000001
refused -f99999999999999999999 -f99999999999999999999
refused 'a,b' -m 'a,b'
refused 'a"b' -m 'a"b'
refused -qk -qk
refused --nonsense --nonsense
refused --nonsense=1 --nonsense=1
refused --quiet=1 --quiet=1
refused --report=3 --report=3
refused --report=2 --report=2
refused --data=pi --data=pi
refused --cache=maybe --cache=maybe
refused -qs -qs
refused --size --size
refused -d -d
refused word -q word
bonnie -m "$(printf 'a\tb')"
is "a tab in the name is a usage error" "$status" 2
bonnie -m "$(printf 'a\nb')"
is "a line feed in the name is a usage error" "$status" 2
is "and can't make the message two lines" "$(printf '%s\n' "$err" | grep -c '')" 1
if ! enabled BONNIE_REPORT2; then
	refused --report=2.00 --report=2.00
fi
empty "nothing was created"

# ---- bounds and suffixes, as the plan understands them ----

planned() {     # OPTIONS LABEL WANTED
	enabled BONNIE_PLAN || return 0
	# shellcheck disable=SC2086  # several options
	run bonnie -d "$dir" --plan $1
	# A plan of more than there is room for is one of a run that would be refused.
	case $status in
	0) is "$1 is taken" "$err" "" ;;
	*) like "$1 is taken, and would be refused" "$status $err" "^3 bonnie: $dir: refused: not enough (space|memory|free inodes): .* needed, .* there\$" ;;
	esac
	is "$1 is planned as $2 $3" "$(printf '%s\n' "$out" | sed -n "s/^$2  *//p")" "$3"
}

planned "-n0 -s8" "space needed" "8.0 MiB"
planned "-n0 -s100" "space needed" "100 MiB"
planned "-n0 -s8:256" "space needed" "8.0 MiB"
planned "-n0 -s8:1m" "space needed" "8.0 MiB"
planned "-n0 -s8:1024k" "memory" "5.0 MiB"
planned "-n0 -s8:1m:8k:256" "memory" "258 MiB"
planned "-n0 -s8:1m::1" "memory" "3.0 MiB"
planned "-n0 -s8::1000" "memory" "1.0 MiB"
planned "-n0 -s3g" "space needed" "3.0 GiB"
planned "-n0 -s3G" "space needed" "3.0 GiB"
planned "-n0 -s3072m" "space needed" "3.0 GiB"
planned "-n0 -s3t" "space needed" "3.0 TiB"
planned "-n0 -s8191p" "space needed" "7.9 EiB"
planned "-n0 -s8796093022207" "space needed" "7.9 EiB"
planned "-n0 -r100" "space needed" "300 MiB"
planned "-n0 -r200" "space needed" "400 MiB"
planned "-n0 -r800" "space needed" "2.0 GiB"
planned "-n0 -r4g" "space needed" "8.0 GiB"
planned "-n0 -r0" "space needed" "300 MiB"
planned "-s0 -n1" "files at one time" 1024
planned "-s0 -n10" "files at one time" 10240
planned "-s0 -n1m" "files at one time" 1048576
planned "-s0 -n0" "files at one time" 0
planned "-s0" "files at one time" 16384
if enabled BONNIE_FILES; then
	planned "-s0 -n1:1m:1m" "space needed" "1.0 GiB"
	planned "-s0 -n1:2000000:500:99999:1m" "files at one time" 1024
	planned "-s0 -n1:-1" "files at one time" 1024
	planned "-s0 -n1:-2:0:3" "files at one time" 1024
else
	refused 1:-1 -n 1:-1
	refused 1:0 -n 1:0
fi
empty "a plan creates nothing"
if enabled BONNIE_PLAN; then
	run bonnie -d "$dir" --plan -s 8 -n 1 -r 0
	is "a plan of what fits ends well" "$status $err" "0 "
	run bonnie -d "$dir" --plan -s 100 -n 0 -r 100 --strict
	is "a plan of what breaks the rule of the RAM says so" "$status $err" \
		"3 bonnie: $dir: refused: File size should be double RAM for good results, RAM is 100M."
else
	refused --plan --plan
fi
if enabled BONNIE_COPIES && enabled BONNIE_PLAN; then
	run bonnie -d "$dir" -d "$work" --plan -s 8191p
	is "a plan is one of all directories" "$status $(printf '%s\n' "$out" | grep -c '^space needed')" "3 2"
fi

bonnie -s 8796093022207 -n 0 -r 0
is "a size of 2^63 bytes less a MiB is refused, not cut" "$status" 3
like "with the space it needs" "$err" '^bonnie: .*: refused: not enough space: 7\.9 EiB needed, .* there$'
is "and without a report" "$out" ""
bonnie -n 0 -r 4t
is "a default size that doesn't fit: what to do about it" "$status $(printf '%s\n' "$err" | sed '/refused/d')" \
	"3 bonnie: $dir: size: -s says another than the default"
empty "and without a file"

# ---- clusters, glued and long values, seen in the JSON ----

taken() {       # OPTIONS KEY WANTED
	# shellcheck disable=SC2086  # several options
	bonnie $1 --strict -r 0 --json
	is "$1 sets $2" "$status $(option "$2")" "0 $3"
}

if enabled JSON; then
	taken "-s1 -n0" size 1048576
	taken "-s 1:16k:100:2 -n 0" chunk 16384
	taken "-s1:256:1k:1 -n0 -f" seeks 1024
	taken "-s0:256:4294967295 -n0" seeks 4294967295
	taken "-s1:::7 -n0 -f" seekers 7
	taken "-s1 -n0" seekers 3
	taken "-s1 -n0" char_size 1048576
	taken "-s2 -n0 -f1" char_size 1048576
	taken "-s2 -n0 -f3" char_size 2097152
	taken "-s1 -n0 -f" char_size 0
	taken "-fqs1 -n0" char_size 0
	taken "-qf1bn0 -s2" char_size 1048576
	taken "-qf1bn0 -s2" sync_each true
	taken "-qfbs1 -n0" sync_each true
	taken "-s1 -n0 -mname" machine name
	taken "-s1 -n0 -z5" seed 5
	taken "-s1 -n0 -z18446744073709551614" seed 18446744073709551614
	taken "--size=1 --files 0 --machine=name" machine name
	taken "--size 1 --files=0 --seed=6" seed 6
	taken "-s1 -n0 --sync" sync_each true
fi
if enabled JSON && enabled BONNIE_FILES; then
	taken "-s0 -n1:100:10:2:512" file_max 100
	taken "-s0 -n1:100:10:2:512" file_min 10
	taken "-s0 -n1:100:10:2:512" directories 2
	taken "-s0 -n1:100:10:2:512" file_chunk 512
	taken "-s0 -n1:1k" file_max 1024
	taken "-s0 -n0:4294967295" file_max 4294967295
	taken "-s0 -n1:-1" links hard
	taken "-s0 -n1:-2" links symbolic
fi
if enabled JSON; then
	taken "-s1 -n0" data bonnie
	taken "-s1 -n0 --data=random" data random
	taken "-s1 -n0 --data=zero" data zero
	enabled BONNIE_REPORT2 && taken "-s1 -n0 -f --report=2.00" seekers 5
	bonnie -s2 -n0 -r1 --cache=keep --json
	is "--cache=keep keeps" "$status $(option cache)" "0 kept"
	bonnie -s1::1 -n0 -f --json
	is "dropping is the default, and random data" "$status $(option cache) $(option data)" "0 dropped random"
fi
bonnie -s 0 -n 0
is "-s 0 -n 0 is fine" "$status" 0
bonnie -x 0 -s 1
is "-x 0 does nothing and is fine" "$status $out" "0 "
empty "nothing is left"

# ---- users ----

if [ "$(id -u)" = 0 ]; then
	run bonnie -d "$dir" -s 1 -n 0
	is "root without -u is a usage error" "$status" 2
	is "in the words of the original" "$err" 'bonnie: You must use the "-u" switch when running as root.'
	is "and prints nothing" "$out" ""

	user=$(id -u nobody) group=$(id -g nobody)
	chmod 711 "$work" "${dir%/*}"
	chmod 1777 "$dir"
	becomes() {     # UID GID OPTION...
		wanted="Using uid:$1, gid:$2."; shift 2
		run bonnie -d "$dir" -s 1 -n 0 -f --strict -r 0 "$@"
		is "$* is taken" "$status" 0
		is "$* becomes" "$(printf '%s\n' "$err" | head -n 1)" "$wanted"
	}
	becomes 0 0 -u root
	becomes 0 0 -uroot
	becomes 0 0 -u 0
	becomes 0 0 -u 0:0
	becomes "$user" "$group" -u nobody
	becomes 500 100 -u 500:100
	becomes "$user" 100 -u nobody:100
	becomes "$user" 100 -u nobody -g 100
	becomes 0 100 -g 100
	becomes "$user" "$group" --user=nobody
	if grep -q '^daemon:' /etc/group; then
		becomes "$user" "$(sed -n 's/^daemon:[^:]*:\([0-9]*\).*/\1/p' /etc/group)" -u nobody:daemon
	fi

	run bonnie -d "$dir" -u nobody -u root -s 1
	is "-u twice is a usage error" "$status $out" "2 "
	like "that names the second" "$err" "^bonnie: 'root': expected "
	run bonnie -d "$dir" -u nonesuch -s 8191p
	is "a user that is not there is told before what doesn't fit" "$status $err" "2 bonnie: 'nonesuch': expected a user's name or number"
	for word in nonesuch 99999999999 ''; do
		run bonnie -d "$dir" -u "$word" -s 1 -n 0
		is "-u '$word' is a usage error" "$status $out" "2 "
		like "that names it" "$err" "^bonnie: '$word': expected "
	done
	run bonnie -d "$dir" -g nonesuch -s 1 -n 0
	is "an unknown group is a usage error" "$status $out" "2 "
	like "that names it" "$err" "^bonnie: 'nonesuch': expected "

	# Only root and root's group may write there: -u must give up both.
	chown 1:0 "$dir"
	chmod 0770 "$dir"
	# A shell of root's need not have the groups that a login has.
	groups=
	setpriv --groups 0 true 2>/dev/null && groups="setpriv --groups 0"
	emulator=$EMULATOR EMULATOR="$groups $EMULATOR"
	run bonnie -d "$dir" -u nobody -s 1 -n 0
	EMULATOR=$emulator
	is "the rights of root and of its groups are gone" "$status" 1
	like "so the directory can't be opened" "$err" "^bonnie: .*: Permission denied$"
	chown 0:0 "$dir"
	empty "nothing was created"
fi

# ---- --help ----

# What every build has; a feature may bring more.
all='-D -b -d -f -g -m -n -q -r -s -u -x -z --cache --data --direct --directory --drop-caches --files --group --json
--machine --plan --quiet --ram --report --runs --seed --size --strict --sync --user'
missing() {     # LIST: those of $all that it lacks
	for word in $all; do
		printf '%s\n' "$1" | grep -qxe "$word" || echo "$word"
	done
}
run bonnie --help
is "--help ends well" "$status $err" "0 "
like "and begins with the usage" "$(printf '%s\n' "$out" | head -n 1)" '^usage: bonnie '
if enabled HELP_TEXT; then
	is "it lists every option" "$(missing "$(printf '%s\n' "$out" | awk '/^  -/ {
		if ($1 ~ /^-[a-zA-Z]/)
			print substr($1, 1, 2)
		name = $1 ~ /^--/ ? $1 : $2 ~ /^--/ ? $2 : ""
		sub(/[=[].*/, "", name)
		if (name)
			print name
	}')")" ""
fi
# That the two lists are the same is looked at in tests/tree/manual.sh.
tree=$(dirname "$0")/../..
if [ -e "$tree/applets/bonnie/bonnie.8" ] && [ -e "$tree/tests/tree/options.awk" ]; then
	is "so does the manual" "$(missing "$(awk -f "$tree/tests/tree/options.awk" "$tree/applets/bonnie/bonnie.8")")" ""
fi
finish
