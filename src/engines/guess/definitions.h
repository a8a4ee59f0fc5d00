/* What variables were set to, as conditions between variables: after `n = input; length = n * 4` it is `length == n * 4` that may stay true. */
#ifndef HEDDLE_ENGINES_GUESS_DEFINITIONS_H
#define HEDDLE_ENGINES_GUESS_DEFINITIONS_H

#include "engines/guess/vocabulary.h"

void add_definitions(struct vocabulary *v, const struct program *p, uint32_t code);

#endif
