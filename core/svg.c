/* SPDX-License-Identifier: MIT */
/* svg.c - one plot as a picture. */
#include "svg.h"

#include <stddef.h>

#include "number.h"
#include "out.h"

/* Tenths of a unit of the view box, so that lines need no floating point. */
enum {
	WIDTH = 7200, HEIGHT = 4500,
	LEFT = 720, RIGHT = 7000, TOP = 620, BOTTOM = 3820,
	COLOURS = 6,
};

static const char style[] =
	"<style>"
	"svg{background:#fff;color:#222;font:15px sans-serif}"
	".grid{stroke:#8884;fill:none}.axis{stroke:currentColor;fill:none}"
	"text{fill:currentColor}.title{font-size:18px;font-weight:bold}"
	".zone{fill:#8881}.dark{fill:#8883}"
	".line{fill:none;stroke-width:2;stroke-linejoin:round}"
	".c0{stroke:#0072b2}.c1{stroke:#d55e00}.c2{stroke:#009e73}.c3{stroke:#cc79a7}.c4{stroke:#e69f00}.c5{stroke:#56b4e9}"
	"@media(prefers-color-scheme:dark){svg{background:#16181c;color:#ddd}.c0{stroke:#56b4e9}.c5{stroke:#a6d8f5}}"
	"@media(max-width:500px){svg{font-size:20px}.title{font-size:23px}}"
	"</style>\n";

static void tenths(struct out *o, uint64_t value)
{
	out_number(o, value / 10, 0);
	if (value % 10) {
		out_char(o, '.');
		out_number(o, value % 10, 0);
	}
}

static void attribute(struct out *o, const char *name, uint64_t value)
{
	out_texts(o, " ", name, "=\"", (char *)0);
	tenths(o, value);
	out_char(o, '"');
}

/* XML needs three characters escaped, and has none of the control characters. */
static void escaped(struct out *o, const char *text)
{
	for (; *text; text++)
		if (*text == '<')
			out_text(o, "&lt;");
		else if (*text == '&')
			out_text(o, "&amp;");
		else if (*text == '>')
			out_text(o, "&gt;");
		else if ((unsigned char)*text >= ' ' && *text != 0x7f)
			out_char(o, *text);
}

static void text_at(struct out *o, uint64_t x, uint64_t y, const char *more, const char *text)
{
	out_text(o, "<text");
	attribute(o, "x", x);
	attribute(o, "y", y);
	out_texts(o, more, ">", (char *)0);
	escaped(o, text);
	out_text(o, "</text>\n");
}

uint64_t svg_step(uint64_t max, unsigned parts)
{
	static const unsigned round[] = { 1, 2, 5 };
	uint64_t power = 1;

	for (unsigned i = 0;; i = (i + 1) % 3) {
		uint64_t step = number_multiply(power, round[i]);

		if (number_multiply(step, parts) >= max)
			return step;
		if (i == 2)
			power *= 10;
	}
}

static uint64_t x_of(const struct svg *s, uint64_t x)
{
	return LEFT + number_multiply_divide(x, RIGHT - LEFT, s->x.max);
}

static uint64_t y_of(const struct svg *s, uint64_t y)
{
	return BOTTOM - number_multiply_divide(y, BOTTOM - TOP, s->y.max);
}

static void grid_line(struct out *o, uint64_t x1, uint64_t y1, uint64_t x2, uint64_t y2)
{
	out_text(o, "<line class=\"grid\"");
	attribute(o, "x1", x1);
	attribute(o, "y1", y1);
	attribute(o, "x2", x2);
	attribute(o, "y2", y2);
	out_text(o, "/>\n");
}

/* The numbers of one axis, in its unit, with the grid line of each. */
static void ticks(struct svg *s, const struct svg_axis *axis, uint64_t step, bool across)
{
	for (uint64_t value = 0; value <= axis->max; value += step) {
		char text[24];
		struct out o = OUT_MEMORY(text);
		uint64_t x = across ? x_of(s, value) : LEFT - 60, y = across ? BOTTOM + 200 : y_of(s, value) + 50;

		out_number(&o, value / axis->divisor, 0);
		text_at(s->out, x, y, across ? " text-anchor=\"middle\"" : " text-anchor=\"end\"", out_end(&o));
		if (across)
			grid_line(s->out, x, TOP, x, BOTTOM);
		else
			grid_line(s->out, LEFT, y - 50, RIGHT, y - 50);
	}
}

/* Extends the axis to a round number and returns the step of its ticks. */
static uint64_t round_up(struct svg_axis *axis, unsigned parts)
{
	uint64_t step = number_multiply(svg_step(axis->max / axis->divisor + 1, parts), axis->divisor);

	axis->max = (axis->max + step - 1) / step * step;
	if (!axis->max)
		axis->max = step;
	return step;
}

void svg_start(struct svg *s, struct out *out, const char *title, struct svg_axis x, struct svg_axis y)
{
	uint64_t x_step, y_step;

	*s = (struct svg){ .out = out, .x = x, .y = y };
	x_step = svg_step(x.max / x.divisor + 1, 8) * x.divisor;
	y_step = round_up(&s->y, 6);
	out_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 450\" width=\"100%\">\n");
	out_text(out, "<title>");
	escaped(out, title);
	out_texts(out, "</title>\n", style, (char *)0);
	text_at(out, LEFT, 300, " class=\"title\"", title);
	if (!s->x.max)
		s->x.max = x.divisor;
	ticks(s, &s->x, x_step, true);
	ticks(s, &s->y, y_step, false);
	out_text(out, "<path class=\"axis\" d=\"M72 62V382H700\"/>\n");
	text_at(out, RIGHT, BOTTOM + 400, " text-anchor=\"end\"", x.label);
	text_at(out, 100, TOP - 120, "", y.label);
}

void svg_range(struct svg *s, uint64_t from, uint64_t to, bool darker)
{
	out_texts(s->out, "<rect class=\"", darker ? "dark" : "zone", "\"", (char *)0);
	attribute(s->out, "x", x_of(s, from));
	attribute(s->out, "y", TOP);
	attribute(s->out, "width", x_of(s, to) - x_of(s, from));
	attribute(s->out, "height", BOTTOM - TOP);
	out_text(s->out, "/>\n");
}

static void class(struct svg *s)
{
	out_text(s->out, " class=\"line c");
	out_number(s->out, s->series % COLOURS, 0);
	out_char(s->out, '"');
}

void svg_line_start(struct svg *s, const char *name)
{
	uint64_t y = BOTTOM + 400 + 180 * (s->series / 2), x = LEFT + 3000 * (s->series % 2);

	out_text(s->out, "<line");
	class(s);
	attribute(s->out, "x1", x);
	attribute(s->out, "x2", x + 200);
	attribute(s->out, "y1", y - 50);
	attribute(s->out, "y2", y - 50);
	out_text(s->out, "/>\n");
	text_at(s->out, x + 260, y, "", name);
	out_text(s->out, "<path");
	class(s);
	out_text(s->out, " d=\"");
	s->first = true;
}

void svg_line_point(struct svg *s, uint64_t x, uint64_t y)
{
	out_char(s->out, s->first ? 'M' : 'L');
	tenths(s->out, x_of(s, x));
	out_char(s->out, ' ');
	tenths(s->out, y_of(s, y));
	s->first = false;
}

void svg_line_end(struct svg *s)
{
	if (s->first)                   /* a path needs a point */
		out_text(s->out, "M0 0");
	out_text(s->out, "\"/>\n");
	s->series++;
}

void svg_finish(struct svg *s)
{
	out_text(s->out, "</svg>\n");
}
