# SPDX-License-Identifier: MIT
# PC, 64-bit, by the same way as the other targets.
set(TARGET x86_64)
include(${CMAKE_CURRENT_LIST_DIR}/target.cmake)
