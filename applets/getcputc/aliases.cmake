# SPDX-License-Identifier: MIT
# As Bonnie++ calls it.
set(aliases getc_putc)
