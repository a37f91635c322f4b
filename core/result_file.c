/* SPDX-License-Identifier: MIT */
/* result_file.c - a file for results that the user named, or standard output. */
#include "result_file.h"

#include "applet.h"
#include "error.h"
#include "platform.h"

int result_file_open(struct result_file *f, const char *path)
{
	int fd = 1;

	f->path = path;
	if (!path)
		return EXIT_DONE;
	if (*path)
		fd = platform_open_at(platform_here, path, PLATFORM_WRITE | PLATFORM_REPLACE);
	if (fd < 0)
		return error_warn(path, "open", fd);
	f->out = (struct out)OUT_FD(fd, f->text);
	return EXIT_DONE;
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
