# SPDX-License-Identifier: MIT
# C source without what the compiler doesn't see as code: comments become
# blanks, strings "" and characters ' '; lines stay where they were.
FNR == 1 { comment = 0 }
{
	line = $0
	code = ""
	while (line != "") {
		if (comment) {
			end = index(line, "*/")
			if (!end) { line = ""; break }
			line = substr(line, end + 2)
			comment = 0
			code = code " "
		} else if (substr(line, 1, 2) == "/*") {
			comment = 1
			line = substr(line, 3)
		} else if (substr(line, 1, 2) == "//") {
			line = ""
		} else if (match(line, /^"([^"\\]|\\.)*"/) || match(line, /^'([^'\\]|\\.)*'/)) {
			code = code substr(line, 1, 1) substr(line, 1, 1)
			line = substr(line, RLENGTH + 1)
		} else {
			code = code substr(line, 1, 1)
			line = substr(line, 2)
		}
	}
	print FILENAME ":" FNR ":" code
}
