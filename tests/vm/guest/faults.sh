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
seconds() { cut -d. -f1 /proc/uptime; }
# SECONDS WHAT: it must end by itself within them: $status, $out, $err, $took. One that does
# not is killed; what the kernel holds until then, $unstick must let go.
ends() {
	begun=$(seconds)
	while kill -0 "$pid" 2>/dev/null && [ $(($(seconds) - begun)) -lt "$1" ]; do usleep 200000; done
	took=$(($(seconds) - begun))
	ended=true
	kill -0 "$pid" 2>/dev/null && ended=false
	if ! $ended; then
		for process in $(pidof diskbench); do
			echo "# $process $(sed -n 's/^State:.//p' "/proc/$process/status") $(cat "/proc/$process/wchan")"
		done
		kill -9 "$pid"
		${unstick-:}
	fi
	wait "$pid"
	# shellcheck disable=SC2034  # out: the parts below
	status=$? out=$(cat "$work/.out") err=$(cat "$work/.err")
	$ended
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
