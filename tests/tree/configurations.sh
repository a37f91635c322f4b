#!/bin/sh
# SPDX-License-Identifier: MIT
# Every configuration builds without a warning and runs: nothing, each applet
# alone, everything, everything but some features, and one without kconfig-conf.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v cmake >/dev/null || skip_all "cmake is missing"
command -v ninja >/dev/null || skip_all "ninja is missing"

# NAME APPLETS [CMAKE OPTION...]: builds from $work/NAME.config, then what does --list say?
build() {
	name=$1 wanted=$2; shift 2
	# One directory for all: CMake looks at the compiler only once. Without
	# .config it starts from DEFCONFIG again.
	rm -f "$work/build/.config"
	if cmake -S "$root" -B "$work/build" -G Ninja -DCMAKE_C_COMPILER="${CC:-cc}" \
		-DCMAKE_BUILD_TYPE=MinSizeRel -DCMAKE_C_FLAGS_MINSIZEREL= -DCMAKE_C_FLAGS=-Werror \
		-DDEFCONFIG="$work/$name.config" "$@" >"$work/log" 2>&1 &&
	   ninja -C "$work/build" >>"$work/log" 2>&1; then
		is "$name lists its applets" "$("$work/build/diskbench" --list | tr '\n' ' ')" "$wanted"
	else
		point 1 "$name builds"
		tail -n 20 "$work/log" | sed 's/^/# /'
	fi
	is "$name has no warning" "$(grep -i 'warning' "$work/log")" ""
}

applets=$(cd "$root/applets" && for directory in */; do echo "${directory%/}"; done)
all=$(printf '%s' "$applets" | tr '\n' ' ')' '
upper() { echo "$1" | tr '[:lower:]' '[:upper:]'; }

cp "$root/toolchains/configs/complete.config" "$work/complete.config"
build complete "$all" -DKCONFIG_CONF=
rm -rf "$work/build"
if ! command -v kconfig-conf >/dev/null; then
	echo "# the other configurations need kconfig-conf (kconfig-frontends)"
	finish
fi

echo "# CONFIG_EVERYTHING is not set" >"$work/nothing.config"
build nothing ""
: >"$work/everything.config"
build everything "$all"
for applet in $applets; do
	printf '%s\n' "# CONFIG_EVERYTHING is not set" "CONFIG_$(upper "$applet")=y" >"$work/only-$applet.config"
	build "only-$applet" "$applet "
done

# Features off: with CONFIGURATIONS=all each alone, which takes minutes. Else by
# the digits of their binary numbers: with n digits 2 n builds, among which are,
# for any two features, one without the first and with the second and one the
# other way round. What breaks without a feature nearly always breaks so.
symbols=$(cat "$root/Kconfig" "$root"/applets/*/Kconfig | sed -n 's/^config \([A-Z0-9_]*\)$/\1/p' | grep -vx EVERYTHING)
count=$(printf '%s\n' "$symbols" | grep -c '')

without() {     # NAME SYMBOL...
	name=$1; shift
	printf '# CONFIG_%s is not set\n' "$@" >"$work/without-$name.config"
	left=$(for applet in $applets; do
		case " $* " in
		*" $(upper "$applet") "*) ;;
		*) echo "$applet" ;;
		esac
	done | tr '\n' ' ')
	build "without-$name" "$left"
}

if [ "${CONFIGURATIONS-}" = all ]; then
	for symbol in $symbols; do
		without "$symbol" "$symbol"
	done
	finish
fi
digit=1
while [ "$digit" -le "$count" ]; do
	for value in 0 1; do
		number=0
		off=$(for symbol in $symbols; do
			number=$((number + 1))
			[ $((number / digit % 2)) = "$value" ] && echo "$symbol"
		done)
		# shellcheck disable=SC2086  # a list of symbols
		without "$digit-$value" $off
	done
	digit=$((digit * 2))
done
finish
