/* Between which values an expression lies, where some cells hold a value of which no more is known than a range. */
#ifndef HEDDLE_PROGRAM_BOUNDS_H
#define HEDDLE_PROGRAM_BOUNDS_H

#include "program/expr.h"

/* From low to high, unsigned. source: where the value comes from that is not known; 0 if it is a certain value, whether or not low and high
 * tell which one. */
struct bounds {
    uint64_t low, high, source;
};

static inline struct bounds bounds_full(unsigned width, uint64_t source) { return (struct bounds){0, width_mask(width), source}; }
bool bounds_valid(const struct bounds *r, unsigned width);

/* leaf: the range of E_CELL, E_READ (index: that of its index), E_SELF and E_INPUT. A value that is the same for all that the cells may hold
 * has no source. */
typedef struct bounds (*bounds_leaf)(void *context, expr e, struct bounds index);
struct bounds bounds_of(expr e, bounds_leaf leaf, void *context);

#endif
