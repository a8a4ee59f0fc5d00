/* From an abstract run to a real one. */
#ifndef HEDDLE_ENGINES_MONOTONE_CONCRETIZE_H
#define HEDDLE_ENGINES_MONOTONE_CONCRETIZE_H

#include "engines/engine.h"

/* Looks for a run with a few threads that violates the check, first along these edges (code << 32 | edge; and any of
 * threads that are there once; no edges given: all), then along any. The trace has been replayed. NULL if none was
 * found in that time. */
struct trace *concretize(const struct task *task, uint32_t check, const uint64_t *edges, uint32_t count,
                         double seconds);

#endif
