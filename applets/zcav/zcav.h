/* SPDX-License-Identifier: MIT */
/* zcav.h - what the parts of the applet share: options, devices, the curve. */
#ifndef ZCAV_H
#define ZCAV_H

#include <stdbool.h>
#include <stdint.h>

#include "applet.h"
#include "fill.h"
#include "io.h"
#include "out.h"
#include "save.h"
#include "target.h"
#include "workers.h"

enum {
	ZCAV_DEVICES = 16,
	ZCAV_POINTS = 2048,             /* of a curve; a longer scan keeps means of neighbours */
	ZCAV_LOOPS = 100,
};

struct source {
	const char *path, *log;         /* log: NULL is standard output */
};

struct options {
	unsigned sources;
	const char *log;                /* -l waiting for its file */
	uint32_t chunk;                 /* bytes of a read */
	uint64_t block;                 /* bytes, 0: by the device's size */
	uint64_t start, end;            /* bytes; end 0: to the device's end */
	unsigned loops;                 /* -c */
	unsigned every;                 /* -s: one block of so many is read */
	const char *user, *group;
	const char *json, *svg;
	int64_t limit_ns;               /* --time-limit, 0: none */
	unsigned points;                /* --points, 0: none */
	unsigned precision;             /* hundredths of a per cent */
	bool buffered, strict, old_format, write, verify, gnuplot, quiet, sampled;
	struct consent consent;
	struct source source[ZCAV_DEVICES];
};

/* Is the curve one of samples? How often is all read? Is it written? Inline, so that what is not built leaves the
 * program. */
static inline bool options_sampled(const struct options *o)
{
	return ENABLED(CONFIG_ZCAV_SAMPLE) && o->sampled;
}

static inline unsigned options_loops(const struct options *o)
{
	return ENABLED(CONFIG_ZCAV_LOOPS) ? o->loops : 1;
}

static inline bool options_writes(const struct options *o)
{
	return ENABLED(CONFIG_ZCAV_WRITE) && o->write;
}

/* One place of the curve. */
struct point {
	uint64_t offset;
	uint64_t rate;                  /* bytes per second; 0: nothing could be read */
	int64_t elapsed_ns;
};

/* What a worker finds out about its device; shared with the parent. */
struct curve {
	uint64_t bytes;                 /* read or written in all */
	int64_t elapsed_ns;             /* in blocks, without settling */
	unsigned flags;                 /* enum record_flag: cached, compressed, sparse */
	unsigned errors;                /* chunks that failed */
	unsigned mismatches;            /* chunks that read back wrong */
	unsigned pauses;                /* blocks slowed by somebody else and read again */
	unsigned precision;             /* reached by a sampled curve, hundredths of a per cent; 0: not told */
	uint64_t error_bytes;           /* skipped because of errors */
	uint64_t first_mismatch;        /* its offset */
	unsigned stride;                /* blocks that a point stands for */
	unsigned count;
	struct point point[ZCAV_POINTS]; /* by offset */
};

/* A device while it is measured. */
struct device {
	const struct options *o;
	const struct source *source;
	uint64_t start, end, block;     /* of this device, bytes; end UINT64_MAX: a pipe */
	struct curve *curve;
	struct save log;                /* fd 1: standard output, -1: no rows at all */
	struct out rows;                /* fd -1: rows wait until the end */
	/* in the worker */
	struct slot *slot;
	struct io io;
	char *buffer;                   /* one chunk */
	uint64_t *samples;              /* rates of every loop and block, for -c */
	bool gone;                      /* pulled out, or shorter now: there is nothing more to read */
	struct target target;
	struct fill fill;
	char rows_text[256];
};

/* options.c */
int zcav_options(struct options *o, int argc, char **argv, bool *stop);

/* block.c: moves so many bytes from p->offset on in chunks, and finds the rate they had. settle: a first chunk
 * goes before the clock, so that the seek is not in it. Errors are counted and skipped. False: the end
 * of a pipe, a stop, or the disk is gone (d->gone), before anything was moved. */
bool block_measure(struct device *d, struct point *p, uint64_t size, bool settle);
/* Moves to it nothing, but reads a block again and compares (after -w). */
void block_verify(struct device *d, uint64_t offset, uint64_t size);

/* scan.c: front to back. sample.c: here and there, until the curve is known. In a worker; 0 or what
 * slot_fail returned. */
int scan_device(struct device *d);
int sample_device(struct device *d);

/* curve.c */
void curve_append(struct curve *c, const struct point *p);
void curve_insert(struct curve *c, const struct point *p);
/* Mean of the rate over the places, bytes/s. */
uint64_t curve_mean(const struct curve *c);
uint64_t curve_fastest(const struct curve *c);
/* How far two rates are apart, hundredths of a per cent of their mean. */
uint32_t curve_difference(uint64_t a, uint64_t b);
/* The median distance of every second point from the line between its neighbours, hundredths of a per cent. */
uint32_t curve_roughness(const struct curve *c);

/* zones.c: neighbours that don't differ by more than `tolerance` (hundredths of a per cent) are one
 * zone. Returns how many; the first max of them are filled in. */
struct zone { uint64_t start, end, rate; };
unsigned zones_find(const struct curve *c, uint64_t end, uint32_t tolerance, struct zone *zone, unsigned max);
/* That a curve of this precision can show. */
uint32_t zones_tolerance(const struct curve *c);

/* rows.c: the lines of the log. rows_put prints value / unit rounded to decimals (6 at most), as printf's %.2f does. */
void rows_put(struct out *o, unsigned decimals, uint64_t value, uint32_t unit);
void rows_header(struct device *d);
void rows_point(struct device *d, const struct point *p);
void rows_remark(struct device *d, const char *what, uint64_t offset, const char *why);
/* Of what was read in that time: a loop, or all. */
void rows_summary(struct device *d, uint64_t bytes, int64_t elapsed_ns);

/* report.c: zones and means as remarks, JSON, the picture; 0 or an exit code. What JSON and the picture go to is
 * opened before anything is measured. */
int zcav_results_open(const struct options *o);
void zcav_zones(struct device *d);
int zcav_json(const struct device *devices, unsigned count);
int zcav_svg(const struct device *devices, unsigned count, const struct options *o);
int zcav_gnuplot(const struct options *o);

#endif
