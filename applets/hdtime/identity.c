/* SPDX-License-Identifier: MIT */
/* identity.c - gets a drive's identity: from ATA drives by IDENTIFY, of others
 * what the system keeps. Nothing is made up: no answer, no identity. */
#include "identity.h"

#include <string.h>

#include "applet.h"
#include "error.h"
#include "identify.h"
#include "json.h"
#include "number.h"
#include "out.h"

bool identity_words(int fd, bool fresh, uint16_t *w)
{
	unsigned char sector[PLATFORM_IDENTIFY];

	if (!ENABLED(CONFIG_HDTIME_IDENTIFY) || platform_ata_identify(fd, fresh, sector))
		return false;
	identify_decode(sector, w);
	return identify_valid(w);
}

/* ---- drives that are not ATA ---- */

static void label(const char *name)
{
	out_char(&out_stdout, ' ');
	out_pad(&out_stdout, name, -13);
	out_text(&out_stdout, " = ");
}

static void line(const char *name, const char *value)
{
	if (!value[0])
		return;
	label(name);
	out_texts(&out_stdout, value, "\n", (char *)0);
}

/* PCI's and SCSI's numbers for a vendor and a type say nothing to a reader. */
static bool says_something(const char *file, const char *text)
{
	return !(*file == 'v' && text[0] == '0' && text[1] == 'x') && !(*file == 't' && *text >= '0' && *text <= '9');
}

/* Each text that this disk has at a place under its directory, to JSON or (NULL) as a line. names: of the file and what
 * to call it, one after the other. */
static void put_texts(const struct platform_device *p, struct json *j, const char *place, const char *names)
{
	while (*names) {
		char path[48], text[96];
		struct out o = OUT_MEMORY(path);
		const char *file = names, *name = file + strlen(file) + 1;

		names = name + strlen(name) + 1;
		out_texts(&o, place, file, (char *)0);
		if (platform_disk_text(p->major, p->minor, out_end(&o), text, sizeof text) <= 0 || !says_something(file, text))
			continue;
		if (ENABLED(CONFIG_JSON) && j)
			json_text(j, name, text);
		else
			line(name, text);
	}
}

/* What only some kinds of drive have. */
static void put_extra(const struct platform_device *p, struct json *j)
{
	put_texts(p, j, "device/", "vendor\0vendor\0type\0type\0manfid\0manufacturer\0oemid\0OEM\0date\0made\0"
	          "hwrev\0hardware\0cid\0CID\0transport\0over\0subsysnqn\0subsystem\0wwid\0WWID\0");
	put_texts(p, j, "", "wwid\0WWID\0");
	/* A USB disk is four levels below its USB device: interface, host, target, LUN. */
	if (!strcmp(p->transport, "usb"))
		put_texts(p, j, "device/../../../../", "manufacturer\0USB maker\0product\0USB product\0serial\0USB serial\0"
		          "speed\0USB Mbit/s\0");
}

/* Has anything told who it is? Sizes alone are no identity. */
static bool known(const struct platform_device *p)
{
	return p->model[0] || p->serial[0] || p->firmware[0] || p->transport[0];
}

static void print_device(const struct platform_device *p)
{
	struct out *o = &out_stdout;

	line("transport", p->transport);
	line("model", p->model);
	line("firmware", p->firmware);
	line("serial", p->serial);
	if (p->size && p->logical) {
		label("size");
		out_filled(o, "$ sectors, ", p->size / p->logical);
		out_filled(o, "$ MB\n", p->size / 1000000);
	}
	if (p->logical) {
		label("sector");
		out_filled(o, "$ logical, ", p->logical);
		out_filled(o, "$ physical\n", p->physical);
	}
	if (p->rotational >= 0)
		line("medium", p->rotational ? "rotating" : "not rotating");
	line("write cache", p->write_cache);
	if (p->queue_depth && p->queue_depth != UINT32_MAX) {
		label("queue depth");
		out_filled(o, "$\n", p->queue_depth);
	}
	put_extra(p, NULL);
}

/* ---- JSON ---- */

static void text_json(struct json *j, const char *key, const char *text)
{
	json_text(j, key, text[0] ? text : NULL);
}

static void sector_text(struct json *j, const char *key, const uint16_t *w, unsigned which)
{
	char text[IDENTIFY_TEXT];

	text_json(j, key, identify_text(w, which, text));
}

static void ata_json(struct json *j, const uint16_t *w)
{
	char words[4 * IDENTIFY_WORDS + 1];
	struct out o = OUT_MEMORY(words);

	sector_text(j, "model", w, IDENTIFY_MODEL);
	sector_text(j, "firmware", w, IDENTIFY_FIRMWARE);
	sector_text(j, "serial", w, IDENTIFY_SERIAL);
	json_number(j, "sectors", identify_sectors(w));
	json_number(j, "logical_sector", identify_logical(w));
	json_number(j, "physical_sector", identify_physical(w));
	json_number(j, "queue_depth", identify_queue_depth(w));
	for (unsigned i = 0; i < IDENTIFY_WORDS; i++)
		identify_hex(&o, w[i], 4, false);
	json_text(j, "identify_words", out_end(&o));
}

static const struct json_field fields[] = {
#define FIELD(kind, field, key) JSON_FIELD(kind, struct platform_device, field, key)
	FIELD(JSON_CHARS, model, "model"), FIELD(JSON_CHARS, firmware, "firmware"), FIELD(JSON_CHARS, serial, "serial"),
	FIELD(JSON_VALUE, size, "size"), FIELD(JSON_VALUE, logical, "logical_sector"),
	FIELD(JSON_VALUE, physical, "physical_sector"),
#undef FIELD
};

static void device_json(struct json *j, const struct platform_device *p)
{
	JSON_FIELDS(j, p, fields);
	json_object(j, "system");
	put_extra(p, j);
	json_end(j);
}

static void to_json(struct json *j, const uint16_t *w, const struct platform_device *p)
{
	if (!ENABLED(CONFIG_JSON) || !j)
		return;
	json_object(j, "identity");
	json_text(j, "from", w ? "ATA" : p->transport[0] ? p->transport : "system");
	if (w)
		ata_json(j, w);
	else
		device_json(j, p);
	json_end(j);
}

/* ---- the options ---- */

static void show(const struct options *o, const uint16_t *w, const struct platform_device *p)
{
	if (!w)
		print_device(p);
	if (w && o->identity)
		identify_short(&out_stdout, w);
	if (w && o->identity_now)
		identify_full(&out_stdout, w);
	out_flush(&out_stdout);
}

int identity_do(struct drive *d)
{
	static uint16_t w[IDENTIFY_WORDS];
	static struct platform_device p;
	int status = EXIT_DONE, fd = drive_open(d, &status);
	bool ata;

	if (fd < 0)
		return status;
	if (!platform_device(d->st.major, d->st.minor, &p))
		platform_device_details(&p);
	/* -i is the kernel's copy, -I the drive's answer; each is better than nothing for the other. */
	ata = identity_words(fd, d->o->identity_now, w) || identity_words(fd, !d->o->identity_now, w);
	platform_close(fd);
	drive_header(d);
	if (!ata && !known(&p)) {
		error_note(d->path, "identity", "neither the device nor the system tells one");
		return EXIT_REFUSED;
	}
	if (d->text)
		show(d->o, ata ? w : NULL, &p);
	to_json(d->json, ata ? w : NULL, &p);
	return EXIT_DONE;
}

static int digit(int c)
{
	int lower = c | 32;

	return c >= '0' && c <= '9' ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

int identity_stdin(void)
{
	static uint16_t w[IDENTIFY_WORDS];
	char text[512];
	unsigned digits = 0;
	bool name = false;              /* in the line "/dev/sda:", which hdparm begins with */
	int64_t got;

	while ((got = platform_read(0, text, sizeof text)) > 0)
		for (int64_t i = 0; i < got && digits < 4 * IDENTIFY_WORDS; i++) {
			int value = digit(text[i]);

			name = name ? text[i] != '\n' : text[i] == '/' && !digits;
			if (name)
				continue;
			if (value < 0 && text[i] > ' ')
				return error_usage("--Istdin", "256 words of four hexadecimal digits");
			if (value < 0)
				continue;
			w[digits / 4] = (uint16_t)(w[digits / 4] << 4 | value);
			digits++;
		}
	if (got < 0)
		return error_warn("standard input", "read", (int)got);
	if (digits != 4 * IDENTIFY_WORDS)
		return error_usage("--Istdin", "256 words of four hexadecimal digits");
	out_char(&out_stdout, '\n');
	identify_full(&out_stdout, w);
	return EXIT_DONE;
}
