/* Moments of a trace that are alike: a stretch between two of them is a round, after which everything (or everything of one instance) is as before. */
#ifndef HEDDLE_PROGRAM_ROUNDS_H
#define HEDDLE_PROGRAM_ROUNDS_H

#include "program/trace.h"

/* Equal numbers: alike, but for a coincidence of hashes. state: before each step, and at the end. own: of the instance that takes the step, before it. */
struct rounds {
    VECTOR(uint64_t) state, own;
};

void rounds_find(struct rounds *r, const struct program *p, const struct trace *t);
void rounds_free(struct rounds *r);

#endif
