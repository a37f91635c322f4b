#!/bin/sh
# SPDX-License-Identifier: MIT
# -u really gives root up: every process of the run has the user's ids alone, no
# supplementary groups of root's, and the files are the user's.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
[ "$(id -u)" = 0 ] || skip_all "needs root"
[ -r /proc/self/status ] || skip_all "no /proc"

mkdir "$work/d"
chown 65534:65534 "$work/d"
chmod 755 "$work"
# The processes below the one given, and itself.
family() {
	echo "$1"
	# shellcheck disable=SC2013  # words are wanted
	for child in $(cat "/proc/$1/task/$1/children" 2>/dev/null); do
		family "$child"
	done
}
ids() {         # PID FIELD
	sed -n "s/^$2:[[:space:]]*//p" "/proc/$1/status" 2>/dev/null | tr '\t' ' ' | sed 's/ *$//'
}
check() {       # WANTED_UID WANTED_GID BONNIE_OPTIONS...
	uid=$1 gid=$2
	shift 2
	"$DISKBENCH" bonnie -d "$work/d" -s 256 -n 0 -q "$@" >/dev/null 2>&1 &
	parent=$!
	sleep 1
	all=$(family $parent)
	ok "$*: a worker is there" test "$(echo "$all" | wc -l)" -gt 1
	wrong=
	for pid in $all; do
		[ "$(ids "$pid" Uid)" = "$uid $uid $uid $uid" ] || wrong="$wrong uid:$(ids "$pid" Uid)"
		[ "$(ids "$pid" Gid)" = "$gid $gid $gid $gid" ] || wrong="$wrong gid:$(ids "$pid" Gid)"
		[ "$(ids "$pid" Groups)" = "$gid" ] || wrong="$wrong groups:$(ids "$pid" Groups)"
		[ "$(ids "$pid" CapEff)" = 0000000000000000 ] || wrong="$wrong caps:$(ids "$pid" CapEff)"
	done
	is "$*: all of them are the user's alone" "$wrong" ""
	kill -TERM $parent
	wait $parent
	is "$*: nothing is left" "$(ls -A "$work/d")" ""
}
check 65534 65534 -u 65534:65534
check 65534 65534 -u nobody
check 65534 1 -u 65534 -g 1
check 65534 2 -u nobody:2

# The one helper that stays root does so only for --drop-caches, and ends with the run.
"$DISKBENCH" bonnie -d "$work/d" -s 0 -n 1 -q -u nobody --drop-caches >/dev/null 2>&1 &
parent=$!
wait $parent
is "--drop-caches as nobody works" "$?" 0
sleep 1
ok "and its helper is gone" sh -c "! pgrep -f '[b]onnie -d $work/d' >/dev/null"
finish
