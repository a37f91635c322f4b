#!/bin/sh
# SPDX-License-Identifier: MIT
# The reports of bonnie: tables to the byte, CSV to the field, JSON, and that
# all three of one run say the same.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=bonnie_helpers.sh
. "$(dirname "$0")/bonnie_helpers.sh"
in_memory 256m

quick() {
	bonnie -m testbox --strict -r 0 -z 77 "$@"
}

rows() {        # FROM TO: lines of the report
	printf '%s\n' "$out" | sed -n "$1,$2p"
}

# A cell of a table is " 12345 123", or +++++ and +++, or blank: ten columns.
cells() {
	echo "( [ 0-9.+kmg]{4}[0-9+kmg] [ 0-9+]{2}[0-9+]| {10}){$1}"
}

# Which of the fields FROM to TO of the CSV line have a value: "x" or ".".
filled() {
	printf '%s\n' "$out" | tail -n 1 | awk -F, -v from="$1" -v to="$2" '{
		for (i = from + 1; i <= to + 1; i++)
			printf "%s", $i == "" ? "." : "x"
	}'
}

# ---- 1.03 ----

quick -s 1 -n 1
is "1.03: ends well" "$status" 0
is "1.03: head of the first table" "$(rows 1 3)" "\
Version  1.03       ------Sequential Output------ --Sequential Input- --Random-
                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--
Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP"
like "1.03: its row" "$(rows 4 4)" "^testbox          1M$(cells 6)\$"
is "1.03: head of the second table" "$(rows 5 7)" "\
                    ------Sequential Create------ --------Random Create--------
                    -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--
              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP"
like "1.03: its row" "$(rows 8 8)" "^                  1$(cells 6)\$"
like "1.03: the CSV line is the last" "$(rows 9 99)" '^testbox,1M,[^ ]*$'

quick -s 1:16k -n "$(small 1:1000:10:2)" -m averyveryverylongname
is "1.03: head with another chunk" "$(rows 3 3)" \
	"Machine   Size:chnk K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP"
like "1.03: the name is cut, the size is not" "$(rows 4 4)" "^averyveryver 1M:16k$(cells 6)\$"
if enabled BONNIE_FILES; then
	is "1.03: sizes of files" "$(rows 7 7)" \
		"      files:max:min  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP"
	like "1.03: and their row" "$(rows 8 8)" "^        1:1000:10/2$(cells 6)\$"
	is "1.03: labels in CSV" "$(field 0) $(field 1) $(field 14)" "averyveryverylongname 1M:16k 1:1000:10/2"
	quick -s 0 -n 1:-1:0:2
	is "1.03: files alone" "$(rows 1 3)" "\
Version  1.03       ------Sequential Create------ --------Random Create--------
testbox             -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--
          files:max  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP"
	like "1.03: hard links" "$(rows 4 4)" "^           1:link/2$(cells 6)\$"
	is "1.03: hard links in CSV" "$(field 1),$(field 14)" ",1:link/2"
	quick -s 0 -n 1:-2
	is "1.03: symbolic links in CSV" "$(field 14)" "1:symlink"
fi
quick -s 1:1m -n 0 -f
is "1.03: a chunk of a MiB" "$(field 1)" "1M:1M"
quick -s 1:512 -n 0 -f
is "1.03: a chunk under a KiB" "$(field 1)" "1M:512"

combination() { # OPTIONS WHICH OF THE 27 FIELDS
	# shellcheck disable=SC2086  # several options
	quick $1
	is "1.03 $1: ends well, 27 fields" "$status $(fields)" "0 27"
	is "1.03 $1: fields with values" "$(filled 0 26)" "$2"
}
combination "-s1 -n1" xxxxxxxxxxxxxxxxxxxxxxxxxxx
combination "-s1 -n1 -f" xx..xxxx..xxxxxxxxxxxxxxxxx
combination "-s2 -n1 -f1" xxxxxxxxxxxxxxxxxxxxxxxxxxx
combination "-s1 -n0" xxxxxxxxxxxxxx.............
combination "-s1 -n0 -f" xx..xxxx..xxxx.............
combination "-s0 -n1" x.............xxxxxxxxxxxxx
combination "-s0 -n1 -f" x.............xxxxxxxxxxxxx
combination "-s0 -n0" x..........................
combination "-s1 -n1 -q" xxxxxxxxxxxxxxxxxxxxxxxxxxx
is "-q: CSV only" "$(printf '%s\n' "$out" | grep -c '')" 1
is "-q: silent" "$err" ""

# ---- -x ----

quick -s 1 -n 1 -x 1
is "-x 1: one line, no head" "$(printf '%s\n' "$out" | grep -c '') $(fields)" "1 27"
quick -s 1 -n 1 -x 3
is "-x 3: four lines" "$(printf '%s\n' "$out" | grep -c '')" 4
is "-x 3: all of 27 fields" "$(printf '%s\n' "$out" | awk -F, '{ print NF }' | sort -u)" 27
is "-x 3: the head" "$(rows 1 1)" "name,file_size,putc,putc_cpu,put_block,put_block_cpu,rewrite,rewrite_cpu,getc,\
getc_cpu,get_block,get_block_cpu,seeks,seeks_cpu,num_files,seq_create,seq_create_cpu,seq_stat,seq_stat_cpu,seq_del,\
seq_del_cpu,ran_create,ran_create_cpu,ran_stat,ran_stat_cpu,ran_del,ran_del_cpu"
like "-x 3: the runs" "$(rows 2 4 | cut -d, -f1,2 | uniq -c)" '^ *3 testbox,1M$'

# ---- 2.00 ----

if enabled BONNIE_REPORT2; then
	quick -s 1 -n 1 --report=2.00
	is "2.00: ends well, 50 fields" "$status $(fields)" "0 50"
	is "2.00: head of the first table" "$(rows 1 3)" "\
Version  2.00       ------Sequential Output------ --Sequential Input- --Random-
                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--
Name:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP"
	like "2.00: its row" "$(rows 4 4)" "^testbox          1M$(cells 6)\$"
	like "2.00: its latencies" "$(rows 5 5)" '^Latency          ( *[0-9]+(us|ms|s)){6}$'
	is "2.00: latencies in columns of ten" "$(rows 5 5 | wc -c | tr -d ' ')" 78
	is "2.00: head of the second table" "$(rows 6 8)" "\
Version  2.00       ------Sequential Create------ --------Random Create--------
testbox             -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--
              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP"
	like "2.00: its row" "$(rows 9 9)" "^                  1$(cells 6)\$"
	like "2.00: its latencies" "$(rows 10 10)" '^Latency          ( *[0-9]+(us|ms|s)){6}$'
	is "2.00: usual settings in CSV" "$(rows 11 11 | cut -d, -f1,3-9)" "1.98,testbox,1,77,1M,,8192,5"
	is "2.00: usual files in CSV" "$(rows 11 11 | cut -d, -f22-26)" "1,,,,"
	is "2.00: every test has its three fields" "$(filled 9 20)$(filled 26 49)" xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
	like "2.00: latencies have units" "$(rows 11 11 | cut -d, -f39-50)" '^([0-9]+(us|ms|s),){11}[0-9]+(us|ms|s)$'

	quick -s 1:16k:1000:4 -n "$(small 1:4096:512:2:1k)" --report=2.00
	is "2.00: settings in CSV where they belong" "$(field 5) $(field 6) $(field 7) $(field 8)" "1M 16k 1000 4"
	like "2.00: settings in the table" "$(rows 4 4)" "^test 1M:16k::1000:4$(cells 6)\$"
	if enabled BONNIE_FILES; then
		is "2.00: files in CSV where they belong" "$(field 21) $(field 22) $(field 23) $(field 24) $(field 25)" \
			"1 4096 512 2 1k"
		is "2.00: sizes of files" "$(rows 8 8)" \
			"files:max:min        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP"
	fi
	quick -s 0 -n "$(small 1:-2:0:2)" --report=2.00
	is "2.00 -s 0: 50 fields" "$(fields)" 50
	is "2.00 -s 0: no file, no latencies of it" "$(filled 5 20)$(filled 38 43)" ......................
	enabled BONNIE_FILES && is "2.00 -s 0: links" "$(field 21) $(field 22) $(field 23) $(field 24)" "1 symlink  2"
	quick -s 1 -n 0 -f --report=2.00
	is "2.00 -n 0 -f: 50 fields" "$(fields)" 50
	is "2.00 -n 0 -f: fields with values" "$(filled 9 49)" ..xxxx..xxxx..................xx.xx......
	quick -s 1 -n 1 --report=2.00 -x 2
	is "2.00 -x 2: all of 50 fields" "$(printf '%s\n' "$out" | awk -F, '{ print NF }' | sort -u)" 50
	is "2.00 -x 2: no name twice" "$(rows 1 1 | tr , '\n' | sort | uniq -d)" ""
	is "2.00 -x 2: names where they belong" "$(rows 1 1 | cut -d, -f1,7,10,25,26,27,39,50)" \
		"format_version,io_chunk_size,putc,num_dirs,file_chunk_size,seq_create,putc_latency,ran_del_latency"
	if enabled JSON; then
		quick -s 4 -n 0 --report=2.00 --json
		is "2.00: 3 MiB byte by byte" "$(option char_size)" 3145728
	fi
fi

# ---- one run, three reports ----

tests="putc put_block rewrite getc get_block seeks seq_create seq_stat seq_del ran_create ran_stat ran_del"

# K/s, or a second (seeks with one decimal), and CPU in per cent, cut, from the JSON.
expected() {
	for test in $tests; do
		amount=$(value "$test" amount) elapsed=$(value "$test" elapsed_ns)
		cpu=$((($(value "$test" user_ns) + $(value "$test" system_ns)) * 100 / elapsed))
		case $(value "$test" unit) in
		bytes) echo "$((amount * 1000000000 / elapsed / 1024)) $cpu" ;;
		operations) echo "$((amount * 1000000000 / elapsed)).$((amount * 1000000000 % elapsed * 10 / elapsed)) $cpu" ;;
		files) echo "$((amount * 1000000000 / elapsed)) $cpu" ;;
		esac
	done
}

if enabled JSON; then
	json=$work/beside.json
	bonnie -m testbox -s 8 -n 1 --json="$json"
	is "default: ends well" "$status" 0
	[ "$status" = 0 ] || finish     # there are no numbers to compare
	unlike "default: nothing is hidden" "$out" '\+'
	csv=$(rows 9 9)
	is "default: 27 fields" "$(fields)" 27
	is "default: CSV is what JSON says" \
		"$(echo "$csv" | awk -F, '{ for (i = 3; i < 27; i += 2) { if (i == 15) i++; print $i, $(i + 1) } }')" "$(expected)"
	is "default: the table is what CSV says" \
		"$(rows 4 4 | awk '{ for (i = 3; i <= NF; i++) print $i }'; rows 8 8 | awk '{ for (i = 2; i <= NF; i++) print $i }')" \
		"$(echo "$csv" | awk -F, '{ for (i = 3; i <= 27; i++) if (i != 15) print (i == 13 && $i >= 1000 ? int($i) : $i) }')"

	if enabled LATENCY; then
		for test in $tests; do
			# shellcheck disable=SC2046  # a list of numbers
			set -- $(for key in min p50 p90 p95 p99 p99.9 p99.99 max; do value "$test" $key; done)
			is "$test: percentiles in order" "$*" "$(printf '%s\n' "$@" | sort -n | tr '\n' ' ' | sed 's/ $//')"
			is "$test: eight of them" "$#" 8
		done
		is "an operation is a chunk" "$(value put_block count)" $(($(value put_block amount) / 8192))
		is "an operation is a seek" "$(value seeks count)" "$(value seeks amount)"
		is "an operation is a file" "$(value seq_stat count)" "$(value seq_stat amount)"
	fi

	# --strict hides what took under half a second, in the fields that belong to it.
	json=$work/strict.json
	quick -s 1 -n 1 --json="$json"
	wanted=$(for test in $tests; do
		if [ "$(value "$test" elapsed_ns)" -lt 500000000 ]; then echo "+++++ +++"; else echo shown; fi
	done)
	is "--strict: +++++ where it was short" "$(printf '%s\n' "$out" | tail -n 1 | awk -F, '{
		for (i = 3; i < 27; i += 2) { if (i == 15) i++; print ($i ~ /^[0-9]/ ? "shown" : $i " " $(i + 1)) } }')" "$wanted"
	like "--strict: and a MiB is read in less" "$out" '\+\+\+\+\+'

	json=
	quick -s 1 -n 1 --json
	is "--json: an object and nothing else" "$(rows 1 1)$(printf '%s\n' "$out" | tail -n 1)" "{}"
	like "--json: progress stays on stderr" "$err" '^Writing intelligently\.\.\.done$'
	if command -v jq >/dev/null; then
		ok "--json: jq reads it" jq -e '.format == "diskbench/1" and (.runs | length) == 1' "$work/.out"
		quick -s 1 -n 1 -x 3 --json -m 'Straße\ 9'
		ok "-x 3 --json: one object, three runs" jq -es \
			'length == 1 and (.[0].runs | length) == 3 and .[0].options.machine == "Straße\\ 9"' "$work/.out"
		quick -s 0 -n 0 --json
		ok "-s 0 -n 0 --json: a run without tests" jq -e '.runs == [{ stopped: false }]' "$work/.out"
		# Bytes that are no UTF-8 would make the whole file unreadable.
		quick -s 0 -n 0 --json -m "$(printf 'a\377b')"
		ok "--json: a name of any bytes" jq -e '.options.machine | startswith("a") and endswith("b")' "$work/.out"
	else
		echo "# jq is missing: nobody else has read the JSON"
	fi
	bonnie -s 1 -n 0 --json="$work/nowhere/x.json"
	is "a JSON file that can't be is a wrong word" "$status $out" "2 "
	like "that is named" "$err" "^bonnie: .*/nowhere: open: No such file or directory\$"
fi
empty "nothing is left"
if [ -e /dev/full ] && [ -z "$EMULATOR" ]; then
	# shellcheck disable=SC2046
	"$DISKBENCH" bonnie -d "$dir" $(as_user) -s 1 -n 0 --strict -r 0 >/dev/full 2>"$work/err"
	is "a report that can't be printed is a failure" "$?" 1
	like "that is told" "$(cat "$work/err")" "^bonnie: standard output: write: No space left on device\$"
fi
finish
