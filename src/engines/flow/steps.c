#include "engines/flow/steps.h"

bool steps_meet(const struct interpreted *in, struct abstract *st, const struct interpreted *other, const struct abstract *also)
{
    for (uint32_t v = 0; v < in->space->shared_count; v++) {
        uint32_t w = other->local[in->global[v]];
        if (w != NONE && (st->values[v] = value_numbers_meet(in->space->pool, st->values[v], also->values[w])) == NONE)
            return false;
    }
    return true;
}

struct eyes {
    const struct space *space;
    bool see; /* all of it */
};

static void look(void *context, expr e)
{
    struct eyes *x = context;
    if (e->op == E_SELF || ((e->op == E_CELL || e->op == E_READ) &&
                            (!cell_is_shared(&x->space->program->cells.data[e->value]) || x->space->first[e->value] == NONE)))
        x->see = false;
}

/* Whether another thread's expression means the same in this space. */
static bool sees(const struct space *s, expr e)
{
    struct eyes x = {s, true};
    if (e)
        expr_visit(e, look, &x);
    return x.see;
}

/* The conjuncts of another thread's guard that are about what s sees. Possible? */
static bool assume_seen(struct evaluator *ev, const struct space *s, struct abstract *st, expr guard)
{
    if (guard->op == E_AND && guard->width == 1)
        return assume_seen(ev, s, st, guard->arg[0]) && assume_seen(ev, s, st, guard->arg[1]);
    return !sees(s, guard) || abstract_assume(ev, s, st, guard, true);
}

/* Whether what another thread's action does to the cell can be followed in this space. */
static bool can_follow(const struct space *s, const struct action *a, uint32_t cell)
{
    uint32_t updates = 0;
    for (uint32_t i = 0; i < a->update_count; i++)
        if (a->updates[i].cell == cell && (++updates > 1 || !sees(s, a->updates[i].value) || !sees(s, a->updates[i].index)))
            return false;
    return updates == 1;
}

/* Takes over the updates that can be followed, relations included; the others will be set. */
static void follow(struct evaluator *ev, const struct space *s, struct abstract *st, const struct action *a)
{
    write_vector writes = {0};
    for (uint32_t i = 0; i < a->update_count; i++)
        if (cell_is_shared(&s->program->cells.data[a->updates[i].cell]) && can_follow(s, a, a->updates[i].cell))
            abstract_resolve(ev, s, st, &a->updates[i], 1, &writes);
    abstract_perform(ev, s, st, &writes);
    vector_free(&writes);
}

/* A write of the mover, and what it knows of how much that changes a shared variable. */
struct known_write {
    const struct write *write;
    struct drift change;
    bool known;
};

static void know_changes(struct evaluator *ev, const struct space *in, const struct abstract *st, const write_vector *writes,
                         struct known_write *list)
{
    for (uint32_t i = 0; i < writes->size; i++) {
        const struct write *w = &writes->data[i];
        bool once = !w->weak;
        for (uint32_t k = 0; k < writes->size; k++)
            once &= k == i || writes->data[k].variable != w->variable;
        list[i].write = w;
        list[i].known =
            once && w->variable < in->shared_count && abstract_change(ev, in, st, w->variable, w->value, &list[i].change);
    }
}

/* Shows a write of the mover, who is in st afterwards. Possible? */
static bool show_write(const struct interpreted *mover, const struct abstract *st, const struct action *a,
                       const struct known_write *w, const struct interpreted *observer, struct abstract *seen)
{
    const struct space *in = mover->space, *out = observer->space;
    uint32_t from = w->write->variable, v = from < in->shared_count ? observer->local[mover->global[from]] : NONE;
    if (v == NONE)
        return true;
    const struct value *now = abstract_get(in, st, from);
    if (can_follow(out, a, out->variables.data[v].cell))
        return abstract_restrict(out, seen, v, now);
    if (w->known && !out->variables.data[v].summary)
        abstract_shift(out, seen, v, &w->change, now);
    else
        abstract_set(out, seen, v, now);
    return true;
}

bool steps_show(struct flow *f, const struct interpreted *mover, struct abstract *st, const struct edge *e,
                const struct interpreted *observer, struct abstract *seen)
{
    struct evaluator *ev = f->evaluator;
    const struct action *a = &e->action;
    const struct space *in = mover->space, *out = observer->space;
    write_vector writes = {0};
    struct known_write *changes = NULL;
    evaluator_begin(ev);
    bool possible = abstract_assume(ev, in, st, a->guard, true) && steps_meet(observer, seen, mover, st) &&
                    assume_seen(ev, out, seen, a->guard);
    if (possible) {
        abstract_resolve(ev, in, st, a->updates, a->update_count, &writes);
        changes = NEW_ARRAY(struct known_write, writes.size + 1);
        know_changes(ev, in, st, &writes, changes);
        abstract_perform(ev, in, st, &writes);
        follow(ev, out, seen, a);
    }
    for (uint32_t i = 0; possible && i < writes.size; i++)
        possible = show_write(mover, st, a, &changes[i], observer, seen);
    mem_free(changes);
    vector_free(&writes);
    abstract_free(in, st);
    return possible;
}

struct abstract *steps_before_access(const struct flow *f, const struct space *s, const struct abstract *st, const struct edge *e,
                                     const struct access *x, struct value *index)
{
    struct abstract *now = abstract_copy(s, st);
    evaluator_begin(f->evaluator);
    if (!abstract_assume(f->evaluator, s, now, e->action.guard, true)) {
        abstract_free(s, now);
        return NULL;
    }
    *index = x->index ? abstract_evaluate(f->evaluator, s, now, x->index) : value_const(1, 0);
    return now;
}

bool steps_concern(const struct edge *e, const struct space *s)
{
    for (uint32_t i = 0; i < e->action.update_count; i++)
        if (cell_is_shared(&s->program->cells.data[e->action.updates[i].cell]) && s->first[e->action.updates[i].cell] != NONE)
            return true;
    return false;
}

bool steps_go_on(const struct code *c, const struct edge *e)
{
    return e->action.kind != ACT_HALT || c->locations.data[e->to].flags & (LOC_ERROR | LOC_UNSUPPORTED);
}
