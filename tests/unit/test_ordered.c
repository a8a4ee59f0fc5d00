/* Whether accesses of a trace are ordered: by hand, and on random traces against vector clocks; the same for what the program watches itself. */
#include "unit.h"

#include "frontend/race_watch.h"
#include "program/machine.h"
#include "program/ordered.h"
#include "small.h"

#include <string.h>

enum { THREADS = 3, CELLS = 2, MOST = 16 };

struct step {
    uint8_t thread;
    char op;       /* d: the plain write that may race; w, r, u: write, read, read-modify-write of an atomic cell; f: fence */
    uint8_t cell;  /* of w, r, u */
    uint8_t order; /* enum memory_order */
};

/* Threads that do their steps one after the other; the trace does them in the order given. The first and the last are the accesses that may
 * race: d. */
struct script {
    struct step steps[MOST];
    uint32_t count;
};

struct made {
    struct program *p;
    struct trace *t;
};

static void add_access(struct program *p, struct access *out, uint32_t *n, uint32_t cell, bool write, uint8_t order)
{
    out[(*n)++] = (struct access){.id = p->access_count++, .cell = cell, .write = write, .order = order};
}

static struct made make(const struct script *s)
{
    struct made m = {small_new(), trace_new(0)};
    struct program *p = m.p;
    uint32_t data = small_cell(p, "data", 8, 0, NONE),
             cells[CELLS] = {small_cell(p, "x", 8, 0, NONE), small_cell(p, "y", 8, 0, NONE)};
    uint32_t at[THREADS] = {0}, d[2], found = 0;
    for (uint32_t t = 0; t < THREADS; t++)
        small_code(p, "t", 1, MOST + 2);
    for (uint32_t i = 0; i < s->count; i++) {
        const struct step *x = &s->steps[i];
        struct access accesses[2];
        struct action a = action_skip(p);
        a.accesses = accesses;
        if (x->op == 'd') {
            d[found++] = p->access_count;
            add_access(p, accesses, &a.access_count, data, true, ORDER_PLAIN);
        }
        if (x->op == 'r' || x->op == 'u')
            add_access(p, accesses, &a.access_count, cells[x->cell], false, x->order);
        if (x->op == 'w' || x->op == 'u')
            add_access(p, accesses, &a.access_count, cells[x->cell], true, x->order);
        a.fence = x->op == 'f' ? x->order : ORDER_PLAIN;
        uint32_t edge = code_add_edge(p, x->thread, at[x->thread], at[x->thread] + 1, &a);
        trace_add(m.t, x->thread, 0, x->thread, edge);
        at[x->thread]++;
    }
    program_add_check(p, (struct check){.property = PROPERTY_RACE, .access_a = d[0], .access_b = d[1], .text = "race"});
    small_finish(p);
    return m;
}

static void free_made(struct made *m)
{
    trace_free(m->t);
    small_free(m->p);
}

static bool races(const struct script *s, bool beyond_doubt, struct race_found *found)
{
    struct made m = make(s);
    bool race = trace_finds_race(m.p, m.t, beyond_doubt, found);
    free_made(&m);
    return race;
}

#define SCRIPT(...)                                                                                                                \
    &(struct script) { {__VA_ARGS__}, sizeof((struct step[]){__VA_ARGS__}) / sizeof(struct step) }
#define D(t) {t, 'd', 0, 0}
#define FENCE(t, o) {t, 'f', 0, ORDER_##o}
#define W(t, c, o) {t, 'w', c, ORDER_##o}
#define R(t, c, o) {t, 'r', c, ORDER_##o}
#define U(t, c, o) {t, 'u', c, ORDER_##o}

static void expect(const struct script *s, bool race)
{
    assert_int_equal(races(s, false, NULL), race);
    assert_int_equal(races(s, true, NULL), race);
}

static void test_messages(void **state)
{
    (void)state;
    expect(SCRIPT(D(0), D(1)), true);
    expect(SCRIPT(D(0), W(0, 0, RELEASE), R(1, 0, ACQUIRE), D(1)), false);
    expect(SCRIPT(D(0), W(0, 0, SEQ_CST), R(1, 0, SEQ_CST), D(1)), false);
    expect(SCRIPT(D(0), W(0, 0, RELAXED), R(1, 0, ACQUIRE), D(1)), true);
    expect(SCRIPT(D(0), W(0, 0, RELEASE), R(1, 0, RELAXED), D(1)), true);
    expect(SCRIPT(D(0), W(0, 0, RELEASE), R(1, 1, ACQUIRE), D(1)), true); /* of another cell */
    expect(SCRIPT(W(0, 0, RELEASE), D(0), R(1, 0, ACQUIRE), D(1)), true); /* released before */
    expect(SCRIPT(R(1, 0, ACQUIRE), D(0), W(0, 0, RELEASE), D(1)), true); /* acquired before */
    expect(SCRIPT(D(0), W(0, 0, RELEASE), R(2, 0, ACQUIRE), W(2, 1, RELEASE), R(1, 1, ACQUIRE), D(1)), false);
    expect(SCRIPT(D(0), W(0, 0, RELEASE), R(2, 0, RELAXED), W(2, 1, RELEASE), R(1, 1, ACQUIRE), D(1)), true);
}

static void test_fences(void **state)
{
    (void)state;
    expect(SCRIPT(D(0), FENCE(0, RELEASE), W(0, 0, RELAXED), R(1, 0, RELAXED), FENCE(1, ACQUIRE), D(1)), false);
    expect(SCRIPT(D(0), FENCE(0, SEQ_CST), W(0, 0, RELAXED), R(1, 0, RELAXED), FENCE(1, SEQ_CST), D(1)), false);
    expect(SCRIPT(D(0), FENCE(0, RELEASE), W(0, 0, RELAXED), R(1, 0, ACQUIRE), D(1)), false);
    expect(SCRIPT(D(0), W(0, 0, RELEASE), R(1, 0, RELAXED), FENCE(1, ACQUIRE), D(1)), false);
    expect(SCRIPT(D(0), FENCE(0, ACQUIRE), W(0, 0, RELAXED), R(1, 0, RELAXED), FENCE(1, ACQUIRE), D(1)), true);
    expect(SCRIPT(D(0), FENCE(0, RELEASE), W(0, 0, RELAXED), R(1, 0, RELAXED), FENCE(1, RELEASE), D(1)), true);
    expect(SCRIPT(FENCE(0, RELEASE), D(0), W(0, 0, RELAXED), R(1, 0, RELAXED), FENCE(1, ACQUIRE), D(1)), true);
    expect(SCRIPT(D(0), FENCE(0, RELEASE), W(0, 0, RELAXED), FENCE(1, ACQUIRE), R(1, 0, RELAXED), D(1)), true);
    expect(SCRIPT(D(0), FENCE(0, SEQ_CST), FENCE(1, SEQ_CST), D(1)), true); /* nothing was read */
}

static void test_release_sequences(void **state)
{
    (void)state;
    expect(SCRIPT(D(0), W(0, 0, RELEASE), U(2, 0, RELAXED), R(1, 0, ACQUIRE), D(1)), false);
    expect(SCRIPT(D(0), W(0, 0, RELEASE), W(2, 0, RELAXED), R(1, 0, ACQUIRE), D(1)), true);
    expect(SCRIPT(D(0), W(0, 0, RELEASE), W(0, 0, RELAXED), R(1, 0, ACQUIRE), D(1)), false);
    expect(SCRIPT(D(0), U(0, 0, RELAXED), R(1, 0, ACQUIRE), D(1)), true);
    expect(SCRIPT(D(0), U(0, 0, RELEASE), U(2, 0, RELAXED), U(1, 0, ACQUIRE), D(1)), false);
    const struct script *interrupted = SCRIPT(D(0), W(0, 0, RELEASE), W(2, 0, RELAXED), W(0, 0, RELAXED), R(1, 0, ACQUIRE), D(1));
    assert_true(races(interrupted, false, NULL));
    assert_false(races(interrupted, true, NULL));
}

static void test_reasons(void **state)
{
    (void)state;
    struct script s = *SCRIPT(D(0), W(0, 0, RELEASE), R(1, 0, RELAXED), D(1));
    struct made m = make(&s);
    struct race_found found;
    assert_true(trace_finds_race(m.p, m.t, false, &found));
    assert_int_equal(found.first_step, 0);
    assert_int_equal(found.second_step, 3);
    assert_non_null(found.read);
    assert_int_equal(found.read->order, ORDER_RELAXED);
    assert_int_equal(found.write->order, ORDER_RELEASE);
    free_made(&m);
    s = *SCRIPT(D(0), W(0, 0, RELAXED), R(2, 0, ACQUIRE), W(2, 1, RELEASE), R(1, 1, ACQUIRE), D(1)); /* on the way */
    m = make(&s);
    assert_true(trace_finds_race(m.p, m.t, false, &found));
    assert_non_null(found.write);
    assert_int_equal(found.write->order, ORDER_RELAXED);
    free_made(&m);
}

/* --- against vector clocks --- */

struct clocks {
    uint32_t of[THREADS][THREADS], released[THREADS][THREADS], pending[THREADS][THREADS];
    uint32_t view[CELLS][THREADS], mine[CELLS][THREADS], head[CELLS];
};

static void join(uint32_t *to, const uint32_t *from)
{
    for (uint32_t i = 0; i < THREADS; i++)
        to[i] = to[i] > from[i] ? to[i] : from[i];
}

static void clock_write(struct clocks *c, const struct step *x)
{
    const uint32_t *value = order_releases(x->order) ? c->of[x->thread] : c->released[x->thread];
    bool own = c->head[x->cell] == x->thread + 1u;
    if (x->op == 'w') {
        if (!own)
            memset(c->mine[x->cell], 0, sizeof c->mine[0]);
        memset(c->view[x->cell], 0, sizeof c->view[0]);
        join(c->mine[x->cell], value);
        join(c->view[x->cell], c->mine[x->cell]);
        c->head[x->cell] = x->thread + 1u;
    } else {
        if (own)
            join(c->mine[x->cell], value);
        join(c->view[x->cell], value);
    }
}

static bool races_by_clocks(const struct script *s)
{
    struct clocks c = {0};
    uint32_t first = NONE, when = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const struct step *x = &s->steps[i];
        uint32_t t = x->thread;
        c.of[t][t]++;
        if (x->op == 'd' && first != NONE)
            return c.of[t][first] < when;
        if (x->op == 'd') {
            first = t;
            when = c.of[t][t];
        }
        if (x->op == 'r' || x->op == 'u')
            join(order_acquires(x->order) ? c.of[t] : c.pending[t], c.view[x->cell]);
        if (x->op == 'w' || x->op == 'u')
            clock_write(&c, x);
        if (x->op == 'f' && order_acquires(x->order))
            join(c.of[t], c.pending[t]);
        if (x->op == 'f' && order_releases(x->order))
            join(c.released[t], c.of[t]);
    }
    return false;
}

/* Whether the program that watches itself comes to its error, if it picks the first access. */
static bool races_by_watch(const struct script *s)
{
    struct made m = make(s);
    uint32_t edges[THREADS], first = 0;
    for (uint32_t t = 0; t < THREADS; t++)
        edges[t] = m.p->codes.data[t].edges.size;
    while (s->steps[first].op != 'd')
        first++;
    watch_races(m.p);
    struct machine *machine = machine_new(m.p, 0);
    bool found = false;
    for (uint32_t i = 0; i < s->count; i++) {
        struct trace_step step = m.t->steps.data[i];
        const struct code *c = &m.p->codes.data[step.code];
        uint32_t from = c->edges.data[step.edge].from;
        for (uint32_t e = edges[step.code]; e < c->edges.size; e++) {
            bool error = c->locations.data[c->edges.data[e].to].flags & LOC_ERROR;
            if (c->edges.data[e].from == from && (error ? i + 1 == s->count : i == first))
                step.edge = e;
        }
        enum step_result r = machine_step(machine, &step);
        found = i + 1 == s->count && r == STEP_DONE;
        assert_true(r == STEP_DONE || i + 1 == s->count);
    }
    machine_free(machine);
    free_made(&m);
    return found;
}

static uint64_t draw(uint64_t *seed, uint64_t below)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (*seed >> 33) % below;
}

static struct script random_script(uint64_t *seed)
{
    struct script s = {.count = 4 + (uint32_t)draw(seed, MOST - 4)};
    uint32_t first = (uint32_t)draw(seed, 2);
    for (uint32_t i = 0; i < s.count; i++)
        s.steps[i] = (struct step){(uint8_t)draw(seed, THREADS), "wwrruf"[draw(seed, 6)], (uint8_t)(draw(seed, 5) == 0),
                                   (uint8_t)(ORDER_RELAXED + draw(seed, 5))};
    s.steps[first].op = s.steps[s.count - 1].op = 'd';
    if (s.steps[first].thread == s.steps[s.count - 1].thread)
        s.steps[first].thread = (uint8_t)((s.steps[first].thread + 1) % THREADS);
    return s;
}

static void test_random(void **state)
{
    (void)state;
    uint64_t seed = 14;
    uint32_t found = 0, doubtful = 0, rounds = 20000;
    for (uint32_t i = 0; i < rounds; i++) {
        struct script s = random_script(&seed);
        bool expected = races_by_clocks(&s), strict = races(&s, false, NULL), beyond = races(&s, true, NULL);
        assert_int_equal(strict, expected);
        assert_int_equal(races_by_watch(&s), expected);
        assert_true(expected || !beyond); /* beyond doubt is a race by all means */
        found += expected;
        doubtful += expected && !beyond;
    }
    assert_in_range(found, rounds / 4, rounds - rounds / 20); /* the scripts are about something */
    assert_in_range(doubtful, 1, rounds / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages), cmocka_unit_test(test_fences), cmocka_unit_test(test_release_sequences),
        cmocka_unit_test(test_reasons),  cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
