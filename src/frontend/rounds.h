/* Local variables of loops: which of them are looked at one round at a time (the property memory). */
#ifndef HEDDLE_FRONTEND_ROUNDS_H
#define HEDDLE_FRONTEND_ROUNDS_H

#include "frontend/threads.h"

/* Sets begins_again, watched, and with it many, of local variables. Requires escapes. */
void find_rounds(const struct front *f, struct pointsto *p, const struct threads *t);

#endif
