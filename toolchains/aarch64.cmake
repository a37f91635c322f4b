# SPDX-License-Identifier: MIT
# ARMv8, 64-bit.
set(TARGET aarch64)
include(${CMAKE_CURRENT_LIST_DIR}/target.cmake)
