/* A part of the program: what it does with the numbers that are relative to a base (relative.h), and nothing else. Locations between
 * which nothing is done with them are one. */
#ifndef HEDDLE_ENGINES_HORN_SLICE_H
#define HEDDLE_ENGINES_HORN_SLICE_H

#include "base/bitset.h"
#include "engines/horn/relative.h"
#include "engines/horn/steps.h"

struct slice {
    const struct program *program;
    struct relative relative;
    uint32_t **class; /* by template and location: the least of those that are one */
};

void slice_make(struct slice *x, const struct program *p, const horn_steps *steps, uint32_t base);
void slice_free(struct slice *x);

bool slice_follows(const struct slice *x, uint32_t cell);             /* it is one of the numbers */
bool slice_ignores(const struct slice *x, const struct horn_step *s); /* it does nothing with the numbers */

#endif
