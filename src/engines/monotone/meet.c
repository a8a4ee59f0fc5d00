#include "engines/monotone/meet.h"

#include "facts/accesses.h"

static const struct edge *edge_of(const struct monotone_model *m, const struct access_site *x)
{
    return &m->program->codes.data[x->code].edges.data[x->edge];
}

/* The other thread's arbitrary values are its own. */
static expr of_other(const struct monotone_model *m, expr e) { return monotone_model_exchange(m, e, m->program->input_count); }

/* Whether the first thread of the view may be about to make x when the second is about to make y, on one slot. */
static bool accesses_meet(struct abstraction *s, const struct view *w, const struct access_site *x, const struct access_site *y)
{
    struct monotone_model *m = s->model;
    const struct access *p = x->access, *q = y->access;
    expr conditions[3] = {edge_of(m, x)->action.guard, of_other(m, edge_of(m, y)->action.guard), expr_bool(m->pool, true)};
    if (p->cell == q->cell && p->index && q->index)
        conditions[2] = expr_eq(m->pool, p->index, of_other(m, q->index));
    ask_begin(&s->ask, x->code, y->code);
    abstraction_tell_shared(s, w->shared);
    abstraction_tell_thread(s, w->a, false);
    abstraction_tell_thread(s, w->b, true);
    abstraction_tell_pair(s, w->a, w->b, w->pair);
    return ask_possible(&s->ask, conditions, 3);
}

static bool is_there(const struct abstraction *s, uint32_t local, const struct access_site *x)
{
    return x->code == local_code(s, local) && edge_of(s->model, x)->from == local_location(s, local);
}

static bool threads_meet(struct abstraction *s, const struct view *w, const access_sites *first, const access_sites *second)
{
    vector_each(const struct access_site *, x, first)
        vector_each(const struct access_site *, y, second)
            if (is_there(s, w->a, x) && is_there(s, w->b, y) && accesses_meet(s, w, x, y))
                return true;
    return false;
}

bool meet_possible(struct views *v, const struct check *check)
{
    assert(check->kind == CHECK_PAIR && !v->stopped && v->done == v->list.size);
    access_sites first = {0}, second = {0};
    bool possible = false;
    access_sites_find(v->abstraction->model->program, check->access_a, &first);
    access_sites_find(v->abstraction->model->program, check->access_b, &second);
    for (uint32_t i = 0; i < v->list.size && !possible; i++) {
        struct view w = v->list.data[i], turned = {w.shared, w.b, w.a, pair_turned(w.pair)};
        possible = threads_meet(v->abstraction, &w, &first, &second) || threads_meet(v->abstraction, &turned, &first, &second);
    }
    vector_free(&first);
    vector_free(&second);
    return possible;
}
