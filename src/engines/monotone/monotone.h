/* The engine monotone. */
#ifndef HEDDLE_ENGINES_MONOTONE_MONOTONE_H
#define HEDDLE_ENGINES_MONOTONE_MONOTONE_H

#include "engines/engine.h"

extern const struct engine engine_monotone;

#endif
