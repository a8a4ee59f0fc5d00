/* Relations between the events of an execution: square matrices of bits. */
#ifndef HEDDLE_WEAK_RELATION_H
#define HEDDLE_WEAK_RELATION_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

struct event_relation {
    uint32_t size, words; /* events; words of a row */
    uint64_t *rows;
};

struct event_relation relation_new(uint32_t size); /* empty */
void relation_free(struct event_relation *r);

static inline bool relation_has(const struct event_relation *r, uint32_t a, uint32_t b)
{
    assert(a < r->size && b < r->size);
    return r->rows[a * r->words + b / 64] >> (b % 64) & 1;
}
static inline void relation_add(struct event_relation *r, uint32_t a, uint32_t b)
{
    assert(a < r->size && b < r->size);
    r->rows[a * r->words + b / 64] |= UINT64_C(1) << (b % 64);
}

void relation_unite(struct event_relation *to, const struct event_relation *from);
struct event_relation relation_compose(const struct event_relation *a, const struct event_relation *b); /* to be freed */
/* a; then b where it leads on, or nothing: to := to united with (to; b). */
void relation_then_maybe(struct event_relation *to, const struct event_relation *b);
void relation_close(struct event_relation *r); /* transitively */
bool relation_irreflexive(const struct event_relation *r);

#endif
