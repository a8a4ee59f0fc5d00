/* The engine explore. */
#ifndef HEDDLE_EXPLORE_EXPLORE_H
#define HEDDLE_EXPLORE_EXPLORE_H

#include "engines/engine.h"

extern const struct engine engine_explore;

#endif
