/* Threads that loops create, and what belongs to each of them. */
#ifndef HEDDLE_ENGINES_WIDE_BATCHES_H
#define HEDDLE_ENGINES_WIDE_BATCHES_H

#include "engines/wide/wide.h"

/* Requires kinds. */
void wide_batches(struct wide *w);
void wide_batches_free(struct wide *w);

/* Threads of this kind access parts that belong to each of them alone. */
bool wide_own_parts(const struct wide *w, uint32_t kind, uint32_t x, uint32_t y);
/* The creator accesses, at step x, what belongs to a thread of this kind that does not live; a living one accesses its own part at y. */
bool wide_idle_part(const struct wide *w, uint32_t creator, uint32_t x, uint32_t kind, uint32_t y);

#endif
