/* SPDX-License-Identifier: MIT */
/* errors.c - words for the errors that tests of disks meet. strerror(3) would
 * bring a hundred more that they don't. */
#include <string.h>

#include "platform.h"

static const uint16_t numbers[] = {
	EPERM, ENOENT, EINTR, EIO, ENXIO, EBADF, EAGAIN, ENOMEM, EACCES, EBUSY, EEXIST, ENODEV, ENOTDIR,
	EISDIR, EINVAL, EMFILE, ENOTTY, EFBIG, ENOSPC, ESPIPE, EROFS, EMLINK, EPIPE, ENAMETOOLONG, ENOSYS,
	ENOTEMPTY, ELOOP, EOVERFLOW, EOPNOTSUPP, ETIMEDOUT, ESTALE, EDQUOT,
	/* What Linux has for bad sectors, lost links to drives, flash that ECC can't mend, damaged file systems, empty
	 * card readers, dead FUSE servers. */
	ENODATA, EREMOTEIO, ENOLINK, EBADMSG, EUCLEAN, ENOMEDIUM, ENOTCONN,
};

/* In the same order; in one string there is no pointer to each. */
static const char texts[] =
	"Operation not permitted\0"
	"No such file or directory\0"
	"Interrupted\0"
	"Input/output error\0"
	"No such device or address\0"
	"Bad file descriptor\0"
	"Resource temporarily unavailable\0"
	"Cannot allocate memory\0"
	"Permission denied\0"
	"Device or resource busy\0"
	"File exists\0"
	"No such device\0"
	"Not a directory\0"
	"Is a directory\0"
	"Invalid argument\0"
	"Too many open files\0"
	"Inappropriate ioctl for device\0"
	"File too large\0"
	"No space left on device\0"
	"Illegal seek\0"
	"Read-only file system\0"
	"Too many links\0"
	"Broken pipe\0"
	"File name too long\0"
	"Function not implemented\0"
	"Directory not empty\0"
	"Too many levels of symbolic links\0"
	"Value too large for defined data type\0"
	"Operation not supported\0"
	"Timed out\0"
	"Stale file handle\0"
	"Disk quota exceeded\0"
	"No data available\0"
	"Remote I/O error\0"
	"Link has been severed\0"
	"Bad message\0"
	"Structure needs cleaning\0"
	"No medium found\0"
	"Transport endpoint is not connected\0";

const char *platform_error_text(int error)
{
	static char rare[] = "error 0000000000";
	const char *text = texts;
	char *end = rare + sizeof rare - 1, *digit = end, *to = rare + 6;
	unsigned number = (unsigned)error;      /* signed division is 0.7 KB more of libgcc on ARM */

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++, text += strlen(text) + 1)
		if (numbers[i] == error)
			return text;
	do
		*--digit = (char)('0' + number % 10);
	while ((number /= 10) > 0 && digit > to);
	while (digit <= end)
		*to++ = *digit++;
	return rare;
}
