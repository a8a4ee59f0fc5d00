#include "engines/monotone/meet.h"

struct inputs {
    struct scheme *m;
};

/* The other thread's arbitrary values are its own. */
static expr rename_input(void *context, expr leaf, expr index)
{
    const struct inputs *x = context;
    (void)index;
    if (leaf->op != E_INPUT || leaf == x->m->other_self)
        return NULL;
    return expr_input(x->m->pool, leaf->width, x->m->program->input_count + (uint32_t)leaf->value);
}

static expr of_other(struct scheme *m, expr e)
{
    struct inputs x = {m};
    return scheme_exchange(m, expr_rewrite(m->pool, e, rename_input, &x, NULL));
}

struct about_to { /* make an access */
    const struct edge *edge;
    const struct access *access;
};

/* Whether thread a of the view can make the one access while b can make the other. */
static bool accesses_meet(struct views *v, const struct view *w, struct about_to one, struct about_to other)
{
    const struct access *x = one.access, *y = other.access;
    struct abstraction *s = v->abstraction;
    struct scheme *m = s->scheme;
    expr conditions[3] = {one.edge->action.guard, of_other(m, other.edge->action.guard), expr_bool(m->pool, true)};
    if (x->cell == y->cell && x->index && y->index)
        conditions[2] = expr_eq(m->pool, x->index, of_other(m, y->index));
    ask_begin(&s->ask, local_code(s, w->a), local_code(s, w->b));
    abstraction_tell_shared(s, w->shared);
    abstraction_tell_thread(s, w->a, false);
    abstraction_tell_thread(s, w->b, true);
    abstraction_tell_pair(s, w->a, w->b, w->pair);
    return ask_possible(&s->ask, conditions, 3);
}

static const struct access *access_of(const struct edge *e, uint32_t id)
{
    for (uint32_t i = 0; i < e->action.access_count; i++)
        if (e->action.accesses[i].id == id)
            return &e->action.accesses[i];
    return NULL;
}

/* Whether the edge has the access once: then it is the one to look at; otherwise all of them would have to be. */
static bool has_once(const struct edge *e, uint32_t id)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->action.access_count; i++)
        n += e->action.accesses[i].id == id;
    return n < 2;
}

static bool threads_meet(struct views *v, const struct view *w, const struct check *check)
{
    const struct program *p = v->abstraction->scheme->program;
    const struct code *c = &p->codes.data[local_code(v->abstraction, w->a)], *d = &p->codes.data[local_code(v->abstraction, w->b)];
    uint32_t at = local_location(v->abstraction, w->a), other = local_location(v->abstraction, w->b);
    for (uint32_t i = out_begin(c, at); i < out_end(c, at); i++) {
        const struct access *x = access_of(out_edge(c, i), check->access_a);
        for (uint32_t k = out_begin(d, other); x && k < out_end(d, other); k++) {
            const struct access *y = access_of(out_edge(d, k), check->access_b);
            if (!y)
                continue;
            if (!has_once(out_edge(c, i), x->id) || !has_once(out_edge(d, k), y->id) ||
                accesses_meet(v, w, (struct about_to){out_edge(c, i), x}, (struct about_to){out_edge(d, k), y}))
                return true;
        }
    }
    return false;
}

bool meet_possible(struct views *v, const struct check *check)
{
    for (uint32_t i = 0; i < v->list.size; i++) {
        struct view w = v->list.data[i], turned = {w.shared, w.b, w.a, pair_turned(w.pair)};
        if (threads_meet(v, &w, check) || threads_meet(v, &turned, check))
            return true;
    }
    return false;
}
