/* Numbers that count threads: a shared cell, or the difference of two, that is its first value plus what each thread has where it is, its
 * weight (tickets that were given less tickets that were served: those who have one). It is guessed from the program's steps; that every
 * step keeps it is one more question to Spacer, and part of the proof, where a ghost follows the weights (proof.h). */
#ifndef HEDDLE_ENGINES_HORN_COUNTS_H
#define HEDDLE_ENGINES_HORN_COUNTS_H

#include "engines/horn/steps.h"
#include "program/proof_build.h"

struct horn_count {
    uint32_t plus, minus; /* cells; minus may be NONE */
    int32_t **weight;     /* by template and location */
};
typedef VECTOR(struct horn_count) horn_counts;

void horn_counts_find(const struct program *p, const horn_steps *steps, horn_counts *counts);
void horn_counts_free(const struct program *p, horn_counts *counts);

/* The number, in words of the program. */
expr horn_count_value(const struct program *p, const struct horn_count *c);
/* That a step changes it as it should, said before the step. */
expr horn_count_kept(const struct program *p, const struct horn_count *c, const struct horn_step *s);

/* The value, as a number that is not negative, for certain numbers of instances at certain weights: given what some have in sum, and their
 * templates (or NONE), it is no less than low and no more than high. False if it may wrap around. */
struct count_range {
    uint64_t low, high;
};
bool horn_count_range(const struct program *p, const struct horn_count *c, const uint32_t at[3], int64_t sum,
                      struct count_range *r);

/* Adds a ghost that is the sum of all weights to a proof by pairs. */
expr horn_count_add_ghost(const struct horn_count *c, struct proof_builder *proof);

#endif
