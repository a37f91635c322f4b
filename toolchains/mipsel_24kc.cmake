# SPDX-License-Identifier: MIT
# MIPS32 release 2 with MIPS16e, no FPU, little-endian: MediaTek, Ralink: OpenWrt's mipsel_24kc.
# Our own code in 16-bit instructions is a third smaller; musl has system calls,
# which those don't know.
set(TARGET mipsel_24kc)
set(own_flags "-mips16 -minterlink-mips16")
include(${CMAKE_CURRENT_LIST_DIR}/target.cmake)
