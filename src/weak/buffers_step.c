/* A step of the machine with store buffers. Memory is the interpreter's; while a thread moves, what is in its queue lies over it. */
#include "weak/buffers_parts.h"

enum { LONGEST_QUEUE = 12 };

/* --- what lies over memory --- */

struct undo {
    uint32_t location;
    uint64_t value;
};
typedef VECTOR(struct undo) undo_list;

static void keep(struct buffered *b, uint32_t location, undo_list *undo)
{
    vector_push(undo, ((struct undo){location, search_get(&b->f, location)}));
}

static void put(struct buffered *b, const struct queued_store *store)
{
    uint64_t old = search_get(&b->f, store->location);
    search_set(&b->f, store->location, (old & ~store->mask) | (store->value & store->mask));
}

static void lay_over(struct buffered *b, uint32_t thread, undo_list *undo)
{
    vector_each(const struct queued_store *, s, &b->queues[thread]) {
        keep(b, s->location, undo);
        put(b, s);
    }
}

static void take_away(struct buffered *b, undo_list *undo)
{
    while (undo->size) {
        struct undo u = vector_pop(undo);
        search_set(&b->f, u.location, u.value);
    }
    vector_free(undo);
}

/* --- edges --- */

static const struct code *code_of(const struct buffered *b, uint32_t thread, uint32_t *number)
{
    const struct partial_thread *t = &b->s.threads[thread];
    *number = machine_code(b->f.machine, t->code, t->instance);
    return &b->f.program->codes.data[*number];
}

/* Whether it happens at once, with an empty queue. */
static bool is_direct(const struct buffered *b, const struct code *c, uint32_t code, uint32_t edge)
{
    const struct edge *e = &c->edges.data[edge];
    bool section = (c->locations.data[e->from].flags | c->locations.data[e->to].flags) & LOC_ATOMIC;
    if (b->f.task->model == MODEL_SC || section || e->action.fence == ORDER_SEQ_CST || b->f.plan.codes[code].edges[edge].is_locked)
        return true;
    vector_each(const struct item *, i, &b->f.plan.codes[code].edges[edge].items)
        if (i->writes && !i->life && (i->reads || i->order == ORDER_SEQ_CST))
            return true;
    return false;
}

/* Whether nobody else writes the cell from now on. */
static bool is_settled(const struct buffered *b, uint32_t thread, uint32_t cell)
{
    for (uint32_t i = 0; i < b->s.thread_count; i++) {
        const struct partial_thread *t = &b->s.threads[i];
        const struct bitset *future = b->f.plan.codes[t->code].future;
        if (i == thread)
            continue;
        if (!future || bitset_has(&future[machine_location(b->f.machine, t->code, t->instance)], cell))
            return false;
        vector_each(const struct queued_store *, s, &b->queues[i])
            if (b->f.places.data[s->location].cell == cell)
                return false;
    }
    return true;
}

static bool reads_memory(const struct buffered *b, uint32_t thread, const struct edge_plan *e)
{
    vector_each(const struct item *, i, &e->items)
        if (i->reads && !is_settled(b, thread, i->cell))
            return true;
    return false;
}

/* Whether the oldest store says that a thread has started or ended, for which others can but wait: the earlier it arrives, the more is possible. */
static bool announces(const struct buffered *b, uint32_t thread)
{
    const store_queue *q = &b->queues[thread];
    return q->size && bitset_has(&b->f.plan.awaited, b->f.places.data[q->data[0].location].cell);
}

static void add_with_inputs(struct buffered *b, uint32_t thread, uint32_t edge, move_list *out)
{
    step_list steps = {0};
    search_steps(&b->f, &b->s.threads[thread], edge, true, &steps);
    vector_each(const struct trace_step *, step, &steps)
        vector_push(out, ((struct buffered_move){thread, edge, step->inputs, step->input_count}));
    vector_free(&steps);
}

void buffers_moves(struct buffered *b, uint32_t thread, move_list *out, bool *alone)
{
    assert(thread < b->s.thread_count && b->queues[thread].size <= LONGEST_QUEUE);
    const struct partial_thread *t = &b->s.threads[thread];
    uint32_t code, at = machine_location(b->f.machine, t->code, t->instance), before = out->size;
    const struct code *c = code_of(b, thread, &code);
    undo_list undo = {0};
    *alone = true;
    if (announces(b, thread)) {
        vector_push(out, ((struct buffered_move){thread, MOVE_FLUSH, NULL, 0}));
        return;
    }
    if (c->locations.data[at].flags & (LOC_ERROR | LOC_UNSUPPORTED))
        return;
    if (machine_depth(b->f.machine, t->code, t->instance) > 1 && at == c->exit)
        vector_push(out, ((struct buffered_move){thread, NONE, NULL, 0}));
    lay_over(b, thread, &undo);
    for (uint32_t i = out_begin(c, at); i < out_end(c, at); i++) {
        uint32_t edge = c->out_edge.data[i];
        bool direct = is_direct(b, c, code, edge);
        *alone = *alone && !direct && !reads_memory(b, thread, &b->f.plan.codes[code].edges[edge]) &&
                 b->queues[thread].size < LONGEST_QUEUE;
        if (c->edges.data[edge].action.kind != ACT_HALT && !(direct && b->queues[thread].size)) /* others need not notice the end */
            add_with_inputs(b, thread, edge, out);
    }
    take_away(b, &undo);
    *alone = *alone && out->size > before;
    if (b->queues[thread].size && !*alone)
        vector_push(out, ((struct buffered_move){thread, MOVE_FLUSH, NULL, 0}));
}

/* --- moves --- */

static bool flush(struct buffered *b, uint32_t thread)
{
    store_queue *q = &b->queues[thread];
    assert(q->size);
    put(b, &q->data[0]);
    if (b->recording)
        record_flush(b, &q->data[0]);
    for (uint32_t i = 1; i < q->size; i++)
        q->data[i - 1] = q->data[i];
    q->size--;
    return true;
}

struct written { /* what a step accesses, found out before it */
    uint32_t location;
    uint64_t mask, read;
};
typedef VECTOR(struct written) written_list;

static uint64_t part_mask(const struct buffered *b, uint32_t location, uint64_t slot)
{
    const struct memory_place *p = &b->f.places.data[location];
    uint8_t width = b->f.program->cells.data[p->cell].width;
    for (uint32_t k = 0; k < p->parts; k++)
        if (p->slots[k] == slot)
            return width_mask(width) << k * width;
    return 0;
}

static uint64_t item_mask(struct buffered *b, uint32_t thread, const struct item *item, uint32_t location)
{
    const struct partial_thread *t = &b->s.threads[thread];
    const struct cell *c = &b->f.program->cells.data[item->cell];
    uint64_t mask = 0;
    if (!cell_is_array(c))
        return width_mask(c->width);
    for (uint32_t i = 0; i <= item->other_count; i++) {
        expr index = i ? item->others[i - 1] : item->index;
        uint64_t at = machine_eval(b->f.machine, t->code, t->instance, index, NULL);
        mask |= part_mask(b, location, cell_slot(c, at, machine_counts(b->f.machine)));
    }
    return mask;
}

static void look(struct buffered *b, uint32_t thread, const struct edge_plan *plan, written_list *out)
{
    vector_each(const struct item *, i, &plan->items) {
        struct written w = {search_place(&b->f, &b->s.threads[thread], i), 0, 0};
        if (w.location != NONE) {
            if (b->recording)
                search_begin_location(&b->f, &b->s, w.location);
            w.mask = item_mask(b, thread, i, w.location);
            w.read = search_get(&b->f, w.location);
        }
        vector_push(out, w);
    }
}

/* What the step has written goes to the end of the queue. */
static void queue_stores(struct buffered *b, uint32_t thread, const struct edge_plan *plan, const written_list *accessed,
                         bool direct)
{
    for (uint32_t k = 0; k < plan->items.size; k++) {
        const struct item *i = &plan->items.data[k];
        const struct written *w = &accessed->data[k];
        if (w->location == NONE)
            continue;
        if (b->recording)
            record_step(b, thread, i, w->location, w->read);
        if (!i->writes)
            continue;
        struct queued_store s = {w->location, search_get(&b->f, w->location), w->mask, b->s.x.events.size - 1};
        if (!direct)
            vector_push(&b->queues[thread], s);
        else if (b->recording)
            record_flush(b, &s);
    }
}

static bool take_edge(struct buffered *b, const struct buffered_move *m, struct trace_step *step)
{
    const struct code *c = &b->f.program->codes.data[step->in_code];
    const struct action *a = &c->edges.data[m->edge].action;
    const struct edge_plan *plan = &b->f.plan.codes[step->in_code].edges[m->edge];
    bool direct = is_direct(b, c, step->in_code, m->edge);
    undo_list undo = {0};
    written_list accessed = {0};
    assert(!direct || !b->queues[m->thread].size || b->f.task->model == MODEL_SC);
    if (plan->unknown)
        search_incomplete(&b->f, "memory may be read before it has a value");
    unknown_step(&b->f, &b->s.threads[m->thread], a);
    lay_over(b, m->thread, &undo);
    look(b, m->thread, plan, &accessed);
    for (uint32_t k = 0; k < accessed.size && !direct; k++)
        if (plan->items.data[k].writes && accessed.data[k].location != NONE)
            keep(b, accessed.data[k].location, &undo);
    bool done = machine_step(b->f.machine, step) == STEP_DONE;
    if (done)
        queue_stores(b, m->thread, plan, &accessed, direct);
    if (done && b->recording)
        record_fence(b, m->thread, a);
    take_away(b, &undo);
    vector_free(&accessed);
    return done;
}

bool buffers_move(struct buffered *b, const struct buffered_move *m)
{
    const struct partial_thread *t = &b->s.threads[m->thread];
    struct trace_step step = {t->code, t->instance, machine_code(b->f.machine, t->code, t->instance),
                              m->edge, m->inputs,   m->input_count};
    if (m->edge == MOVE_FLUSH)
        return flush(b, m->thread);
    bool done = m->edge == NONE ? machine_step(b->f.machine, &step) == STEP_DONE : take_edge(b, m, &step);
    if (b->queues[m->thread].size > LONGEST_QUEUE) {
        search_incomplete(&b->f, "a thread has more stores under way than are followed");
        return false;
    }
    return done && !b->f.stopped;
}
