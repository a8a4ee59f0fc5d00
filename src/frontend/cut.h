/* A program cut to what matters for some pairs of accesses: functions that were named stay procedures, and every call of a procedure becomes its effects. */
#ifndef HEDDLE_FRONTEND_CUT_H
#define HEDDLE_FRONTEND_CUT_H

#include "frontend/regions.h"

/* cut.c */
bool cuts(const struct front *f); /* anything at all */
bool is_cut(const struct front *f, LLVMValueRef function);
/* Library functions do what their row says (library.def), rather than exactly what they do, if they have one; before write_library_models. */
void cut_library(struct front *f);
/* Structures are passed to such functions by their address, and copied by them; requires the prepared module. */
void cut_by_value(struct front *f);
/* Local variables of functions that are still called are allocated, as memory that there may be any number of times at once; requires that nothing is
 * inlined any more. */
void cut_locals(struct front *f);
/* Thread-local variables that procedures use hold any value whenever they are read; requires the same. */
void cut_thread_locals(struct front *f);

/* cut_calls.c: every call becomes what the procedure, and those that it calls, may do to shared memory: any of it, at any time, again and again. Then there are
 * no procedures. What they do besides (wait, end the program or the thread) only makes runs fewer. Fills what it says in the options' cut. */
void cut_calls(struct front *f, const struct regions *r);

/* cut_arrays.c: large arrays that nobody asks about hold any value; after cut_calls. */
void cut_arrays(struct front *f);

/* cut_stretches.c: the same for branches and loops in which nothing happens that matters; after cut_calls. */
void cut_stretches(struct front *f);

#endif
