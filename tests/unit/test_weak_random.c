/* Random litmus tests: the search for executions, and the machine with views, against all ways to choose what is read and in which order is written, each
 * judged by the axioms; and what can be read and left in memory against the machine with store buffers. Arguments: the number of tests, a seed. */
#include "unit.h"

#include "litmus_programs.h"
#include "small.h"
#include "engines/bounded/weak.h"
#include "passes/robust.h"
#include "passes/robust_check.h"
#include "weak/buffers.h"
#include "weak/views.h"

#include <stdio.h>
#include <stdlib.h>

static uint64_t seed = 1;
static uint32_t tests_wanted = 80;

static uint32_t below(uint32_t n) { return (uint32_t)(random_next(&seed) % n); }

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
    choose_all(&c);
    if (c.seen > MOST_CHOICES)
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

enum { DRAWN = 40 };

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
    choose_all(&c);
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
    for (uint32_t i = 0; i < count && c.seen <= MOST_CHOICES; i++) {
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
