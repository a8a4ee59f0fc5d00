/* See draws.h. The code is executed in place by explore's machine; arbitrary initial values are 0. */
#include "engines/bounded/draws.h"

#include "engines/explore/model.h"
#include "program/machine.h"

enum {
    MOST_WORDS = 1 << 14,  /* of a state */
    MOST_CHANGES = 6,      /* interruptions of a run */
    MOST_STEPS = 20000,    /* of a run */
    SECTION_STEPS = 20000, /* of an atomic section */
    INPUT_TRIES = 24,      /* for a guard that depends on inputs */
    SMALL_INPUTS = 16,
    SHORT_PATIENCE = 64,   /* steps that a thread may take without others, at the least */
};

struct taken {
    const struct model_edge *edge; /* NULL: the return from in_code */
    uint32_t instance, in_code, inputs;
};

struct draws {
    struct model *model;
    uint64_t *initial, *state, *saved; /* saved: as it was when the current section was entered */
    uint64_t seed, runs;
    uint32_t instances; /* of unbounded templates */
    uint32_t length;    /* steps of the longest run so far */
    uint32_t *order;    /* instances, the most urgent first; those that have ended last */
    uint32_t alive;     /* have not ended */
    bool *asleep;       /* by instance: found no inputs to go on with */
    bool halted;
    VECTOR(struct taken) path;
    VECTOR(uint64_t) inputs;
};

static uint64_t draw(struct draws *d)
{
    uint64_t x = d->seed += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static uint32_t draw_below(struct draws *d, uint32_t n) { return (uint32_t)((draw(d) >> 32) * n >> 32); }

/* --- life --- */

struct draws *draws_new(const struct program *p, uint32_t instances, uint64_t seed)
{
    struct draws *d = NEW(struct draws);
    d->model = model_new(p, instances, (struct model_options){.inline_slots = UINT64_C(1) << 20, .input_limit = 1, .in_place = true});
    d->instances = instances;
    d->seed = seed;
    d->length = 1;
    uint32_t words = d->model->layout->words, n = d->model->layout->instance_count;
    if (words > MOST_WORDS) {
        draws_free(d);
        return NULL;
    }
    d->initial = NEW_ARRAY(uint64_t, words + 1);
    d->state = NEW_ARRAY(uint64_t, words + 1);
    d->saved = NEW_ARRAY(uint64_t, words + 1);
    d->order = NEW_ARRAY(uint32_t, n + 1);
    d->asleep = NEW_ARRAY(bool, n + 1);
    model_initial(d->model, d->initial);
    return d;
}

void draws_free(struct draws *d)
{
    if (!d)
        return;
    model_free(d->model);
    mem_free(d->initial);
    mem_free(d->state);
    mem_free(d->saved);
    mem_free(d->order);
    mem_free(d->asleep);
    vector_free(&d->path);
    vector_free(&d->inputs);
    mem_free(d);
}

uint64_t draws_runs(const struct draws *d) { return d->runs; }

/* --- steps --- */

static uint64_t draw_input(struct draws *d, const struct domain *near, unsigned width)
{
    uint32_t kind = draw_below(d, 8);
    uint64_t value = kind < 4 && near->count ? near->values[draw_below(d, near->count)] : kind < 7 ? draw_below(d, SMALL_INPUTS / 2) : draw(d);
    return value & width_mask(width);
}

static bool try_edge(struct draws *d, uint32_t i, const struct model_location *l, const struct model_edge *e)
{
    struct vm *vm = &d->model->vm;
    uint64_t small = draw(d);
    for (uint32_t tries = e->guard_has_inputs ? INPUT_TRIES : 1; tries-- > 0;) {
        uint32_t first = d->inputs.size;
        bool in_turn = tries < SMALL_INPUTS && e->guard_has_inputs; /* first drawn, then one after the other */
        for (uint32_t j = 0; j < e->body.input_count; j++) {
            vm->registers[j] = in_turn ? (small + tries) % SMALL_INPUTS : draw_input(d, &e->domains[j], e->body.inputs[j].width);
            vector_push(&d->inputs, vm->registers[j]);
        }
        if (vm_run(vm, e->body.code, d->state, d->state) == VM_TAKEN) {
            vector_push(&d->path, (struct taken){e, i, l->code, first});
            d->halted = e->kind == ACT_HALT;
            return true;
        }
        d->inputs.size = first;
    }
    return false;
}

/* Takes one edge of the instance, the first that is possible from a drawn one on. */
static bool one_step(struct draws *d, uint32_t i)
{
    struct model *m = d->model;
    const struct model_location *l = model_location(m, i, d->state);
    if (l->is_return) {
        model_return(m, i, l->code, d->state, d->state);
        vector_push(&d->path, (struct taken){NULL, i, l->code, d->inputs.size});
        return true;
    }
    uint32_t from = l->edge_count > 1 ? draw_below(d, l->edge_count) : 0;
    for (uint32_t k = 0; k < l->edge_count; k++)
        if (try_edge(d, i, l, &l->edges[(from + k) % l->edge_count]))
            return true;
    return false;
}

/* One step, and the rest of the section if it enters one; if that blocks, it was not entered. */
static bool step(struct draws *d, uint32_t i)
{
    const struct model_location *l = model_location(d->model, i, d->state);
    size_t bytes = d->model->layout->words * sizeof *d->state;
    uint32_t path = d->path.size, inputs = d->inputs.size;
    bool may_enter = d->model->layout->instances[i].calls;
    for (uint32_t k = 0; k < l->edge_count; k++)
        may_enter = may_enter || l->edges[k].to_flags & LOC_ATOMIC;
    if (may_enter)
        memcpy(d->saved, d->state, bytes);
    if (!one_step(d, i))
        return false;
    for (uint32_t n = 0; may_enter && !d->halted; n++) {
        if (!model_in_section(d->model, i, d->state, model_location(d->model, i, d->state)->flags))
            break;
        if (n > SECTION_STEPS || !one_step(d, i)) {
            memcpy(d->state, d->saved, bytes);
            d->path.size = path;
            d->inputs.size = inputs;
            return false;
        }
    }
    return true;
}

/* --- runs --- */

/* Mostly main comes first: as long as it has not created all threads they cannot run in any order. */
static void draw_order(struct draws *d)
{
    d->alive = d->model->layout->instance_count;
    for (uint32_t i = 0; i < d->alive; i++) {
        d->order[i] = i;
        d->asleep[i] = false;
    }
    uint32_t fixed = draw_below(d, 4) ? 1 : 0;
    for (uint32_t i = d->alive; i > fixed + 1; i--) {
        uint32_t k = fixed + draw_below(d, i - fixed), x = d->order[k];
        d->order[k] = d->order[i - 1];
        d->order[i - 1] = x;
    }
}

static void move_down(struct draws *d, uint32_t at, uint32_t to)
{
    uint32_t x = d->order[at];
    for (; at < to; at++)
        d->order[at] = d->order[at + 1];
    d->order[to] = x;
}

/* Each further interruption is half as likely. */
static uint32_t draw_changes(struct draws *d, uint32_t *changes)
{
    uint32_t n = draw_below(d, 16) ? 1 : 0;
    while (n && n < MOST_CHANGES && draw_below(d, 2))
        n++;
    for (uint32_t k = 0; k < n; k++)
        changes[k] = draw_below(d, d->length);
    return n;
}

/* Where to step depends on inputs, and a moment ago none did: mostly that has not changed. */
static bool leave_asleep(struct draws *d, uint32_t i)
{
    return d->asleep[i] && draw_below(d, 8);
}

static bool needs_inputs(const struct model_location *l)
{
    for (uint32_t k = 0; k < l->edge_count; k++)
        if (l->edges[k].guard_has_inputs)
            return true;
    return false;
}

/* The place in the order of the instance that moved; alive if nobody could. */
static uint32_t most_urgent(struct draws *d)
{
    for (uint32_t at = 0; at < d->alive; at++) {
        uint32_t i = d->order[at];
        if (leave_asleep(d, i))
            continue;
        d->asleep[i] = false;
        if (step(d, i))
            return at;
        d->asleep[i] = needs_inputs(model_location(d->model, i, d->state));
    }
    for (uint32_t at = 0; at < d->alive; at++)
        if (d->asleep[d->order[at]] && step(d, d->order[at]))
            return at;
    return d->alive;
}

/* The end of the program can wait. */
static bool would_halt(const struct model_location *l)
{
    for (uint32_t k = 0; k < l->edge_count; k++)
        if (l->edges[k].kind == ACT_HALT)
            return true;
    return false;
}

/* One run, to its end or to an error. Returns the check of the error, or NONE. */
static uint32_t one_run(struct draws *d)
{
    struct model *m = d->model;
    uint32_t changes[MOST_CHANGES], change_count = draw_changes(d, changes);
    uint32_t patience = SHORT_PATIENCE << 2 * draw_below(d, 4), last = NONE, streak = 0;
    memcpy(d->state, d->initial, m->layout->words * sizeof *d->state);
    vector_clear(&d->path);
    vector_clear(&d->inputs);
    d->halted = false;
    d->runs++;
    draw_order(d);
    for (uint32_t steps = 0; steps < MOST_STEPS && !d->halted; steps++) {
        uint32_t at = most_urgent(d);
        if (at == d->alive)
            break;
        uint32_t i = d->order[at];
        const struct model_location *l = model_location(m, i, d->state);
        if (l->flags & LOC_ERROR)
            return m->program->codes.data[l->code].locations.data[l->location].check;
        if (l->flags & LOC_UNSUPPORTED)
            break;
        streak = i == last ? streak + 1 : 0;
        last = i;
        bool change = streak > patience;
        for (uint32_t k = 0; k < change_count; k++)
            change = change || changes[k] == steps;
        if (!l->edge_count && !l->is_return)
            move_down(d, at, --d->alive);
        else if (would_halt(l))
            move_down(d, at, d->alive - 1);
        else if (change && at + 1 < d->alive)
            move_down(d, at, at + 1 + draw_below(d, d->alive - at - 1));
        d->length = steps >= d->length ? steps + 1 : d->length;
    }
    return NONE;
}

static struct trace *trace_of(const struct draws *d, uint32_t check)
{
    struct trace *t = trace_new(check);
    t->unbounded = d->instances;
    vector_each(const struct taken *, k, &d->path) {
        const struct instance_layout *i = &d->model->layout->instances[k->instance];
        struct trace_step *s = trace_add(t, i->code, i->number, k->in_code, k->edge ? k->edge->edge : NONE);
        for (uint32_t j = 0; k->edge && j < k->edge->body.input_count; j++)
            trace_add_input(t, s, k->edge->body.inputs[j].site, d->inputs.data[k->inputs + j]);
    }
    return t;
}

/* A run after which nobody moved may have ended in a deadlock: the interpreter knows. */
static struct trace *deadlock(const struct draws *d, uint32_t check)
{
    const struct model *m = d->model;
    bool waiting = false;
    for (uint32_t i = 0; i < m->layout->instance_count; i++) {
        const struct model_location *l = model_location(d->model, i, d->state);
        if (l->flags & (LOC_ERROR | LOC_UNSUPPORTED))
            return NULL;
        waiting = waiting || (l->edge_count && !l->waits_to_start);
    }
    if (!waiting || d->halted)
        return NULL;
    struct trace *t = trace_of(d, check);
    struct arena words = {0};
    const char *why;
    if (!trace_replays(m->program, t, &why, &words)) {
        trace_free(t);
        t = NULL;
    }
    arena_release(&words);
    return t;
}

struct trace *draws_violation(struct draws *d, enum property property, const bool *wanted, double seconds, const struct budget *budget)
{
    double end = clock_wall() + seconds;
    uint32_t blocked = NONE;
    const char *why;
    vector_each(const struct check *, c, &d->model->program->checks)
        if (property == PROPERTY_DEADLOCK && c->property == property && wanted[c->id])
            blocked = c->id;
    while (clock_wall() < end && !budget_spent(budget, &why)) {
        uint32_t check = one_run(d);
        if (check != NONE && wanted[check])
            return trace_of(d, check);
        struct trace *t = blocked != NONE && check == NONE ? deadlock(d, blocked) : NULL;
        if (t)
            return t;
    }
    return NULL;
}
