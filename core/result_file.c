/* SPDX-License-Identifier: MIT */
/* result_file.c - a file for results that the user named, or standard output. */
#include "result_file.h"

#include <stdbool.h>

#include "applet.h"
#include "error.h"
#include "platform.h"

int result_file_open(struct result_file *f, const char *path)
{
	int status;

	f->path = path;
	f->save = (struct save){ 1, false, false };
	if (!path)
		return EXIT_DONE;
	status = *path ? save_open(&f->save, path) : EXIT_DONE;
	f->out = (struct out)OUT_FD(f->save.fd, f->text);
	return status;
}

void result_file_begin(struct result_file *f)
{
	f->out.error = save_begin(&f->save);
}

void result_file_forget(struct result_file *f)
{
	if (f->path && *f->path)
		save_forget(&f->save, f->path);
}

int result_file_close(struct result_file *f)
{
	int error;

	if (!f->path)
		return EXIT_DONE;
	error = out_flush(&f->out);
	if (!error && *f->path)
		error = platform_close(f->out.fd);
	return error ? error_warn(*f->path ? f->path : "standard output", "write", error) : EXIT_DONE;
}
