/* Whether a trace relies on approximate values. The trace is executed, and along it the cells are followed whose value comes from one that was
 * taken to be any, with the range that it must be in: once a guard, or where to write, is not the same for the whole range, the run might
 * have gone another way. Cells of procedures exist once in each frame, so nothing may get into them. */
#include "base/map.h"
#include "program/bounds.h"
#include "program/machine_parts.h"

#include <assert.h>

struct follower {
    const struct program *p;
    struct machine *machine; /* before the step */
    struct map from;         /* slot of a cell (and its instance) to an index of all */
    VECTOR(struct bounds) all;
    const struct trace_step *step;
    bool inputs_open; /* the step was not taken: its inputs may be anything */
};

static uint64_t key_of(const struct follower *f, uint32_t cell, uint64_t slot)
{
    bool shared = cell_is_shared(&f->p->cells.data[cell]);
    uint64_t whose = shared ? UINT64_MAX : (uint64_t)f->step->code << 32 | f->step->instance;
    return hash_pair(hash_pair(cell + UINT64_C(1), whose), slot);
}

static uint64_t slot_at(const struct follower *f, uint32_t cell, uint64_t index)
{
    const struct cell *c = &f->p->cells.data[cell];
    return cell_is_array(c) ? cell_slot(c, index, machine_counts(f->machine)) : 0;
}

/* What is read: what the machine reads, if it is not followed. */
static struct bounds leaf(void *context, expr e, struct bounds index)
{
    const struct follower *f = context;
    bool reads = e->op == E_CELL || e->op == E_READ;
    uint64_t at;
    if (index.source || (e->op == E_INPUT && f->inputs_open) || index.low != index.high)
        return bounds_full(e->width, index.source);
    if (reads && map_get(&f->from, key_of(f, (uint32_t)e->value, slot_at(f, (uint32_t)e->value, index.low)), &at))
        return f->all.data[at];
    uint64_t v = machine_eval(f->machine, f->step->code, f->step->instance, e, f->step);
    return (struct bounds){v, v, 0};
}

static struct bounds value_of(struct follower *f, expr e) { return bounds_of(e, leaf, f); }

/* The approximate location that decides what e is (its code, and its index plus 1), or 0. */
static uint64_t source_of(struct follower *f, expr e) { return value_of(f, e).source; }

/* An update to be made: all read first. */
struct change {
    uint64_t key;
    struct bounds value;
};

static void keep(struct follower *f, const struct change *c)
{
    if (!c->value.source) {
        map_remove(&f->from, c->key);
        return;
    }
    map_put(&f->from, c->key, f->all.size);
    vector_push(&f->all, c->value);
}

/* Takes the step; returns what it relies on, or 0. */
static uint64_t follow(struct follower *f, const struct edge *e, uint64_t here)
{
    const struct action *a = &e->action;
    uint8_t flags = f->p->codes.data[f->step->in_code].locations.data[e->to].flags;
    uint64_t relies = source_of(f, a->guard);
    struct change *changes = NEW_ARRAY(struct change, a->update_count + 1);
    for (uint32_t i = 0; i < a->update_count && !relies; i++) {
        const struct update *u = &a->updates[i];
        struct bounds index = u->index ? value_of(f, u->index) : (struct bounds){0};
        relies = index.source;
        changes[i].key = key_of(f, u->cell, slot_at(f, u->cell, index.low));
        changes[i].value = flags & LOC_ANY_VALUE ? bounds_full(u->value->width, here) : value_of(f, u->value);
        uint32_t owner = f->p->cells.data[u->cell].owner;
        if (changes[i].value.source && ((owner != NONE && owner >= f->p->template_count) || a->kind == ACT_CALL))
            relies = changes[i].value.source;
    }
    for (uint32_t i = 0; i < a->update_count && !relies; i++)
        keep(f, &changes[i]);
    mem_free(changes);
    return relies;
}

static uint64_t source_at(uint32_t code, uint32_t location) { return (uint64_t)code << 32 | (location + 1); }

/* A step that the C program need not take. */
static bool is_perhaps(const struct action *a)
{
    for (uint32_t k = 0; k < a->access_count; k++)
        if (a->accesses[k].perhaps)
            return true;
    return false;
}

/* What the two accesses rely on that the trace leads to, if they are about to happen rather than at an error location: whether they do, and
 * where. Whose they are does not matter: those of all instances that took a step are looked at. */
static uint64_t follow_accesses(struct follower *f, const struct trace *t, const struct check *check)
{
    uint64_t relies = 0;
    f->inputs_open = true;
    for (uint32_t i = 0; i < t->steps.size && !relies; i++) {
        f->step = &t->steps.data[i];
        uint32_t code = machine_code(f->machine, f->step->code, f->step->instance);
        const struct code *c = &f->p->codes.data[code];
        uint32_t l = machine_location(f->machine, f->step->code, f->step->instance);
        for (uint32_t o = out_begin(c, l); o < out_end(c, l) && !relies; o++) {
            const struct edge *e = &c->edges.data[c->out_edge.data[o]];
            const struct action *a = &e->action;
            for (uint32_t k = 0; k < a->access_count && !relies; k++) {
                if (a->accesses[k].id != check->access_a && a->accesses[k].id != check->access_b)
                    continue;
                relies = a->accesses[k].perhaps ? source_at(code, e->to) : source_of(f, a->guard);
                if (!relies && a->accesses[k].index)
                    relies = source_of(f, a->accesses[k].index);
            }
        }
    }
    return relies;
}

const struct location *trace_approximate(const struct program *p, const struct trace *t)
{
    assert(t->check < p->checks.size);
    const struct location *interrupt = trace_interrupt(p, t);
    if (interrupt)
        return interrupt;
    struct follower f = {.p = p, .machine = machine_new(p, t->unbounded)};
    uint64_t relies = 0;
    const struct check *check = &p->checks.data[t->check];
    bool by_values = property_rows[check->property].kind != CHECK_STUCK; /* which asks what cannot happen any more */
    bool watched = property_rows[check->property].kind == CHECK_PAIR &&
                   check->kind == CHECK_ERROR; /* each access on the way may be one of the two */
    vector_each(const struct trace_initial *, i, &t->initials)
        machine_set_initial(f.machine, i);
    for (uint32_t i = 0; i < t->steps.size && !relies; i++) {
        f.step = &t->steps.data[i];
        if (f.step->edge == NONE) {
            machine_step(f.machine, f.step);
            continue;
        }
        const struct edge *e = &p->codes.data[f.step->in_code].edges.data[f.step->edge];
        uint8_t flags = p->codes.data[f.step->in_code].locations.data[e->to].flags;
        uint64_t here = source_at(f.step->in_code, e->to);
        relies = follow(&f, e, here);
        if (!relies && watched && is_perhaps(&e->action))
            relies = here;
        if (!relies && flags & LOC_APPROXIMATE && (!by_values || !(flags & LOC_ANY_VALUE)))
            relies = here;
        bool taken = machine_step(f.machine, f.step) == STEP_DONE;
        assert(taken);
        (void)taken;
    }
    if (!relies && property_rows[check->property].kind == CHECK_PAIR)
        relies = follow_accesses(&f, t, check);
    machine_free(f.machine);
    map_free(&f.from);
    vector_free(&f.all);
    return relies ? &p->codes.data[relies >> 32].locations.data[(uint32_t)relies - 1] : NULL;
}
