/* Works in chunks: a chunk is what one element of a job array does, one work after the other. */
#ifndef HEDDLE_RUNNER_CHUNKS_H
#define HEDDLE_RUNNER_CHUNKS_H

#include "runner/runner.h"

struct chunk {
    u32_vector works;
    double expected; /* seconds */
    double longest;  /* if every work takes all of its time; 0: nobody knows */
};
typedef VECTOR(struct chunk) chunks;

struct chunk_room {
    unsigned slots;
    double most; /* seconds that a chunk may take; 0: any. One work is a chunk however long it takes. */
};
/* Works which are alike in limits, into chunks for so many slots: by expected time, the longest first, and smaller and smaller chunks, so
 * that all slots end at about the same time. works is sorted. */
void chunks_make(chunks *out, const struct work *all, u32_vector *works, const struct chunk_room *room);
void chunks_free(chunks *c);

#endif
