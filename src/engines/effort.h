/* effort.def as constants. */
#ifndef HEDDLE_ENGINES_EFFORT_H
#define HEDDLE_ENGINES_EFFORT_H

enum effort {
#define EFFORT(id, steps, what) EFFORT_##id = (steps),
#include "engines/effort.def"
};

#endif
