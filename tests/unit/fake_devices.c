/* SPDX-License-Identifier: MIT */
/* fake_devices.c - part of fake_platform.c: the page cache, file systems,
 * devices and what is known about them. */

/* ---- the page cache ---- */

int platform_advise(int fd, enum platform_advice advice)
{
	struct fake_node *n = node_of(fd);

	if (!n)
		return -EBADF;
	log_call("advise", n->name, advice, 0);
	n->advice = (int)advice;
	return 0;
}

int platform_set_direct(int fd, bool on)
{
	struct description *d = opened(fd);
	struct fake_node *n = node_of(fd);

	if (!d)
		return -EBADF;
	if (!on && n->undirect_error)
		return n->undirect_error;
	if (on && n->direct == FAKE_DIRECT_REFUSED_AT_OPEN)
		return n->direct_error ? n->direct_error : -EINVAL;
	n->direct_off += !on;
	d->direct = on;
	return 0;
}

/* What the device has delivered of [offset, offset + size) beyond what was scripted. */
static int64_t resident(const struct fake_node *n, int64_t scripted, uint64_t offset, uint64_t size)
{
	uint64_t low = offset, high = offset + size < n->pipe_end ? offset + size : n->pipe_end;

	if (scripted != FAKE_FROM_READAHEAD)
		return scripted;
	if (!n->pipe_began_ns || offset < n->pipe_start)
		return 0;
	while (low < high) {                    /* the last byte that has arrived */
		uint64_t middle = low + (high - low + 1) / 2;

		if (delivered_ns(n, middle) <= clock_ns)
			low = middle;
		else
			high = middle - 1;
	}
	return (int64_t)(low - offset);
}

int64_t platform_resident_mincore(int fd, uint64_t offset, uint64_t size)
{
	struct fake_node *n = node_of(fd);

	if (n)
		log_call("mincore", n->name, offset, size);
	return n ? resident(n, n->mincore, offset, size) : -EBADF;
}

int64_t platform_resident_cachestat(int fd, uint64_t offset, uint64_t size)
{
	struct fake_node *n = node_of(fd);

	if (n)
		log_call("cachestat", n->name, offset, size);
	return n ? resident(n, n->cachestat, offset, size) : -EBADF;
}

int platform_flush_device(int fd)
{
	struct fake_node *n = node_of(fd);

	if (!n)
		return -EBADF;
	n->device_flushes++;
	return n->device_flush_error;
}

int platform_drop_caches(void)
{
	return -ENOSYS;
}

int platform_filesystem(int fd, struct platform_filesystem *fs)
{
	if (!node_of(fd))
		return -EBADF;
	*fs = fake->fs;
	return fake->fs_error;
}

/* ---- devices ---- */

int platform_encoded_extents(int fd)
{
	return node_of(fd) ? node_of(fd)->encoded : -EBADF;
}

int platform_block(int fd, struct platform_block *b)
{
	struct fake_node *n = node_of(fd);

	if (!n || !n->block.size)
		return n ? -ENOTTY : -EBADF;
	*b = n->block;
	return 0;
}

int platform_mtd(int fd, struct platform_mtd *m)
{
	struct fake_node *n = node_of(fd);

	if (!n || !n->mtd.size)
		return n ? -ENOTTY : -EBADF;
	*m = n->mtd;
	return 0;
}

int platform_device(uint32_t major, uint32_t minor, struct platform_device *d)
{
	for (int i = 0; i < FAKE_DEVICES; i++) {
		const struct platform_device *known = &fake->device[i];

		if (known->name[0] && known->major == major && known->minor == minor) {
			*d = *known;
			return 0;
		}
	}
	return -ENODEV;
}

void platform_device_details(struct platform_device *d)
{
	(void)d;                        /* platform_device() has told all */
}

int platform_mount(int fd, struct platform_mount *m)
{
	if (!node_of(fd))
		return -EBADF;
	if (!fake->mount.type[0])
		return -ENOSYS;
	*m = fake->mount;
	return 0;
}

/* By what it stands for, or by what it is. */
int platform_in_use(const struct platform_stat *st, char *words, size_t size)
{
	for (unsigned i = 1; i < fake->nodes; i++) {
		const struct fake_node *n = &fake->node[i];
		bool same = st->type == PLATFORM_TYPE_BLOCK ? n->st.major == st->major && n->st.minor == st->minor
		                                            : n->st.inode == st->inode;

		if (n->linked && same && n->st.type == st->type && n->in_use[0]) {
			snprintf(words, size, "%s", n->in_use);
			return 1;
		}
	}
	return 0;
}

/* ---- what no test of core looks at: a machine without them ---- */

int platform_ata_identify(int fd, bool fresh, unsigned char sector[PLATFORM_IDENTIFY])
{
	(void)fd;
	(void)fresh;
	(void)sector;
	return -ENOSYS;
}

int platform_ata_set_feature(int fd, uint8_t feature, uint8_t value)
{
	(void)fd;
	(void)feature;
	(void)value;
	return -ENOSYS;
}

int platform_setting(int fd, enum platform_setting setting, uint32_t *value)
{
	(void)fd;
	(void)setting;
	(void)value;
	return -ENOTTY;
}

int platform_change_setting(int fd, enum platform_setting setting, uint32_t value)
{
	(void)fd;
	(void)setting;
	(void)value;
	return -ENOTTY;
}

int platform_geometry(int fd, struct platform_geometry *g)
{
	(void)fd;
	(void)g;
	return -ENOTTY;
}

int platform_disk_text(uint32_t major, uint32_t minor, const char *name, char *text, size_t size)
{
	(void)major;
	(void)minor;
	(void)name;
	(void)text;
	(void)size;
	return -ENOENT;
}

int platform_change_disk_text(uint32_t major, uint32_t minor, const char *name, const char *text)
{
	(void)major;
	(void)minor;
	(void)name;
	(void)text;
	return -ENOENT;
}

uint64_t platform_processor_cache(void)
{
	return 0;
}

int platform_open_output(int directory, const char *path, unsigned how)
{
	(void)directory;
	(void)path;
	(void)how;
	return -ENOSYS;
}

int platform_set_no_atime(int fd)
{
	(void)fd;
	return -ENOSYS;
}

int platform_expect_range(int fd, uint64_t offset, uint64_t size, bool wanted)
{
	struct fake_node *n = node_of(fd);

	if (n)
		log_call(wanted ? "prefetch" : "forget", n->name, offset, size);
	return n ? 0 : -EBADF;
}

/* ---- who has what ---- */

int platform_hold(int fd)
{
	int error = fake->next_hold_error;

	fake->next_hold_error = 0;
	return error ? error : node_of(fd) ? node_of(fd)->hold_error : -EBADF;
}
