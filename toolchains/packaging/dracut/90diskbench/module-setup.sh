#!/bin/sh
# SPDX-License-Identifier: MIT
# Puts diskbench and its applets' names into dracut's initramfs (Fedora, openSUSE, Arch).
# Install the directory as /usr/lib/dracut/modules.d/90diskbench; then
# dracut --force --add diskbench. Boot with rd.break=pre-mount for a shell.

# Only where it is asked for: an initramfs should be small.
check() {
	require_binaries diskbench || return 1
	return 255
}

depends() {
	return 0
}

install() {
	inst_binary diskbench /usr/bin/diskbench
	for applet in $(diskbench --list); do
		# shellcheck disable=SC2154  # initdir: dracut
		[ -e "$initdir/usr/bin/$applet" ] || ln -s diskbench "$initdir/usr/bin/$applet"
	done
}
