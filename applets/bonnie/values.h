/* SPDX-License-Identifier: MIT */
/* values.h - the readers of option values, as options.h wants them. */
#ifndef BONNIE_VALUES_H
#define BONNIE_VALUES_H

enum { SEEKERS_MAX = 256 };

const char *parse_place(void *into, const char *value);         /* -d */
const char *parse_size(void *into, const char *value);          /* -s */
const char *parse_seekers(void *into, const char *value);       /* --seekers */
const char *parse_files(void *into, const char *value);         /* -n */
const char *parse_ram(void *into, const char *value);           /* -r */
const char *parse_runs(void *into, const char *value);          /* -x */
const char *parse_repeat(void *into, const char *value);        /* --repeat */
const char *parse_chars(void *into, const char *digits);        /* -f */
const char *parse_machine(void *into, const char *value);       /* -m */
const char *parse_user(void *into, const char *value);          /* -u */
const char *parse_copies(void *into, const char *value);        /* -c */
const char *parse_processes(void *into, const char *value);     /* -p */
const char *parse_step(void *into, const char *value);          /* -y */
const char *parse_patience(void *into, const char *value);      /* --sync-timeout */
const char *parse_limit(void *into, const char *value);         /* --time-limit */
const char *parse_report(void *into, const char *value);        /* --report */
const char *parse_data(void *into, const char *value);          /* --data */
const char *parse_cache(void *into, const char *value);         /* --cache */
const char *parse_seed(void *into, const char *value);          /* -z */
const char *parse_random_file(void *into, const char *value);   /* -Z */

#endif
