/* SPDX-License-Identifier: MIT */
/* svg.h - one plot as a picture: axes with units, grid, lines, shaded ranges.
 *
 * Plain SVG 1.1 with a style sheet of its own; readable at a phone's width, light
 * and dark, without scripts or fonts to load. Text of the caller is escaped. */
#ifndef CORE_SVG_H
#define CORE_SVG_H

#include <stdbool.h>
#include <stdint.h>

struct out;

/* The scale of an axis: from 0 to `max`, in what `unit` names; a value is divided by `divisor` before it
 * is printed. */
struct svg_axis {
	uint64_t max;
	uint32_t divisor;
	const char *label;              /* "position, GB" */
};

struct svg {
	struct out *out;
	struct svg_axis x, y;           /* out, both and lines are the caller's to fill in */
	unsigned lines;                 /* that there will be: the legend needs room */
	unsigned series;                /* lines begun so far: each gets the next colour */
	bool first;                     /* no point of the line yet */
};

/* Begins the picture: title, grid and labels. The y axis will end at the next round number over its max. */
void svg_start(struct svg *s, const char *title);
/* Shades the range [from, to] of x, every other time darker. */
void svg_range(struct svg *s, uint64_t from, uint64_t to, bool darker);
/* A line through points; name stands in the legend. */
void svg_line_start(struct svg *s, const char *name);
void svg_line_point(struct svg *s, uint64_t x, uint64_t y);
void svg_line_end(struct svg *s);
void svg_finish(struct svg *s);

#endif
