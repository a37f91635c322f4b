/* SPDX-License-Identifier: MIT */
/* fake_process.c - part of fake_platform.c: processes, pipes (both real) and
 * signals (those to the test's process made up, those to workers real). */

/* In a worker; the handler is there before the signal can be. */
static void on_terminate(int number)
{
	worker_signal = number;
}

static void become_worker(const sigset_t *before)
{
	struct sigaction action;

	is_worker = true;
	memset(&action, 0, sizeof action);
	action.sa_handler = on_terminate;
	sigaction(SIGTERM, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
	alarm(50);                      /* no worker outlives a test program that was killed */
	sigprocmask(SIG_SETMASK, before, NULL);
}

static int remember(int pid)
{
	for (int i = 0; i < CHILDREN; i++)
		if (!children[i]) {
			children[i] = pid;
			return pid;
		}
	wrong("too many children");
	return -1;
}

int platform_fork(void)
{
	sigset_t terminate, before;
	int pid;

	if ((int)++fake->forks == fake->fork_fails_at)
		return -EAGAIN;
	sigemptyset(&terminate);
	sigaddset(&terminate, SIGTERM);
	sigprocmask(SIG_BLOCK, &terminate, &before);
	clock_ns += fake->fork_ns;
	pid = (int)fork();
	if (!pid) {
		become_worker(&before);
		return 0;
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return pid < 0 ? -errno : remember(pid);
}

int platform_process_id(void)
{
	return is_worker ? (int)getpid() : fake->process_id;
}

int platform_parent_id(void)
{
	if (!is_worker)
		return 1;
	return fake->parent_gone ? 1 : fake->process_id;
}

/* A lock of one byte: 32-bit processors have no 64-bit atomics without a library. */
static void lock_latest(void)
{
	while (__atomic_test_and_set(&fake->latest_lock, __ATOMIC_ACQUIRE))
		;
}

static void unlock_latest(void)
{
	__atomic_clear(&fake->latest_lock, __ATOMIC_RELEASE);
}

/* Time has passed for the parent too when a worker has ended. */
static void catch_up(void)
{
	lock_latest();
	if (!is_worker && fake->latest_ns > clock_ns)
		clock_ns = fake->latest_ns;
	unlock_latest();
}

int platform_wait(int pid, bool wait)
{
	int status, got;

	do
		got = (int)waitpid(pid, &status, wait ? 0 : WNOHANG);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return -errno;
	if (!got)
		return -EAGAIN;
	for (int i = 0; i < CHILDREN; i++)
		if (children[i] == pid)
			children[i] = -1;
	catch_up();
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int platform_process_name(int pid, char *name, size_t size)
{
	if (pid != fake->other_process)
		return -ESRCH;
	snprintf(name, size, "%s", fake->other_name);
	return *name ? 0 : -ENOSYS;
}

/* One that was waited for may be anybody's now. */
static void must_be_child(int pid)
{
	for (int i = 0; i < CHILDREN; i++)
		if (children[i] == pid)
			return;
	wrong("a signal to a process that was waited for");
}

void platform_terminate(int pid)
{
	must_be_child(pid);
	fake->terminated++;
	if (!fake->unkillable)
		kill(pid, SIGTERM);
}

void platform_kill(int pid)
{
	must_be_child(pid);
	fake->killed++;
	if (!fake->unkillable)
		kill(pid, SIGKILL);
}

void platform_exit(int status)
{
	if (!is_worker)
		wrong("platform_exit in the test's own process");
	for (int i = 0; i < DESCRIPTIONS; i++)
		if (machine->description[i].used && machine->description[i].opener == (int)getpid())
			platform_close(FIRST_FD + i);
	lock_latest();
	if (fake->latest_ns < clock_ns)
		fake->latest_ns = clock_ns;
	unlock_latest();
	_exit(status);
}

int platform_pipe(int fds[2])
{
	if ((int)++fake->pipes == fake->pipe_fails_at)
		return -EMFILE;
	return pipe(fds) ? -errno : 0;
}

/* Made-up time goes by in a wait only after a stop, where the grace given is looked at: else how slow the
 * real machine is would show in the results. */
int platform_wait_readable(int fd, unsigned ms)
{
	struct pollfd p = { fd, POLLIN, 0 };
	bool stopping = platform_stop_signal();
	int n = poll(&p, 1, stopping ? (int)fake->patience_ms : 10);

	operation(n <= 0 && stopping ? (int64_t)ms * 1000000 : 0);
	if (n > 0)
		catch_up();
	return n > 0;
}

void platform_usage(struct platform_usage *u)
{
	*u = usage;
}

/* ---- signals ---- */

void platform_signals_catch(void)
{
}

bool platform_signals_worker(int parent)
{
	return platform_parent_id() == parent;
}

int platform_stop_signal(void)
{
	if (is_worker)
		return worker_signal;
	return fake->stop_after && operations >= fake->stop_after ? fake->stop_signal : 0;
}

bool platform_report_asked(void)
{
	bool asked = fake->report_asked;

	fake->report_asked = false;
	return asked;
}

void platform_die_by(int signal_number)
{
	(void)signal_number;
	wrong("platform_die_by");
	abort();
}
