/* Invariants as people would say them: conditions in C over the names of the source, and a few words about locks and threads. What has no
 * name in the source (temporary values, where other threads are) is left out so that the rest still follows. */
#ifndef HEDDLE_REPORT_PEOPLE_H
#define HEDDLE_REPORT_PEOPLE_H

#include "base/arena.h"
#include "base/bitset.h"
#include "program/program.h"

typedef VECTOR(const char *) people_conditions;

/* What e, over p, says: one string for each part of the conjunction, the short ones first. Strings are kept in words. live: the own cells
 * of the code whose values may still be read there: passes give others any value; NULL if that is not known. */
void people_say(people_conditions *out, const struct program *p, expr e, const struct bitset *live, struct arena *words);

#endif
