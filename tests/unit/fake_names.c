/* SPDX-License-Identifier: MIT */
/* fake_names.c - part of fake_platform.c: names, directories, links, opening
 * and closing. */

int fake_number(const struct fake_node *node)
{
	return (int)(node - fake->node);
}

struct fake_node *fake_find(int parent, const char *name)
{
	for (unsigned i = 1; i < fake->nodes; i++) {
		struct fake_node *n = &fake->node[i];

		if (n->linked && n->parent == parent && !strcmp(n->name, name))
			return n;
	}
	return NULL;
}

unsigned fake_count(int parent)
{
	unsigned count = 0;

	for (unsigned i = 1; i < fake->nodes; i++)
		count += fake->node[i].linked && fake->node[i].parent == parent;
	return count;
}

unsigned fake_open_count(void)
{
	unsigned count = 0;

	for (int i = 0; i < DESCRIPTIONS; i++)
		count += machine->description[i].used;
	return count;
}

static unsigned char *reserve(size_t capacity)
{
	unsigned char *data = pool + machine->pool_used;

	if (capacity > POOL - machine->pool_used)
		wrong("the files' memory is used up");
	machine->pool_used += capacity;
	return data;
}

struct fake_node *fake_make(int parent, const char *name, enum platform_type type, size_t capacity)
{
	unsigned i = fake->nodes;
	struct fake_node *n;

	if (i == FAKE_NODES)
		for (i = 1; i < FAKE_NODES && fake->node[i].used; i++)
			;
	if (i == FAKE_NODES || strlen(name) >= sizeof n->name)
		wrong("too many files, or too long a name");
	if (i == fake->nodes)
		fake->nodes++;
	n = &fake->node[i];
	*n = fake->born;
	n->used = n->linked = true;
	n->parent = parent;
	n->advice = -1;
	strcpy(n->name, name);
	n->st.type = type;
	n->st.inode = i + 2;
	n->st.owner = fake->user;
	n->st.holder_major = fake->node[parent].st.holder_major;
	n->st.holder_minor = fake->node[parent].st.holder_minor;
	n->mincore = n->cachestat = -ENOSYS;
	n->capacity = capacity;
	n->data = capacity ? reserve(capacity) : NULL;
	return n;
}

static struct description *opened(int fd)
{
	int i = fd - FIRST_FD;

	return i >= 0 && i < DESCRIPTIONS && machine->description[i].used ? &machine->description[i] : NULL;
}

static struct fake_node *node_of(int fd)
{
	struct description *d = opened(fd);

	return d ? &fake->node[d->node] : NULL;
}

/* Where a path leads: its last part, and the directory that it is looked up in. */
struct place { int parent; const char *last; struct fake_node *node; };

/* 0 or -errno; node NULL where only the last part is missing. */
static int walk(int directory, const char *path, bool follow, int depth, struct place *p)
{
	static char part[2][64];
	struct fake_node *start = directory == platform_here ? &fake->node[FAKE_ROOT] : node_of(directory);
	int parent = *path == '/' || !start ? FAKE_ROOT : fake_number(start);

	if (!start || depth > 8)
		return start ? -ELOOP : -EBADF;
	*p = (struct place){ parent, path, &fake->node[parent] };
	while (*(path += strspn(path, "/"))) {
		size_t length = strcspn(path, "/");
		char *name = part[0];

		if (!p->node || p->node->st.type != PLATFORM_TYPE_DIRECTORY)
			return p->node ? -ENOTDIR : -ENOENT;
		if (length >= sizeof part[0])
			return -ENAMETOOLONG;
		p->parent = fake_number(p->node);
		memcpy(name, path, length);
		name[length] = 0;
		path += length;
		if (!strcmp(name, "."))
			continue;
		if (!strcmp(name, "..")) {
			p->node = &fake->node[p->node->parent];
			continue;
		}
		p->node = fake_find(p->parent, name);
		p->last = strcpy(part[1], name);
		if (p->node && p->node->st.type == PLATFORM_TYPE_LINK && (follow || *path)) {
			char rest[160];

			snprintf(rest, sizeof rest, "%s%s", p->node->link, path);
			if (p->node->link[0] != '/')
				wrong("only links with an absolute text are played");
			return walk(platform_here, rest, follow, depth + 1, p);
		}
	}
	return 0;
}

static int describe(struct fake_node *n, unsigned how)
{
	for (int i = 0; i < DESCRIPTIONS; i++)
		if (__sync_bool_compare_and_swap(&machine->description[i].used, 0u, 1u)) {
			machine->description[i] = (struct description){ 1, how & PLATFORM_DIRECT, how, fake_number(n), 0,
				                                          is_worker ? (int)getpid() : 0 };
			return FIRST_FD + i;
		}
	return -EMFILE;
}

static int open_there(struct fake_node *n, unsigned how)
{
	if (n->open_error)
		return n->open_error;
	if (how & PLATFORM_CREATE)
		return -EEXIST;
	if (n->st.type == PLATFORM_TYPE_LINK)
		return how & PLATFORM_DIRECTORY ? -ENOTDIR : -ELOOP;
	if ((how & PLATFORM_DIRECTORY) && n->st.type != PLATFORM_TYPE_DIRECTORY)
		return -ENOTDIR;
	if ((how & PLATFORM_WRITE) && n->st.type == PLATFORM_TYPE_DIRECTORY)
		return -EISDIR;
	if ((how & PLATFORM_WRITE) && (fake->fs.traits & PLATFORM_READ_ONLY))
		return -EROFS;
	if ((how & PLATFORM_EXCLUSIVE) && n->exclusive_busy)
		return -EBUSY;
	if ((how & PLATFORM_DIRECT) && n->direct == FAKE_DIRECT_REFUSED_AT_OPEN)
		return n->direct_error ? n->direct_error : -EINVAL;
	return describe(n, how);
}

int platform_open_at(int directory, const char *path, unsigned how)
{
	struct place p;
	int error = walk(directory, path, !(how & (PLATFORM_NOFOLLOW | PLATFORM_CREATE)), 0, &p);

	operation(0);
	if (error)
		return error;
	if (how & PLATFORM_TEMPORARY) {
		if (!p.node || p.node->temporary_error)
			return p.node ? p.node->temporary_error : -ENOENT;
		p.node = fake_make(fake_number(p.node), "", PLATFORM_TYPE_FILE, 0);
		p.node->kept = true;
		p.node->linked = false;
		return describe(p.node, how);
	}
	if (p.node)
		return open_there(p.node, how);
	if (!(how & (PLATFORM_CREATE | PLATFORM_RESULTS)))
		return -ENOENT;
	if (fake->fs.traits & PLATFORM_READ_ONLY)
		return -EROFS;
	if (fake->node[p.parent].full)
		return -ENOSPC;
	p.node = fake_make(p.parent, p.last, PLATFORM_TYPE_FILE, 0);
	p.node->kept = true;
	return describe(p.node, how);
}

int platform_close(int fd)
{
	struct description *d = opened(fd);
	struct fake_node *n = node_of(fd);

	if (fd < FIRST_FD)
		return close(fd) ? -errno : 0;
	if (!d)
		return -EBADF;
	if (is_worker && d->opener != (int)getpid())    /* only this process's copy goes */
		return 0;
	d->used = 0;
	n->used = n->linked;
	for (int i = 0; i < DESCRIPTIONS; i++)
		if (machine->description[i].used && machine->description[i].node == fake_number(n))
			n->used = true;
	return 0;
}

static void stat_node(const struct fake_node *n, struct platform_stat *st)
{
	*st = n->st;
	if (n->st.type == PLATFORM_TYPE_FILE) {
		st->size = n->size;
		if (!st->allocated)
			st->allocated = n->size;
	}
}

int platform_stat(int fd, struct platform_stat *st)
{
	operation(0);
	if (!node_of(fd))
		return -EBADF;
	stat_node(node_of(fd), st);
	return 0;
}

int platform_stat_at(int directory, const char *name, bool follow, struct platform_stat *st)
{
	struct place p;
	int error = walk(directory, name, follow, 0, &p);

	operation(0);
	if (error || !p.node)
		return error ? error : -ENOENT;
	stat_node(p.node, st);
	return 0;
}

static int remove_at(int directory, const char *name, bool wanted_directory)
{
	struct place p;
	int error = walk(directory, name, false, 0, &p);

	operation(0);
	if (error || !p.node)
		return error ? error : -ENOENT;
	if (p.node->unlink_error) {
		error = p.node->unlink_error;
		if (p.node->unlink_fails && !--p.node->unlink_fails)
			p.node->unlink_error = 0;
		return error;
	}
	if (wanted_directory != (p.node->st.type == PLATFORM_TYPE_DIRECTORY))
		return wanted_directory ? -ENOTDIR : fake->unlink_directory_error;
	if (wanted_directory && fake_count(fake_number(p.node)))
		return -ENOTEMPTY;
	p.node->linked = p.node->used = false;
	for (int i = 0; i < DESCRIPTIONS; i++)
		if (machine->description[i].used && machine->description[i].node == fake_number(p.node))
			p.node->used = true;
	return 0;
}

int platform_unlink_at(int directory, const char *name)
{
	return remove_at(directory, name, false);
}

int platform_remove_directory_at(int directory, const char *name)
{
	return remove_at(directory, name, true);
}

static int make_at(int directory, const char *name, enum platform_type type, const char *text)
{
	struct place p;
	int error = walk(directory, name, false, 0, &p);

	operation(0);
	if (error || p.node)
		return error ? error : -EEXIST;
	strncpy(fake_make(p.parent, p.last, type, 0)->link, text, 63);
	return 0;
}

int platform_make_directory_at(int directory, const char *name)
{
	return make_at(directory, name, PLATFORM_TYPE_DIRECTORY, "");
}

int platform_symlink_at(const char *text, int directory, const char *name)
{
	return make_at(directory, name, PLATFORM_TYPE_LINK, text);
}

int platform_make_symlink(const char *text, const char *path)
{
	return make_at(platform_here, path, PLATFORM_TYPE_LINK, text);
}

/* Hard links: a node has one name. */
int platform_link_at(int directory, const char *name, const char *new_name)
{
	(void)directory;
	(void)name;
	(void)new_name;
	return -ENOSYS;
}

int platform_read_link(const char *path, char *text, size_t size)
{
	struct place p;
	int error = walk(platform_here, path, false, 0, &p);

	if (error || !p.node || p.node->st.type != PLATFORM_TYPE_LINK)
		return error ? error : p.node ? -EINVAL : -ENOENT;
	return snprintf(text, size, "%s", p.node->link);
}
