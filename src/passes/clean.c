/* Clean: drops edges whose guard is false, locations that cannot be reached, and steps from a location to itself that
 * change nothing (unless they matter: a spinning thread is not deadlocked, and its reads may race).
 * Requires: nothing. Breaks: numbers of locations and edges. */
#include "passes/edit.h"
#include "passes/passes.h"

static bool is_stutter(const struct edge *e)
{
    return e->from == e->to && e->action.update_count == 0 && e->action.kind != ACT_CALL;
}

void pass_clean(struct program *p, enum property property)
{
    bool stutter_matters = property == PROPERTY_RACE || property == PROPERTY_DEADLOCK;
    struct bitset drop = {0};
    for (uint32_t k = 0; k < p->codes.size; k++) {
        struct code *c = &p->codes.data[k];
        bitset_clear(&drop);
        for (uint32_t i = 0; i < c->edges.size; i++) {
            const struct edge *e = &c->edges.data[i];
            if (expr_is_false(e->action.guard) || (!stutter_matters && is_stutter(e)))
                bitset_add(&drop, i);
        }
        code_compact(p, k, &drop);
    }
    bitset_free(&drop);
}
