/* SPDX-License-Identifier: MIT */
/* target_write.c - may this be written? Every check is made before the first
 * byte, and the descriptor that passed them is the one written through. */
#include <string.h>

#include "applet.h"
#include "error.h"
#include "out.h"
#include "signature.h"
#include "target.h"

/* "refused: WHY; how to consent" */
static int refuse(const char *path, const char *why, const char *more)
{
	char text[320];
	struct out o = OUT_MEMORY(text);

	out_texts(&o, why, more, (char *)0);
	return error_refuse(path, out_end(&o));
}

/* --destroy-data names the same device, by whatever path. */
static bool named(const struct target *t, const struct consent *consent)
{
	struct platform_stat st;

	return consent->destroy && !platform_stat_at(platform_here, consent->destroy, true, &st) &&
	       st.type == PLATFORM_TYPE_BLOCK && st.major == t->st.major && st.minor == t->st.minor;
}

static int check_consent(const struct target *t, const struct consent *consent)
{
	if (named(t, consent))
		return EXIT_DONE;
	if (consent->destroy)
		return refuse(t->path, "--destroy-data names another device", "");
	return refuse(t->path, "writing to a block device destroys what is on it; to allow it say --destroy-data=", t->path);
}

int target_check_use(const char *path, const struct platform_stat *st)
{
	char words[160];

	return platform_in_use(st, words, sizeof words) > 0 ? refuse(path, "in use: ", words) : EXIT_DONE;
}

static int check_signature(const struct target *t, const struct consent *consent)
{
	const char *name;
	int error = 0;

	if (consent->ignore_signature || !ENABLED(CONFIG_SIGNATURES))
		return EXIT_DONE;
	name = signature_find(t->fd, t->size, &error);
	if (name)
		return refuse(t->path, name, " found on it; to destroy that too say --ignore-signature");
	if (error)
		return error_warn(t->path, "looking for signatures: read", error);
	return EXIT_DONE;
}

/* Opens what was looked at, and nothing else: the path may have changed since. */
static int open_same(struct target *t, unsigned how)
{
	struct platform_stat st;
	int fd = platform_open_at(platform_here, t->path, how);

	if (fd < 0)
		return fd;
	if (platform_stat(fd, &st) || st.type != t->st.type || st.major != t->st.major ||
	    st.minor != t->st.minor || st.inode != t->st.inode) {
		platform_close(fd);
		return -ESTALE;
	}
	return fd;
}

static int open_for_writing(struct target *t, unsigned how)
{
	int fd = open_same(t, how);

	target_close(t);
	t->fd = fd;
	if (fd == -EBUSY)
		return error_refuse(t->path, "in use: the kernel holds it for somebody else");
	return fd < 0 ? error_warn(t->path, "open", fd) : EXIT_DONE;
}

/* Last, for the looks at signatures read at odd places. */
static void set_direct(struct target *t)
{
	t->direct = ENABLED(CONFIG_DIRECT_IO) && !platform_set_direct(t->fd, true);
	if (!t->direct)
		target_note_buffered(t->path);
}

static int check(struct target *t, const struct consent *consent)
{
	int status = EXIT_DONE;

	if (t->kind == TARGET_MTD || (t->kind == TARGET_BLOCK && t->fs.traits & PLATFORM_FLASH))
		return error_refuse(t->path, "raw flash is never written");
	if (t->kind != TARGET_FILE && t->kind != TARGET_BLOCK)
		return error_refuse(t->path, "only regular files and block devices are written");
	if (t->fs.traits & PLATFORM_READ_ONLY)
		return error_refuse(t->path, "it is read-only");
	if (t->kind == TARGET_BLOCK)
		status = check_consent(t, consent);
	return status ? status : target_check_use(t->path, &t->st);
}

int target_open_writing(struct target *t, const char *path, bool direct, const struct consent *consent)
{
	unsigned how = PLATFORM_READ | PLATFORM_WRITE;
	int status = target_open_reading(t, path, false);

	if (!status)
		status = check(t, consent);
	if (!status && t->kind == TARGET_BLOCK)
		how |= PLATFORM_EXCLUSIVE;
	if (!status)
		status = open_for_writing(t, how);
	if (!status && t->kind == TARGET_BLOCK)
		status = check_signature(t, consent);
	if (!status && direct)
		set_direct(t);
	if (status)
		target_close(t);
	return status;
}
