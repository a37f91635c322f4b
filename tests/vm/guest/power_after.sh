# SPDX-License-Identifier: MIT
# What is there after the power went? Nothing, or directories of bonnie's own name.
# shellcheck shell=sh disable=SC2154  # f2fs: the test
. /test/lib.sh
. /test/system.sh
wait_for /dev/vda
left() { find /mnt -mindepth 1 -maxdepth 1 ! -name lost+found -exec basename {} \;; }
for row in "ext4 100" "f2fs 104"; do
	kind=${row% *}
	[ "$kind$f2fs" = f2fsno ] && continue
	ok "$kind can be mounted" mount -t "$kind" "$(disk_of "${row#* }")" /mnt
	left=$(left)
	echo "# $kind: left: $(echo "$left" | tr '\n' ' ') lost+found: $(ls -A /mnt/lost+found 2>/dev/null)"
	is "$kind: nothing but Bonnie.NUMBER" "$(echo "$left" | grep -vE '^(Bonnie\.[0-9]+(\.[0-9]+)?)?$')" ""
	is "$kind: nothing in lost+found" "$(ls -A /mnt/lost+found 2>/dev/null)" ""
	run bonnie --clean -d /mnt -u root
	is "$kind: --clean: $out" "$status" 0
	[ -z "$left" ] || like "$kind: and names it" "$out $err" "/mnt/$left"
	is "$kind: nothing is left then" "$(left)" ""
	umount /mnt
done
finish
