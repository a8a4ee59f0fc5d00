/* The engine `flow` on small programs made by hand, each in all four modes: what must be proved, and what must not be.
 */
#include "base/options.h"
#include "base/text.h"
#include "engines/flow/flow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

/* --- a short hand for programs: 8-bit shared cells, straight-line threads --- */

struct made {
    struct program *p;
    uint32_t at[4], started[4], done[4]; /* by template: where its code has got to */
};

static struct exprs *pool(struct made *m) { return m->p->exprs; }
static expr number(struct made *m, uint64_t v) { return expr_const(pool(m), 8, v); }
static expr get(struct made *m, uint32_t cell) { return program_cell_expr(m->p, cell, NULL); }
static expr is(struct made *m, uint32_t cell, uint64_t v) { return expr_eq(pool(m), get(m, cell), number(m, v)); }

static uint32_t cell(struct made *m, const char *name, unsigned width, uint32_t owner, enum cell_role role, uint32_t subject)
{
    struct cell c = {.name = name, .width = (uint8_t)width, .owner = owner, .role = (uint8_t)role, .subject = subject};
    return program_add_cell(m->p, c);
}

static uint32_t place(struct made *m, uint32_t t, uint8_t flags) { return code_add_location(m->p, t, flags, (struct position){0}); }

static void edge(struct made *m, uint32_t t, uint32_t from, uint32_t to, expr guard, struct update *u, uint32_t n,
                 enum action_kind k)
{
    struct action a = action_skip(m->p);
    a.kind = (uint8_t)k;
    a.guard = guard ? guard : a.guard;
    a.updates = u;
    a.update_count = n;
    code_add_edge(m->p, t, from, to, &a);
}

/* One step of a thread, and the location after it. */
static void step(struct made *m, uint32_t t, expr guard, struct update *u, uint32_t n, enum action_kind k)
{
    uint32_t next = place(m, t, 0);
    edge(m, t, m->at[t], next, guard, u, n, k);
    m->at[t] = next;
}

static void store(struct made *m, uint32_t t, uint32_t x, expr v) { step(m, t, NULL, &(struct update){x, NULL, v}, 1, ACT_STORE); }

/* Fails where the condition is false. */
static void check(struct made *m, uint32_t t, expr condition)
{
    uint32_t error = place(m, t, LOC_ERROR);
    struct check c = {.property = PROPERTY_REACH, .code = t, .access_a = NONE, .access_b = NONE, .code_b = NONE, .text = "c"};
    m->p->codes.data[t].locations.data[error].check = program_add_check(m->p, c);
    edge(m, t, m->at[t], error, expr_not(pool(m), condition), NULL, 0, ACT_LOAD);
    step(m, t, condition, NULL, 0, ACT_LOAD);
}

static struct made made_new(uint32_t threads)
{
    static const char *const names[] = {"main", "a", "b", "c"}, *const starts[] = {"s0", "sa", "sb", "sc"},
                             *const ends[] = {"d0", "da", "db", "dc"};
    struct made m = {.p = program_new(exprs_new())};
    for (uint32_t t = 0; t <= threads; t++) {
        program_add_code(m.p, names[t]);
        m.p->codes.data[t].first_id = t + 1;
    }
    m.p->template_count = threads + 1;
    for (uint32_t t = 0; t <= threads; t++) {
        m.started[t] = cell(&m, starts[t], 1, NONE, CELL_STARTED, t);
        m.done[t] = cell(&m, ends[t], 1, NONE, CELL_DONE, t);
        m.p->codes.data[t].entry = m.at[t] = place(&m, t, 0);
        if (t)
            step(&m, t, get(&m, m.started[t]), NULL, 0, ACT_START);
    }
    return m;
}

static void create(struct made *m, uint32_t t)
{
    step(m, 0, NULL, &(struct update){m->started[t], NULL, expr_bool(pool(m), true)}, 1, ACT_CREATE);
}
static void join(struct made *m, uint32_t t) { step(m, 0, get(m, m->done[t]), NULL, 0, ACT_JOIN); }

static void finish(struct made *m)
{
    for (uint32_t t = 0; t < m->p->template_count; t++) {
        if (t)
            step(m, t, NULL, &(struct update){m->done[t], NULL, expr_bool(pool(m), true)}, 1, ACT_EXIT);
        m->p->codes.data[t].exit = m->at[t];
        code_index(&m->p->codes.data[t]);
    }
    const char *why;
    if (!program_valid(m->p, &why))
        fail_msg("%s", why);
}

/* Compares the proved checks of each mode with the string: one digit a check, four modes separated by spaces. Frees m.
 */
static void expect(struct made *m, const char *domain, const char *wanted)
{
    static const char *const modes[] = {"insensitive", "sensitive", "constrained", "full"};
    struct text found = {0};
    finish(m);
    for (int k = 0; k < 4; k++) {
        struct options o;
        struct verdict v;
        options_init(&o);
        o.interference = modes[k];
        o.domain = domain;
        struct task task = {.program = m->p, .options = &o};
        verdict_init(&v, m->p);
        engine_flow.run(&task, &v);
        text_append(&found, k ? " " : "");
        vector_each(const struct check_result *, r, &v.results)
            text_char(&found, r->answer == ANSWER_PROVED ? '1' : '0');
        verdict_free(&v);
        options_free(&o);
    }
    assert_string_equal(text_string(&found), wanted);
    text_free(&found);
    struct exprs *e = m->p->exprs;
    program_free(m->p);
    exprs_free(e);
}

/* Figure 2 of the paper: x = 4; x = 5; flag = 1 against if (flag) assert(x == 5). */
static void test_figure_2(void **state)
{
    (void)state;
    struct made m = made_new(2);
    uint32_t x = cell(&m, "x", 8, NONE, CELL_DATA, NONE), flag = cell(&m, "flag", 8, NONE, CELL_DATA, NONE);
    create(&m, 1), create(&m, 2);
    store(&m, 1, x, number(&m, 4)), store(&m, 1, x, number(&m, 5)), store(&m, 1, flag, number(&m, 1));
    step(&m, 2, is(&m, flag, 1), NULL, 0, ACT_LOAD);
    check(&m, 2, is(&m, x, 5));
    expect(&m, "values", "0 0 1 1");
}

/* The same, but the flag comes first: nothing may be proved. */
static void test_wrong_order(void **state)
{
    (void)state;
    struct made m = made_new(2);
    uint32_t x = cell(&m, "x", 8, NONE, CELL_DATA, NONE), flag = cell(&m, "flag", 8, NONE, CELL_DATA, NONE);
    create(&m, 1), create(&m, 2);
    store(&m, 1, flag, number(&m, 1)), store(&m, 1, x, number(&m, 5));
    step(&m, 2, is(&m, flag, 1), NULL, 0, ACT_LOAD);
    check(&m, 2, is(&m, x, 5));
    expect(&m, "values", "0 0 0 0");
}

/* What main wrote before it created a thread is overwritten for that thread; after its end all its stores are there. */
static void test_create_and_join(void **state)
{
    (void)state;
    struct made m = made_new(1);
    uint32_t x = cell(&m, "x", 8, NONE, CELL_DATA, NONE);
    store(&m, 0, x, number(&m, 1)), store(&m, 0, x, number(&m, 2));
    create(&m, 1);
    check(&m, 1, is(&m, x, 2));
    store(&m, 1, x, number(&m, 3)), store(&m, 1, x, number(&m, 4));
    join(&m, 1);
    check(&m, 0, is(&m, x, 4));
    expect(&m, "values", "00 00 11 11");
}

/* Figure 6: a value that was read and then overwritten cannot be read again. */
static void test_rule_6(void **state)
{
    (void)state;
    struct made m = made_new(2);
    uint32_t x = cell(&m, "x", 8, NONE, CELL_DATA, NONE);
    create(&m, 1), create(&m, 2);
    store(&m, 1, x, number(&m, 10));
    step(&m, 2, is(&m, x, 10), NULL, 0, ACT_LOAD);
    store(&m, 2, x, number(&m, 5));
    check(&m, 2, is(&m, x, 5));
    expect(&m, "values", "0 0 1 1");
}

/* The same with a store that is repeated: then it can. */
static void test_rule_6_in_a_loop(void **state)
{
    (void)state;
    struct made m = made_new(2);
    uint32_t x = cell(&m, "x", 8, NONE, CELL_DATA, NONE);
    create(&m, 1), create(&m, 2);
    edge(&m, 1, m.at[1], m.at[1], NULL, &(struct update){x, NULL, number(&m, 10)}, 1, ACT_STORE);
    step(&m, 2, is(&m, x, 10), NULL, 0, ACT_LOAD);
    store(&m, 2, x, number(&m, 5));
    check(&m, 2, is(&m, x, 5));
    expect(&m, "values", "0 0 0 0");
}

static void lock(struct made *m, uint32_t t, uint32_t mutex)
{
    expr nobody = expr_const(pool(m), SELF_WIDTH, 0);
    step(m, t, expr_eq(pool(m), get(m, mutex), nobody), &(struct update){mutex, NULL, expr_self(pool(m))}, 1, ACT_LOCK);
}

static void unlock(struct made *m, uint32_t t, uint32_t mutex)
{
    step(m, t, NULL, &(struct update){mutex, NULL, expr_const(pool(m), SELF_WIDTH, 0)}, 1, ACT_UNLOCK);
}

/* Under a lock: x is 0 whenever it is free. Values that do not leave a section are not seen. */
static void test_locks(void **state)
{
    (void)state;
    struct made m = made_new(2);
    uint32_t x = cell(&m, "x", 8, NONE, CELL_DATA, NONE), mutex = cell(&m, "m", SELF_WIDTH, NONE, CELL_SYNC, NONE);
    create(&m, 1), create(&m, 2);
    for (uint32_t t = 1; t <= 2; t++) {
        lock(&m, t, mutex);
        check(&m, t, is(&m, x, 0));
        store(&m, t, x, number(&m, t)), store(&m, t, x, number(&m, 0));
        check(&m, t, is(&m, x, 0));
        unlock(&m, t, mutex);
    }
    expect(&m, "values", "0101 0101 1111 1111"); /* the second check: nobody writes in between, in any mode */
}

/* A waits for x == 1 and takes it back to 0; b does x = 1 and sees whether it is still there. What a's read implies
 * about the order of the two stores is used by main. */
static void test_learned_order(void **state)
{
    (void)state;
    struct made m = made_new(2);
    uint32_t x = cell(&m, "x", 8, NONE, CELL_DATA, NONE);
    create(&m, 1), create(&m, 2);
    step(&m, 1, is(&m, x, 1), NULL, 0, ACT_LOAD);
    store(&m, 1, x, number(&m, 0));
    store(&m, 2, x, number(&m, 1));
    join(&m, 1), join(&m, 2);
    check(&m, 0, is(&m, x, 0));
    expect(&m, "values", "0 0 1 1");
}

/* i and j grow together up to n, which only a relation between them can tell. */
static void test_octagons(void **state)
{
    for (int octagons = 0; octagons < 2; octagons++) {
        (void)state;
        struct made m = made_new(1);
        uint32_t n = cell(&m, "n", 8, NONE, CELL_DATA, NONE), i = cell(&m, "i", 8, 1, CELL_DATA, NONE),
                 j = cell(&m, "j", 8, 1, CELL_DATA, NONE), k = cell(&m, "k", 8, 1, CELL_DATA, NONE);
        m.p->cells.data[n].arbitrary = true;
        create(&m, 1);
        expr small = expr_binary(pool(&m), E_ULT, get(&m, n), number(&m, 100));
        step(&m, 1, small, &(struct update){k, NULL, get(&m, n)}, 1, ACT_LOAD);
        expr one = number(&m, 1);
        struct update both[] = {{i, NULL, expr_add(pool(&m), get(&m, i), one)}, {j, NULL, expr_add(pool(&m), get(&m, j), one)}};
        expr less = expr_binary(pool(&m), E_ULT, get(&m, i), get(&m, k));
        edge(&m, 1, m.at[1], m.at[1], less, both, 2, ACT_LOCAL);
        step(&m, 1, expr_not(pool(&m), less), NULL, 0, ACT_LOCAL);
        check(&m, 1, expr_eq(pool(&m), get(&m, i), get(&m, j)));
        check(&m, 1, expr_eq(pool(&m), get(&m, j), get(&m, k)));
        expect(&m, octagons ? "octagons" : "values", octagons ? "11 11 11 11" : "00 00 00 00");
    }
}

/* Two threads go round: flag up, wait for the other's flag to be down, write and look, flag down. No order of events
 * shows that they exclude each other, pairs of locations do; not if one of them does not wait. */
static void test_exclusion_by_flags(void **state)
{
    (void)state;
    for (int waits = 0; waits < 2; waits++) {
        struct made m = made_new(2);
        uint32_t x = cell(&m, "x", 8, NONE, CELL_DATA, NONE), flag[3] = {0};
        flag[1] = cell(&m, "fa", 8, NONE, CELL_DATA, NONE), flag[2] = cell(&m, "fb", 8, NONE, CELL_DATA, NONE);
        create(&m, 1), create(&m, 2);
        for (uint32_t t = 1; t <= 2; t++) {
            uint32_t head = m.at[t];
            store(&m, t, flag[t], number(&m, 1));
            step(&m, t, waits || t == 1 ? is(&m, flag[3 - t], 0) : NULL, NULL, 0, ACT_LOAD);
            store(&m, t, x, number(&m, t));
            check(&m, t, is(&m, x, t));
            store(&m, t, flag[t], number(&m, 0));
            edge(&m, t, m.at[t], head, NULL, NULL, 0, ACT_LOCAL);
        }
        expect(&m, "values", waits ? "00 00 11 11" : "00 00 00 00");
    }
}

static uint32_t array(struct made *m, const char *name)
{
    struct cell_range range = {.first = 0, .stride = 1, .count = 2, .per_instance = NONE};
    struct cell c = {
        .name = name, .width = 8, .owner = NONE, .subject = NONE, .index_width = 8, .ranges = &range, .range_count = 1};
    return program_add_cell(m->p, c);
}

/* a[i] = 7, and who joins finds it in a[1]: if i is 1 for sure; not if i is what another thread may have stored in
 * between, nor if it is one of two. */
static void test_slot_by_index(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        struct made m = made_new(2);
        uint32_t a = array(&m, "a"), i = cell(&m, "i", 8, 1, CELL_DATA, NONE), x = cell(&m, "x", 8, NONE, CELL_DATA, NONE);
        m.p->cells.data[i].arbitrary = true;
        create(&m, 1), create(&m, 2), join(&m, 1);
        store(&m, 2, x, number(&m, 1));
        if (kind == 0)
            step(&m, 1, NULL, &(struct update){i, NULL, number(&m, 1)}, 1, ACT_LOCAL);
        else if (kind == 1)
            step(&m, 1, NULL, &(struct update){i, NULL, get(&m, x)}, 1, ACT_LOAD);
        else
            step(&m, 1, expr_binary(pool(&m), E_ULT, get(&m, i), number(&m, 2)), NULL, 0, ACT_ASSUME);
        step(&m, 1, NULL, &(struct update){a, get(&m, i), number(&m, 7)}, 1, ACT_STORE);
        check(&m, 0, expr_eq(pool(&m), program_cell_expr(m.p, a, number(&m, 1)), number(&m, 7)));
        expect(&m, "values", kind == 0 ? "0 0 1 1" : "0 0 0 0");
    }
}

/* Two threads count once each. After both joins the count is two, if counting is one step. */
static void test_counted(void **state)
{
    (void)state;
    for (int atomic = 0; atomic < 2; atomic++) {
        struct made m = made_new(2);
        uint32_t x = cell(&m, "x", 8, NONE, CELL_DATA, NONE), i[3];
        i[1] = cell(&m, "i", 8, 1, CELL_DATA, NONE), i[2] = cell(&m, "j", 8, 2, CELL_DATA, NONE);
        create(&m, 1), create(&m, 2), join(&m, 1), join(&m, 2);
        for (uint32_t t = 1; t <= 2; t++) {
            if (!atomic)
                step(&m, t, NULL, &(struct update){i[t], NULL, get(&m, x)}, 1, ACT_LOAD);
            store(&m, t, x, expr_add(pool(&m), get(&m, atomic ? x : i[t]), number(&m, 1)));
        }
        check(&m, 0, is(&m, x, 2));
        expect(&m, "values", atomic ? "0 0 1 1" : "0 0 0 0");
    }
}

/* A read in a loop: after the join its thread's store is there, each time; without the join it may come in between. */
static void test_read_in_loop(void **state)
{
    (void)state;
    for (int joins = 0; joins < 2; joins++) {
        struct made m = made_new(1);
        uint32_t x = cell(&m, "x", 8, NONE, CELL_DATA, NONE);
        create(&m, 1);
        if (joins)
            join(&m, 1);
        store(&m, 1, x, number(&m, 1));
        uint32_t head = m.at[0];
        check(&m, 0, is(&m, x, 1));
        edge(&m, 0, m.at[0], head, NULL, NULL, 0, ACT_LOCAL);
        step(&m, 0, NULL, NULL, 0, ACT_LOCAL);
        expect(&m, "values", joins ? "0 0 1 1" : "0 0 0 0");
    }
}

/* One thread counts i and top up together, another counts top down: top <= i, which is a relation that the other keeps;
 * not if it counts up. */
static void test_relation_kept(void **state)
{
    (void)state;
    for (int down = 0; down < 2; down++)
        for (int octagons = 0; octagons < 2; octagons++) {
            struct made m = made_new(2);
            uint32_t top = cell(&m, "top", 8, NONE, CELL_DATA, NONE), i = cell(&m, "i", 8, 1, CELL_DATA, NONE);
            create(&m, 1), create(&m, 2);
            uint32_t head = m.at[1];
            step(&m, 1, expr_binary(pool(&m), E_ULT, get(&m, i), number(&m, 100)), NULL, 0, ACT_LOCAL);
            check(&m, 1, expr_binary(pool(&m), E_ULT, get(&m, top), number(&m, 100)));
            store(&m, 1, top, expr_add(pool(&m), get(&m, top), number(&m, 1)));
            step(&m, 1, NULL, &(struct update){i, NULL, expr_add(pool(&m), get(&m, i), number(&m, 1))}, 1, ACT_LOCAL);
            edge(&m, 1, m.at[1], head, NULL, NULL, 0, ACT_LOCAL);
            head = m.at[2];
            expr some = expr_binary(pool(&m), E_ULT, number(&m, 0), get(&m, top));
            step(&m, 2, some, &(struct update){top, NULL, expr_add(pool(&m), get(&m, top), number(&m, down ? 255 : 1))}, 1,
                 ACT_ATOMIC);
            edge(&m, 2, m.at[2], head, NULL, NULL, 0, ACT_LOCAL);
            expect(&m, octagons ? "octagons" : "values", down && octagons ? "0 0 1 1" : "0 0 0 0");
        }
}

/* What is not modelled forbids every proof, as far as it can be reached. */
static void test_unsupported(void **state)
{
    (void)state;
    for (int reachable = 0; reachable < 2; reachable++) {
        struct made m = made_new(1);
        uint32_t x = cell(&m, "x", 8, NONE, CELL_DATA, NONE), odd = place(&m, 0, LOC_UNSUPPORTED);
        m.p->codes.data[0].locations.data[odd].reason = "inline assembly";
        create(&m, 1);
        edge(&m, 0, m.at[0], odd, is(&m, x, reachable ? 1 : 2), NULL, 0, ACT_LOAD);
        step(&m, 0, NULL, NULL, 0, ACT_LOCAL);
        store(&m, 1, x, number(&m, 1));
        check(&m, 1, is(&m, x, 1));
        expect(&m, "values", reachable ? "0 0 0 0" : "1 1 1 1");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figure_2),      cmocka_unit_test(test_wrong_order),      cmocka_unit_test(test_create_and_join),
        cmocka_unit_test(test_rule_6),        cmocka_unit_test(test_rule_6_in_a_loop), cmocka_unit_test(test_locks),
        cmocka_unit_test(test_learned_order), cmocka_unit_test(test_octagons),         cmocka_unit_test(test_exclusion_by_flags),
        cmocka_unit_test(test_relation_kept), cmocka_unit_test(test_slot_by_index),    cmocka_unit_test(test_counted),
        cmocka_unit_test(test_read_in_loop),  cmocka_unit_test(test_unsupported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
