/* The engine explore on small programs, with and without partial-order reduction, depth first and breadth first. Every
 * counterexample is executed again here. */
#include "unit.h"

#include "base/options.h"
#include "base/statistics.h"
#include "engines/engine.h"
#include "program/machine.h"
#include "small.h"

#include <string.h>

static struct statistics last;

static const char *words_of(const struct reason *r)
{
    static struct arena words;
    return r ? reason_words(r, &words) : "";
}

/* Runs explore; the answer for every check must be the same in all modes, and is compared with expected (P, V or O). */
static void expect(const struct program *p, const char *expected)
{
    const struct engine *engine = engine_find("explore");
    assert_non_null(engine);
    for (int mode = 0; mode < 3; mode++) {
        struct options o;
        options_init(&o);
        o.por = mode == 0;
        o.shortest = mode == 2;
        memset(&last, 0, sizeof last);
        struct task task = {.program = p, .options = &o, .statistics = &last};
        task.budget.deadline = clock_wall() + 20;
        struct verdict v;
        verdict_init(&v, p);
        engine->run(&task, &v);
        assert_int_equal(strlen(expected), p->checks.size);
        for (uint32_t c = 0; c < p->checks.size; c++) {
            const struct check_result *r = &v.results.data[c];
            char answer = "OPV"[r->answer];
            if (answer != expected[c])
                print_error("check %u, mode %d: %s\n", c, mode, words_of(r->reason ? r->reason : v.reason));
            assert_int_equal(answer, expected[c]);
            assert_int_equal(r->answer == ANSWER_VIOLATED, r->trace != NULL);
            struct arena words = ARENA_EMPTY;
            const char *why = "";
            if (r->trace && !trace_replays(p, r->trace, &why, &words))
                fail_msg("%s", why);
            if (r->answer == ANSWER_OPEN)
                assert_non_null(r->reason ? r->reason : v.reason);
            arena_release(&words);
        }
        verdict_free(&v);
        options_free(&o);
    }
}

static void test_lost_update(void **state)
{
    (void)state;
    struct program *p = lost_update(false);
    expect(p, "V");
    small_free(p);
    p = lost_update(true);
    expect(p, "P");
    small_free(p);
}

static void test_peterson(void **state)
{
    (void)state;
    struct program *p = peterson(false);
    expect(p, "PP");
    small_free(p);
    p = peterson(true);
    expect(p, "VV");
    small_free(p);
}

/* In a section: x := 1, then assume y == 1. Nobody may see x == 1 unless y was 1 before. */
static void test_section_that_blocks_is_not_entered(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE), y = small_cell(p, "y", 8, 0, NONE);
    uint32_t a = small_code(p, "a", 1, 3);
    small_edge(p, a, 0, 1, NULL, 1, SET(x, value8(p, 1)));
    small_edge(p, a, 1, 2, is8(p, y, 1), 0, NULL);
    small_flag(p, a, 1, LOC_ATOMIC);
    uint32_t b = small_code(p, "b", 1, 4);
    small_edge(p, b, 0, 1, is8(p, x, 1), 1, SET(y, value8(p, 2)));
    small_edge(p, b, 1, 2, NULL, 0, NULL);
    small_error(p, b, 2);
    small_finish(p);
    expect(p, "P");
    small_free(p);
}

/* Endless loops inside sections: one that repeats itself, one that could be left. */
static void test_loop_in_section(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE);
    uint32_t a = small_code(p, "a", 1, 4);
    small_edge(p, a, 0, 1, NULL, 0, NULL);
    small_edge(p, a, 1, 1, NULL, 1, SET(x, expr_add(p->exprs, cell8(p, x), value8(p, 1))));
    small_edge(p, a, 1, 2, is8(p, x, 200), 0, NULL);
    small_flag(p, a, 1, LOC_ATOMIC);
    small_error(p, a, 2);
    uint32_t b = small_code(p, "b", 1, 3);
    small_edge(p, b, 0, 1, expr_and(p->exprs, is_not8(p, x, 0), is_not8(p, x, 200)), 0, NULL);
    small_error(p, b, 1);
    small_finish(p);
    expect(p, "VP");
    small_free(p);
}

/* A recursive procedure f(n) = n == 0 ? 0 : n + f(n - 1); main checks f(4) == 10 and f(4) != 10. */
static struct program *triangular(uint64_t n)
{
    struct program *p = small_new();
    uint32_t main = small_code(p, "main", 1, 6), r = small_cell(p, "r", 8, 0, main);
    uint32_t f = small_code(p, "f", 0, 4);
    uint32_t arg = small_cell(p, "n", 8, 0, f), result = small_cell(p, "result", 8, 0, f);
    vector_push(&p->codes.data[f].parameters, arg);
    p->codes.data[f].result = result;
    struct edge *e = small_edge(p, main, 0, 1, NULL, 1, SET(arg, value8(p, n)));
    e->action.kind = ACT_CALL;
    e->action.object = f;
    e->action.call_result = r;
    small_edge(p, main, 1, 2, is8(p, r, 10), 0, NULL);
    small_edge(p, main, 1, 3, is_not8(p, r, 10), 0, NULL);
    small_error(p, main, 2);
    small_error(p, main, 3);
    small_edge(p, f, 0, 3, is8(p, arg, 0), 1, SET(result, value8(p, 0)));
    e = small_edge(p, f, 0, 1, is_not8(p, arg, 0), 1, SET(arg, expr_sub(p->exprs, cell8(p, arg), value8(p, 1))));
    e->action.kind = ACT_CALL;
    e->action.object = f;
    e->action.call_result = result;
    small_edge(p, f, 1, 3, NULL, 1, SET(result, expr_add(p->exprs, cell8(p, result), cell8(p, arg))));
    small_finish(p);
    return p;
}

static void test_procedures(void **state)
{
    (void)state;
    struct program *p = triangular(4);
    expect(p, "VP");
    small_free(p);
    p = triangular(5);
    expect(p, "PV");
    small_free(p);
}

/* Each of three instances writes its own slots of an array that is there once for every instance, then checks them. */
static void test_array_per_instance(void **state)
{
    (void)state;
    for (int big = 0; big < 2; big++) {
        struct program *p = small_new();
        uint32_t a = small_array(p, "a", 8, (struct cell_range){1000, 4, big ? 1000 : 2, 0, 65536}, NONE);
        uint32_t t = small_code(p, "t", 3, 6);
        expr self = expr_self(p->exprs), n = expr_sub(p->exprs, self, expr_const(p->exprs, 32, 1));
        expr at =
            expr_add(p->exprs, expr_const(p->exprs, 32, 1004), expr_binary(p->exprs, E_MUL, n, expr_const(p->exprs, 32, 65536)));
        expr next = expr_add(p->exprs, at, expr_const(p->exprs, 32, 65536));
        expr mine = expr_extract(p->exprs, self, 0, 8);
        expr read = expr_read(p->exprs, 8, a, at), read_next = expr_read(p->exprs, 8, a, next);
        small_edge(p, t, 0, 1, NULL, 1, SET_AT(a, at, mine));
        small_edge(p, t, 1, 2, expr_ne(p->exprs, read, mine), 0, NULL);
        small_edge(p, t, 1, 3, expr_eq(p->exprs, read, mine), 0, NULL);
        small_edge(p, t, 3, 4, expr_ne(p->exprs, read_next, value8(p, 0)), 0, NULL);
        small_edge(p, t, 3, 5, expr_eq(p->exprs, read_next, value8(p, 0)), 0, NULL);
        small_error(p, t, 2);
        small_error(p, t, 4);
        small_finish(p);
        expect(p, "PV");
        small_free(p);
    }
}

/* x is a wide arbitrary value, compared with constants; y is its sum with itself. */
static void test_arbitrary_values(void **state)
{
    (void)state;
    struct program *p = small_new();
    struct exprs *e = p->exprs;
    uint32_t t = small_code(p, "t", 1, 7), x = small_cell(p, "x", 32, 0, t);
    p->input_count = 1;
    expr input = expr_input(e, 32, 0), value = expr_cell(e, 32, x);
    small_edge(p, t, 0, 1, NULL, 1, SET(x, input));
    small_edge(p, t, 1, 2, expr_eq(e, value, expr_const(e, 32, 123456)), 0, NULL);
    small_edge(p, t, 1, 3, expr_binary(e, E_SLT, value, expr_const(e, 32, (uint64_t)-77)), 0, NULL);
    small_edge(p, t, 3, 4, expr_binary(e, E_SLT, expr_const(e, 32, 5), value), 0, NULL);
    small_error(p, t, 2);
    small_error(p, t, 4);
    small_finish(p);
    expect(p, "VP");
    small_free(p);

    p = small_new(); /* two copies are added: not every value can be tried */
    e = p->exprs;
    t = small_code(p, "t", 1, 5);
    x = small_cell(p, "x", 32, 0, t);
    p->input_count = 1;
    value = expr_cell(e, 32, x);
    small_edge(p, t, 0, 1, NULL, 1, SET(x, expr_input(e, 32, 0)));
    small_edge(p, t, 1, 2, expr_eq(e, expr_add(e, value, value), expr_const(e, 32, 2468024)), 0, NULL);
    small_error(p, t, 2);
    small_finish(p);
    expect(p, "O");
    small_free(p);
}

/* Arbitrary initial values: two threads read the same one, and it must be the same for both; a local one of each. */
static void test_arbitrary_initial(void **state)
{
    (void)state;
    struct program *p = small_new();
    struct exprs *e = p->exprs;
    uint32_t x = small_cell(p, "x", 8, 0, NONE), seen = small_cell(p, "seen", 8, 0, NONE);
    p->cells.data[x].arbitrary = true;
    uint32_t t = small_code(p, "t", 2, 6), own = small_cell(p, "own", 8, 0, t);
    p->cells.data[own].arbitrary = true;
    expr not_yet = is8(p, seen, 0);
    small_edge(p, t, 0, 1, not_yet, 1, SET(seen, cell8(p, x)));
    small_edge(p, t, 0, 2, expr_and(e, expr_not(e, not_yet), expr_ne(e, cell8(p, seen), cell8(p, x))), 0, NULL);
    small_edge(p, t, 0, 1, expr_not(e, not_yet), 0, NULL);
    small_edge(p, t, 1, 3, expr_and(e, is8(p, seen, 7), is8(p, own, 9)), 0, NULL);
    small_error(p, t, 2);
    small_error(p, t, 3);
    small_finish(p);
    expect(p, "PV");
    small_free(p);
}

static void add_access(struct program *p, uint32_t code, uint32_t edge, uint32_t cell, bool write)
{
    struct access a = {.id = p->access_count++, .cell = cell, .write = write};
    struct action *action = &p->codes.data[code].edges.data[edge].action;
    action->accesses = ARENA_NEW(&p->arena, struct access);
    action->accesses[0] = a;
    action->access_count = 1;
}

/* Two threads write x, each holding m (or only one of them does); a third reads it inside a section. */
static void test_races(void **state)
{
    (void)state;
    for (int locked = 0; locked < 2; locked++) {
        struct program *p = small_new();
        uint32_t x = small_cell(p, "x", 8, 0, NONE), m = small_cell(p, "m", 8, 0, NONE);
        for (uint32_t i = 0; i < 2; i++) {
            uint32_t t = small_code(p, i ? "b" : "a", 1, 4);
            bool locks = i || locked;
            small_edge(p, t, 0, 1, locks ? is8(p, m, 0) : NULL, locks, SET(m, value8(p, i + 1)));
            small_edge(p, t, 1, 2, NULL, 1, SET(x, value8(p, i)));
            small_edge(p, t, 2, 3, NULL, locks, SET(m, value8(p, 0)));
            add_access(p, t, 1, x, true);
        }
        uint32_t c = small_code(p, "c", 1, 4), r = small_cell(p, "r", 8, 0, c);
        small_edge(p, c, 0, 1, NULL, 0, NULL);
        small_edge(p, c, 1, 2, NULL, 1, SET(r, cell8(p, x)));
        small_edge(p, c, 2, 3, NULL, 0, NULL);
        add_access(p, c, 1, x, false);
        small_flag(p, c, 1, LOC_ATOMIC);
        small_flag(p, c, 2, LOC_ATOMIC);
        for (uint32_t b = 1; b < 3; b++)
            program_add_check(
                p, (struct check){.property = PROPERTY_RACE, .code = 0, .code_b = b, .access_a = 0, .access_b = b, .text = "race"});
        small_finish(p);
        expect(p, locked ? "PV" : "VV");
        small_free(p);
    }
}

/* Two locks, taken in the same or in opposite order. */
static void test_deadlock(void **state)
{
    (void)state;
    for (int opposite = 0; opposite < 2; opposite++) {
        struct program *p = small_new();
        uint32_t m[2] = {small_cell(p, "m", 8, 0, NONE), small_cell(p, "n", 8, 0, NONE)};
        for (uint32_t i = 0; i < 2; i++) {
            uint32_t t = small_code(p, i ? "b" : "a", 1, 4), first = i && opposite;
            small_edge(p, t, 0, 1, is8(p, m[first], 0), 1, SET(m[first], value8(p, i + 1)));
            small_edge(p, t, 1, 2, is8(p, m[1 - first], 0), 1, SET(m[1 - first], value8(p, i + 1)));
            small_edge(p, t, 2, 3, NULL, 2, (struct update[]){{m[0], NULL, value8(p, 0)}, {m[1], NULL, value8(p, 0)}});
        }
        program_add_check(p, (struct check){.property = PROPERTY_DEADLOCK,
                                            .code = NONE,
                                            .code_b = NONE,
                                            .access_a = NONE,
                                            .access_b = NONE,
                                            .text = "deadlock"});
        small_finish(p);
        expect(p, opposite ? "V" : "P");
        small_free(p);
    }
}

/* What cannot be shown: an unsupported location, any number of threads. */
static void test_unknown(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE), t = small_code(p, "t", 1, 4);
    small_edge(p, t, 0, 1, is8(p, x, 0), 0, NULL);
    small_edge(p, t, 0, 2, is_not8(p, x, 0), 0, NULL);
    small_flag(p, t, 1, LOC_UNSUPPORTED);
    p->codes.data[t].locations.data[1].reason = "longjmp";
    small_error(p, t, 2);
    small_finish(p);
    expect(p, "O");
    small_free(p);

    for (uint64_t needed = 2; needed < 4; needed++) { /* the error needs so many instances; two are explored */
        p = small_new();
        x = small_cell(p, "x", 8, 0, NONE);
        small_code(p, "main", 1, 1);
        t = small_code(p, "t", UNBOUNDED, 4);
        small_edge(p, t, 0, 1, NULL, 1, SET(x, expr_add(p->exprs, cell8(p, x), value8(p, 1))));
        small_edge(p, t, 1, 2, is8(p, x, needed), 0, NULL);
        small_error(p, t, 2);
        small_finish(p);
        expect(p, needed == 2 ? "V" : "O");
        small_free(p);
    }
}

/* A thread that loops alone must not hide the error of another (the ignoring problem); nor one that ends the program. */
static void test_nobody_is_ignored(void **state)
{
    (void)state;
    for (int halts = 0; halts < 2; halts++) {
        struct program *p = small_new();
        uint32_t x = small_cell(p, "x", 8, 0, NONE), y = small_cell(p, "y", 8, 0, NONE);
        uint32_t a = small_code(p, "a", 1, 3);
        struct edge *e = small_edge(p, a, 0, 1, NULL, 1, SET(x, value8(p, 1)));
        if (halts)
            e->action.kind = ACT_HALT;
        small_edge(p, a, 1, 0, NULL, 1, SET(x, value8(p, 0)));
        uint32_t b = small_code(p, "b", 1, 4);
        small_edge(p, b, 0, 1, NULL, 1, SET(y, value8(p, 1)));
        small_edge(p, b, 1, 2, is8(p, y, 1), 0, NULL);
        small_error(p, b, 2);
        small_finish(p);
        expect(p, "V");
        small_free(p);
    }
}

/* Threads that work on cells of their own: reduction makes the number of states linear. */
static void test_reduction_reduces(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t n = 5;
    for (uint32_t i = 0; i < n; i++) {
        char name[8] = {'x', (char)('0' + i)};
        uint32_t x = small_cell(p, name, 8, 0, NONE), t = small_code(p, name, 1, 6);
        for (uint32_t l = 0; l < 4; l++)
            small_edge(p, t, l, l + 1, NULL, 1, SET(x, value8(p, l + 1)));
        small_edge(p, t, 4, 5, is8(p, x, 3), 0, NULL);
        small_error(p, t, 5);
        p->codes.data[t].exit = NONE;
    }
    small_finish(p);
    struct options o;
    options_init(&o);
    for (int por = 0; por < 2; por++) {
        struct statistics st = {0};
        struct verdict v;
        o.por = por;
        struct task task = {.program = p, .options = &o, .statistics = &st};
        verdict_init(&v, p);
        engine_find("explore")->run(&task, &v);
        assert_int_equal(verdict_answer(&v, p), ANSWER_PROVED);
        assert_int_equal(st.explore_states, por ? 4 * n + 1 : 3125);
        verdict_free(&v);
    }
    options_free(&o);
    small_free(p);
}

/* --- random programs --- */

static expr random_expr(struct program *p, uint64_t *seed, const uint32_t *cells, uint32_t count, uint32_t array, unsigned depth)
{
    struct exprs *e = p->exprs;
    uint64_t r = random_next(seed) % (depth ? 7 : 3);
    if (r == 0)
        return value8(p, random_next(seed) % 3);
    if (r <= 2)
        return cell8(p, cells[random_next(seed) % count]);
    expr a = random_expr(p, seed, cells, count, array, depth - 1), b = random_expr(p, seed, cells, count, array, depth - 1);
    if (r == 3)
        return expr_binary(e, E_AND, expr_add(e, a, b), value8(p, 3));
    if (r == 4)
        return expr_ite(e, expr_binary(e, E_ULT, a, b), value8(p, 1), a);
    if (r == 5)
        return expr_read(e, 8, array, expr_zext(e, expr_binary(e, E_AND, a, value8(p, 3)), 32));
    return expr_zext(e, expr_eq(e, a, b), 8);
}

/* Two or three threads of a few locations, some of them atomic, with random guards and updates on three shared cells, an array
 * and a local; some steps have inputs or end the program; one check in each thread; accesses are listed for races. */
static struct program *random_program(uint64_t *seed, enum property property)
{
    struct program *p = small_new();
    struct exprs *e = p->exprs;
    uint32_t cells[4], array = small_array(p, "a", 8, (struct cell_range){0, 1, 4, NONE, 0}, NONE);
    for (uint32_t i = 0; i < 3; i++)
        cells[i] = small_cell(p, (const char *[]){"x", "y", "z"}[i], 8, 0, NONE);
    uint32_t unset = small_cell(p, "unset", 2, 0, NONE);
    p->cells.data[unset].arbitrary = true;
    uint32_t threads = 2 + random_next(seed) % 2, about[32];
    bool writes[32];
    for (uint32_t t = 0; t < threads; t++) {
        uint32_t n = 4 + random_next(seed) % 3,
                 code = small_code(p, (const char *[]){"f", "g", "h"}[t], 1 + random_next(seed) % 2 * (threads == 2), n + 2);
        cells[3] = small_cell(p, "l", 8, 0, code);
        uint32_t edges = n + random_next(seed) % 4;
        for (uint32_t k = 0; k < edges; k++) {
            uint32_t from = k < n ? k : random_next(seed) % n, to = k < n ? (k + 1) % (n + 1) : random_next(seed) % (n + 2);
            if (from == n || random_next(seed) % 6 == 0)
                to = n + 1;
            expr guard = random_next(seed) % 2
                             ? expr_eq(e, random_expr(p, seed, cells, 4, array, 1), value8(p, random_next(seed) % 2))
                             : NULL;
            struct update u[2];
            uint32_t updates = random_next(seed) % 3;
            for (uint32_t j = 0; j < updates; j++) {
                expr value = random_expr(p, seed, cells, 4, array, 2);
                if (random_next(seed) % 8 == 0)
                    value = expr_zext(e, expr_cell(e, 2, unset), 8);
                if (random_next(seed) % 8 == 0)
                    value = expr_zext(e, expr_input(e, 2, p->input_count++), 8);
                expr small = expr_binary(e, E_AND, value, value8(p, 3));
                u[j] = j ? (struct update){array, expr_const(e, 32, random_next(seed) % 4), small}
                         : (struct update){cells[random_next(seed) % 4], NULL, small};
            }
            struct edge *edge = small_edge(p, code, from, to, guard, updates, u);
            if (random_next(seed) % 12 == 0) {
                edge->action.kind = ACT_HALT;
                edge->to = n;
            }
            uint32_t cell = cells[random_next(seed) % 3];
            if (random_next(seed) % 3 == 0 && p->access_count < 32) {
                about[p->access_count] = cell;
                writes[p->access_count] = random_next(seed) % 2;
                add_access(p, code, p->codes.data[code].edges.size - 1, cell, writes[p->access_count]);
            }
        }
        for (uint32_t l = 1; l < n; l++)
            if (random_next(seed) % 3 == 0)
                small_flag(p, code, l, LOC_ATOMIC);
        p->codes.data[code].exit = n;
        if (property == PROPERTY_REACH)
            small_error(p, code, n + 1);
    }
    struct check none = {.property = property, .code = NONE, .code_b = NONE, .access_a = NONE, .access_b = NONE, .text = "check"};
    if (property == PROPERTY_DEADLOCK)
        program_add_check(p, none);
    for (uint32_t a = 0; a < p->access_count && property == PROPERTY_RACE; a++)
        for (uint32_t b = 0; b <= a; b++)
            if (about[a] == about[b] && (writes[a] || writes[b])) {
                none.access_a = a;
                none.access_b = b;
                program_add_check(p, none);
            }
    small_finish(p);
    return p;
}

/* A random run by the interpreter, which shares no code with the engine. Fails if it gets to a check that was proved. */
static void random_walk(const struct program *p, const struct verdict *v, uint64_t *seed)
{
    struct machine *m = machine_new(p, 0);
    vector_each(const struct cell *, c, &p->cells)
        if (c->arbitrary)
            machine_set_initial(m, &(struct trace_initial){c->id, NONE, NONE, 0, random_next(seed) % 4});
    for (uint32_t tries = 0; tries < 100; tries++) {
        uint32_t t = random_next(seed) % p->template_count, i = random_next(seed) % p->codes.data[t].instances;
        const struct code *c = &p->codes.data[t];
        uint32_t l = machine_location(m, t, i), n = out_end(c, l) - out_begin(c, l);
        if (!n)
            continue;
        struct trace tr = {0};
        struct trace_step *s = trace_add(&tr, t, i, t, c->out_edge.data[out_begin(c, l) + random_next(seed) % n]);
        for (uint32_t site = 0; site < p->input_count; site++)
            trace_add_input(&tr, s, site, random_next(seed) % 4);
        machine_step(m, s);
        vector_free(&tr.steps);
        arena_release(&tr.arena);
    }
    vector_each(const struct check *, c, &p->checks)
        if (machine_violates(m, c))
            assert_int_equal(v->results.data[c->id].answer, ANSWER_VIOLATED);
    machine_free(m);
}

/* The answers with reduction are those without; every counterexample was executed by the engine (it says so otherwise). */
static void test_random_programs(void **state)
{
    (void)state;
    struct options o;
    options_init(&o);
    uint32_t answers[3][3] = {{0}}, reduced = 0;
    for (uint64_t round = 0; round < 900; round++) {
        enum property property = (enum property[]){PROPERTY_REACH, PROPERTY_RACE, PROPERTY_DEADLOCK}[round % 3];
        uint64_t seed = round;
        struct program *p = random_program(&seed, property);
        struct verdict v[2];
        struct statistics st[2] = {{0}};
        for (int por = 0; por < 2; por++) {
            o.por = por;
            struct task task = {.program = p, .options = &o, .statistics = &st[por]};
            verdict_init(&v[por], p);
            engine_find("explore")->run(&task, &v[por]);
        }
        reduced += st[1].explore_states < st[0].explore_states;
        for (uint32_t c = 0; c < p->checks.size; c++) {
            if (v[0].results.data[c].answer != v[1].results.data[c].answer && !v[0].reason)
                fail_msg("round %u, check %u: %d without reduction, %d with: %s", (unsigned)round, c, v[0].results.data[c].answer,
                         v[1].results.data[c].answer, words_of(v[1].reason));
            bool endless = v[0].reason && v[0].reason->id == REASON_SECTION_ENDLESS; /* the one thing that is left open here */
            if (v[0].results.data[c].answer == ANSWER_OPEN && !(endless && property == PROPERTY_DEADLOCK))
                fail_msg("round %u, check %u is open: %s, %s", (unsigned)round, c, words_of(v[0].results.data[c].reason),
                         words_of(v[0].reason));
            answers[round % 3][v[0].results.data[c].answer]++;
        }
        for (uint32_t walk = 0; walk < 10 && property != PROPERTY_RACE; walk++)
            random_walk(p, &v[0], &seed);
        verdict_free(&v[0]);
        verdict_free(&v[1]);
        small_free(p);
    }
    for (uint32_t k = 0; k < 3; k++) {
        assert_in_range(answers[k][ANSWER_PROVED], 50, UINT32_MAX);
        assert_in_range(answers[k][ANSWER_VIOLATED], 50, UINT32_MAX);
    }
    assert_in_range(reduced, 100, UINT32_MAX);
    options_free(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lost_update),
        cmocka_unit_test(test_peterson),
        cmocka_unit_test(test_section_that_blocks_is_not_entered),
        cmocka_unit_test(test_loop_in_section),
        cmocka_unit_test(test_procedures),
        cmocka_unit_test(test_array_per_instance),
        cmocka_unit_test(test_arbitrary_values),
        cmocka_unit_test(test_arbitrary_initial),
        cmocka_unit_test(test_races),
        cmocka_unit_test(test_deadlock),
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_nobody_is_ignored),
        cmocka_unit_test(test_reduction_reduces),
        cmocka_unit_test(test_random_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
