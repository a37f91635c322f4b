/* SPDX-License-Identifier: MIT */
/* size.h - "4k" to 4096 and back. */
#ifndef CORE_SIZE_H
#define CORE_SIZE_H

#include <stdbool.h>
#include <stdint.h>

struct out;

/* Reads a decimal number at *text and moves *text behind it. False: no digit there, or over 64 bits. */
bool size_number(const char **text, uint64_t *value);
/* Reads a number and one of the unit letters (k m g t p, any case, powers of 1024) that `units`
 * names, and moves *text behind them. Without a letter the number is times `plain`. */
bool size_read(const char **text, const char *units, uint32_t plain, uint64_t *value);
/* The whole of `text` is such a size. */
bool size_parse(const char *text, const char *units, uint32_t plain, uint64_t *value);
/* A time in s: "30", "2.5", also "1m", "500ms"; into ns. The whole of `text`. */
bool size_parse_time(const char *text, int64_t *ns);
/* Prints a time in s as 2:05. */
void size_print_minutes(struct out *o, uint64_t seconds);
/* Prints bytes as the largest power-of-1024 unit that divides them: 512M, 16k, 300. Letters: k M G T P. */
void size_print(struct out *o, uint64_t bytes);
/* Prints bytes rounded for people: "1.5 GiB", "512 MiB". */
void size_print_rough(struct out *o, uint64_t bytes);
/* The same with so many digits, 1.91 MiB: for rates three. */
void size_print_digits(struct out *o, uint64_t bytes, unsigned digits);
/* The whole of `text` is a decimal number in these bounds. */
bool size_count(const char *text, uint32_t least, uint32_t most, uint32_t *value);

#endif
