#include "engines/flow/locks.h"

#include "base/memory.h"
#include "engines/flow/threads.h"
#include "facts/locksets.h"

enum { LOCKS_MAX = 62 };

expr locks_fact(const struct program *p, const uint32_t *cells, uint64_t held)
{
    expr all = expr_bool(p->exprs, true);
    for (; held; held &= held - 1) {
        uint32_t lock = cells[__builtin_ctzll(held)];
        expr self = expr_self(p->exprs);
        if (p->cells.data[lock].width > SELF_WIDTH)
            self = expr_zext(p->exprs, self, p->cells.data[lock].width);
        all = expr_and(p->exprs, all, expr_eq(p->exprs, program_cell_expr(p, lock, NULL), self));
    }
    return all;
}

uint64_t **locks_held(const struct program *p, uint32_t *cells, uint64_t *owned, uint64_t *kept)
{
    uint64_t **held = NEW_ARRAY(uint64_t *, p->template_count + 1);
    struct alive *alive = alive_compute(p);
    struct locksets *sets = locksets_compute(p, alive);
    unsigned n = 0;
    *owned = *kept = 0;
    bitset_each(cell, &sets->locks) {
        if (n == LOCKS_MAX)
            break;
        if (locksets_owned(p, sets, cell))
            *owned |= UINT64_C(1) << n;
        if (locksets_released_by_holder(p, sets, cell))
            *kept |= UINT64_C(1) << n;
        cells[n++] = cell;
    }
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

uint64_t locks_taken(const uint64_t *held, const struct edge *e) { return held[e->to] & ~held[e->from] & ~LOCK_ATOMIC; }
