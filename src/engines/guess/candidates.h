/* What may hold at each location: what did in all samples, of these forms:
 *   false                    nobody was seen there
 *   x == k, y == a * x + k   of terms of one width
 *   x < y, x <= y, x != y    of the two sides of a condition of the code; 0 <= x
 *   flag -> x == k           of a share
 *   y == x + z + k           and more of the kind (sums.h), if that is asked for
 * A term is a cell, a slot of an array (vocabulary.h, array_words.h), where it was stored to last, or the thread's own share. */
#ifndef HEDDLE_ENGINES_GUESS_CANDIDATES_H
#define HEDDLE_ENGINES_GUESS_CANDIDATES_H

#include "engines/guess/vocabulary.h"

struct candidates {
    struct exprs *exprs;
    expr_list **at; /* by code and location */
    uint32_t codes;
    const struct program *program;
};

/* with: the program with its ghosts, steps: without them, both as what is known of threads by their numbers says them. facts: NULL, or invariants of another engine. */
void candidates_find(struct candidates *c, const struct guess_ghosts *ghosts, const struct program *with,
                     const struct program *steps, const struct proof *facts, const struct budget *budget);
void candidates_free(struct candidates *c);

#endif
