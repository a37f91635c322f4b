/* SPDX-License-Identifier: MIT */
/* hdtime.h - what the parts of the applet share: options, the device in hand,
 * its tests, settings and identity. */
#ifndef HDTIME_H
#define HDTIME_H

#include <stdbool.h>
#include <stdint.h>

#include "applet.h"
#include "platform.h"
#include "rate.h"
#include "record.h"
#include "target.h"

struct json;
struct out;

enum {
	HDTIME_REPEATS = ENABLED(CONFIG_HDTIME_REPEAT) ? 256 : 1,       /* of --repeat at most */
	HDTIME_BLOCK = 2 * 1024 * 1024, /* bytes that -T reads again and again, and a read of -t at most */
};

/* In the order in which hdparm prints them; those from QUEUE_DEPTH on it has elsewhere. */
enum setting {
	MULTCOUNT, IO_SUPPORT, UNMASKIRQ, USING_DMA, KEEPSETTINGS, READONLY, READAHEAD, GEOMETRY,
	QUEUE_DEPTH, WRITE_CACHE, XFERMODE,
	SETTINGS,
};

/* The three timings, in the order in which they are done. */
enum timing { CACHED_READS, MEMORY_READS, DISK_READS, TIMINGS };

struct offset {
	bool from_end, percent;
	uint64_t value;                 /* bytes, or per cent */
};

struct options {
	const char *json;
	const char *bad_mode;           /* what was given to -X and is no mode; NULL: all is well */
	struct offset offset;
	unsigned repeats;
	int64_t time_ns;                /* 0: not given, hdparm's own */
	unsigned get, set;              /* bit n: setting n is asked for, or is to be set */
	uint32_t value[SETTINGS];
	bool disk, cached;              /* -t, -T */
	bool direct, strict;
	bool identity, identity_now, identity_stdin;
	bool plain;                     /* nothing was asked for: all settings that are there */
};

/* options.c: reads the command line. Returns EXIT_DONE, *first being the first device in argv, or an exit
 * code with *stop set. */
int hdtime_options(struct options *o, int argc, char **argv, int *first, bool *stop);

/* The device in hand. */
struct drive {
	const struct options *o;
	const char *path;               /* of the device or file */
	bool headed;                    /* its header is printed */
	struct json *json;              /* NULL: none wanted */
	bool text;                      /* hdparm's lines are wanted */
	char found[72];                 /* the device that holds the directory which the user named */
	struct platform_stat st;
};

/* The JSON object being written; NULL: none. Inline, so that it all leaves an image without JSON. */
static inline struct json *drive_json(const struct drive *d)
{
	return ENABLED(CONFIG_JSON) ? d->json : NULL;
}

/* drive.c: finds out what a path of the command line means: a device, a file, or the device that a
 * directory lies on. EXIT_DONE, or an exit code with the message printed. */
int drive_find(struct drive *d, const char *path);
/* The blank line and the name, once a device. */
void drive_header(struct drive *d);
/* Settings and identity are a block device's: opens it without waiting for a medium. A descriptor,
 * or -1 with the message printed and *status set. */
int drive_open(const struct drive *d, int *status);
/* The worse of two exit codes: a failure, then a refusal, then a usage error. */
int drive_worse(int a, int b);

/* One timing of one device. In memory shared with the workers. */
struct run {
	const struct options *o;
	enum timing timing;
	unsigned passes;                /* that the record adds up */
	uint32_t block;                 /* bytes of a read */
	int64_t window_ns;              /* how long to read */
	uint64_t start, end;            /* bytes that are read */
	uint64_t disk_start;            /* where -t begins */
	uint32_t least;                 /* of the memory reads' region, or they show nothing; 0: any will do */
	struct record record;
	struct target target;
	struct rate rate;               /* of the last measurement */
	unsigned runs[TIMINGS];
	uint64_t rates[TIMINGS][HDTIME_REPEATS]; /* of each run, bytes/s */
};

/* timings.c: does -T and -t on one device as often as asked, reports. */
int timings_do(struct drive *d);

/* timing.c: measures r->timing once into r->record and r->rate. False: there is no figure, and why was said. */
bool timing_measure(struct run *r);

/* Is the memory reads' region too small, or did the device not fill it in time? */
static inline bool run_too_small(const struct run *r)
{
	return ENABLED(CONFIG_HDTIME_MEMORY) && r->end < r->least;
}

/* What it is called: "disk_reads", and in words "disk reads". */
extern const struct timing_name { const char *key, *words; } timing_name[TIMINGS];

/* timing_report.c: " Timing buffered disk reads: " and its like, without the blanks behind. */
void timing_label(struct out *o, const struct run *r);
/* The result line, hdparm's to the byte. */
void timing_line(const struct run *r);
/* The line about all runs of one timing. Sorts their rates. */
void timing_summary(struct run *r);
/* Members of an object in "runs". */
void timing_json(struct json *j, const struct run *r);
/* The member "statistics". */
void timing_summary_json(struct json *j, struct run *r);

/* settings.c: prints the settings asked for, after changing those to be set. */
int settings_do(struct drive *d);
/* The value as hdparm prints it: " readonly      =  0 (off)", a line. */
void settings_line(struct out *o, enum setting s, uint32_t value);
/* What the setting is called: "readonly". */
const char *settings_name(enum setting s);
/* settings_get.c: the value now; -ENOTTY and others: the device has no such setting. */
int settings_get(const struct drive *d, int fd, enum setting s, uint32_t *value);
/* settings_set.c: sets it and reads it back. */
int settings_change(const struct drive *d, int fd, enum setting s);

/* modes.c: transfer modes. The number by a name ("udma5") or a number ("69"). False: no such mode. */
bool mode_parse(const char *text, uint32_t *mode);
/* Does the text begin as a mode's name does? */
bool mode_meant(const char *text);
/* "UltraDMA mode5, 100.0 MB/s". */
void mode_print(struct out *o, uint32_t mode);
/* The mode that the words of IDENTIFY say is in use; 0: they say none. */
uint32_t mode_active(const uint16_t *w);

#endif
