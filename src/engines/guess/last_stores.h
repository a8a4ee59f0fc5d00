/* Where an array was stored to last, as a ghost: the slot there can be told from then on, whatever becomes of the variable that was the index. A
 * text ends with the zero that is put behind it last; an array that nobody stores to counts as stored to at its last slot, where a literal ends. */
#ifndef HEDDLE_ENGINES_GUESS_LAST_STORES_H
#define HEDDLE_ENGINES_GUESS_LAST_STORES_H

#include "program/proof_build.h"

struct last_store {
    uint32_t cell;
    expr ghost; /* the index */
};

struct last_stores {
    VECTOR(struct last_store) list;
};

/* Adds the ghosts to a proof: for arrays that some guard looks at by an index that is not fixed, and that exist once. */
void last_stores_make(struct last_stores *s, struct proof_builder *proof);
void last_stores_free(struct last_stores *s);

expr last_stored(const struct program *p, const struct last_store *one); /* what is in the slot */

/* Whether no variable and no input is in it. */
bool index_is_fixed(expr index);

#endif
