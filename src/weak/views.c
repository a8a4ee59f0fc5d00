#include "weak/views.h"

#include "weak/views_parts.h"

enum { MOST_STATES = 400000, MOST_SEQ_CST = 60, NOWHERE = 255 };

struct view_move {
    struct trace_step step;
    uint32_t thread;
    uint8_t read;               /* the message that is read; NOWHERE: none is chosen */
    uint32_t location, written; /* of a write that does not go to the end of its list; or NONE */
};
typedef VECTOR(struct view_move) view_moves;

struct view_search {
    struct weak_search f;
    struct intern states, stands; /* stands: where a thread is about to read, with its variables */
    struct bitset silent;         /* shared cells without events */
};

static void give_up(struct view_search *v, const char *why)
{
    search_incomplete(&v->f, why);
    v->f.stopped = true;
}

/* --- states --- */

static void copy_state(struct view_state *to, const struct view_state *from)
{
    *to = *from;
    to->section = (u32_vector){0};
    vector_each(const uint32_t *, e, &from->section)
        vector_push(&to->section, *e);
    memset(&to->events, 0, sizeof to->events);
    vector_each(const struct view_event *, e, &from->events)
        vector_push(&to->events, *e);
    for (uint32_t l = 0; l < VIEW_PLACES; l++) {
        to->messages[l] = (message_list){0};
        vector_each(const struct message *, m, &from->messages[l])
            vector_push(&to->messages[l], *m);
    }
    for (uint32_t t = 0; t < from->thread_count; t++) {
        struct partial_thread *p = &to->threads[t].thread;
        p->unknown = (struct bitset){0};
        bitset_copy(&p->unknown, &from->threads[t].thread.unknown);
        p->seen = (machine_words){0};
        vector_each(const uint64_t *, w, &from->threads[t].thread.seen)
            vector_push(&p->seen, *w);
    }
}

static void free_state(struct view_state *s)
{
    vector_free(&s->section);
    vector_free(&s->events);
    for (uint32_t l = 0; l < VIEW_PLACES; l++)
        vector_free(&s->messages[l]);
    for (uint32_t t = 0; t < s->thread_count; t++) {
        bitset_free(&s->threads[t].thread.unknown);
        vector_free(&s->threads[t].thread.seen);
    }
}

static void thread_key(const struct view_search *v, const struct partial_thread *t, machine_words *key)
{
    uint32_t in = machine_code(v->f.machine, t->code, t->instance), at = machine_location(v->f.machine, t->code, t->instance);
    machine_instance_key(v->f.machine, t->code, t->instance, &v->f.plan.codes[in].live[at], key);
    bitset_each(c, &t->unknown)
        vector_push(key, c);
}

/* What has happened, in whatever order the machine did it: events of each thread, and who wrote which message. */
static void state_key(const struct view_search *v, const struct view_state *s, machine_words *key)
{
    machine_key(v->f.machine, &v->silent, key);
    for (uint32_t t = 0; t < s->thread_count; t++) {
        vector_push(key, (uint64_t)s->threads[t].thread.status << 32 | s->threads[t].thread.count);
        thread_key(v, &s->threads[t].thread, key);
        vector_each(const struct view_event *, e, &s->events)
            if (e->thread == t)
                vector_push(key, (uint64_t)e->kind << 56 | (uint64_t)(e->kind == EVENT_TOUCH ? 0 : e->at) << 40 | e->location);
    }
    for (uint32_t l = 0; l < VIEW_PLACES; l++)
        for (uint32_t i = 1; i < s->messages[l].size; i++) {
            const struct message *m = &s->messages[l].data[i];
            vector_push(key, (uint64_t)m->thread << 56 | (uint64_t)m->index << 48 | l);
        }
}

static bool is_new(struct view_search *v, const struct view_state *s)
{
    machine_words key = {0};
    bool new;
    state_key(v, s, &key);
    intern_add(&v->states, key.data, key.size * sizeof *key.data, &new);
    vector_free(&key);
    return new;
}

/* --- locations --- */

static uint32_t place_of(struct view_search *v, struct view_state *s, uint32_t thread, const struct item *i)
{
    uint32_t l = search_place(&v->f, &s->threads[thread].thread, i);
    if (l == NONE)
        return NONE;
    if (l >= VIEW_PLACES) {
        give_up(v, "too many locations for views");
        return NONE;
    }
    if (!s->messages[l].size)
        vector_push(&s->messages[l], ((struct message){.thread = NOBODY, .value = search_first_value(&v->f, l)}));
    return l;
}

static uint32_t own_event(const struct view_state *s, uint32_t location)
{
    vector_each(const uint32_t *, e, &s->section)
        if (s->events.data[*e].location == location)
            return *e;
    return NONE;
}

static uint64_t newest(const struct view_state *s, uint32_t location) { return vector_last(&s->messages[location]).value; }

/* --- moves --- */

/* Those of a step: one for each place of what it writes. */
static void add_places(struct view_search *v, struct view_state *s, const struct edge_plan *e, struct view_move m, view_moves *out)
{
    m.location = m.written = NONE;
    vector_push(out, m);
    vector_each(const struct item *, i, &e->items) {
        uint32_t l = i->writes && !i->reads ? place_of(v, s, m.thread, i) : NONE;
        if (l == NONE || own_event(s, l) != NONE)
            continue;
        for (uint32_t at = 1; at < s->messages[l].size; at++) {
            if (!view_can_write(s, m.thread, l, at))
                continue;
            if (m.location != NONE && m.location != l)
                give_up(v, "a step writes several variables that others write");
            m.location = l;
            m.written = at;
            vector_push(out, m);
        }
    }
}

static void add_steps(struct view_search *v, struct view_state *s, uint32_t thread, uint32_t edge, uint8_t read, view_moves *out)
{
    step_list steps = {0};
    search_steps(&v->f, &s->threads[thread].thread, edge, false, &steps);
    vector_each(const struct trace_step *, step, &steps)
        add_places(v, s, &v->f.plan.codes[step->in_code].edges[edge], (struct view_move){*step, thread, read, NONE, NONE}, out);
    vector_free(&steps);
}

static void edge_moves(struct view_search *v, struct view_state *s, uint32_t thread, const struct edge_plan *e, uint32_t edge,
                       view_moves *out)
{
    const struct item *read = e->reads == NONE ? NULL : &e->items.data[e->reads];
    vector_each(const struct item *, i, &e->items) {
        uint32_t l = i->latest ? place_of(v, s, thread, i) : NONE;
        if (l != NONE)
            search_set(&v->f, l, newest(s, l));
    }
    uint32_t l = read ? place_of(v, s, thread, read) : NONE, own = l == NONE ? NONE : own_event(s, l);
    if (l == NONE || own != NONE) {
        if (own != NONE)
            search_set(&v->f, l, s->messages[l].data[s->events.data[own].at].value);
        add_steps(v, s, thread, edge, NOWHERE, out);
        return;
    }
    for (uint32_t at = 0; at < s->messages[l].size; at++)
        if (view_can_read(s, thread, l, at, read->writes)) {
            search_set(&v->f, l, s->messages[l].data[at].value);
            add_steps(v, s, thread, edge, (uint8_t)at, out);
        }
}

/* Whether the thread is about to read where it has read before with the same variables, and has written nothing since. */
static bool has_been_here(struct view_search *v, struct view_state *s, uint32_t thread)
{
    struct partial_thread *t = &s->threads[thread].thread;
    uint32_t in = machine_code(v->f.machine, t->code, t->instance);
    machine_words key = {0};
    if (s->inside == thread || !v->f.plan.codes[in].reads[machine_location(v->f.machine, t->code, t->instance)])
        return false;
    thread_key(v, t, &key);
    uint64_t stand = intern_add(&v->stands, key.data, key.size * sizeof *key.data, NULL);
    vector_free(&key);
    vector_each(const uint64_t *, w, &t->seen)
        if (*w == stand)
            return true;
    vector_push(&t->seen, stand);
    return false;
}

static void thread_moves(struct view_search *v, struct view_state *s, uint32_t thread, view_moves *out)
{
    const struct partial_thread *t = &s->threads[thread].thread;
    uint32_t in = machine_code(v->f.machine, t->code, t->instance), at = machine_location(v->f.machine, t->code, t->instance);
    const struct code *c = &v->f.program->codes.data[in];
    if (t->status != THREAD_RUNS)
        return;
    for (uint32_t i = out_begin(c, at); i < out_end(c, at); i++) {
        const struct edge_plan *e = &v->f.plan.codes[in].edges[c->out_edge.data[i]];
        if (v->f.task->races || !e->is_double)
            edge_moves(v, s, thread, e, c->out_edge.data[i], out);
    }
}

/* Whether nothing that the thread can do next is an event. */
static bool is_by_itself(const struct view_search *v, const struct partial_thread *t)
{
    uint32_t in = machine_code(v->f.machine, t->code, t->instance), at = machine_location(v->f.machine, t->code, t->instance);
    const struct code *c = &v->f.program->codes.data[in];
    if (t->status != THREAD_RUNS || out_begin(c, at) == out_end(c, at))
        return false;
    for (uint32_t i = out_begin(c, at); i < out_end(c, at); i++) {
        uint32_t e = c->out_edge.data[i];
        if (v->f.plan.codes[in].edges[e].items.size || c->edges.data[e].action.fence != ORDER_PLAIN ||
            c->locations.data[c->edges.data[e].to].flags & LOC_ATOMIC)
            return false;
    }
    return true;
}

static void find_moves(struct view_search *v, struct view_state *s, view_moves *out)
{
    if (s->inside != NONE) {
        thread_moves(v, s, s->inside, out);
        return;
    }
    for (uint32_t t = 0; t < s->thread_count && !out->size; t++)
        if (is_by_itself(v, &s->threads[t].thread))
            thread_moves(v, s, t, out);
    for (uint32_t t = 0, alone = out->size; t < s->thread_count && !alone; t++)
        thread_moves(v, s, t, out);
}

/* --- steps --- */

static void note_races(struct view_search *v, const struct view_state *s, uint32_t event)
{
    const struct view_event *e = &s->events.data[event];
    vector_each(const struct view_event *, a, &s->events) {
        bool write = view_writes(a) || view_writes(e) || a->as_write || e->as_write;
        bool plain = a->order == ORDER_PLAIN || e->order == ORDER_PLAIN;
        if (e->location == NONE || a->location != e->location || a->thread == e->thread || !write || !plain || view_before(a, e))
            continue;
        vector_each(const struct check *, c, &v->f.program->checks)
            if ((c->access_a == a->access && c->access_b == e->access) || (c->access_a == e->access && c->access_b == a->access))
                v->f.result->checks[c->id].violated = true;
    }
}

static void look_at_section(struct view_search *v, const struct view_state *s, uint32_t thread, const struct item *i,
                            uint32_t location)
{
    if (!view_section_holds(&v->f, s, thread, i, location))
        give_up(v, "an atomic section with several variables");
}

static bool access_again(struct view_search *v, struct view_state *s, const struct item *i, uint32_t location, uint32_t own)
{
    struct view_event *e = &s->events.data[own];
    uint64_t value = search_get(&v->f, location);
    if (!i->writes)
        return true;
    e->access = i->access;
    if (view_writes(e)) {
        s->messages[location].data[e->at].value = value;
        return true;
    }
    look_at_section(v, s, e->thread, i, location);
    if (!view_can_read(s, e->thread, location, e->at, true))
        return false;
    view_upgrade(s, own, order_acquires(e->order) && e->order != ORDER_SEQ_CST ? ORDER_ACQ_REL : e->order, value);
    if (v->f.task->races)
        note_races(v, s, own);
    return true;
}

static bool add_event(struct view_search *v, struct view_state *s, const struct view_move *m, const struct item *i,
                      uint32_t location, bool section)
{
    uint32_t own = own_event(s, location);
    struct partial_thread *t = &s->threads[m->thread].thread;
    if (own != NONE)
        return access_again(v, s, i, location, own);
    struct view_event e = {
        .kind = event_kind_of(i), .order = i->order, .location = location, .access = i->access, .as_write = i->touches_as_write};
    uint32_t end = s->messages[location].size;
    if (section)
        look_at_section(v, s, m->thread, i, location);
    e.at = (uint8_t)(i->latest ? end - 1 : i->reads ? m->read : m->location == location ? m->written : end);
    uint64_t read = i->reads ? s->messages[location].data[e.at].value : 0, value = search_get(&v->f, location);
    if (t->count + 1 >= VIEW_MOST || end + 1 >= VIEW_MOST) {
        give_up(v, "too many events for views");
        return false;
    }
    if (i->reads && !e.at && v->f.program->cells.data[i->cell].arbitrary)
        search_incomplete(&v->f, "memory may be read before it has a value");
    uint32_t number = view_add(s, m->thread, &e, value);
    if (e.kind == EVENT_WRITE || (e.kind == EVENT_UPDATE && read != value))
        vector_clear(&t->seen);
    if (section)
        vector_push(&s->section, number);
    if (v->f.task->races)
        note_races(v, s, number);
    return true;
}

static bool seq_cst_holds(struct view_search *v, const struct view_state *s)
{
    uint32_t n = 0;
    vector_each(const struct view_event *, e, &s->events)
        n += e->order == ORDER_SEQ_CST;
    if (n > MOST_SEQ_CST)
        give_up(v, "too many seq_cst accesses for views");
    return n < 2 || view_seq_cst_holds(s);
}

/* What it means to be where the thread is now. */
static void arrive(struct view_search *v, struct view_state *s, uint32_t thread)
{
    struct partial_thread *t = &s->threads[thread].thread;
    uint32_t in = machine_code(v->f.machine, t->code, t->instance), at = machine_location(v->f.machine, t->code, t->instance);
    const struct location *l = &v->f.program->codes.data[in].locations.data[at];
    s->inside = machine_in_atomic(v->f.machine, t->code, t->instance) ? thread : NONE;
    if (s->inside == NONE)
        vector_clear(&s->section);
    if (l->flags & LOC_UNSUPPORTED)
        search_incomplete(&v->f, l->reason ? l->reason : "what is not modelled");
    if (l->flags & LOC_ERROR)
        v->f.result->checks[l->check].violated = true;
    if (l->flags & (LOC_UNSUPPORTED | LOC_ERROR))
        t->status = THREAD_BLOCKED;
    else if (at == v->f.program->codes.data[in].exit)
        t->status = THREAD_ENDED;
    else if (has_been_here(v, s, thread))
        t->status = THREAD_BLOCKED;
}

static bool take(struct view_search *v, struct view_state *s, const struct view_move *m)
{
    struct partial_thread *t = &s->threads[m->thread].thread;
    const struct action *a = &v->f.program->codes.data[m->step.in_code].edges.data[m->step.edge].action;
    const struct edge_plan *e = &v->f.plan.codes[m->step.in_code].edges[m->step.edge];
    u32_vector places = {0};
    if (a->kind == ACT_HALT) { /* others need not have noticed */
        t->status = THREAD_ENDED;
        return true;
    }
    if (e->unknown)
        search_incomplete(&v->f, "memory may be read before it has a value");
    unknown_step(&v->f, t, a);
    vector_each(const struct item *, i, &e->items) {
        uint32_t l = place_of(v, s, m->thread, i), own = l == NONE ? NONE : own_event(s, l);
        vector_push(&places, l);
        if (l == NONE || !i->reads)
            continue;
        search_set(&v->f, l,
                   own != NONE ? s->messages[l].data[s->events.data[own].at].value
                   : i->latest ? newest(s, l)
                               : s->messages[l].data[m->read].value);
    }
    bool done = machine_step(v->f.machine, &m->step) == STEP_DONE;
    bool section = s->inside == m->thread || machine_in_atomic(v->f.machine, t->code, t->instance);
    for (uint32_t k = 0; k < e->items.size && done; k++)
        if (places.data[k] != NONE)
            done = add_event(v, s, m, &e->items.data[k], places.data[k], section);
    vector_free(&places);
    if (!done)
        return false;
    if (a->fence != ORDER_PLAIN && t->count + 1 < VIEW_MOST)
        view_add(s, m->thread, &(struct view_event){.kind = EVENT_FENCE, .order = a->fence, .location = NONE, .access = NONE}, 0);
    arrive(v, s, m->thread);
    return seq_cst_holds(v, s);
}

/* --- the search --- */

static void note_end(struct view_search *v, struct view_state *s)
{
    for (uint32_t t = 0; t < s->thread_count; t++)
        if (s->threads[t].thread.status != THREAD_ENDED && !search_not_created(&v->f, &s->threads[t].thread))
            return;
    v->f.result->executions++;
    for (uint32_t l = 0; l < VIEW_PLACES; l++)
        if (s->messages[l].size)
            search_set(&v->f, l, newest(s, l));
    search_note_outcome(&v->f);
}

static bool is_over(struct view_search *v)
{
    enum limit reached = budget_spent(&v->f.task->budget);
    if (reached != LIMIT_NONE)
        give_up(v, limit_words(reached));
    if (v->states.size > MOST_STATES)
        give_up(v, "too many states with views");
    return v->f.stopped;
}

static void visit(struct view_search *v, struct view_state *s)
{
    view_moves moves = {0};
    if (is_over(v) || !is_new(v, s))
        return;
    find_moves(v, s, &moves);
    if (!moves.size)
        note_end(v, s);
    struct machine_state *saved = machine_save(v->f.machine);
    struct view_state *next = NEW(struct view_state);
    vector_each(const struct view_move *, m, &moves) {
        if (v->f.stopped)
            break;
        copy_state(next, s);
        machine_restore(v->f.machine, saved);
        effort_spend(1);
        if (take(v, next, m))
            visit(v, next);
        free_state(next);
    }
    mem_free(next);
    machine_state_free(saved);
    vector_free(&moves);
}

static void begin(struct view_search *v)
{
    struct view_state *s = NEW(struct view_state);
    struct partial p;
    s->inside = NONE;
    partial_begin(&p, v->f.program);
    unknown_begin(&v->f, &p);
    vector_each(const struct cell *, c, &v->f.program->cells)
        if (cell_is_shared(c) && !v->f.plan.has_events[c->id])
            bitset_add(&v->silent, c->id);
    if (p.thread_count > VIEW_THREADS) {
        give_up(v, "too many threads for views");
    } else {
        s->thread_count = p.thread_count;
        for (uint32_t t = 0; t < p.thread_count; t++) {
            s->threads[t].thread = p.threads[t];
            p.threads[t].unknown = (struct bitset){0};
        }
        for (uint32_t t = 0; t < s->thread_count; t++)
            arrive(v, s, t);
        visit(v, s);
        free_state(s);
    }
    partial_free(&p);
    mem_free(s);
}

void views_search_run(const struct weak_task *task, struct weak_result *out)
{
    assert(task->program && program_valid(task->program, &(const char *){NULL}) && task->model == MODEL_C11);
    struct view_search v = {.f = {.task = task, .program = task->program, .result = out}};
    *out = (struct weak_result){.complete = true};
    out->checks = NEW_ARRAY(struct weak_finding, task->program->checks.size + 1);
    weak_plan_make(&v.f.plan, task->program);
    const char *unsuited = v.f.plan.gives_up ? v.f.plan.gives_up : v.f.plan.unsuited ? v.f.plan.unsuited : v.f.plan.mixed;
    if (!unsuited && (v.f.plan.has_lives || program_has_calls(task->program)))
        unsuited = "views are not for procedures and ends of objects";
    if (unsuited || v.f.plan.unknown)
        search_incomplete(&v.f, unsuited ? unsuited : v.f.plan.unknown);
    if (!unsuited) {
        v.f.machine = machine_new(task->program, 1);
        begin(&v);
        out->states = v.states.size;
        out->outcomes = v.f.outcomes.size;
        machine_free(v.f.machine);
    }
    intern_free(&v.states);
    intern_free(&v.stands);
    bitset_free(&v.silent);
    search_forget(&v.f);
}
