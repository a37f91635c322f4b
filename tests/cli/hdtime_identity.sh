#!/bin/sh
# SPDX-License-Identifier: MIT
# hdtime's decoding of IDENTIFY, on words made for this test: a disk, a CD drive,
# and answers that are none.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
enabled HDTIME_IDENTIFY || skip_all "this build has no HDTIME_IDENTIFY"
enabled LONG_OPTIONS || skip_all "--Istdin is a long option"

# 256 words from lines "FIRST WORD WORD ...": word FIRST and those behind it; the others are 0.
# A text is given as =TEXT, two characters a word. sum: with a checksum that is right.
words() {
	awk -v sum="${1-}" '
	function hex(text,  i, value) {
		for (i = 1; i <= length(text); i++)
			value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
		return value
	}
	BEGIN { for (i = 32; i < 127; i++) code[sprintf("%c", i)] = i }
	/=/ {
		at = $1; sub(/^[0-9]+ =/, "")
		for (i = 1; i <= length($0); i += 2)
			w[at++] = code[substr($0, i, 1)] * 256 + code[substr($0, i + 1, 1)]
		next
	}
	{ for (i = 2; i <= NF; i++) w[$1 + i - 2] = hex($i) }
	END {
		if (sum) {
			w[255] = 165
			for (i = 0; i < 256; i++) total += int(w[i] / 256) + w[i] % 256
			w[255] += (256 - total % 256) % 256 * 256
		}
		for (i = 0; i < 256; i++) printf "%04x%s", w[i], i % 8 == 7 ? "\n" : " "
	}'
}

decode() {
	# shellcheck disable=SC2086  # the emulator has arguments
	$EMULATOR "$DISKBENCH" hdtime --Istdin <"$1" >"$work/.out" 2>"$work/.err"
	status=$?
	out=$(cat "$work/.out") err=$(cat "$work/.err")
}

# A 2 TB disk of 4 KiB physical sectors: udma5 in use, 32 commands queued, write cache off.
words sum >"$work/disk" <<'EOF'
0 0040 3fff 0000 0010 0000 0000 003f
10 =WD-0000000000000042
20 0003 8000 0004
23 =01.01A02
27 =EXAMPLE RED 2000 NAS                    
47 8010 0000 2f00 4001
51 0200 0200 0007 3fff 0010 003f fc10 00fb 0110 ffff 0fff 0000 0007 0003 0078 0078 0078 0078
75 001f 070e 0000 0048 0040 01fc 0016
82 746b 7d69 4123 7449 bc41 4123 203f
100 88b0 e8e0 0000 0000
106 6003
108 5000 c500 0123 4567
128 0021
168 0002
169 0001
206 003d
217 1518
222 101f
EOF
decode "$work/disk"
is "a disk is decoded" "$status $err" "0 "
tab=$(printf '\t')
while IFS= read -r wanted; do
	ok "it says: $wanted" grep -qxF -- "$wanted" "$work/.out"
done <<EOF
ATA device, with non-removable media
${tab}Model Number:       EXAMPLE RED 2000 NAS                    
${tab}Serial Number:      WD-0000000000000042 
${tab}Firmware Revision:  01.01A02
${tab}Transport:          Serial, ATA8-AST, SATA 1.0a, SATA II Extensions, SATA Rev 2.5, SATA Rev 2.6
${tab}Used: ATA/ATAPI-5 published, ANSI INCITS 340-2000 
${tab}Supported: 8 7 6 5 
${tab}cylinders${tab}16383${tab}16383
${tab}heads${tab}${tab}16${tab}16
${tab}sectors/track${tab}63${tab}63
${tab}CHS current addressable sectors:    16514064
${tab}LBA    user addressable sectors:   268435455
${tab}LBA48  user addressable sectors:  3907029168
${tab}Logical  Sector size:                   512 bytes
${tab}Physical Sector size:                  4096 bytes
${tab}device size with M = 1024*1024:     1907729 MBytes
${tab}device size with M = 1000*1000:     2000398 MBytes (2000 GB)
${tab}cache/buffer size  = 16384 KBytes (type=DualPortCache)
${tab}Form Factor: 3.5 inch
${tab}Nominal Media Rotation Rate: 5400
${tab}LBA, IORDY(can be disabled)
${tab}Queue depth: 32
${tab}Standby timer values: spec'd by Standard, with device specific minimum
${tab}R/W multiple sector transfer: Max = 16${tab}Current = 16
${tab}DMA: mdma0 mdma1 mdma2 udma0 udma1 udma2 udma3 udma4 *udma5 
${tab}     Cycle time: min=120ns recommended=120ns
${tab}PIO: pio0 pio1 pio2 pio3 pio4 
${tab}   *${tab}SMART feature set
${tab}    ${tab}Security Mode feature set
${tab}    ${tab}Write cache
${tab}   *${tab}Look-ahead
${tab}    ${tab}Power-Up In Standby feature set
${tab}   *${tab}48-bit Address feature set
${tab}   *${tab}Native Command Queueing (NCQ)
${tab}   *${tab}Gen3 signaling speed (6.0Gb/s)
${tab}   *${tab}Software settings preservation
${tab}   *${tab}SCT Error Recovery Control (AC3)
${tab}   *${tab}Data Set Management TRIM supported (limit unknown)
${tab}${tab}supported
${tab}not${tab}frozen
${tab}${tab}supported: enhanced erase
Logical Unit WWN Device Identifier: 5000c50001234567
${tab}IEEE OUI${tab}: 000c50
Checksum: correct
EOF
unlike "and nothing of what it has not" "$out" 'Automatic Acoustic|CFA|PACKET command|Rotation Rate: Solid|Device Sleep'

{ printf '\n/dev/sda:\n'; cat "$work/disk"; } >"$work/named"
wanted=$out
decode "$work/named"
is "hdparm --Istdout's first lines are no words" "$status $out" "0 $wanted"

sed 's/^0040/0041/' "$work/disk" >"$work/broken"
decode "$work/broken"
like "a wrong checksum is said" "$out" '^Checksum: incorrect$'

# Its erasing takes longer than the word can tell, and longer than 508 minutes in the wider form.
sed '12s/^.*$/0000 00ff 8100 0000 0000 0000 0000 0000/' "$work/disk" >"$work/long"
decode "$work/long"
like "longest times to erase" "$out" \
	"^${tab}more than 508min for SECURITY ERASE UNIT. 512min for ENHANCED SECURITY ERASE UNIT.$"

# Twelve digits of sectors, 51.2 TB: as hdparm, which leaves no blank then.
sed '13s/^.*$/0000 0000 0000 0000 e800 4876 0017 0000/' "$work/disk" >"$work/large"
decode "$work/large"
like "sectors of a very large disk" "$out" "^${tab}LBA48  user addressable sectors:100000000000$"
like "its size" "$out" "^${tab}device size with M = 1000\*1000: {4}51200000 MBytes \(51200 GB\)$"

# 4 KiB logical sectors, solid state, no LBA48 in use, nothing said of the write cache.
words sum >"$work/small" <<'EOF'
0 0040 0400 0000 0010 0000 0000 0020
27 =TINY CARD                               
47 8001 0000 0b00
53 0007
60 0000 0010
63 0407
80 0000 0000
83 4000 4000
88 0000
106 5000
117 0800 0000
217 0001
EOF
decode "$work/small"
like "4 KiB logical sectors" "$out" "^${tab}Logical  Sector size: {18}4096 bytes$"
like "size by LBA28 and large sectors" "$out" "^${tab}device size with M = 1024\\*1024: {8}4096 MBytes$"
like "solid state" "$out" "^${tab}Nominal Media Rotation Rate: Solid State Device$"
like "multi-word DMA in use" "$out" "^${tab}DMA: mdma0 mdma1 \\*mdma2 $"
unlike "no serial number, none shown" "$out" "Serial Number"
unlike "no queue" "$out" "Queue depth"

# A CD drive: words of ATAPI.
words >"$work/cd" <<'EOF'
0 85c0
10 =QM00003             
23 =2.5+    
27 =EXAMPLE DVD-ROM                         
48 0001 0f00
53 0007
62 0007 0007 0003 0078 0078 0078 0078
80 001e
88 203f
EOF
decode "$work/cd"
like "a CD drive is ATAPI" "$out" '^ATAPI CD-ROM, with removable media$'
like "its packets" "$out" "^${tab}Packet size: 12 bytes$"
unlike "it has no cylinders and sectors" "$out" 'cylinders|Sector size|device size'
unlike "without its mark there is no checksum" "$out" 'Checksum'

for bad in '0000 0001' '' 'zzzz' "$(head -n 31 "$work/disk")"; do
	printf '%s\n' "$bad" >"$work/bad"
	decode "$work/bad"
	is "too few words, or none" "$status $out" "2 "
	is "are named" "$err" "hdtime: '--Istdin': expected 256 words of four hexadecimal digits"
done

# A file or a loop device has no identity, and none is made up.
echo data >"$work/file"
run hdtime -I "$work/file"
is "a file has none" "$status $out" "2 "
finish
