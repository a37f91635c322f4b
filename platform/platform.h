/* SPDX-License-Identifier: MIT */
/* platform.h - the only way to the system. core and applets call nothing else
 * of it; unit tests put a fake in its place.
 *
 * Every function that can fail returns a negative errno value (-EIO) and 0 or
 * something positive when it worked. Offsets and sizes are bytes, times
 * nanoseconds. An interrupted call (EINTR) is taken up again unless a stop was
 * asked for. */
#ifndef PLATFORM_H
#define PLATFORM_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- time ---- */

/* Monotonic time in ns from an arbitrary start; no clock change moves it. */
int64_t platform_clock_ns(void);
/* Sleeps, or returns early when a signal arrives. */
void platform_sleep_ms(unsigned ms);

/* ---- files ---- */

enum platform_open {
	PLATFORM_READ = 1,
	PLATFORM_WRITE = 2,
	PLATFORM_CREATE = 4,            /* a new file, mode 0600; fails where the name exists, links too */
	PLATFORM_DIRECT = 8,            /* past the page cache */
	PLATFORM_DIRECTORY = 16,        /* only if it is a directory */
	PLATFORM_TEMPORARY = 32,        /* a new file without a name in the directory `path` */
	PLATFORM_NOFOLLOW = 64,         /* not through a symbolic link in the last part */
	PLATFORM_RESULTS = 128,         /* made where it is missing, mode 0666 less umask: for reports the user names */
	PLATFORM_EXCLUSIVE = 256,       /* a block device for us alone: refused while it is in use */
	PLATFORM_NONBLOCK = 512,        /* don't wait for a FIFO's other end or a medium */
};

enum platform_type {
	PLATFORM_TYPE_OTHER, PLATFORM_TYPE_FILE, PLATFORM_TYPE_DIRECTORY, PLATFORM_TYPE_BLOCK,
	PLATFORM_TYPE_CHARACTER, PLATFORM_TYPE_PIPE, PLATFORM_TYPE_LINK,
};

struct platform_stat {
	enum platform_type type;
	uint64_t size;                  /* bytes; 0 for devices */
	uint64_t allocated;             /* bytes of storage in use */
	uint32_t major, minor;          /* of a device node, what it stands for */
	uint32_t holder_major, holder_minor; /* of the file system that holds it */
	uint64_t inode;
	uint32_t owner;                 /* user id */
};

/* As the `directory` of the _at functions: the current directory. */
enum { platform_here = -100 };

/* how: enum platform_open, or-ed. Returns a descriptor, closed in programs that are run. */
int platform_open_at(int directory, const char *path, unsigned how);
int platform_close(int fd);
/* Takes 0, 1 and 2 where nobody has opened them: no file may get our messages. They stay as useless as they are. */
void platform_guard_standard(void);
/* Up to size bytes, as one system call gives them; 0 at the end. */
int64_t platform_read(int fd, void *buffer, size_t size);
int64_t platform_write(int fd, const void *buffer, size_t size);
int64_t platform_pread(int fd, void *buffer, size_t size, uint64_t offset);
int64_t platform_pwrite(int fd, const void *buffer, size_t size, uint64_t offset);
/* Sets the position, or moves it, and returns it. -ESPIPE on a pipe. */
int64_t platform_seek(int fd, uint64_t offset);
int64_t platform_seek_by(int fd, int64_t by);
/* Waits until the file is on its device: all of it, or its data and size. */
int platform_sync(int fd);
int platform_sync_data(int fd);
/* Starts writing [offset, offset + size) to the device; with wait, waits for it too.
 * -ENOSYS where the system can't: use platform_sync_data. */
int platform_flush_range(int fd, uint64_t offset, uint64_t size, bool wait);
/* sync(2): the whole system. */
void platform_sync_all(void);
int platform_truncate(int fd, uint64_t size);
int platform_stat(int fd, struct platform_stat *st);
/* follow: of what a symbolic link points to, else of the link itself. */
int platform_stat_at(int directory, const char *name, bool follow, struct platform_stat *st);
int platform_unlink_at(int directory, const char *name);
int platform_make_directory_at(int directory, const char *name); /* mode 0700 */
int platform_remove_directory_at(int directory, const char *name);
int platform_link_at(int directory, const char *name, const char *new_name);
int platform_symlink_at(const char *text, int directory, const char *name);
/* Its text, 0-terminated, cut to size; returns its length. */
int platform_read_link(const char *path, char *text, size_t size);
int platform_make_symlink(const char *text, const char *path);
/* Absolute path of the program that runs, also where there is no /proc. */
int platform_program(char *path, size_t size);
/* Largest file that this process may write (RLIMIT_FSIZE); UINT64_MAX: no limit. */
uint64_t platform_file_limit(void);
/* Largest offset that the system's calls know: 2^63 - 1, or 2^31 - 1 without LARGEFILE on 32 bits. */
uint64_t platform_largest_offset(void);

/* A directory being read, 2 KiB at a time. */
struct platform_directory {
	int fd;                         /* of the directory; its position is used */
	int error;                      /* -errno of a failed read, 0 at a plain end */
	unsigned at, end;
	uint64_t entries[256];
};

/* Starts, or starts again, at the first name. */
void platform_directory_start(struct platform_directory *d, int fd);
/* The next name, "." and ".." left out; NULL at the end or at d->error. Valid until the next call. */
const char *platform_directory_next(struct platform_directory *d);

/* ---- the page cache and direct I/O ---- */

enum platform_advice { PLATFORM_NORMAL, PLATFORM_RANDOM, PLATFORM_SEQUENTIAL, PLATFORM_DONTNEED };

/* posix_fadvise on the whole file; a hint, its failure is no error of a test. */
int platform_advise(int fd, enum platform_advice advice);
/* Direct I/O on or off on an open descriptor. -EINVAL, -ENOSYS: not here. */
int platform_set_direct(int fd, bool on);
/* Pages of [offset, offset + size) that are in memory, by each of two means. Both return bytes.
 * mincore tells the truth only to root, the owner and those who may write. */
int64_t platform_resident_mincore(int fd, uint64_t offset, uint64_t size);
int64_t platform_resident_cachestat(int fd, uint64_t offset, uint64_t size);
/* Throws a block device's own cached pages away (Linux: BLKFLSBUF). Needs root. */
int platform_flush_device(int fd);
/* Drops all clean pages, names and inodes of the system. Needs root. */
int platform_drop_caches(void);

/* Does the file have extents that the file system compressed or encrypted (Linux: FIEMAP)? 1, 0, or
 * -errno where it can't tell. */
int platform_encoded_extents(int fd);

/* ---- devices ---- */

/* Sizes that the driver of an open block device tells: bytes, sectors. flash: raw flash in a disk's clothes, where
 * each write erases. */
struct platform_block { uint64_t size; uint32_t logical, physical; bool read_only, flash; };
int platform_block(int fd, struct platform_block *b);
/* Raw flash behind an MTD character device; sizes in bytes. -ENOTTY: it is none. */
struct platform_mtd { uint64_t size; uint32_t erase_block, write_unit; bool nand; };
int platform_mtd(int fd, struct platform_mtd *m);

/* What the system knows about a block device by its number. Texts are "" and rotational is -1 where
 * it doesn't say. */
struct platform_device {
	char name[32];                  /* "sda1", "dm-0" */
	char disk[32];                  /* of a partition: its disk, "sda" */
	char model[48], firmware[16], serial[48];
	char scheduler[24];             /* the one in use */
	char write_cache[24];           /* "write back" */
	char stack[64];                 /* devices below, "sda2 sdb2" */
	char target[48];                /* of dm its name and kind of uuid ("CRYPT-LUKS2"), of md its level */
	char transport[8];              /* "nvme", "mmc", "virtio", "usb", "ata", "scsi", "" */
	signed char rotational;         /* 1, 0 */
	uint32_t major, minor;
	uint64_t size;                  /* bytes */
	uint32_t logical, physical, queue_depth, readahead_kib;
};
/* The name only, -ENODEV: no such device known here (no /sys, too); and the rest, which is for reports. */
int platform_device(uint32_t major, uint32_t minor, struct platform_device *d);
void platform_device_details(struct platform_device *d);

/* The mount that holds a descriptor. */
struct platform_mount {
	char source[128];               /* "/dev/sda1", "server:/export", "overlay" */
	char type[32];                  /* "ext4" */
	char options[192];              /* of mount and file system, cut */
	char upper[128];                /* of an overlay: the directory that takes the writes */
};
/* -ENOENT: not found; -ENOSYS: the system doesn't tell (no /proc). */
int platform_mount(int fd, struct platform_mount *m);

/* Who else uses a block device, its disk or a partition of it, or a regular file as a loop device's
 * backing: mounts, swap, md, dm, loop, and (root) descriptors of other processes open for writing.
 * 1 with the finding in words ("mounted on /mnt"), 0: nobody that is seen, -errno: can't look. */
int platform_in_use(const struct platform_stat *st, char *words, size_t size);

/* ---- the file system around a descriptor ---- */

enum platform_trait {
	PLATFORM_NETWORK = 1,           /* NFS, CIFS: a server caches too; removed open files leave names */
	PLATFORM_FUSE = 2,              /* a program decides what is cached */
	PLATFORM_MEMORY = 4,            /* tmpfs, ramfs: there is no device */
	PLATFORM_READ_ONLY = 8,
	PLATFORM_OWN_CACHE = 16,        /* ZFS: a cache beside the page cache */
	PLATFORM_STACKED = 32,          /* overlay: the files live in another file system */
	PLATFORM_FLASH = 64,            /* ubifs, jffs2: on raw flash */
};

struct platform_filesystem {
	const char *type;               /* "ext2/3/4", "tmpfs"; "unknown" */
	unsigned traits;                /* enum platform_trait, or-ed */
	uint64_t total, free;           /* bytes; free to this user */
	uint64_t files_free;            /* inodes; UINT64_MAX: not limited or not known */
};

int platform_filesystem(int fd, struct platform_filesystem *fs);

/* ---- memory and machine ---- */

/* Whole pages, zeroed, private. NULL: not enough memory. */
void *platform_pages(size_t size);
/* The same, shared with processes forked later. */
void *platform_shared(size_t size);
void platform_free(void *pages, size_t size);
/* Memory that the kernel has, bytes; 0: unknown. */
uint64_t platform_ram(void);
/* The smallest memory limit of this process's control groups, bytes; UINT64_MAX: none, or not known. */
uint64_t platform_memory_limit(void);
/* The machine's name, kernel release and processor, cut to size, 0-terminated; "" when unknown. */
struct platform_machine { char name[65], system[65], release[65], processor[65]; };
void platform_machine(struct platform_machine *m);
bool platform_is_terminal(int fd);
/* Words for an errno value (positive), as strerror's; "error N" for rare ones. Valid until the next call. */
const char *platform_error_text(int error);

/* ---- processes and signals ---- */

struct platform_usage {
	int64_t user_ns, system_ns;
	uint64_t read_bytes, written_bytes; /* that the kernel says went to and from devices */
};

void platform_usage(struct platform_usage *u);  /* this process's, so far */
int platform_fork(void);                        /* 0 in the child, its number in the parent */
int platform_process_id(void);
int platform_parent_id(void);
/* The child's exit code, 128 + signal when it was killed, -ECHILD; with wait false, -EAGAIN while it runs. */
int platform_wait(int pid, bool wait);
/* What a process is called, whosoever's, cut to size. 0; -ESRCH: there is none; -ENOSYS: that isn't told. */
int platform_process_name(int pid, char *name, size_t size);
/* Asks the process to end, or ends it. */
void platform_terminate(int pid);
void platform_kill(int pid);
void platform_exit(int status) __attribute__((noreturn));
int platform_pipe(int fds[2]);                  /* fds[0] reads, fds[1] writes */
/* Waits until fd can be read or its other end is gone: 1. 0: the time is over or a signal came. */
int platform_wait_readable(int fd, unsigned ms);

/* Catches INT, TERM, HUP, PIPE (a stop) and USR1 (a request to report). */
void platform_signals_catch(void);
/* In a worker: the terminal's signals are left to the parent, TERM is a stop, and the parent's
 * death sends it. Returns false if the parent, process `parent`, is gone already. */
bool platform_signals_worker(int parent);
int platform_stop_signal(void);                  /* that asked for a stop, 0: none */
bool platform_report_asked(void);                /* by USR1, since the last call */
/* Ends this process by the signal's default action, so that its parent sees the truth. */
void platform_die_by(int signal_number) __attribute__((noreturn));

/* ---- users ---- */

uint32_t platform_user_id(void);
/* By name, from /etc/passwd and /etc/group; -ENOENT: no such name. */
int platform_find_user(const char *name, uint32_t *user, uint32_t *group);
int platform_find_group(const char *name, uint32_t *group);
/* Becomes user and group for good, supplementary groups go; checks that there is no way back. */
int platform_become(uint32_t user, uint32_t group);

/* ---- stdio, for the per-character tests only ---- */

struct platform_stream;
/* A stdio stream on the open file. In a worker, once: its own standard input or output is
 * given up for it. NULL: error in errno. */
struct platform_stream *platform_stream_open(int fd, bool writing);
/* putc(3) for each of the bytes. 0 or -errno. */
int platform_stream_put(struct platform_stream *s, const unsigned char *bytes, size_t count);
/* getc(3) until count bytes, the end or an error. Returns the bytes read. */
int64_t platform_stream_get(struct platform_stream *s, unsigned char *bytes, size_t count);
/* Writes what is buffered; 0 or the first -errno. */
int platform_stream_close(struct platform_stream *s);
/* The same with a lock taken and given back for each byte, and without any lock (stdio_locks.c). */
int platform_stream_put_locked(struct platform_stream *s, const unsigned char *bytes, size_t count);
int64_t platform_stream_get_locked(struct platform_stream *s, unsigned char *bytes, size_t count);
int platform_stream_put_unlocked(struct platform_stream *s, const unsigned char *bytes, size_t count);
int64_t platform_stream_get_unlocked(struct platform_stream *s, unsigned char *bytes, size_t count);

/* ---- what a drive says of itself, and its settings ---- */

enum { PLATFORM_IDENTIFY = 512 };
/* The sector that ATA's IDENTIFY DEVICE or IDENTIFY PACKET DEVICE yields, as the drive sends it: words
 * are little-endian. fresh: asks the drive now (root); else the copy that the kernel made when it
 * found the drive. -ENOTTY and others: it is no ATA drive, or can't be asked. */
int platform_ata_identify(int fd, bool fresh, unsigned char sector[PLATFORM_IDENTIFY]);
/* The ATA command SET FEATURES (root). -EIO: the drive or its driver refused it. */
int platform_ata_set_feature(int fd, uint8_t feature, uint8_t value);

/* Settings that a driver keeps of an open block device. */
enum platform_setting {
	PLATFORM_READAHEAD,             /* sectors of 512 bytes */
	PLATFORM_READONLY,
	PLATFORM_IO_32BIT,              /* 0: 16 bit, 1: 32 bit, 3: 32 bit with a sync sequence */
	PLATFORM_MULTCOUNT,             /* sectors an interrupt */
	PLATFORM_USING_DMA,
	PLATFORM_UNMASK_IRQ,            /* others are served while this one is */
	PLATFORM_KEEP_SETTINGS,         /* over a reset */
};
/* -ENOTTY, -EINVAL: this driver has no such setting. */
int platform_setting(int fd, enum platform_setting setting, uint32_t *value);
int platform_change_setting(int fd, enum platform_setting setting, uint32_t value);

/* Cylinders, heads and sectors that the driver makes up for old programs; start: sectors before a partition. */
struct platform_geometry { uint32_t cylinders, heads, sectors; uint64_t start; };
int platform_geometry(int fd, struct platform_geometry *g);

/* A small text that the system keeps about a device, or the disk of a partition (Linux: a file under
 * /sys, "device/queue_depth"), without its newline, cut. Returns its length, -ENOENT. */
int platform_disk_text(uint32_t major, uint32_t minor, const char *name, char *text, size_t size);
int platform_change_disk_text(uint32_t major, uint32_t minor, const char *name, const char *text);

/* The processor's largest cache, bytes; 0: unknown. */
uint64_t platform_processor_cache(void);

/* ---- what copying needs beside (copy.c) ---- */

enum platform_output {
	PLATFORM_OUTPUT_CREATE = 1,     /* make it where it is missing, mode 0666 less umask */
	PLATFORM_OUTPUT_NEW = 2,        /* make it; fails where the name exists */
	PLATFORM_OUTPUT_EMPTY = 4,      /* throw away what a regular file holds */
	PLATFORM_OUTPUT_APPEND = 8,
	PLATFORM_OUTPUT_SYNC = 16,      /* every write waits for the device, data and metadata */
	PLATFORM_OUTPUT_DATA_SYNC = 32, /* data only */
	PLATFORM_OUTPUT_NOFOLLOW = 64,
};

/* Opens to write only. how: enum platform_output, or-ed. */
int platform_open_output(int directory, const char *path, unsigned how);
/* Reads no longer change the file's access time. -EPERM: only its owner and root may; -ENOSYS. */
int platform_set_no_atime(int fd);
/* A hint: [offset, offset + size), size 0: to the end, will be read soon; or its clean pages can be dropped. */
int platform_expect_range(int fd, uint64_t offset, uint64_t size, bool wanted);

/* ---- random numbers for seeks: the source that RANDOM_SOURCE chose (random_*.c) ---- */

/* Begins the sequence of a seed; there is one at a time. */
void platform_random_start(uint64_t seed);
/* The next number of it: 31 even bits. */
uint32_t platform_random_next(void);
/* Leaves `count` numbers out. */
void platform_random_skip(uint64_t count);

/* ---- record locks, which programs meet by (lock.c) ---- */

/* Locks [offset, offset + size) of a file open for writing, for this process alone; it goes when the
 * process ends or closes the file. -EAGAIN: another one has it, and wait is false. */
int platform_lock(int fd, uint64_t offset, uint64_t size, bool wait);
int platform_unlock(int fd, uint64_t offset, uint64_t size);
/* Makes an open directory ours while a process that inherits it has it open; other machines don't see it. -EAGAIN: another's. */
int platform_hold(int fd);
/* Does another process have any of it? */
bool platform_locked(int fd, uint64_t offset, uint64_t size);

#endif
