/* SPDX-License-Identifier: MIT */
/* soft_float.c - what printf and strtod would call for floating point, for unit
   tests on MIPS without an FPU. No test prints any: who gets here is stopped. */
#define ABSENT(name) \
	void name(void); \
	void name(void) \
	{ \
		__builtin_trap(); \
	}

ABSENT(__adddf3)
ABSENT(__subdf3)
ABSENT(__muldf3)
ABSENT(__divdf3)
ABSENT(__eqdf2)
ABSENT(__nedf2)
ABSENT(__gedf2)
ABSENT(__gtdf2)
ABSENT(__ledf2)
ABSENT(__ltdf2)
ABSENT(__unorddf2)
ABSENT(__fixdfsi)
ABSENT(__fixunsdfsi)
ABSENT(__fixdfdi)
ABSENT(__fixunsdfdi)
ABSENT(__floatsidf)
ABSENT(__floatunsidf)
ABSENT(__floatdidf)
ABSENT(__floatundidf)
ABSENT(__extendsfdf2)
ABSENT(__truncdfsf2)
ABSENT(__mulsf3)
ABSENT(__gesf2)
ABSENT(__fixsfsi)
ABSENT(__floatsisf)
