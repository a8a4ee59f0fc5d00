/* Whether a trace relies on approximate values. Along the trace, the cells are followed whose value comes from one that was taken to be any,
 * with the range that it must be in: once a guard, or where to write, is not the same for the whole range, the run might have gone another
 * way. Arrays are followed as a whole. Cells of procedures exist once in each frame, so nothing may get into them. */
#include "base/map.h"
#include "program/bounds.h"
#include "program/trace.h"

#include <assert.h>

struct follower {
    const struct program *p;
    struct map from; /* cell (and its instance) to an index of all */
    VECTOR(struct bounds) all;
    const struct trace_step *step;
};

static uint64_t key_of(const struct follower *f, uint32_t cell)
{
    bool shared = cell_is_shared(&f->p->cells.data[cell]);
    return shared ? cell : hash_pair(cell + UINT64_C(1), (uint64_t)f->step->code << 32 | f->step->instance) | UINT64_C(1) << 63;
}

/* What is read; a certain value, if nothing is known of it here. */
static struct bounds leaf(void *context, expr e, struct bounds index)
{
    const struct follower *f = context;
    uint64_t at;
    if ((e->op == E_CELL || e->op == E_READ) && map_get(&f->from, key_of(f, (uint32_t)e->value), &at))
        return f->all.data[at];
    return bounds_full(e->width, index.source);
}

static struct bounds value_of(struct follower *f, expr e) { return bounds_of(e, leaf, f); }

/* The approximate location that decides what e is (its code, and its index plus 1), or 0. */
static uint64_t source_of(struct follower *f, expr e) { return value_of(f, e).source; }

static void keep(struct follower *f, uint32_t cell, struct bounds value)
{
    bool is_array = cell_is_array(&f->p->cells.data[cell]);
    if (value.source) {
        map_put(&f->from, key_of(f, cell), f->all.size);
        vector_push(&f->all, is_array ? bounds_full(f->p->cells.data[cell].width, value.source) : value);
    } else if (!is_array) {
        map_remove(&f->from, key_of(f, cell));
    }
}

/* Takes the step; returns what it relies on, or 0. */
static uint64_t follow(struct follower *f, const struct edge *e, uint64_t here)
{
    const struct action *a = &e->action;
    uint8_t flags = f->p->codes.data[f->step->in_code].locations.data[e->to].flags;
    uint64_t relies = source_of(f, a->guard);
    struct bounds *values = NEW_ARRAY(struct bounds, a->update_count + 1);
    for (uint32_t i = 0; i < a->update_count && !relies; i++) {
        const struct update *u = &a->updates[i];
        relies = u->index ? source_of(f, u->index) : 0;
        values[i] = flags & LOC_ANY_VALUE ? bounds_full(u->value->width, here) : value_of(f, u->value);
        uint32_t owner = f->p->cells.data[u->cell].owner;
        if (values[i].source && ((owner != NONE && owner >= f->p->template_count) || a->kind == ACT_CALL))
            relies = values[i].source;
    }
    for (uint32_t i = 0; i < a->update_count && !relies; i++)
        keep(f, a->updates[i].cell, values[i]);
    mem_free(values);
    return relies;
}

/* What the two accesses rely on that the trace leads to, if they are about to happen rather than at an error location: whether they do, and
 * where. Whose they are does not matter: those of all instances that took a step are looked at. */
static uint64_t follow_accesses(struct follower *f, const struct trace *t, const struct check *check)
{
    uint64_t relies = 0;
    for (uint32_t i = 0; i < t->steps.size && !relies; i++) {
        f->step = &t->steps.data[i];
        vector_each(const struct edge *, e, &f->p->codes.data[f->step->in_code].edges)
            for (uint32_t k = 0; k < e->action.access_count && !relies; k++) {
                const struct access *a = &e->action.accesses[k];
                if (a->id != check->access_a && a->id != check->access_b)
                    continue;
                relies = source_of(f, e->action.guard);
                if (!relies && a->index)
                    relies = source_of(f, a->index);
            }
    }
    return relies;
}

const struct location *trace_approximate(const struct program *p, const struct trace *t)
{
    assert(t->check < p->checks.size);
    struct follower f = {.p = p};
    uint64_t relies = 0;
    const struct check *check = &p->checks.data[t->check];
    bool by_values = property_rows[check->property].kind != CHECK_STUCK; /* which asks what cannot happen any more */
    for (uint32_t i = 0; i < t->steps.size && !relies; i++) {
        f.step = &t->steps.data[i];
        if (f.step->edge == NONE)
            continue;
        const struct edge *e = &p->codes.data[f.step->in_code].edges.data[f.step->edge];
        uint8_t flags = p->codes.data[f.step->in_code].locations.data[e->to].flags;
        uint64_t here = (uint64_t)f.step->in_code << 32 | (e->to + 1);
        relies = follow(&f, e, here);
        if (!relies && flags & LOC_APPROXIMATE && (!by_values || !(flags & LOC_ANY_VALUE)))
            relies = here;
    }
    if (!relies && property_rows[check->property].kind == CHECK_PAIR)
        relies = follow_accesses(&f, t, check);
    map_free(&f.from);
    vector_free(&f.all);
    return relies ? &p->codes.data[relies >> 32].locations.data[(uint32_t)relies - 1] : NULL;
}
