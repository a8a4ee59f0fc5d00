/* One interpretation of one thread, shared by its parts. Internal to src/engines/flow. */
#ifndef HEDDLE_ENGINES_FLOW_RUN_H
#define HEDDLE_ENGINES_FLOW_RUN_H

#include "engines/flow/analysis.h"

struct flow_run {
    struct flow *f;
    const struct thread *thread;
    const struct code *code;
    const struct code_graph *graph;
    const uint64_t *held;
    struct interpreted *in;
    const struct space *space;
    bool recording;  /* what is written and created counts */
    uint64_t visits; /* so far */
    uint32_t limit;  /* cases at one location; fewer if the thread takes long */
};

struct edge_effect { /* of one edge in one case, before it is joined to the target */
    uint32_t node;
    struct abstract *state;
    uint32_t *last; /* in one block with since */
    uint64_t *since;
    uint8_t turns;
};
typedef VECTOR(struct edge_effect) effects;

/* cases.c: the cases at a location. */
struct edge_effect effect_new(const struct flow_run *r, const struct abstract *state, const uint32_t *last,
                              const uint64_t *since); /* nothing assumed; since may be NULL: no locks */
struct edge_effect effect_copy(const struct flow_run *r, const struct edge_effect *e, uint32_t node);
void effect_free(const struct flow_run *r, struct edge_effect *e);
bool cases_insert(struct flow_run *r, uint32_t location, partitions *list,
                  struct edge_effect *e); /* takes over e; whether the list changed */

/* reads.c: all cases of how the reads of an event are served; in place of the given ones. */
void serve_reads(struct flow_run *r, uint32_t event, effects *cases);

/* record.c: what others will see. */
void record_writes(struct flow_run *r, uint32_t event, const write_vector *writes);
void record_creations(struct flow_run *r, uint32_t event, const struct edge_effect *e);

#endif
