# SPDX-License-Identifier: MIT
# bonnie on ext4 and f2fs until the power goes.
# shellcheck shell=sh disable=SC2154  # phase, f2fs: the test
. /test/system.sh
wait_for /dev/vda
mkdir -p /four /flash
mount -t ext4 "$(disk_of 100)" /four
[ "$f2fs" = no ] || mount -t f2fs "$(disk_of 104)" /flash
case $phase in
write) options="-s 64 -n 0 -f" seconds=2 ;;
rewrite) options="-s 32 -n 0 -f" seconds=4 ;;
small) options="-s 0 -n 8" seconds=8 ;;
esac
for directory in /four /flash; do
	[ "$directory$f2fs" = /flashno ] && continue
	# shellcheck disable=SC2086  # options
	bonnie -d $directory -u root $options -q >/dev/null 2>&1 &
done
sleep "$seconds"
ls /four /flash
host kill
sleep 60
