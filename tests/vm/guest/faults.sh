# SPDX-License-Identifier: MIT
# Faults while something runs. Each must end by itself, in words, with the right exit status
# and what was measured until then marked.
# shellcheck shell=sh disable=SC2154  # out, err, status: lib.sh
. /test/lib.sh
. /test/system.sh
wait_for /dev/vda
echo 15 >/proc/sys/kernel/hung_task_timeout_secs 2>/dev/null

start() {       # COMMAND...
	"$@" >"$work/.out" 2>"$work/.err" </dev/null &
	pid=$!
}
# SECONDS WHAT: it must end by itself within them: $status, $out, $err, $took
ends() {
	begun=$(cut -d. -f1 /proc/uptime)
	while kill -0 $pid 2>/dev/null && [ $(($(cut -d. -f1 /proc/uptime) - begun)) -lt "$1" ]; do
		usleep 200000
	done
	took=$(($(cut -d. -f1 /proc/uptime) - begun))
	kill -0 $pid 2>/dev/null && { ps | grep diskbench | sed 's/^/# /'; kill -9 $pid; }
	wait $pid
	status=$? out=$(cat "$work/.out") err=$(cat "$work/.err")
	[ $status != 137 ]
	point $? "$2: ended by itself, after $took s: exit $status, $(echo "$err" | tail -n 2 | tr '\n' ' ')"
}
nothing_left() { # WHAT DIRECTORY
	is "$1: nothing is left" "$(find "$2" -name '[Bb]onnie*')" ""
	is "$1: no process is left" "$(pidof bonnie zcav hdtime ddread diskbench)" ""
}

. /test/faults_pull.sh
. /test/faults_disk.sh
. /test/faults_system.sh
finish
