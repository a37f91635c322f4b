/* SPDX-License-Identifier: MIT */
/* pace.c - from one operation of a test to the next. */
#include "pace.h"

#include "applet.h"
#include "platform.h"

void pace_start(struct pace *p, struct slot *slot, const struct bonnie *b)
{
	*p = (struct pace){ .slot = slot };
	if (ENABLED(CONFIG_BONNIE_QUICK) && b->limit_ns)
		p->deadline_ns = platform_clock_ns() + b->limit_ns;
}

bool pace_going(const struct pace *p)
{
	return !p->late && !workers_stop();
}

void pace_begin(struct pace *p)
{
	p->began_ns = platform_clock_ns();
}

void pace_done(struct pace *p, uint32_t amount)
{
	int64_t now = platform_clock_ns();

	histogram_add(&p->slot->latency, now - p->began_ns);
	p->slot->amount += amount;
	if (ENABLED(CONFIG_BONNIE_QUICK))
		p->late = p->deadline_ns && now >= p->deadline_ns;
}
