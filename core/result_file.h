/* SPDX-License-Identifier: MIT */
/* result_file.h - a file for results that the user named, or standard output. */
#ifndef CORE_RESULT_FILE_H
#define CORE_RESULT_FILE_H

#include "out.h"
#include "save.h"

struct result_file {
	const char *path;       /* NULL: not wanted; "": standard output */
	struct save save;
	struct out out;
	char text[512];         /* out's buffer */
};

/* Opens it as save_open() does, before anything is measured; path NULL: does
 * nothing. An exit code, the message printed. */
int result_file_open(struct result_file *f, const char *path);
/* Now it will be written: what was in it goes. */
void result_file_begin(struct result_file *f);
/* Writes what is buffered and closes it. An exit code, the message printed. */
int result_file_close(struct result_file *f);
/* There will be no result: closed, and gone if it is new. */
void result_file_forget(struct result_file *f);

#endif
