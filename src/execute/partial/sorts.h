/* Values that are only copied and compared for equality, among themselves and with constants: which value it is does
 * not matter, only whether it is the same. So a few values stand for all of them (data independence: P. Wolper,
 * "Expressing interesting properties of programs in propositional temporal logic", POPL 1986).
 *
 * How few: the rules of the fixpoint do not change under a permutation of the values that leaves the constants as they
 * are. A rule speaks of so many values at once as there are cells in what it joins. With the constants and that many
 * others, every derivation can be renamed, rule by rule, to one with these values. */
#ifndef HEDDLE_EXECUTE_PARTIAL_SORTS_H
#define HEDDLE_EXECUTE_PARTIAL_SORTS_H

#include "execute/partial/model.h"

/* Fills in the sorts of the model, where there are arbitrary values too many to be tried one by one. For the rules of
 * thread-modular reasoning: at most two threads in one rule. */
void sorts_find(struct partial_model *w);

#endif
