# SPDX-License-Identifier: MIT
# lib.sh - a test in POSIX sh that prints TAP; it runs on a router too.
# shellcheck shell=sh
#
# DISKBENCH: the program under test; EMULATOR: what runs it when it is a foreign
# one (qemu-arm-static -cpu arm926), empty at home.
#
#   run [ARGUMENT...]       runs diskbench: output in $out, messages in $err, exit code in $status
#   ok "what" COMMAND...    a test point: does the command succeed?
#   is "what" GOT WANTED    are the two texts equal?
#   like "what" TEXT REGEX  does a line of the text match (grep -E)?
#   skip_all "why"          this machine can't: the whole test is skipped
#   finish                  at the end
set -u
DISKBENCH=${DISKBENCH:-diskbench}
EMULATOR=${EMULATOR-}
points=0
failures=0
status=0
out=
err=
work=$(mktemp -d "${TMPDIR:-/tmp}/diskbench-test.XXXXXX") || exit 99
at_exit=:
trap 'eval "$at_exit"; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

skip_all() {
	echo "1..0 # SKIP $1"
	exit 77
}

point() {       # RESULT WHAT
	points=$((points + 1))
	if [ "$1" = 0 ]; then
		echo "ok $points - $2"
	else
		failures=$((failures + 1))
		echo "not ok $points - $2"
		# What happens once in a thousand runs can't be looked at again.
		[ -z "$err" ] || { echo "exit $status, it said last:"; printf '%s\n' "$err" | tail -n 3; } | sed 's/^/# /'
		return 1
	fi
}

ok() {
	what=$1; shift
	"$@" >"$work/.ok" 2>&1
	result=$?
	point $result "$what" || sed 's/^/# /' "$work/.ok"
}

is() {
	[ "$2" = "$3" ]
	point $? "$1" || { printf '%s\n' "got: $2" "wanted: $3" | sed 's/^/# /'; }
}

like() {
	printf '%s\n' "$2" | grep -qE -- "$3"
	point $? "$1" || { printf '%s\n' "$2" "should match: $3" | sed 's/^/# /'; }
}

unlike() {
	! printf '%s\n' "$2" | grep -qE -- "$3"
	point $? "$1" || { printf '%s\n' "$2" "should not match: $3" | sed 's/^/# /'; }
}

run() {
	# shellcheck disable=SC2086  # the emulator has arguments
	$EMULATOR "$DISKBENCH" "$@" >"$work/.out" 2>"$work/.err" </dev/null
	# shellcheck disable=SC2034  # the tests read these
	status=$?
	# shellcheck disable=SC2034
	out=$(cat "$work/.out")
	# shellcheck disable=SC2034
	err=$(cat "$work/.err")
}

# Is a CONFIG_ symbol on in the build under test? Without a .config all are.
enabled() {
	[ -z "${DOTCONFIG-}" ] || grep -q "^CONFIG_$1=y" "$DOTCONFIG"
}

# Options that a test needs as root, where bonnie wants -u.
as_user() {
	[ "$(id -u)" = 0 ] && echo "-u root"
}

finish() {
	echo "1..$points"
	[ "$failures" = 0 ]
	exit
}
