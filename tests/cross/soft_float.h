/* SPDX-License-Identifier: MIT */
/* Included before cmocka.c where there is no floating point: it times in whole seconds. */
#ifndef CROSS_SOFT_FLOAT_H
#define CROSS_SOFT_FLOAT_H

#include <float.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define double long
#define float long

#endif
