/* What may hold at each location: what did in all samples, of these forms:
 *   false                    nobody was seen there
 *   x == k, y == a * x + k   of terms of one width
 *   x < y, x <= y, x != y    of the two sides of a condition of the code; 0 <= x
 *   flag -> x == k           of a share
 *   y == x + z + k           and more of the kind (sums.h), if that is asked for
 * A term is a cell, a slot of an array (vocabulary.h, array_words.h), where it was stored to last, or the thread's own share. */
#ifndef HEDDLE_ENGINES_GUESS_CANDIDATES_H
#define HEDDLE_ENGINES_GUESS_CANDIDATES_H

#include "engines/guess/any_slot.h"
#include "engines/guess/last_stores.h"
#include "engines/guess/samples.h"
#include "engines/guess/shares.h"

struct candidates {
    struct exprs *exprs;
    expr_list **at; /* by code and location */
    uint32_t codes;
    const struct program *program;
};

struct guess_ghosts { /* what candidates may speak of besides the program, and how */
    bool sums;        /* in equations of three terms, too (sums.h) */
    struct shares shares;
    struct last_stores last;
    struct any_slot any; /* may say nothing */
};

/* with: the program with its ghosts. facts: NULL, or invariants of another engine. */
void candidates_find(struct candidates *c, const struct guess_ghosts *ghosts, const struct program *with, const struct proof *facts,
                     const struct budget *budget);
void candidates_free(struct candidates *c);

#endif
