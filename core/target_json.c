/* SPDX-License-Identifier: MIT */
/* target_json.c - all that is known about the target. */
#include "json.h"
#include "target.h"

static void text_or_null(struct json *j, const char *key, const char *text)
{
	json_text(j, key, text[0] ? text : NULL);
}

static void number_or_null(struct json *j, const char *key, uint64_t value)
{
	if (value)
		json_number(j, key, value);
	else
		json_null(j, key);
}

static void device_json(struct json *j, const struct target *t)
{
	const struct platform_device *d = &t->device;

	json_object(j, "device");
	if (t->no_device)
		json_text(j, "unknown", t->no_device);
	text_or_null(j, "name", d->name);
	text_or_null(j, "disk", d->disk);
	text_or_null(j, "model", d->model);
	text_or_null(j, "transport", d->transport);
	number_or_null(j, "size", d->size);
	number_or_null(j, "logical_sector", d->logical);
	number_or_null(j, "physical_sector", d->physical);
	if (d->rotational < 0)
		json_null(j, "rotational");
	else
		json_bool(j, "rotational", d->rotational);
	text_or_null(j, "scheduler", d->scheduler);
	text_or_null(j, "write_cache", d->write_cache);
	number_or_null(j, "queue_depth", d->queue_depth);
	number_or_null(j, "readahead_kib", d->readahead_kib);
	text_or_null(j, "mapping", d->target);
	text_or_null(j, "stack", d->stack);
	json_end(j);
}

void target_json(struct json *j, const struct target *t)
{
	json_object(j, "target");
	json_text(j, "path", t->path);
	json_text(j, "kind", target_kind_name(t));
	number_or_null(j, "size", t->size);
	json_number(j, "sector", t->sector);
	json_bool(j, "direct", t->direct);
	if (t->resident == TARGET_RESIDENT_UNKNOWN)
		json_null(j, "resident_permille");
	else
		json_number(j, "resident_permille", (uint64_t)t->resident);
	if (t->kind == TARGET_FILE || t->kind == TARGET_DIRECTORY) {
		json_text(j, "file_system", t->mount.type[0] ? t->mount.type : t->fs.type);
		text_or_null(j, "mounted_from", t->mount.source);
		text_or_null(j, "mount_options", t->mount.options);
		json_number(j, "total_bytes", t->fs.total);
		json_number(j, "free_bytes", t->fs.free);
	}
	device_json(j, t);
	json_end(j);
}
