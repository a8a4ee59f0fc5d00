#include "weak/buffers.h"

#include "weak/buffers_parts.h"

struct waiting { /* a state whose successors are not known yet */
    uint32_t number;
    struct machine_state *machine;
    struct partial_thread *threads;
    store_queue *queues;
};

struct seen { /* how a state was reached first, by its number; the first one from nowhere */
    uint32_t from;
    struct buffered_move move;
};

struct state_search {
    struct buffered b;
    struct intern states;
    VECTOR(struct seen) seen;
    VECTOR(struct waiting) queue; /* first come, first served, so that ways are short */
    uint32_t first;
    struct bitset all, shared; /* cells */
};

/* --- states --- */

static void copy_threads(uint32_t n, struct partial_thread *to, const struct partial_thread *from)
{
    for (uint32_t t = 0; t < n; t++) {
        struct bitset unknown = to[t].unknown;
        to[t] = from[t];
        to[t].unknown = unknown;
        bitset_copy(&to[t].unknown, &from[t].unknown);
    }
}

static void copy_queues(uint32_t n, store_queue *to, const store_queue *from)
{
    for (uint32_t t = 0; t < n; t++) {
        vector_clear(&to[t]);
        vector_each(const struct queued_store *, s, &from[t])
            vector_push(&to[t], *s);
    }
}

static void go_back(struct state_search *v, const struct waiting *f)
{
    machine_restore(v->b.f.machine, f->machine);
    copy_threads(v->b.s.thread_count, v->b.s.threads, f->threads);
    copy_queues(v->b.s.thread_count, v->b.queues, f->queues);
}

static void free_threads(uint32_t n, struct partial_thread *threads)
{
    for (uint32_t t = 0; t < n; t++)
        bitset_free(&threads[t].unknown);
    mem_free(threads);
}

static void free_queues(uint32_t n, store_queue *queues)
{
    for (uint32_t t = 0; t < n; t++)
        vector_free(&queues[t]);
    mem_free(queues);
}

static void waiting_free(const struct state_search *v, struct waiting *f)
{
    machine_state_free(f->machine);
    free_threads(v->b.s.thread_count, f->threads);
    free_queues(v->b.s.thread_count, f->queues);
}

/* Its number, by what tells it from others: own variables as far as they matter. */
static uint32_t state_number(struct state_search *v, bool *is_new)
{
    struct buffered *b = &v->b;
    machine_words key = {0};
    machine_key(b->f.machine, &v->shared, &key);
    for (uint32_t i = 0; i < b->s.thread_count; i++) {
        const struct partial_thread *t = &b->s.threads[i];
        uint32_t in = machine_code(b->f.machine, t->code, t->instance), at = machine_location(b->f.machine, t->code, t->instance);
        bool deep = machine_depth(b->f.machine, t->code, t->instance) > 1;
        machine_instance_key(b->f.machine, t->code, t->instance, deep ? &v->all : &b->f.plan.codes[in].live[at], &key);
        vector_push(&key, bitset_count(&t->unknown));
        bitset_each(c, &t->unknown)
            vector_push(&key, c);
        vector_push(&key, b->queues[i].size);
        vector_each(const struct queued_store *, s, &b->queues[i]) {
            vector_push(&key, s->location);
            vector_push(&key, s->value);
            vector_push(&key, s->mask);
        }
    }
    uint32_t number = intern_add(&v->states, key.data, key.size * sizeof *key.data, is_new);
    vector_free(&key);
    return number;
}

/* --- moves --- */

static bool is_inside(const struct state_search *v, uint32_t thread)
{
    const struct partial_thread *t = &v->b.s.threads[thread];
    return machine_in_atomic(v->b.f.machine, t->code, t->instance);
}

/* Those of a thread that is in an atomic section; otherwise of one whose moves nobody else can tell (true), unless all are wanted; otherwise all. */
static bool find_moves(struct state_search *v, bool all, move_list *out)
{
    uint32_t n = v->b.s.thread_count;
    bool alone;
    vector_clear(out);
    for (uint32_t t = 0; t < n; t++)
        if (is_inside(v, t)) {
            buffers_moves(&v->b, t, out, &alone);
            return false;
        }
    for (uint32_t t = 0; t < n && !all; t++) {
        vector_clear(out);
        buffers_moves(&v->b, t, out, &alone);
        if (alone)
            return true;
    }
    vector_clear(out);
    for (uint32_t t = 0; t < n; t++)
        buffers_moves(&v->b, t, out, &alone);
    return false;
}

/* The current state waits for its turn. */
static void wait_for_turn(struct state_search *v, uint32_t number, uint32_t from, const struct buffered_move *move)
{
    uint32_t n = v->b.s.thread_count;
    struct waiting f = {.number = number,
                        .machine = machine_save(v->b.f.machine),
                        .threads = NEW_ARRAY(struct partial_thread, n + 1),
                        .queues = NEW_ARRAY(store_queue, n + 1)};
    assert(number == v->seen.size);
    copy_threads(n, f.threads, v->b.s.threads);
    copy_queues(n, f.queues, v->b.queues);
    vector_push(&v->seen, ((struct seen){from, *move}));
    vector_push(&v->queue, f);
}

/* --- what states mean --- */

static bool has_ended(const struct state_search *v, uint32_t thread)
{
    const struct partial_thread *t = &v->b.s.threads[thread];
    const struct code *c = &v->b.f.program->codes.data[t->code];
    uint32_t at = machine_location(v->b.f.machine, t->code, t->instance);
    bool halts = false, waits = false;
    if (machine_depth(v->b.f.machine, t->code, t->instance) > 1 || v->b.queues[thread].size)
        return false;
    for (uint32_t i = out_begin(c, at); i < out_end(c, at); i++) {
        halts |= out_edge(c, i)->action.kind == ACT_HALT;
        waits |= at == c->entry && out_edge(c, i)->action.kind == ACT_START;
    }
    return at == c->exit || halts || waits;
}

static void note_end(struct state_search *v)
{
    for (uint32_t t = 0; t < v->b.s.thread_count; t++)
        if (!has_ended(v, t))
            return;
    search_note_outcome(&v->b.f);
}

/* Makes the moves to a state again, from the first one on. */
static bool repeat(struct state_search *v, uint32_t number)
{
    assert(number < v->seen.size && (v->seen.data[number].from == NONE || v->seen.data[number].from < number));
    if (v->seen.data[number].from == NONE)
        return true;
    const struct buffered_move *m = &v->seen.data[number].move;
    bool possible = repeat(v, v->seen.data[number].from) && buffers_move(&v->b, m);
    search_note_approximate(&v->b.f, &v->b.s, m->thread);
    return possible;
}

/* The way to the current state, for the axioms to judge. */
static void show_violation(struct state_search *v, uint32_t number, uint32_t check)
{
    struct buffered *b = &v->b;
    struct partial kept = b->s;
    struct machine_state *here = machine_save(b->f.machine);
    machine_reset(b->f.machine);
    partial_begin(&b->s, b->f.program);
    unknown_begin(&b->f, &b->s);
    store_queue *queues = b->queues;
    b->queues = NEW_ARRAY(store_queue, b->s.thread_count + 1);
    b->recording = true;
    bool possible = repeat(v, number);
    record_end(b);
    if (possible)
        search_violate(&b->f, &b->s, check);
    else
        b->f.result->checks[check].doubt = "a run was found that is not one (an error in heddle)";
    b->recording = false;
    free_queues(b->s.thread_count, b->queues);
    partial_free(&b->s);
    b->queues = queues;
    b->s = kept;
    machine_restore(b->f.machine, here);
    machine_state_free(here);
}

/* What it means to be where the thread is now. */
static void arrive(struct state_search *v, uint32_t thread, uint32_t number)
{
    struct buffered *b = &v->b;
    const struct partial_thread *t = &b->s.threads[thread];
    uint32_t in = machine_code(b->f.machine, t->code, t->instance), at = machine_location(b->f.machine, t->code, t->instance);
    const struct location *l = &b->f.program->codes.data[in].locations.data[at];
    if (l->flags & LOC_UNSUPPORTED)
        search_incomplete(&b->f, l->reason ? l->reason : "what is not modelled");
    if (!(l->flags & LOC_ERROR))
        return;
    struct weak_finding *w = &b->f.result->checks[l->check];
    if (b->f.plan.unsuited)
        w->doubt = b->f.plan.unsuited;
    else if (!w->violated)
        show_violation(v, number, l->check);
}

/* --- the search --- */

static bool all_violated(const struct state_search *v)
{
    for (uint32_t i = 0; i < v->b.f.program->checks.size; i++)
        if (!v->b.f.result->checks[i].violated)
            return false;
    return !v->b.f.task->outcomes;
}

static bool is_over(struct state_search *v)
{
    enum limit reached = budget_spent(&v->b.f.task->budget);
    if (reached != LIMIT_NONE)
        search_incomplete(&v->b.f, limit_words(reached));
    return reached != LIMIT_NONE || v->b.f.stopped || all_violated(v);
}

/* Makes these moves, each from the same state. False: one leads to a state that was known. */
static bool follow(struct state_search *v, const struct waiting *from, const move_list *moves)
{
    bool all_new = true;
    vector_each(const struct buffered_move *, m, moves) {
        bool is_new;
        go_back(v, from);
        effort_spend(1);
        if (v->b.f.stopped || !buffers_move(&v->b, m))
            continue;
        uint32_t number = state_number(v, &is_new);
        all_new &= is_new;
        if (!is_new)
            continue;
        wait_for_turn(v, number, from->number, m);
        if (m->edge != MOVE_FLUSH)
            arrive(v, m->thread, number);
    }
    return all_new;
}

static void serve(struct state_search *v)
{
    struct waiting now = v->queue.data[v->first++];
    move_list moves = {0};
    go_back(v, &now);
    bool reduced = find_moves(v, false, &moves);
    if (!moves.size)
        note_end(v);
    if (!follow(v, &now, &moves) && reduced) { /* others must not be left out on a way round */
        go_back(v, &now);
        find_moves(v, true, &moves);
        follow(v, &now, &moves);
    }
    vector_free(&moves);
    waiting_free(v, &now);
}

static void begin(struct state_search *v)
{
    struct buffered *b = &v->b;
    b->f.machine = machine_new(b->f.program, 1);
    partial_begin(&b->s, b->f.program);
    unknown_begin(&b->f, &b->s);
    b->queues = NEW_ARRAY(store_queue, b->s.thread_count + 1);
    vector_each(const struct cell *, c, &b->f.program->cells) {
        bitset_add(&v->all, c->id);
        if (cell_is_shared(c))
            bitset_add(&v->shared, c->id);
        if (cell_is_shared(c) && c->arbitrary && b->f.plan.has_events[c->id] && bitset_has(&b->f.plan.read, c->id))
            search_incomplete(&b->f, "memory may be read before it has a value");
    }
    bool is_new;
    uint32_t number = state_number(v, &is_new);
    wait_for_turn(v, number, NONE, &(struct buffered_move){.thread = NONE});
}

static void end(struct state_search *v)
{
    struct buffered *b = &v->b;
    for (uint32_t i = v->first; i < v->queue.size; i++)
        waiting_free(v, &v->queue.data[i]);
    vector_free(&v->queue);
    vector_free(&v->seen);
    free_queues(b->s.thread_count, b->queues);
    partial_free(&b->s);
    machine_free(b->f.machine);
    bitset_free(&v->all);
    bitset_free(&v->shared);
    intern_free(&v->states);
}

void buffers_search_run(const struct weak_task *task, struct weak_result *out)
{
    assert(task->program && program_valid(task->program, &(const char *){NULL}));
    assert(task->model == MODEL_TSO || task->model == MODEL_SC);
    struct state_search v = {.b.f = {.task = task, .program = task->program, .result = out}};
    *out = (struct weak_result){.complete = true};
    out->checks = NEW_ARRAY(struct weak_finding, task->program->checks.size + 1);
    weak_plan_make(&v.b.f.plan, task->program);
    if (v.b.f.plan.gives_up || task->races) {
        search_incomplete(&v.b.f, v.b.f.plan.gives_up ? v.b.f.plan.gives_up : "races are not looked for with store buffers");
    } else {
        if (v.b.f.plan.unknown || (task->model == MODEL_TSO && v.b.f.plan.unordered))
            search_incomplete(&v.b.f, v.b.f.plan.unknown ? v.b.f.plan.unknown : v.b.f.plan.unordered);
        begin(&v);
        while (v.first < v.queue.size && !is_over(&v))
            serve(&v);
        out->states = v.states.size;
        out->outcomes = v.b.f.outcomes.size;
        end(&v);
    }
    search_forget(&v.b.f);
}
