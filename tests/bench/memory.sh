#!/bin/sh
# SPDX-License-Identifier: MIT
# What all processes of a run take together at their peak: 1 MiB and the buffers
# of the workers. The proportional set size (PSS) counts what they share once.
#
# Looks some hundred times a second at /proc. A program under qemu-user is given a
# place of its own, and what the emulator has elsewhere is not counted: pages are then
# the program's as they are on its own processor, but the kernel's tables this machine's.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

file=smaps_rollup
case ${EMULATOR%% *} in
'') ;;
qemu-*) EMULATOR="$EMULATOR -B 0x100000000000" file=smaps ;;
*) skip_all "the emulator's memory is not the program's" ;;
esac
for needed in "$file" "task/$$/children"; do
	[ -r "/proc/$$/$needed" ] || skip_all "no $needed in /proc"
done
grep -q '^CONFIG_STATIC=y' "${DOTCONFIG:-/dev/null}" || skip_all "shared libraries are not counted"
# On a disk: what tmpfs holds is no memory of the program, but may not be there.
dir=$(mktemp -d "${BUILD:-.}/memory.XXXXXX") || exit 99
at_exit="rm -rf '$dir'; $at_exit"

# Kilobytes of the process and its children, the most there ever were while it
# ran, into $most. One that has ended and waits to be waited for has none.
peak() {
	# shellcheck disable=SC2086  # the emulator has arguments
	$EMULATOR "$DISKBENCH" "$@" >"$work/.out" 2>"$work/.err" </dev/null &
	process=$! most=0 all=1
	# Nothing while it becomes another program, and when it has ended; the shell may have
	# taken its end already.
	while [ "${all:-0}" -gt 0 ] || grep -q '^State:.[^Z]' "/proc/$process/status"; do
		children=
		read -r children <"/proc/$process/task/$process/children"
		set --
		for child in $process $children; do set -- "$@" "/proc/$child/$file"; done
		read -r all now <<-E
		$(awk -v home="${EMULATOR:-home}" '/^[0-9a-f]+-/ { ours = home == "home" || /^1/ && index($1, "-") == 13 }
			/^Pss:/ { all += $2; if (ours) sum += $2 } END { print all + 0, sum + 0 }' "$@")
		E
		[ "${now:-0}" -le "$most" ] || most=$now
	done 2>/dev/null
	wait "$process"
}

# WHAT BUFFERS-IN-KIB ARGUMENT...
takes() {
	name=$1 buffers=$2; shift 2
	peak "$@"
	is "$name: ends well" "$?" 0
	printf '# %-40s %6s KiB, may be 1024 and %s\n' "$name" "$most" "$buffers"
	ok "$name: was seen" test "$most" -gt 0
	ok "$name: takes no more" test "$most" -le $((1024 + buffers))
}

head -c 67108864 /dev/urandom >"$dir/data"
user=$(as_user)
if enabled BONNIE; then
	# shellcheck disable=SC2086
	takes "bonnie, 3 seekers of 8 KiB" 24 bonnie -d "$dir" $user --strict -r 0 -s 16 -n 1
	few=$most
	# shellcheck disable=SC2086
	takes "bonnie -n 8, as much as with -n 1" 24 bonnie -d "$dir" $user --strict -s 0 -n 8
	ok "the number of files takes no memory" test "$most" -le $((few + 64))
	# shellcheck disable=SC2086
	takes "bonnie, 8 seekers of 1 MiB" 8192 bonnie -d "$dir" $user --strict -r 0 -s 16:1m:4k:8 -n 0 -f
fi
enabled DDREAD && takes "ddread, 1 MiB blocks" 1024 ddread if=/dev/zero bs=1M count=2000
enabled HDTIME && takes "hdtime -t" 4096 hdtime -t "$dir/data"
enabled HDTIME && takes "hdtime -T" 2048 hdtime -T "$dir/data"
enabled ZCAV_LOOPS && takes "zcav, 1 MiB chunks" 1024 zcav -c 20 "$dir/data"
# shellcheck disable=SC2086
enabled GETCPUTC && takes "getcputc" 0 getcputc -d "$dir" $user -s 4096
enabled RANDFILE && takes "randfile" 0 randfile -f "$dir/numbers" 5000000
finish
