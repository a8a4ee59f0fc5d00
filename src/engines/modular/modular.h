/* The engine modular. */
#ifndef HEDDLE_ENGINES_MODULAR_MODULAR_H
#define HEDDLE_ENGINES_MODULAR_MODULAR_H

#include "engines/engine.h"

extern const struct engine engine_modular;

#endif
