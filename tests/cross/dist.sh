#!/bin/sh
# SPDX-License-Identifier: MIT
# A release is reproducible: made twice, from two places, at two times and with
# two umasks, it is the same bytes. TARGET: for which processor.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v sha256sum >/dev/null || skip_all "sha256sum is missing"

umask 022
is "the first is made" "$(sh "$root/toolchains/dist.sh" "$work/first" "$DOTCONFIG" "$TARGET" 2>"$work/log" >/dev/null || cat "$work/log")" ""
umask 077
mkdir -p "$work/elsewhere/with a blank"
(cd "$root" && tar cf - --exclude=./build --exclude=./.git .) | (cd "$work/elsewhere/with a blank" && tar xf -)
is "the second is made" "$(TZ=Asia/Tokyo LC_ALL=C sh "$work/elsewhere/with a blank/toolchains/dist.sh" "$work/second" \
	"$DOTCONFIG" "$TARGET" 2>"$work/log" >/dev/null || cat "$work/log")" ""
ok "both are the same" diff -r "$work/first" "$work/second"
ok "the sums are right" sh -c "cd '$work/first' && sha256sum -c SHA256SUMS"
is "a program, its configuration, the links, the sums" "$(find "$work/first" -type f | grep -c '')" 4
run --list
for applet in $out; do
	ok "$applet has a link" grep -qx "$applet" "$work"/first/*.links
done
finish
