# SPDX-License-Identifier: MIT
# .config decides what is built.
#
# kconfig-conf (package kconfig-frontends) completes build/X/.config; this file
# turns it into include/autoconf.h and CMake variables. A host without
# kconfig-conf builds from a complete .config given as -DDEFCONFIG=FILE.
# Targets: menuconfig, defconfig, olddefconfig, savedefconfig.
find_program(KCONFIG_CONF NAMES kconfig-conf)
find_program(KCONFIG_MCONF NAMES kconfig-mconf kconfig-nconf)
set(DEFCONFIG "" CACHE STRING "Start a new build directory from this configuration")

set(DOTCONFIG ${CMAKE_BINARY_DIR}/.config)
set(KCONFIG ${CMAKE_COMMAND} -E env srctree=${CMAKE_SOURCE_DIR} KCONFIG_CONFIG=${DOTCONFIG})

# kconfig-conf is silent when all is well and exits 0 for some mistakes:
# whatever it says on stderr is fatal.
function(kconfig_conf)
	execute_process(COMMAND ${KCONFIG} ${KCONFIG_CONF} ${ARGN} Kconfig
		WORKING_DIRECTORY ${CMAKE_BINARY_DIR}
		OUTPUT_QUIET ERROR_VARIABLE errors RESULT_VARIABLE status)
	if(errors OR NOT status EQUAL 0)
		message(FATAL_ERROR "kconfig-conf ${ARGN}:\n${errors}")
	endif()
endfunction()

# DEFCONFIG only seeds a new build directory; from then on .config is the
# user's, and a later -DDEFCONFIG= must not silently do nothing.
if(NOT EXISTS ${DOTCONFIG})
	if(DEFCONFIG)
		get_filename_component(seed ${DEFCONFIG} ABSOLUTE BASE_DIR ${CMAKE_SOURCE_DIR})
		configure_file(${seed} ${DOTCONFIG} COPYONLY)
	elseif(KCONFIG_CONF)
		kconfig_conf(--alldefconfig)
	else()
		message(FATAL_ERROR "Install kconfig-frontends (kconfig-conf), "
			"or give a complete .config as -DDEFCONFIG=FILE")
	endif()
	set(SEEDED_FROM "${DEFCONFIG}" CACHE INTERNAL "")
elseif(NOT DEFCONFIG STREQUAL "${SEEDED_FROM}")
	message(WARNING "${DOTCONFIG} is there already; DEFCONFIG=${DEFCONFIG} is not read. "
		"Remove .config to start from it.")
	set(SEEDED_FROM "${DEFCONFIG}" CACHE INTERNAL "")
endif()
if(KCONFIG_CONF)
	kconfig_conf(--olddefconfig)
endif()

file(STRINGS ${DOTCONFIG} lines REGEX "^CONFIG_[A-Z0-9_]+=")
set(header "/* Made from .config; do not edit. */\n")
foreach(line IN LISTS lines)
	string(REGEX MATCH "^([^=]+)=(.*)$" _ "${line}")
	set(symbol ${CMAKE_MATCH_1})
	string(REGEX REPLACE "^y$" "1" value "${CMAKE_MATCH_2}")
	set(${symbol} ${value})
	string(APPEND header "#define ${symbol} ${value}\n")
endforeach()
string(APPEND header "#define DISKBENCH_VERSION \"${PROJECT_VERSION}\"\n")
# file(CONFIGURE) leaves the file alone when nothing changed.
file(CONFIGURE OUTPUT include/autoconf.h CONTENT "${header}" @ONLY)

file(GLOB fragments CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/applets/*/Kconfig)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
	${DOTCONFIG} ${CMAKE_SOURCE_DIR}/Kconfig ${CMAKE_SOURCE_DIR}/applets/Kconfig ${fragments})

function(kconfig_target name)
	add_custom_target(${name} COMMAND ${KCONFIG} ${ARGN} Kconfig
		WORKING_DIRECTORY ${CMAKE_BINARY_DIR} USES_TERMINAL VERBATIM)
endfunction()
if(KCONFIG_CONF)
	kconfig_target(defconfig ${KCONFIG_CONF} --alldefconfig)
	kconfig_target(olddefconfig ${KCONFIG_CONF} --olddefconfig)
	kconfig_target(savedefconfig ${KCONFIG_CONF} --savedefconfig=defconfig)
endif()
if(KCONFIG_MCONF)
	kconfig_target(menuconfig ${KCONFIG_MCONF})
endif()
