#!/bin/sh
# SPDX-License-Identifier: MIT
# Configurations in toolchains/configs say what they mean: each *_defconfig holds
# just what differs from the defaults, complete.config every symbol there is.
# shellcheck source=../lib.sh
. "$(dirname "$0")/../lib.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v kconfig-conf >/dev/null || skip_all "kconfig-conf (kconfig-frontends) is missing"
cd "$work" || exit 99

conf() {        # kconfig-conf exits 0 for some mistakes: what it says counts too
	srctree=$root KCONFIG_CONFIG=$work/.config kconfig-conf "$@" Kconfig >"$work/said" 2>&1 || echo "failed"
	grep -vE '^#|^$' "$work/said"
}

settings() {
	grep -E '^CONFIG_|^# CONFIG_[A-Z0-9_]+ is not set' "$1"
}

for file in "$root"/toolchains/configs/*_defconfig; do
	name=${file##*/}
	rm -f .config saved
	is "$name is understood" "$(conf --defconfig="$file"; conf --savedefconfig=saved)" ""
	is "$name holds what differs from the defaults, and no more" "$(settings "$file")" "$(cat saved)"
done

# When it isn't: cp .config of a build that was configured from nothing.
rm -f .config
is "the defaults are understood" "$(conf --alldefconfig)" ""
is "complete.config is the default configuration" \
	"$(settings "$root/toolchains/configs/complete.config")" "$(settings .config)"
finish
