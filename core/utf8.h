/* SPDX-License-Identifier: MIT */
/* utf8.h - which bytes are UTF-8: paths and drives' names may be anything. */
#ifndef CORE_UTF8_H
#define CORE_UTF8_H

/* Bytes of the well-formed UTF-8 sequence at s (RFC 3629), 0: not one. */
unsigned utf8_sequence(const unsigned char *s);

#endif
