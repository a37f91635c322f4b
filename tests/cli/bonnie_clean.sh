#!/bin/sh
# SPDX-License-Identifier: MIT
# bonnie --clean: what runs left that could not clean up, and nothing else.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=bonnie_helpers.sh
. "$(dirname "$0")/bonnie_helpers.sh"
enabled BONNIE_CLEAN || skip_all "this build has no --clean"
enabled BONNIE_PLAN || skip_all "this build has no --plan"
in_memory 64m

# A number that no process has, and never had while this test ran.
unused() {
	number=4194303
	while kill -0 $number 2>/dev/null || [ -e "$dir/Bonnie.$number" ]; do number=$((number - 1)); done
	echo $number
}

# Makes the directory of a run that died; sets $dead.
leave() {       # FILE...
	dead=Bonnie.$(unused)
	mkdir "$dir/$dead"
	for name; do
		mkdir -p "$(dirname "$dir/$dead/$name")"
		echo x >"$dir/$dead/$name"
	done
}

clean() {
	# shellcheck disable=SC2046
	run bonnie --clean -d "$dir" $(as_user) "$@"
}

# ---- nothing, and what is removed ----

clean
is "nothing to clean" "$status $out" "0 $dir: nothing is left of other runs"
# 1022 and 1023, as the tests name them: sequential, random, in directories; links go as files do.
leave 00000003feaZ09 q00000003ff 00000/00000003fd 00001/AbCdEfGhIjKl00000003fc
mkdir "$dir/$dead/00002"
ln -s 00000003feaZ09 "$dir/$dead/00000003fb"
clean --plan
is "--plan says what it would do" "$status $out" "0 $dir/$dead: would be removed, 5 files"
ok "and does nothing" test -e "$dir/$dead/00001/AbCdEfGhIjKl00000003fc"
clean
is "it is removed and named" "$status $out" "0 $dir/$dead: removed, 5 files"
empty "all of it"
leave
one=$dead
leave 0000000000
mv "$dir/$dead" "$dir/$dead.7"
clean
is "several, empty ones, second names" "$status $(printf '%s\n' "$out" | sort | tr '\n' ' ')" \
	"0 $(printf '%s\n' "$dir/$one: removed, 0 files" "$dir/$dead.7: removed, 1 file" | sort | tr '\n' ' ')"
empty "all of them"
if enabled BONNIE_COPIES; then
	leave 0000000000
	mkdir "$work/other"
	clean -d "$work/other"
	is "in each of the directories" "$status $out" "0 $dir/$dead: removed, 1 file
$work/other: nothing is left of other runs"
fi

# ---- what is not bonnie's ----

kept() {        # WHAT REASON
	clean
	is "$1: left, and said" "$status $out" "3 $dir/$dead: left: $2"
	clean --plan
	is "$1: planned so" "$status $out" "3 $dir/$dead: left: $2"
}
for name in mail.txt 000000000 0000000000AbCdEfGhIjKlM 00000g0000 0000000000.c .0000000000 00000/mail 00000/00000/0000000000 \
	000000/0000000000 0000A/0000000000 .nfs0000000000000001; do
	leave 0000000000 "$name"
	find "$dir" | sort >"$work/before"
	short=${name#0000[0A]/}
	short=${short#000000/}
	case $name in
	*/0000000000) short=${name%/0000000000} short=${short#00000/} ;;
	esac
	kept "a directory with $name" "it holds what is not bonnie's: $short"
	clean --clean=force
	is "a directory with $name: --clean=force too" "$status $out" "3 $dir/$dead: left: it holds what is not bonnie's: $short"
	find "$dir" | sort >"$work/after"
	ok "a directory with $name: all is there" cmp "$work/before" "$work/after"
	rm -rf "${dir:?}/$dead"
done
for name in Bonnie Bonnie. Bonnie.x Bonnie.1x Bonnie.01 Bonnie.1.0 Bonnie.1.100 Bonnie.4194303.txt bonnie.4194303 Bonnie.-1; do
	mkdir "$dir/$name"
	echo x >"$dir/$name/0000000000"
done
find "$dir" | sort >"$work/before"
clean --clean=force
is "names that bonnie does not give are not looked at" "$status $out" "0 $dir: nothing is left of other runs"
find "$dir" | sort >"$work/after"
ok "and all is there" cmp "$work/before" "$work/after"
rm -rf "${dir:?}"/*

dead=Bonnie.$(unused)
echo "dear diary" >"$dir/$dead"
kept "a file" "nothing in a file tells whose it is; rm it if no run uses it"
is "a file: as it was" "$(cat "$dir/$dead")" "dear diary"
rm "$dir/$dead"
mkdir "$work/home"
echo x >"$work/home/0000000000"
ln -s "$work/home" "$dir/$dead"
clean --clean=force
is "a link is nothing of bonnie's" "$status $out" "0 $dir: nothing is left of other runs"
rm "$dir/$dead"
leave 0000000000
ln -s "$work/home" "$dir/$dead/00000"
clean
is "a link inside, where a directory could be: left" "$status" 3
ok "and not followed" test -e "$work/home/0000000000" -a -e "$dir/$dead/0000000000"
rm -rf "${dir:?}/$dead"
mkdir "$dir/Bonnie.$$"
clean
if [ -e "/proc/$$/comm" ]; then
	is "a number that another program has: removed" "$status $out" "0 $dir/Bonnie.$$: removed, 0 files"
	# A script has the name of its file.
	mkfifo "$work/wait"
	# shellcheck disable=SC2016  # the script's own
	printf '%s\n' "#!/bin/sh" 'read -r line <"$1"' >"$work/bonnie++"
	chmod 755 "$work/bonnie++"
	"$work/bonnie++" "$work/wait" &
	pid=$!
	tries=0
	until [ "$(cat /proc/$pid/comm)" = bonnie++ ] || [ $((tries += 1)) -gt 100 ]; do sleep 0.02 2>/dev/null || sleep 1; done
	mkdir "$dir/Bonnie.$pid"
else
	pid=$$
fi
clean
is "a number that a bonnie has: left" "$status $out" "3 $dir/Bonnie.$pid: left: a bonnie has that number now (--clean=force)"
clean --clean=force
is "--clean=force: its user knows better" "$status $out" "0 $dir/Bonnie.$pid: removed, 0 files"
[ $pid = $$ ] || { kill $pid; wait $pid; } 2>/dev/null
if [ "$(id -u)" = 0 ]; then
	leave 0000000000
	chown 65534 "$dir/$dead"
	kept "another user's" "another user's"
	chmod 711 "$work" "${dir%/*}"
	chmod 1777 "$dir"
	run bonnie --clean -d "$dir" -u 65534:65534 --plan
	is "he could" "$status $out" "0 $dir/$dead: would be removed, 1 file"
	run bonnie --clean -d "$dir" -u 65534:65534
	is "he can" "$status $out" "0 $dir/$dead: removed, 1 file"
	run bonnie --clean -d "$dir"
	is "root says who to be here, too" "$status" 2
fi
clean --clean=all
is "--clean=all is a usage error" "$status $err" "2 bonnie: 'all': expected force or nothing"
# shellcheck disable=SC2046
run bonnie --clean -d "$work/nowhere" $(as_user)
is "a directory that is not there: failure" "$status $out" "1 "
like "a directory that is not there: said" "$err" "bonnie: $work/nowhere: open: No such file or directory\$"

# ---- real runs: one that lives, one that was killed ----

if [ -z "$EMULATOR" ] && [ -e "/proc/$$/task/$$/children" ]; then
	: >"$work/log"
	# shellcheck disable=SC2046
	"$DISKBENCH" bonnie -d "$dir" $(as_user) -s 0 -n "$(small 8:0:0:3)" -x 100000 --strict >"$work/out" 2>"$work/log" </dev/null &
	pid=$!
	tries=0
	until grep -q 'Stat files in random' "$work/log" || [ $((tries += 1)) -gt 200 ]; do sleep 0.05 2>/dev/null || sleep 1; done
	seen=0 wrong=
	for try in 1 2 3 4 5 6; do
		clean --clean=force
		[ "$status" = 0 ] || wrong="exit $status"
		case $out in
		"$dir/Bonnie.$pid: left: in use by a run") seen=$((seen + 1)) ;;
		"$dir: nothing is left of other runs") ;;       # between two tests
		*) wrong=$out ;;
		esac
		sleep 0.05 2>/dev/null || sleep 1
	done
	is "a run that lives keeps its directory" "$wrong" ""
	ok "--clean=force or not: seen in $seen of $try looks" test "$seen" -ge 1
	bonnie -s 0 -n 0
	unlike "and is no news for another" "$err" ': left: '

	# Stopped first, so that none is left to clean up.
	tries=0
	until [ -n "$(ls -A "$dir")" ] || [ $((tries += 1)) -gt 200 ]; do sleep 0.01 2>/dev/null || sleep 1; done
	kill -STOP $pid
	children=$(cat "/proc/$pid/task/$pid/children")
	for p in $children; do kill -KILL "$p"; done
	kill -KILL $pid
	wait $pid 2>/dev/null
	for p in $children; do
		tries=0
		while kill -0 "$p" 2>/dev/null && [ $((tries += 1)) -lt 100 ]; do sleep 0.05 2>/dev/null || sleep 1; done
	done
	left=$(ls -A "$dir")
	if [ -n "$left" ]; then
		bonnie -s 0 -n 0
		is "a run tells of a dead one, in one line" "$(printf '%s\n' "$err" | grep ': left: ')" \
			"bonnie: $dir: left: $left of runs that died; --clean removes them"
		bonnie -s 0 -n 0 -q
		is "not with -q" "$err" ""
		bonnie -s 0 -n 0 --strict
		unlike "nor with --strict" "$err" ': left: '
		is "and touches nothing" "$(ls -A "$dir")" "$left"
		clean
		like "--clean removes it" "$status $out" "^0 $dir/$left: removed, [0-9]+ files?\$"
	else
		echo "# it was killed between two tests: nothing was left"
	fi
	empty "nothing is left"
else
	echo "# a run and its processes can't be killed here"
fi

# Where nothing can be removed: told, and what is left is listed.
if [ "$(id -u)" = 0 ] && [ -z "$EMULATOR" ]; then
	leave 0000000000 0000000001
	chown 65534 "$dir/$dead"
	chmod 500 "$dir/$dead"
	run bonnie --clean -d "$dir" -u 65534:65534
	is "what can't be removed: failure" "$status $out" "1 "
	like "what can't be removed: said" "$err" "^bonnie: $dir/$dead: remove: Permission denied\$"
	like "what can't be removed: listed" "$err" "^bonnie: $dir/$dead: left: 000000000[01], 000000000[01]\$"
	rm -rf "${dir:?}/$dead"
fi
finish
