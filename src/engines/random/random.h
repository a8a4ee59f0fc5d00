/* Engine random: drawn runs, round after round. Finds violations (not races), proves nothing. */
#ifndef HEDDLE_ENGINES_RANDOM_RANDOM_H
#define HEDDLE_ENGINES_RANDOM_RANDOM_H

#include "engines/engine.h"

extern const struct engine engine_random;

#endif
