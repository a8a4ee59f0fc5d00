/* A step of a thread in the search: the interpreter takes it, with what it reads put where it finds it, and it becomes events. */
#include "weak/search_parts.h"

struct step { /* that is being taken */
    struct weak_search *f;
    struct partial *s;
    uint32_t thread;
    const struct option *o;
    const struct edge_plan *plan;
    u32_vector locations; /* by item */
    bool in_section;
};

/* --- violations --- */

/* For assertions plain accesses count as seq_cst in C, and order everything around them. Where two of them race, that is not so. */
static bool relies_on_race(const struct partial *s)
{
    return execution_races(&s->x, false, NONE, NONE) || execution_races(&s->x, true, NONE, NONE);
}

/* Whether a thread has come to where the check fails, or the axioms' happens-before says that it does (stores: as C11_STORES). */
static bool shows_violation(const struct weak_search *f, const struct partial *s, uint32_t check, bool stores)
{
    const struct check *asked = &f->program->checks.data[check];
    if (asked->access_a != NONE)
        return execution_races(&s->x, stores, asked->access_a, asked->access_b);
    for (uint32_t t = 0; t < s->thread_count; t++) {
        const struct partial_thread *p = &s->threads[t];
        const struct code *c = &f->program->codes.data[machine_code(f->machine, p->code, p->instance)];
        const struct location *l = &c->locations.data[machine_location(f->machine, p->code, p->instance)];
        if (l->flags & LOC_ERROR && l->check == check)
            return true;
    }
    return execution_outlives(&s->x, stores, check);
}

void search_violate(struct weak_search *f, const struct partial *s, uint32_t check)
{
    struct weak_finding *w = &f->result->checks[check];
    if (w->violated || f->stopped)
        return;
    bool c11 = f->task->model == MODEL_C11, races = f->program->checks.data[check].access_a != NONE;
    bool fails = shows_violation(f, s, check, false);
    if (s->approximate)
        w->doubt = s->approximate->reason ? s->approximate->reason : "what is not modelled exactly";
    else if (!execution_allowed(&s->x, f->task->model) || !fails)
        w->doubt = "an execution was found that the axioms do not allow (an error in heddle)";
    else if (c11 && (!execution_allowed(&s->x, MODEL_C11_STORES) || !shows_violation(f, s, check, true)))
        w->doubt = "whether a store continues a release sequence makes the difference";
    else if (!races && f->task->model != MODEL_TSO && relies_on_race(s))
        w->doubt = "plain accesses that race make the difference";
    else {
        w->violated = true;
        w->execution = f->task->words ? execution_show(f, s) : NULL;
    }
}

static void note_race(struct weak_search *f, const struct partial *s, uint32_t event, uint32_t other)
{
    uint32_t a = s->x.events.data[event].access, b = s->x.events.data[other].access;
    bool known = false;
    vector_each(const struct check *, c, &f->program->checks)
        if ((c->access_a == a && c->access_b == b) || (c->access_a == b && c->access_b == a)) {
            known = true;
            search_violate(f, s, c->id);
        }
    if (!known)
        search_incomplete(f, "a race that is not among the checks");
}

static void note_races(struct weak_search *f, const struct partial *s, uint32_t event)
{
    uint32_t other = f->task->races ? partial_race(s, event, 0) : NONE;
    for (; other != NONE; other = partial_race(s, event, other + 1))
        note_race(f, s, event, other);
}

/* --- events --- */

uint8_t event_kind_of(const struct item *i)
{
    if (!i->reads && !i->writes)
        return EVENT_TOUCH;
    return i->reads && i->writes ? EVENT_UPDATE : i->reads ? EVENT_READ : EVENT_WRITE;
}

/* Whether it has no edges to events that are there already: then every model allows it. */
static bool is_newest(const struct partial *s, uint32_t event)
{
    const struct weak_event *e = &s->x.events.data[event];
    if (e->kind == EVENT_FENCE || event_is_silent(e))
        return true;
    uint32_t last = vector_last(&s->x.order.data[e->location]);
    return last == (e->kind == EVENT_READ ? e->from : event);
}

static bool is_allowed(struct step *p, uint32_t event)
{
    struct partial_thread *t = &p->s->threads[p->thread];
    const struct weak_event *e = &p->s->x.events.data[event];
    bool newest = is_newest(p->s, event), idle = e->kind == EVENT_READ || (e->kind == EVENT_UPDATE && e->read == e->written);
    idle = idle || (event_writes(e) && writes_the_same(p->s, event));
    if (event_writes(e) && writes_without_order(p->s, event))
        bitset_add(&p->f->contended, e->location);
    t->stale |= !newest && idle;
    if (event_writes(e) && !idle) {
        t->stale = false;
        t->progress = event;
        vector_clear(&t->seen);
    }
    effort_spend(newest ? 1 : p->s->x.events.size);
    return newest || execution_allowed(&p->s->x, p->f->task->model);
}

/* Whether nobody writes the location any more, and the thread knows the last one who did. */
static bool is_settled(const struct step *p, uint32_t location)
{
    bool settled = partial_knows(p->s, p->thread, vector_last(&p->s->x.order.data[location]));
    for (uint32_t t = 0; t < p->s->thread_count && settled; t++)
        settled = t == p->thread || !search_may_write(p->f, &p->s->threads[t], location);
    return settled;
}

static uint8_t role_of(const struct step *p, uint32_t event)
{
    return p->f->program->cells.data[p->f->places.data[p->s->x.events.data[event].location].cell].role;
}

/* Whether all others begin later, and the section has created none of them. */
static bool is_alone(const struct step *p)
{
    vector_each(const uint32_t *, e, &p->s->section)
        if (role_of(p, *e) == CELL_STARTED)
            return false;
    for (uint32_t t = 0; t < p->s->thread_count; t++)
        if (t != p->thread && !search_not_created(p->f, &p->s->threads[t]))
            return false;
    return true;
}

/* Sections that access more than one location are atomic here only if nobody can tell. A thread that one has created does not begin before its end: that it was created is one
 * more location. */
static void look_at_section(struct step *p, const struct item *i, uint32_t location)
{
    uint8_t role = p->f->program->cells.data[i->cell].role;
    if (!p->in_section || (role != CELL_DATA && role != CELL_SYNC) || is_alone(p))
        return;
    if (!i->writes && (p->s->x.order.data[location].size == 1 || is_settled(p, location)))
        return;
    vector_each(const uint32_t *, e, &p->s->section) {
        const struct weak_event *before = &p->s->x.events.data[*e];
        uint8_t other = role_of(p, *e);
        bool settled = before->location == location || (before->kind == EVENT_READ && is_settled(p, before->location));
        if ((other == CELL_DATA || other == CELL_SYNC || other == CELL_STARTED) && !settled) {
            search_incomplete(p->f, "an atomic section with several variables");
            p->f->stopped = true;
        }
    }
}

/* A further access of an atomic section to what it has accessed. */
static bool access_again(struct step *p, const struct item *i, uint32_t location, uint32_t own)
{
    struct weak_event *e = &p->s->x.events.data[own];
    if (!i->writes)
        return true;
    uint64_t value = search_get(p->f, location);
    e->access = i->access;
    if (event_writes(e)) {
        e->written = value;
        return true;
    }
    look_at_section(p, i, location);
    const u32_vector *order = &p->s->x.order.data[location];
    uint32_t next = execution_place(&p->s->x, e->from) + 1;
    if (next < order->size && p->s->x.events.data[order->data[next]].kind == EVENT_UPDATE)
        return false;
    partial_upgrade(p->s, own, order_acquires(e->order) && e->order != ORDER_SEQ_CST ? ORDER_ACQ_REL : e->order, value);
    if (!is_allowed(p, own))
        return false;
    note_races(p->f, p->s, own); /* with who reads */
    return true;
}

static bool add_event(struct step *p, const struct item *i, uint32_t location)
{
    struct partial *s = p->s;
    const struct cell *c = &p->f->program->cells.data[i->cell];
    struct weak_event e = {.kind = event_kind_of(i), .order = i->order, .thread = p->thread, .location = location, .from = NONE};
    e.access = i->access;
    e.pos = i->pos;
    e.touches_as_write = i->touches_as_write;
    uint32_t place = s->x.order.data[location].size;
    look_at_section(p, i, location);
    if (i->reads) {
        e.from = i->latest ? vector_last(&s->x.order.data[location]) : p->o->from;
        e.read = s->x.events.data[e.from].written;
        place = execution_place(&s->x, e.from) + 1;
        s->threads[p->thread].not_before = 0;
        if (s->x.events.data[e.from].kind == EVENT_INITIAL && c->arbitrary)
            search_incomplete(p->f, "memory may be read before it has a value");
    } else if (p->o->location == location) {
        place = p->o->place;
    }
    if (i->writes)
        e.written = search_get(p->f, location);
    uint32_t id = partial_add(s, &e, place);
    if (p->in_section)
        vector_push(&s->section, id);
    if (!is_allowed(p, id))
        return false;
    note_races(p->f, s, id);
    return true;
}

/* --- the step --- */

/* Puts what the step reads where it finds it, and finds out where it accesses memory. */
static void prepare(struct step *p)
{
    for (uint32_t k = 0; k < p->plan->items.size; k++) { /* a number of a thread comes first: places depend on it */
        const struct item *i = &p->plan->items.data[k];
        uint32_t l = search_location(p->f, p->s, p->thread, i), own = l == NONE ? NONE : section_event(p->s, l);
        vector_push(&p->locations, l);
        if (l != NONE && i->asks)
            search_set(p->f, l, lives_ended(p->s, p->thread, l));
        if (l == NONE || !i->reads || i->life)
            continue;
        uint32_t from = own != NONE ? own : i->latest ? vector_last(&p->s->x.order.data[l]) : p->o->from;
        if (from != NONE)
            search_set(p->f, l, event_value(&p->s->x.events.data[from]));
    }
}

static bool add_events(struct step *p)
{
    for (uint32_t k = 0; k < p->plan->items.size; k++) {
        const struct item *i = &p->plan->items.data[k];
        uint32_t l = p->locations.data[k], own = l == NONE ? NONE : section_event(p->s, l);
        if (l != NONE && i->life)
            lives_step(p->f, p->s, p->thread, i, l);
        if (l == NONE || i->life)
            continue;
        if (own != NONE ? !access_again(p, i, l, own) : !add_event(p, i, l))
            return false;
    }
    return true;
}

static void add_fence(struct step *p, const struct action *a, uint8_t order)
{
    bool is_locked = order == ORDER_RELAXED;
    partial_add(p->s,
                &(struct weak_event){.kind = EVENT_FENCE,
                                     .order = order,
                                     .is_locked = is_locked,
                                     .thread = p->thread,
                                     .location = NONE,
                                     .from = NONE,
                                     .access = NONE,
                                     .pos = a->pos},
                0);
}

/* x86 locks the bus, and empties the store buffer before, for exchanges that fail as well. */
static void add_lock(struct step *p, const struct action *a)
{
    bool updates = p->f->task->model != MODEL_TSO || !p->plan->is_locked;
    vector_each(const struct item *, i, &p->plan->items)
        updates |= i->reads && i->writes;
    if (!updates)
        add_fence(p, a, ORDER_RELAXED);
}

void search_note_approximate(const struct weak_search *f, struct partial *s, uint32_t thread)
{
    const struct partial_thread *t = &s->threads[thread];
    uint32_t in = machine_code(f->machine, t->code, t->instance), at = machine_location(f->machine, t->code, t->instance);
    const struct location *l = &f->program->codes.data[in].locations.data[at];
    if (l->flags & (LOC_APPROXIMATE | LOC_ANY_VALUE))
        s->approximate = l;
}

void search_arrive(struct weak_search *f, struct partial *s, uint32_t thread)
{
    struct partial_thread *t = &s->threads[thread];
    uint32_t in = machine_code(f->machine, t->code, t->instance), at = machine_location(f->machine, t->code, t->instance);
    const struct location *l = &f->program->codes.data[in].locations.data[at];
    bool atomic = machine_in_atomic(f->machine, t->code, t->instance);
    f->sections += s->inside == thread && !atomic;
    s->inside = atomic ? thread : NONE;
    if (!atomic)
        vector_clear(&s->section);
    search_note_approximate(f, s, thread);
    if (l->flags & LOC_UNSUPPORTED)
        search_incomplete(f, l->reason ? l->reason : "what is not modelled");
    if (l->flags & LOC_ERROR)
        search_violate(f, s, l->check);
    if (l->flags & (LOC_UNSUPPORTED | LOC_ERROR))
        t->status = THREAD_BLOCKED;
    else if (machine_depth(f->machine, t->code, t->instance) == 1 && at == f->program->codes.data[in].exit)
        t->status = THREAD_ENDED;
}

static bool updates_silently(const struct weak_search *f, const struct action *a)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (cell_is_shared(&f->program->cells.data[a->updates[i].cell]) && !f->plan.has_events[a->updates[i].cell])
            return true;
    return false;
}

static bool take_edge(struct weak_search *f, struct partial *s, uint32_t thread, const struct option *o, struct trace_step *step)
{
    struct partial_thread *t = &s->threads[thread];
    const struct edge *edge = &f->program->codes.data[step->in_code].edges.data[o->edge];
    struct step p = {.f = f, .s = s, .thread = thread, .o = o, .plan = &f->plan.codes[step->in_code].edges[o->edge]};
    if (edge->action.kind == ACT_HALT) { /* others need not have noticed */
        t->status = THREAD_ENDED;
        return true;
    }
    if (p.plan->unknown)
        search_incomplete(f, "memory may be read before it has a value");
    if (updates_silently(f, &edge->action))
        vector_clear(&t->seen);
    unknown_step(f, t, &edge->action);
    prepare(&p);
    bool done = machine_step(f->machine, step) == STEP_DONE;
    p.in_section = s->inside == thread || machine_in_atomic(f->machine, t->code, t->instance);
    if (done)
        add_lock(&p, &edge->action);
    done = done && add_events(&p);
    if (edge->action.fence != ORDER_PLAIN)
        add_fence(&p, &edge->action, edge->action.fence);
    vector_free(&p.locations);
    return done;
}

bool search_take(struct weak_search *f, struct partial *s, uint32_t thread, const struct option *o)
{
    enum { MANY = 20000 };
    struct partial_thread *t = &s->threads[thread];
    struct trace_step step = {t->code, t->instance, machine_code(f->machine, t->code, t->instance),
                              o->edge, o->inputs,   o->input_count};
    t->status = THREAD_RUNS;
    if (++t->steps > MANY) {
        search_incomplete(f, "a thread takes more steps than are followed");
        return false;
    }
    bool done = o->edge == NONE ? machine_step(f->machine, &step) == STEP_DONE : take_edge(f, s, thread, o, &step);
    if (done && t->status == THREAD_RUNS)
        search_arrive(f, s, thread);
    return done;
}
