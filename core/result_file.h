/* SPDX-License-Identifier: MIT */
/* result_file.h - a file for results that the user named, or standard output. */
#ifndef CORE_RESULT_FILE_H
#define CORE_RESULT_FILE_H

#include "out.h"

struct result_file {
	const char *path;       /* NULL: not wanted; "": standard output */
	struct out out;
	char text[512];         /* out's buffer */
};

/* Opens it; to be called before anything is measured, for a result that can't be
 * written is lost. An exit code, the message printed; nothing to do without path. */
int result_file_open(struct result_file *f, const char *path);
/* Writes what is buffered and closes it. An exit code, the message printed. */
int result_file_close(struct result_file *f);

#endif
