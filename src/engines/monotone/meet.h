/* Data races in views: two threads that are about to make the two accesses of a check, on one slot. */
#ifndef HEDDLE_ENGINES_MONOTONE_MEET_H
#define HEDDLE_ENGINES_MONOTONE_MEET_H

#include "engines/monotone/views.h"

/* v is complete. Whether some view allows the race. */
bool meet_possible(struct views *v, const struct check *check);

#endif
