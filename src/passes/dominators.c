/* The iteration of Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm" (2001): intersect the chains of the
 * predecessors in reverse post-order until nothing changes. */
#include "passes/dominators.h"

static void number(const struct code *c, struct dominators *d)
{
    struct frame {
        uint32_t location, next;
    };
    VECTOR(struct frame) stack = {0};
    uint8_t *seen = NEW_ARRAY(uint8_t, c->locations.size);
    vector_push(&stack, (struct frame){c->entry, out_begin(c, c->entry)});
    seen[c->entry] = 1;
    while (stack.size) {
        struct frame *top = &vector_last(&stack);
        if (top->next == out_end(c, top->location)) {
            vector_push(&d->sequence, top->location);
            stack.size--;
            continue;
        }
        uint32_t to = out_edge(c, top->next++)->to;
        if (!seen[to]) {
            seen[to] = 1;
            vector_push(&stack, (struct frame){to, out_begin(c, to)});
        }
    }
    for (uint32_t i = 0, n = d->sequence.size; i < n / 2; i++) {
        uint32_t x = d->sequence.data[i];
        d->sequence.data[i] = d->sequence.data[n - 1 - i];
        d->sequence.data[n - 1 - i] = x;
    }
    for (uint32_t i = 0; i < d->sequence.size; i++)
        d->order[d->sequence.data[i]] = i;
    vector_free(&stack);
    mem_free(seen);
}

static uint32_t meet(const struct dominators *d, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (d->order[a] > d->order[b])
            a = d->idom[a];
        while (d->order[b] > d->order[a])
            b = d->idom[b];
    }
    return a;
}

struct dominators dominators_compute(const struct code *c)
{
    uint32_t n = c->locations.size;
    struct dominators d = {NEW_ARRAY(uint32_t, n), NEW_ARRAY(uint32_t, n), {0}};
    for (uint32_t l = 0; l < n; l++)
        d.idom[l] = d.order[l] = NONE;
    number(c, &d);
    d.idom[c->entry] = c->entry;
    u32_vector *in = (void *)NEW_ARRAY(u32_vector, n);
    vector_each(const struct edge *, e, &c->edges)
        if (d.order[e->from] != NONE)
            vector_push(&in[e->to], e->from);
    bool changed;
    do {
        changed = false;
        for (uint32_t i = 1; i < d.sequence.size; i++) {
            uint32_t l = d.sequence.data[i], best = NONE;
            vector_each(const uint32_t *, from, &in[l])
                if (d.idom[*from] != NONE)
                    best = best == NONE ? *from : meet(&d, best, *from);
            changed |= best != d.idom[l];
            d.idom[l] = best;
        }
    } while (changed);
    for (uint32_t l = 0; l < n; l++)
        vector_free(&in[l]);
    mem_free(in);
    return d;
}

void dominators_free(struct dominators *d)
{
    mem_free(d->idom);
    mem_free(d->order);
    vector_free(&d->sequence);
}

bool dominates(const struct dominators *d, uint32_t a, uint32_t b)
{
    while (d->order[b] > d->order[a])
        b = d->idom[b];
    return a == b;
}

bool is_back_edge(const struct dominators *d, const struct edge *e)
{
    return d->order[e->from] != NONE && dominates(d, e->to, e->from);
}
