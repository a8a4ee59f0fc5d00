#include "weak/search.h"

#include "weak/search_parts.h"

void search_incomplete(struct weak_search *f, const char *why)
{
    f->result->complete = false;
    if (!f->result->reason)
        f->result->reason = why;
}

/* --- whose turn it is --- */

static bool at_a_read(const struct weak_search *f, const struct partial_thread *t)
{
    uint32_t in = machine_code(f->machine, t->code, t->instance);
    return f->plan.codes[in].reads[machine_location(f->machine, t->code, t->instance)];
}

static bool has_news(const struct partial *s, const struct partial_thread *t)
{
    vector_each(const uint32_t *, w, &s->x.order.data[t->waits_for])
        if (*w >= t->not_before)
            return true;
    return false;
}

/* What does not read goes first, then reads, then those that wait for a write that has come. */
static uint32_t pick(const struct weak_search *f, const struct partial *s)
{
    uint32_t best = NONE;
    unsigned best_rank = 3;
    if (s->inside != NONE)
        return s->inside;
    for (uint32_t i = 0; i < s->thread_count; i++) {
        const struct partial_thread *t = &s->threads[i];
        unsigned rank = 3;
        if (t->status == THREAD_RUNS)
            rank = at_a_read(f, t) ? 1 : 0;
        else if (t->status == THREAD_WAITS && has_news(s, t))
            rank = 2;
        if (rank < best_rank) {
            best_rank = rank;
            best = i;
        }
    }
    return best;
}

bool search_may_write(const struct weak_search *f, const struct partial_thread *t, uint32_t location)
{
    assert(location < f->places.size);
    if (t->status == THREAD_ENDED || t->status == THREAD_BLOCKED)
        return false;
    const struct bitset *future = f->plan.codes[t->code].future;
    return !future || bitset_has(&future[machine_location(f->machine, t->code, t->instance)], f->places.data[location].cell);
}

/* Whether another thread may still write the location. */
static bool may_come(const struct weak_search *f, const struct partial *s, uint32_t thread, uint32_t location)
{
    for (uint32_t i = 0; i < s->thread_count; i++)
        if (i != thread && search_may_write(f, &s->threads[i], location))
            return true;
    return false;
}

/* Whether a thread that is about to read has been here since its last write that was progress: the turn in between was for nothing. */
static bool has_been_here(const struct weak_search *f, struct partial_thread *t)
{
    uint32_t in = machine_code(f->machine, t->code, t->instance);
    machine_words key = {0};
    bool seen = false;
    if (machine_depth(f->machine, t->code, t->instance) > 1)
        return false;
    machine_instance_key(f->machine, t->code, t->instance,
                         &f->plan.codes[in].live[machine_location(f->machine, t->code, t->instance)], &key);
    bitset_each(c, &t->unknown)
        vector_push(&key, c);
    for (uint32_t i = 0; i < t->seen.size && !seen; i += (uint32_t)t->seen.data[i] + 1)
        seen = t->seen.data[i] == key.size && !memcmp(&t->seen.data[i + 1], key.data, key.size * sizeof *key.data);
    if (!seen) {
        vector_push(&t->seen, key.size);
        vector_each(const uint64_t *, w, &key)
            vector_push(&t->seen, *w);
    }
    vector_free(&key);
    return seen;
}

/* The thread's writes since then are left out of what follows. */
static void note_repeated(struct weak_search *f, const struct partial *s, uint32_t thread)
{
    for (uint32_t i = s->threads[thread].progress + 1; i < s->x.events.size; i++)
        if (s->x.events.data[i].thread == thread && s->x.events.data[i].kind == EVENT_WRITE)
            bitset_add(&f->repeated, s->x.events.data[i].location);
}

/* --- steps --- */

bool search_not_created(const struct weak_search *f, const struct partial_thread *t)
{
    const struct code *c = &f->program->codes.data[t->code];
    uint32_t at = machine_location(f->machine, t->code, t->instance);
    return at == c->entry && out_begin(c, at) < out_end(c, at) && out_edge(c, out_begin(c, at))->action.kind == ACT_START;
}

void search_note_outcome(struct weak_search *f)
{
    struct bitset shared = {0};
    machine_words key = {0};
    if (!f->task->outcomes)
        return;
    vector_each(const struct cell *, c, &f->program->cells)
        if (cell_is_shared(c))
            bitset_add(&shared, c->id);
    machine_key(f->machine, &shared, &key);
    intern_add(&f->outcomes, key.data, key.size * sizeof *key.data, NULL);
    vector_free(&key);
    bitset_free(&shared);
}

static void finish(struct weak_search *f, const struct partial *s)
{
    bool complete = true;
    for (uint32_t i = 0; i < s->thread_count; i++)
        complete &= s->threads[i].status == THREAD_ENDED || search_not_created(f, &s->threads[i]);
    if (!complete) {
        f->result->blocked++;
        return;
    }
    f->result->executions++;
    for (uint32_t l = 0; l < s->x.order.size; l++)
        if (s->x.order.data[l].size)
            search_set(f, l, s->x.events.data[vector_last(&s->x.order.data[l])].written);
    search_note_outcome(f);
}

static void explore(struct weak_search *f, struct partial *s);

static void explore_copy(struct weak_search *f, const struct partial *s, const struct machine_state *saved, uint32_t thread,
                         const struct option *o)
{
    struct partial copy;
    partial_copy(&copy, s);
    machine_restore(f->machine, saved);
    if (search_take(f, &copy, thread, o))
        explore(f, &copy);
    partial_free(&copy);
}

static void wait_for(struct partial *s, struct partial_thread *t, uint32_t location)
{
    t->status = THREAD_WAITS;
    t->waits_for = location;
    t->not_before = s->x.events.size;
}

/* Nothing is possible for the thread, now and later. What follows is of interest for other threads, and it has been seen with a thread
 * that has read the newest values, or nothing; but what it has accessed or ended meanwhile may be of interest, too. False: no execution
 * comes of this. */
static bool block(struct weak_search *f, struct partial *s, uint32_t thread)
{
    struct partial_thread *t = &s->threads[thread];
    t->status = THREAD_BLOCKED;
    return s->inside != thread && (!t->stale || f->task->races || f->plan.has_lives);
}

/* --- atomic sections --- */

/* Whether the only step of the thread leads into an atomic section: then *first is the location that it reads first there, before it
 * does anything that others see; NONE if it does not. */
static bool at_a_door(struct weak_search *f, const struct partial *s, uint32_t thread, const option_list *options, uint32_t *first)
{
    enum { FAR = 100 };
    const struct partial_thread *t = &s->threads[thread];
    *first = NONE;
    if (s->inside != NONE || options->size != 1 || options->data[0].edge == NONE || options->data[0].from != NONE)
        return false;
    uint32_t in = machine_code(f->machine, t->code, t->instance);
    const struct code *c = &f->program->codes.data[in];
    if (!(c->locations.data[c->edges.data[options->data[0].edge].to].flags & LOC_ATOMIC))
        return false;
    struct partial copy;
    struct machine_state *saved = machine_save(f->machine);
    option_list inner = {0};
    partial_copy(&copy, s);
    vector_push(&inner, options->data[0]);
    for (uint32_t i = 0; i < FAR && inner.size == 1 && *first == NONE && !copy.section.size; i++) {
        if (!search_take(f, &copy, thread, &inner.data[0]) || copy.inside != thread)
            break;
        vector_clear(&inner);
        search_options(f, &copy, thread, &inner, first);
    }
    machine_restore(f->machine, saved);
    machine_state_free(saved);
    partial_free(&copy);
    vector_free(&inner);
    return true;
}

/* The thread enters the section, or waits for a value that lets it in. */
static bool enter(struct weak_search *f, struct partial *s, uint32_t thread, const struct option *o, uint32_t location)
{
    struct partial_thread *t = &s->threads[thread];
    uint64_t sections = f->sections;
    search_begin_location(f, s, location);
    bool waits = t->status == THREAD_WAITS || may_come(f, s, thread, location);
    struct machine_state *saved = machine_save(f->machine);
    explore_copy(f, s, saved, thread, o);
    machine_restore(f->machine, saved);
    machine_state_free(saved);
    if (f->stopped || (!waits && f->sections != sections))
        return false;
    wait_for(s, t, location);
    return true;
}

/* --- the search --- */

/* The steps in all ways but the last one; that is left to be followed. False: there is none. */
static bool follow(struct weak_search *f, struct partial *s, uint32_t thread, const option_list *options, uint32_t location)
{
    struct partial_thread *t = &s->threads[thread];
    bool outside = location != NONE && s->inside != thread;
    bool waits = outside && (t->status == THREAD_WAITS || may_come(f, s, thread, location));
    if (options->size + waits > 1) {
        struct machine_state *saved = machine_save(f->machine);
        for (uint32_t i = 0; i + !waits < options->size && !f->stopped; i++)
            explore_copy(f, s, saved, thread, &options->data[i]);
        machine_restore(f->machine, saved);
        machine_state_free(saved);
    }
    if (f->stopped)
        return false;
    if (!waits)
        return options->size ? search_take(f, s, thread, &vector_last(options)) : block(f, s, thread);
    wait_for(s, t, location);
    return true;
}

static bool branch(struct weak_search *f, struct partial *s, uint32_t thread)
{
    struct partial_thread *t = &s->threads[thread];
    option_list options = {0};
    uint32_t location, first;
    if (t->status == THREAD_RUNS && s->inside != thread && at_a_read(f, t) && has_been_here(f, t)) {
        note_repeated(f, s, thread);
        return block(f, s, thread);
    }
    search_options(f, s, thread, &options, &location);
    bool door = location == NONE && at_a_door(f, s, thread, &options, &first) && first != NONE;
    bool goes_on = door ? enter(f, s, thread, &options.data[0], first) : follow(f, s, thread, &options, location);
    vector_free(&options);
    return goes_on;
}

/* Steps of large executions take long, and not each call looks at the clock. */
static enum limit is_spent(const struct weak_search *f, const struct partial *s)
{
    enum { SMALL = 16 };
    enum limit reached = LIMIT_NONE;
    for (uint32_t i = 0; i <= s->x.events.size / SMALL && reached == LIMIT_NONE; i++)
        reached = budget_spent(&f->task->budget);
    return reached;
}

static void explore(struct weak_search *f, struct partial *s)
{
    uint32_t thread;
    while ((thread = pick(f, s)) != NONE) {
        enum limit reached = is_spent(f, s);
        if (reached != LIMIT_NONE) {
            search_incomplete(f, limit_words(reached));
            f->stopped = true;
        }
        if (f->stopped || !branch(f, s, thread))
            return;
    }
    finish(f, s);
}

/* Turns that were left out, though they wrote, must not have mattered (idle.c). */
static void look_at_repeated(struct weak_search *f)
{
    bitset_each(l, &f->repeated)
        if (bitset_has(&f->contended, l))
            search_incomplete(f, "a loop writes again and again what others write, too");
}

void weak_search_run(const struct weak_task *task, struct weak_result *out)
{
    assert(task->program && program_valid(task->program, &(const char *){NULL}));
    struct weak_search f = {.task = task, .program = task->program, .result = out};
    *out = (struct weak_result){.complete = true};
    out->checks = NEW_ARRAY(struct weak_finding, task->program->checks.size + 1);
    weak_plan_make(&f.plan, task->program);
    const char *unsuited = f.plan.gives_up ? f.plan.gives_up : f.plan.unsuited;
    if (f.plan.mixed && !unsuited && task->races)
        unsuited = f.plan.mixed; /* parts that do not overlap do not race */
    else if (f.plan.mixed && task->model == MODEL_C11)
        f.plan.unknown = f.plan.mixed;
    if (task->model == MODEL_TSO && f.plan.checks_lives && !unsuited)
        unsuited = "ends of objects are stores on x86, which is looked at with store buffers alone";
    if (task->model == MODEL_TSO && f.plan.unordered)
        f.plan.unknown = f.plan.unordered;
    if (unsuited || f.plan.unknown)
        search_incomplete(&f, unsuited ? unsuited : f.plan.unknown);
    if (!unsuited) {
        struct partial s;
        f.machine = machine_new(task->program, 1);
        partial_begin(&s, task->program);
        unknown_begin(&f, &s);
        for (uint32_t t = 0; t < s.thread_count; t++)
            search_arrive(&f, &s, t);
        explore(&f, &s);
        look_at_repeated(&f);
        out->outcomes = f.outcomes.size;
        partial_free(&s);
        machine_free(f.machine);
    }
    search_forget(&f);
}

void search_forget(struct weak_search *f)
{
    vector_free(&f->places);
    map_free(&f->place_of);
    intern_free(&f->outcomes);
    bitset_free(&f->repeated);
    bitset_free(&f->contended);
    weak_plan_free(&f->plan);
}

void weak_result_free(struct weak_result *r)
{
    mem_free(r->checks);
    arena_release(&r->arena);
}
