/* The engine cartesian. */
#ifndef HEDDLE_ENGINES_CARTESIAN_CARTESIAN_H
#define HEDDLE_ENGINES_CARTESIAN_CARTESIAN_H

#include "engines/engine.h"

extern const struct engine engine_cartesian;

#endif
