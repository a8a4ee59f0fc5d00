/* What a run counts and times; --stats and the JSON output print it. One row each in the statistics.def of the part that counts it
 * (src/engines/flow/statistics.def ...; CMakeLists.txt lists them):
 *
 *   COUNTER(field, "name", "unit or empty", "meaning")   uint64_t; several runs add up
 *   MAXIMUM(field, "name", "unit or empty", "meaning")   uint64_t; of several runs the largest
 *   TIMER(field, "name", "meaning")                      double, seconds; several runs add up
 *
 * A zeroed struct is empty. Plain data: it may be copied. */
#ifndef HEDDLE_BASE_STATISTICS_H
#define HEDDLE_BASE_STATISTICS_H

#include "base/text.h"

struct statistics {
#define COUNTER(field, ...) uint64_t field;
#define MAXIMUM(field, ...) uint64_t field;
#define TIMER(field, ...) double field;
#include "tables/statistics.def"
#undef COUNTER
#undef MAXIMUM
#undef TIMER
};

/* Adds what another run counted. */
void statistics_add(struct statistics *to, const struct statistics *from);

/* "name: value unit" lines of what is not zero. */
void statistics_print(struct text *out, const struct statistics *s);

/* Calls visit for every row that is not zero, in order of the table. A timer's value is in seconds. */
void statistics_visit(const struct statistics *s, void (*visit)(void *context, const char *name, double value), void *context);

#endif
