/* What memory holds at the start. */
#ifndef HEDDLE_ENGINES_PREDICATE_INITIAL_H
#define HEDDLE_ENGINES_PREDICATE_INITIAL_H

#include "engines/predicate/model.h"

/* What a cell, or an array at an index, is at the start; NULL if that is arbitrary or takes too many words. */
expr predicate_model_initial_value(const struct predicate_model *s, expr leaf);

/* Adds, for everything that the expression mentions, what it is at the start, where that is known. */
void predicate_model_initial_facts(const struct predicate_model *s, expr e, expr_vector *facts);

#endif
