# SPDX-License-Identifier: MIT
# PowerPC, 32-bit, big-endian: NAS boxes (QorIQ, MPC8xx).
set(TARGET powerpc)
include(${CMAKE_CURRENT_LIST_DIR}/target.cmake)
