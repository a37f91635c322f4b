/* SPDX-License-Identifier: MIT */
/* identity.h - who a drive is, from whatever tells it. */
#ifndef HDTIME_IDENTITY_H
#define HDTIME_IDENTITY_H

#include "hdtime.h"

/* Does -i, -I on one device. */
int identity_do(struct drive *d);
/* --Istdin: 256 words in hex on standard input, as hdparm --Istdout prints them. */
int identity_stdin(void);
/* The 256 words of IDENTIFY: the kernel's copy or (fresh) the drive's answer now. False: there is no valid one. */
bool identity_words(int fd, bool fresh, uint16_t *w);

#endif
