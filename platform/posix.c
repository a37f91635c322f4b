/* SPDX-License-Identifier: MIT */
/* posix.c - files, time and memory as every Unix has them. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

/* A compiler stops here where the system calls it otherwise. */
typedef char here_is_right[platform_here == AT_FDCWD ? 1 : -1];

/* -errno of a call that returned -1, else what it returned. */
static int checked(int result)
{
	return result < 0 ? -errno : result;
}

static int64_t checked64(int64_t result)
{
	return result < 0 ? -(int64_t)errno : result;
}

bool platform_again(ssize_t *result)
{
	if (*result >= 0)
		return false;
	if (errno == EINTR && !platform_stop_signal())
		return true;
	*result = -errno;
	return false;
}

int64_t platform_clock_ns(void)
{
	struct timespec t;

	if (clock_gettime(CLOCK_MONOTONIC, &t))
		return 0;
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void platform_sleep_ms(unsigned ms)
{
	/* Here for other reasons; nanosleep(3) isn't. */
	poll(NULL, 0, (int)ms);
}

int platform_open_at(int directory, const char *path, unsigned how)
{
	int flags = O_CLOEXEC | O_NOCTTY;
	mode_t mode = how & PLATFORM_RESULTS ? 0666 : 0600;

	if ((how & PLATFORM_READ) && (how & PLATFORM_WRITE))
		flags |= O_RDWR;
	else
		flags |= how & PLATFORM_WRITE ? O_WRONLY : O_RDONLY;
	if (how & PLATFORM_CREATE)
		flags |= O_CREAT | O_EXCL | O_NOFOLLOW;
	if (how & PLATFORM_RESULTS)
		flags |= O_CREAT;
	if (how & PLATFORM_DIRECTORY)
		flags |= O_DIRECTORY;
	if (how & PLATFORM_NOFOLLOW)
		flags |= O_NOFOLLOW;
	if (how & PLATFORM_EXCLUSIVE)
		flags |= O_EXCL;
	if (how & PLATFORM_NONBLOCK)
		flags |= O_NONBLOCK;
	return platform_open_system(directory, path, flags, mode, how);
}

/* A directory can be neither read nor written, so whoever tries is told. */
void platform_guard_standard(void)
{
	int fd;

	do
		fd = openat(AT_FDCWD, "/", O_RDONLY | O_DIRECTORY);
	while (fd >= 0 && fd <= 2);
	if (fd >= 0)
		close(fd);
}

int platform_close(int fd)
{
	return checked(close(fd));
}

int64_t platform_read(int fd, void *buffer, size_t size)
{
	ssize_t n;

	do
		n = read(fd, buffer, size);
	while (platform_again(&n));
	return n;
}

int64_t platform_write(int fd, const void *buffer, size_t size)
{
	ssize_t n;

	do
		n = write(fd, buffer, size);
	while (platform_again(&n));
	return n;
}

int64_t platform_pread(int fd, void *buffer, size_t size, uint64_t offset)
{
	ssize_t n;

	do
		n = pread(fd, buffer, size, (off_t)offset);
	while (platform_again(&n));
	return n;
}

int64_t platform_pwrite(int fd, const void *buffer, size_t size, uint64_t offset)
{
	ssize_t n;

	do
		n = pwrite(fd, buffer, size, (off_t)offset);
	while (platform_again(&n));
	return n;
}

int64_t platform_seek(int fd, uint64_t offset)
{
	return checked64(lseek(fd, (off_t)offset, SEEK_SET));
}

int64_t platform_seek_by(int fd, int64_t by)
{
	return checked64(lseek(fd, (off_t)by, SEEK_CUR));
}

int platform_sync(int fd)
{
	ssize_t result;

	do
		result = fsync(fd);
	while (platform_again(&result));
	return (int)result;
}

int platform_sync_data(int fd)
{
	ssize_t result;

	do
		result = fdatasync(fd);
	while (platform_again(&result));
	return (int)result;
}

void platform_sync_all(void)
{
	sync();
}

int platform_truncate(int fd, uint64_t size)
{
	return checked(ftruncate(fd, (off_t)size));
}

static int fill_stat(const struct stat *from, struct platform_stat *st)
{
	static const unsigned char types[16] = {
		[S_IFREG >> 12] = PLATFORM_TYPE_FILE, [S_IFDIR >> 12] = PLATFORM_TYPE_DIRECTORY,
		[S_IFBLK >> 12] = PLATFORM_TYPE_BLOCK, [S_IFCHR >> 12] = PLATFORM_TYPE_CHARACTER,
		[S_IFLNK >> 12] = PLATFORM_TYPE_LINK, [S_IFIFO >> 12] = PLATFORM_TYPE_PIPE,
		[S_IFSOCK >> 12] = PLATFORM_TYPE_PIPE,
	};

	st->type = types[(from->st_mode & S_IFMT) >> 12];
	st->size = (uint64_t)from->st_size;
	st->allocated = (uint64_t)from->st_blocks * 512;
	st->inode = from->st_ino;
	st->owner = from->st_uid;
	platform_split_device(from->st_rdev, &st->major, &st->minor);
	platform_split_device(from->st_dev, &st->holder_major, &st->holder_minor);
	return 0;
}

int platform_stat(int fd, struct platform_stat *st)
{
	struct stat from;

	return fstat(fd, &from) ? -errno : fill_stat(&from, st);
}

int platform_stat_at(int directory, const char *name, bool follow, struct platform_stat *st)
{
	struct stat from;

	if (fstatat(directory, name, &from, follow ? 0 : AT_SYMLINK_NOFOLLOW))
		return -errno;
	return fill_stat(&from, st);
}

int platform_unlink_at(int directory, const char *name)
{
	return checked(unlinkat(directory, name, 0));
}

int platform_make_directory_at(int directory, const char *name)
{
	return checked(mkdirat(directory, name, 0700));
}

int platform_remove_directory_at(int directory, const char *name)
{
	return checked(unlinkat(directory, name, AT_REMOVEDIR));
}

int platform_link_at(int directory, const char *name, const char *new_name)
{
	return checked(linkat(directory, name, directory, new_name, 0));
}

int platform_symlink_at(const char *text, int directory, const char *name)
{
	return checked(symlinkat(text, directory, name));
}

int platform_make_symlink(const char *text, const char *path)
{
	return checked(symlink(text, path));
}

int platform_read_link(const char *path, char *text, size_t size)
{
	ssize_t length = readlink(path, text, size - 1);

	if (length < 0)
		return -errno;
	text[length] = 0;
	return (int)length;
}

uint64_t platform_largest_offset(void)
{
	return ((uint64_t)1 << (sizeof(off_t) * 8 - 1)) - 1;
}

static void *map(size_t size, int sharing)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

void *platform_pages(size_t size)
{
	return map(size, MAP_PRIVATE);
}

void *platform_shared(size_t size)
{
	return map(size, MAP_SHARED);
}

void platform_free(void *pages, size_t size)
{
	if (pages)
		munmap(pages, size);
}

static void copy_name(char to[65], const char *from)
{
	size_t i = 0;

	for (; i < 64 && from[i]; i++)
		to[i] = from[i];
	to[i] = 0;
}

void platform_machine(struct platform_machine *m)
{
	struct utsname u;

	if (uname(&u) < 0)
		u.nodename[0] = u.sysname[0] = u.release[0] = u.machine[0] = 0;
	copy_name(m->name, u.nodename);
	copy_name(m->system, u.sysname);
	copy_name(m->release, u.release);
	copy_name(m->processor, u.machine);
}

bool platform_is_terminal(int fd)
{
	return isatty(fd) == 1;
}

int platform_wait_readable(int fd, unsigned ms)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return poll(&p, 1, (int)ms) > 0;
}
