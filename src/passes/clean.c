/* Clean: drops edges whose guard is false, locations that cannot be reached, steps from a location to itself that
 * change nothing (unless they matter: a spinning thread is not deadlocked, and its reads may race), and steps into the blind
 * alleys of atomic sections: a section that would block inside is not entered.
 * Requires: nothing. Breaks: numbers of locations and edges. */
#include "passes/edit.h"
#include "passes/passes.h"

static bool is_stutter(const struct edge *e)
{
    return e->from == e->to && e->action.update_count == 0 && e->action.kind != ACT_CALL;
}

/* Steps to a location inside a section from where no step is left. */
static void drop_blind_alleys(const struct code *c, struct bitset *drop)
{
    u32_vector ways = {0}; /* out of each location */
    vector_resize(&ways, c->locations.size);
    for (uint32_t i = 0; i < c->edges.size; i++)
        ways.data[c->edges.data[i].from] += !bitset_has(drop, i);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < c->edges.size; i++) {
            const struct edge *e = &c->edges.data[i];
            if (bitset_has(drop, i) || ways.data[e->to] || e->to == c->exit || e->action.kind == ACT_CALL ||
                (c->locations.data[e->to].flags & ~(LOC_APPROXIMATE | LOC_ANY_VALUE)) != LOC_ATOMIC)
                continue;
            bitset_add(drop, i);
            ways.data[e->from]--;
            changed = true;
        }
    }
    vector_free(&ways);
}

void pass_close_sections(struct program *p)
{
    assert(program_is_indexed(p));
    struct bitset blind = {0};
    for (uint32_t k = 0; k < p->codes.size; k++) {
        bitset_clear(&blind);
        drop_blind_alleys(&p->codes.data[k], &blind);
        bitset_each(i, &blind)
            p->codes.data[k].edges.data[i].action.guard = expr_bool(p->exprs, false);
    }
    bitset_free(&blind);
}

void pass_clean(struct program *p)
{
    bool stutter_matters = program_needs(p) != 0;
    struct bitset drop = {0};
    for (uint32_t k = 0; k < p->codes.size; k++) {
        struct code *c = &p->codes.data[k];
        bitset_clear(&drop);
        for (uint32_t i = 0; i < c->edges.size; i++) {
            const struct edge *e = &c->edges.data[i];
            if (expr_is_false(e->action.guard) || (!stutter_matters && is_stutter(e)))
                bitset_add(&drop, i);
        }
        drop_blind_alleys(c, &drop);
        code_compact(p, k, &drop);
    }
    bitset_free(&drop);
}
