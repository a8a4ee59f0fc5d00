/* Signal handlers in a trace. They are threads of the program (frontend/handlers.h), but of a real run they are a part of another thread, which takes no step until the handler has
 * returned. Which one it is may be chosen here, for each time that a handler runs: no other handler may run in it meanwhile, and in a race it is not the other one. Or it interrupts a handler of another signal, which does not block its own. */
#include "program/machine_parts.h"

struct run { /* of a handler */
    uint32_t code, instance;
    uint32_t begin, end; /* steps: of the beginning, and the last that does anything */
    bool returned;
    uint32_t host_code, host; /* the thread that it interrupts, or that runs a handler which it interrupts */
    uint32_t idle_code, idle; /* one that was created before, and never does anything; or NONE */
    const struct location *at;
};

struct interrupts {
    const struct program *p;
    const struct trace *trace;
    struct machine *machine;
    VECTOR(struct run) runs;
};

static bool is_handler(const struct code *c)
{
    vector_each(const struct location *, l, &c->locations)
        if (l->flags & LOC_INTERRUPT)
            return true;
    return false;
}

/* Nobody notices when it is taken. */
static bool is_silent(const struct program *p, const struct action *a)
{
    bool silent = a->access_count == 0 && expr_is_true(a->guard) && a->kind != ACT_CALL;
    for (uint32_t k = 0; k < a->update_count; k++)
        silent &= !cell_is_shared(&p->cells.data[a->updates[k].cell]);
    return silent;
}

static struct run *running(struct interrupts *x, uint32_t code, uint32_t instance)
{
    for (uint32_t k = x->runs.size; k-- > 0;) {
        struct run *r = &x->runs.data[k];
        if (r->code == code && r->instance == instance)
            return r->returned ? NULL : r;
    }
    return NULL;
}

static bool takes_steps(const struct trace *t, uint32_t code, uint32_t instance)
{
    vector_each(const struct trace_step *, s, &t->steps)
        if (s->code == code && s->instance == instance)
            return true;
    return false;
}

static bool is_used(const struct interrupts *x, uint32_t code, uint32_t instance)
{
    vector_each(const struct run *, r, &x->runs)
        if (r->idle_code == code && r->idle == instance)
            return true;
    return false;
}

/* A thread that was created, does nothing in the whole trace, and is not taken for another run. */
static void find_idle(const struct interrupts *x, struct run *r)
{
    vector_each(const struct cell *, c, &x->p->cells) {
        if (c->role != CELL_STARTED || is_handler(&x->p->codes.data[c->subject]))
            continue;
        for (uint32_t n = 0; n < machine_counts(x->machine)[c->subject]; n++)
            if (machine_read(x->machine, NONE, 0, c->id, n) && !takes_steps(x->trace, c->subject, n) &&
                !is_used(x, c->subject, n)) {
                r->idle_code = c->subject;
                r->idle = n;
                return;
            }
    }
}

static void begin(struct interrupts *x, const struct trace_step *s, uint32_t number, const struct location *at)
{
    struct run r = {
        .code = s->code, .instance = s->instance, .begin = number, .end = number, .host_code = NONE, .idle_code = NONE, .at = at};
    find_idle(x, &r);
    vector_push(&x->runs, r);
}

static void follow(struct interrupts *x, uint32_t number)
{
    assert(number < x->trace->steps.size);
    const struct trace_step *s = &x->trace->steps.data[number];
    const struct code *c = &x->p->codes.data[s->in_code];
    const struct edge *e = s->edge == NONE ? NULL : &c->edges.data[s->edge];
    struct run *r = running(x, s->code, s->instance);
    const struct location *to = e ? &c->locations.data[e->to] : NULL;
    if (to && to->flags & LOC_INTERRUPT && !r)
        begin(x, s, number, to);
    else if (to && to->flags & LOC_INTERRUPT)
        r->returned = true;
    else if (r && (!e || !is_silent(x->p, &e->action)))
        r->end = number;
}

/* Whether all that is left of it is to return. */
static bool just_returns(const struct interrupts *x, const struct run *r)
{
    uint32_t code = machine_code(x->machine, r->code, r->instance), l = machine_location(x->machine, r->code, r->instance);
    const struct code *c = &x->p->codes.data[code];
    for (uint32_t steps = 0; code == r->code && steps <= c->locations.size; steps++) {
        if (out_end(c, l) - out_begin(c, l) != 1)
            return false;
        const struct edge *e = out_edge(c, out_begin(c, l));
        if (!is_silent(x->p, &e->action))
            return false;
        if (c->locations.data[e->to].flags & LOC_INTERRUPT)
            return true;
        l = e->to;
    }
    return false;
}

/* --- which thread it is --- */

static bool has_ended(const struct machine *m, const struct program *p, uint32_t code, uint32_t instance)
{
    return machine_code(m, code, instance) == code && machine_location(m, code, instance) == p->codes.data[code].exit;
}

/* Whether the thread is about to make an access that the check is about. */
static bool is_racing(const struct interrupts *x, uint32_t code, uint32_t instance)
{
    const struct check *check = &x->p->checks.data[x->trace->check];
    const struct code *c = &x->p->codes.data[machine_code(x->machine, code, instance)];
    uint32_t l = machine_location(x->machine, code, instance);
    for (uint32_t o = out_begin(c, l); o < out_end(c, l); o++) {
        const struct action *a = &out_edge(c, o)->action;
        for (uint32_t k = 0; k < a->access_count; k++)
            if (a->accesses[k].id == check->access_a || a->accesses[k].id == check->access_b)
                return true;
    }
    return false;
}

/* It has begun before, is there until the end (of the run, or of the trace), and does nothing. The machine is in the final state. */
static bool is_free(const struct interrupts *x, const struct run *r, uint32_t code, uint32_t instance)
{
    uint32_t end = r->returned ? r->end : x->trace->steps.size;
    bool begun = code == 0, after = false;
    for (uint32_t i = 0; i < x->trace->steps.size; i++) {
        const struct trace_step *s = &x->trace->steps.data[i];
        if (s->code != code || s->instance != instance)
            continue;
        if (i > r->begin && i <= end)
            return false;
        begun |= i < r->begin;
        after |= i > end;
    }
    vector_each(const struct run *, other, &x->runs) {
        bool apart = (other->returned && other->end < r->begin) || (r->returned && r->end < other->begin);
        if (other->host_code == code && other->host == instance && !apart)
            return false;
    }
    if (!begun || (!after && has_ended(x->machine, x->p, code, instance)))
        return false;
    return r->returned || property_rows[x->p->checks.data[x->trace->check].property].kind != CHECK_PAIR ||
           !is_racing(x, code, instance);
}

/* The handler of another signal has begun before, and has not come to its end. */
static bool is_amid(const struct run *other, const struct run *r)
{
    return other->code != r->code && other->begin < r->begin && !(other->returned && other->end < r->begin) &&
           !(other->at->flags & LOC_BLOCKING);
}

static bool find_host(struct interrupts *x, struct run *r)
{
    if (r->idle_code != NONE)
        return true;
    vector_each(const struct trace_step *, s, &x->trace->steps)
        if (!is_handler(&x->p->codes.data[s->code]) && is_free(x, r, s->code, s->instance)) {
            r->host_code = s->code;
            r->host = s->instance;
            return true;
        }
    vector_each(const struct run *, other, &x->runs)
        if (is_amid(other, r) && is_free(x, r, other->code, other->instance)) {
            r->host_code = other->code;
            r->host = other->instance;
            return true;
        }
    return false;
}

const struct location *trace_interrupt(const struct program *p, const struct trace *t)
{
    struct interrupts x = {.p = p, .trace = t};
    const struct location *at = NULL;
    bool any = false;
    for (uint32_t k = 0; k < p->template_count; k++)
        any |= is_handler(&p->codes.data[k]);
    if (!any)
        return NULL;
    x.machine = machine_new(p, t->unbounded);
    vector_each(const struct trace_initial *, i, &t->initials)
        machine_set_initial(x.machine, i);
    for (uint32_t i = 0; i < t->steps.size; i++) {
        follow(&x, i);
        machine_step(x.machine, &t->steps.data[i]);
    }
    vector_each(struct run *, r, &x.runs)
        if (running(&x, r->code, r->instance) == r)
            r->returned = just_returns(&x, r);
    for (uint32_t k = 0; k < x.runs.size && !at; k++)
        at = find_host(&x, &x.runs.data[k]) ? NULL : x.runs.data[k].at;
    vector_free(&x.runs);
    machine_free(x.machine);
    return at;
}
