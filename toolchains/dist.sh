#!/bin/sh
# SPDX-License-Identifier: MIT
# What is released: the stripped program of each target with its configuration,
# the list of symbolic links, and the sums of all.
#
#   sh toolchains/dist.sh DIRECTORY [CONFIG [TARGET...]]
#
# CONFIG is everything when it is empty or not given. The same source gives the
# same bytes, wherever it lies and is built. cmake --build build/host -t dist is
# this for all targets, with the configuration of build/host.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
directory=$1 config=${2:-$root/toolchains/configs/everything_defconfig}
shift
[ $# = 0 ] || shift
# shellcheck disable=SC2046  # names are words
[ $# -gt 0 ] || set -- $(grep -v '^#' "$root/toolchains/targets" | cut -d' ' -f1)

mkdir -p "$directory"
directory=$(cd "$directory" && pwd)
work=$(mktemp -d "$directory/.work.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
cp "$config" "$work/config"

for target; do
	echo "dist.sh: $target" >&2
	build=$work/$target
	if ! { cmake -S "$root" -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$root/toolchains/$target.cmake" \
			-DDEFCONFIG="$work/config" -DCMAKE_BUILD_TYPE=MinSizeRel -DCMAKE_C_FLAGS_MINSIZEREL= \
			-DBUILD_TESTING=OFF && cmake --build "$build"; } >"$work/log" 2>&1; then
		tail -n 20 "$work/log" >&2
		exit 1
	fi
	version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
	cp "$build/diskbench" "$work/diskbench-$version-$target"
	# Its first lines name the tool and the time.
	grep '^CONFIG_\|^# CONFIG_' "$build/.config" >"$work/diskbench-$version-$target.config"
	DESTDIR=$build/root cmake --install "$build" --prefix / >/dev/null
	(cd "$build/root/bin" && find . -type l | sed 's#^\./##' | LC_ALL=C sort) >"$work/diskbench-$version.links"
	rm -rf "$build"
done
rm -f "$directory"/diskbench-* "$directory/SHA256SUMS"
mv "$work"/diskbench-* "$directory"
(cd "$directory" && LC_ALL=C sha256sum diskbench-* >SHA256SUMS)
cat "$directory/SHA256SUMS"
