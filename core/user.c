/* SPDX-License-Identifier: MIT */
/* user.c - becoming somebody else for good. */
#include "user.h"

#include <string.h>

#include "applet.h"
#include "error.h"
#include "out.h"
#include "platform.h"
#include "size.h"

/* A number, or a name found by `find`. */
static bool number_or_name(const char *text, uint32_t *id, int (*find)(const char *name, uint32_t *id))
{
	uint64_t number;

	if (size_parse(text, "", 1, &number) && number < UINT32_MAX) {
		*id = (uint32_t)number;
		return true;
	}
	return !find(text, id);
}

static int find_user(const char *name, uint32_t *user)
{
	uint32_t group;
	/* root needs no /etc/passwd: a rescue system may have none. */
	int error = platform_find_user(name, user, &group);

	if (error && !strcmp(name, "root")) {
		*user = 0;
		return 0;
	}
	return error;
}

/* The group that goes with a user of whom no group was said: that of passwd, else "nogroup", else
 * the same number. */
static uint32_t usual_group(const char *name, uint32_t user)
{
	uint32_t id, group;

	if (!platform_find_user(name, &id, &group))
		return group;
	if (user && !platform_find_group("nogroup", &group))
		return group;
	return user;
}

static void say(uint32_t user, uint32_t group)
{
	out_text(&out_stderr, "Using uid:");
	out_number(&out_stderr, user, 0);
	out_text(&out_stderr, ", gid:");
	out_number(&out_stderr, group, 0);
	out_text(&out_stderr, ".\n");
	out_flush(&out_stderr);
}

int user_find(const char *user, const char *group, uint32_t *user_id, uint32_t *group_id)
{
	char name[64] = "";
	const char *colon = user ? strchr(user, ':') : NULL;
	size_t length = !user ? 0 : colon ? (size_t)(colon - user) : strlen(user);

	*user_id = platform_user_id();
	if (length >= sizeof name)
		return error_usage(user, "a shorter name");
	memcpy(name, user ? user : "", length);
	if (user && !number_or_name(name, user_id, find_user))
		return error_usage(name, "a user's name or number");
	*group_id = usual_group(name, *user_id);
	if (colon)
		group = colon + 1;
	if (group && !number_or_name(group, group_id, platform_find_group))
		return error_usage(group, "a group's name or number");
	return EXIT_DONE;
}

int user_become(const char *user, const char *group, bool quiet)
{
	uint32_t user_id, group_id;
	int error = user_find(user, group, &user_id, &group_id);

	if (error)
		return error;
	error = platform_become(user_id, group_id);
	if (error)
		return error_warn(user ? user : group, "change user", error);
	if (!quiet)
		say(user_id, group_id);
	return EXIT_DONE;
}
