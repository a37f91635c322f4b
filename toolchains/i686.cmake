# SPDX-License-Identifier: MIT
# PC, 32-bit, from the Pentium Pro on.
set(TARGET i686)
include(${CMAKE_CURRENT_LIST_DIR}/target.cmake)
