/* Whether a thread that goes on by itself leaves a part of its code for sure: all cycles there count something to its end. */
#ifndef HEDDLE_ENGINES_PROGRESS_ENDS_H
#define HEDDLE_ENGINES_PROGRESS_ENDS_H

#include "base/bitset.h"
#include "program/program.h"

/* edges: those of the part. A cycle ends if one of its steps adds 1 to one of the thread's own cells or takes 1 away, which no other step on
 * a cycle changes, and every cycle through that step compares the cell with what does not change, in a way that fails at one and the same value. Then that step is
 * taken finitely often; without it the remaining cycles have to end in the same way. The set is changed. */
bool ends_for_sure(const struct program *p, uint32_t code, struct bitset *edges);

#endif
