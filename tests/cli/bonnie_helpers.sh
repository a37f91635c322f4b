# SPDX-License-Identifier: MIT
# bonnie_helpers.sh - what the tests of bonnie share. Read after ../lib.sh.
# shellcheck shell=sh disable=SC2154
#
#   $dir                  an empty directory to test in
#   bonnie [OPTION...]    runs bonnie there; $out, $err, $status as run does
#   empty "what"          a test point: is $dir empty?
#   value TEST KEY        a number or text of a test in JSON, from $json or else $out
#   option KEY            one of the options as JSON tells them
#   flags TEST            the flags of a test: "buffered short"
#   field N               field N, counted from 0, of the CSV line in $out
#   small N[:MORE]        -n's value, only N of it in a build that has no more
#   in_memory SIZE        moves $dir to memory, where that can be done
dir=$work/dir
mkdir "$dir"
json=
# Most tests use --strict: without repeats a run takes no time.
enabled LONG_OPTIONS || skip_all "this build has no long options"

# Under /dev/shm or on a tmpfs of our own; where there is neither, a disk does too.
in_memory() {
	if [ "$(id -u)" = 0 ] && mkdir -p "$work/memory" &&
	   mount -t tmpfs -o "size=$1" diskbench "$work/memory" 2>/dev/null; then
		at_exit="umount -l '$work/memory'; $at_exit"
		dir=$work/memory/dir
		mkdir "$dir"
	elif [ -w /dev/shm ] && dir=$(mktemp -d /dev/shm/diskbench-test.XXXXXX); then
		at_exit="rm -rf '$dir'; $at_exit"
	fi
}

# Is it a build with AddressSanitizer, whose memory is not the program's?
sanitized() {
	grep -q __asan_init "$DISKBENCH"
}

small() {
	if enabled BONNIE_FILES; then echo "$1"; else echo "${1%%:*}"; fi
}

bonnie() {
	# shellcheck disable=SC2046  # an option and its value, or nothing
	run bonnie -d "$dir" $(as_user) "$@"
}

empty() {
	is "$1" "$(ls -A "$dir")" ""
}

# Our JSON has one key a line, so awk can read it where jq is missing. The runs
# after the first are not looked at.
json_text() {
	if [ -n "$json" ]; then cat "$json"; else printf '%s\n' "$out"; fi
}

value() {
	json_text | awk -v test="\"$1\":" -v key="\"$2\":" '
		$1 == test && /\{$/ { inside = 1; next }
		inside && /^      }/ { exit }
		inside && $1 == key { sub(/^[^:]*: /, ""); sub(/,$/, ""); gsub(/"/, ""); print; exit }'
}

flags() {
	value "$1" flags | tr -d '[],'
}

option() {
	json_text | awk -v key="\"$1\":" '
		/^  "options": \{/ { inside = 1 }
		/^  }/ { inside = 0 }
		inside && $1 == key { sub(/^[^:]*: /, ""); sub(/,$/, ""); gsub(/"/, ""); print; exit }'
}

field() {
	printf '%s\n' "$out" | tail -n 1 | cut -d, -f$(($1 + 1))
}

fields() {
	printf '%s\n' "$out" | tail -n 1 | awk -F, '{ print NF }'
}
