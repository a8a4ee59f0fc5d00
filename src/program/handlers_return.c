/* Schedules in which signal handlers return before the thread goes on that they interrupt, where the program has one thread: what a schedule without that shows is often
 * shown by one with it, too. Steps of others wait until the handler has taken its own, which are those of the schedule as far as it has some and they are possible. */
#include "program/machine_parts.h"

enum { MOST_STEPS = 10000 }; /* of one handler until it returns */

struct rewrite {
    const struct program *p;
    const struct trace *from;
    struct trace *to;
    struct machine *machine;
    VECTOR(bool) done;     /* steps of the trace that were taken, or are not to be */
    VECTOR(bool) astray;   /* templates: what the trace has of this run of the handler is not possible any more */
    VECTOR(uint32_t) amid; /* templates of handlers that have begun and not returned: each interrupts the one before */
    VECTOR(bool) blocking; /* the same: whether it blocks other signals */
};

static bool has_handlers(const struct code *c)
{
    vector_each(const struct location *, l, &c->locations)
        if (l->flags & LOC_INTERRUPT)
            return true;
    return false;
}

/* Main, and handlers. */
static bool has_one_thread(const struct program *p)
{
    for (uint32_t k = 1; k < p->template_count; k++)
        if (!has_handlers(&p->codes.data[k]) || p->codes.data[k].instances != 1)
            return false;
    return p->template_count > 1;
}

static const struct location *target(const struct rewrite *r, const struct trace_step *s)
{
    const struct code *c = &r->p->codes.data[s->in_code];
    return s->edge == NONE ? NULL : &c->locations.data[c->edges.data[s->edge].to];
}

static bool marks(const struct rewrite *r, const struct trace_step *s)
{
    const struct location *l = target(r, s);
    return l && l->flags & LOC_INTERRUPT;
}

static bool is_amid(const struct rewrite *r, uint32_t code)
{
    vector_each(const uint32_t *, a, &r->amid)
        if (*a == code)
            return true;
    return false;
}

static bool take(struct rewrite *r, const struct trace_step *s)
{
    if (machine_step(r->machine, s) != STEP_DONE)
        return false;
    struct trace_step *new = trace_add(r->to, s->code, s->instance, s->in_code, s->edge);
    for (uint32_t k = 0; k < s->input_count; k++)
        trace_add_input(r->to, new, s->inputs[k].site, s->inputs[k].value);
    if (!marks(r, s))
        return true;
    if (r->amid.size && vector_last(&r->amid) == s->code) {
        (void)vector_pop(&r->amid);
        (void)vector_pop(&r->blocking);
    } else {
        vector_push(&r->amid, s->code);
        vector_push(&r->blocking, (target(r, s)->flags & LOC_BLOCKING) != 0);
    }
    return true;
}

/* A step that the handler can take, whichever it is. */
static bool take_any(struct rewrite *r, uint32_t template)
{
    uint32_t code = machine_code(r->machine, template, 0), l = machine_location(r->machine, template, 0);
    const struct code *c = &r->p->codes.data[code];
    struct trace_step s = {.code = template, .in_code = code, .edge = NONE};
    if (out_begin(c, l) == out_end(c, l))
        return code != template && take(r, &s);
    for (uint32_t o = out_begin(c, l); o < out_end(c, l); o++) {
        s.edge = (uint32_t)(out_edge(c, o) - c->edges.data);
        if (take(r, &s))
            return true;
    }
    return false;
}

/* The next step that the trace has of this run of the handler, and what is not possible any more is left out. */
static bool take_its_own(struct rewrite *r, uint32_t template, uint32_t from)
{
    for (uint32_t i = from; i < r->from->steps.size; i++) {
        const struct trace_step *s = &r->from->steps.data[i];
        if (s->code != template || r->done.data[i])
            continue;
        if (!r->astray.data[template] && take(r, s)) {
            r->done.data[i] = true;
            return true;
        }
        r->astray.data[template] = true;
        break;
    }
    return take_any(r, template);
}

/* The handler that has begun last comes to its end. */
static bool finish_last(struct rewrite *r, uint32_t from)
{
    uint32_t template = vector_last(&r->amid), size = r->amid.size;
    bool possible = true;
    for (unsigned k = 0; r->amid.size == size && possible; k++)
        possible = k < MOST_STEPS && take_its_own(r, template, from);
    if (!possible || !r->astray.data[template])
        return possible;
    bool ended = false;
    for (uint32_t i = from; i < r->from->steps.size && !ended; i++) {
        const struct trace_step *s = &r->from->steps.data[i];
        if (s->code != template || r->done.data[i])
            continue;
        r->done.data[i] = true;
        ended = marks(r, s);
    }
    r->astray.data[template] = false;
    return true;
}

/* Whether whoever takes the step has to wait for the handler that has begun last. */
static bool waits(const struct rewrite *r, const struct trace_step *s)
{
    if (!r->amid.size || vector_last(&r->amid) == s->code)
        return false;
    return s->code == 0 || is_amid(r, s->code) || vector_last(&r->blocking);
}

static bool rewrite(struct rewrite *r)
{
    for (uint32_t i = 0; i < r->from->steps.size; i++) {
        const struct trace_step *s = &r->from->steps.data[i];
        while (!r->done.data[i] && waits(r, s))
            if (!finish_last(r, i))
                return false;
        if (!r->done.data[i] && !take(r, s))
            return false;
    }
    return machine_violates(r->machine, &r->p->checks.data[r->from->check]);
}

struct trace *trace_with_returns(const struct program *p, const struct trace *t)
{
    assert(t->check < p->checks.size);
    if (!has_one_thread(p))
        return NULL;
    struct rewrite r = {.p = p, .from = t, .to = trace_new(t->check), .machine = machine_new(p, t->unbounded)};
    r.to->unbounded = t->unbounded;
    vector_each(const struct trace_initial *, i, &t->initials) {
        vector_push(&r.to->initials, *i);
        machine_set_initial(r.machine, i);
    }
    vector_resize(&r.done, t->steps.size);
    vector_resize(&r.astray, p->template_count);
    bool found = rewrite(&r);
    vector_free(&r.done);
    vector_free(&r.astray);
    vector_free(&r.amid);
    vector_free(&r.blocking);
    machine_free(r.machine);
    if (found)
        return r.to;
    trace_free(r.to);
    return NULL;
}
