/* SPDX-License-Identifier: MIT */
/* fake_platform.c - the made-up machine: its state, clock, memory and users.
 * Its other parts are included at the end: one library, one translation unit. */
#define _GNU_SOURCE
#include "fake_platform.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIRST_FD = 1000, DESCRIPTIONS = 1024, CHILDREN = 512 };
enum { POOL = 256 << 20 };              /* of file data; only what is touched costs memory */

/* An open file: shared by the processes that inherited it. */
struct description {
	unsigned used;                     /* taken by an atomic exchange: workers open files at the same time */
	bool direct;
	unsigned how;
	int node;
	uint64_t position;
	int opener;                     /* the worker that opened it for itself; 0: the test's process */
};

static struct machine {
	struct fake fake;
	struct description description[DESCRIPTIONS];
	size_t pool_used;
} *machine;

struct fake *fake;

/* What each process has of its own. */
static unsigned char *pool;
static int64_t clock_ns;
static uint64_t operations;
static struct platform_usage usage;
static bool is_worker;
static volatile sig_atomic_t worker_signal;
static int children[CHILDREN];

/* A call that a test must not make: says so and fails the program. */
static void wrong(const char *what)
{
	fprintf(stderr, "fake_platform: %s\n", what);
	abort();
}

static void *shared_pages(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
	               MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		wrong("no memory for the fake itself");
	return p;
}

static void log_call(const char *call, const char *name, uint64_t a, uint64_t b)
{
	size_t left = FAKE_TEXT - fake->log_used;
	int n;

	if (!fake->logging)
		return;
	n = snprintf(fake->log + fake->log_used, left, "%s %s %llu %llu\n", call, name,
	             (unsigned long long)a, (unsigned long long)b);
	if (n < 0 || (size_t)n >= left)
		wrong("the log is full");
	fake->log_used += (size_t)n;
}

static void make_root(void)
{
	struct fake_node *root = &fake->node[FAKE_ROOT];

	fake->nodes = 1;
	*root = (struct fake_node){ .used = true, .linked = true, .name = "/", .advice = -1 };
	root->st = (struct platform_stat){ PLATFORM_TYPE_DIRECTORY, 0, 0, 0, 0, 8, 1, 2, 0 };
}

int fake_setup(void **state)
{
	(void)state;
	machine = shared_pages(sizeof *machine);
	fake = &machine->fake;
	pool = shared_pages(POOL);
	clock_ns = 1000000000000;
	operations = 0;
	usage = (struct platform_usage){ 0, 0, 0, 0 };
	memset(children, 0, sizeof children);
	fake->tick_ns = 0;
	fake->ram = 1ull << 30;
	fake->memory_limit = fake->file_limit = UINT64_MAX;
	fake->process_id = 4711;
	fake->stop_signal = SIGINT;
	fake->patience_ms = 10;
	fake->unlink_directory_error = -EISDIR;
	fake->fs = (struct platform_filesystem){ "testfs", 0, 4ull << 30, 1ull << 30, UINT64_MAX };
	fake->machine = (struct platform_machine){ "fake", "TestOS", "1.0", "abacus" };
	make_root();
	return 0;
}

/* No process that a test forked outlives it. */
int fake_teardown(void **state)
{
	(void)state;
	for (int i = 0; i < CHILDREN && children[i]; i++)
		if (children[i] > 0) {
			kill(children[i], SIGKILL);
			waitpid(children[i], NULL, 0);
		}
	munmap(pool, POOL);
	munmap(machine, sizeof *machine);
	machine = NULL;
	fake = NULL;
	return 0;
}

static const char *taken(char *text, size_t *used)
{
	static char copy[FAKE_TEXT];

	memcpy(copy, text, *used);
	copy[*used] = 0;
	*used = 0;
	return copy;
}

const char *fake_out(void)
{
	return taken(fake->out, &fake->out_used);
}

const char *fake_err(void)
{
	return taken(fake->err, &fake->err_used);
}

const char *fake_log(void)
{
	return taken(fake->log, &fake->log_used);
}

/* ---- time ---- */

static void operation(int64_t ns)
{
	operations++;
	clock_ns += ns;
}

void fake_spend(int64_t user_ns, int64_t system_ns)
{
	clock_ns += user_ns + system_ns;
	usage.user_ns += user_ns;
	usage.system_ns += system_ns;
}

int64_t platform_clock_ns(void)
{
	fake->readings += !is_worker;
	clock_ns += fake->tick_ns;
	return fake->grain_ns ? clock_ns - clock_ns % fake->grain_ns : clock_ns;
}

void platform_sleep_ms(unsigned ms)
{
	operation((int64_t)ms * 1000000);
	if (is_worker)
		usleep(1000);           /* the parent's turn, really */
}

/* ---- memory and machine ---- */

void *platform_pages(size_t size)
{
	void *p = fake->no_memory ? NULL : shared_pages(size);

	if (p && !is_worker)
		fake->pages += (int64_t)size;
	return p;
}

void *platform_shared(size_t size)
{
	return platform_pages(size);
}

void platform_free(void *pages, size_t size)
{
	if (!pages)
		return;
	munmap(pages, size);
	if (!is_worker)
		fake->pages -= (int64_t)size;
}

uint64_t platform_ram(void)
{
	return fake->ram;
}

uint64_t platform_memory_limit(void)
{
	return fake->memory_limit;
}

uint64_t platform_file_limit(void)
{
	return fake->file_limit;
}

void platform_machine(struct platform_machine *m)
{
	*m = fake->machine;
}

bool platform_is_terminal(int fd)
{
	return fd <= 2 && fake->terminal;
}

/* ---- users: only numbers, no names; no test becomes another one yet ---- */

uint32_t platform_user_id(void)
{
	return fake->user;
}

int platform_find_user(const char *name, uint32_t *user, uint32_t *group)
{
	(void)name;
	*user = *group = 0;
	return -ENOENT;
}

int platform_find_group(const char *name, uint32_t *group)
{
	(void)name;
	*group = 0;
	return -ENOENT;
}

int platform_become(uint32_t user, uint32_t group)
{
	(void)user;
	(void)group;
	return -ENOSYS;
}

/* clang-format off */
#include "fake_process.c"
#include "fake_names.c"
#include "fake_files.c"
#include "fake_devices.c"
/* clang-format on */
