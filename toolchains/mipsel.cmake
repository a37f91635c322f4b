# SPDX-License-Identifier: MIT
# MIPS32, little-endian, for kernels and processors with floating point.
set(TARGET mipsel)
include(${CMAKE_CURRENT_LIST_DIR}/target.cmake)
