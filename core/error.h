/* SPDX-License-Identifier: MIT */
/* error.h - messages on stderr: "applet: path: what: reason", one line each. */
#ifndef CORE_ERROR_H
#define CORE_ERROR_H

/* The applet's name in front of every message. */
extern const char *error_applet;

/* A system call failed. path: may be NULL; what: the call or step; error: -errno, or 0 for
 * no reason. Returns EXIT_FAILED. */
int error_warn(const char *path, const char *what, int error);
/* A word of the command line is wrong. word: as the user wrote it; expected: what would
 * be right, to follow "expected ". Returns EXIT_USAGE. */
int error_usage(const char *word, const char *expected);
/* Something is not done because it is not safe or not possible. Returns EXIT_REFUSED. */
int error_refuse(const char *path, const char *why);
/* Says something that the figures alone don't: what names the matter ("cached"). */
void error_note(const char *path, const char *what, const char *text);

#endif
