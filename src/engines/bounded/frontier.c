/* Nodes of the unrolled graph, and the heap of those that wait for their turn. */
#include "engines/bounded/unroll.h"

#include <assert.h>

/* --- the heap, by key --- */

static int compare_keys(const struct unfolding *u, uint32_t m, uint32_t n)
{
    size_t lm, ln;
    const uint32_t *a = intern_bytes(&u->keys, u->nodes.data[m].key, &lm);
    const uint32_t *b = intern_bytes(&u->keys, u->nodes.data[n].key, &ln);
    /* The first two words are instance and section, the location is the last: equal keys of one section are one node. */
    for (size_t i = 2; i < lm / 4 && i < ln / 4; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return m < n ? -1 : 1;
}

static void heap_push(struct unroller *r, uint32_t n)
{
    vector_push(&r->heap, n);
    uint32_t *h = r->heap.data, i = r->heap.size - 1;
    while (i && compare_keys(r->u, h[i], h[(i - 1) / 2]) < 0) {
        uint32_t t = h[i];
        h[i] = h[(i - 1) / 2], h[(i - 1) / 2] = t;
        i = (i - 1) / 2;
    }
}

#ifndef NDEBUG
/* Nobody comes before the one above. */
static bool heap_valid(const struct unroller *r)
{
    for (uint32_t i = 1; i < r->heap.size; i++)
        if (compare_keys(r->u, r->heap.data[i], r->heap.data[(i - 1) / 2]) < 0)
            return false;
    return true;
}
#endif

uint32_t frontier_pop(struct unroller *r)
{
    assert(r->heap.size && heap_valid(r));
    uint32_t *h = r->heap.data, top = h[0], n = --r->heap.size;
    h[0] = h[n];
    for (uint32_t i = 0;;) {
        uint32_t least = i;
        for (uint32_t k = 2 * i + 1; k <= 2 * i + 2 && k < n; k++)
            if (compare_keys(r->u, h[k], h[least]) < 0)
                least = k;
        if (least == i)
            return top;
        uint32_t t = h[i];
        h[i] = h[least], h[least] = t;
        i = least;
    }
}

/* --- nodes --- */

const uint32_t *node_key(const struct unfolding *u, uint32_t n)
{
    assert(n < u->nodes.size);
    return (const uint32_t *)intern_bytes(&u->keys, u->nodes.data[n].key, NULL) + 2;
}

uint32_t node_for(struct unroller *r, uint32_t location, uint32_t section, uint32_t *key, uint32_t length)
{
    assert(location < r->code->locations.size && (section == NONE || section < r->u->groups.size));
    struct unfolding *u = r->u;
    key[-2] = r->instance;
    key[-1] = section;
    bool is_new;
    uint32_t id = intern_add(&u->keys, key - 2, (length + 2) * sizeof *key, &is_new);
    if (!is_new)
        return id;
    assert(id == u->nodes.size);
    vector_push(&u->nodes, (struct unrolled_node){
                               .instance = r->instance, .location = location, .key = id, .section = section, .group = NONE});
    heap_push(r, id);
    return id;
}
