/* A model of the solver, executed: threads take the steps of the model on the interpreter, as in the search for executions, each read after what it reads. Values
 * are computed anew, and the axioms' checker is asked on the way and at the end (weak/take.c); the solver is not believed anything. */
#include "engines/bounded/weak_parts.h"
#include "weak/search_parts.h"

struct replay {
    struct solver_search *s;
    struct weak_search f;
    struct partial state;
    u32_vector *paths; /* by instance: steps */
    uint32_t *taken;   /* by instance: so many of them */
    u32_vector events; /* by event of the execution: which one it is of the model; or NONE */
    bool failed;
};

static bool holds(const struct replay *p, int l) { return l == ALWAYS || (l != NEVER && sat_true(p->s->sat, l)); }

/* --- what the model says --- */

static void find_path(struct replay *p, uint32_t instance, uint32_t node)
{
    struct unfolding *u = p->s->u;
    while (node != NONE) {
        const struct unrolled_node *n = &u->nodes.data[node];
        uint32_t next = NONE;
        for (uint32_t i = 0; i < n->step_count && next == NONE; i++)
            if (u->steps.data[n->first_step + i].x != LIT_FALSE && sat_holds(p->s->sat, u->steps.data[n->first_step + i].x))
                next = n->first_step + i;
        if (next == NONE)
            return;
        vector_push(&p->paths[instance], next);
        node = u->steps.data[next].to;
    }
}

static void find_paths(struct replay *p)
{
    struct unfolding *u = p->s->u;
    p->paths = NEW_ARRAY(u32_vector, u->instances.size + 1);
    for (uint32_t n = 0, instance = NONE; n < u->nodes.size; n++)
        if (u->nodes.data[n].instance != instance) { /* the first node of an instance is its entry */
            instance = u->nodes.data[n].instance;
            find_path(p, instance, n);
        }
}

static uint64_t value_of(const struct replay *p, word w, unsigned width)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < width; i++)
        v |= (uint64_t)sat_holds(p->s->sat, w[i]) << i;
    return v;
}

static void input_width(void *context, expr e)
{
    uint32_t *found = context;
    if (e->op == E_INPUT && e->value == found[0])
        found[1] = e->width;
}

static unsigned width_of(const struct action *a, uint32_t site)
{
    uint32_t found[2] = {site, 0};
    expr_visit(a->guard, input_width, found);
    for (uint32_t i = 0; i < a->update_count; i++) {
        if (a->updates[i].index)
            expr_visit(a->updates[i].index, input_width, found);
        expr_visit(a->updates[i].value, input_width, found);
    }
    return found[1];
}

static void find_inputs(struct replay *p, const struct unrolled_step *step, const struct action *a, struct option *o)
{
    struct unfolding *u = p->s->u;
    VECTOR(struct trace_input) inputs = {0};
    vector_each(const struct used_input *, k, &u->inputs) {
        unsigned width = k->node == step->from ? width_of(a, k->site) : 0;
        if (width)
            vector_push(&inputs, ((struct trace_input){k->site, value_of(p, k->value, width)}));
    }
    o->input_count = inputs.size;
    o->inputs = ARENA_ARRAY(&p->f.result->arena, struct trace_input, inputs.size + 1);
    if (inputs.size)
        memcpy(o->inputs, inputs.data, inputs.size * sizeof *inputs.data);
    vector_free(&inputs);
}

static uint32_t group_of_step(const struct unfolding *u, uint32_t step)
{
    const struct unrolled_node *n = &u->nodes.data[u->steps.data[step].from];
    return n->section != NONE ? n->section : n->group;
}

/* The event of the step, or of the section that it is in, that has to do with the cell; NONE: there is none, main is alone. */
static uint32_t event_of(const struct replay *p, uint32_t step, uint32_t cell)
{
    uint32_t group = group_of_step(p->s->u, step);
    for (uint32_t e = 0; e < p->s->n && group != NONE; e++)
        if (p->s->events.data[e].group == group && p->s->events.data[e].cell == cell && holds(p, p->s->events.data[e].x))
            return e;
    return NONE;
}

/* What the event reads in the model; NONE: what was there before. */
static uint32_t source_of(const struct replay *p, uint32_t e)
{
    vector_each(const struct read_source *, k, &p->s->sources[p->s->events.data[e].read])
        if (k->write != NONE && holds(p, k->chosen))
            return k->write;
    return NONE;
}

/* --- events of the execution --- */

static uint32_t written_by(const struct replay *p, uint32_t event)
{
    uint32_t e = event < p->events.size ? p->events.data[event] : NONE;
    return e == NONE ? NONE : p->s->events.data[e].write;
}

/* What was there before there were others: the last one in the order that is of main alone, or none at all. */
static uint32_t beginning_of(const struct replay *p, uint32_t location)
{
    const u32_vector *order = &p->state.x.order.data[location];
    uint32_t last = order->data[0];
    vector_each(const uint32_t *, w, order)
        if (written_by(p, *w) == NONE)
            last = *w;
    return last;
}

/* The event of the execution that the write is; NONE if it is not there. */
static uint32_t write_event(const struct replay *p, uint32_t location, uint32_t write)
{
    vector_each(const uint32_t *, w, &p->state.x.order.data[location])
        if (written_by(p, *w) == write)
            return *w;
    return NONE;
}

/* Where in the order of its location the write belongs, among those that are there. */
static uint32_t place_of(struct replay *p, uint32_t location, uint32_t event)
{
    const u32_vector *order = &p->state.x.order.data[location];
    uint32_t place = 0;
    for (uint32_t i = 0; i < order->size; i++) {
        uint32_t other = written_by(p, order->data[i]);
        if (other == NONE || holds(p, modified_before(p->s, p->s->of_write[other], event)))
            place = i + 1;
    }
    return place;
}

static void choose_read(struct replay *p, uint32_t instance, uint32_t step, const struct item *i, struct option *o)
{
    uint32_t location = search_location(&p->f, &p->state, instance, i), e = event_of(p, step, i->cell);
    if (location == NONE)
        return;
    o->from = beginning_of(p, location);
    if (e == NONE || p->s->events.data[e].read == NONE || source_of(p, e) == NONE)
        return;
    o->from = write_event(p, location, source_of(p, e));
    p->failed |= o->from == NONE;
}

static void choose_place(struct replay *p, uint32_t instance, uint32_t step, const struct item *i, struct option *o)
{
    uint32_t location = search_location(&p->f, &p->state, instance, i), e = event_of(p, step, i->cell);
    if (location == NONE || e == NONE || p->s->events.data[e].write == NONE)
        return;
    uint32_t place = place_of(p, location, e);
    if (place == p->state.x.order.data[location].size)
        return;
    o->location = location;
    o->place = place;
}

/* What the new events of the execution are in the model. */
static void note_events_of(struct replay *p, uint32_t step)
{
    while (p->events.size < p->state.x.events.size) {
        const struct weak_event *k = &p->state.x.events.data[p->events.size];
        bool access = k->thread != NONE && k->location != NONE;
        vector_push(&p->events, access ? event_of(p, step, p->f.places.data[k->location].cell) : NONE);
    }
}

static void take_step(struct replay *p, uint32_t instance);

/* Takes all steps of its thread up to a group: a step, or a section to its end. */
static void go_to(struct replay *p, uint32_t group)
{
    struct unfolding *u = p->s->u;
    uint32_t instance = u->groups.data[group].instance;
    const u32_vector *path = &p->paths[instance];
    uint32_t end = p->taken[instance];
    for (uint32_t i = end; i < path->size; i++)
        if (group_of_step(u, path->data[i]) == group)
            end = i + 1;
    while (p->taken[instance] < end && !p->failed && !p->f.stopped)
        take_step(p, instance);
}

/* What the step, or the section that begins with it, reads is there before it. */
static void read_later(struct replay *p, uint32_t step)
{
    uint32_t group = group_of_step(p->s->u, step);
    if (group == NONE || p->state.inside != NONE)
        return;
    for (uint32_t e = 0; e < p->s->n; e++) {
        const struct solver_event *k = &p->s->events.data[e];
        uint32_t source = k->group == group && k->read != NONE && holds(p, k->x) ? source_of(p, e) : NONE;
        if (source != NONE)
            go_to(p, p->s->u->writes.data[source].group);
    }
}

static void take_step(struct replay *p, uint32_t instance)
{
    struct unfolding *u = p->s->u;
    struct partial_thread *t = &p->state.threads[instance];
    uint32_t step = p->paths[instance].data[p->taken[instance]], edge = u->steps.data[step].edge;
    const struct edge_plan *plan = &p->f.plan.codes[t->code].edges[edge];
    struct option o = {.edge = edge, .from = NONE, .location = NONE, .place = NONE};
    read_later(p, step);
    find_inputs(p, &u->steps.data[step], &u->program->codes.data[t->code].edges.data[edge].action, &o);
    if (plan->reads != NONE)
        choose_read(p, instance, step, &plan->items.data[plan->reads], &o);
    vector_each(const struct item *, i, &plan->items)
        if (i->writes && !i->reads && !i->life && !p->failed)
            choose_place(p, instance, step, i, &o);
    if (p->failed || p->f.stopped)
        return;
    p->taken[instance]++;
    p->failed |= !search_take(&p->f, &p->state, instance, &o);
    note_events_of(p, step);
}

/* --- the whole --- */

static void begin(struct replay *p, const struct weak_task *task, struct weak_result *out)
{
    p->f = (struct weak_search){.task = task, .program = task->program, .result = out};
    weak_plan_make(&p->f.plan, task->program);
    p->f.machine = machine_new(task->program, 1);
    partial_begin(&p->state, task->program);
    unknown_begin(&p->f, &p->state);
    for (uint32_t t = 0; t < p->state.thread_count; t++)
        search_arrive(&p->f, &p->state, t);
    p->taken = NEW_ARRAY(uint32_t, p->s->u->instances.size + 1);
    find_paths(p);
}

/* Where the thread takes its next step from; NONE: there is none. */
static uint32_t next_node(const struct replay *p, uint32_t instance)
{
    const u32_vector *path = &p->paths[instance];
    if (p->taken[instance] == path->size || p->failed || p->f.stopped)
        return NONE;
    return p->s->u->steps.data[path->data[p->taken[instance]]].from;
}

/* It is so until it has created a thread, and to the end of the section in which it does. */
static bool main_is_alone(const struct replay *p)
{
    uint32_t next = next_node(p, 0);
    return next != NONE && (p->s->u->nodes.data[next].solo || p->state.inside == 0);
}

/* To where the check fails, or until both accesses of a race were made. */
static void go_to_goal(struct replay *p, const struct solver_goal *goal)
{
    uint32_t instance = goal->node == NONE ? NONE : p->s->u->nodes.data[goal->node].instance;
    while (main_is_alone(p) && next_node(p, 0) != goal->node)
        take_step(p, 0);
    while (instance != NONE && next_node(p, instance) != NONE && next_node(p, instance) != goal->node)
        take_step(p, instance);
    for (uint32_t i = 0; i < 2 && instance == NONE; i++)
        go_to(p, p->s->events.data[goal->events[i]].group);
}

void solver_replay(struct solver_search *s, const struct weak_task *task, const struct solver_goal *goal, struct weak_result *out)
{
    assert(goal->node == NONE || goal->node < s->u->nodes.size);
    struct replay p = {.s = s};
    bool complete = out->complete; /* which is not for this search to say */
    const char *reason = out->reason;
    begin(&p, task, out);
    assert(p.state.thread_count == s->u->instances.size);
    go_to_goal(&p, goal);
    partial_free(&p.state);
    machine_free(p.f.machine);
    for (uint32_t i = 0; i < s->u->instances.size; i++)
        vector_free(&p.paths[i]);
    mem_free(p.paths);
    mem_free(p.taken);
    vector_free(&p.events);
    search_forget(&p.f);
    out->complete = complete;
    out->reason = reason;
}
