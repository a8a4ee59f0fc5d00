#include "engines/flow/locks.h"

#include "base/memory.h"
#include "engines/flow/threads.h"
#include "passes/locksets.h"

enum { LOCKS_MAX = 62 };

uint64_t **locks_held(const struct program *p)
{
    uint64_t **held = NEW_ARRAY(uint64_t *, p->template_count + 1);
    struct alive *alive = alive_compute(p);
    struct locksets *sets = locksets_compute(p, alive);
    for (uint32_t k = 0; k < p->template_count; k++) {
        const struct code *c = &p->codes.data[k];
        held[k] = NEW_ARRAY(uint64_t, c->locations.size + 1);
        for (uint32_t l = 0; l < c->locations.size; l++) {
            unsigned bit = 0;
            bitset_each(cell, &sets->locks) {
                if (bit < LOCKS_MAX && bitset_has(&sets->held[k][l], cell))
                    held[k][l] |= UINT64_C(1) << bit;
                bit++;
            }
            if (c->locations.data[l].flags & LOC_ATOMIC)
                held[k][l] |= LOCK_ATOMIC;
        }
    }
    locksets_free(sets);
    alive_free(alive);
    return held;
}

uint64_t locks_taken(const struct program *p, const uint64_t *held, const struct edge *e)
{
    (void)p;
    return held[e->to] & ~held[e->from] & ~LOCK_ATOMIC;
}
