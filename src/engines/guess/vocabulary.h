/* The terms that invariants at locations of a code may be made of. */
#ifndef HEDDLE_ENGINES_GUESS_VOCABULARY_H
#define HEDDLE_ENGINES_GUESS_VOCABULARY_H

#include "engines/guess/any_slot.h"
#include "engines/guess/created.h"
#include "engines/guess/last_stores.h"
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
    u32_vector flags; /* terms that tell how far some thread has come (flags.h) */
    expr_list ranges; /* what variables that tell so may be */
};

struct guess_ghosts { /* what candidates may speak of besides the program, and how */
    bool sums;        /* in equations of three terms, too (sums.h) */
    struct shares shares;
    struct last_stores last;
    struct any_slot any; /* may say nothing */
    created_list created;
};

/* steps: the program, as what is known of threads by their numbers says it. */
void vocabulary_make(struct vocabulary *v, const struct guess_ghosts *ghosts, const struct program *steps, uint32_t code);
void vocabulary_free(struct vocabulary *v);

/* For those who make it: unless there are enough. */
void vocabulary_add_plain(struct vocabulary *v, expr e);
bool vocabulary_add_condition(struct vocabulary *v, enum expr_op op, expr a, expr b);

#endif
