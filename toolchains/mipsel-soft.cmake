# SPDX-License-Identifier: MIT
# MIPS32, little-endian, no FPU: routers (MediaTek, Ralink, Broadcom).
set(TARGET mipsel-soft)
include(${CMAKE_CURRENT_LIST_DIR}/target.cmake)
