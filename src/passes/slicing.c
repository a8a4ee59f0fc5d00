/* Slicing on the checks: an update of a cell that no guard depends on, directly or through other updates, disappears.
 * What is kept: cells in guards, in indices of kept updates and of accesses (races), parameters and results of calls.
 * Indices that decide which slot is written matter only if the cell matters.
 * Requires: checks are locations, so that guards decide everything. Breaks: accesses of updates that are gone. */
#include "passes/edit.h"
#include "passes/passes.h"

struct slice {
    struct program *p;
    struct bitset needed;
};

static bool need(struct slice *s, expr e)
{
    mentions m = {0};
    bool changed = false;
    expr_mentions(e, &m);
    vector_each(const struct mention *, x, &m)
        if (!bitset_has(&s->needed, x->cell)) {
            bitset_add(&s->needed, x->cell);
            changed = true;
        }
    vector_free(&m);
    return changed;
}

static bool need_action(struct slice *s, const struct action *a, bool races)
{
    bool changed = need(s, a->guard);
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        if (!bitset_has(&s->needed, u->cell))
            continue;
        changed |= need(s, u->value);
        if (u->index)
            changed |= need(s, u->index);
    }
    for (uint32_t i = 0; races && i < a->access_count; i++)
        if (a->accesses[i].index)
            changed |= need(s, a->accesses[i].index);
    if (a->kind == ACT_CALL && a->call_result != NONE && bitset_has(&s->needed, a->call_result)) {
        uint32_t result = s->p->codes.data[a->object].result;
        if (result != NONE && !bitset_has(&s->needed, result)) {
            bitset_add(&s->needed, result);
            changed = true;
        }
    }
    return changed;
}

void pass_slicing(struct program *p, enum property property)
{
    struct slice s = {.p = p};
    bool races = property == PROPERTY_RACE, changed;
    vector_each(struct code *, c, &p->codes)
        vector_each(const uint32_t *, x, &c->parameters)
            bitset_add(&s.needed, *x);
    do {
        changed = false;
        vector_each(struct code *, c, &p->codes)
            vector_each(struct edge *, e, &c->edges)
                changed |= need_action(&s, &e->action, races);
    } while (changed);

    vector_each(struct code *, c, &p->codes)
        vector_each(struct edge *, e, &c->edges) {
            struct action *a = &e->action;
            uint32_t n = 0;
            for (uint32_t i = 0; i < a->update_count; i++)
                if (bitset_has(&s.needed, a->updates[i].cell))
                    a->updates[n++] = a->updates[i];
            a->update_count = n;
            if (a->kind == ACT_CALL && a->call_result != NONE && !bitset_has(&s.needed, a->call_result))
                a->call_result = NONE;
        }
    bitset_free(&s.needed);
    program_drop_unused_cells(p, races);
}
