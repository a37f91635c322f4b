# SPDX-License-Identifier: MIT
# MIPS32, big-endian, for kernels and processors with floating point.
set(TARGET mips)
include(${CMAKE_CURRENT_LIST_DIR}/target.cmake)
