# SPDX-License-Identifier: MIT
# cmocka out of CMOCKA_SOURCE, by the target's compiler and for its C library.
add_library(cmocka STATIC ${CMOCKA_SOURCE}/src/cmocka.c)
target_include_directories(cmocka SYSTEM PUBLIC ${CMOCKA_SOURCE}/include)
# Not HAVE_SIGLONGJMP: musl's sigsetjmp for MIPS wants callers with abicalls.
target_compile_definitions(cmocka PUBLIC _UINTPTR_T PRIVATE HAVE_INTTYPES_H HAVE_SIGNAL_H HAVE_STRINGS_H HAVE_MALLOC_H
	HAVE_STRSIGNAL HAVE_SNPRINTF HAVE_VSNPRINTF _GNU_SOURCE)
target_compile_options(cmocka PRIVATE -w -fno-pie)
target_link_options(cmocka INTERFACE -static)
# Debian's libgcc for MIPS has no soft float. cmocka's is for times and
# comparisons, the C library's for printf's %f: no test of ours has either.
if(CMAKE_C_FLAGS MATCHES "-msoft-float")
	target_sources(cmocka PRIVATE cross/soft_float.c)
	target_compile_options(cmocka PRIVATE -include ${CMAKE_CURRENT_SOURCE_DIR}/cross/soft_float.h)
endif()
