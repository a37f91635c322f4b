/* SPDX-License-Identifier: MIT */
/* check.c - everything that can say no before anything is created. */
#include "bonnie.h"

#include "applet.h"
#include "error.h"
#include "helper.h"
#include "number.h"
#include "offsets.h"
#include "out.h"
#include "plan.h"
#include "user.h"

enum { CLASSIC_LIMIT = 2047 };          /* MiB where file sizes have 32 bits */

/* Where the directories seen so far are: copies on one file system share its space. */
struct neighbours {
	uint32_t major[BONNIE_PLACES], minor[BONNIE_PLACES];
};

/* A part of the RAM's rule for each copy, in whole chunks; with --quick no more than half of what is free. */
static uint64_t default_size(const struct bonnie *b)
{
	const struct options *o = b->o;
	unsigned copies = copies_count(o);
	uint64_t size = options_default_size(o) / copies, room = b->target.fs.free / 2 / copies;

	size -= size % MIB;
	if (size < 16 * MIB)
		size = 16 * MIB;
	return o->quick && size > room ? room : size;
}

/* Sizes that depend on the RAM and on each other. */
static void settle_sizes(struct bonnie *b)
{
	struct options *o = b->o;

	if (!o->ram_given)
		o->ram = b->target.ram;
	if (!o->size_given)
		o->size = default_size(b);
	o->size -= o->size % o->chunk;
	if (o->char_size > o->size)
		o->char_size = o->size;
}

/* Reads of files smaller than this would come from memory, unless they can be dropped from there. The original
 * Bonnie knows no such rule, and a file system in memory can't obey it. */
static int check_ram(const struct bonnie *b)
{
	const struct options *o = b->o;
	bool cold = target_can_be_cold(&b->target) || b->target.fs.traits & PLATFORM_MEMORY;
	bool must = (o->strict && !o->classic) || o->keep_cache || !cold;
	char text[96];
	struct out line = OUT_MEMORY(text);

	if (!must || !o->size || number_multiply(o->size, copies_count(o)) / 2 >= o->ram)
		return EXIT_DONE;
	out_text(&line, "File size should be double RAM for good results, RAM is ");
	out_number(&line, o->ram / MIB, 0);
	out_text(&line, "M.");
	return error_refuse(o->directory, out_end(&line));
}

uint64_t check_inodes(const struct bonnie *b)
{
	const struct options *o = b->o;
	/* In memory every name takes one, of hard links, too. */
	bool one = o->links == LINKS_HARD && !(b->target.fs.traits & PLATFORM_MEMORY);

	if (!o->files)
		return 1;
	return 1 + (one ? 1 : o->files) + (o->directories > 1 ? o->directories : 0);
}

/* What `copies` copies do together. */
static struct plan plan_of(const struct bonnie *b, unsigned copies)
{
	const struct options *o = b->o;
	uint64_t seek_bytes = number_multiply(o->seeks, o->chunk), rounds = o->size ? 1 : 0;
	uint64_t small = number_multiply(o->files, o->file_max);
	/* An inode and a block's worth of name and slack a file is a common measure; a hard link is but a name. */
	uint64_t slack = number_multiply(o->files, o->links == LINKS_HARD ? 64 : 512) +
	                 (o->directories > 1 ? number_multiply(o->directories, 4 * KIB) : 0);
	uint64_t space = o->size > number_add(small, slack) ? o->size : number_add(small, slack);
	uint64_t both = number_add(number_add(o->char_size, number_multiply(o->size, 2)), number_multiply(small, 2));
	uint64_t memory = MIB + number_multiply(o->chunk, o->seekers + 1);

	return (struct plan){
		.write_bytes = number_multiply(number_add(both, seek_bytes / 10 * rounds), copies),
		.read_bytes = number_multiply(number_add(both, seek_bytes * rounds), copies),
		.space = number_multiply(space, copies),
		.largest_file = o->size > o->file_max ? o->size : o->file_max,
		.files = number_multiply(o->files, copies),
		.inodes = number_multiply(check_inodes(b), copies),
		.memory = number_multiply(memory, copies),
	};
}

/* How many of the directories up to this one are on its file system. */
static unsigned count_neighbours(struct neighbours *n, unsigned index, const struct target *t)
{
	unsigned count = 0;

	n->major[index] = t->st.holder_major;
	n->minor[index] = t->st.holder_minor;
	for (unsigned i = 0; i <= index; i++)
		count += n->major[i] == n->major[index] && n->minor[i] == n->minor[index];
	return count;
}

static int check_place(struct bonnie *b, struct neighbours *n, unsigned index)
{
	struct options *o = b->o;
	struct plan plan;
	int status;

	o->directory = o->places[index];
	status = target_open_directory(&b->target, o->directory);
	if (status)
		return status;
	if (ENABLED(CONFIG_JSON) && o->json)
		target_find_device(&b->target);
	if (!index)
		settle_sizes(b);
	if (o->plan) {
		plan = plan_of(b, o->copies);
		plan_print(&plan, &b->target);
	}
	plan = plan_of(b, o->copies * count_neighbours(n, index, &b->target));
	status = check_ram(b);
	if (!status)
		status = plan_check(&plan, &b->target);
	if (status && o->size && !o->size_given)
		error_note(o->directory, "size", "-s says another than the default");
	return status;
}

static int become(const struct options *o)
{
	int error;

	if (!o->user && !o->group)
		return EXIT_DONE;
	error = o->drop_caches ? helper_start() : 0;
	return error ? error_warn(NULL, "start a helper", error) : user_become(o->user, o->group, o->quiet);
}

/* In the original's words. */
static int check_classic(const struct options *o)
{
	if (!o->classic || o->size <= CLASSIC_LIMIT * MIB || platform_largest_offset() > UINT32_MAX)
		return EXIT_DONE;
	out_text(&out_stderr, "File too large for 32-bit machine, sorry\n");
	out_flush(&out_stderr);
	return EXIT_USAGE;
}

int check_run(struct bonnie *b)
{
	static struct neighbours neighbours;
	struct options *o = b->o;
	bool measures = !o->plan && !o->processes && !o->forget;
	uint32_t user, group;
	int status;

	if (platform_user_id() == 0 && !o->user && !o->group && !o->classic && measures) {
		error_warn(NULL, "You must use the \"-u\" switch when running as root.", 0);
		return EXIT_USAGE;
	}
	if (o->processes || o->forget || o->clean)
		return become(o);
	status = user_find(o->user, o->group, &user, &group);
	if (!status)
		status = check_classic(o);
	if (!status)
		status = offsets_open(b);
	/* A plan is one of all places, also where one would be refused. */
	for (unsigned i = 0; i < o->place_count && (!status || (o->plan && status == EXIT_REFUSED)); i++) {
		int refused = status;

		if (i)
			target_close(&b->target);
		status = check_place(b, &neighbours, i);
		status = status ? status : refused;
	}
	return status || o->plan ? status : become(o);
}
