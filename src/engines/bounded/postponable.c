/* See postponable.h. */
#include "engines/bounded/postponable.h"

#include "passes/movers.h"

void postponable_find(const struct program *p, struct bitset *postponable)
{
    struct movers *movers = movers_compute(p, MOVERS_LOCKS);
    for (uint32_t k = 0; k < p->codes.size; k++) {
        const struct code *c = &p->codes.data[k];
        vector_each(const struct edge *, e, &c->edges)
            if (!(c->locations.data[e->to].flags & (LOC_ERROR | LOC_UNSUPPORTED)) && e->to != c->exit)
                bitset_add(&postponable[k], e->to);
        bitset_remove(&postponable[k], c->entry);
        for (uint32_t i = 0; i < c->edges.size; i++) {
            const struct edge *e = &c->edges.data[i];
            if (!(movers->of[k][i] & MOVES_RIGHT) || c->locations.data[e->from].flags & LOC_ATOMIC)
                bitset_remove(&postponable[k], e->to);
        }
    }
    movers_free(movers);
}
