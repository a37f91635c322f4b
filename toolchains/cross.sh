#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds and tests for other processors, under their emulators:
#
#   sh toolchains/cross.sh [TARGET...]      all in toolchains/targets when none is named
#
# sh toolchains/bootstrap.sh cross [TARGET...] installs what this needs, and calls
# it. LABELS= is another choice of tests for ctest -L, JOBS= how many at once: as
# many as there are processors.
set -eu
cd "$(dirname "$0")/.."

say() { printf '%s\n' "cross.sh: $*" >&2; }

# shellcheck disable=SC2046  # names are words
[ $# -gt 0 ] || set -- $(grep -v '^#' toolchains/targets | cut -d' ' -f1)
cmocka=$(sh toolchains/cmocka.sh) || { say "no cmocka, so no unit tests"; cmocka=; }

# What others are held against.
[ -e build/host/build.ninja ] || cmake --preset host >/dev/null
cmake --build build/host -t diskbench sequences >&2

failed=
for target; do
	say "$target"
	begun=$(date +%s)
	if cmake --preset "$target" --fresh -DCMOCKA_SOURCE="$cmocka" >/dev/null && cmake --build "build/$target" >&2 &&
	   ctest --test-dir "build/$target" -j"${JOBS:-$(getconf _NPROCESSORS_ONLN)}" --output-on-failure --no-tests=error -L "${LABELS:-unit|cli|cross|peers}"; then
		say "$target passed in $(($(date +%s) - begun)) s"
	else
		failed="$failed $target"
	fi
done
[ -z "$failed" ] || { say "failed:$failed"; exit 1; }
