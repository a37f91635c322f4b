/* SPDX-License-Identifier: MIT */
/* offsets.c - where the seek test goes. */
#include "offsets.h"

#include "applet.h"
#include "error.h"
#include "io.h"
#include "platform.h"
#include "random.h"

static uint32_t number_at(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* Of a signed number; the smallest has no positive one in 32 bits, so the result is unsigned. */
static uint32_t absolute(uint32_t value)
{
	return value >> 31 ? 0 - value : value;
}

/* Numbers first .. of the file into the block. 0 or -errno; a file that shrank is -EIO. */
static int load(struct offsets *of, uint32_t first)
{
	struct io io = { of->b->random_fd, false };
	int64_t got = io_read_at(&io, of->block, sizeof of->block, first * 4ull);

	if (got < 4)
		return got < 0 ? (int)got : -EIO;
	of->first = first;
	of->count = (uint32_t)got / 4;
	return 0;
}

static int64_t from_file(struct offsets *of, uint32_t n)
{
	uint32_t wanted = n % of->b->random_count;

	if (wanted < of->first || wanted >= of->first + of->count) {
		int error = load(of, wanted);

		if (error)
			return error;
	}
	return absolute(number_at(of->block + 4 * (wanted - of->first)));
}

void offsets_start(struct offsets *of, const struct bonnie *b)
{
	of->b = b;
	of->next = of->first = of->count = 0;
	platform_random_start(b->o->seed);
}

/* Two numbers a seek: files of more than 2^31 chunks exist. */
int64_t offsets_chunk(struct offsets *of, uint32_t n, uint64_t chunks)
{
	uint64_t high;

	if (ENABLED(CONFIG_BONNIE_RANDOM_FILE) && of->b->random_count) {
		int64_t number = from_file(of, n);

		return number < 0 ? number : (int64_t)((uint64_t)number % chunks);
	}
	platform_random_skip((n - of->next) * 2ull);
	of->next = n + 1;
	high = platform_random_next();
	return (int64_t)((high << 31 | platform_random_next()) % chunks);
}

/* The file's numbers, folded into one. */
static int seed_of(struct bonnie *b, uint64_t *seed)
{
	struct offsets of = { .b = b };

	*seed = b->random_count;
	for (uint32_t n = 0; n < b->random_count; n++) {
		int64_t number = from_file(&of, n);

		if (number < 0)
			return (int)number;
		*seed = random_at(*seed, (uint64_t)number);
	}
	return 0;
}

int offsets_open(struct bonnie *b)
{
	const char *path = b->o->random_file;
	struct platform_stat st;
	int error;

	if (!path)
		return EXIT_DONE;
	b->random_fd = platform_open_at(platform_here, path, PLATFORM_READ | PLATFORM_NONBLOCK);
	error = b->random_fd < 0 ? b->random_fd : platform_stat(b->random_fd, &st);
	if (error)
		return error_warn(path, "open", error);
	b->random_count = st.size / 4 < UINT32_MAX ? (uint32_t)(st.size / 4) : UINT32_MAX;
	if (st.type != PLATFORM_TYPE_FILE || !b->random_count)
		return error_usage(path, "a file of 32-bit big-endian numbers");
	error = b->o->seed_given ? 0 : seed_of(b, &b->o->seed);
	return error ? error_warn(path, "read", error) : EXIT_DONE;
}
