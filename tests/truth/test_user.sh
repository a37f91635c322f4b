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
# One look at all processes: how many there are, and whose they are if not the user's
# alone. Any of them may end meanwhile: one that has ended is not counted.
look() {        # PARENT UID GID
	seen=0 bad=
	wanted=$(printf 'Uid: %s %s %s %s\nGid: %s %s %s %s\nGroups: %s\nCapEff: %016d' \
		"$2" "$2" "$2" "$2" "$3" "$3" "$3" "$3" "$3" 0)
	for pid in $(family "$1"); do
		found=$(awk '/^(Uid|Gid|Groups|CapEff):/ { $1 = $1; print }' "/proc/$pid/status" 2>/dev/null)
		[ -n "$found" ] || continue
		seen=$((seen + 1))
		[ "$found" = "$wanted" ] || bad="$bad $found"
	done
}
check() {       # WANTED_UID WANTED_GID BONNIE_OPTIONS...
	uid=$1 gid=$2
	shift 2
	"$DISKBENCH" bonnie -d "$work/d" -s 256 -n 0 -q "$@" >/dev/null 2>&1 &
	parent=$!
	# Before its first worker is there the command itself may still be root's.
	looks=0 tries=0 wrong=
	while [ $looks -lt 5 ] && [ $((tries += 1)) -lt 100 ]; do
		look $parent "$uid" "$gid"
		[ $seen -lt 2 ] || looks=$((looks + 1)) wrong=$wrong$bad
		sleep 0.1 2>/dev/null || sleep 1
	done
	ok "$*: workers were there" test $looks -gt 0
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
