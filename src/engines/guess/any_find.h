/* What may hold of every slot of an array between two bounds (any_slot.h), perhaps where a flag is set: what did in all samples, of
 * these forms:
 *   it is one of a few numbers; it is a * n + k, n being how many slots are before it
 *   it is what the slot with the same number in another array is
 *   it is at least, or at most, a variable or a number that the code compares with */
#ifndef HEDDLE_ENGINES_GUESS_ANY_FIND_H
#define HEDDLE_ENGINES_GUESS_ANY_FIND_H

#include "engines/guess/vocabulary.h"

/* At a location of the code, of which there are these samples; what is found is added. */
void any_find(const struct any_slot *s, uint32_t code, const struct vocabulary *words, const struct sampled_location *sampled,
              expr_list *to);

/* When that is done everywhere: what is found where a thread sets a flag (that it has ended, that another may begin) may hold for all others where
 * the flag is set, wherever they are; they may have been looked at too seldom then. at: by code and location. */
void any_tell(const struct any_slot *s, expr_list **at);

#endif
