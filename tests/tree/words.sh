#!/bin/sh
# SPDX-License-Identifier: MIT
# What routers' processors and small images can't afford stays out of the code:
# floating point, printf, malloc; and nothing is left "to do".
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.." || exit 99

find applets core platform -name '*.[ch]' >"$work/files"
xargs awk -f "$here/source.awk" <"$work/files" >"$work/code"
is "every line was looked at" "$(grep -c '' "$work/code")" "$(xargs cat <"$work/files" | grep -c '')"

# A word of its own: not a part of a longer name. grep -w knows no more.
without() {
	is "no $1" "$(grep -wE "$2" "$work/code")" ""
}
without "floating point types" 'float|double|_Complex'
without "floating point constants" '[0-9]+\.[0-9]+([eE][0-9]+)?[fFlL]?'
without "printf and scanf" '[a-z]*(printf|scanf)'
without "malloc" 'malloc|calloc|realloc|reallocarray|strdup|strndup|asprintf|getline|alloca'
without "what brings kilobytes of the C library" 'getpwnam|getgrnam|opendir|readdir|getopt|getopt_long|strerror|perror|qsort'
without "clock that can be set, whose steps would be in the figures" 'CLOCK_REALTIME(_COARSE)?|CLOCK_TAI|gettimeofday|ftime|localtime'
is "nothing left to do" "$(xargs grep -nE 'TO''DO|FIX''ME|XX''X' <"$work/files")" ""
finish
