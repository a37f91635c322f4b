# SPDX-License-Identifier: MIT
# MIPS32, big-endian, no FPU: routers (Atheros, Broadcom).
set(TARGET mips-soft)
include(${CMAKE_CURRENT_LIST_DIR}/target.cmake)
