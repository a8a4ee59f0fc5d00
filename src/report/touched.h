/* What a step of a schedule reads and writes, in units of C: where memory is kept byte by byte, the bytes of one member that a step
 * touches together are one place with one value. */
#ifndef HEDDLE_REPORT_TOUCHED_H
#define HEDDLE_REPORT_TOUCHED_H

#include "base/text.h"
#include "program/machine.h"

struct touched {
    const struct machine *machine;
    uint32_t unbounded;
    const struct cell *cell;
    uint64_t index;                   /* of the first part; 0 of a scalar */
    const struct memory_shape *whole; /* what the parts make up; NULL: a cell alone */
    uint32_t parts;                   /* how many accesses or updates of the action, from the one asked for on: at least 1 */
};

/* The machine is in the state before the step; i: the access, or the update. */
struct touched touched_by_access(const struct machine *m, uint32_t unbounded, const struct trace_step *s, const struct action *a,
                                 uint32_t i);
struct touched touched_by_update(const struct machine *m, uint32_t unbounded, const struct trace_step *s, const struct action *a,
                                 uint32_t i);

uint64_t touched_held(const struct touched *t); /* what shared memory holds there */
uint64_t touched_written(const struct touched *t, const struct trace_step *s, const struct update *first);
void touched_print(struct text *out, const struct touched *t, uint64_t value); /* a value of it, as C writes it */

#endif
