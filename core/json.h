/* SPDX-License-Identifier: MIT */
/* json.h - writes one JSON object (RFC 8259), indented, on an output of its own. */
#ifndef CORE_JSON_H
#define CORE_JSON_H

#include <stdbool.h>
#include <stddef.h>
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
void json_text(struct json *j, const char *key, const char *text);
void json_bool(struct json *j, const char *key, bool value);
void json_null(struct json *j, const char *key);
/* A number that is null where it is 0: not known. */
void json_known(struct json *j, const char *key, uint64_t value);

/* A member that is a field of a structure. */
struct json_field {
	const char *key;
	unsigned short offset;
	unsigned char size, kind;       /* bytes; enum json_kind */
};

enum json_kind {
	JSON_VALUE,             /* an unsigned number, or of one byte true or false; with all bits set it is null */
	JSON_KNOWN,             /* the same, and 0 is null too */
	JSON_NUMBER,            /* the same as the first, and never null */
	JSON_STRING,            /* const char *; NULL is null */
	JSON_CHARS,             /* an array of char; "" is null */
};

/* A row of a table of them, and the members for a table (an array). */
#define JSON_FIELD(kind, type, field, key) { key, offsetof(type, field), sizeof(((type *)0)->field), kind }
#define JSON_FIELDS(j, from, table) json_fields(j, from, table, sizeof(table) / sizeof *(table))
void json_fields(struct json *j, const void *from, const struct json_field *table, size_t count);

#endif
