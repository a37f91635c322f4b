/* SPDX-License-Identifier: MIT */
/* json.h - writes one JSON object (RFC 8259), indented, on an output of its own. */
#ifndef CORE_JSON_H
#define CORE_JSON_H

#include <stdbool.h>
#include <stdint.h>

struct out;

struct json {
	struct out *out;
	uint32_t arrays;        /* bit n: level n is an array */
	unsigned depth;
	bool filled;            /* the level has a member */
};

/* Starts the outermost object. */
void json_start(struct json *j, struct out *out);
/* Ends it, with a newline. */
void json_finish(struct json *j);

/* Members; key NULL in an array. text is UTF-8 or made so: other bytes become U+FFFD; NULL is null. */
void json_object(struct json *j, const char *key);
void json_array(struct json *j, const char *key);
/* Ends the object or array begun last. */
void json_end(struct json *j);
void json_number(struct json *j, const char *key, uint64_t value);
/* Members of 64-bit numbers that stand one behind the other; so do the keys, an empty one ends them. */
void json_numbers(struct json *j, const char *keys, const void *numbers);
void json_text(struct json *j, const char *key, const char *text);
void json_bool(struct json *j, const char *key, bool value);
void json_null(struct json *j, const char *key);

#endif
