/* effort.def as constants: EFFORT_*, SECONDS_*, PATIENCE_* and SHARE_*. */
#ifndef HEDDLE_ENGINES_EFFORT_H
#define HEDDLE_ENGINES_EFFORT_H

enum effort {
#define EFFORT(id, steps, what) EFFORT_##id = (steps),
#define SECONDS(id, seconds, what)
#define PATIENCE(id, milliseconds, what) PATIENCE_##id = (milliseconds),
#define SHARE(id, part, what)
#include "engines/effort.def"
};

#define EFFORT(id, steps, what)
#define SECONDS(id, seconds, what) static const double SECONDS_##id = (seconds);
#define PATIENCE(id, milliseconds, what)
#define SHARE(id, part, what) static const double SHARE_##id = (part);
#include "engines/effort.def"

#endif
