#!/bin/sh
# SPDX-License-Identifier: MIT
# cmocka's source, for unit tests linked with another C library than this
# machine's: sh toolchains/cmocka.sh prints its directory, kept in
# ~/.cache/diskbench. Debian's source package, or CMOCKA_TARBALL=cmocka-X.tar.xz.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=debian.sh
. "$here/debian.sh"

cache=${DISKBENCH_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/diskbench}
found() {
	for source in "$cache"/cmocka-*; do
		[ -e "$source/src/cmocka.c" ] && echo "$source" && return
	done
	return 1
}
found && exit
mkdir -p "$cache"
exec 9>"$cache/lock-cmocka"
if command -v flock >/dev/null; then flock 9; fi
found && exit
work=$(mktemp -d "$cache/.new.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

tarball=${CMOCKA_TARBALL-}
if [ -z "$tarball" ]; then
	echo "cmocka.sh: downloading Debian's cmocka source package" >&2
	debian_source cmocka 9>&- || { echo "cmocka.sh: no cmocka; CMOCKA_TARBALL= names one" >&2; exit 1; }
	tarball=$(ls "$work"/apt/got/cmocka_*.orig.tar.xz)
fi
mkdir "$work/source"
xz -dc "$tarball" | (cd "$work/source" && tar xf -)
mv "$work"/source/cmocka-* "$cache"
found
