/* Predicates that the user gives: C expressions over global and local variables. NAME_P is the variable NAME of another
 * thread of the same kind (the thesis writes it with an index P, Def. 9). */
#ifndef HEDDLE_ENGINES_MONOTONE_PARSE_H
#define HEDDLE_ENGINES_MONOTONE_PARSE_H

#include "engines/monotone/scheme.h"

/* The predicate as the template's threads see it; width 1. NULL with *why (in words, in the arena) if it is not
 * understood or mentions what the template does not have. */
expr parse_predicate(const struct scheme *m, uint32_t code, const char *text, const char **why, struct arena *words);

#endif
