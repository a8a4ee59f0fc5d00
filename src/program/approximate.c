/* Whether a trace relies on approximate values. Along the trace, the cells are followed whose value comes from one that was taken to be any:
 * once such a cell is read by a guard or says where to write, the run might have gone another way. Arrays are followed as a whole. Cells of
 * procedures exist once in each frame, so nothing may get into them. */
#include "base/map.h"
#include "program/trace.h"

#include <assert.h>

struct follower {
    const struct program *p;
    struct map from; /* cell (and its instance) to the location that its value comes from */
    const struct trace_step *step;
    uint64_t found; /* by the last visit; 0 if none */
};

static uint64_t key_of(const struct follower *f, uint32_t cell)
{
    bool shared = cell_is_shared(&f->p->cells.data[cell]);
    return shared ? cell : hash_pair(cell + UINT64_C(1), (uint64_t)f->step->code << 32 | f->step->instance) | UINT64_C(1) << 63;
}

static void see(void *context, expr e)
{
    struct follower *f = context;
    uint64_t from;
    if ((e->op == E_CELL || e->op == E_READ) && !f->found && map_get(&f->from, key_of(f, (uint32_t)e->value), &from))
        f->found = from;
}

/* The approximate location that the value of e depends on (its code, and its index plus 1), or 0. */
static uint64_t source_of(struct follower *f, expr e)
{
    f->found = 0;
    expr_visit(e, see, f);
    return f->found;
}

/* Takes the step; returns what it relies on, or 0. */
static uint64_t follow(struct follower *f, const struct edge *e, uint64_t here)
{
    const struct action *a = &e->action;
    uint8_t flags = f->p->codes.data[f->step->in_code].locations.data[e->to].flags;
    uint64_t relies = source_of(f, a->guard);
    uint64_t *sources = NEW_ARRAY(uint64_t, a->update_count + 1);
    for (uint32_t i = 0; i < a->update_count && !relies; i++) {
        const struct update *u = &a->updates[i];
        relies = u->index ? source_of(f, u->index) : 0;
        sources[i] = flags & LOC_ANY_VALUE ? here : source_of(f, u->value);
        uint32_t owner = f->p->cells.data[u->cell].owner;
        if (sources[i] && ((owner != NONE && owner >= f->p->template_count) || a->kind == ACT_CALL))
            relies = sources[i];
    }
    for (uint32_t i = 0; i < a->update_count && !relies; i++) {
        uint64_t key = key_of(f, a->updates[i].cell);
        if (sources[i])
            map_put(&f->from, key, sources[i]);
        else if (!cell_is_array(&f->p->cells.data[a->updates[i].cell]))
            map_remove(&f->from, key);
    }
    mem_free(sources);
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
    return relies ? &p->codes.data[relies >> 32].locations.data[(uint32_t)relies - 1] : NULL;
}
