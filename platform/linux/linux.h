/* SPDX-License-Identifier: MIT */
/* linux.h - reading the small texts of /proc and /sys; for this directory only. */
#ifndef PLATFORM_LINUX_H
#define PLATFORM_LINUX_H

#include "../internal.h"

/* Reads a whole small file, cut to size, white space at its end off; returns its length, 0 when there is none. */
size_t linux_slurp(const char *path, char *text, size_t size);
/* The strings one after the other into `text`, cut to size; the last argument is (char *)0. Returns text. */
char *linux_join(char *text, size_t size, ...) __attribute__((sentinel));
/* Reads the file whose path the strings are, as linux_slurp() does. */
size_t linux_slurp_at(char *text, size_t size, ...) __attribute__((sentinel));
/* Where `word` stands in the text; NULL: nowhere. strstr(3) is made for longer texts and 1.3 KB long. */
const char *linux_find(const char *text, const char *word);
/* A decimal number at the text's start, UINT64_MAX: none there. */
uint64_t linux_number(const char *text);
/* The number in decimal, at the end of `to`. */
char *linux_digits(char to[12], uint32_t number);
/* "8:1" for /sys/dev/block/8:1. */
char *linux_device_path(char *path, size_t size, uint32_t major, uint32_t minor, const char *below);
/* The disk that a partition lies on; false: it is none, or not known. */
bool linux_disk_of(uint32_t major, uint32_t minor, uint32_t *disk_major, uint32_t *disk_minor);

/* ioctl(3) of musl translates old time structures for 32-bit systems: a kilobyte nobody needs here. 0 or -errno. */
int linux_ioctl(int fd, unsigned long request, void *argument);

/* A file of lines that may be longer than memory we care to spend. */
struct linux_lines {
	int fd;
	size_t at, end;
	char block[512];
	char line[640];
};

/* False: there is no such file. */
bool linux_lines_open(struct linux_lines *l, const char *path);
/* The next line without its newline, cut; NULL at the end, and the file is closed. */
char *linux_lines_next(struct linux_lines *l);
/* Cuts off the first word at *text, 0-terminates it, moves *text behind it, and undoes \040 escapes. */
char *linux_word(char **text);
/* Words of a line of mountinfo: "36 35 8:1 /root /point rw,noatime shared:1 - ext4 /dev/sda1 rw,errors=continue". */
struct linux_mount { char *device, *point, *options, *type, *source, *more; };
void linux_mount_line(char *line, struct linux_mount *m);
/* Calls act with each name in a directory until it returns non-zero; returns that, else 0. */
int linux_each(const char *path, int (*act)(const char *name, void *context), void *context);

#endif
