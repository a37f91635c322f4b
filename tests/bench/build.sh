# SPDX-License-Identifier: MIT
# build.sh - builds of many configurations in one directory, for size.sh and
# tests/cross/budgets.sh. Sourced; $root is the source, $work a directory.
# shellcheck shell=sh disable=SC2034,SC2154

# sized TARGET CONFIG: builds the configuration, or says the end of the log and
# fails. The files are left in $work/TARGET; $file and $code are their sizes.
sized() {
	build=$work/$1
	mkdir -p "$build"
	rm -f "$build/.config"
	set -- "$1" "$2" "$root/toolchains/$1.cmake"
	# A file that doesn't use a feature need not be compiled without it again.
	if command -v ccache >/dev/null; then set -- "$@" -DCMAKE_C_COMPILER_LAUNCHER=ccache; fi
	# shellcheck disable=SC2086  # an option or nothing
	if cmake -S "$root" -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$3" -DDEFCONFIG="$2" \
		-DCMAKE_BUILD_TYPE=MinSizeRel -DCMAKE_C_FLAGS_MINSIZEREL= -DBUILD_TESTING=OFF ${4:+"$4"} >"$work/log" 2>&1 &&
	   cmake --build "$build" -t diskbench >>"$work/log" 2>&1; then
		file=$(wc -c <"$build/diskbench")
		code=$(size "$build/diskbench.unstripped" | awk 'NR == 2 { print $1 + $2 }')
	else
		tail -n 20 "$work/log" >&2
		return 1
	fi
}
