# SPDX-License-Identifier: MIT
# Names that bonnie answers to beside its own.
set(aliases bonnie++)
if(CONFIG_BONNIE_CLASSIC)
	list(APPEND aliases Bonnie)
endif()
