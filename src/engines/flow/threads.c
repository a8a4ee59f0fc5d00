#include "engines/flow/threads.h"

#include "facts/mentions.h"

enum { INSTANCES_MAX = EXPANDED_INSTANCES_MAX }; /* of one template, to be told apart */

static const struct thread *thread_of(const struct flow_threads *t, uint32_t event)
{
    return &t->threads.data[t->events.data[event].thread];
}

static const struct edge *edge_of(const struct flow_threads *t, uint32_t event)
{
    return &t->program->codes.data[thread_of(t, event)->code].edges.data[t->events.data[event].edge];
}

/* The value of an index that depends on nothing but who the thread is. */
static bool index_known(const struct flow_threads *t, const struct thread *th, expr e, uint64_t *value)
{
    uint64_t a[3] = {0};
    if (e->op == E_CONST) {
        *value = e->value;
        return true;
    }
    if (e->op == E_SELF) {
        *value = t->program->codes.data[th->code].first_id + th->number;
        return th->number != NONE;
    }
    if (!e->arity || e->op == E_READ || e->op == E_AT)
        return false;
    for (uint32_t i = 0; i < e->arity; i++)
        if (!index_known(t, th, e->arg[i], &a[i]))
            return false;
    *value = expr_apply(e, a[0], a[1], a[2]);
    return true;
}

static void add_touch(const struct flow_threads *t, const struct thread *th, touches *list, const struct mention *m)
{
    const struct space *s = t->shared;
    uint32_t first = s->first[m->cell], end = first + space_count(s, m->cell);
    bool surely = !space_is_summary(s, m->cell);
    uint64_t index;
    if (m->index && surely && index_known(t, th, m->index, &index)) {
        uint32_t v = space_variable(s, m->cell, index);
        if (v == NONE)
            return;
        first = v;
        end = v + 1;
    } else if (m->index) {
        surely = false;
    }
    for (uint32_t v = first; v < end; v++) {
        bool found = false;
        vector_each(struct touch *, x, list)
            if (x->variable == v) {
                found = true;
                x->surely |= surely;
            }
        if (!found)
            vector_push(list, (struct touch){v, surely});
    }
}

/* The event of an edge, if it touches shared memory. */
static void add_edge(struct flow_threads *t, uint32_t thread, uint32_t edge, mentions *m)
{
    struct thread *th = &t->threads.data[thread];
    const struct code *c = &t->program->codes.data[th->code];
    const struct edge *e = &c->edges.data[edge];
    struct event event = {.thread = thread, .edge = edge, .once = !th->rest && !t->graphs[th->code]->on_cycle[edge]};
    th->event[edge] = NONE;
    if (t->graphs[th->code]->rank[e->from] == NONE)
        return;
    action_mentions(&e->action, m);
    vector_each(const struct mention *, x, m)
        if (t->shared->first[x->cell] != NONE)
            add_touch(t, th, x->write ? &event.writes : &event.reads, x);
    if (!event.reads.size && !event.writes.size)
        return;
    event.locks = LOCK_ATOMIC | t->held[th->code][e->from] | locks_taken(t->held[th->code], e);
    th->event[edge] = t->events.size;
    vector_push(&t->events, event);
}

static void add_thread(struct flow_threads *t, struct thread th, mentions *m)
{
    const struct code *c = &t->program->codes.data[th.code];
    uint32_t id = t->threads.size;
    th.event = NEW_ARRAY(uint32_t, c->edges.size + 1);
    th.first_event = t->events.size;
    vector_push(&t->threads, th);
    for (int i = 0; i < 2; i++)
        vector_push(&t->events, (struct event){.thread = id, .edge = NONE, .once = !th.rest, .locks = LOCK_ATOMIC});
    for (uint32_t e = 0; e < c->edges.size; e++)
        add_edge(t, id, e, m);
    t->threads.data[id].end_event = t->events.size;
}

/* Whether every creation of the template names the instance. */
static bool numbers_known(const struct program *p, uint32_t template, mentions *m)
{
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges) {
            action_mentions(&e->action, m);
            vector_each(const struct mention *, x, m) {
                const struct cell *cell = &p->cells.data[x->cell];
                if (cell->role == CELL_STARTED && cell->subject == template && x->write && x->index && !expr_is_const(x->index))
                    return false;
            }
        }
    return true;
}

static void find_threads(struct flow_threads *t)
{
    const struct program *p = t->program;
    mentions m = {0};
    vector_push(&t->threads, (struct thread){.code = NONE, .number = NONE, .hidden = true, .end_event = 1}); /* of EVENT_INIT */
    vector_push(&t->events, (struct event){.thread = 0, .edge = NONE, .once = true});
    for (uint32_t k = 0; k < p->template_count; k++) {
        uint32_t n = p->codes.data[k].instances;
        if (n == 1 || (n <= INSTANCES_MAX && numbers_known(p, k, &m))) {
            for (uint32_t i = 0; i < n; i++)
                add_thread(t, (struct thread){.code = k, .number = i}, &m);
        } else {
            add_thread(t, (struct thread){.code = k, .number = NONE, .hidden = true}, &m);
            add_thread(t, (struct thread){.code = k, .number = NONE, .rest = true}, &m);
        }
    }
    vector_free(&m);
}

/* The mention, in a conjunction, of a cell of this role that must be 1. */
static expr conjunct(const struct program *p, expr guard, enum cell_role role)
{
    if (guard->op == E_AND) {
        expr a = conjunct(p, guard->arg[0], role);
        return a ? a : conjunct(p, guard->arg[1], role);
    }
    return (guard->op == E_CELL || guard->op == E_READ) && p->cells.data[guard->value].role == role ? guard : NULL;
}

/* Nothing of the thread happens before it has been created: its first edges wait for the flag of its own template. */
static bool waits_to_start(const struct program *p, uint32_t code)
{
    const struct code *c = &p->codes.data[code];
    for (uint32_t i = out_begin(c, c->entry); i < out_end(c, c->entry); i++) {
        expr flag = conjunct(p, out_edge(c, i)->action.guard, CELL_STARTED);
        if (!flag || p->cells.data[flag->value].subject != code)
            return false;
        if (flag->op == E_READ && c->instances != UNBOUNDED && c->instances > 1 && expr_is_const(flag->arg[0]))
            return false;
    }
    return out_begin(c, c->entry) < out_end(c, c->entry);
}

static void add_creation(struct flow_threads *t, uint32_t event, uint32_t thread)
{
    u32_vector *creates = &t->events.data[event].creates;
    vector_push(&t->threads.data[thread].creators, event);
    if (!t->threads.data[thread].rest && (!creates->size || vector_last(creates) != thread))
        vector_push(creates, thread);
}

static void find_creators(struct flow_threads *t)
{
    const struct program *p = t->program;
    bool *waits = NEW_ARRAY(bool, p->codes.size + 1);
    for (uint32_t k = 0; k < p->template_count; k++)
        waits[k] = k != 0 && waits_to_start(p, k);
    vector_each(const struct thread *, by, &t->threads)
        if (by->code != NONE && !by->hidden)
            for (uint32_t e = by->first_event + 2; e < by->end_event; e++) {
                const struct action *a = &edge_of(t, e)->action;
                for (uint32_t i = 0; i < a->update_count; i++) {
                    const struct cell *c = &p->cells.data[a->updates[i].cell];
                    expr index = a->updates[i].index;
                    if (c->role != CELL_STARTED || !waits[c->subject] || expr_is_value(a->updates[i].value, 0))
                        continue;
                    vector_each(struct thread *, th, &t->threads)
                        if (th->code == c->subject)
                            if (!index || !expr_is_const(index) || th->number == NONE || index->value == th->number)
                                add_creation(t, e, (uint32_t)(th - t->threads.data));
                }
            }
    mem_free(waits);
}

/* Facts inside one thread, from the shape of its graph. */
static void order_thread(struct flow_threads *t, uint32_t id)
{
    const struct thread *th = &t->threads.data[id];
    struct order *o = t->order;
    for (uint32_t e = th->first_event; e < th->end_event; e++)
        order_set_before(o, EVENT_INIT, e);
    if (th->rest || th->code == NONE)
        return;
    const struct code_graph *g = t->graphs[th->code];
    for (uint32_t n = th->first_event; n < th->end_event; n++)
        order_set_block(o, n, th->first_event, th->end_event);
    for (uint32_t n = th->first_event + 2; n < th->end_event; n++) {
        uint32_t en = t->events.data[n].edge;
        order_set_before(o, thread_start(th), n);
        order_set_local(o, n, thread_end(th));
        for (uint32_t m = th->first_event + 2; m < th->end_event; m++) {
            uint32_t em = t->events.data[m].edge;
            if (m == n || bitset_has(&g->follows[en], em))
                continue;
            order_set_local(o, m, n);
            if (bitset_has(&g->dominates[en], em))
                order_set_before(o, m, n);
        }
    }
    order_set_before(o, thread_start(th), thread_end(th));
}

static bool marks_the_end(const struct flow_threads *t, const struct thread *th, uint32_t event)
{
    const struct action *a = &edge_of(t, event)->action;
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct cell *c = &t->program->cells.data[a->updates[i].cell];
        if (c->role == CELL_DONE && c->subject == th->code)
            return true;
    }
    return false;
}

/* The thread whose end the event waits for, or NULL. */
static const struct thread *joined(const struct flow_threads *t, uint32_t event)
{
    expr flag = conjunct(t->program, edge_of(t, event)->action.guard, CELL_DONE);
    if (!flag || (flag->op == E_READ && !expr_is_const(flag->arg[0])))
        return NULL;
    uint32_t code = t->program->cells.data[flag->value].subject, number = flag->op == E_READ ? (uint32_t)flag->arg[0]->value : 0;
    vector_each(const struct thread *, th, &t->threads)
        if (th->code == code && th->number == number)
            return th;
    return NULL;
}

/* One round of carrying facts across threads. */
static bool order_round(struct flow_threads *t)
{
    struct order *o = t->order;
    bool changed = false;
    u32_vector exits = {0};
    vector_each(const struct thread *, th, &t->threads) {
        if (th->code == NONE)
            continue;
        bool itself = th->creators.size == 1 && t->events.data[th->creators.data[0]].once && th->number != NONE;
        if (th->creators.size)
            order_take_common(o, thread_start(th), th->creators.data, th->creators.size, itself, &changed);
        vector_clear(&exits);
        for (uint32_t n = th->first_event + 2; n < th->end_event; n++) {
            changed |= order_take_predecessors(o, n, thread_start(th));
            if (th->rest)
                continue;
            changed |= order_take_block(o, n);
            const struct thread *other = joined(t, n);
            if (other) {
                changed |= order_set_before(o, thread_end(other), n);
                changed |= order_take_predecessors(o, n, thread_end(other));
            }
            if (marks_the_end(t, th, n))
                vector_push(&exits, n);
        }
        if (exits.size)
            order_take_common(o, thread_end(th), exits.data, exits.size, true, &changed);
    }
    vector_free(&exits);
    return changed;
}

static void find_stores(struct flow_threads *t)
{
    t->stores = NEW_ARRAY(stores, t->shared->variables.size + 1);
    t->overwrite = NEW_ARRAY(uint64_t *, t->shared->variables.size + 1);
    for (uint32_t e = 0; e < t->events.size; e++) {
        const struct event *event = &t->events.data[e];
        if (t->threads.data[event->thread].hidden)
            continue;
        for (uint32_t i = 0; i < event->writes.size; i++) {
            const struct touch *w = &event->writes.data[i];
            uint64_t **set = &t->overwrite[w->variable];
            vector_push(&t->stores[w->variable], (struct store){e, i, w->surely});
            if (!*set)
                *set = NEW_ARRAY(uint64_t, order_words(t->order) + 1);
            if (w->surely)
                (*set)[e / 64] |= UINT64_C(1) << (e % 64);
        }
    }
}

static void find_readers(struct flow_threads *t)
{
    t->readers = NEW_ARRAY(u32_vector, t->shared->variables.size + 1);
    vector_each(const struct event *, e, &t->events)
        vector_each(const struct touch *, r, &e->reads) {
            u32_vector *list = &t->readers[r->variable];
            if (!t->threads.data[e->thread].rest && (!list->size || vector_last(list) != e->thread))
                vector_push(list, e->thread);
        }
}

struct flow_threads *flow_threads_new(const struct program *p, const struct space *shared)
{
    struct flow_threads *t = NEW(struct flow_threads);
    t->program = p;
    t->shared = shared;
    t->graphs = NEW_ARRAY(struct code_graph *, p->codes.size + 1);
    for (uint32_t k = 0; k < p->template_count; k++)
        t->graphs[k] = code_graph_new(&p->codes.data[k]);
    t->held = locks_held(p, t->lock_cells, &t->owned, &t->kept);
    find_threads(t);
    find_creators(t);
    t->order = order_new(t->events.size);
    for (uint32_t i = 0; i < t->threads.size; i++)
        order_thread(t, i);
    while (order_round(t)) {
    }
    find_stores(t);
    find_readers(t);
    return t;
}

void flow_threads_free(struct flow_threads *t)
{
    if (!t)
        return;
    vector_each(struct thread *, th, &t->threads) {
        mem_free(th->event);
        vector_free(&th->creators);
    }
    vector_each(struct event *, e, &t->events) {
        vector_free(&e->reads);
        vector_free(&e->writes);
        vector_free(&e->creates);
    }
    for (uint32_t v = 0; v < t->shared->variables.size; v++) {
        vector_free(&t->stores[v]);
        vector_free(&t->readers[v]);
        mem_free(t->overwrite[v]);
    }
    mem_free(t->readers);
    mem_free(t->overwrite);
    for (uint32_t k = 0; k < t->program->template_count; k++) {
        code_graph_free(t->graphs[k]);
        mem_free(t->held[k]);
    }
    mem_free(t->held);
    mem_free(t->stores);
    mem_free(t->graphs);
    vector_free(&t->threads);
    vector_free(&t->events);
    order_free(t->order);
    mem_free(t);
}
