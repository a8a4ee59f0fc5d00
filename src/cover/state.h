/* A state: a control and a finite multiset of places, sparse and sorted. Also its order and a signature of its support
 * that rejects most comparisons in one instruction. OMEGA counts (any number) occur in the forward search alone. */
#ifndef HEDDLE_COVER_STATE_H
#define HEDDLE_COVER_STATE_H

#include "cover/system.h"

#define OMEGA UINT32_MAX
#define TOTAL_MAX (1u << 30) /* larger counts are not followed: the search gives up */

struct state {
    uint32_t control;
    uint32_t size;  /* of tokens */
    uint64_t mask;  /* bit (place mod 64) for every place of the support */
    uint32_t total; /* sum of the counts; OMEGA if one of them is, or if the sum is that large */
    struct token tokens[];
};

void state_fill(struct state *s, uint32_t control, const struct token *tokens, uint32_t size); /* s has the room */
struct state *state_make(struct arena *a, uint32_t control, const struct token *tokens, uint32_t size);
struct state *state_copy(struct arena *a, const struct state *s);
bool state_equal(const struct state *a, const struct state *b);
uint64_t state_hash(const struct state *s);
uint32_t state_count(const struct state *s, uint32_t place);
bool state_initial(const struct system *sys, const struct state *s); /* below some initial state? */
void state_print(const struct system *sys, const struct state *s, struct text *out);

bool tokens_sorted(const struct token *t, uint32_t n);                                    /* by place, each once, no count 0 */
bool tokens_within(const struct token *a, uint32_t n, const struct token *b, uint32_t m); /* a <= b, as multisets */

/* a <= b */
static inline bool state_within(const struct state *a, const struct state *b)
{
    return !(a->mask & ~b->mask) && a->total <= b->total && a->control == b->control &&
           tokens_within(a->tokens, a->size, b->tokens, b->size);
}

#endif
