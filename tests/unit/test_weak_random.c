/* Random litmus tests: the search for executions, and the machine with views, against all ways to choose what is read and in which order is written, each
 * judged by the axioms; and what can be read and left in memory against the machine with store buffers. Arguments: the number of tests, a seed. */
#include "unit.h"

#include "small.h"
#include "engines/bounded/weak.h"
#include "passes/robust.h"
#include "passes/robust_check.h"
#include "weak/buffers.h"
#include "weak/views.h"

#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, OPS = 3, LOCATIONS = 3, EVENTS = THREADS * OPS + LOCATIONS, MOST = 20000 };

struct op {
    uint8_t kind; /* enum event_kind */
    uint8_t order;
    uint32_t location;
    bool again; /* where the solver is asked: until it has read something else than 0, or than what it writes */
};

struct litmus {
    uint32_t threads, locations, count[THREADS];
    struct op ops[THREADS][OPS];
};

static uint64_t seed = 1;
static uint32_t tests_wanted = 300;

static uint32_t below(uint32_t n) { return (uint32_t)(random_next(&seed) % n); }

static struct op random_op(uint32_t locations)
{
    static const uint8_t fences[] = {ORDER_ACQUIRE, ORDER_RELEASE, ORDER_ACQ_REL, ORDER_SEQ_CST, ORDER_SEQ_CST};
    static const uint8_t reads[] = {ORDER_PLAIN, ORDER_RELAXED, ORDER_RELAXED, ORDER_ACQUIRE, ORDER_SEQ_CST, ORDER_SEQ_CST};
    static const uint8_t writes[] = {ORDER_PLAIN, ORDER_RELAXED, ORDER_RELAXED, ORDER_RELEASE, ORDER_SEQ_CST, ORDER_SEQ_CST};
    uint32_t k = below(8);
    struct op o = {.location = below(locations)};
    o.kind = k < 3 ? EVENT_READ : k < 6 ? EVENT_WRITE : k < 7 ? EVENT_UPDATE : EVENT_FENCE;
    o.order = o.kind == EVENT_READ     ? reads[below(6)]
              : o.kind == EVENT_WRITE  ? writes[below(6)]
              : o.kind == EVENT_UPDATE ? (uint8_t)(ORDER_RELAXED + below(5))
                                       : fences[below(5)];
    return o;
}

static struct litmus random_litmus(void)
{
    struct litmus l = {.threads = 2 + below(THREADS - 1), .locations = 2 + below(LOCATIONS - 1)};
    for (uint32_t t = 0; t < l.threads; t++) {
        l.count[t] = 1 + below(OPS);
        for (uint32_t i = 0; i < l.count[t]; i++)
            l.ops[t][i] = random_op(l.locations);
    }
    return l;
}

/* --- all choices --- */

enum { DRAWN = 3 };

struct outcome {                                   /* of an execution */
    uint32_t read[THREADS * OPS], last[LOCATIONS]; /* values; NONE: nothing is read */
};

struct choices {
    const struct litmus *litmus;
    struct outcome drawn[DRAWN]; /* of executions that are allowed */
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
    return 1 + t * OPS + i;
}

/* Each execution that is allowed is as likely to be among those that are drawn. */
static void draw_outcome(struct choices *c)
{
    uint32_t place = c->allowed <= DRAWN ? (uint32_t)c->allowed - 1 : below((uint32_t)c->allowed), e = c->litmus->locations;
    if (place >= DRAWN)
        return;
    struct outcome *o = &c->drawn[place];
    for (uint32_t t = 0; t < c->litmus->threads; t++)
        for (uint32_t i = 0; i < c->litmus->count[t]; i++, e++)
            o->read[t * OPS + i] = event_reads(&c->x.events.data[e]) ? value_of(c->litmus, c->x.events.data[e].from) : NONE;
    for (uint32_t l = 0; l < c->litmus->locations; l++)
        o->last[l] = value_of(c->litmus, vector_last(&c->x.order.data[l]));
}

static void judge(struct choices *c)
{
    uint32_t a, b;
    c->seen++;
    if (!execution_allowed(&c->x, c->model))
        return;
    c->allowed++;
    draw_outcome(c);
    c->races |= execution_races(&c->x, false, &a, &b);
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
        if (*w == c->reads.data[k])
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
            add_op(p, code, i, &l->ops[t][i], cells, 1 + t * OPS + i);
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
        assert_true(!r->checks[i].violated || v.checks[i].violated);
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
    weak_result_free(&r);
    small_free(p);
}

/* --- the solver --- */

enum { ASKED = THREADS * OPS + LOCATIONS, FEW = 5, AGAIN = 3 };

/* What main asks when all threads are done: what one of the reads has read, or a location holds at the end. */
static void add_op_again(struct program *p, uint32_t code, uint32_t at, const struct op *o, const uint32_t *cells, uint32_t value)
{
    uint32_t kept = new_cell(p, NONE), own = new_cell(p, code), unwanted = o->kind == EVENT_READ ? 0 : value;
    add_access(p, code, at, o, cells[o->location], own, value);
    small_edge(p, code, at + 1, at, is8(p, own, unwanted), 0, NULL);
    small_edge(p, code, at + 1, at + 2, is_not8(p, own, unwanted), 0, NULL);
    small_edge(p, code, at + 2, at + 3, NULL, 1, SET(kept, cell8(p, own)));
}

static void add_question(struct program *p, uint32_t at, uint32_t exit, uint32_t cell, uint32_t value)
{
    small_edge(p, 0, at, at + 1, is8(p, cell, value), 0, NULL);
    small_edge(p, 0, at, exit, is_not8(p, cell, value), 0, NULL);
}

/* A value that the cell may have: that of some write there, or the first one. */
static uint32_t some_value(const struct litmus *l, uint32_t location)
{
    uint32_t t = below(l->threads), i = below(l->count[t]);
    const struct op *o = &l->ops[t][i];
    bool writes = o->kind == EVENT_WRITE || o->kind == EVENT_UPDATE;
    return writes && o->location == location ? 1 + t * OPS + i : below(4) ? some_value(l, location) : 0;
}

/* Some questions at random. */
static void add_questions(struct program *p, const struct litmus *l, const uint32_t *kept, const uint32_t *cells)
{
    uint32_t exit = l->threads + ASKED + 1, at = l->threads;
    for (uint32_t n = 0; n < FEW; n++) {
        uint32_t t = below(l->threads + 1), i = t < l->threads ? below(l->count[t]) : 0;
        uint32_t location = t < l->threads ? l->ops[t][i].location : below(l->locations);
        uint32_t cell = t < l->threads ? kept[t * OPS + i] : cells[location];
        if (cell != NONE && below(3))
            add_question(p, at++, exit, cell, some_value(l, location));
    }
    small_error(p, 0, at);
}

/* All questions, for one outcome. */
static void add_outcome(struct program *p, const struct litmus *l, const struct outcome *o, const uint32_t *kept,
                        const uint32_t *cells)
{
    uint32_t exit = l->threads + ASKED + 1, at = l->threads;
    for (uint32_t t = 0; t < l->threads; t++)
        for (uint32_t i = 0; i < l->count[t]; i++)
            if (kept[t * OPS + i] != NONE)
                add_question(p, at++, exit, kept[t * OPS + i], o->read[t * OPS + i]);
    for (uint32_t i = 0; i < l->locations; i++)
        add_question(p, at++, exit, cells[i], o->last[i]);
    small_error(p, 0, at);
}

/* The same threads, and main fails if they end so, or (NULL) in one way that is drawn. */
static struct program *make_asking(const struct litmus *l, const struct outcome *o)
{
    struct program *p = small_new();
    uint32_t cells[LOCATIONS], done[THREADS], kept[THREADS * OPS];
    for (uint32_t i = 0; i < l->locations; i++)
        cells[i] = small_cell(p, (const char *[]){"x", "y", "z"}[i], 8, 0, NONE);
    for (uint32_t t = 0; t < l->threads; t++) {
        done[t] = small_cell(p, "done", 8, 0, NONE);
        p->cells.data[done[t]].role = CELL_SYNC;
    }
    small_code(p, "main", 1, l->threads + ASKED + 2);
    for (uint32_t t = 0; t < l->threads; t++) {
        uint32_t code = small_code(p, "t", 1, AGAIN * OPS + 2), at = 0;
        for (uint32_t i = 0; i < l->count[t]; i++) {
            const struct op *op = &l->ops[t][i];
            uint32_t before = p->cells.size;
            if (op->again)
                add_op_again(p, code, at, op, cells, 1 + t * OPS + i);
            else
                add_op(p, code, at, op, cells, 1 + t * OPS + i);
            at += op->again ? AGAIN : 1;
            kept[t * OPS + i] = p->cells.size > before ? before : NONE;
        }
        small_edge(p, code, at, AGAIN * OPS + 1, NULL, 1, SET(done[t], value8(p, 1)));
        small_edge(p, 0, t, t + 1, is8(p, done[t], 1), 0, NULL);
    }
    if (o)
        add_outcome(p, l, o, kept, cells);
    else
        add_questions(p, l, kept, cells);
    small_finish(p);
    return p;
}

/* Whether the solver finds an execution exactly if there is one. Which of those that there are it finds may differ, and so may doubts about it. */
static bool compare_with_solver(const struct litmus *l)
{
    struct program *p = make_asking(l, NULL);
    struct weak_task task = {.program = p, .model = MODEL_C11};
    struct weak_result all, one;
    weak_search_run(&task, &all);
    solver_search_run(&task, &one);
    bool there = all.checks[0].violated || all.checks[0].doubt, found = one.checks[0].violated || one.checks[0].doubt;
    assert_true(one.complete);
    if (all.complete) /* a loop that waits in vain may be too long for it */
        assert_int_equal(there, found);
    else
        assert_true(!there || found);
    assert_true(!one.checks[0].doubt || !strstr(one.checks[0].doubt, "error in heddle"));
    weak_result_free(&all);
    weak_result_free(&one);
    small_free(p);
    return there;
}

/* The solver finds the executions that are there: it would not if it asked for more than the axioms do. */
static void finds_outcomes(const struct litmus *l)
{
    struct choices c = {.model = MODEL_C11, .litmus = l};
    choose_all(l, &c);
    for (uint32_t i = 0; i < DRAWN && i < c.allowed && c.seen <= MOST; i++) {
        struct program *p = make_asking(l, &c.drawn[i]);
        struct weak_result r;
        solver_search_run(&(struct weak_task){.program = p, .model = MODEL_C11}, &r);
        assert_true(r.checks[0].violated || r.checks[0].doubt);
        assert_true(!r.checks[0].doubt || !strstr(r.checks[0].doubt, "error in heddle"));
        weak_result_free(&r);
        small_free(p);
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
        struct litmus l = random_litmus();
        compare(&l, MODEL_C11);
        compare(&l, MODEL_TSO);
        compare(&l, MODEL_SC);
        robust += is_rightly_robust(&l);
        in_turns += takes_rightly_turns(&l);
        found += compare_with_solver(&l);
        finds_outcomes(&l);
        repeat_some(&l);
        compare_with_solver(&l);
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

int main(int count, char **arguments)
{
    if (count > 1)
        tests_wanted = (uint32_t)strtoul(arguments[1], NULL, 10);
    if (count > 2)
        seed = strtoull(arguments[2], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(full_fences), cmocka_unit_test(forged_sets),
                                       cmocka_unit_test(random_litmus_tests)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
