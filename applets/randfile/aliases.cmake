# SPDX-License-Identifier: MIT
# As Bonnie++ calls it.
set(aliases generate_randfile)
