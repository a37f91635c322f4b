/* SPDX-License-Identifier: MIT */
/* step.c - when a test starts: at once, together with other copies, or at a line of input. */
#include "bonnie.h"

#include "applet.h"
#include "error.h"
#include "out.h"
#include "platform.h"

/* A test is at most so many turns, three a round: files that are made only to be deleted are created, deleted and
 * voted on. Each has its steps: the start, and two for what the copies want next. Those of a million runs (-x) fit
 * 32 bits. */
enum { TURNS = 3 * BONNIE_ROUNDS, STEPS = 3, START = 0, VOTE = 1 };

enum { WANTED = 1, IMPOSSIBLE = 2 };    /* votes */

/* ---- the place where programs meet ---- */

/* The one that the manual names: a file of the user's own, so users can't disturb each other. */
static const char *place(const struct options *o, char *text, size_t size)
{
	struct out path = out_memory(text, size);

	if (o->sync_file)
		return o->sync_file;
	out_text(&path, "/tmp/bonnie.");
	out_count(&path, platform_user_id());
	out_text(&path, ".sync");
	return out_end(&path);
}

/* What a call said about it. An exit code. */
static int judge(const char *path, int error, const char *busy, const char *call)
{
	if (error == -EBUSY)
		return error_refuse(path, busy);
	if (error == -EINVAL)
		return error_refuse(path, "not made by -p, or another user's");
	return error ? error_warn(path, call, error) : EXIT_DONE;
}

int step_prepare(const struct options *o)
{
	char text[64];
	const char *path = place(o, text, sizeof text);
	int status = judge(path, o->forget ? lockstep_forget(path) : lockstep_make(path, o->processes),
	                   "copies are running with it", o->forget ? "remove" : "make");

	if (status)
		return status;
	if (o->forget) {
		out_text(&out_stdout, "Semaphore removed.\n");          /* as Bonnie++ calls what it has instead */
		return EXIT_DONE;
	}
	out_text(&out_stdout, "Creating semaphore for ");
	out_count(&out_stdout, o->processes);
	out_text(&out_stdout, " procs.\n");
	return EXIT_DONE;
}

int step_join(struct bonnie *b)
{
	char text[64];
	const char *path;
	int error, status;

	if (!ENABLED(CONFIG_BONNIE_COPIES) || b->o->step != STEP_TOGETHER)
		return EXIT_DONE;
	path = place(b->o, text, sizeof text);
	error = lockstep_join(&b->lockstep, path);
	if (error == -ENOENT)
		return error_refuse(path, "-y: nobody has called -p with the number of copies");
	status = judge(path, error, "-y: all copies of -p are running", "-y: open");
	if (status)
		return status;
	b->in_step = true;
	b->lockstep.patience_ns = b->o->patience_ns;
	return EXIT_DONE;
}

/* ---- steps ---- */

void step_test(struct bonnie *b, unsigned number)
{
	if (!ENABLED(CONFIG_BONNIE_COPIES))
		return;
	b->number = number;
	b->turn = 0;
}

/* Says how many are missing, and before or in which test. */
static void say_missing(const struct bonnie *b, unsigned count, const char *why, const char *when, const char *label)
{
	char text[160];
	struct out o = OUT_MEMORY(text);

	out_count(&o, count);
	out_texts(&o, count == 1 ? " copy " : " copies ", why, when, label, "'", (char *)0);
	error_warn(b->o->directory, out_end(&o), 0);
}

static uint32_t step_of(const struct bonnie *b, unsigned which)
{
	return (b->number * TURNS + b->turn) * STEPS + which;
}

static void tell(struct bonnie *b, const struct lockstep_report *report, const char *when, enum test test)
{
	const char *label = phase_label(b, test);

	b->figures->lost += report->lost + report->late;
	if (report->lost)
		say_missing(b, report->lost, "of those in step died", when, label);
	if (report->late)
		say_missing(b, report->late, "of those in step did not come", when, label);
}

static void meet(struct bonnie *b, enum test test)
{
	struct lockstep_report report;
	bool first = !b->lockstep.passed;

	if (lockstep_wait(&b->lockstep, step_of(b, START), &report))
		return;
	tell(b, &report, " before '", test);
	b->abandoned |= report.late && first;
}

/* Prints the number of the test as Bonnie++ does, and waits for a line; the end of input counts as one. */
static void prompt(const struct bonnie *b)
{
	struct out *o = b->o->json && !*b->o->json ? &out_stderr : &out_stdout;
	char c = 0;

	out_char(o, '\n');
	out_count(o, b->number % TESTS);
	out_text(o, ":\n");
	out_flush(o);
	while (c != '\n' && platform_read(0, &c, 1) == 1)
		;
}

void step_wait(struct bonnie *b, enum test test)
{
	if (!ENABLED(CONFIG_BONNIE_COPIES))
		return;
	if (b->in_step)
		meet(b, test);
	else if (b->o->step == STEP_PROMPT && !b->turn)
		prompt(b);
	b->turn++;
}

bool step_again(struct bonnie *b, enum test test, bool wanted, bool possible)
{
	struct lockstep_report report;
	unsigned votes = (wanted ? WANTED : 0u) | (possible ? 0u : IMPOSSIBLE);

	if (!ENABLED(CONFIG_BONNIE_COPIES) || !b->in_step)
		return wanted && possible;
	if (lockstep_vote(&b->lockstep, step_of(b, VOTE), votes, &report))
		return false;
	tell(b, &report, " in '", test);
	b->turn++;
	return report.votes == WANTED;
}

void step_leave(struct bonnie *b)
{
	/* Stopped before its first test it has not taken part: another may have its place. */
	if (ENABLED(CONFIG_BONNIE_COPIES) && b->in_step && !workers_stop())
		lockstep_leave(&b->lockstep);
}
