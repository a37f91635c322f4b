# SPDX-License-Identifier: MIT
# system.sh - makes a small system of an initramfs, and what scripts share.
# shellcheck shell=sh disable=SC2154  # disk: machine
#
#   system              BusyBox's and our names, /proc, /sys, /dev, /tmp, modules
#   host WORDS...       asks the machine's host for something and waits until it is done; prints the answer
#   disk_of MIB         prints the device of that size: which gets which name is chance
#   late NAME PAR=..    loads a module of vm_late's disk, mounted on /late; late_done NAME: off
#   tools               mounts the disk that vm_tools made: its programs are then in PATH
#   $machine $memory $disk  what it is, its MiB, its first disk
set -a
. /test/machine
set +a

commands() {
	/bin/busybox --install -s /bin
	/bin/diskbench --install /bin
}

load_modules() {
	[ -e /modules/order ] || return 0
	while read -r module; do
		insmod "/modules/$module" || echo "# insmod $module fails"
		rm "/modules/$module"   # it lies in RAM
	done </modules/order
}

late() {        # NAME [PARAMETER=VALUE...]
	name=$1
	shift
	[ -e "/late/$name.order" ] || return 0  # built into the kernel
	while read -r module; do
		grep -q "^$(echo "${module%.ko}" | tr - _) " /proc/modules && continue
		if [ "$(echo "${module%.ko}" | tr - _)" = "$(echo "$name" | tr - _)" ]; then
			insmod "/late/$module" "$@"
		else
			insmod "/late/$module"
		fi
	done <"/late/$name.order"
}

# The modules of that name go again: they are larger than all we have.
late_done() {   # NAME
	sed '1!G;h;$!d' "/late/$1.order" | while read -r module; do rmmod "${module%.ko}"; done 2>/dev/null
}

system() {
	commands
	mkdir -p /proc /sys /tmp /mnt /etc
	mount -t proc proc /proc
	mount -t sysfs sys /sys
	mount -t devtmpfs dev /dev
	mount -t tmpfs tmp /tmp
	load_modules
}

host() {
	echo "@host $*" >/dev/console
	read -r answer </dev/console
	echo "$answer"
}

# A disk is there as soon as its driver has found it.
wait_for() {
	tries=0
	until [ -e "$1" ] || [ $((tries += 1)) -gt 100 ]; do
		usleep 100000
	done
	[ -e "$1" ]
}

disk_of() {
	tries=0
	while [ $((tries += 1)) -lt 100 ]; do
		for size in /sys/block/*/size; do
			[ "$(cat "$size")" = $(($1 * 2048)) ] || continue
			size=${size%/size}
			echo "/dev/${size##*/}"
			return
		done
		usleep 100000
	done
	echo "none of $1 MiB"
}

# Difference of $1 from $2 in hundredths of a per cent.
difference() {
	awk -v a="$1" -v b="$2" 'BEGIN { d = (a - b) * 10000 / b; printf "%d", d < 0 ? d - 0.5 : d + 0.5 }'
}

within() {      # RATE WANTED HUNDREDTHS
	d=$(difference "$1" "$2")
	[ "${d#-}" -le "$3" ]
}

enabled_here() {        # APPLET
	diskbench --list | grep -qx "$1"
}

# The disk that holds a file of that name is mounted there.
mount_with() {  # DIRECTORY FILE
	mkdir -p "$1"
	for size in /sys/block/[sv]d*/size; do
		size=${size%/size}
		mount -t ext4 -o ro "/dev/${size##*/}" "$1" 2>/dev/null || continue
		[ -e "$1/$2" ] && return
		umount "$1"
	done
	return 1
}

tools() {
	wait_for "$disk"
	mount_with /tools sbin || return
	for directory in /tools/lib*; do
		[ -e "/${directory#/tools/}" ] || ln -s "$directory" "/${directory#/tools/}"
	done
	ln -s /tools /usr
	PATH=/bin:/usr/sbin:/usr/bin
}
