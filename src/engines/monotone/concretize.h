/* From an abstract run to a real one. */
#ifndef HEDDLE_ENGINES_MONOTONE_CONCRETIZE_H
#define HEDDLE_ENGINES_MONOTONE_CONCRETIZE_H

#include "engines/monotone/refine.h"
#include "engines/shell.h"

/* Looks for a run with a few threads that violates the check, first along the edges of these steps (and any of threads
 * that are there once; no steps given: all), then along any. Whether one was found with that effort; it is the verdict's then. */
bool concretize(struct shell *shell, uint32_t check, const run_steps *steps, uint64_t effort);

#endif
