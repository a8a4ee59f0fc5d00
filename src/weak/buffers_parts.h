/* What the files of the search with store buffers share. */
#ifndef HEDDLE_WEAK_BUFFERS_PARTS_H
#define HEDDLE_WEAK_BUFFERS_PARTS_H

#include "weak/search_parts.h"

struct queued_store { /* a store that only its thread sees */
    uint32_t location;
    uint64_t value, mask; /* mask: the bits of the location that are written */
    uint32_t event;       /* while a run is recorded */
};
typedef VECTOR(struct queued_store) store_queue;

struct buffered {
    struct weak_search f;
    struct partial s;    /* of its threads what is unknown; its events while a run is recorded */
    store_queue *queues; /* by thread, oldest first */
    bool recording;
    VECTOR(u32_vector) flushed; /* while a run is recorded: by location, its writes as they reach memory */
};

#define MOVE_FLUSH (NONE - 1) /* instead of an edge: the oldest store goes to memory */

struct buffered_move {
    uint32_t thread, edge;
    struct trace_input *inputs;
    uint32_t input_count;
};
typedef VECTOR(struct buffered_move) move_list;

/* The moves of one thread; *alone: they need not be mixed with those of others, who cannot tell when they happen. */
void buffers_moves(struct buffered *b, uint32_t thread, move_list *out, bool *alone);
/* Makes a move. False: that was not possible, or the search has stopped. */
bool buffers_move(struct buffered *b, const struct buffered_move *m);

/* buffers_record.c: the run as an execution, for the axioms to judge. */
void record_step(struct buffered *b, uint32_t thread, const struct item *item, uint32_t location, uint64_t read);
void record_fence(struct buffered *b, uint32_t thread, const struct action *a);
void record_flush(struct buffered *b, const struct queued_store *store);
void record_end(struct buffered *b);

#endif
