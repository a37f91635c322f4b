/* SPDX-License-Identifier: MIT */
/* json.c - writes one JSON object. */
#include "json.h"

#include "out.h"
#include "utf8.h"

static bool in_array(const struct json *j)
{
	return j->arrays >> j->depth & 1;
}

static void escape(struct out *o, unsigned char c)
{
	static const char hex[] = "0123456789abcdef";

	if (c == '"' || c == '\\') {
		out_char(o, '\\');
		out_char(o, c);
	} else if (c < 0x20 || c == 0x7f) {
		out_text(o, "\\u00");
		out_char(o, hex[c >> 4]);
		out_char(o, hex[c & 15]);
	} else {
		out_char(o, c);
	}
}

static void string(struct out *o, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;

	out_char(o, '"');
	while (*s) {
		unsigned length = utf8_sequence(s);

		if (length == 1)
			escape(o, *s);
		else if (!length)
			out_text(o, "\\ufffd");
		for (unsigned i = 0; length > 1 && i < length; i++)
			out_char(o, s[i]);
		s += length ? length : 1;
	}
	out_char(o, '"');
}

static void line(struct json *j)
{
	out_char(j->out, '\n');
	for (unsigned i = 0; i < j->depth; i++)
		out_text(j->out, "  ");
}

static void key_of(struct json *j, const char *key)
{
	if (j->filled)
		out_char(j->out, ',');
	if (in_array(j)) {
		if (j->filled)
			out_char(j->out, ' ');
	} else {
		line(j);
		string(j->out, key);
		out_text(j->out, ": ");
	}
	j->filled = true;
}

static void begin(struct json *j, bool array)
{
	out_char(j->out, array ? '[' : '{');
	j->depth++;
	j->arrays &= ~(1u << j->depth);
	j->arrays |= (uint32_t)array << j->depth;
	j->filled = false;
}

void json_start(struct json *j, struct out *out)
{
	*j = (struct json){ .out = out };
	begin(j, false);
}

void json_finish(struct json *j)
{
	json_end(j);
	out_char(j->out, '\n');
}

void json_object(struct json *j, const char *key)
{
	key_of(j, key);
	begin(j, false);
}

void json_array(struct json *j, const char *key)
{
	key_of(j, key);
	begin(j, true);
}

void json_end(struct json *j)
{
	bool array = in_array(j);

	j->depth--;
	if (!array && j->filled)
		line(j);
	out_char(j->out, array ? ']' : '}');
	j->filled = true;
}

void json_number(struct json *j, const char *key, uint64_t value)
{
	key_of(j, key);
	out_number(j->out, value, 0);
}

void json_text(struct json *j, const char *key, const char *text)
{
	key_of(j, key);
	if (text)
		string(j->out, text);
	else
		out_text(j->out, "null");
}

void json_bool(struct json *j, const char *key, bool value)
{
	key_of(j, key);
	out_text(j->out, value ? "true" : "false");
}

void json_null(struct json *j, const char *key)
{
	json_text(j, key, NULL);
}

void json_known(struct json *j, const char *key, uint64_t value)
{
	if (value)
		json_number(j, key, value);
	else
		json_null(j, key);
}

static void value_of(struct json *j, const struct json_field *f, const void *field)
{
	bool narrow = f->size == 1;
	uint64_t value = narrow ? (uint64_t)*(const int8_t *)field : (uint64_t)*(const int32_t *)field;

	if (f->size == sizeof value)
		value = *(const uint64_t *)field;
	if (f->kind != JSON_NUMBER && (value == UINT64_MAX || (f->kind == JSON_KNOWN && !value)))
		json_null(j, f->key);
	else if (narrow)
		json_bool(j, f->key, value);
	else
		json_number(j, f->key, f->size == sizeof value ? value : (uint32_t)value);
}

void json_fields(struct json *j, const void *from, const struct json_field *table, size_t count)
{
	for (const struct json_field *f = table; f < table + count; f++) {
		const char *field = (const char *)from + f->offset;

		if (f->kind == JSON_CHARS)
			json_text(j, f->key, *field ? field : NULL);
		else if (f->kind == JSON_STRING)
			json_text(j, f->key, *(const char *const *)(const void *)field);
		else
			value_of(j, f, field);
	}
}
