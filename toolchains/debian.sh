# SPDX-License-Identifier: MIT
# debian.sh - packages by the machine's own apt configuration, through a state
# of our own: nothing is installed, and neither the machine's package lists nor
# its sources or architectures change. Works without root. Sourced by musl.sh
# and cmocka.sh; $work is their temporary directory.
# shellcheck shell=sh disable=SC2154

# Copies of the machine's sources, each "deb" turned into KIND (deb or deb-src),
# for any architecture.
debian_sources() {
	mkdir -p "$work/apt/parts"
	for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
		[ -s "$file" ] || continue
		case $file in
		*.sources) sed -e "s/^Types:.*/Types: $1/" -e '/^Architectures:/d' "$file" ;;
		*) sed -e '/^deb-src/d' -e "s/^deb[[:space:]]/$1 /" -e 's/arch=[^] ]*//' "$file" ;;
		esac >"$work/apt/parts/${file##*/}"
	done
	[ -n "$(ls "$work/apt/parts")" ]
}

# apt's main configuration file is read last: what it says of the state holds.
# The machine's hooks after an update are for its own state.
debian_configuration() {        # ARCHITECTURE
	mkdir -p "$work/apt/lists/partial" "$work/apt/archives/partial"
	: >"$work/apt/status"
	cat >"$work/apt/main.conf" <<-E
	$([ ! -e /etc/apt/apt.conf ] || echo '#include "/etc/apt/apt.conf";')
	#clear APT::Update;
	#clear APT::Architectures;
	APT::Architectures { "$1"; };
	APT::Sandbox::User "root";
	Acquire::Retries "3";
	Acquire::Languages "none";
	Dir::State "$work/apt";
	Dir::State::lists "$work/apt/lists";
	Dir::State::status "$work/apt/status";
	Dir::Cache "$work/apt";
	Dir::Cache::archives "$work/apt/archives";
	Dir::Etc::sourcelist "/dev/null";
	Dir::Etc::sourceparts "$work/apt/parts";
	E
	echo "Dir::Etc::main \"$work/apt/main.conf\";" >"$work/apt/first.conf"
}

debian_apt() {
	(cd "$work/apt/got" && APT_CONFIG=$work/apt/first.conf apt-get -qq "$@") >"$work/apt/log" 2>&1
}

# What apt said. Where packages come from is the machine's business: no host names in our output.
debian_said() {
	cat "$work"/apt/*log | sed -e 's#\([a-z]*://\)[^/ ]*#\1...#g' -e 's/\[IP: [^]]*\]//' -e "s/resolving '[^']*'/resolving its name/" >&2
}

# debian_fetch KIND ARCHITECTURE COMMAND...: what apt-get COMMAND brings is left
# in $work/apt/got. A list that can't be had may be one that isn't needed.
debian_fetch() {
	command -v apt-get >/dev/null || return
	debian_kind=$1 debian_architecture=$2; shift 2
	rm -rf "$work/apt"
	mkdir -p "$work/apt/got"
	debian_sources "$debian_kind" && debian_configuration "$debian_architecture" || return
	debian_apt update || :
	cp "$work/apt/log" "$work/apt/update.log"
	debian_apt "$@" && return
	debian_said
	return 1
}

debian_binary() {       # PACKAGE ARCHITECTURE
	debian_fetch deb "$2" download "$1:$2"
}

debian_source() {       # PACKAGE
	debian_fetch deb-src "$(dpkg --print-architecture)" source --download-only "$1"
}
