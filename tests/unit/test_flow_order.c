/* The order of events against a Datalog engine: the same facts, the same rule of transitivity, the same answers; and
 * undoing brings back exactly what was. Prints how long a question takes in each. */
#include "base/clock.h"
#include "engines/flow/order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>
#include <z3.h>

/* What Z3 keeps at the end is its own affair. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libz3"; }

enum { EVENTS = 14, ROUNDS = 40, LARGE = 200 };

static uint64_t seed = 4242;
static uint32_t rnd(uint32_t n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 11) % n;
}

struct datalog {
    Z3_context c;
    Z3_fixedpoint f;
    Z3_sort event;
    Z3_func_decl before;
};

static Z3_ast atom(const struct datalog *d, Z3_ast a, Z3_ast b)
{
    Z3_ast args[2] = {a, b};
    return Z3_mk_app(d->c, d->before, 2, args);
}

static Z3_ast number(const struct datalog *d, uint32_t e) { return Z3_mk_unsigned_int64(d->c, e, d->event); }

static struct datalog datalog_new(uint32_t events)
{
    struct datalog d;
    Z3_config g = Z3_mk_config();
    d.c = Z3_mk_context(g);
    Z3_del_config(g);
    d.f = Z3_mk_fixedpoint(d.c);
    Z3_fixedpoint_inc_ref(d.c, d.f);
    Z3_params p = Z3_mk_params(d.c);
    Z3_params_inc_ref(d.c, p);
    Z3_params_set_symbol(d.c, p, Z3_mk_string_symbol(d.c, "engine"), Z3_mk_string_symbol(d.c, "datalog"));
    Z3_fixedpoint_set_params(d.c, d.f, p);
    Z3_params_dec_ref(d.c, p);
    d.event = Z3_mk_finite_domain_sort(d.c, Z3_mk_string_symbol(d.c, "event"), events);
    Z3_sort two[2] = {d.event, d.event};
    d.before = Z3_mk_func_decl(d.c, Z3_mk_string_symbol(d.c, "before"), 2, two, Z3_mk_bool_sort(d.c));
    Z3_fixedpoint_register_relation(d.c, d.f, d.before);
    Z3_ast x[3];
    Z3_app bound[3];
    for (int i = 0; i < 3; i++) {
        x[i] = Z3_mk_const(d.c, Z3_mk_int_symbol(d.c, i), d.event);
        bound[i] = Z3_to_app(d.c, x[i]);
    }
    Z3_ast body[2] = {atom(&d, x[0], x[1]), atom(&d, x[1], x[2])};
    Z3_ast rule = Z3_mk_implies(d.c, Z3_mk_and(d.c, 2, body), atom(&d, x[0], x[2]));
    Z3_fixedpoint_add_rule(d.c, d.f, Z3_mk_forall_const(d.c, 0, 3, bound, 0, NULL, rule), NULL);
    return d;
}

static void datalog_add(const struct datalog *d, uint32_t a, uint32_t b)
{
    Z3_fixedpoint_add_rule(d->c, d->f, atom(d, number(d, a), number(d, b)), NULL);
}

static bool datalog_before(const struct datalog *d, uint32_t a, uint32_t b)
{
    Z3_lbool r = Z3_fixedpoint_query(d->c, d->f, atom(d, number(d, a), number(d, b)));
    assert_int_not_equal(r, Z3_L_UNDEF);
    return r == Z3_L_TRUE;
}

static void datalog_free(struct datalog *d)
{
    Z3_fixedpoint_dec_ref(d->c, d->f);
    Z3_del_context(d->c);
}

static void test_against_datalog(void **state)
{
    (void)state;
    uint32_t refused = 0, undone = 0;
    for (int k = 0; k < ROUNDS; k++) {
        struct order *o = order_new(EVENTS);
        struct datalog d = datalog_new(EVENTS);
        for (int i = 0; i < 16; i++) {
            uint32_t a = rnd(EVENTS), b = rnd(EVENTS), mark = order_mark(o), at = rnd(EVENTS);
            uint64_t row = *order_predecessors(o, at);
            if (a == b)
                continue;
            if (rnd(4) == 0) { /* tried and taken back */
                order_add(o, a, b);
                order_undo(o, mark);
                assert_int_equal(row, *order_predecessors(o, at));
                undone++;
                continue;
            }
            bool cycle = datalog_before(&d, b, a);
            assert_int_equal(order_add(o, a, b), !cycle);
            refused += cycle;
            if (!cycle)
                datalog_add(&d, a, b);
        }
        for (uint32_t a = 0; a < EVENTS; a += 1 + rnd(3))
            for (uint32_t b = 0; b < EVENTS; b++)
                if (a != b)
                    assert_int_equal(order_before(o, a, b), datalog_before(&d, a, b));
        datalog_free(&d);
        order_free(o);
    }
    assert_true(refused > 10 && undone > 10);
}

/* No a after b: given inside a block, composed with before. */
static void test_never_after(void **state)
{
    (void)state;
    struct order *o = order_new(100);
    for (uint32_t e = 60; e < 80; e++)
        order_set_block(o, e, 60, 80);
    order_set_local(o, 61, 70);
    assert_true(order_never_after(o, 61, 70));
    assert_false(order_before(o, 61, 70));
    assert_false(order_never_after(o, 70, 61));
    assert_false(order_never_after(o, 61, 99));
    uint32_t mark = order_mark(o);
    assert_true(order_add(o, 70, 99));
    assert_true(order_never_after(o, 61, 99));
    assert_false(order_before(o, 61, 99)); /* 61 need not have happened */
    assert_true(order_add(o, 99, 5));
    assert_true(order_never_after(o, 61, 5) && order_before(o, 70, 5));
    assert_false(order_add(o, 5, 70));
    order_undo(o, mark);
    assert_false(order_never_after(o, 61, 99) || order_never_after(o, 61, 5));
    order_free(o);
}

static void test_time(void **state)
{
    (void)state;
    struct order *o = order_new(LARGE);
    struct datalog d = datalog_new(LARGE);
    for (uint32_t e = 0; e + 1 < LARGE; e++)
        if (e % 20 != 19 && order_add(o, e, e + 1)) /* ten threads of twenty events */
            datalog_add(&d, e, e + 1);
    enum { QUESTIONS = 20000, FEW = 5 };
    double start = clock_wall();
    uint32_t possible = 0;
    for (int i = 0; i < QUESTIONS; i++) {
        uint32_t mark = order_mark(o);
        bool yes =
            order_add(o, rnd(LARGE), rnd(LARGE)) && order_add(o, rnd(LARGE), rnd(LARGE)) && order_add(o, rnd(LARGE), rnd(LARGE));
        possible += yes;
        order_undo(o, mark);
    }
    double mine = (clock_wall() - start) / QUESTIONS;
    start = clock_wall();
    for (int i = 0; i < FEW; i++)
        possible += datalog_before(&d, rnd(LARGE), rnd(LARGE));
    double theirs = (clock_wall() - start) / FEW;
    print_message("%d events: %.1f microseconds a question of three facts, undoing included; Datalog %.0f microseconds "
                  "a question\n",
                  LARGE, mine * 1e6, theirs * 1e6);
    assert_true(possible > 0 && mine < theirs);
    datalog_free(&d);
    order_free(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_datalog), cmocka_unit_test(test_never_after),
                                       cmocka_unit_test(test_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
