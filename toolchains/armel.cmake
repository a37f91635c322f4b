# SPDX-License-Identifier: MIT
# ARMv5TE without FPU: Kirkwood, Orion and older NAS boxes.
set(TARGET armel)
include(${CMAKE_CURRENT_LIST_DIR}/target.cmake)
