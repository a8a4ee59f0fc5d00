/* Whether a schedule shows what is in memory. */
#ifndef HEDDLE_TESTS_FUZZ_SHOWN_H
#define HEDDLE_TESTS_FUZZ_SHOWN_H

#include "program/trace.h"

/* Of what a user is shown of the trace, which replays on p: every value that is read, or replaced, at a place is the one that was shown
 * last as written there; and what is shown in the end is what the interpreter has in its cells. Prints what is wrong. */
bool shown_good(const struct program *p, const struct trace *t, const char *who);

#endif
