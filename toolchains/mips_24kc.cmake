# SPDX-License-Identifier: MIT
# MIPS32 release 2 with MIPS16e, no FPU, big-endian: Atheros, Lantiq: OpenWrt's mips_24kc.
# Our own code in 16-bit instructions is a third smaller; musl has system calls,
# which those don't know.
set(TARGET mips_24kc)
set(own_flags "-mips16 -minterlink-mips16")
include(${CMAKE_CURRENT_LIST_DIR}/target.cmake)
