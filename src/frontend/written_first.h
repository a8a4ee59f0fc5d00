/* Cells that are always written before they are read. */
#ifndef HEDDLE_FRONTEND_WRITTEN_FIRST_H
#define HEDDLE_FRONTEND_WRITTEN_FIRST_H

#include "base/bitset.h"
#include "program/program.h"

/* Adds to *out the scalar cells whose initial value nobody sees: on every path from main's entry (into threads through their
 * creation, into procedures through their calls) a write comes before the first read. */
void find_written_first(const struct program *p, struct bitset *out);

#endif
