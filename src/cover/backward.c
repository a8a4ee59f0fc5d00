/* Algorithm 1 of the thesis: the classical backward search. */
#include "cover/search.h"

struct expansion {
    struct search *x;
    uint32_t vertex;
};

static bool add(void *context, const struct state *p, uint32_t rule)
{
    struct expansion *e = context;
    struct search *x = e->x;
    if (search_too_long(x))
        return false;
    if (upset_below(&x->minimal, p) != UPSET_NONE)
        return true;
    if (known_coverable(&x->known, p)) {
        search_plan(x, state_copy(&x->arena, p), rule, e->vertex);
        return false;
    }
    if (x->pruner && pruner_excludes(x->pruner, p))
        return true;
    uint32_t v = search_vertex(x, state_copy(&x->arena, p), e->vertex, rule);
    upset_add(&x->minimal, x->vertices.data[v].state, v, NULL);
    queue_push(&x->work, v, p->total);
    return true;
}

/* Has the oracle covered a target in the meantime? */
static bool oracle_decides(struct search *x)
{
    if (x->st->iterations % 16 || !search_refresh(x))
        return false;
    for (uint32_t v = 0; v < x->s->targets.size && v < x->vertices.size; v++)
        if (known_coverable(&x->known, x->vertices.data[v].state)) {
            search_plan(x, x->vertices.data[v].state, NOWHERE, NO_VERTEX);
            return true;
        }
    return false;
}

enum cover_verdict search_backward(struct search *x)
{
    vector_each(const struct target *, t, &x->s->targets) {
        const struct state *e = state_make(&x->arena, t->control, t->tokens, t->size);
        uint32_t v = search_vertex(x, e, NO_VERTEX, NOWHERE);
        if (upset_below(&x->minimal, e) == UPSET_NONE && !(x->pruner && pruner_excludes_target(x->pruner, e))) {
            upset_add(&x->minimal, e, v, NULL);
            queue_push(&x->work, v, e->total);
        }
    }
    for (uint32_t v; queue_pop(&x->work, &v);) {
        const struct state *s = x->vertices.data[v].state;
        if (upset_below(&x->minimal, s) != v)
            continue; /* a smaller one came */
        if (oracle_decides(x))
            return x->give_up ? COVER_UNKNOWN : COVER_COVERABLE;
        x->st->iterations++;
        struct expansion e = {x, v};
        if (!pre_each(x->pre, s, add, &e, &x->overflow))
            return x->give_up ? COVER_UNKNOWN : COVER_COVERABLE;
        if (search_stopped(x))
            return COVER_UNKNOWN;
    }
    return COVER_UNCOVERABLE;
}
