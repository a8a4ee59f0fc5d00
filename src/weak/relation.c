#include "weak/relation.h"

#include "base/memory.h"

#include <assert.h>

struct event_relation relation_new(uint32_t size)
{
    struct event_relation r = {.size = size, .words = size / 64 + 1};
    r.rows = NEW_ARRAY(uint64_t, (size_t)r.size *r.words + 1);
    return r;
}

void relation_free(struct event_relation *r) { mem_free(r->rows); }

static void add_row(struct event_relation *to, uint32_t a, const struct event_relation *from, uint32_t b)
{
    for (uint32_t w = 0; w < to->words; w++)
        to->rows[a * to->words + w] |= from->rows[b * from->words + w];
}

void relation_unite(struct event_relation *to, const struct event_relation *from)
{
    assert(to->size == from->size);
    for (uint32_t a = 0; a < to->size; a++)
        add_row(to, a, from, a);
}

struct event_relation relation_compose(const struct event_relation *a, const struct event_relation *b)
{
    assert(a->size == b->size);
    struct event_relation r = relation_new(a->size);
    for (uint32_t i = 0; i < a->size; i++)
        for (uint32_t k = 0; k < a->size; k++)
            if (relation_has(a, i, k))
                add_row(&r, i, b, k);
    return r;
}

void relation_then_maybe(struct event_relation *to, const struct event_relation *b)
{
    struct event_relation more = relation_compose(to, b);
    relation_unite(to, &more);
    relation_free(&more);
}

void relation_close(struct event_relation *r)
{
    for (uint32_t k = 0; k < r->size; k++)
        for (uint32_t i = 0; i < r->size; i++)
            if (i != k && relation_has(r, i, k))
                add_row(r, i, r, k);
}

bool relation_irreflexive(const struct event_relation *r)
{
    for (uint32_t i = 0; i < r->size; i++)
        if (relation_has(r, i, i))
            return false;
    return true;
}
