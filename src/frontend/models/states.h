/* State that functions of the C library have of their own, without a lock. Rows of library.def name it, too: the same names are the same state. */
#ifndef HEDDLE_MODELS_STATES_H
#define HEDDLE_MODELS_STATES_H

#include "heddle.h"

#define STATE(name) volatile unsigned char __heddle_state_of_##name __asm__("state of " #name)

extern STATE(environ);
extern STATE(rand);
extern STATE(drand48);
extern STATE(locale);
extern STATE(localtime);

/* library.c: accesses for the property race. */
void __heddle_library_state(volatile unsigned char *state);       /* reads and writes */
void __heddle_library_looks(const volatile unsigned char *state); /* only reads */

#define USES_STATE(name) __heddle_library_state(&__heddle_state_of_##name)
#define READS_STATE(name) __heddle_library_looks(&__heddle_state_of_##name)

#endif
