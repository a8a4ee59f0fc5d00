/* Updates of dead own scalars disappear (pass_dead_updates), and a cell that dies is reset to 0, so that states that differ in
 * dead values only are one state (pass_reset_dead). Arrays are left alone.
 * Requires: code_index. Breaks: accesses of updates that are gone (not when races are asked for). */
#include "facts/liveness.h"
#include "passes/edit.h"
#include "passes/passes.h"

static bool tracked(const struct program *p, uint32_t cell, uint32_t code)
{
    const struct cell *c = &p->cells.data[cell];
    return c->owner == code && !cell_is_array(c);
}

void pass_dead_updates(struct program *p)
{
    assert(program_is_indexed(p));
    for (uint32_t k = 0; k < p->codes.size; k++) {
        struct bitset *live = liveness_compute(p, k, NULL, true);
        vector_each(struct edge *, e, &p->codes.data[k].edges) {
            struct action *a = &e->action;
            uint32_t n = 0;
            for (uint32_t i = 0; i < a->update_count; i++) {
                const struct update *u = &a->updates[i];
                if (a->kind == ACT_CALL || !tracked(p, u->cell, k) || bitset_has(&live[e->to], u->cell))
                    a->updates[n++] = *u;
            }
            a->update_count = n;
            if (a->kind == ACT_CALL && a->call_result != NONE && !bitset_has(&live[e->to], a->call_result))
                a->call_result = NONE;
        }
        liveness_free(p, k, live);
    }
    program_refresh_accesses(p, program_needs(p) & NEEDS_ACCESSES);
}

/* Requires: pass_dead_updates ran, so that no update writes a dead cell. */
void pass_reset_dead(struct program *p)
{
    assert(program_is_indexed(p));
    struct bitset dying = {0};
    for (uint32_t k = 0; k < p->codes.size; k++) {
        struct bitset *live = liveness_compute(p, k, NULL, true);
        struct code *c = &p->codes.data[k];
        vector_each(struct edge *, e, &c->edges) {
            if (e->action.kind == ACT_CALL || (c->locations.data[e->to].flags & (LOC_ERROR | LOC_UNSUPPORTED)))
                continue;
            bitset_copy(&dying, &live[e->from]);
            bitset_subtract(&dying, &live[e->to]);
            bitset_each(cell, &dying)
                if (tracked(p, cell, k))
                    action_add_update(p, &e->action, cell, expr_const(p->exprs, p->cells.data[cell].width, 0));
        }
        vector_each(struct cell *, x, &p->cells)
            if (tracked(p, x->id, k) && !bitset_has(&live[c->entry], x->id)) {
                x->arbitrary = false;
                x->init = 0;
            }
        liveness_free(p, k, live);
    }
    bitset_free(&dying);
}
