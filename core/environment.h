/* SPDX-License-Identifier: MIT */
/* environment.h - the machine that a result was measured on. */
#ifndef CORE_ENVIRONMENT_H
#define CORE_ENVIRONMENT_H

struct json;
struct target;

/* The members "format", "applet", "environment" and "target", which every result begins with. t: NULL where
 * there are several targets, each told of elsewhere. */
void environment_json(struct json *j, const char *applet, const struct target *t);

#endif
