/* SPDX-License-Identifier: MIT */
/* settings.c - prints settings, in hdparm's order and lines. */
#include "hdtime.h"

#include "applet.h"
#include "error.h"
#include "json.h"
#include "out.h"

enum { NAME = 13 };                     /* width of the names */

static const char names[SETTINGS][NAME + 1] = {
	[MULTCOUNT] = "multcount", [IO_SUPPORT] = "IO_support", [UNMASKIRQ] = "unmaskirq", [USING_DMA] = "using_dma",
	[KEEPSETTINGS] = "keepsettings", [READONLY] = "readonly", [READAHEAD] = "readahead", [GEOMETRY] = "geometry",
	[QUEUE_DEPTH] = "queue_depth", [WRITE_CACHE] = "write-caching", [XFERMODE] = "xfermode",
};

const char *settings_name(enum setting s)
{
	return names[s];
}

static const char *io_support(uint32_t value)
{
	static const char *const words[] = { "default", "32-bit", "16-bit", "32-bit w/sync" };

	return value < sizeof words / sizeof *words ? words[value] : value == 8 ? "Request-Queue-Bypass" : "???";
}

void settings_line(struct out *o, enum setting s, uint32_t value)
{
	out_char(o, ' ');
	out_pad(o, names[s], -NAME);
	out_text(o, " = ");
	out_number(o, value, 2);
	if (s == XFERMODE) {
		out_text(o, " (");
		mode_print(o, value);
		out_char(o, ')');
	} else if (s == IO_SUPPORT) {
		out_texts(o, " (", io_support(value), ")", (char *)0);
	} else if (s != QUEUE_DEPTH) {
		out_text(o, value ? " (on)" : " (off)");
	}
	out_char(o, '\n');
}

static void geometry_line(struct out *o, int fd, const struct platform_geometry *g)
{
	struct platform_block block = { 0 };

	platform_block(fd, &block);
	out_filled(o, " geometry      = $/", g->cylinders);
	out_filled(o, "$/", g->heads);
	out_filled(o, "$, sectors = ", g->sectors);
	out_filled(o, "$, start = ", block.size / 512);
	out_filled(o, "$\n", g->start);
}

static const struct json_field fields[] = {
#define FIELD(field) JSON_FIELD(JSON_VALUE, struct platform_geometry, field, #field)
	FIELD(cylinders), FIELD(heads), FIELD(sectors), FIELD(start),
#undef FIELD
};

static void geometry_json(struct json *j, const struct platform_geometry *g)
{
	json_object(j, "geometry");
	JSON_FIELDS(j, g, fields);
	json_end(j);
}

/* What one setting is now, as text, JSON or both. 0 or -errno. */
static int show(struct drive *d, int fd, enum setting s)
{
	struct platform_geometry g;
	uint32_t value;
	int error = s == GEOMETRY ? platform_geometry(fd, &g) : settings_get(d, fd, s, &value);

	if (error)
		return error;
	if (d->text && s == GEOMETRY)
		geometry_line(&out_stdout, fd, &g);
	else if (d->text)
		settings_line(&out_stdout, s, value);
	if (drive_json(d) && s == GEOMETRY)
		geometry_json(d->json, &g);
	else if (drive_json(d))
		json_number(d->json, names[s], value);
	return 0;
}

/* "No such setting" has many numbers, by driver. */
static int complain(const struct drive *d, enum setting s, int error)
{
	out_flush(&out_stdout);                 /* its lines and the messages stay in order */
	if (error == -EPERM || error == -EACCES || error == -EIO)
		return error_warn(d->path, names[s], error);
	error_note(d->path, names[s], "the device or its driver has no such setting");
	return EXIT_REFUSED;
}

/* What a drive without a name in /sys is told by its driver may be anything: a loop device's write
 * cache is its file's. */
static bool fits(const struct drive *d, enum setting s)
{
	static struct platform_device p;

	if (s == WRITE_CACHE && !platform_device(d->st.major, d->st.minor, &p))
		platform_device_details(&p);
	return s != XFERMODE && (s != WRITE_CACHE || p.transport[0]);
}

int settings_do(struct drive *d)
{
	const struct options *o = d->o;
	int status = EXIT_DONE, fd = drive_open(d, &status);

	if (fd < 0)
		return status;
	drive_header(d);
	for (enum setting s = 0; ENABLED(CONFIG_HDTIME_SET) && s < SETTINGS; s++)
		if (o->set >> s & 1)
			status = drive_worse(status, settings_change(d, fd, s));
	if (drive_json(d))
		json_object(d->json, "settings");
	for (enum setting s = 0; s < SETTINGS; s++) {
		bool asked = (o->get | o->set) >> s & 1;
		int error = asked || (o->plain && fits(d, s)) ? show(d, fd, s) : 0;

		if (error && o->get >> s & 1)
			status = drive_worse(status, complain(d, s, error));
	}
	if (drive_json(d))
		json_end(d->json);
	out_flush(&out_stdout);
	platform_close(fd);
	return status;
}
