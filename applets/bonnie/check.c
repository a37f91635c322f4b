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
	uint32_t mib = options_default_mib(o) / copies;
	uint64_t size = (mib < 16 ? 16 : mib) * MIB, room = b->target.fs.free / 2 / copies;

	return ENABLED(CONFIG_BONNIE_QUICK) && o->quick && size > room ? room : size;
}

/* Sizes that depend on the RAM and on each other. */
static void settle_sizes(struct bonnie *b)
{
	struct options *o = b->o;

	if (!o->ram_given)
		o->ram = b->target.ram;
	if (!o->size_given)
		o->size = default_size(b);
	o->size &= ~(uint64_t)(o->chunk - 1);  /* a power of two */
	if (o->char_size > o->size)
		o->char_size = o->size;
}

/* Reads of files smaller than this would come from memory, unless they can be dropped from there. The original
 * Bonnie knows no such rule, and a file system in memory can't obey it. */
static bool too_small(const struct bonnie *b)
{
	const struct options *o = b->o;
	bool cold = target_can_be_cold(&b->target) || b->target.fs.traits & PLATFORM_MEMORY;

	if (cold && !o->keep_cache && (!o->strict || options_classic(o)))
		return false;
	return o->size && (ENABLED(CONFIG_BONNIE_COPIES) ? number_multiply(o->size, copies_count(o)) : o->size) / 2 < o->ram;
}

static int refuse_ram(const struct options *o)
{
	char text[96];
	struct out line = OUT_MEMORY(text);

	out_text(&line, "File size should be double RAM for good results, RAM is ");
	out_count(&line, (uint32_t)(o->ram / MIB));
	out_text(&line, "M.");
	return error_refuse(o->directory, out_end(&line));
}

uint64_t check_inodes(const struct bonnie *b)
{
	const struct options *o = b->o;
	/* In memory every name takes one, of hard links, too. */
	bool one = options_links(o) == LINKS_HARD && !(b->target.fs.traits & PLATFORM_MEMORY);

	if (!o->files)
		return 1;
	return 1ull + (one ? 1 : o->files) + (options_tree(o) ? o->directories : 0);
}

/* What one copy needs. */
static void plan_needs(struct plan *p, const struct bonnie *b)
{
	const struct options *o = b->o;
	/* An inode and a block's worth of name and slack a file is a common measure; a hard link is but a name. */
	uint64_t slack = (uint64_t)o->files * (options_links(o) == LINKS_HARD ? 64 : 512) +
	                 (options_tree(o) ? o->directories * 4 * KIB : 0);

	p->files = o->files;
	p->inodes = check_inodes(b);
	p->space = number_add((uint64_t)o->files * options_file_max(o), slack);
	if (p->space < o->size)
		p->space = o->size;
	p->largest_file = o->size > options_file_max(o) ? o->size : options_file_max(o);
	p->memory = MIB + (uint64_t)o->chunk * (o->seekers + 1);
}

/* The bytes that it writes and reads. */
static void plan_bytes(struct plan *p, const struct options *o)
{
	uint32_t seeks = o->size ? o->seeks : 0;
	uint64_t twice = number_multiply(number_add(o->size, (uint64_t)o->files * o->file_max), 2);
	uint64_t both = number_add(o->char_size, twice);

	p->write_bytes = number_add(both, (uint64_t)(seeks / 10) * o->chunk);
	p->read_bytes = number_add(both, (uint64_t)seeks * o->chunk);
}

/* What so many copies do together. */
static void plan_make(struct plan *p, const struct bonnie *b, unsigned copies)
{
	uint64_t *const all[] = { &p->write_bytes, &p->read_bytes, &p->space, &p->files, &p->inodes, &p->memory };

	plan_needs(p, b);
	if (ENABLED(CONFIG_BONNIE_PLAN))
		plan_bytes(p, b->o);
	if (!ENABLED(CONFIG_BONNIE_COPIES))
		return;
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
		*all[i] = number_multiply(*all[i], copies);
}

/* How many of the directories up to this one are on its file system. */
static unsigned count_neighbours(unsigned index, const struct target *t)
{
	static struct neighbours seen, *n = &seen;
	unsigned count = 0;

	if (!ENABLED(CONFIG_BONNIE_COPIES))
		return 1;
	n->major[index] = t->st.holder_major;
	n->minor[index] = t->st.holder_minor;
	for (unsigned i = 0; i <= index; i++)
		count += n->major[i] == n->major[index] && n->minor[i] == n->minor[index];
	return count;
}

static int check_place(struct bonnie *b, unsigned index)
{
	struct options *o = b->o;
	struct plan plan = { 0 };       /* what is not known counts as none */
	int status;

	o->directory = o->places[index];
	status = target_open_directory(&b->target, o->directory);
	if (status)
		return status;
	if (ENABLED(CONFIG_JSON) && o->json)
		target_find_device(&b->target);
	if (!index)
		settle_sizes(b);
	if (ENABLED(CONFIG_BONNIE_PLAN) && o->plan) {
		plan_make(&plan, b, o->copies);
		plan_print(&plan, &b->target);
	}
	plan_make(&plan, b, o->copies * count_neighbours(index, &b->target));
	status = too_small(b) ? refuse_ram(o) : plan_check(&plan, &b->target);
	if (status && o->size && !o->size_given)
		error_note(o->directory, "size", "-s says another than the default");
	return status;
}

static int become(const struct options *o)
{
	int error = 0;

	if (!o->user && !o->group)
		return EXIT_DONE;
	if (ENABLED(CONFIG_BONNIE_DROP_CACHES) && o->drop_caches)
		error = helper_start();
	return error ? error_warn(NULL, "start a helper", error) : user_become(o->user, o->group, o->quiet);
}

/* In the original's words. */
static int check_classic(const struct options *o)
{
	if (!options_classic(o) || o->size <= CLASSIC_LIMIT * MIB ||
	    platform_largest_offset() > UINT32_MAX)
		return EXIT_DONE;
	out_text(&out_stderr, "File too large for 32-bit machine, sorry\n");
	out_flush(&out_stderr);
	return EXIT_USAGE;
}

static int check_places(struct bonnie *b, bool plans)
{
	int status = EXIT_DONE;

	/* A plan is one of all places, also where one would be refused. */
	for (unsigned i = 0; i < b->o->place_count && (!status || (plans && status == EXIT_REFUSED)); i++) {
		int refused = status;

		if (i)
			target_close(&b->target);
		status = check_place(b, i);
		status = status ? status : refused;
	}
	return status;
}

int check_run(struct bonnie *b)
{
	struct options *o = b->o;
	bool plans = ENABLED(CONFIG_BONNIE_PLAN) && o->plan;
	bool prepares = ENABLED(CONFIG_BONNIE_COPIES) && (o->processes || o->forget);
	uint32_t user, group;
	int status;

	if (platform_user_id() == 0 && !o->user && !o->group && !options_classic(o) && !plans && !prepares) {
		error_warn(NULL, "You must use the \"-u\" switch when running as root.", 0);
		return EXIT_USAGE;
	}
	if (prepares || (ENABLED(CONFIG_BONNIE_CLEAN) && o->clean))
		return become(o);
	status = user_find(o->user, o->group, &user, &group);
	if (!status)
		status = check_classic(o);
	if (!status && ENABLED(CONFIG_BONNIE_RANDOM_FILE))
		status = offsets_open(b);
	if (!status)
		status = check_places(b, plans);
	return status || plans ? status : become(o);
}
