# SPDX-License-Identifier: MIT
# What all targets' toolchain files have in common. TARGET names a line in
# toolchains/targets; musl comes from musl.sh, which makes it the first time.
# own_flags are for our code alone.
# -DMUSL=source builds musl from source where Debian has a package, too.
set(MUSL "" CACHE STRING "Where musl comes from: package, source, or empty for what suits the target")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES MUSL)

file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/targets target REGEX "^${TARGET} ")
string(REGEX MATCH "^[^ ]+ +[^ ]+ +([^ ]+) +[^ ]+ +([^ ]+) *(.*)$" _ "${target}")
set(CMAKE_C_COMPILER ${CMAKE_MATCH_1})
set(emulator ${CMAKE_MATCH_2})
set(flags ${CMAKE_MATCH_3})

execute_process(COMMAND ${CMAKE_COMMAND} -E env MUSL=${MUSL} sh ${CMAKE_CURRENT_LIST_DIR}/musl.sh ${TARGET}
	OUTPUT_VARIABLE SYSROOT OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE status)
if(NOT status EQUAL 0)
	message(FATAL_ERROR "There is no musl for ${TARGET}: see above")
endif()

set(TARGET_NAME ${TARGET})         # tests/cross looks at its program
set(CMAKE_SYSTEM_NAME Linux)
string(REGEX REPLACE "[-_](soft|24kc)$" "" CMAKE_SYSTEM_PROCESSOR ${TARGET})
string(STRIP "-specs=${SYSROOT}/specs ${flags} ${own_flags}" CMAKE_C_FLAGS_INIT)
# A mix of floating point conventions, say, is only warned of.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -Wl,--fatal-warnings")
if(NOT emulator STREQUAL "-")
	string(REPLACE "," ";" CMAKE_CROSSCOMPILING_EMULATOR ${emulator})
endif()
include(${CMAKE_CURRENT_LIST_DIR}/find.cmake)
