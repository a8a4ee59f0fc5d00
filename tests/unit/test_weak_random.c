/* Random litmus tests: the search for executions, and the machine with views, against all ways to choose what is read and in which order is written, each
 * judged by the axioms; and what can be read and left in memory against the machine with store buffers. Arguments: the number of tests, a seed. */
#include "unit.h"

#include "litmus.h"
#include "small.h"
#include "engines/bounded/weak.h"
#include "passes/robust.h"
#include "passes/robust_check.h"
#include "weak/buffers.h"
#include "weak/views.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 20000 };

static uint64_t seed = 1;
static uint32_t tests_wanted = 120;

static uint32_t below(uint32_t n) { return (uint32_t)(random_next(&seed) % n); }

/* --- all choices --- */

enum { DRAWN = 40 };

struct outcome {                                   /* of an execution */
    uint32_t read[THREADS * OPS], last[LOCATIONS]; /* values; NONE: nothing is read */
    bool allowed;
};

struct choices {
    const struct litmus *litmus;
    VECTOR(struct outcome) outcomes; /* different ones, if they are asked for */
    bool asks;
    struct execution x;
    u32_vector reads; /* events that read */
    enum memory_model model;
    uint64_t allowed, seen;
    bool races;
};

static uint32_t value_of(const struct litmus *l, uint32_t event)
{
    uint32_t t = 0, i = event - l->locations;
    if (event < l->locations)
        return 0;
    for (; i >= l->count[t]; t++)
        i -= l->count[t];
    return litmus_value(t, i);
}

static struct outcome outcome_of(const struct choices *c)
{
    struct outcome o;
    uint32_t e = c->litmus->locations;
    memset(&o, 0, sizeof o);
    for (uint32_t t = 0; t < c->litmus->threads; t++)
        for (uint32_t i = 0; i < c->litmus->count[t]; i++, e++)
            o.read[t * OPS + i] = event_reads(&c->x.events.data[e]) ? value_of(c->litmus, c->x.events.data[e].from) : NONE;
    for (uint32_t l = 0; l < c->litmus->locations; l++)
        o.last[l] = value_of(c->litmus, vector_last(&c->x.order.data[l]));
    return o;
}

static bool same_outcome(const struct outcome *a, const struct outcome *b)
{
    return !memcmp(a->read, b->read, sizeof a->read) && !memcmp(a->last, b->last, sizeof a->last);
}

static void note_outcome(struct choices *c, bool allowed)
{
    struct outcome o = outcome_of(c);
    vector_each(struct outcome *, other, &c->outcomes)
        if (same_outcome(other, &o)) {
            other->allowed |= allowed;
            return;
        }
    o.allowed = allowed;
    vector_push(&c->outcomes, o);
}

static void judge(struct choices *c)
{
    bool allowed = execution_allowed(&c->x, c->model);
    c->seen++;
    if (c->asks)
        note_outcome(c, allowed);
    c->allowed += allowed;
    c->races |= allowed && execution_races(&c->x, false, NONE, NONE);
}

/* Nobody reads what the same thread writes later: then it is of no use to ask for that. */
static bool is_after(const struct choices *c, uint32_t write, uint32_t read)
{
    return write > read && c->x.events.data[write].thread == c->x.events.data[read].thread;
}

static void choose_sources(struct choices *c, uint32_t k)
{
    if (c->seen > MOST)
        return;
    if (k == c->reads.size) {
        judge(c);
        return;
    }
    struct weak_event *e = &c->x.events.data[c->reads.data[k]];
    vector_each(const uint32_t *, w, &c->x.order.data[e->location]) {
        if (*w == c->reads.data[k] || (c->asks && is_after(c, *w, c->reads.data[k])))
            continue;
        e->from = *w;
        choose_sources(c, k + 1);
    }
}

/* All orders of the writes of a location, the initial one first; then the next location. */
static void choose_orders(struct choices *c, uint32_t location, uint32_t place)
{
    if (location == c->x.order.size) {
        choose_sources(c, 0);
        return;
    }
    u32_vector *o = &c->x.order.data[location];
    if (place >= o->size) {
        choose_orders(c, location + 1, 1);
        return;
    }
    for (uint32_t i = place; i < o->size; i++) {
        uint32_t x = o->data[place], y = o->data[i];
        o->data[place] = y, o->data[i] = x;
        choose_orders(c, location, place + 1);
        o->data[place] = x, o->data[i] = y;
    }
}

static void choose_all(const struct litmus *l, struct choices *c)
{
    vector_resize(&c->x.order, l->locations);
    for (uint32_t i = 0; i < l->locations; i++) {
        vector_push(&c->x.order.data[i], i);
        vector_push(&c->x.events, (struct weak_event){.kind = EVENT_INITIAL, .thread = NONE, .location = i, .from = NONE});
    }
    for (uint32_t t = 0; t < l->threads; t++)
        for (uint32_t i = 0; i < l->count[t]; i++) {
            const struct op *o = &l->ops[t][i];
            uint32_t id = c->x.events.size, location = o->kind == EVENT_FENCE ? NONE : o->location;
            vector_push(&c->x.events,
                        (struct weak_event){.kind = o->kind, .order = o->order, .thread = t, .location = location, .from = NONE});
            if (o->kind == EVENT_WRITE || o->kind == EVENT_UPDATE)
                vector_push(&c->x.order.data[location], id);
            if (o->kind == EVENT_READ || o->kind == EVENT_UPDATE)
                vector_push(&c->reads, id);
        }
    choose_orders(c, 0, 1);
    execution_free(&c->x);
    vector_free(&c->reads);
}

/* --- the search --- */

/* What is read goes to the variable kept. */
static void add_access(struct program *p, uint32_t code, uint32_t at, const struct op *o, uint32_t cell, uint32_t kept,
                       uint32_t value)
{
    struct access accesses[2];
    struct update updates[2];
    struct action a = action_skip(p);
    a.kind = o->kind == EVENT_UPDATE ? ACT_ATOMIC : a.kind;
    a.accesses = accesses;
    a.updates = updates;
    if (o->kind == EVENT_FENCE)
        a.fence = o->order;
    if (o->kind == EVENT_READ || o->kind == EVENT_UPDATE) {
        accesses[a.access_count++] = (struct access){.id = p->access_count++, .cell = cell, .order = o->order};
        updates[a.update_count++] = (struct update){.cell = kept, .value = program_cell_expr(p, cell, NULL)};
    }
    if (o->kind == EVENT_WRITE || o->kind == EVENT_UPDATE) {
        accesses[a.access_count++] = (struct access){.id = p->access_count++, .cell = cell, .order = o->order, .write = true};
        updates[a.update_count++] = (struct update){.cell = cell, .value = expr_const(p->exprs, 8, value)};
    }
    code_add_edge(p, code, at, at + 1, &a);
}

static uint32_t new_cell(struct program *p, uint32_t owner)
{
    char name[16];
    snprintf(name, sizeof name, "r%u", p->cells.size);
    return small_cell(p, arena_strdup(&p->arena, name), 8, 0, owner);
}

/* What is read is kept in a variable that nobody else uses. */
static void add_op(struct program *p, uint32_t code, uint32_t at, const struct op *o, const uint32_t *cells, uint32_t value)
{
    bool reads = o->kind == EVENT_READ || o->kind == EVENT_UPDATE;
    add_access(p, code, at, o, cells[o->location], reads ? new_cell(p, NONE) : NONE, value);
}

static struct program *make_program(const struct litmus *l)
{
    struct program *p = small_new();
    uint32_t cells[LOCATIONS];
    for (uint32_t i = 0; i < l->locations; i++)
        cells[i] = small_cell(p, (const char *[]){"x", "y", "z"}[i], 8, 0, NONE);
    small_code(p, "main", 1, 1);
    for (uint32_t t = 0; t < l->threads; t++) {
        uint32_t code = small_code(p, "t", 1, l->count[t] + 1);
        for (uint32_t i = 0; i < l->count[t]; i++)
            add_op(p, code, i, &l->ops[t][i], cells, litmus_value(t, i));
        p->codes.data[code].exit = l->count[t];
    }
    for (uint32_t a = 0; a < p->access_count; a++)
        for (uint32_t b = a; b < p->access_count; b++)
            program_add_check(p,
                              (struct check){.property = PROPERTY_RACE, .code = 0, .access_a = a, .access_b = b, .text = "race"});
    small_finish(p);
    return p;
}

static void compare_with_buffers(const struct program *p, enum memory_model model)
{
    struct weak_task task = {.program = p, .model = model, .outcomes = true};
    struct weak_result r, b;
    weak_search_run(&task, &r);
    buffers_search_run(&task, &b);
    assert_true(r.complete && b.complete);
    assert_true(r.outcomes > 0);
    assert_int_equal(r.outcomes, b.outcomes);
    weak_result_free(&r);
    weak_result_free(&b);
}

/* Whether the machine with views has as many executions and outcomes, and races in the same pairs. */
static void compare_with_views(const struct program *p, const struct weak_result *r)
{
    struct weak_result v;
    views_search_run(&(struct weak_task){.program = p, .model = MODEL_C11, .races = true, .outcomes = true}, &v);
    assert_true(v.complete);
    assert_int_equal(r->executions, v.executions);
    assert_int_equal(r->outcomes, v.outcomes);
    for (uint32_t i = 0; i < p->checks.size; i++)
        assert_int_equal(r->checks[i].violated || r->checks[i].doubt, v.checks[i].violated);
    weak_result_free(&v);
}

/* Whether the solver finds races in the same pairs. */
static void compare_races_with_solver(const struct program *p, enum memory_model model, const struct weak_result *r)
{
    struct weak_result v;
    solver_search_run(&(struct weak_task){.program = p, .model = model, .races = true}, &v);
    assert_true(v.complete);
    for (uint32_t i = 0; i < p->checks.size; i++) {
        assert_int_equal(r->checks[i].violated || r->checks[i].doubt, v.checks[i].violated || v.checks[i].doubt);
        assert_true(!v.checks[i].doubt || !strstr(v.checks[i].doubt, "error in heddle"));
    }
    weak_result_free(&v);
}

static void compare(const struct litmus *l, enum memory_model model)
{
    struct choices c = {.model = model, .litmus = l};
    choose_all(l, &c);
    if (c.seen > MOST)
        return;
    struct program *p = make_program(l);
    struct weak_result r;
    weak_search_run(&(struct weak_task){.program = p, .model = model, .races = true, .outcomes = true}, &r);
    bool races = false;
    for (uint32_t i = 0; i < p->checks.size; i++)
        races |= r.checks[i].violated || r.checks[i].doubt;
    assert_true(r.complete);
    assert_int_equal(r.executions, c.allowed);
    assert_int_equal(races, c.races);
    if (model == MODEL_C11)
        compare_with_views(p, &r);
    else
        compare_with_buffers(p, model);
    if (model != MODEL_SC)
        compare_races_with_solver(p, model, &r);
    weak_result_free(&r);
    small_free(p);
}

/* --- the solver --- */

enum { ASKED = THREADS * OPS + LOCATIONS, AGAIN = 2 };

/* A step that reads a cell into another one, or writes a value (NULL: what the other one has), with an order that orders nothing. */
static void add_copy(struct program *p, uint32_t code, uint32_t at, uint32_t from, uint32_t to, bool write)
{
    struct access access = {.id = p->access_count++, .cell = write ? to : from, .order = ORDER_RELAXED, .write = write};
    struct action a = action_skip(p);
    a.accesses = &access;
    a.access_count = 1;
    a.updates = SET(to, cell8(p, from));
    a.update_count = 1;
    code_add_edge(p, code, at, at + 1, &a);
}

struct asking { /* threads that tell what they have read, when they are done */
    const struct litmus *litmus;
    struct program *p;
    uint32_t cells[LOCATIONS], done[THREADS];
    uint32_t kept[THREADS * OPS];              /* or NONE */
    uint32_t known[THREADS * OPS + LOCATIONS]; /* by main: what was kept, and what locations hold at the end */
};

/* Nothing stands between the ops: what does may change what is allowed. */
static void add_thread(struct asking *k, uint32_t t)
{
    const struct litmus *l = k->litmus;
    uint32_t code = small_code(k->p, "t", 1, (AGAIN + 1) * OPS + 2), at = 0, own[OPS];
    for (uint32_t i = 0; i < l->count[t]; i++) {
        const struct op *o = &l->ops[t][i];
        uint32_t value = litmus_value(t, i), unwanted = o->kind == EVENT_READ ? 0 : value;
        own[i] = op_reads(o) ? new_cell(k->p, code) : NONE;
        k->kept[t * OPS + i] = op_reads(o) ? new_cell(k->p, NONE) : NONE;
        add_access(k->p, code, at, o, k->cells[o->location], own[i], value);
        at++;
        if (o->again) {
            small_edge(k->p, code, at, at - 1, is8(k->p, own[i], unwanted), 0, NULL);
            small_edge(k->p, code, at, at + 1, is_not8(k->p, own[i], unwanted), 0, NULL);
            at++;
        }
    }
    for (uint32_t i = 0; i < l->count[t]; i++)
        if (own[i] != NONE)
            add_copy(k->p, code, at++, own[i], k->kept[t * OPS + i], true);
    small_edge(k->p, code, at, (AGAIN + 1) * OPS + 1, NULL, 1, SET(k->done[t], value8(k->p, 1)));
}

static uint32_t wait_for_all(struct asking *k)
{
    uint32_t at = 0;
    for (uint32_t t = 0; t < k->litmus->threads; t++, at++)
        small_edge(k->p, 0, at, at + 1, is8(k->p, k->done[t], 1), 0, NULL);
    for (uint32_t i = 0; i < ASKED; i++) {
        bool location = i >= THREADS * OPS, there = location ? i - THREADS * OPS < k->litmus->locations : k->kept[i] != NONE;
        if (!there)
            continue;
        k->known[i] = new_cell(k->p, 0);
        add_copy(k->p, 0, at++, location ? k->cells[i - THREADS * OPS] : k->kept[i], k->known[i], false);
    }
    return at;
}

/* What main knows is the outcome. */
static expr is_outcome(const struct asking *k, const struct outcome *o)
{
    expr all = expr_bool(k->p->exprs, true);
    for (uint32_t i = 0; i < THREADS * OPS; i++)
        if (k->kept[i] != NONE && o->read[i] != NONE)
            all = expr_and(k->p->exprs, all, is8(k->p, k->known[i], o->read[i]));
    for (uint32_t i = 0; i < k->litmus->locations; i++)
        if (o->last[i] != NONE)
            all = expr_and(k->p->exprs, all, is8(k->p, k->known[THREADS * OPS + i], o->last[i]));
    return all;
}

/* The same threads, and main fails with a check of its own for each of the outcomes. */
static struct program *make_asking(const struct litmus *l, const struct outcome *outcomes, uint32_t count)
{
    struct asking k = {.litmus = l, .p = small_new()};
    for (uint32_t i = 0; i < THREADS * OPS; i++)
        k.kept[i] = NONE;
    for (uint32_t i = 0; i < l->locations; i++)
        k.cells[i] = small_cell(k.p, (const char *[]){"x", "y", "z"}[i], 8, 0, NONE);
    for (uint32_t t = 0; t < l->threads; t++) {
        k.done[t] = small_cell(k.p, "done", 8, 0, NONE);
        k.p->cells.data[k.done[t]].role = CELL_SYNC;
    }
    uint32_t errors = THREADS + ASKED + 1;
    small_code(k.p, "main", 1, errors + count + 1);
    for (uint32_t t = 0; t < l->threads; t++)
        add_thread(&k, t);
    uint32_t at = wait_for_all(&k);
    for (uint32_t i = 0; i < count; i++) {
        small_edge(k.p, 0, at, errors + i, is_outcome(&k, &outcomes[i]), 0, NULL);
        small_error(k.p, 0, errors + i);
    }
    small_edge(k.p, 0, at, errors + count, NULL, 0, NULL);
    small_finish(k.p);
    return k.p;
}

/* A value that the location may have: that of some write there, or the first one. */
static uint32_t some_value(const struct litmus *l, uint32_t location)
{
    uint32_t t = below(l->threads), i = below(l->count[t]);
    const struct op *o = &l->ops[t][i];
    return op_writes(o) && o->location == location ? litmus_value(t, i) : below(4) ? some_value(l, location) : 0;
}

/* Some of what can be asked, at random. */
static struct outcome random_question(const struct litmus *l)
{
    struct outcome o;
    memset(&o, 0xff, sizeof o);
    for (uint32_t t = 0; t < l->threads; t++)
        for (uint32_t i = 0; i < l->count[t]; i++)
            if (below(2))
                o.read[t * OPS + i] = some_value(l, l->ops[t][i].location);
    for (uint32_t i = 0; i < l->locations; i++)
        if (!below(3))
            o.last[i] = some_value(l, i);
    return o;
}

static bool is_found(const struct weak_result *r, uint32_t check) { return r->checks[check].violated || r->checks[check].doubt; }

static void expect_no_error(const struct weak_result *r, uint32_t check)
{
    assert_true(!r->checks[check].doubt || !strstr(r->checks[check].doubt, "error in heddle"));
}

/* Whether the solver finds an execution exactly if there is one. Which of those that there are it finds may differ, and so may doubts about it. */
static bool compare_with_solver(const struct litmus *l, enum memory_model model)
{
    struct outcome question = random_question(l);
    struct program *p = make_asking(l, &question, 1);
    struct weak_task task = {.program = p, .model = model};
    struct weak_result all, one;
    weak_search_run(&task, &all);
    solver_search_run(&task, &one);
    bool there = is_found(&all, 0), found = is_found(&one, 0);
    assert_true(one.complete);
    if (all.complete) /* a loop that waits in vain may be too long for it */
        assert_int_equal(there, found);
    else
        assert_true(!there || found);
    expect_no_error(&one, 0);
    weak_result_free(&all);
    weak_result_free(&one);
    small_free(p);
    return there;
}

/* The solver finds the outcomes that the axioms allow, and no others: it would not find some if it asked for more than the axioms do. */
static void finds_outcomes(const struct litmus *l, enum memory_model model)
{
    struct choices c = {.model = model, .litmus = l, .asks = true};
    choose_all(l, &c);
    for (uint32_t i = 0; i < c.outcomes.size && i < DRAWN; i++) {
        uint32_t k = i + below(c.outcomes.size - i);
        struct outcome swap = c.outcomes.data[i];
        c.outcomes.data[i] = c.outcomes.data[k];
        c.outcomes.data[k] = swap;
    }
    uint32_t count = c.outcomes.size < DRAWN ? c.outcomes.size : DRAWN;
    struct program *p = make_asking(l, c.outcomes.data, count);
    struct weak_result r;
    solver_search_run(&(struct weak_task){.program = p, .model = model}, &r);
    for (uint32_t i = 0; i < count && c.seen <= MOST; i++) {
        assert_int_equal(is_found(&r, i), c.outcomes.data[i].allowed);
        expect_no_error(&r, i);
    }
    weak_result_free(&r);
    small_free(p);
    vector_free(&c.outcomes);
}

/* Where one part of psc alone decides. */
static void seq_cst_litmus_tests(void **state)
{
    static const char *const tests[] = {
        "Wxs Wxa|Rxa Rys|Wys Rxs",       /* what is released is to the location of the first access: allowed */
        "Wxs Wya|Rya Rzs|Wzs Rxs",       /* another one: not */
        "Wxs Wya|Rya Wys|Rys Rxs",       /* what acquires is to the location of what follows */
        "Wxs Wya|Rya Rzr Wys|Rys Rxs",   /* with something between them */
        "Wxs Wya|Rya Rys|Wys Rxs",       /* the same for a load: allowed */
        "Wxs Rys|Wys Rxs",               /* store buffering */
        "Wxr Fs Ryr|Wyr Fs Rxr",         /* by fences */
        "Wxr Fs Ryr|Wys Rxs",            /* by a fence and accesses */
        "Wxs Rya|Wys Rxa",               /* loads that are not in the order */
        "Wxr|Rxr Fs Ryr|Wyr|Ryr Fs Rxr", /* independent readers */
        "Wxs|Rxs Rys|Wys|Rys Rxs",       /* the same by accesses */
        "Wxr|Rxa Fs Ryr|Wyr Fs Rxr",     /* a fence that is reached by acquiring */
        "Wxa|Rxa Fs Wyr|Ryr Fs Wzr|Rza Rxr",
        "Wxs Wys|Wys Wxs", /* orders of locations */
        "Wxr Fs Wyr|Wyr Fs Wxr",
        "Wxs Uya|Rya Rzs|Wzs Rxs",
        "Uxs Ryr|Uys Rxr",
        "Wxs Uya|Uya Rzs|Wzs Rxs",
        "Wxr Fs|Rxr Ryr Fs Rzr|Wzr Fs Rxr",
    };
    (void)state;
    for (uint32_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        struct litmus l = litmus_read(tests[i], &seed);
        finds_outcomes(&l, MODEL_C11);
        finds_outcomes(&l, MODEL_TSO);
    }
}

/* Where one rule of synchronisation alone decides what is read, and whether there is a race. */
static void synchronised_litmus_tests(void **state)
{
    static const char *const tests[] = {
        "Wx? Wya|Rya Rx?", /* a release and an acquire */
        "Rya Rx?|Wx? Wya", /* the other way round */
        "Wx? Wyr|Rya Rx?", /* none of the two, or one of them */
        "Wx? Wya|Ryr Rx?",
        "Wx? Fa Wyr|Ryr Fa Rx?",
        "Wx? Wyr Fa|Rya Rx?",
        "Wx? Wya|Fa Ryr Rx?",
        "Wx? Fa Wyr|Rya Wx?",
        "Wx? Fa Wyp|Rya Rx?",
        "Wx? Wya|Ryp Fa Rx?",
        "Fa Wx? Wyr|Rya Rx?",
        "Wx? Wya|Uyr|Rya Rx?", /* an exchange between them */
        "Wx? Wya|Wyr|Rya Rx?", /* a store */
        "Wx? Wya Wyr|Rya Rx?", /* a later store of the same thread */
        "Wx? Uya|Uya Wx?",
        "Wx? Uyr|Uya Wx?",
        "Wx? Wya|Rya Wza|Rza Rx?",
        "Wx? Wya|Ryr Wza|Rza Rx?",
        "Rx? Wya|Rya Wx?",
        "Wx?|Rxa",
        "Rx?|Rx?",
        "Wx?|Wx?",
    };
    (void)state;
    for (uint32_t i = 0; i < sizeof tests / sizeof *tests; i++)
        for (uint32_t plain = 0; plain < 2; plain++) {
            char text[32];
            snprintf(text, sizeof text, "%s", tests[i]);
            for (char *c = text; *c; c++)
                *c = *c == '?' ? "rp"[plain] : *c;
            struct litmus l = litmus_read(text, &seed);
            finds_outcomes(&l, MODEL_C11);
            finds_outcomes(&l, MODEL_TSO);
            compare(&l, MODEL_C11);
            compare(&l, MODEL_TSO);
        }
}

static uint64_t outcomes_by(const struct program *p, enum memory_model model)
{
    struct weak_result r;
    buffers_search_run(&(struct weak_task){.program = p, .model = model, .outcomes = true}, &r);
    uint64_t outcomes = r.outcomes;
    weak_result_free(&r);
    return outcomes;
}

/* Where the look for cycles says that store buffers make no difference, they make none. */
static bool is_rightly_robust(const struct litmus *l)
{
    struct program *p = make_program(l);
    access_list lines = {0};
    bool robust = is_robust_with_buffers(p, &lines);
    if (robust)
        assert_int_equal(outcomes_by(p, MODEL_TSO), outcomes_by(p, MODEL_SC));
    vector_free(&lines);
    small_free(p);
    return robust;
}

/* Where the look for cycles says that threads take turns, every execution of C without races is one in which they do. */
static bool takes_rightly_turns(const struct litmus *l)
{
    struct program *p = make_program(l);
    access_list lines = {0};
    struct weak_result weak, turns;
    bool robust = is_robust(p, &lines), races = false;
    weak_search_run(&(struct weak_task){.program = p, .model = MODEL_C11, .races = true}, &weak);
    weak_search_run(&(struct weak_task){.program = p, .model = MODEL_SC}, &turns);
    for (uint32_t i = 0; i < p->checks.size; i++)
        races |= weak.checks[i].violated || weak.checks[i].doubt;
    if (robust && !races)
        assert_int_equal(weak.executions, turns.executions);
    weak_result_free(&weak);
    weak_result_free(&turns);
    vector_free(&lines);
    small_free(p);
    return robust && !races;
}

/* Some of the reads and exchanges go on until they have read something. */
static void repeat_some(struct litmus *l)
{
    for (uint32_t t = 0; t < l->threads; t++)
        for (uint32_t i = 0; i < l->count[t]; i++)
            l->ops[t][i].again = (l->ops[t][i].kind == EVENT_READ || l->ops[t][i].kind == EVENT_UPDATE) && below(2);
}

static void random_litmus_tests(void **state)
{
    (void)state;
    uint32_t robust = 0, in_turns = 0, found = 0;
    for (uint32_t i = 0; i < tests_wanted; i++) {
        struct litmus l = random_litmus(&seed);
        compare(&l, MODEL_C11);
        compare(&l, MODEL_TSO);
        compare(&l, MODEL_SC);
        robust += is_rightly_robust(&l);
        in_turns += takes_rightly_turns(&l);
        found += compare_with_solver(&l, MODEL_C11);
        compare_with_solver(&l, MODEL_TSO);
        finds_outcomes(&l, MODEL_C11);
        finds_outcomes(&l, MODEL_TSO);
        repeat_some(&l);
        compare_with_solver(&l, MODEL_C11);
        compare_with_solver(&l, MODEL_TSO);
    }
    assert_true(found > tests_wanted / 5 && found < tests_wanted - tests_wanted / 5);
    assert_true(in_turns > tests_wanted / 20 && in_turns < tests_wanted);
    assert_true(robust > tests_wanted / 10 && robust < tests_wanted);
}

/* Store buffering: both threads may read the old value, unless there is a full fence (or an exchange) in each of them. */
static uint64_t outcomes_with(struct op between, enum memory_model model)
{
    struct op store = {EVENT_WRITE, ORDER_RELEASE, 0, false}, load = {EVENT_READ, ORDER_ACQUIRE, 1, false};
    struct litmus l = {.threads = 2, .locations = 3, .count = {3, 3}, .ops = {{store, between, load}, {store, between, load}}};
    l.ops[1][0].location = 1;
    l.ops[1][2].location = 0;
    struct program *p = make_program(&l);
    struct weak_result r;
    buffers_search_run(&(struct weak_task){.program = p, .model = model, .outcomes = true}, &r);
    uint64_t outcomes = r.outcomes;
    assert_true(r.complete);
    weak_result_free(&r);
    small_free(p);
    return outcomes;
}

static void full_fences(void **state)
{
    (void)state;
    struct op full = {EVENT_FENCE, ORDER_SEQ_CST, 0, false}, half = {EVENT_FENCE, ORDER_ACQ_REL, 0, false};
    assert_int_equal(outcomes_with(half, MODEL_TSO), 4);
    assert_int_equal(outcomes_with(full, MODEL_TSO), 3);
    assert_int_equal(outcomes_with(half, MODEL_SC), 3);
}

/* Sets of what comes after what are refused if they are empty, or not closed, where there is a cycle that relaxed accesses allow; and taken if there is none. */
static void forged_sets(void **state)
{
    (void)state;
    for (uint8_t order = ORDER_RELAXED; order <= ORDER_SEQ_CST; order++) {
        struct op store = {EVENT_WRITE, order, 0, false}, load = {EVENT_READ, order, 1, false};
        struct litmus l = {.threads = 2, .locations = 2, .count = {2, 2}, .ops = {{store, load}, {store, load}}};
        l.ops[1][0].location = 1;
        l.ops[1][1].location = 0;
        struct program *p = make_program(&l);
        struct bitset after[16] = {0};
        assert_true(p->cells.size < 16);
        assert_false(cycles_are_excluded(p, after));
        bitset_add(&after[0], 1);
        bitset_add(&after[1], 0);
        assert_false(cycles_are_excluded(p, after));
        for (uint32_t i = 0; i < 2; i++)
            bitset_add(&after[i], i);
        assert_int_equal(cycles_are_excluded(p, after), order == ORDER_SEQ_CST);
        bitset_free(&after[0]);
        bitset_free(&after[1]);
        small_free(p);
    }
}

/* The same for store buffers: one thread stores x and loads y, the other one the other way round. */
static void forged_arrows(void **state)
{
    enum { X, Y };
    (void)state;
    for (uint8_t order = ORDER_RELAXED; order <= ORDER_SEQ_CST; order++) {
        struct litmus l = litmus_read("Wxr Ryr|Wyr Rxr", &seed);
        l.ops[0][0].order = l.ops[1][0].order = order;
        struct program *p = make_program(&l);
        struct bitset after[16] = {0};
        assert_true(p->cells.size < 16);
        for (uint32_t i = 0; i < p->cells.size; i++)
            for (uint32_t k = 0; k < p->cells.size; k++)
                bitset_add(&after[i], k);
        for (uint32_t code = 1; code < 3; code++)
            assert_int_equal(passing_is_excluded(p, code, after), order == ORDER_SEQ_CST);
        bitset_remove(&after[X], X); /* not closed */
        assert_false(passing_is_excluded(p, 1, after));
        for (uint32_t i = 0; i < p->cells.size; i++)
            bitset_remove(&after[i], X); /* closed, without what the second one does */
        bitset_clear(&after[X]);
        assert_false(passing_is_excluded(p, 1, after));
        for (uint32_t i = 0; i < p->cells.size; i++)
            bitset_free(&after[i]);
        small_free(p);
    }
}

int main(int count, char **arguments)
{
    if (count > 1)
        tests_wanted = (uint32_t)strtoul(arguments[1], NULL, 10);
    if (count > 2)
        seed = strtoull(arguments[2], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(full_fences),
                                       cmocka_unit_test(forged_sets),
                                       cmocka_unit_test(forged_arrows),
                                       cmocka_unit_test(seq_cst_litmus_tests),
                                       cmocka_unit_test(synchronised_litmus_tests),
                                       cmocka_unit_test(random_litmus_tests)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
