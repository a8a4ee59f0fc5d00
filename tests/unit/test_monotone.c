/* The engine monotone on programs made by hand: verdicts, counting, predicates in C, coverability, and the templates of
 * single steps as the tables of Kaiser's thesis give them. */
#include "unit.h"

#include "base/options.h"
#include "base/statistics.h"
#include "cover/read.h"
#include "engines/engine.h"
#include "engines/monotone/discover.h"
#include "engines/monotone/net.h"
#include "engines/monotone/template.h"
#include "program/machine.h"
#include "program/read_expr.h"
#include "small.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct budget forever = {0};

/* main does nothing; any number of threads run t. */
static uint32_t crowd(struct program *p, uint32_t locations)
{
    small_code(p, "main", 1, 1);
    uint32_t t = small_code(p, "t", UNBOUNDED, locations);
    p->codes.data[t].first_id = 1048576;
    return t;
}

static expr plus(struct program *p, uint32_t cell, uint64_t by) { return expr_add(p->exprs, cell8(p, cell), value8(p, by)); }

static char decide(const struct program *p)
{
    struct options o;
    struct statistics statistics = {0};
    options_init(&o);
    struct task task = {.program = p, .options = &o, .wants_proof = true, .statistics = &statistics};
    task.budget.deadline = clock_wall() + 30;
    struct verdict v;
    verdict_init(&v, p);
    engine_find("monotone")->run(&task, &v);
    char letter = "OPV"[v.results.data[0].answer];
    struct arena words = ARENA_EMPTY;
    const char *why = "";
    if (letter == 'V')
        assert_true(trace_replays(p, v.results.data[0].trace, &why, &words));
    if (letter == 'O')
        assert_non_null(v.reason);
    arena_release(&words);
    verdict_free(&v);
    options_free(&o);
    return letter;
}

/* --- verdicts --- */

/* A lock that is 0 or 1, and an error if two threads are inside. together: testing and setting is one step. */
static struct program *boolean_lock(bool together)
{
    struct program *p = small_new();
    uint32_t lock = small_cell(p, "lock", 8, 0, NONE), inside = small_cell(p, "inside", 8, 0, NONE), t = crowd(p, 7);
    small_edge(p, t, 0, 1, is8(p, lock, 0), together, SET(lock, value8(p, 1)));
    small_edge(p, t, 1, 2, NULL, !together, SET(lock, value8(p, 1)));
    small_edge(p, t, 2, 3, NULL, 1, SET(inside, plus(p, inside, 1)));
    small_edge(p, t, 3, 4, is8(p, inside, 1), 1, SET(inside, plus(p, inside, 255)));
    small_edge(p, t, 3, 5, is_not8(p, inside, 1), 0, NULL);
    small_edge(p, t, 4, 0, NULL, 1, SET(lock, value8(p, 0)));
    small_error(p, t, 5);
    small_finish(p);
    return p;
}

static void test_boolean_lock(void **state)
{
    (void)state;
    for (unsigned together = 0; together < 2; together++) {
        struct program *p = boolean_lock(together);
        assert_int_equal(decide(p), together ? 'P' : 'V');
        small_free(p);
    }
}

/* x counts up in one step, s := x + 1, without end; seen < x afterwards. guarded: the largest number stops it. */
static struct program *counter(bool guarded)
{
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE), t = crowd(p, 4), seen = small_cell(p, "seen", 8, 0, t);
    struct update both[] = {{seen, NULL, cell8(p, x)}, {x, NULL, plus(p, x, 1)}};
    small_edge(p, t, 0, 1, guarded ? is_not8(p, x, 255) : NULL, 2, both);
    small_edge(p, t, 1, 0, expr_binary(p->exprs, E_ULT, cell8(p, seen), cell8(p, x)), 1, SET(seen, value8(p, 0)));
    small_edge(p, t, 1, 2, expr_binary(p->exprs, E_ULE, cell8(p, x), cell8(p, seen)), 0, NULL);
    small_error(p, t, 2);
    small_finish(p);
    return p;
}

static void test_machine_numbers(void **state)
{
    (void)state;
    struct program *p = counter(true);
    assert_int_equal(decide(p), 'P');
    small_free(p);
    p = counter(false);
    assert_int_not_equal(decide(p), 'P'); /* it wraps around */
    small_free(p);
}

/* --- counting --- */

/* readers goes up from 0 to 1 and down from 1 to 2; where is the error that a reader sees none. */
static struct program *readers(unsigned width, bool reset)
{
    struct program *p = small_new();
    uint32_t r = small_cell(p, "readers", width, 0, NONE), t = crowd(p, 4);
    expr now = expr_cell(p->exprs, width, r);
    small_edge(p, t, 0, 1, NULL, 1, SET(r, expr_add(p->exprs, now, expr_const(p->exprs, width, 1))));
    small_edge(p, t, 1, 2, expr_eq(p->exprs, now, expr_const(p->exprs, width, 0)), 0, NULL);
    small_edge(p, t, 1, 0, NULL, 1, SET(r, expr_sub(p->exprs, now, expr_const(p->exprs, width, 1))));
    if (reset)
        small_edge(p, t, 0, 0, NULL, 1, SET(r, expr_const(p->exprs, width, 0)));
    small_error(p, t, 2);
    small_finish(p);
    return p;
}

static void test_counters(void **state)
{
    (void)state;
    struct program *p = readers(32, false);
    struct counted_cells c;
    counting_find(&c, p, p);
    assert_int_equal(c.counters.list.size, 1);
    assert_int_equal(c.counters.list.data[0].part[1][0], 0);
    assert_int_equal(c.counters.list.data[0].part[1][1], 1);
    assert_true(bitset_empty(&c.counters.list.data[0].odd[1]));
    struct counted_sum sum = counting_sum(&c, 0, (struct proof_place[]){{1, 1}, {1, 1}}, 2);
    assert_int_equal(sum.least, 2);
    assert_int_equal(sum.down, 0);
    counting_forget(&c);
    assert_int_equal(decide(p), 'P');
    small_free(p);
    p = readers(8, false); /* 256 readers are none */
    counting_find(&c, p, p);
    assert_int_equal(c.counters.list.size, 0);
    counting_forget(&c);
    assert_int_not_equal(decide(p), 'P');
    small_free(p);
    p = readers(32, true); /* somebody resets it */
    counting_find(&c, p, p);
    assert_int_equal(c.counters.list.size, 1);
    assert_int_equal(bitset_count(&c.counters.list.data[0].odd[1]), 1);
    counting_forget(&c);
    assert_int_equal(decide(p), 'V');
    small_free(p);
}

/* --- coverability --- */

/* Two rooms. With `reset` a thread outside may set the number of guests to 0. */
static struct program *rooms(bool reset)
{
    struct program *p = small_new();
    uint32_t guests = small_cell(p, "guests", 8, 0, NONE), t = crowd(p, 4);
    for (uint64_t n = 0; n < 2; n++) {
        small_edge(p, t, 0, 1, is8(p, guests, n), 1, SET(guests, value8(p, n + 1)));
        small_edge(p, t, 1, 0, is8(p, guests, n + 1), 1, SET(guests, value8(p, n)));
    }
    small_edge(p, t, 1, 2, is8(p, guests, 0), 0, NULL);
    if (reset)
        small_edge(p, t, 0, 0, NULL, 1, SET(guests, value8(p, 0)));
    small_error(p, t, 2);
    small_finish(p);
    return p;
}

/* Writes the net, reads it again, and decides what was read. */
static enum cover_verdict through_a_file(const struct net *n)
{
    struct text t = {0}, error = {0};
    char path[] = "/tmp/heddle-test-XXXXXX.tts";
    int file = mkstemps(path, 4);
    assert_true(file >= 0);
    close(file);
    net_print(n, &t);
    assert_true(text_write_file(&t, path));
    struct system s = {0};
    assert_int_equal(read_tts(&s, path, NULL, NULL, &error), READ_OK);
    unlink(path);
    struct cover_options o = COVER_DEFAULTS;
    struct cover_result r = cover_decide(&s, &o);
    enum cover_verdict v = r.verdict;
    cover_result_free(&r);
    system_free(&s);
    text_free(&t);
    text_free(&error);
    return v;
}

static void test_cover(void **state)
{
    (void)state;
    for (unsigned reset = 0; reset < 2; reset++) {
        struct program *p = rooms(reset);
        const struct reason *why;
        struct monotone_model *m = monotone_model_new(p, false, &why);
        bool *symbolic = NEW_ARRAY(bool, m->program->cells.size);
        struct bitset wrong = {0};
        bitset_add(&wrong, 0); /* nobody counts but the coverability search */
        discover(m, symbolic, SOURCE_ATOMS);
        struct abstraction s;
        struct views v;
        abstraction_init(&s, m, &forever, 8, &wrong);
        s.cpu_end = clock_cpu() + 30;
        views_init(&v, &s, 10000);
        views_run(&v);
        assert_null(v.stopped);
        struct net n;
        net_make(&n, &v);
        assert_true(net_aim(&n, &v, 0)); /* two threads at a time see the error in both */
        run_steps steps = {0};
        enum cover_verdict expected = reset ? COVER_COVERABLE : COVER_UNCOVERABLE;
        assert_int_equal(net_decide(&n, forever, &steps), expected);
        assert_int_equal(steps.size > 0, reset);
        assert_int_equal(through_a_file(&n), expected);
        vector_free(&steps);
        net_free(&n);
        views_free(&v);
        abstraction_free(&s);
        bitset_free(&wrong);
        mem_free(symbolic);
        monotone_model_free(m);
        assert_int_equal(decide(p), reset ? 'V' : 'P');
        small_free(p);
    }
}

/* --- abstract runs --- */

/* Threads take numbers and wait for their turn: two cannot have the same one. */
static void test_refine(void **state)
{
    (void)state;
    struct program *p = small_new();
    struct exprs *x = p->exprs;
    uint32_t next = small_cell(p, "next", 8, 1, NONE), turn = small_cell(p, "turn", 8, 1, NONE), t = crowd(p, 4);
    uint32_t mine = small_cell(p, "mine", 8, 0, t);
    small_edge(p, t, 0, 1, NULL, 2, (struct update[]){{mine, NULL, cell8(p, next)}, {next, NULL, plus(p, next, 1)}});
    small_edge(p, t, 1, 2, expr_eq(x, cell8(p, mine), cell8(p, turn)), 0, NULL);
    small_finish(p);
    const struct reason *why;
    struct monotone_model *m = monotone_model_new(p, false, &why);
    struct bitset wrong = {0};
    struct abstraction s;
    abstraction_init(&s, m, &forever, 8, &wrong);
    run_steps steps = {0};
    uint32_t learned = 0;
    vector_push(&steps, (struct run_step){0, t, 0});
    vector_push(&steps, (struct run_step){1, t, 0});
    vector_push(&steps, (struct run_step){0, t, 1});
    assert_true(monotone_refine(&s, &steps, &learned));
    assert_int_equal(learned, 0);
    vector_push(&steps, (struct run_step){1, t, 1});
    assert_false(monotone_refine(&s, &steps, NULL));
    assert_int_equal(m->learned.size, 0);
    assert_false(monotone_refine(&s, &steps, &learned));
    assert_int_equal(learned, m->learned.size);
    bool guard = false, before = false, earlier = false;
    expr next_is = expr_eq(x, plus(p, next, 1), cell8(p, turn));
    vector_each(const struct given *, g, &m->learned) {
        guard |= g->e == expr_eq(x, cell8(p, mine), cell8(p, turn));
        before |= g->e == expr_eq(x, cell8(p, next), cell8(p, turn));
        earlier |= g->e == next_is;
    }
    assert_true(guard && before && earlier);
    uint32_t again = 0;
    assert_false(monotone_refine(&s, &steps, &again));
    assert_int_equal(again, 0);
    vector_free(&steps);
    abstraction_free(&s);
    bitset_free(&wrong);
    monotone_model_free(m);
    small_free(p);
}

/* --- predicates in C --- */

static expr parse_predicate(const struct monotone_model *m, uint32_t code, const char *text, const char **why, struct arena *words)
{
    return expr_read_text(&(struct expr_names){m->original, code, m->copy}, text, why, words);
}

static void test_parse(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t s = small_cell(p, "s", 32, 0, NONE), t = crowd(p, 2), m = small_cell(p, "m", 32, 0, t);
    small_finish(p);
    const struct reason *why_not;
    const char *why;
    struct arena words = ARENA_EMPTY;
    struct monotone_model *x = monotone_model_new(p, false, &why_not);
    expr shared = expr_cell(p->exprs, 32, s), own = expr_cell(p->exprs, 32, m), other = expr_cell(p->exprs, 32, x->copy[m]);
    assert_ptr_equal(parse_predicate(x, t, "m != m_P", &why, &words), expr_ne(p->exprs, own, other));
    assert_ptr_equal(parse_predicate(x, t, "m + 1 < s", &why, &words),
                     expr_binary(p->exprs, E_ULT, expr_add(p->exprs, own, expr_const(p->exprs, 32, 1)), shared));
    assert_ptr_equal(
        parse_predicate(x, t, "s >= m || !(s == 3)", &why, &words),
        expr_or(p->exprs, expr_binary(p->exprs, E_ULE, own, shared), expr_ne(p->exprs, shared, expr_const(p->exprs, 32, 3))));
    assert_ptr_equal(parse_predicate(x, t, "s == m && m != 2 ==> s != 2 ==> m | s", &why, &words),
                     expr_or(p->exprs,
                             expr_not(p->exprs, expr_and(p->exprs, expr_eq(p->exprs, shared, own),
                                                         expr_ne(p->exprs, own, expr_const(p->exprs, 32, 2)))),
                             expr_or(p->exprs, expr_eq(p->exprs, shared, expr_const(p->exprs, 32, 2)),
                                     expr_ne(p->exprs, expr_binary(p->exprs, E_OR, own, shared), expr_const(p->exprs, 32, 0)))));
    assert_true(monotone_model_mentions_other(x, expr_eq(p->exprs, own, other)));
    p->cells.data[s].dropped = true;
    assert_null(parse_predicate(x, t, "s == 1", &why, &words));
    assert_non_null(strstr(why, "'s' is not part of the program"));
    p->cells.data[s].dropped = false;
    const char *bad[] = {"m <", "q == 1", "(m == 1", "m == 1 )", ""};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        why = NULL;
        assert_null(parse_predicate(x, t, bad[i], &why, &words));
        assert_non_null(why);
    }
    assert_null(parse_predicate(x, 0, "m == 1", &why, &words)); /* main has no m */
    monotone_model_free(x);
    arena_release(&words);
    small_free(p);
}

/* --- templates --- */

struct bench {
    struct program *p;
    struct monotone_model *m;
    struct ask ask;
    uint32_t t, cell, shared;
};

/* One action: cell := cell - 1 if that does not wrap. */
static void bench_open(struct bench *b)
{
    b->p = small_new();
    b->shared = small_cell(b->p, "s", 8, 0, NONE);
    b->t = crowd(b->p, 2);
    b->cell = small_cell(b->p, "m", 8, 0, b->t);
    small_edge(b->p, b->t, 0, 1, is_not8(b->p, b->cell, 0), 1, SET(b->cell, plus(b->p, b->cell, 255)));
    small_finish(b->p);
    const struct reason *why;
    b->m = monotone_model_new(b->p, false, &why);
    ask_init(&b->ask, b->m, &forever);
}

static void bench_close(struct bench *b)
{
    ask_free(&b->ask);
    monotone_model_free(b->m);
    small_free(b->p);
}

static const struct action *the_action(const struct bench *b) { return &b->m->program->codes.data[b->t].edges.data[0].action; }

/* As letters: active, passive, active after, passive after. */
static void assert_rows(struct bench *b, const struct action *a, expr predicate, uint32_t threads, uint32_t count,
                        const char *const *expected)
{
    values rows = {0};
    assert_true(template_rows(&b->ask, b->t, a, (struct expr_span){&predicate, 1}, threads, &rows));
    assert_int_equal(rows.size, count);
    for (uint32_t i = 0; i < count; i++) {
        bool found = false;
        for (uint32_t k = 0; k < rows.size; k++) {
            char text[5] = {0};
            for (unsigned bit = 0; bit < 4; bit++)
                text[bit] = rows.data[k] >> bit & 1 ? 'T' : 'F';
            found |= !strcmp(text, expected[i]);
        }
        assert_true(found);
    }
    vector_free(&rows);
}

/* Table 2 and eq. (33), Table 3 and eq. (37), and that it stays so. */
static void test_decrement(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b);
    expr less = expr_binary(b.p->exprs, E_ULT, cell8(b.p, b.cell), cell8(b.p, b.m->copy[b.cell]));
    const char *const rows[] = {"FTFF", "FFTF", "TFTF", "FTFT", "FFFF"};
    assert_int_equal(template_bound(b.m, &less, 1), 6);
    assert_rows(&b, the_action(&b), less, 2, 4, rows);
    assert_rows(&b, the_action(&b), less, 3, 5, rows);
    assert_rows(&b, the_action(&b), less, 6, 5, rows);
    values all = {0}, blocking = {0};
    template_rows(&b.ask, b.t, the_action(&b), (struct expr_span){&less, 1}, 6, &all);
    template_blocking(&all, 1, &blocking); /* two threads cannot both have the only minimum */
    assert_int_equal(blocking.size, 2);
    assert_int_equal(blocking.data[0], 6); /* F, T, T */
    assert_int_equal(blocking.data[1], 7); /* T, T, T */
    vector_free(&all);
    vector_free(&blocking);
    expr same = expr_eq(b.p->exprs, cell8(b.p, b.cell), cell8(b.p, b.m->copy[b.cell]));
    const char *const equal[] = {"FFFF", "FFTT", "TTFF"};
    assert_rows(&b, the_action(&b), same, 2, 3, equal);
    bench_close(&b);
}

/* s || m != a || m_P != b, as in eq. (40). */
static expr clause(struct bench *b, bool when, uint64_t mine, uint64_t others)
{
    struct exprs *x = b->p->exprs;
    expr s = expr_eq(x, cell8(b->p, b->shared), value8(b->p, 1));
    return expr_or(x, when ? s : expr_not(x, s),
                   expr_or(x, is_not8(b->p, b->cell, mine), is_not8(b->p, b->m->copy[b->cell], others)));
}

/* Table 4: a row that needs six threads. */
static void test_tight_bound(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b);
    struct exprs *x = b.p->exprs;
    expr q = expr_and(x, expr_and(x, clause(&b, false, 7, 5), clause(&b, false, 2, 6)),
                      expr_and(x, clause(&b, true, 1, 3), clause(&b, true, 2, 4)));
    struct action a = action_skip(b.p);
    struct update updates[] = {{b.shared, NULL, value8(b.p, 1)}, {b.cell, NULL, value8(b.p, 7)}};
    a.guard = expr_and(x, is8(b.p, b.shared, 0), is8(b.p, b.cell, 1));
    a.updates = updates;
    a.update_count = 2;
    for (uint32_t threads = 4; threads <= 7; threads++) {
        values rows = {0};
        assert_true(template_rows(&b.ask, b.t, &a, (struct expr_span){&q, 1}, threads, &rows));
        bool all_false = false;
        vector_each(const uint64_t *, r, &rows)
            all_false |= *r == 0;
        assert_int_equal(all_false, threads >= 6);
        vector_free(&rows);
    }
    bench_close(&b);
}

/* Table 5, with numbers modulo 4. */
static void test_monotone_instructions(void **state)
{
    (void)state;
    for (unsigned which = 0; which < 5; which++) {
        values rows = {0}, blocking = {0};
        for (uint64_t m = 0; m < 4; m++)
            for (uint64_t other = 0; other < 4; other++) {
                uint64_t after[][2] = {{other, m}, {m + 1, other - 1}, {m, other + m}, {m + other, other}, {m, 2}};
                vector_push(&rows, m | other << 2 | (after[which][0] & 3) << 4 | (after[which][1] & 3) << 6);
            }
        template_blocking(&rows, 2, &blocking);
        assert_int_equal(blocking.size != 0, which == 0 || which == 3);
        bool listed = false;
        vector_each(const uint64_t *, x, &blocking)
            listed |= which == 0 ? *x == (0 | 0 << 2 | 1 << 4) : *x == (1 | 1 << 2 | 1 << 4); /* m = m' = 1 needs m_P = 0 */
        assert_int_equal(listed, which == 0 || which == 3);
        vector_free(&rows);
        vector_free(&blocking);
    }
}

/* The nets of Fig. 13 as relations (47) to (49) over two bits of each thread: plain, with a transfer, with an inhibitor. */
static void test_petri_nets(void **state)
{
    (void)state;
    for (unsigned which = 0; which < 3; which++) {
        values rows = {0}, blocking = {0};
        for (uint64_t passive = 0; passive < 4; passive++) {
            bool first = passive & 1, second = passive & 2;
            if (which == 2 && first && !second)
                continue;
            uint64_t after = first | (uint64_t)(second || (which == 1 && first)) << 1;
            vector_push(&rows, 0 | passive << 2 | 2 << 4 | after << 6);
        }
        template_blocking(&rows, 2, &blocking); /* whoever is in p3 blocks the inhibited one */
        assert_int_equal(blocking.size, which == 2);
        if (which == 2)
            assert_int_equal(blocking.data[0], 0 | 1 << 2 | 2 << 4);
        vector_free(&rows);
        vector_free(&blocking);
    }
}

/* The ticket lock (Fig. 5) with the predicates (27) to (29): the thesis counts 147, 429 and 552 transitions for 2, 3 and 4
 * threads, the passive thread being at any of three locations, and then no more. */
static void test_ticket_templates(void **state)
{
    (void)state;
    struct program *p = small_new();
    struct exprs *x = p->exprs;
    uint32_t s = small_cell(p, "s", 8, 1, NONE), t = small_cell(p, "t", 8, 1, NONE), c = crowd(p, 4);
    uint32_t m = small_cell(p, "m", 8, 0, c);
    small_edge(p, c, 0, 1, is_not8(p, t, 255), 2, (struct update[]){{m, NULL, cell8(p, t)}, {t, NULL, plus(p, t, 1)}});
    small_edge(p, c, 1, 2, expr_eq(x, cell8(p, m), cell8(p, s)), 0, NULL);
    small_edge(p, c, 2, 0, is_not8(p, s, 255), 1, SET(s, plus(p, s, 1)));
    small_finish(p);
    const struct reason *why;
    struct monotone_model *model = monotone_model_new(p, false, &why);
    struct ask ask;
    ask_init(&ask, model, &forever);
    expr other = cell8(p, model->copy[m]);
    expr q[] = {expr_ne(x, cell8(p, m), other),
                expr_and(x, expr_binary(x, E_ULT, cell8(p, m), cell8(p, t)), expr_binary(x, E_ULT, other, cell8(p, t))),
                expr_eq(x, cell8(p, s), cell8(p, m))};
    assert_int_equal(template_bound(model, q, 3), 10);
    static const uint32_t counted[] = {147, 429, 552, 552};
    for (uint32_t threads = 2; threads <= 5; threads++) {
        uint32_t rows = 0;
        for (uint32_t e = 0; e < 3; e++) {
            values found = {0};
            assert_true(template_rows(&ask, c, &model->program->codes.data[c].edges.data[e].action, (struct expr_span){q, 3},
                                      threads, &found));
            rows += 3 * found.size;
            vector_free(&found);
        }
        assert_int_equal(rows, counted[threads - 2]);
    }
    ask_free(&ask);
    monotone_model_free(model);
    small_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boolean_lock),
        cmocka_unit_test(test_machine_numbers),
        cmocka_unit_test(test_counters),
        cmocka_unit_test(test_cover),
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_decrement),
        cmocka_unit_test(test_tight_bound),
        cmocka_unit_test(test_monotone_instructions),
        cmocka_unit_test(test_refine),
        cmocka_unit_test(test_petri_nets),
        cmocka_unit_test(test_ticket_templates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
