# SPDX-License-Identifier: MIT
# RISC-V, 64-bit.
set(TARGET riscv64)
include(${CMAKE_CURRENT_LIST_DIR}/target.cmake)
