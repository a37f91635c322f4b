/* SPDX-License-Identifier: MIT */
/* svg.c - one plot as a picture. */
#include "svg.h"

#include <stdarg.h>

#include "number.h"
#include "out.h"
#include "utf8.h"

/* Tenths of a unit of the view box, so that lines need no floating point. */
enum {
	LEFT = 720, RIGHT = 7000, TOP = 620, BOTTOM = 3820,     /* of the plot; the texts below know them too */
	LEGEND = 180,                   /* a row of it, of two lines */
	COLOURS = 6,
};

/* With the height, and the title twice: see put(). */
static const char head[] =
	"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 ~\" width=\"100%\">\n"
	"<title>$</title>\n"
	"<style>"
	"svg{background:#fff;color:#222;font:15px sans-serif}"
	".grid{stroke:#8884;fill:none}.axis{stroke:currentColor;fill:none}"
	"text{fill:currentColor}.title{font-size:18px;font-weight:bold}"
	".zone{fill:#8881}.dark{fill:#8883}"
	".line{fill:none;stroke-width:2;stroke-linejoin:round}"
	".c0{stroke:#0072b2}.c1{stroke:#d55e00}.c2{stroke:#009e73}.c3{stroke:#cc79a7}.c4{stroke:#e69f00}.c5{stroke:#56b4e9}"
	"@media(prefers-color-scheme:dark){svg{background:#16181c;color:#ddd}.c0{stroke:#56b4e9}.c5{stroke:#a6d8f5}}"
	"@media(max-width:500px){svg{font-size:20px}.title{font-size:23px}}"
	"</style>\n"
	"<text x=\"72\" y=\"30\" class=\"title\">$</text>\n";

static void tenths(struct out *o, unsigned value)
{
	out_number(o, value / 10, 0);
	if (value % 10) {
		out_char(o, '.');
		out_number(o, value % 10, 0);
	}
}

/* XML needs three characters escaped, and has none of the control characters, nor what is no UTF-8. */
static void escaped(struct out *o, const char *text)
{
	for (unsigned left = 0; *text; text++, left -= left > 0) {
		if (!left)
			left = utf8_sequence((const unsigned char *)text);
		if (!left)
			out_char(o, '?');
		else if (*text == '<')
			out_text(o, "&lt;");
		else if (*text == '&')
			out_text(o, "&amp;");
		else if (*text == '>')
			out_text(o, "&gt;");
		else if ((unsigned char)*text >= ' ' && *text != 0x7f)
			out_char(o, *text);
	}
}

/* Prints a text in which the next argument stands for each ~ (unsigned, in tenths), ^ (uint64_t) and $ (a string that
 * is escaped). */
static void put(const struct svg *s, const char *text, ...)
{
	va_list list;

	va_start(list, text);
	for (; *text; text++)
		if (*text == '~')
			tenths(s->out, va_arg(list, unsigned));
		else if (*text == '^')
			out_number(s->out, va_arg(list, uint64_t), 0);
		else if (*text == '$')
			escaped(s->out, va_arg(list, const char *));
		else
			out_char(s->out, *text);
	va_end(list);
}

/* The smallest round step (1, 2 or 5 times a power of ten) of which at most `parts` reach over max. */
static uint64_t round_step(uint64_t max, unsigned parts)
{
	uint64_t step = 1;

	for (unsigned i = 0; step * parts < max; i++)
		step = i % 3 == 1 ? step * 5 / 2 : step * 2;
	return step;
}

static unsigned x_of(const struct svg *s, uint64_t x)
{
	return LEFT + (unsigned)number_multiply_divide(x, RIGHT - LEFT, s->x.max);
}

static unsigned y_of(const struct svg *s, uint64_t y)
{
	return BOTTOM - (unsigned)number_multiply_divide(y, BOTTOM - TOP, s->y.max);
}

/* The numbers of one axis, in its unit, with the grid line of each. */
static void ticks(struct svg *s, struct svg_axis *axis, unsigned parts, bool across)
{
	uint64_t step = round_step(axis->max / axis->divisor + 1, parts) * axis->divisor;

	if (!across)
		axis->max = (axis->max + step - 1) / step * step;
	if (!axis->max)
		axis->max = step;
	for (uint64_t value = 0; value <= axis->max; value += step) {
		unsigned at = across ? x_of(s, value) : y_of(s, value);

		put(s, across ? "<text x=\"~\" y=\"402\" text-anchor=\"middle\">^</text>\n"
		                "<line class=\"grid\" x1=\"~\" y1=\"62\" x2=\"~\" y2=\"382\"/>\n"
		              : "<text x=\"66\" y=\"~\" text-anchor=\"end\">^</text>\n"
		                "<line class=\"grid\" x1=\"72\" y1=\"~\" x2=\"700\" y2=\"~\"/>\n",
		    across ? at : at + 50, value / axis->divisor, at, at);
	}
}

void svg_start(struct svg *s, const char *title)
{
	put(s, head, BOTTOM + 320u + LEGEND * (s->lines > 3 ? (s->lines + 1) / 2 : 2), title, title);
	ticks(s, &s->x, 8, true);
	ticks(s, &s->y, 6, false);
	put(s, "<path class=\"axis\" d=\"M72 62V382H700\"/>\n<text x=\"700\" y=\"422\" text-anchor=\"end\">$</text>\n"
	       "<text x=\"10\" y=\"50\">$</text>\n", s->x.label, s->y.label);
}

void svg_range(struct svg *s, uint64_t from, uint64_t to, bool darker)
{
	unsigned x = x_of(s, from);

	put(s, "<rect class=\"$\" x=\"~\" y=\"62\" width=\"~\" height=\"320\"/>\n", darker ? "dark" : "zone", x,
	    x_of(s, to) - x);
}

void svg_line_start(struct svg *s, const char *name)
{
	unsigned y = BOTTOM + 400 + LEGEND * (s->series / 2), x = LEFT + 3000 * (s->series % 2);
	uint64_t colour = s->series % COLOURS;

	put(s, "<line class=\"line c^\" x1=\"~\" x2=\"~\" y1=\"~\" y2=\"~\"/>\n<text x=\"~\" y=\"~\">$</text>\n"
	       "<path class=\"line c^\" d=\"", colour, x, x + 200, y - 50, y - 50, x + 260, y, name, colour);
	s->first = true;
}

void svg_line_point(struct svg *s, uint64_t x, uint64_t y)
{
	put(s, s->first ? "M~ ~" : "L~ ~", x_of(s, x), y_of(s, y));
	s->first = false;
}

void svg_line_end(struct svg *s)
{
	put(s, s->first ? "M0 0\"/>\n" : "\"/>\n");     /* a path needs a point */
	s->series++;
}

void svg_finish(struct svg *s)
{
	put(s, "</svg>\n");
}
