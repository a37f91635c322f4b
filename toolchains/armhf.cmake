# SPDX-License-Identifier: MIT
# ARMv7 with VFP, Thumb-2: NAS boxes and routers since about 2010.
set(TARGET armhf)
include(${CMAKE_CURRENT_LIST_DIR}/target.cmake)
