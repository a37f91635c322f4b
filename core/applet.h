/* SPDX-License-Identifier: MIT */
/* applet.h - what an applet is, how a program ends, what .config switched on. */
#ifndef CORE_APPLET_H
#define CORE_APPLET_H

/* Exit codes of every applet; besides these only death by a signal. */
enum exit_code {
	EXIT_DONE = 0,
	EXIT_FAILED = 1,        /* a test failed */
	EXIT_USAGE = 2,         /* the command line is wrong; nothing was done */
	EXIT_REFUSED = 3,       /* not safe, or not possible here; nothing was done */
};

struct applet {
	const char *name;
	const char *summary;    /* one line for --help of diskbench */
	/* argv[0] is the name it was called by, an alias perhaps. Returns an exit code. */
	int (*run)(int argc, char **argv);
};

/* ENABLED(CONFIG_X) is 1 or 0: features are tested with plain if (), and what
 * is switched off is still compiled, then thrown away. autoconf.h defines only
 * what is on, as 1; pasting that 1 makes ENABLED_IS_1, a spare argument that
 * moves the 1 into the second place. */
#define ENABLED(option)                 ENABLED_VALUE(option)
#define ENABLED_VALUE(value)            ENABLED_SPLIT(ENABLED_IS_##value 1, 0, 0)
#define ENABLED_IS_1                    0,
#define ENABLED_SPLIT(...)              ENABLED_PICK(__VA_ARGS__)
#define ENABLED_PICK(skip, value, ...)  value

#endif
