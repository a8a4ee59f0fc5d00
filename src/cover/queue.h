/* Work, ordered by a small number (the threads of a state): least first, and among equals the newest first.
 * `order` gives the other orders that the command line offers. */
#ifndef HEDDLE_COVER_QUEUE_H
#define HEDDLE_COVER_QUEUE_H

#include "base/vector.h"

#include <stdbool.h>

struct queue {
    VECTOR(u32_vector) buckets; /* the last one is for every larger number, too */
    u32_vector heads;           /* of bucket i, for oldest first */
    uint32_t least, size;
    bool oldest_first;
};

void queue_push(struct queue *q, uint32_t item, uint32_t number);
bool queue_pop(struct queue *q, uint32_t *item);
void queue_free(struct queue *q);

#endif
