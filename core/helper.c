/* SPDX-License-Identifier: MIT */
/* helper.c - what only root may do, after the program has become somebody else. */
#include "helper.h"

#include <stdbool.h>

#include "platform.h"

static int ask[2] = { -1, -1 }, answer[2];

/* Each byte is a request, each int an answer. */
static void serve(void)
{
	char byte;

	platform_close(ask[1]);
	platform_close(answer[0]);
	while (platform_read(ask[0], &byte, 1) == 1) {
		int error = platform_drop_caches();

		if (platform_write(answer[1], &error, sizeof error) < 0)
			break;
	}
	platform_exit(0);
}

int helper_start(void)
{
	int error = platform_pipe(ask), pid;

	if (!error)
		error = platform_pipe(answer);
	if (error)
		return error;
	pid = platform_fork();
	if (!pid)
		serve();
	platform_close(ask[0]);
	platform_close(answer[1]);
	return pid < 0 ? pid : 0;
}

int helper_drop_caches(void)
{
	int error = 0;
	bool asked;

	if (ask[1] < 0)
		return platform_drop_caches();
	asked = platform_write(ask[1], "", 1) == 1;
	return asked && platform_read(answer[0], &error, sizeof error) == (int64_t)sizeof error ? error : -EPIPE;
}
