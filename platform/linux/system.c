/* SPDX-License-Identifier: MIT */
/* system.c - memory, file systems, processes and users, as Linux has them. */
#define _GNU_SOURCE
#include <grp.h>
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "linux.h"

uint64_t platform_ram(void)
{
	struct sysinfo info;

	if (sysinfo(&info))
		return 0;
	return (uint64_t)info.totalram * info.mem_unit;
}

/* Magic numbers: statfs(2) and linux/magic.h. */
static const struct {
	uint32_t magic;
	unsigned char traits;
	char type[11];
} filesystems[] = {
	{ 0x0000ef53, 0, "ext2/3/4" },
	{ 0x58465342, 0, "xfs" },
	{ 0x9123683e, 0, "btrfs" },
	{ 0xf2f52010, 0, "f2fs" },
	{ 0x00004d44, 0, "vfat" },
	{ 0x2011bab0, 0, "exfat" },
	{ 0x7366746e, 0, "ntfs" },
	{ 0x3153464a, 0, "jfs" },
	{ 0x52654973, 0, "reiserfs" },
	{ 0x00003434, 0, "nilfs" },
	{ 0xca451a4e, 0, "bcachefs" },
	{ 0x00004244, 0, "hfs" },
	{ 0x0000482b, 0, "hfsplus" },
	{ 0x2fc12fc1, PLATFORM_OWN_CACHE, "zfs" },
	{ 0x24051905, PLATFORM_FLASH, "ubifs" },
	{ 0x000072b6, PLATFORM_FLASH, "jffs2" },
	{ 0x73717368, PLATFORM_READ_ONLY, "squashfs" },
	{ 0x00009660, PLATFORM_READ_ONLY, "iso9660" },
	{ 0xe0f5e1e2, PLATFORM_READ_ONLY, "erofs" },
	{ 0x28cd3d45, PLATFORM_READ_ONLY, "cramfs" },
	{ 0x01021994, PLATFORM_MEMORY, "tmpfs" },
	{ 0x858458f6, PLATFORM_MEMORY, "ramfs" },
	{ 0x794c7630, PLATFORM_STACKED, "overlay" },
	{ 0x0000f15f, PLATFORM_STACKED, "ecryptfs" },
	{ 0x65735546, PLATFORM_FUSE, "fuse" },
	{ 0x00006969, PLATFORM_NETWORK, "nfs" },
	{ 0xff534d42, PLATFORM_NETWORK, "cifs" },
	{ 0xfe534d42, PLATFORM_NETWORK, "smb2" },
	{ 0x0000517b, PLATFORM_NETWORK, "smb" },
	{ 0x01021997, PLATFORM_NETWORK, "9p" },
	{ 0x00c36400, PLATFORM_NETWORK, "ceph" },
	{ 0x0bd00bd0, PLATFORM_NETWORK, "lustre" },
	{ 0x5346414f, PLATFORM_NETWORK, "afs" },
	{ 0x00009fa0, PLATFORM_MEMORY, "proc" },
	{ 0x62656572, PLATFORM_MEMORY, "sysfs" },
};

int platform_filesystem(int fd, struct platform_filesystem *fs)
{
	struct statfs s;

	if (fstatfs(fd, &s))
		return -errno;
	uint64_t unit = s.f_frsize ? (uint64_t)s.f_frsize : (uint64_t)s.f_bsize;
	*fs = (struct platform_filesystem){ .type = "unknown" };
	for (size_t i = 0; i < sizeof filesystems / sizeof *filesystems; i++)
		if (filesystems[i].magic == (uint32_t)s.f_type) {
			fs->type = filesystems[i].type;
			fs->traits = filesystems[i].traits;
		}
	if ((unsigned long)s.f_flags & ST_RDONLY)
		fs->traits |= PLATFORM_READ_ONLY;
	fs->total = s.f_blocks * unit;
	fs->free = s.f_bavail * unit;
	/* File systems that make inodes as they go (btrfs) count none. */
	fs->files_free = s.f_files ? s.f_ffree : UINT64_MAX;
	return 0;
}

int platform_program(char *path, size_t size)
{
	const char *called = (const char *)getauxval(AT_EXECFN);
	char here[512] = "";

	if (platform_read_link("/proc/self/exe", path, size) >= 0)
		return 0;
	/* What execve(2) got: the shell has looked in PATH. */
	if (!called || !*called)
		return -ENOENT;
	/* getcwd(3) brings malloc. */
	if (*called != '/' && syscall(SYS_getcwd, here, sizeof here) < 0)
		return -errno;
	linux_join(path, size, here, *called == '/' ? "" : "/", called, (char *)0);
	return 0;
}

int platform_fork(void)
{
	/* fork(3) without atfork handlers and thread locks: we have neither. */
	long pid = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);

	return pid < 0 ? -errno : (int)pid;
}

void platform_die_with_parent(void)
{
	prctl(PR_SET_PDEATHSIG, SIGTERM);
}

/* On 32-bit processors the plain names are the old calls with 16-bit ids. */
#ifdef SYS_setuid32
#define SYS_SETGROUPS SYS_setgroups32
#define SYS_SETRESGID SYS_setresgid32
#define SYS_SETRESUID SYS_setresuid32
#else
#define SYS_SETGROUPS SYS_setgroups
#define SYS_SETRESGID SYS_setresgid
#define SYS_SETRESUID SYS_setresuid
#endif

int platform_become(uint32_t user, uint32_t group)
{
	bool was_root = geteuid() == 0;

	if (was_root && syscall(SYS_SETGROUPS, 1, &(gid_t){ group }))
		return -errno;
	if (syscall(SYS_SETRESGID, group, group, group))
		return -errno;
	if (syscall(SYS_SETRESUID, user, user, user))
		return -errno;
	if (geteuid() != user || getuid() != user || getegid() != group)
		return -EPERM;
	/* No saved id may lead back. */
	if (was_root && user && !syscall(SYS_SETRESUID, -1, 0, -1))
		return -EPERM;
	return 0;
}
