/* What order.c computes, for apart.c, which answers questions about it. */
#ifndef HEDDLE_ENGINES_WIDE_ORDER_H
#define HEDDLE_ENGINES_WIDE_ORDER_H

#include "engines/wide/wide.h"

struct order_state {
    uint32_t started, joined; /* sets; joined SETS_ALL: not reached */
};

typedef VECTOR(struct order_state) order_states;

struct order {
    struct wide *w;
    struct sets sets;
    u32_vector creates; /* procedure: kinds that running it may bring to life, with all that they may create */
    u32_vector
        joins[OUTLINE_ENDS]; /* by end, procedure: kinds that have certainly ended when it is left and were not created again */
    u32_vector keeps[OUTLINE_ENDS]; /* the same: kinds of which no thread lives when it is left, if none did when it was entered */
    struct map kind_of;             /* step that creates to its first kind */
    VECTOR(order_states *) by_kind; /* of a kind of which one thread lives at a time: by step; NULL where nothing was computed */
    VECTOR(struct bitset) settled;  /* of such a kind: those that it creates, of which no thread lives when one of it has ended */
};

static inline uint32_t batch_number(const struct order *o, uint32_t batch) { return o->w->kinds.size + batch; }
/* Of a kind of which there is one thread only: it has lived. */
static inline uint32_t past_number(const struct order *o, uint32_t kind) { return o->w->kinds.size + o->w->batches.size + kind; }

static inline const struct order_state *order_state_of(const struct order *o, uint32_t kind, uint32_t step)
{
    const order_states *s = o->by_kind.data[kind];
    return s ? &s->data[step] : NULL;
}

/* Every thread of kind b is brought to life by threads of kind a, of which one lives at a time, or by their descendants. */
bool order_stems_from(const struct wide *w, uint32_t b, uint32_t a);
/* No thread of the kind lives when the one of kind a is at step x: not begun, or ended. */
bool order_is_idle(const struct order *o, uint32_t a, uint32_t x, uint32_t kind);
/* joined.c: the one step that may have put an id where a join finds it; NONE if that is not certain */
uint32_t order_creator_of(const struct wide *w, uint32_t join);
/* Whether a join that may be of a thread of the kind is certainly of the one that was created last, and none is created meanwhile: it is made by who creates them. (Who joins an
 * earlier one, again, waits for nobody.) */
bool order_joins_last(const struct wide *w, uint32_t join, uint32_t kind);

#endif
