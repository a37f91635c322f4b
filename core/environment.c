/* SPDX-License-Identifier: MIT */
/* environment.c - the machine that a result was measured on. */
#include "environment.h"

#include "clock.h"
#include "json.h"
#include "platform.h"
#include "target.h"

void environment_json(struct json *j, const char *applet, const struct target *t)
{
	struct platform_machine m;
	uint64_t ram = target_ram();

	platform_machine(&m);
	json_text(j, "format", "diskbench/1");
	json_text(j, "applet", applet);
	json_object(j, "environment");
	json_text(j, "version", DISKBENCH_VERSION);
	json_text(j, "machine", m.name);
	json_text(j, "system", m.system);
	json_text(j, "release", m.release);
	json_text(j, "processor", m.processor);
	if (ram)
		json_number(j, "ram_bytes", ram);
	else
		json_null(j, "ram_bytes");
	json_number(j, "clock_step_ns", (uint64_t)clock_step_ns());
	json_end(j);
	if (t)
		target_json(j, t);
}
