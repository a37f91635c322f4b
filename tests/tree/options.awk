# SPDX-License-Identifier: MIT
# The options that a manual page explains, "-d" or "--size", a line each: those
# in the head of an item of its list (.It Fl d Ar dir , Fl Fl directory).
/^\.It / {
	for (i = 2; i <= NF; i++)
		if ($i == "Fl") {
			if ($(i + 1) == "Fl") {
				print "--" $(i + 2)
				i += 2
			} else {
				print "-" $(i + 1)
				i++
			}
		}
}
