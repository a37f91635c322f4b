# SPDX-License-Identifier: MIT
# In the shell of a distribution's initramfs: are we there, and do we measure?
# shellcheck shell=sh disable=SC2154  # out, err, status: lib.sh
echo "== begin"
stty -echo 2>/dev/null
TMPDIR=/run
# dracut's has few commands.
command -v mktemp >/dev/null || mktemp() { mkdir -p /run/test && echo /run/test; }
. /test/lib.sh
ok "diskbench is there" command -v diskbench
for applet in $(diskbench --list); do
	run "$applet" --help
	is "$applet --help" "$status" 0
	[ "$(readlink -f "$(command -v "$applet")")" = "$(readlink -f "$(command -v diskbench)")" ]
	point $? "$applet is its link"
done
modprobe virtio_blk 2>/dev/null
tries=0
until [ -e /dev/vda ] || [ $((tries += 1)) -gt 20 ]; do sleep 1; done
run zcav -q -b 4 -r 16 /dev/vda
is "zcav /dev/vda: $err" "$status" 0
mkdir -p /run/d
run bonnie -d /run/d -u root -s 0 -n 1 -q
is "bonnie in /run: $err" "$status" 0
echo "1..$points"
echo "== end $((failures > 0))"
