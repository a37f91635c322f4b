/* SPDX-License-Identifier: MIT */
/* target_json.c - all that is known about the target. */
#include "json.h"
#include "target.h"

#define FIELD(kind, field, key) JSON_FIELD(kind, struct target, field, key)

static const struct json_field device[] = {
	FIELD(JSON_CHARS, device.name, "name"),
	FIELD(JSON_CHARS, device.disk, "disk"),
	FIELD(JSON_CHARS, device.model, "model"),
	FIELD(JSON_CHARS, device.transport, "transport"),
	FIELD(JSON_KNOWN, device.size, "size"),
	FIELD(JSON_KNOWN, device.logical, "logical_sector"),
	FIELD(JSON_KNOWN, device.physical, "physical_sector"),
	FIELD(JSON_VALUE, device.rotational, "rotational"),
	FIELD(JSON_CHARS, device.scheduler, "scheduler"),
	FIELD(JSON_CHARS, device.write_cache, "write_cache"),
	FIELD(JSON_KNOWN, device.queue_depth, "queue_depth"),
	FIELD(JSON_KNOWN, device.readahead_kib, "readahead_kib"),
	FIELD(JSON_CHARS, device.target, "mapping"),
	FIELD(JSON_CHARS, device.stack, "stack"),
};

static const struct json_field state[] = {
	FIELD(JSON_KNOWN, size, "size"),
	FIELD(JSON_VALUE, sector, "sector"),
	FIELD(JSON_VALUE, direct, "direct"),
	FIELD(JSON_VALUE, resident, "resident_permille"),
};

static const struct json_field file_system[] = {
	FIELD(JSON_CHARS, mount.source, "mounted_from"),
	FIELD(JSON_CHARS, mount.options, "mount_options"),
	FIELD(JSON_VALUE, fs.total, "total_bytes"),
	FIELD(JSON_VALUE, fs.free, "free_bytes"),
};

void target_json(struct json *j, const struct target *t)
{
	json_object(j, "target");
	json_text(j, "path", t->path);
	json_text(j, "kind", target_kind_name(t));
	JSON_FIELDS(j, t, state);
	if (t->kind == TARGET_FILE || t->kind == TARGET_DIRECTORY) {
		json_text(j, "file_system", t->mount.type[0] ? t->mount.type : t->fs.type);
		JSON_FIELDS(j, t, file_system);
	}
	json_object(j, "device");
	if (t->no_device)
		json_text(j, "unknown", t->no_device);
	JSON_FIELDS(j, t, device);
	json_end(j);
	json_end(j);
}
