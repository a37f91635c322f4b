/* SPDX-License-Identifier: MIT */
/* environment.c - the machine that a result was measured on. */
#include "environment.h"

#include "clock.h"
#include "json.h"
#include "platform.h"
#include "target.h"

static const struct json_field names[] = {
#define NAME(field, key) JSON_FIELD(JSON_CHARS, struct platform_machine, field, key)
	NAME(name, "machine"), NAME(system, "system"), NAME(release, "release"), NAME(processor, "processor"),
#undef NAME
};

void environment_json(struct json *j, const char *applet, const struct target *t)
{
	struct platform_machine m;

	platform_machine(&m);
	json_text(j, "format", "diskbench/1");
	json_text(j, "applet", applet);
	json_object(j, "environment");
	json_text(j, "version", DISKBENCH_VERSION);
	JSON_FIELDS(j, &m, names);
	json_known(j, "ram_bytes", target_ram());
	json_number(j, "clock_step_ns", (uint64_t)clock_step_ns());
	json_end(j);
	if (t)
		target_json(j, t);
}
