/* SPDX-License-Identifier: MIT */
/* errors.c - words for the errors that tests of disks meet. strerror(3) would
 * bring a hundred more that they don't. */
#include "platform.h"

static const struct {
	int number;
	const char *text;
} errors[] = {
	{ EPERM, "Operation not permitted" },
	{ ENOENT, "No such file or directory" },
	{ EINTR, "Interrupted" },
	{ EIO, "Input/output error" },
	{ ENXIO, "No such device or address" },
	{ EBADF, "Bad file descriptor" },
	{ ECHILD, "No child process" },
	{ EAGAIN, "Resource temporarily unavailable" },
	{ ENOMEM, "Cannot allocate memory" },
	{ EACCES, "Permission denied" },
	{ ENOTBLK, "Block device required" },
	{ EBUSY, "Device or resource busy" },
	{ EEXIST, "File exists" },
	{ ENODEV, "No such device" },
	{ ENOTDIR, "Not a directory" },
	{ EISDIR, "Is a directory" },
	{ EINVAL, "Invalid argument" },
	{ EMFILE, "Too many open files" },
	{ ENOTTY, "Inappropriate ioctl for device" },
	{ EFBIG, "File too large" },
	{ ENOSPC, "No space left on device" },
	{ ESPIPE, "Illegal seek" },
	{ EROFS, "Read-only file system" },
	{ EMLINK, "Too many links" },
	{ EPIPE, "Broken pipe" },
	{ ENAMETOOLONG, "File name too long" },
	{ ENOSYS, "Function not implemented" },
	{ ENOTEMPTY, "Directory not empty" },
	{ ELOOP, "Too many levels of symbolic links" },
	{ EOVERFLOW, "Value too large for defined data type" },
	{ EOPNOTSUPP, "Operation not supported" },
	{ ETIMEDOUT, "Timed out" },
	{ ESTALE, "Stale file handle" },
	{ EDQUOT, "Disk quota exceeded" },
};

const char *platform_error_text(int error)
{
	static char rare[] = "error 0000000000";
	char *end = rare + sizeof rare - 1, *digit = end, *to = rare + 6;
	unsigned number = (unsigned)error;      /* signed division is 0.7 KB more of libgcc on ARM */

	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
		if (errors[i].number == error)
			return errors[i].text;
	do
		*--digit = (char)('0' + number % 10);
	while ((number /= 10) > 0 && digit > to);
	while (digit <= end)
		*to++ = *digit++;
	return rare;
}
