/* SPDX-License-Identifier: MIT */
/* report.c - what the curve says: zones, JSON, the picture, a gnuplot script. */
#include <stddef.h>

#include "applet.h"
#include "json_output.h"
#include "number.h"
#include "record.h"
#include "svg.h"
#include "zcav.h"

enum { ZONES_MAX = 64 };

static struct zone zone[ZONES_MAX];
static struct json_output json_out;
static struct result_file picture;

static unsigned find_zones(const struct device *d)
{
	unsigned count = zones_find(d->curve, d->end, zones_tolerance(d->curve), zone, ZONES_MAX);

	return count < ZONES_MAX ? count : ZONES_MAX;
}

static void put_zone(struct out *o, const struct zone *z, uint64_t end)
{
	unsigned decimals = end < 10 * GIB ? 3 : 2;

	out_text(o, "# zone ");
	rows_put(o, decimals, z->start, GIB);
	out_text(o, " to ");
	rows_put(o, decimals, z->end, GIB);
	out_text(o, " GiB: ");
	rows_put(o, 2, z->rate, MIB);
	out_text(o, " MiB/s\n");
}

void zcav_zones(struct device *d)
{
	struct out *o = &d->rows;
	unsigned count;

	if (!ENABLED(CONFIG_ZCAV_ZONES) || d->curve->count < 3 || d->o->strict)
		return;
	count = find_zones(d);
	for (unsigned i = 0; count > 1 && i < count; i++)
		put_zone(o, &zone[i], d->end);
	out_text(o, count == 1 ? "# flat: no zones, mean " : "# mean ");
	rows_put(o, 2, curve_mean(d->curve), MIB);
	out_text(o, " MiB/s");
	if (count > 1 && zone[count - 1].rate >= KIB) {
		out_text(o, ", first to last zone ");
		rows_put(o, 2, zone[0].rate / KIB, (uint32_t)(zone[count - 1].rate / KIB));
		out_text(o, " to 1");
	}
	out_char(o, '\n');
	if (d->curve->precision) {
		out_text(o, "# the curve is known to ");
		rows_put(o, 2, d->curve->precision, 100);
		out_text(o, " %\n");
	}
	out_flush(o);
}

/* ---- JSON ---- */

static const struct json_field point_fields[] = {
	JSON_FIELD(JSON_VALUE, struct point, offset, "offset"),
	JSON_FIELD(JSON_VALUE, struct point, rate, "per_second"),
	JSON_FIELD(JSON_VALUE, struct point, elapsed_ns, "elapsed_ns"),
};
static const struct json_field zone_fields[] = {
	JSON_FIELD(JSON_VALUE, struct zone, start, "start"),
	JSON_FIELD(JSON_VALUE, struct zone, end, "end"),
	JSON_FIELD(JSON_VALUE, struct zone, rate, "per_second"),
};

/* An array of an object each for structures that have three such fields. */
static void rows_json(struct json *j, const char *key, const void *from, size_t size, unsigned count,
                      const struct json_field fields[3])
{
	json_array(j, key);
	for (const char *row = from; count--; row += size) {
		json_object(j, NULL);
		json_fields(j, row, fields, 3);
		json_end(j);
	}
	json_end(j);
}

static const struct json_field device_fields[] = {
	JSON_FIELD(JSON_VALUE, struct device, start, "start"),
	JSON_FIELD(JSON_VALUE, struct device, end, "end"),
	JSON_FIELD(JSON_VALUE, struct device, block, "block"),
};
static const struct json_field error_fields[] = {
	JSON_FIELD(JSON_VALUE, struct curve, errors, "errors"),
	JSON_FIELD(JSON_VALUE, struct curve, error_bytes, "error_bytes"),
	JSON_FIELD(JSON_VALUE, struct curve, pauses, "pauses"),
};

static void device_json(struct json *j, const struct device *d)
{
	const struct curve *c = d->curve;

	json_object(j, NULL);
	target_json(j, &d->target);
	JSON_FIELDS(j, d, device_fields);
	json_number(j, "bytes", c->bytes);
	json_number(j, "elapsed_ns", (uint64_t)c->elapsed_ns);
	json_number(j, "mean_per_second", curve_mean(c));
	JSON_FIELDS(j, c, error_fields);
	json_text(j, "flag", c->flags ? record_flag_name((enum record_flag)c->flags) : NULL);
	if (options_writes(d->o) && d->o->verify) {
		json_number(j, "mismatches", c->mismatches);
		json_number(j, "first_mismatch", c->first_mismatch);
	}
	if (c->precision)
		json_number(j, "precision_hundredths_of_percent", c->precision);
	json_number(j, "blocks_per_point", c->stride);
	rows_json(j, "points", c->point, sizeof *c->point, c->count, point_fields);
	rows_json(j, "zones", zone, sizeof *zone, ENABLED(CONFIG_ZCAV_ZONES) && c->count ? find_zones(d) : 0, zone_fields);
	json_end(j);
}

int zcav_results_open(const struct options *o)
{
	int status = json_output_open(&json_out, o->json);

	if (!status && ENABLED(CONFIG_ZCAV_SVG))
		status = result_file_open(&picture, o->svg);
	if (status)
		json_output_forget(&json_out);
	return status;
}

int zcav_json(const struct device *devices, unsigned count)
{
	struct json *j = json_output_start(&json_out, "zcav", NULL);

	if (!j)
		return EXIT_DONE;
	json_array(j, "devices");
	for (unsigned i = 0; i < count; i++)
		device_json(j, &devices[i]);
	json_end(j);
	return json_output_close(&json_out);
}

/* ---- the picture ---- */

/* "/dev/sda, ST4000VN006": what the drive calls itself where that is known. */
static void title_of(struct out *o, const struct device *d)
{
	out_text(o, d->target.path);
	if (d->target.device.model[0])
		out_texts(o, ", ", d->target.device.model, (char *)0);
}

static void draw_zones(struct svg *s, const struct device *d)
{
	unsigned count = ENABLED(CONFIG_ZCAV_ZONES) && d->curve->count > 2 ? find_zones(d) : 0;

	for (unsigned i = 0; count > 1 && i < count; i++)
		svg_range(s, zone[i].start, zone[i].end, i % 2);
}

static void draw_curve(struct svg *s, const struct device *d)
{
	char text[96];
	struct out name = OUT_MEMORY(text);

	title_of(&name, d);
	svg_line_start(s, out_end(&name));
	for (unsigned i = 0; i < d->curve->count; i++)
		svg_line_point(s, d->curve->point[i].offset, d->curve->point[i].rate);
	svg_line_end(s);
}

int zcav_svg(const struct device *devices, unsigned count, const struct options *o)
{
	struct svg s = { .out = &picture.out, .lines = count, .x = { 0, 1000000000, "position, GB" },
	                 .y = { 0, 1000000, "speed, MB/s" } };

	result_file_begin(&picture);
	for (unsigned i = 0; i < count; i++) {
		uint64_t fastest = curve_fastest(devices[i].curve), end = devices[i].end;

		s.x.max = end > s.x.max ? end : s.x.max;
		s.y.max = fastest > s.y.max ? fastest : s.y.max;
	}
	if (s.x.max < 10ull * s.x.divisor) {
		s.x.divisor = 1000000;
		s.x.label = "position, MB";
	}
	if (s.y.max < 10 * s.y.divisor) {
		s.y.divisor = 1000;
		s.y.label = "speed, kB/s";
	}
	svg_start(&s, options_writes(o) ? "Writing speed by position" : "Reading speed by position");
	if (count == 1)
		draw_zones(&s, &devices[0]);
	for (unsigned i = 0; i < count; i++)
		draw_curve(&s, &devices[i]);
	svg_finish(&s);
	return result_file_close(&picture);
}

int zcav_gnuplot(const struct options *o)
{
	struct out *out = &out_stdout;

	out_texts(out, "set grid\nset xlabel \"position, ", o->old_format ? "MiB" : "GiB", "\"\nset ylabel \"",
	          o->old_format ? "K/s" : "MiB/s", "\"\nset yrange [0:*]\nplot", (char *)0);
	for (unsigned i = 0; i < o->sources; i++)
		out_texts(out, i ? "," : "", " \"", o->source[i].path, "\" using 1:2 with lines title \"",
		          o->source[i].path, "\" noenhanced", (char *)0);
	out_text(out, "\n");
	return EXIT_DONE;
}
