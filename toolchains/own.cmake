# SPDX-License-Identifier: MIT
# A toolchain of the user's own: OpenWrt's SDK, Buildroot's host/bin, an archive
# from Bootlin, musl-cross-make, a distribution's cross compiler.
#
#   -DCROSS_COMPILE=/opt/x/bin/mips-openwrt-linux-musl-    what stands before "gcc"
#   -DSYSROOT=/opt/x/sysroot        where it doesn't know its own (Bootlin's and OpenWrt's do),
#                                   or what toolchains/musl.sh printed
#   -DEMULATOR_COMMAND="qemu-mips-static -cpu 24Kc"                to run the tests here
#   -DCMAKE_C_FLAGS="-march=mips32 -msoft-float"           what it doesn't do by itself
set(CROSS_COMPILE "$ENV{CROSS_COMPILE}" CACHE STRING "What stands before gcc: /opt/x/bin/arm-linux-")
set(SYSROOT "$ENV{SYSROOT}" CACHE PATH "Directory with the target's usr/include and usr/lib")
set(EMULATOR_COMMAND "" CACHE STRING "Runs the target's programs: qemu-arm-static -cpu arm926")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CROSS_COMPILE SYSROOT)
if(NOT CROSS_COMPILE)
	message(FATAL_ERROR "own.cmake wants -DCROSS_COMPILE=: what stands before gcc")
endif()

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${CROSS_COMPILE}gcc)
if(CMAKE_C_COMPILER MATCHES "/")
	get_filename_component(CMAKE_C_COMPILER ${CMAKE_C_COMPILER} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_LIST_DIR}/..)
endif()
execute_process(COMMAND ${CMAKE_C_COMPILER} -dumpmachine OUTPUT_VARIABLE machine RESULT_VARIABLE status)
if(NOT status EQUAL 0)
	message(FATAL_ERROR "${CMAKE_C_COMPILER} does not run")
endif()
string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR "${machine}")
if(EXISTS "${SYSROOT}/specs")
	# One of musl.sh: the compiler's own C library is another. Not among
	# CMAKE_C_FLAGS, which -DCMAKE_C_FLAGS= replaces.
	add_compile_options(-specs=${SYSROOT}/specs)
	add_link_options(-specs=${SYSROOT}/specs -static)
elseif(SYSROOT)
	set(CMAKE_SYSROOT ${SYSROOT})
endif()
if(EMULATOR_COMMAND)
	separate_arguments(CMAKE_CROSSCOMPILING_EMULATOR UNIX_COMMAND "${EMULATOR_COMMAND}")
endif()
include(${CMAKE_CURRENT_LIST_DIR}/find.cmake)
