# SPDX-License-Identifier: MIT
# MIPS64 release 2, little-endian.
set(TARGET mips64el)
include(${CMAKE_CURRENT_LIST_DIR}/target.cmake)
