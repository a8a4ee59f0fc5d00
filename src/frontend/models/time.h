/* Points in time and durations: struct timespec and struct timeval, with long members in both data models. */
#ifndef HEDDLE_MODELS_TIME_H
#define HEDDLE_MODELS_TIME_H

#include "heddle.h"

struct time {
    long seconds, fraction;
};

enum { NANOSECONDS = 1000000000 };

static inline _Bool is_time(const struct time *t) { return t->fraction >= 0 && t->fraction < NANOSECONDS; }

/* The clocks that one may wait by. */
static inline _Bool is_waiting_clock(int clock) { return clock == 0 || clock == 1; }

#endif
