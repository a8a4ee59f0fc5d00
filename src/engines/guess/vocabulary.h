/* The terms that invariants at locations of a code may be made of. */
#ifndef HEDDLE_ENGINES_GUESS_VOCABULARY_H
#define HEDDLE_ENGINES_GUESS_VOCABULARY_H

#include "engines/guess/samples.h"
#include "engines/guess/shares.h"

struct condition { /* of the code: a op b */
    uint8_t op;    /* E_EQ .. E_SLE */
    uint32_t a, b; /* terms */
};

struct vocabulary {
    expr_list terms;
    uint32_t plain;       /* so many come first: cells, slots and own shares; then everybody's shares, */
    uint32_t with_shares; /* up to here; then sides of conditions */
    VECTOR(struct condition) conditions;
};

void vocabulary_make(struct vocabulary *v, const struct shares *shares, uint32_t code);
void vocabulary_free(struct vocabulary *v);

#endif
