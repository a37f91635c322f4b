/* SPDX-License-Identifier: MIT */
/* users.c - names of users and groups, read from /etc/passwd and /etc/group.
 * getpwnam(3) costs a static program 6 to 9 KB (it knows nscd and sockets) and
 * needs no more than this on the machines we are for; numbers always work. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>

#include "platform.h"

/* State while the bytes of one file go by. A line is name:password:number:number:... */
struct search {
	const char *name;
	const char *rest;               /* of the name, which has agreed so far; NULL: this line is another's */
	unsigned field;                 /* fields passed on this line */
	uint32_t number[2];             /* fields 2 and 3 */
};

static void line_start(struct search *s)
{
	s->rest = s->name;
	s->field = 0;
	s->number[0] = s->number[1] = 0;
}

/* Takes one byte; true at the end of the line that was looked for. */
static bool take(struct search *s, char c)
{
	if (c == '\n') {
		if (s->rest && s->field >= 2)
			return true;
		line_start(s);
	} else if (c == ':') {
		if (s->rest && *s->rest)
			s->rest = NULL;
		s->field++;
	} else if (!s->field) {
		s->rest = s->rest && c && *s->rest == c ? s->rest + 1 : NULL;
	} else if ((s->field == 2 || s->field == 3) && c >= '0' && c <= '9') {
		s->number[s->field - 2] = s->number[s->field - 2] * 10 + (uint32_t)(c - '0');
	}
	return false;
}

static int find(const char *path, struct search *s)
{
	char block[512];
	int fd = platform_open_at(platform_here, path, PLATFORM_READ);
	bool found = false, last = false;

	if (fd < 0)
		return -ENOENT;
	line_start(s);
	while (!found && !last) {
		int got = (int)platform_read(fd, block, sizeof block);

		if (got <= 0) {                 /* a last line may be without its newline */
			last = true;
			*block = '\n';
			got = 1;
		}
		for (int i = 0; !found && i < got; i++)
			found = take(s, block[i]);
	}
	platform_close(fd);
	return found ? 0 : -ENOENT;
}

int platform_find_user(const char *name, uint32_t *user, uint32_t *group)
{
	struct search s = { .name = name };
	int error = find("/etc/passwd", &s);

	if (!error) {
		*user = s.number[0];
		*group = s.number[1];
	}
	return error;
}

int platform_find_group(const char *name, uint32_t *group)
{
	struct search s = { .name = name };
	int error = find("/etc/group", &s);

	if (!error)
		*group = s.number[0];
	return error;
}

uint32_t platform_user_id(void)
{
	return (uint32_t)geteuid();
}
