/* Cells that can make a difference to what runs there are: those that a guard depends on, directly or through updates. */
#ifndef HEDDLE_FACTS_RELEVANCE_H
#define HEDDLE_FACTS_RELEVANCE_H

#include "base/bitset.h"
#include "program/program.h"

/* Adds them; with the cells of accesses' indices if races are asked about, and with all parameters of procedures. Checks are
 * locations, so guards decide everything. An index that decides which slot is written matters if the cell does. */
void relevant_cells(const struct program *p, bool races, struct bitset *cells);

#endif
