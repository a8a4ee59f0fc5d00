/* The engine `predicate`: thread-modular predicate abstraction with refinement. See docs/engines/predicate.md. */
#ifndef HEDDLE_ENGINES_PREDICATE_PREDICATE_H
#define HEDDLE_ENGINES_PREDICATE_PREDICATE_H

#include "engines/engine.h"

extern const struct engine engine_predicate;

#endif
