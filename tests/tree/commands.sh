#!/bin/sh
# SPDX-License-Identifier: MIT
# The README's first two commands are those that bootstrap.sh knows, and what
# .ci/run checks is the second.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")/../.." || exit 99

# Lines of code: indented by four or a tab, or between ``` fences.
code=$(awk '
	/^[ \t]*```/ { fenced = !fenced; next }
	fenced && /[^ \t]/ || /^(    |\t)[^ \t]/ { sub(/^[ \t]*(\$ )?/, ""); print }' README.md 2>"$work/err")
is "the README is there" "$(cat "$work/err")" ""
like "its first command runs a benchmark" "$(printf '%s\n' "$code" | sed -n 1p)" '^sh toolchains/bootstrap\.sh run( |$)'
like "its second command tests" "$(printf '%s\n' "$code" | sed -n 2p)" '^sh toolchains/bootstrap\.sh test( |$)'
like "the first is known" "$(cat toolchains/bootstrap.sh)" '^run\)'
like "the second is known" "$(cat toolchains/bootstrap.sh)" '^test\)'
like ".ci/run calls the second" "$(cat .ci/run)" '^(exec )?sh toolchains/bootstrap\.sh test'
finish
