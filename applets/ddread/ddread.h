/* SPDX-License-Identifier: MIT */
/* ddread.h - what the parts of the applet share: the operands, the run, and the
 * tally that the worker keeps and the parent prints. */
#ifndef DDREAD_H
#define DDREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "applet.h"
#include "fill.h"
#include "io.h"
#include "target.h"
#include "workers.h"

enum {
	DDREAD_BLOCK = 512,             /* bytes of a block unless said, as dd */
	DDREAD_BLOCK_READING = 1 << 20, /* unless said, when nothing is written */
	DDREAD_PIECE = 1 << 20,         /* bytes of a buffer; larger blocks go in pieces */
	DDREAD_PIECE_DIRECT = 16 << 20, /* the same past the page cache, where more at once pays; see copy_piece() */
	DDREAD_BLOCK_SMALL = 64 << 10,  /* blocks below this measure system calls */
};

/* conv= */
enum conv {
	CONV_NOTRUNC = 1, CONV_NOERROR = 2, CONV_SYNC = 4, CONV_FSYNC = 8, CONV_FDATASYNC = 16, CONV_EXCL = 32,
	CONV_NOCREAT = 64, CONV_SPARSE = 128, CONV_SWAB = 256, CONV_LCASE = 512, CONV_UCASE = 1024,
	CONV_CHARS = CONV_SWAB | CONV_LCASE | CONV_UCASE,       /* these reblock even with bs= */
};

/* iflag= and oflag= */
enum flag {
	FLAG_DIRECT = 1, FLAG_DSYNC = 2, FLAG_SYNC = 4, FLAG_NOCACHE = 8, FLAG_NOATIME = 16, FLAG_FULLBLOCK = 32,
	FLAG_NOFOLLOW = 64, FLAG_APPEND = 128, FLAG_COUNT_BYTES = 256, FLAG_SKIP_BYTES = 512, FLAG_SEEK_BYTES = 1024,
};

/* status=: what is said on stderr besides errors. */
enum status { STATUS_ALL, STATUS_NONE, STATUS_NOXFER, STATUS_PROGRESS };

/* A number of blocks, or of bytes where a B in it or a flag says so. */
struct amount {
	uint64_t value;
	bool given, bytes;
};

/* Here as in the structures below, what is looked at all the time stands first, in reach of short instructions. */
struct operands {
	bool sweep, strict;
	bool one_buffer;                /* each input record is an output record, short ones too */
	bool reading;                   /* no of=: read to nowhere, cold */
	unsigned conv, iflag, oflag;
	unsigned status;                /* enum status */
	const char *input, *output, *json;
	/* what follows from the operands */
	uint64_t in_block, out_block;   /* bytes of a record */
	uint64_t skip_bytes, seek_bytes;
	uint64_t records, last_bytes;   /* where to stop: whole records, and bytes of one more; UINT64_MAX: never */
	/* as written */
	struct amount bs, ibs, obs, cbs, count, skip, seek;
	struct consent consent;
};

enum source { SOURCE_FILE, SOURCE_RANDOM, SOURCE_ZERO };

/* Where the output goes. */
enum sink {
	SINK_NOTHING,                   /* /dev/null, for which no call is made */
	SINK_FILE, SINK_BLOCK,          /* storage: there is something to sync */
	SINK_OTHER,                     /* a pipe or character device */
};

/* Kept by the worker in memory shared with the parent, which prints it at any time. */
struct tally {
	bool buffered_input, buffered_output;   /* direct I/O was refused at a transfer */
	bool synced;                    /* the output is on its device */
	bool counted;                   /* target_counter_moves() */
	bool failed_output;             /* the first failure was the output's */
	bool said;                      /* its message was printed by the worker */
	bool status_open;               /* a progress line waits for its end */
	const char *failed;             /* the call, NULL: none failed */
	int error;                      /* of that failure, -errno */
	int resident;                   /* thousandths of the input in memory before; TARGET_RESIDENT_UNKNOWN */
	uint64_t in_full, in_partial, out_full, out_partial;    /* records */
	uint64_t read, written;         /* bytes */
	int64_t start_ns, copied_ns, end_ns;    /* first byte asked for, last one written, and on its device; 0: not yet */
	int64_t user_ns, system_ns;     /* from start to end */
	int64_t device_bytes;           /* that came from devices in that time */
};

struct run {
	struct tally *tally;
	enum source source;
	enum sink sink;
	uint64_t expected;              /* bytes to be read, 0: not known */
	const char *output_name;        /* for messages */
	struct operands o;
	struct target in;               /* of SOURCE_FILE */
	struct target out;              /* what is known of it; fd is written to */
};

/* Is anything written, and does it stay? An image without DDREAD_WRITE only reads, files and devices alone. */
static inline bool run_writes(const struct run *r)
{
	return ENABLED(CONFIG_DDREAD_WRITE) && r->sink != SINK_NOTHING;
}

static inline bool run_stores(const struct run *r)
{
	return run_writes(r) && r->sink != SINK_OTHER;
}

/* Is data made here? */
static inline bool run_makes(const struct run *r)
{
	return ENABLED(CONFIG_DDREAD_WRITE) && r->source != SOURCE_FILE;
}

/* operands.c: reads the command line into *o. EXIT_DONE, EXIT_USAGE, or OPTIONS_HELP_WANTED when help was printed. */
int operands_read(struct operands *o, int argc, char **argv);

/* amounts.c: reads "2x512", "1MiB", "10B". NULL, or what was expected. */
const char *amount_parse(struct amount *a, const char *text);

/* input.c */
struct copy;
/* Opens it; looks, reads nothing. An exit code, the message printed. */
int input_open(struct run *r);
/* In the worker: goes to skip=. False: the end came first, said so; tally->failed set on errors. */
bool input_skip(struct copy *c);
/* Reads up to size bytes into c->buffer, with fullblock until they are there: bytes, 0 at the end, -errno. The
 * end and errors behind some bytes show at the next call. */
int input_read(struct copy *c, size_t size);
/* Goes on behind a block that can't be read. False: impossible. */
bool input_pass(struct copy *c, uint64_t bytes);
/* Reading found the end. A device that ends before its size is gone, which dd takes for a copy. 0 or -errno. */
int input_ended(struct copy *c);
/* Does count= end the reading within a file or device, of which the system reads ahead? Then the last bytes
 * asked for wait for some that are not wanted, which made a slow disk 20 % slower. */
bool input_ends_early(const struct copy *c);
/* Before a record, where it does: near the end has no more read ahead than will be asked for. */
void input_ahead(struct copy *c);
/* Drops what was read from memory (iflag=nocache); end: all of it, else now and then. */
void input_forget(struct copy *c, bool end);

/* output.c, and output_open.c */
/* Opens it, after every check that can refuse it. An exit code, the message printed. */
int output_open(struct run *r);
/* In the worker, before the clock starts: cuts the file at seek=. */
int output_cut(struct copy *c);
/* Goes to seek=. */
int output_start(struct copy *c);
/* Takes bytes of one input record. */
int output_put(struct copy *c, const char *data, size_t size);
/* The input record is over. */
int output_record(struct copy *c);
/* Writes what waits, and syncs; tells the times in the tally. */
int output_finish(struct copy *c);

/* convert.c: lcase and ucase in place. */
void convert_case(const struct operands *o, char *data, size_t size);
/* Puts the bytes swapped in pairs to the output; last: an odd byte that waits too. */
int convert_swab(struct copy *c, const char *data, size_t size, bool last);

/* What the worker has at hand. */
struct copy {
	struct run *r;
	const struct operands *o;
	struct tally *t;
	struct slot *slot;
	/* input */
	bool warn_partial;              /* say once that reads were short */
	bool odd_end;                   /* of the output: the last block was too short for direct I/O */
	bool hole;                      /* its last bytes were left out, conv=sparse */
	int read_error;                 /* -errno that the last record could not be read for */
	char *buffer;                   /* of `piece` bytes, page aligned */
	size_t piece;
	uint64_t got;                   /* bytes that the last record was read with */
	uint64_t previous;              /* the same of a short one, before the next is there; else 0 */
	uint64_t in_forgotten;          /* bytes behind in_start that were dropped */
	uint64_t in_start;              /* position of the first byte read */
	uint64_t asked;                 /* bytes behind in_start that input_ahead() asked for; 0: none yet */
	struct fill fill;
	/* output */
	char *waiting;                  /* bytes that don't fill a record or a piece yet */
	size_t waiting_size, used;
	uint64_t position;              /* bytes of the current output record that were written */
	uint64_t out_start;
	int carry;                      /* swab's odd byte, -1: none */
	struct io_window window;
};

/* copy.c: the worker. context: struct run. */
int copy_run(struct slot *slot, unsigned index, void *context);
/* Notes the first failure; returns error. */
int copy_fail(struct copy *c, const char *call, bool output, int error);
/* Reads a record of up to size bytes and hands it on, filled up if conv=sync, or skips it. Size 0: it can't
 * be read, and is zeros. Sets c->got and c->read_error. 0 or an error of the output. */
int copy_record(struct copy *c, uint64_t size, bool skip);
/* Direct I/O can be refused as late as at a transfer: some file systems do, and all for a block that is no
 * multiple of the sector. dd would stop there. True: it is off now, *buffered says so. */
bool copy_fell_back(const struct copy *c, struct target *t, bool *buffered, int result);
/* Bytes of the buffers for blocks of this size. */
size_t copy_piece(const struct run *r, uint64_t block);

/* lines.c: GNU's lines. */
struct out;
/* Those that status= lets through, as of now, on stderr. */
void lines_print(const struct run *r);
/* "512 bytes" */
void lines_bytes(struct out *o, uint64_t bytes);
/* "512 bytes copied, 0.1 s, 5.1 kB/s" */
void lines_transfer(struct out *o, uint64_t bytes, int64_t ns, bool whole_seconds);
/* "332 MB/s" for bytes in ns. */
void lines_rate(struct out *o, uint64_t bytes, int64_t ns);
/* "0.809483 s", as %g. */
void lines_seconds(struct out *o, int64_t ns);
/* ns since the first byte was asked for, to now or the end; 0: not begun. */
int64_t lines_elapsed(const struct tally *t);

/* watch.c: what is shown while the worker copies. */
void watch_start(struct run *r);
/* A few times a second, and when USR1 came. */
void watch_tick(void *context, uint64_t amount, int64_t elapsed_ns);
/* Ends it, and the line begun. */
void watch_end(void);
/* Bytes of the slowest and fastest whole second; false: too few seconds to tell. */
bool watch_extremes(uint64_t *slowest, uint64_t *fastest);

/* notes.c: what the figures alone don't say. */
struct record;
/* Are any wanted? */
bool notes_wanted(const struct operands *o);
void notes_before(const struct run *r);
/* Gives the record its flags: cached, compressed, short ... */
void notes_judge(struct run *r, struct record *record);
void notes_after(const struct run *r, const struct record *record);

/* sweep.c: --sweep. An exit code. */
int sweep_run(struct run *r);

/* results.c: --json; all of it does nothing without. An exit code where int. */
struct json;
int results_open(const struct operands *o);
/* There will be none: leaves no empty file. */
void results_forget(void);
void results_start(const struct run *r);
void results_copy(const struct run *r, const struct record *record);
int results_close(void);
/* The object being written, NULL: no --json. */
struct json *results_json(void);
/* JSON takes the place of text on standard output. */
bool results_alone(void);

#endif
