/* SPDX-License-Identifier: MIT */
/* process.c - children, what they used, and signals. */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "internal.h"

static volatile sig_atomic_t stop_signal, report_asked;

static void on_signal(int number)
{
	if (number == SIGUSR1)
		report_asked = 1;
	else
		stop_signal = number;
}

static void handle(int number, void (*handler)(int))
{
	struct sigaction action;

	sigemptyset(&action.sa_mask);
	action.sa_flags = 0;            /* no SA_RESTART: a stop must end a blocking call */
	action.sa_handler = handler;
	sigaction(number, &action, NULL);
}

/* What was ignored when we were started (nohup) stays ignored. */
static void catch_unless_ignored(int number)
{
	struct sigaction before;

	if (!sigaction(number, NULL, &before) && before.sa_handler == SIG_IGN)
		return;
	handle(number, on_signal);
}

void platform_signals_catch(void)
{
	handle(SIGPIPE, on_signal);
	handle(SIGTERM, on_signal);
	handle(SIGUSR1, on_signal);
	catch_unless_ignored(SIGINT);
	catch_unless_ignored(SIGHUP);
	/* A write over the limit then fails with EFBIG instead of killing us. */
	handle(SIGXFSZ, SIG_IGN);
}

bool platform_signals_worker(int parent)
{
	handle(SIGINT, SIG_IGN);
	handle(SIGHUP, SIG_IGN);
	handle(SIGUSR1, SIG_IGN);
	handle(SIGPIPE, SIG_IGN);
	handle(SIGTERM, on_signal);
	platform_die_with_parent();
	return getppid() == parent;
}

int platform_stop_signal(void)
{
	return stop_signal;
}

bool platform_report_asked(void)
{
	bool asked = report_asked;

	report_asked = 0;
	return asked;
}

void platform_die_by(int signal_number)
{
	handle(signal_number, SIG_DFL);         /* it isn't blocked: we caught one */
	kill(getpid(), signal_number);
	_exit(128 + signal_number);
}

static int64_t timeval_ns(struct timeval t)
{
	return (int64_t)t.tv_sec * 1000000000 + (int64_t)t.tv_usec * 1000;
}

void platform_usage(struct platform_usage *u)
{
	struct rusage r;

	getrusage(RUSAGE_SELF, &r);
	u->user_ns = timeval_ns(r.ru_utime);
	u->system_ns = timeval_ns(r.ru_stime);
	u->read_bytes = (uint64_t)r.ru_inblock * 512;
	u->written_bytes = (uint64_t)r.ru_oublock * 512;
}

int platform_process_id(void)
{
	return (int)getpid();
}

int platform_parent_id(void)
{
	return (int)getppid();
}

int platform_wait(int pid, bool wait)
{
	int status;
	pid_t got;

	do
		got = waitpid(pid, &status, wait ? 0 : WNOHANG);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return -errno;
	if (!got)
		return -EAGAIN;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void platform_terminate(int pid)
{
	kill(pid, SIGTERM);
}

void platform_kill(int pid)
{
	kill(pid, SIGKILL);
}

void platform_exit(int status)
{
	_exit(status);
}
