# SPDX-License-Identifier: MIT
# vm.sh - whole machines under qemu: builds an initramfs around our program and a static
# BusyBox, boots it, does what the script inside asks for. Sourced after tests/lib.sh.
# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154  # name, preset, ...: machine(); work, at_exit: lib.sh
#
#   vm_machine NAME [MIB]        chooses the machine, or skips the test; $vm_environment:
#                              assignments that its scripts shall see
#   vm_disk ID SIZE [OPTION,..]  a sparse disk: $vm_dir/ID.img, the -drive in $vm_drives
#   vm_attach_disk ID            plugs it in, by what is usual on that machine
#   vm_attach ARGUMENT...        more words for qemu's command line
#   all_machines LIST        does the whole test on each machine, and ends
#   $vm_files                    more for /test
#   vm_boot SCRIPT [SECONDS]     boots guest/SCRIPT; its test points become ours
#
# A script inside is a test like any other (lib.sh is there) with one more command:
#   host hmp WORDS...   qemu's monitor does this: device_del, block_set_io_throttle, ...
#   host kill           the power goes
#   host busy           "yes" when more wants to run on this machine than has processors
#   host DO WORDS...    the test's own vm_do_DO; prints the $answer that it may set
# VM_LOG=FILE in the environment gets all that the consoles said; VM_MACHINES=LIST: no others.
# No KVM: what a test finds must not depend on the machine that it runs on.
vm_here=$(cd "$(dirname "$0")" && pwd)
[ -e "$vm_here/machines.sh" ] || vm_here=$PWD
vm_cache=${DISKBENCH_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/diskbench}/vm
# shellcheck source=machines.sh
. "$vm_here/machines.sh"
# shellcheck source=kernel.sh
. "$vm_here/kernel.sh"
vm_dir=
vm_modules=
vm_files=
vm_words=

# In memory where there is some: what a throttle allows must be the only thing that is slow.
vm_directory() {
	[ -z "$vm_dir" ] || return 0
	place=${TMPDIR:-/tmp}
	[ -d /dev/shm ] && [ -w /dev/shm ] && place=/dev/shm
	vm_dir=$(mktemp -d "$place/diskbench-vm.XXXXXX") || exit 99
	at_exit="vm_stop; rm -rf '$vm_dir'"
}

# Says what is missing.
vm_possible() {
	set -- "${qemu%% *}"
	command -v "$1" >/dev/null || { echo "no $1: sh toolchains/bootstrap.sh vm $name"; return 1; }
	command -v cpio >/dev/null || { echo "no cpio: sh toolchains/bootstrap.sh vm $name"; return 1; }
	command -v timeout >/dev/null || { echo "no timeout"; return 1; }
	vm_binary=$vm_here/../../build/$preset/diskbench
	eval "vm_binary=\${DISKBENCH_$name:-\$vm_binary}"
	[ -x "$vm_binary" ] || { echo "no build/$preset/diskbench: cmake --preset $preset && cmake --build build/$preset"; return 1; }
}

vm_machine() {
	machine "$@" || skip_all "no machine $1"
	case " ${VM_MACHINES:-$machines} " in
	*" $1 "*) ;;
	*) skip_all "$1 is not among VM_MACHINES: $VM_MACHINES" ;;
	esac
	why=$(vm_possible) || skip_all "$why"
	kernel_get || skip_all "no $kernel for $architecture to be had"
	vm_possible >/dev/null          # in this shell, for $vm_binary
	vm_directory
	vm_words='' vm_modules=$modules vm_ide=0
}

vm_attach() {
	vm_words="$vm_words $*"
}

vm_disk() {     # ID SIZE [OPTION,...]
	[ "$2" = - ] || truncate -s "$2" "$vm_dir/$1.img"
	vm_attach -drive "file=$vm_dir/$1.img,format=raw,if=none,id=$1,rerror=report,werror=report${3:+,$3}"
}

# As the disk that this kind of machine has.
vm_attach_disk() {      # ID
	case $name in
	arm*) vm_attach -device "virtio-blk-device,drive=$1" ;;
	mips*)
		vm_attach -device "ide-hd,drive=$1,bus=ide.$((vm_ide / 2)),unit=$((vm_ide % 2))"
		vm_ide=$((vm_ide + 1)) ;;
	*) vm_attach -device "virtio-blk-pci,drive=$1" ;;
	esac
}

# /init, the script, lib.sh, the program and the modules, as one cpio archive.
vm_initramfs() {        # SCRIPT
	root=$vm_dir/root
	rm -rf "$root"
	mkdir -p "$root/bin" "$root/dev" "$root/modules" "$root/test"
	cp "$kernel_files/busybox" "$root/bin/busybox"
	ln -s busybox "$root/bin/sh"
	cp "$vm_binary" "$root/bin/diskbench"
	cp "$vm_here/guest/init" "$root/init"
	cp "$vm_here/../lib.sh" "$vm_here"/guest/*.sh "$root/test"
	[ -z "$1" ] || cp "$1" "$root/test/script"
	echo "machine=$name memory=$memory disk=/dev/$disk ${vm_environment-}" >"$root/test/machine"
	# shellcheck disable=SC2086  # lists
	kernel_modules $vm_modules | while IFS= read -r file; do
		cp "$file" "$root/modules" && echo "${file##*/}" >>"$root/modules/order"
	done
	for file in $vm_files; do
		cp "$file" "$root/test"
	done
	chmod 755 "$root/init" "$root/bin/busybox" "$root/bin/diskbench"
	(cd "$root" && find . | cpio -o -H newc -R 0:0 2>/dev/null) | gzip -1 >"$vm_dir/initramfs"
	rm -rf "$root"
}

# Becomes qemu, for so many seconds at most. cma=0: no 16 of 64 MB for graphics, as on a router.
vm_become() {   # SECONDS QEMU_WORDS...
	seconds=$1
	shift
	# shellcheck disable=SC2086  # words
	set -- $qemu -accel tcg -m "$memory" -no-reboot -nodefaults -display none -kernel "$kernel_files/vmlinuz" \
		-initrd "${vm_initrd:-$vm_dir/initramfs}" -pidfile "$vm_dir/pid" $vm_words "$@" \
		-append "console=$console quiet loglevel=1 cma=0 cryptomgr.notests ${vm_append-panic=1 rdinit=/init}"
	[ "$seconds" = 0 ] || set -- timeout -k 5 "$seconds" "$@"
	exec "$@"
}

vm_stop() {
	[ -n "${vm_pid-}" ] || return 0
	kill "$vm_pid" 2>/dev/null
	wait "$vm_pid" 2>/dev/null
	vm_pid=
}

vm_hmp() {
	printf '%s\n' "$*" >&4
}

# What a script inside asked for. The answer wakes it.
vm_do() {       # WHAT WORD...
	what=$1 answer='done'
	shift
	case $what in
	hmp) vm_hmp "$@" ;;
	busy) answer=$(awk -v cores="$(nproc)" '{ print ($1 > cores + 1 ? "yes" : "no") }' /proc/loadavg) ;;
	kill) answer= ; kill -9 "$(cat "$vm_dir/pid")" ;;
	*) "vm_do_$what" "$@" ;;
	esac
	echo "$answer" >&3
}

# Reads the console to its end: test points, requests, the end.
vm_watch() {
	inside=false
	while IFS= read -r line <&5; do
		line=${line%"$cr"}
		printf '%s\n' "$line" >>"$vm_dir/console"
		case $line in
		'== begin'*|*' == begin'*) inside=true ;;
		'== end '*) inside=false vm_ended=${line#== end }; vm_hmp quit ;;
		'@host '*) # shellcheck disable=SC2086  # words
			vm_do ${line#@host } ;;
		'ok '*) $inside && point 0 "$name: ${line#ok * - }" ;;
		'not ok '*) $inside && point 1 "$name: ${line#not ok * - }" ;;
		'#'*) $inside && printf '%s\n' "$line" ;;
		'== file '*) vm_receive "${line#== file }" ;;
		esac
	done
}

# A file of the machine's, line by line, to "== file end".
vm_receive() {
	: >"$vm_dir/$1"
	while IFS= read -r line <&5; do
		line=${line%"$cr"}
		[ "$line" = "== file end" ] && return
		printf '%s\n' "$line" >>"$vm_dir/$1"
	done
}

vm_start() {    # SECONDS
	for fifo in con.in con.out mon.in mon.out; do
		[ -p "$vm_dir/$fifo" ] || mkfifo "$vm_dir/$fifo"
	done
	: >"$vm_dir/console"
	exec 3<>"$vm_dir/con.in" 4<>"$vm_dir/mon.in"
	# The writing end is open until qemu is gone, so that reading ends then.
	(
		exec 9>"$vm_dir/con.out" 3>&- 4>&-
		vm_become "$1" -chardev "pipe,id=con,path=$vm_dir/con" -serial chardev:con \
			-chardev "pipe,id=mon,path=$vm_dir/mon" -mon chardev=mon,mode=readline
	) >"$vm_dir/qemu.log" 2>&1 &
	vm_pid=$!
	exec 5<"$vm_dir/con.out"
	cat "$vm_dir/mon.out" >"$vm_dir/monitor" 2>/dev/null &
	vm_reader=$!
	vm_asker=
	[ -z "${vm_initrd-}" ] || { vm_ask & vm_asker=$!; }
}

# A shell on the console is asked until it has begun.
vm_ask() {
	while sleep 5 && ! grep -q '== begin' "$vm_dir/console"; do
		echo ". /test/script" >&3
	done
}

vm_boot() {     # SCRIPT [SECONDS]
	vm_initramfs "$vm_here/guest/$1"
	vm_boot_only "$@"
}

# With the initramfs that is there. One of a distribution ends in a shell: vm_initrd is set.
vm_boot_only() {        # SCRIPT [SECONDS]
	cr=$(printf '\r')
	vm_ended=
	vm_start "${2:-300}"
	vm_watch
	exec 3>&- 4>&- 5<&-
	vm_stop
	# shellcheck disable=SC2086  # none, or one
	kill "$vm_reader" $vm_asker 2>/dev/null
	[ -z "${VM_LOG-}" ] || cat "$vm_dir/qemu.log" "$vm_dir/console" "$vm_dir/monitor" >>"$VM_LOG"
	[ -z "${vm_dies-}" ] || return 0
	[ "$vm_ended" = 0 ] || [ "$vm_ended" = 1 ]
	point $? "$name: $1 came to its end" || { tail -n 30 "$vm_dir/qemu.log" "$vm_dir/console" | sed 's/^/# /'; }
}

# Runs the calling test once for every machine that is possible here.
all_machines() {
	some=false
	for one in $1; do
		sh "$0" "$one" >"$work/.one"
		result=$?
		[ $result = 77 ] && { sed -n 's/^1..0 # SKIP/#/p' "$work/.one"; continue; }
		some=true
		[ $result -le 1 ] || point 1 "$one: exit status $result"
		while IFS= read -r line; do
			case $line in
			'ok '*) point 0 "${line#ok * - }" ;;
			'not ok '*) point 1 "${line#not ok * - }" ;;
			'#'*) printf '%s\n' "$line" ;;
			esac
		done <"$work/.one"
	done
	$some || skip_all "no machine is possible here"
	finish
}
