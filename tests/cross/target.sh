#!/bin/sh
# SPDX-License-Identifier: MIT
# What a target's program is made of: no floating point where the processor has
# none, no more than MIPS32 release 1, room for large pages, nothing shared.
# TARGET names it; OBJDUMP, READELF and NM are its binutils.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"

program=$BUILD/diskbench.unstripped
[ -e "$program" ] || skip_all "no diskbench.unstripped in BUILD"
command -v "$READELF" >/dev/null || skip_all "readelf is missing"
"$READELF" -WhlA "$program" >"$work/elf" 2>&1
"$OBJDUMP" -d "$program" | cut -f3- | sed 's/[ \t].*//' | sort -u >"$work/instructions"
ok "there are instructions" test "$(grep -c '' "$work/instructions")" -gt 20

unlike "nothing shared" "$(cat "$work/elf")" 'INTERP|DYNAMIC'
unlike "the stack is not executable" "$(cat "$work/elf")" 'GNU_STACK.* RWE '
unlike "no segment is writable and executable" "$(cat "$work/elf")" 'LOAD.* RWE '
without() {     # WHAT REGEX: of instructions
	is "no $1" "$(grep -xE "$2" "$work/instructions" | tr '\n' ' ')" ""
}

case $TARGET in
mips*-soft|mips*_24kc)
	like "soft float by its own words" "$(cat "$work/elf")" 'FP ABI: Soft float' ;;
armel)
	unlike "no floating point registers by its own words" "$(cat "$work/elf")" 'Tag_FP_arch|Tag_ABI_VFP_args'
	without "VFP instructions" 'v(ldr|str|mov|add|sub|mul|div|cmp|cvt|push|pop|ldm|stm|mrs|msr).*|f(ld|st|add|mul|cmp|cvt|m[rs]).*' ;;
armhf)
	like "Thumb-2" "$(cat "$work/elf")" 'Tag_THUMB_ISA_use: Thumb-2' ;;
esac
case $TARGET in
mips-soft|mipsel-soft|mips|mipsel)
	like "MIPS32 release 1" "$(cat "$work/elf")" 'ISA: MIPS32$'
	unlike "no MIPS16e" "$(cat "$work/elf")" 'MIPS16 ASE'
	is "nothing that wants callers with abicalls" "$("$NM" "$program" | grep -E ' (__)?sigsetjmp$')" "" ;;
esac
case $TARGET in
mips*_24kc)
	like "MIPS32 release 2" "$(cat "$work/elf")" 'ISA: MIPS32r2$'
	like "MIPS16e" "$(cat "$work/elf")" 'MIPS16 ASE' ;;
esac
case $TARGET in
mips*-soft|mips*_24kc)
	without "FPU instructions" '[a-z0-9]+\.(s|d|w|ps)|[lsm][dwtf]+c1|c[tf]c1|m[ft]hc1|bc1.*' ;;
aarch64|powerpc)
	is "segments are 64 KiB apart" "$(sed -n 's/^ *LOAD.* \(0x[0-9a-f]*\)$/\1/p' "$work/elf" | sort -u)" 0x10000 ;;
esac
finish
