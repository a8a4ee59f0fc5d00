/* Liveness of a code's own cells, by backward propagation over its graph. Arrays stay live: one write does not replace all of
 * what they hold. */
#ifndef HEDDLE_FACTS_LIVENESS_H
#define HEDDLE_FACTS_LIVENESS_H

#include "base/bitset.h"
#include "program/program.h"

/* By location: own cells whose value may still be read, where a value that goes into a dead scalar is not read. relevant: NULL,
 * or cells such that what goes into others is not read either. accesses: the indices of accesses are read. */
struct bitset *liveness_compute(const struct program *p, uint32_t code, const struct bitset *relevant, bool accesses);
void liveness_free(const struct program *p, uint32_t code, struct bitset *live);

#endif
