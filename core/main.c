/* SPDX-License-Identifier: MIT */
/* main.c - finds the applet by the name we were called, or by our first
 * argument, and runs it. */
#include <stdbool.h>
#include <string.h>

#include "applet.h"
#include "error.h"
#include "out.h"
#include "platform.h"

/* clang-format off */
#define APPLET(name) extern const struct applet applet_##name;
#define ALIAS(alias, name)
#include "applets.def"
#undef APPLET
#undef ALIAS

#define APPLET(name) &applet_##name,
#define ALIAS(alias, name)
static const struct applet *const applets[] = {
#include "applets.def"
	NULL
};
#undef APPLET
#undef ALIAS

/* Other names that applets answer to, from applets/NAME/aliases.cmake: --list leaves them out. */
#define APPLET(name)
#define ALIAS(alias, name) { alias, &applet_##name },
static const struct { const char *name; const struct applet *applet; } aliases[] = {
#include "applets.def"
	{ NULL, NULL }
};
#undef APPLET
#undef ALIAS
/* clang-format on */

static const struct applet *find(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

	for (const struct applet *const *a = applets; *a; a++)
		if (!strcmp((*a)->name, name))
			return *a;
	for (unsigned i = 0; aliases[i].name; i++)
		if (!strcmp(aliases[i].name, name))
			return aliases[i].applet;
	return NULL;
}

static void list(void)
{
	for (const struct applet *const *a = applets; *a; a++)
		out_texts(&out_stdout, (*a)->name, "\n", (char *)0);
}

static void help(void)
{
	out_texts(&out_stdout, "usage: diskbench APPLET [OPTION...]    APPLET --help tells its options\n"
	                       "       diskbench --list", ENABLED(CONFIG_INSTALL) ? " | --install DIR" : "", " | --version\n\n",
	          (char *)0);
	for (const struct applet *const *a = applets; *a; a++) {
		out_pad(&out_stdout, (*a)->name, -12);
		out_texts(&out_stdout, (*a)->summary, "\n", (char *)0);
	}
}

/* Makes the link, or is content with one that is there and right. */
static int link_to(const char *binary, const char *directory, const char *name)
{
	char there[512], text[512];
	struct out o = OUT_MEMORY(text);
	const char *path;
	int error;

	out_texts(&o, directory, "/", name, (char *)0);
	path = out_end(&o);
	error = platform_make_symlink(binary, path);
	if (error == -EEXIST && platform_read_link(path, there, sizeof there) >= 0 && !strcmp(there, binary))
		return EXIT_DONE;
	return error ? error_warn(path, "symlink", error) : EXIT_DONE;
}

/* One symbolic link a name in the directory, to the binary that runs. */
static int install(const char *directory)
{
	char self[512];
	int status = EXIT_DONE, error;

	if (!ENABLED(CONFIG_INSTALL))
		return error_usage("--install", "a diskbench built with INSTALL");
	if (!directory)
		return error_usage("--install", "one directory behind it");
	error = platform_program(self, sizeof self);
	if (error)
		return error_warn("diskbench", "its own path", error);
	for (const struct applet *const *a = applets; *a; a++)
		status |= link_to(self, directory, (*a)->name);
	for (unsigned i = 0; aliases[i].name; i++)
		status |= link_to(self, directory, aliases[i].name);
	return status;
}

static int own_option(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "";

	if (!strcmp(word, "--list"))
		list();
	else if (!strcmp(word, "--version"))
		out_text(&out_stdout, "diskbench " DISKBENCH_VERSION "\n");
	else if (!strcmp(word, "--help"))
		help();
	else if (!strcmp(word, "--install"))
		return install(argc == 3 ? argv[2] : NULL);
	else if (*word)
		return error_usage(word, "an applet; diskbench --list names them");
	else {
		help();
		return EXIT_USAGE;
	}
	return EXIT_DONE;
}

/* What was buffered must reach its reader, or the run has failed. */
static int finish(int status)
{
	int error = out_flush(&out_stdout);

	if (platform_stop_signal())
		platform_die_by(platform_stop_signal());
	if (error)
		return error_warn("standard output", "write", error);
	return status;
}

int main(int argc, char **argv)
{
	const struct applet *applet = argc > 0 ? find(argv[0]) : NULL;

	platform_guard_standard();
	if (!applet && argc > 1 && (applet = find(argv[1])) != NULL) {
		argc--;
		argv++;
	}
	if (!applet)
		return finish(own_option(argc, argv));
	error_applet = applet->name;
	platform_signals_catch();
	return finish(applet->run(argc, argv));
}
