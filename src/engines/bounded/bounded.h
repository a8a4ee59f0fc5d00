/* Engine bounded: docs/engines/bounded.md. */
#ifndef HEDDLE_ENGINES_BOUNDED_BOUNDED_H
#define HEDDLE_ENGINES_BOUNDED_BOUNDED_H

#include "engines/engine.h"

extern const struct engine engine_bounded;

#endif
