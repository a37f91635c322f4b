#!/bin/sh
# SPDX-License-Identifier: MIT
# What ddread says besides dd's lines: each mistake that makes a figure something
# else than a disk's, where it must be said and where it must not; --sweep and
# --json.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
cd "$work" || exit 99
export LC_ALL=C

says() { like "$1" "$err" "^ddread: [^:]*: $2"; }
# The same of what DDREAD_NOTES can leave out.
tells() { ! enabled DDREAD_NOTES || says "$@"; }
silent() { unlike "$1" "$err" "^ddread: [^:]*: $2"; }

# Incompressible, on a disk if this is one, in memory when it was just written.
run ddread if=random: of=in bs=64k count=64 --strict
[ -s in ] || head -c 4194304 /dev/urandom >in
head -c 8388608 /dev/zero >zeros
disk=yes
case $(stat -f -c %T . 2>/dev/null) in
ext2/ext3|xfs|btrfs|f2fs) ;;
*) disk= ;;
esac

# ---- reading ----
if [ -n "$disk" ] && [ -z "$EMULATOR" ] && [ "$(id -u)" = 0 ]; then
	cat in >/dev/null
	run ddread if=in of=/dev/null bs=1M
	says "a file in memory is called cached" 'cached: '
	run ddread if=in
	silent "read without of= it is cold" 'cached?: '
	run ddread if=in iflag=direct bs=1M of=/dev/null
	silent "direct reads are cold" 'cached: '
	if enabled DIRECT_IO; then
		cat in >/dev/null
		run ddread if=in iflag=direct bs=1000 of=/dev/null
		says "those that are refused come from memory" 'cached: '
	fi
else
	echo "# not root on a known file system: whether reads were cold was not looked at"
fi
run ddread if=in of=/dev/null
tells "small blocks are told" 'bs: blocks under 64k '
run ddread if=in of=/dev/null bs=64k
silent "64k is not small" 'bs: '
run ddread if=in of=/dev/null count=100
silent "nor is a little data a measurement" 'bs: '
run ddread if=in of=/dev/null bs=1G
tells "pieces are told" 'bs: such a block goes in pieces'
run ddread if=in of=/dev/null bs=1M
says "a short run is told" 'short: '
tells "both units are told" 'rate: [0-9.]+ [kMG]B/s = [0-9.]+ [KMG]iB/s$'
run ddread if=in of=/dev/null bs=1M status=none
is "status=none silences all of it" "$err" ""
run ddread if=in of=/dev/null bs=1M status=noxfer
is "status=noxfer too: there is no rate" "$(printf '%s\n' "$err" | grep -c .)" 2
run ddread if=in of=/dev/null bs=1M --strict
is "--strict too" "$(printf '%s\n' "$err" | grep -c .)" 3
if [ -n "$disk" ]; then
	if enabled DDREAD_WRITE; then
		run ddread if=in of=holes bs=4k seek=1000 count=1 --strict
		run ddread if=holes of=/dev/null bs=1M
		tells "holes are told" 'sparse: '
	fi
	run ddread if=in of=/dev/null bs=1M
	silent "a whole file has none" 'sparse: '
fi
if [ -d /dev/shm ] && [ -w /dev/shm ] && shm=$(mktemp /dev/shm/diskbench-test.XXXXXX); then
	# shellcheck disable=SC2016  # expanded at the end
	at_exit='rm -f "$shm"'
	cp in "$shm"
	case $(stat -f -c %T "$shm" 2>/dev/null) in
	tmpfs)
		run ddread "if=$shm" of=/dev/null bs=1M
		says "memory is no disk" 'tmpfs: this is memory'
		silent "and not called cached" 'cached: ' ;;
	esac
fi
if enabled DIRECT_IO; then
	run ddread if=in of=/dev/null bs=1000 count=100 iflag=direct
	is "direct I/O that is refused goes on without" "$status" 0
	says "and says so" 'buffered: '
	run ddread if=in of=/dev/null bs=1000 count=100 iflag=direct --strict
	is "with --strict it fails as dd's" "$status" 1
	like "with the reason" "$err" '^ddread: in: read: Invalid argument$'
fi

# ---- writing ----
if enabled DDREAD_WRITE; then
	run ddread if=/dev/zero of=out bs=1M count=1
	tells "zeros are told" 'zeros: '
	run ddread if=zero: of=out bs=1M count=1
	tells "ours too" 'zeros: '
	run ddread if=zero: of=/dev/null bs=1M count=1
	silent "not where nothing stores them" 'zeros: '
	run ddread if=/dev/urandom of=out bs=1M count=1
	tells "slow random data is told" 'random: '
	run ddread if=random: of=out bs=1M count=4
	silent "ours is neither" '(zeros|random): '
	if command -v gzip >/dev/null; then
		ok "and can't be compressed" test "$(gzip -c out | wc -c)" -gt 4190000
		ok "no block twice" test "$(od -An -v -tx8 -w4096 out | sort | uniq -d | wc -l)" = 0
	fi
	run ddread if=in of=out bs=1000000 conv=sync
	tells "conv=sync is no sync" 'conv=sync: '
	run ddread if=in of=out bs=1000000 conv=sync,noerror
	silent "unless with noerror, where it is meant" 'conv=sync: '
	run ddread if=in of=out bs=4k oflag=dsync count=10
	tells "a sync for each block is latency" 'oflag: '
	run ddread if=in of=out bs=1M oflag=dsync
	silent "with large blocks less so" 'oflag: '
	run ddread if=in of=out bs=4k
	tells "small blocks out" 'bs: blocks under 64k '
fi

# ---- --sweep ----
if enabled DDREAD_SWEEP; then
	run ddread if=in --sweep
	is "--sweep ends well" "$status" 0
	is "fourteen sizes" "$(printf '%s\n' "$out" | awk 'NR > 1 && $2 ~ /^[0-9.]+$/ { printf "%s ", $1 }')" \
		"512 1k 2k 4k 8k 16k 32k 64k 128k 256k 512k 1M 2M 4M "
	is "MB and MiB agree" "$(printf '%s\n' "$out" | awk 'NR > 1 && $2 ~ /^[0-9.]+$/ {
		d = $2 * 1000000 / 1048576 - $3; if (d > 0.11 || d < -0.11) print }')" ""
	is "the knee is the first within 10 % of the best" "$(printf '%s\n' "$out" | sed -n 's/^knee: \([^,]*\),.*/\1/p')" \
		"$(printf '%s\n' "$out" | awk 'NR > 1 && $2 ~ /^[0-9.]+$/ { n++; size[n] = $1; rate[n] = $2; if ($2 > best) best = $2 }
			END { for (i = 1; i <= n; i++) if (rate[i] >= best * 0.9 - 0.06) { print size[i]; exit } }')"
	like "the processor's part is told" "$out" '^processor: (the limit at |nowhere)'
	if enabled JSON; then
		run ddread if=in --sweep --json status=none
		is "--sweep --json: only JSON" "$(printf '%s\n' "$out" | head -n 1)" "{"
		if command -v jq >/dev/null; then
			is "all sizes are in it" "$(printf '%s\n' "$out" | jq -r '[.results[]] | length')" 14
			like "the knee is in it" "$(printf '%s\n' "$out" | jq -r .knee_bytes)" '^[0-9]+$'
		fi
	fi
	for operands in of=out bs=1M --strict if=random: if=/dev/zero skip=5M; do
		run ddread if=in --sweep "$operands"
		is "--sweep with $operands: a usage error" "$status" 2
	done
else
	run ddread if=in --sweep
	is "without DDREAD_SWEEP there is none" "$status" 2
fi

# ---- --json ----
if enabled JSON && command -v jq >/dev/null; then
	get() { printf '%s\n' "$json" | jq -r "$1"; }
	run ddread if=in bs=1000000 --json
	json=$out
	is "format" "$(get .format)" diskbench/1
	is "applet" "$(get .applet)" ddread
	is "records" "$(get '.records_in.full, .records_in.partial, .records_out.full')" "4
1
4"
	is "bytes" "$(get '.results.read.amount, .results.read.bytes, .read_bytes')" "4194304
4194304
4194304"
	is "a latency for each block" "$(get .results.read.latency_ns.count)" 5
	is "a rate that fits the time" "$(get '.results.read | (.per_second - .amount * 1000000000 / .elapsed_ns) | fabs < 2')" true
	like "short is a flag" "$(get '.results.read.flags[]')" '^short$'
	like "dd's lines stay on standard error" "$err" '^4\+1 records in$'
	unlike "no warning: something is on standard output" "$err" 'standard output'
	run ddread if=in of=/dev/null --json=file
	json=$(cat file)
	is "into a file" "$(get .records_in.full)" 8192
	is "then nothing on standard output" "$out" ""
	run ddread if=in of=/dev/full bs=4k --json
	json=$out
	[ ! -c /dev/full ] || ! enabled DDREAD_WRITE || is "errors are inside" "$(get '.results.copy.error | .call, .errno')" "write
28"
	[ ! -c /dev/full ] || ! enabled DDREAD_WRITE || is "and so is the flag" "$(get '.results.copy.flags | contains(["failed"])')" true
	run ddread if=in of=/dev/null --json=missing/file
	is "a path that can't be written" "$status" 2
	like "is told" "$err" '^ddread: missing: open: '
	run ddread if=in --strict --json
	is "data and JSON on one stream are refused" "$status" 2
elif ! enabled JSON; then
	run ddread if=in --json
	is "without JSON there is none" "$status" 2
fi
finish
