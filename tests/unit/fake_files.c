/* SPDX-License-Identifier: MIT */
/* fake_files.c - part of fake_platform.c: reading, writing, what it costs,
 * stdio, reading directories. */

static bool direct_now(const struct description *d)
{
	return d->direct && d->node >= 0;
}

static int64_t transfer_ns(const struct fake_node *n, uint64_t bytes)
{
	uint64_t rate = n->bytes_per_s;

	return rate ? (int64_t)(bytes / rate * 1000000000 + bytes % rate * 1000000000 / rate) : 0;
}

/* When the device will have delivered what lies before `end`. */
static int64_t delivered_ns(const struct fake_node *n, uint64_t end)
{
	int64_t ns = transfer_ns(n, end - n->pipe_start);

	if (n->burst_ns)
		ns = (ns + n->burst_ns - 1) / n->burst_ns * n->burst_ns;
	return n->pipe_began_ns + ns;
}

/* A sequential reader with readahead: the device goes on by itself while the reader is away, until
 * it is `readahead` bytes ahead. It starts anew behind a jump or a pause. */
static int64_t piped_ns(struct fake_node *n, uint64_t offset, uint64_t bytes)
{
	uint64_t end = offset + bytes, more = n->advice == PLATFORM_RANDOM ? 0 : n->readahead;
	int64_t ready;

	if (offset < n->pipe_start || offset > n->pipe_end || !n->pipe_began_ns) {
		n->pipe_start = n->pipe_end = offset;
		n->pipe_began_ns = clock_ns;
	} else if (delivered_ns(n, n->pipe_end) + n->burst_ns < clock_ns && end + more > n->pipe_end) {
		n->pipe_start = n->pipe_end;            /* it stood idle; a throttle saves one portion up */
		n->pipe_began_ns = clock_ns;
	}
	if (n->pipe_end < end + more)
		n->pipe_end = end + more;
	ready = end > n->pipe_start ? delivered_ns(n, end) : clock_ns;
	return ready > clock_ns ? ready - clock_ns : 0;
}

/* How many of `size` bytes at the offset a call may move, or -errno. */
static int64_t allowed(struct description *d, struct fake_node *n, uint64_t offset, uint64_t size, unsigned need)
{
	if (!(d->how & need))
		return -EBADF;
	if (direct_now(d) && n->direct == FAKE_DIRECT_REFUSED_AT_IO)
		return n->direct_error ? n->direct_error : -EINVAL;
	if (n->most && size > n->most)
		size = n->most;
	if (n->error && offset + size > n->error_at && (!n->error_end || offset < n->error_end)) {
		if (offset >= n->error_at)
			return n->error;
		size = n->error_at - offset;
	}
	return (int64_t)size;
}

static int64_t read_node(struct description *d, void *buffer, size_t size, uint64_t offset)
{
	struct fake_node *n = &fake->node[d->node];
	int64_t count = allowed(d, n, offset, size, PLATFORM_READ);
	uint64_t left = offset < n->size ? n->size - offset : 0;

	n->reads++;
	if (n->rate_at)
		n->bytes_per_s = n->rate_at(offset);
	operation(n->read_ns);
	if (count <= 0)
		return count;
	if ((uint64_t)count > left)
		count = (int64_t)left;
	if (n->data)
		memcpy(buffer, n->data + offset, (size_t)count);
	else    /* as far as anybody looks: all of it takes an emulator minutes */
		memset(buffer, 0, (size_t)(count < 65536 ? count : 65536));
	operation(n->readahead && !direct_now(d) ? piped_ns(n, offset, (uint64_t)count)
	                                         : transfer_ns(n, (uint64_t)count));
	usage.read_bytes += (uint64_t)count;
	return count;
}

static int64_t write_node(struct description *d, const void *buffer, size_t size, uint64_t offset)
{
	struct fake_node *n = &fake->node[d->node];
	int64_t count = allowed(d, n, offset, size, PLATFORM_WRITE);

	n->writes++;
	operation(n->write_ns);
	if (count <= 0)
		return count;
	if (n->full && (uint64_t)count > n->room)
		count = (int64_t)n->room;
	if (!count)
		return -ENOSPC;
	n->room -= n->full ? (uint64_t)count : 0;
	if (n->kept && !n->data)
		n->data = reserve(n->capacity = FAKE_CAPACITY);
	if (n->data && offset + (uint64_t)count > n->capacity)
		wrong("a file grew over its capacity");
	if (n->data)
		memcpy(n->data + offset, buffer, (size_t)count);
	if (offset + (uint64_t)count > n->size)
		n->size = offset + (uint64_t)count;
	if (n->write_cache && !direct_now(d))
		n->dirty += (uint64_t)count;
	else
		operation(transfer_ns(n, (uint64_t)count));
	usage.written_bytes += (uint64_t)count;
	return count;
}

int64_t platform_pread(int fd, void *buffer, size_t size, uint64_t offset)
{
	struct description *d = opened(fd);

	if (!d)
		return -EBADF;
	log_call("pread", fake->node[d->node].name, offset, size);
	return read_node(d, buffer, size, offset);
}

int64_t platform_read(int fd, void *buffer, size_t size)
{
	struct description *d = opened(fd);
	int64_t n;

	if (fd < FIRST_FD) {                    /* a pipe */
		do
			n = read(fd, buffer, size);
		while (n < 0 && errno == EINTR && !platform_stop_signal());
		return n < 0 ? -errno : n;
	}
	if (!d)
		return -EBADF;
	log_call("read", fake->node[d->node].name, d->position, size);
	n = read_node(d, buffer, size, d->position);
	d->position += n > 0 ? (uint64_t)n : 0;
	return n;
}

int64_t platform_pwrite(int fd, const void *buffer, size_t size, uint64_t offset)
{
	struct description *d = opened(fd);

	if (!d)
		return -EBADF;
	log_call("pwrite", fake->node[d->node].name, offset, size);
	return write_node(d, buffer, size, offset);
}

/* What goes to stdout and stderr is kept. */
static int64_t capture(int fd, const void *buffer, size_t size)
{
	char *text = fd == 1 ? fake->out : fake->err;
	size_t *used = fd == 1 ? &fake->out_used : &fake->err_used;

	fake->out_writes += fd == 1;
	if (fd == 1 && fake->out_error)
		return fake->out_error;
	if (fd == 1 && fake->out_stalls) {
		fake->out_stalls--;
		return 0;
	}
	if (fake->out_most && size > fake->out_most)
		size = fake->out_most;
	if (size >= FAKE_TEXT - *used)
		wrong("too much output");
	memcpy(text + *used, buffer, size);
	*used += size;
	return (int64_t)size;
}

int64_t platform_write(int fd, const void *buffer, size_t size)
{
	struct description *d = opened(fd);
	int64_t n;

	if (fd == 1 || fd == 2)
		return capture(fd, buffer, size);
	if (!d)
		return -EBADF;
	log_call("write", fake->node[d->node].name, d->position, size);
	n = write_node(d, buffer, size, d->position);
	d->position += n > 0 ? (uint64_t)n : 0;
	return n;
}

int64_t platform_seek(int fd, uint64_t offset)
{
	struct description *d = opened(fd);

	operation(0);
	if (!d)
		return fd < FIRST_FD ? -ESPIPE : -EBADF;
	d->position = offset;
	return (int64_t)offset;
}

int64_t platform_seek_by(int fd, int64_t by)
{
	struct description *d = opened(fd);

	operation(0);
	if (!d)
		return fd < FIRST_FD ? -ESPIPE : -EBADF;
	if (by < 0 && (uint64_t)-by > d->position)
		return -EINVAL;
	d->position += (uint64_t)by;
	return (int64_t)d->position;
}

int platform_truncate(int fd, uint64_t size)
{
	struct fake_node *n = node_of(fd);

	operation(0);
	if (!n)
		return -EBADF;
	if (n->data && size > n->size && size <= n->capacity)
		memset(n->data + n->size, 0, (size_t)(size - n->size));
	n->size = size;
	return 0;
}

/* ---- to the device ---- */

static int sync_node(struct fake_node *n, uint64_t bytes)
{
	if (bytes > n->dirty)
		bytes = n->dirty;
	n->dirty -= bytes;
	operation(n->sync_ns + transfer_ns(n, bytes));
	return n->sync_error;
}

int platform_sync(int fd)
{
	struct fake_node *n = node_of(fd);

	if (!n)
		return -EBADF;
	log_call("sync", n->name, 0, 0);
	n->syncs++;
	return sync_node(n, UINT64_MAX);
}

int platform_sync_data(int fd)
{
	struct fake_node *n = node_of(fd);

	if (!n)
		return -EBADF;
	log_call("sync_data", n->name, 0, 0);
	n->data_syncs++;
	return sync_node(n, UINT64_MAX);
}

int platform_flush_range(int fd, uint64_t offset, uint64_t size, bool wait)
{
	struct fake_node *n = node_of(fd);

	if (!n)
		return -EBADF;
	log_call(wait ? "flush_wait" : "flush_start", n->name, offset, size);
	if (n->flush_error)
		return n->flush_error;
	return wait ? sync_node(n, size) : 0;
}

void platform_sync_all(void)
{
	for (unsigned i = 1; i < fake->nodes; i++)
		sync_node(&fake->node[i], UINT64_MAX);
}

/* ---- stdio: without a buffer, which no test of core looks at ---- */

struct platform_stream { int fd, error; };

struct platform_stream *platform_stream_open(int fd, bool writing)
{
	static struct platform_stream stream;

	(void)writing;
	stream = (struct platform_stream){ fd, 0 };
	return &stream;
}

int platform_stream_put(struct platform_stream *s, const unsigned char *bytes, size_t count)
{
	int64_t n = 0;

	for (size_t done = 0; n >= 0 && done < count; done += n > 0 ? (size_t)n : 0)
		n = platform_write(s->fd, bytes + done, count - done);
	if (n < 0 && !s->error)
		s->error = (int)n;
	return n < 0 ? (int)n : 0;
}

int64_t platform_stream_get(struct platform_stream *s, unsigned char *bytes, size_t count)
{
	return platform_read(s->fd, bytes, count);
}

int platform_stream_close(struct platform_stream *s)
{
	return s->error;
}

/* ---- directories ---- */

void platform_directory_start(struct platform_directory *d, int fd)
{
	d->fd = fd;
	d->error = 0;
	d->at = d->end = 0;
}

/* Like the worst of file systems: the position counts names, so one that is removed hides the next. */
const char *platform_directory_next(struct platform_directory *d)
{
	const struct fake_node *directory = node_of(d->fd);
	unsigned skip = d->at;

	operation(0);
	if (!directory || directory->st.type != PLATFORM_TYPE_DIRECTORY)
		d->error = -EBADF;
	else if (directory->read_directory_error)
		d->error = directory->read_directory_error;
	for (unsigned i = 1; i < fake->nodes && !d->error; i++) {
		const struct fake_node *n = &fake->node[i];

		if (n->linked && n->parent == fake_number(directory) && !skip--) {
			d->at++;
			return n->name;
		}
	}
	return NULL;
}
