#include "engines/flow/settled.h"

#include "facts/mentions.h"

/* Whether the edge treats joined cases as it treats each of them. */
static bool harmless(const struct flow_threads *t, const struct thread *th, uint32_t edge, mentions *m)
{
    const struct code *c = &t->program->codes.data[th->code];
    const struct action *a = &c->edges.data[edge].action;
    uint32_t event = th->event[edge];
    if (!expr_is_true(a->guard) || c->locations.data[c->edges.data[edge].to].flags & (LOC_ERROR | LOC_UNSUPPORTED))
        return false;
    if (event != NONE && (t->events.data[event].reads.size || t->events.data[event].creates.size))
        return false;
    for (uint32_t i = 0; i < a->update_count; i++) {
        vector_clear(m);
        expr_mentions(a->updates[i].value, m);
        if (m->size > 1 || (a->updates[i].index && !expr_is_const(a->updates[i].index)))
            return false;
    }
    return true;
}

bool *settled_compute(const struct flow_threads *t, uint32_t thread)
{
    assert(thread < t->threads.size);
    const struct thread *th = &t->threads.data[thread];
    const struct code_graph *g = t->graphs[th->code];
    const struct code *c = g->code;
    bool *settled = NEW_ARRAY(bool, c->locations.size + 1), changed = true;
    mentions m = {0};
    for (uint32_t l = 0; l < c->locations.size; l++) {
        settled[l] = !(c->locations.data[l].flags & (LOC_ERROR | LOC_UNSUPPORTED));
        for (uint32_t i = out_begin(c, l); i < out_end(c, l) && settled[l]; i++)
            settled[l] = harmless(t, th, c->out_edge.data[i], &m);
    }
    while (changed) {
        changed = false;
        for (uint32_t r = g->by_rank.size; r-- > 0;) {
            uint32_t l = g->by_rank.data[r];
            for (uint32_t i = out_begin(c, l); i < out_end(c, l) && settled[l]; i++)
                if (!settled[out_edge(c, i)->to]) {
                    settled[l] = false;
                    changed = !g->acyclic;
                }
        }
    }
    vector_free(&m);
    return settled;
}
