#!/bin/sh
# SPDX-License-Identifier: MIT
# The multi-call binary itself: names, list, links, version, wrong words.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

run --version
is "version" "$status $out" "0 diskbench 0.1.0"
run --list
list=$out
is "list ends well" "$status" 0
run --help
is "help ends well" "$status" 0
help=$out
for applet in $list; do
	like "help names $applet" "$help" "^$applet  "
	run "$applet" --help
	is "$applet --help ends well" "$status" 0
	like "$applet --help begins with its usage" "$out" "^usage: $applet "
	is "$applet --help is silent on stderr" "$err" ""
done

run
is "no applet is a usage error" "$status" 2
run nonsense
is "an unknown applet is a usage error" "$status" 2
is "and is named" "$err" "diskbench: 'nonsense': expected an applet; diskbench --list names them"
is "nothing on stdout then" "$out" ""

if enabled INSTALL; then
	mkdir "$work/bin"
	if [ -z "$EMULATOR" ]; then
		run --install "$work/bin"
		is "install ends well" "$status" 0
		is "a link for each applet" "$(for applet in $list; do [ -L "$work/bin/$applet" ] || echo "$applet"; done)" ""
		run --install "$work/bin"
		is "again changes nothing and is fine" "$status" 0
		for applet in $list; do
			like "$applet works by its link" "$("$work/bin/$applet" --help)" "^usage: $applet "
		done
	fi
	# In the first moments of a boot there is no /proc.
	if [ -z "$EMULATOR" ] && unshare -m umount -l /proc 2>/dev/null; then
		mkdir "$work/bare"
		PATH=${DISKBENCH%/*}:$PATH unshare -m sh -c "umount -l /proc; diskbench --install '$work/bare'"
		is "without /proc, called by its name alone" "$(for applet in $list; do [ -x "$work/bare/$applet" ] || echo "$applet"; done)" ""
		rm "$work"/bare/*
		(cd "${DISKBENCH%/*}" && unshare -m sh -c "umount -l /proc; ./diskbench --install '$work/bare'")
		is "without /proc, by a relative path" "$(for applet in $list; do [ -x "$work/bare/$applet" ] || echo "$applet"; done)" ""
	else
		echo "# skip: --install without /proc: can't unmount it here"
	fi
	run --install "$work/nowhere"
	if [ -n "$list" ]; then
		is "a missing directory is a failure" "$status" 1
		like "that names it and the reason" "$err" "nowhere/[a-z0-9]*: symlink: No such file or directory"
	fi
	run --install
	is "install without a directory is a usage error" "$status" 2
else
	run --install "$work"
	is "without INSTALL there is none" "$status" 2
fi

if [ -e /dev/full ] && [ -z "$EMULATOR" ]; then
	"$DISKBENCH" --list >/dev/full 2>"$work/err"
	is "a full disk behind stdout is a failure" "$?" "$([ -n "$list" ] && echo 1 || echo 0)"
fi
finish
