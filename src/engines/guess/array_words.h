/* What may be said of arrays at indices that are not fixed:
 *   what is in the slot that was stored to last, and that nobody who goes through the array has passed it;
 *   what is in a slot that was set, copied or found to be a number while a variable at a fixed distance from the index was set: a[n + d];
 *   bounds of indices, for the slot that was stored to last. */
#ifndef HEDDLE_ENGINES_GUESS_ARRAY_WORDS_H
#define HEDDLE_ENGINES_GUESS_ARRAY_WORDS_H

#include "engines/guess/last_stores.h"
#include "engines/guess/vocabulary.h"

void add_array_terms(struct vocabulary *v, const struct last_stores *last, const struct program *p, uint32_t code);
/* When the conditions of the code are there. */
void add_array_conditions(struct vocabulary *v, const struct last_stores *last, const struct program *p, uint32_t code);

#endif
