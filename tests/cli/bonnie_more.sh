#!/bin/sh
# SPDX-License-Identifier: MIT
# bonnie bounded by time, repeated, verified, with numbers from a file; command
# lines of real pages, their sizes scaled down; what -D and -b do.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=bonnie_helpers.sh
. "$(dirname "$0")/bonnie_helpers.sh"
in_memory 256m
disk=$work/disk
mkdir "$disk"

# ---- command lines of real pages ----

built() {       # OPTION...: is all that they ask for in the program?
	case $* in
	*"-n "[0-9]*:*) enabled BONNIE_FILES ;;
	*-yp*) enabled BONNIE_COPIES ;;
	*" -D"*) enabled DIRECT_IO ;;
	esac
}
line() {        # OPTION...: ends well with a row of 27 fields, and nothing is left
	built "$@" || return 0
	run "$@"
	is "$*" "$status $(printf '%s\n' "$out" | tail -n 1 | awk -F, '{ print NF }')" "0 27"
}
plan() {        # those whose sizes can't be scaled down: at least understood
	enabled BONNIE_PLAN && built "$@" || return 0
	run "$@" --plan
	like "$*, planned" "$status $err" '^(0 |3 bonnie: .*: refused: not enough space: .*)$'
}
if [ "$(id -u)" = 0 ]; then
	cd "$dir" || exit 99
	enabled BONNIE_CLASSIC && line Bonnie -m cfhat5 -n 1:0:0:50 -u 0 -r 4 -s 0 -b -d "$dir"
	line bonnie++ -m cfhat5 -n 1:10000:1000:10 -u 0 -r 4 -s 0 -b -d "$dir" --strict
	line bonnie++ -m cfhat5 -n 1:17000:17000:10 -u 0 -r 4 -s 0 -b -d "$dir" --strict
	line bonnie++ "-d$dir" -s4 -r2 -u0 --strict
	line bonnie++ -d "$dir" -s 4:16384 -n 0 -m nx7000.maxtor250gb72 -x 1 -r 2 -u 0:0 -f
	line bonnie++ -d "$dir" -s 4:32768 -n 0 -m nx7000.maxtor300gb54 -x 1 -r 2 -u 0:0 -f --strict
	line bonnie++ -s 2 -n 1 -d "$dir" -u root --strict -r 1
	line bonnie++ -s 1 -n 1 -x 5 -u 0 -r 0 --strict
	chmod 1777 "$dir"
	chmod 711 "$work" "${dir%/*}"
	line bonnie++ -u 500:100 -s 2 -n 1 --strict -r 1
	line bonnie++ -f -d . -s 3 -n 1:10000:10:10 -x 1 -u 0 -r 1 --strict
	line bonnie++ -s 4 -r 2 -u root -n 0 -f -d "$dir"
	line bonnie++ -d "$dir" -m sun3510 -s 4 -r 2 -u root -n 1 --strict
	line bonnie++ -m cfhat5 -n 0 -u 0 -r 2 -s 4 -f -b -d "$dir" --strict
	line bonnie -d "$dir/" -s 4 -n 1:10:0:10 -m ext3AES -r 1 -x 1 -u nobody:nogroup --strict
	line bonnie -d "$dir" -s 4 -n 1 -m NAS -u root -x 1 -f -b -r 0 -q -D -c 1 --strict
	line bonnie -u root -s0 -b -n 1:100:10:100 --strict
	line bonnie++ -s 4 -n 1 -u root -r 2 -y s -z 7 -m "Luther 2.6.17-rc1 XFS SATA" --sync-file="$work/none" -yp --strict
	line bonnie++ -u0 -fs4:1m -n1 -r2 --strict
	line bonnie++ -s 0 -n 1 -u root
	line bonnie++ -d "$dir" -u root -s 8 -n 1 -m jump -r 4 --strict
	run bonnie++ -d "$dir" -u root -s 4 -m jump -r 4 --strict
	is "a size of the RAM is refused in the words known" "$status $out$(printf '%s\n' "$err" | sed 's/.*refused: //')" \
		"3 File size should be double RAM for good results, RAM is 4M."
	mkdir "$dir/one" "$dir/two"
	enabled BONNIE_COPIES && line bonnie++ -d "$dir/one" -d "$dir/two" -s 2 -n 0 -u root -r 1 --strict
	rmdir "$dir/one" "$dir/two"
	enabled BONNIE_COPIES && line bonnie -d "$dir" -s 2 -n 1 -m NAS -u 0 -x 2 -f -b -r 0 -q -D -c 3 --strict
	plan bonnie++ -u 0 -d "$dir"
	plan bonnie++ -u root -d /tmp
	plan bonnie++ -s 1g -n 10 -x 5
	plan bonnie++ -m cfhat5 -n 1:17000000:17000000:10 -u 0 -r 4092 -s 0 -b -d "$dir"
	plan bonnie++ -d "$dir" -s 10g -n 5
	plan bonnie -d "$dir" -s 400 -n 80:10:0:10 -m ext3AES -r 100 -x 1 -u 0
	cd / || exit 99
fi

# Neither environment nor files decide.
BONNIE="-s 7" BONNIE_OPTIONS="-s 7" BONNIEPP="-q" HOME=$work
export BONNIE BONNIE_OPTIONS BONNIEPP HOME
echo "-s 7" >"$work/.bonnierc"
echo "-s 7" >"$dir/.bonnierc"
bonnie -s 1 -fn 0 -r 0 --strict
like "environment variables and rc files are nothing to it" "$out" ',1M,,,'
rm "$dir/.bonnierc"

# ---- numbers from a file ----

printf '\000\000\000\003\377\377\377\376\000\001\000\200' >"$work/numbers"      # 3, -2, 65664
if enabled RANDFILE; then
	run randfile -s 5 -f "$work/first" 1000
	is "randfile ends well and says what it does" "$status $err" "0 Generating 1000 random numbers with seed 5."
	run generate_randfile -s 5 -f "$work/second" 1000
	ok "the same seed, the same file" cmp "$work/first" "$work/second"
	is "four bytes a number" "$(wc -c <"$work/first" | tr -d ' ')" 4000
	run randfile -s 6 -f "$work/second" 1000
	ok "another seed, another file" test "$(cksum <"$work/first")" != "$(cksum <"$work/second")"
	# The highest bit is 0, the others are even: of 1000 draws 500, give or take five standard deviations.
	is "the highest byte is first" "$(od -An -v -tu1 -w4 "$work/first" | awk '{ big += $1 > 127; half += $1 > 63 }
		END { print big + 0, (half > 420 && half < 580) }')" "0 1"
	if enabled RANDOM_PORTABLE; then
		is "known numbers, on every machine" "$(od -An -v -tx1 -N12 "$work/first" | tr -d " ")" 3557f7c044a661936443c1b3
	fi
	for words in "" x "1 2" "-s x 1" "-f"; do
		# shellcheck disable=SC2086
		run randfile $words
		is "randfile $words is a usage error" "$status $out" "2 "
	done
fi
: >"$work/empty"
if enabled BONNIE_RANDOM_FILE; then
	bonnie -Z "$work/nowhere" -s 1
	is "a missing -Z file is told" "$status $out" "1 "
	for file in "$work/empty" "$dir" /dev/null; do
		bonnie -Z "$file" -s 1
		is "-Z $file is a usage error" "$status $out" "2 "
	done
else
	bonnie -Z "$work/numbers" -s 1
	like "-Z is refused" "$status $err" "^2 bonnie: '-Z': expected a diskbench built with BONNIE_RANDOM_FILE"
fi
bonnie -Z 'a,b' -s 1
is "so is one that would break the CSV" "$status $out" "2 "

traced() {      # CALLS OPTION...: the calls of a run, in their order
	calls=$1; shift
	# shellcheck disable=SC2046
	strace -f -qq -o "$work/trace" -e "trace=$calls" "$DISKBENCH" bonnie -d "$dir" $(as_user) -r 0 -q "$@" >/dev/null 2>&1
}
if [ -z "$EMULATOR" ] && strace -o /dev/null true 2>/dev/null; then
	enabled BONNIE_RANDOM_FILE && {
		traced pread64 --strict -Z "$work/numbers" -s 1::6:1 -fn 0
		# 65664 modulo the file's 128 chunks is 0.
		is "seeks go where the file says: absolute, modulo, again from its start" \
			"$(sed -n 's/.*, 8192, \([0-9]*\)) *= 8192$/\1/p' "$work/trace" | tr '\n' ' ')" "24576 16384 0 24576 16384 0 "
	}
	traced pread64 --strict -z 7 -s 1::100:1 -fn 0
	one=$(sed -n 's/.*, 8192, \([0-9]*\)) *= 8192$/\1/p' "$work/trace" | sort -n | cksum)
	traced pread64 --strict -z 7 -s 1::100:7 -fn 0
	is "the places don't depend on the number of seekers" \
		"$(sed -n 's/.*, 8192, \([0-9]*\)\().*= 8192\| <unfinished.*\)$/\1/p' "$work/trace" | sort -n | cksum)" "$one"

	# ---- fsync after each write; no sync(2) of the whole system by default ----

	traced fsync,sync,syncfs,sync_file_range -b --strict -s 1:8k:100:1 -fn 0
	is "-b: an fsync after each write" "$(grep -c 'fsync(' "$work/trace")" $((128 + 128 + 10))
	traced fsync,sync,syncfs -b --strict -s 0 -n "$(small 1:100)"
	is "-b: and after each small file" "$(grep -c 'fsync(' "$work/trace")" 2048
	traced sync,syncfs,fsync -s 0 -n 1
	is "by default no test waits for the whole system" "$(grep -cE '[^f](sync|syncfs)\(' "$work/trace")" 0
	ok "but the directory is written" grep -q 'fsync(' "$work/trace"
	if enabled BONNIE_REPORT2; then
		traced sync --strict --report=2.00 -s 0 -n 1
		is "--strict 2.00: sync(2) after creating and deleting" "$(grep -c 'sync()' "$work/trace")" 4
	fi
	traced sync --strict -s 0 -n 1
	is "--strict 1.03: none" "$(grep -c 'sync()' "$work/trace")" 0
fi

# ---- direct I/O in every block test ----

if enabled JSON && enabled DIRECT_IO; then
	saved=$dir dir=$disk
	bonnie -D -s 1:8k:100:2 -n 0 -r 0 --strict --json
	direct="$(flags put_block) $(flags rewrite) $(flags get_block) $(flags seeks)"
	like "-D is direct in each of them, or in none" "$direct" '^direct direct direct direct$|^buffered buffered buffered buffered$'
	is "and stdio never is" "$(flags putc) $(flags getc)" "buffered buffered"
	empty "nothing is left"
	dir=$saved
fi

# ---- time ----

if enabled BONNIE_QUICK && enabled JSON; then
	began=$(date +%s)
	bonnie --time-limit=200ms -s 64:256 -n 128 -r 0 --json
	took=$(($(date +%s) - began))
	is "--time-limit ends well" "$status" 0
	ok "in little more than twelve times that" test "$took" -le 20
	for test in put_block seq_create; do
		ok "$test took 0.2 s and not much more" test "$(value $test elapsed_ns)" -ge 150000000 -a \
			"$(value $test elapsed_ns)" -le 5000000000
	done
	ok "and did only a part" test "$(value seq_create amount)" -lt 131072
	is "what is looked at and deleted is what there is" "$(value seq_stat errno)$(value seq_del errno)$(value ran_del errno)" ""
	like "that is told" "$err" '^bonnie: .*: time limit: .*seq_create.*: ended by it'
	empty "nothing is left"

	json=$work/json
	# A slow or busy machine gets through too little in 100 ms to say how sure it is.
	for limit in 100ms 1s; do
		bonnie --quick --time-limit=$limit -s 32 -n 4 -r 0 --json="$json" -z 1
		[ "$(printf '%s\n' "$out" | grep -c '^95 % from')" != 2 ] || break
	done
	is "--quick: all twelve tests" "$status $(for test in putc put_block rewrite getc get_block seeks seq_create seq_stat seq_del \
		ran_create ran_stat ran_del; do [ "$(value $test amount)" -gt 0 ] && printf x; done)" "0 xxxxxxxxxxxx"
	is "two rows with intervals below each table" "$(printf '%s\n' "$out" | grep -c '^95 % from') $(
		printf '%s\n' "$out" | grep -c '^95 % to')" "2 2"
	like "a bound for each figure" "$(printf '%s\n' "$out" | grep '^95 % from' | head -n 1)" '^95 % from {9}( +([0-9.]+|\?)){6}$'
	is "the figure lies between its bounds" "$(awk '
		$1 == "\"interval_95\":" { inside = 1 }
		!inside && / \{$/ { test = $1 }
		!inside && $1 == "\"per_second\":" { rate[test] = $2 + 0 }
		inside && / \{$/ { test = $1 }
		inside && $1 == "\"low\":" && $2 + 0 > rate[test] { bad++ }
		inside && $1 == "\"high\":" && $2 + 0 < rate[test] - 1 { bad++ }
		END { print bad + 0 }' "$json")" 0
	json=
	bonnie --quick --strict -s 1
	is "--quick --strict is a usage error" "$status $out" "2 "
	for word in 0 x -1 1y; do
		bonnie --time-limit=$word
		is "--time-limit=$word is a usage error" "$status $out" "2 "
	done

	# ---- repeats ----

	json=$work/json
	bonnie --repeat 7 --strict -s 4 -n 1 -f -r 0 -z 1 --json="$json"
	is "--repeat 7 ends well with one row of CSV" "$status $(printf '%s\n' "$out" | grep -c ',4M,')" "0 1"
	is "in JSON are seven runs and their middle" "$(grep -c '"put_block": {' "$json") $(grep -c '"median": {' "$json")" "9 1"
	# Of seven values the fourth; the median's interval is the first and the last.
	is "the middle is the middle, from least to most" "$(awk '
		/"interval_95"/ { inside = 1 }
		$1 == "\"put_block\":" { test = 1 }
		test && !inside && $1 == "\"elapsed_ns\":" { ns[++n] = $2 + 0; test = 0 }
		inside && test && $1 == "\"low\":" { low = $2 + 0 }
		inside && test && $1 == "\"high\":" { high = $2 + 0; test = 0 }
		END {
			below = 0
			for (i = 1; i <= 7; i++) { below += ns[i] < ns[8]; if (ns[i] > most) most = ns[i]; if (!least || ns[i] < least) least = ns[i] }
			print n, below, int(4194304 / most * 1000000000) - low < 2, int(4194304 / least * 1000000000) - high < 2
		}' "$json")" "8 3 1 1"
	json=
	for words in "--repeat 0" "--repeat 101" "--repeat 2 -x 2"; do
		# shellcheck disable=SC2086
		bonnie $words
		is "$words is a usage error" "$status $out" "2 "
	done
fi

if enabled LATENCY; then
	bonnie --percentiles --strict -s 1 -n 1 -r 0
	is "--percentiles: a row for each test" "$(printf '%s\n' "$out" | grep -cE '^[a-z_]+ ( +[0-9.]+(us|ms|s)){6}$')" 12
	bonnie --percentiles --strict -s 1 -fn 0 -r 0 -x 1
	is "with CSV alone they are on stderr" "$(printf '%s\n' "$out" | grep -c '') $(printf '%s\n' "$err" | grep -c '^seeks ')" "1 1"
fi

# ---- what was written is what is read ----

if enabled BONNIE_VERIFY; then
	for words in "" "--strict" "--data=zero --strict" "-D --strict" "-n 1:9000:0:3 --strict" "--strict --data=random -n 1:20000:20000 -s 0" \
		"-c 2 --strict" "--time-limit=50ms -n $(small 4:5000)" "--strict -Z $work/numbers"; do
		case $words in
		*-c*) enabled BONNIE_COPIES || continue ;;
		*time*) enabled BONNIE_QUICK || continue ;;
		*-Z*) enabled BONNIE_RANDOM_FILE || continue ;;
		*-n*:*) enabled BONNIE_FILES || continue ;;
		*-D*) enabled DIRECT_IO || continue ;;
		esac
		# shellcheck disable=SC2086
		bonnie --verify -s 2:8k:3000 -n 0 -r 0 $words
		is "--verify $words finds all well" "$status" 0
		like "and says that it looks" "$err" '^Verifying\.\.\.done'
	done
	enabled BONNIE_CLASSIC && {
		bonnie --verify --classic -s 2
		is "--verify --classic finds all well" "$status" 0
	}

	# A byte changed behind its back, between two tests, where the system lets us.
	if [ -z "$EMULATOR" ] && [ -d /proc/self/fd ] && enabled BONNIE_COPIES && mkfifo "$work/in"; then
		# shellcheck disable=SC2046
		"$DISKBENCH" bonnie -d "$dir" $(as_user) -yp --verify -s 1 -fn 0 -q -r 0 --strict <"$work/in" >"$work/out" 2>"$work/err" &
		pid=$!
		exec 9>"$work/in"
		echo >&9
		tries=0
		until grep -q '^2:' "$work/out" || [ $((tries += 1)) -gt 300 ]; do sleep 0.02 2>/dev/null || sleep 1; done
		for fd in "/proc/$pid/fd"/*; do
			case $(readlink "$fd") in
			*Bonnie*|*deleted*) printf '\377' | dd of="$fd" bs=1 seek=12345 conv=notrunc 2>/dev/null ;;
			esac
		done
		exec 9>&-
		wait $pid
		is "a wrong byte fails the run" "$?" 1
		like "and its offset is told" "$(cat "$work/err")" '^bonnie: .*large file, offset 12345: verify: not what was written'
	fi
fi

# ---- a hundred times the files need no more memory ----

peak() {        # OPTION...: the largest KiB that a process of the run had
	# shellcheck disable=SC2046
	"$DISKBENCH" bonnie -d "$dir" $(as_user) --strict -s 0 -q "$@" >/dev/null 2>&1 &
	pid=$! most=0
	while kill -0 $pid 2>/dev/null; do
		for p in $pid $(cat "/proc/$pid/task/$pid/children" 2>/dev/null); do
			# Not the shell's, before it has become the program.
			kib=$(awk -v name="${DISKBENCH##*/}" '/^Name:/ { is = $2 == name } /^VmHWM:/ && is { print $2 }' \
				"/proc/$p/status" 2>/dev/null)
			[ "${kib:-0}" -gt "$most" ] && most=$kib
		done
		sleep 0.02 2>/dev/null || sleep 1
	done
	wait $pid
	echo "$most"
}
if [ -z "$EMULATOR" ] && enabled STATIC && grep -q VmHWM /proc/self/status 2>/dev/null; then
	few=$(peak -n "$(small 1:-1)" -x 100) many=$(peak -n "$(small 100:-1)")
	echo "# KiB of the largest process: 1024 names $few, 102400 names $many"
	ok "a process stays under 1 MiB" test "$many" -le 1024
	ok "and doesn't grow with the number of files" test "$many" -le $((few + 64))
fi
if enabled BONNIE_PLAN; then
	run bonnie --plan -d "$dir" -s 0 -n 10000
	like "ten million files are planned with the memory of a thousand" "$out" '^memory +1\.0 MiB$'
fi
empty "nothing is left"
finish
