/* The tables of effort (base/effort.def) as constants: EFFORT_*, PATIENCE_*, SECONDS_*, CLOCK_* and SHARE_*. */
#ifndef HEDDLE_BASE_EFFORT_H
#define HEDDLE_BASE_EFFORT_H

enum effort {
#define EFFORT(id, steps, what) EFFORT_##id = (steps),
#define PATIENCE(id, thousands, what) PATIENCE_##id = (thousands),
#include "base/effort.def"
};

#define SECONDS(id, seconds, what) static const double SECONDS_##id = (seconds);
#define CLOCK(id, seconds, what) static const double CLOCK_##id = (seconds);
#define SHARE(id, part, what) static const double SHARE_##id = (part);
#include "base/effort.def"

#endif
