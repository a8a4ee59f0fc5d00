/* The engine random: who goes first, what drawn runs find, and that the same command draws the same runs. */
#include "base/options.h"
#include "base/statistics.h"
#include "engines/engine.h"
#include "engines/random/priorities.h"
#include "engines/random/runs.h"
#include "engines/random/windows.h"
#include "program/machine.h"
#include "unit.h"

#include "small.h"

/* Whatever is drawn: nobody gets lost, who has ended is last, main is first while it creates, and the end of the program waits. */
static void order_of_drawn_runs(void **state)
{
    (void)state;
    enum { THREADS = 5, CREATING = 7, RUNS = 300 };
    struct priorities u;
    uint32_t main_was_first = 0, in_turn = 0;
    priorities_init(&u, THREADS, 1);
    for (uint32_t run = 0; run < RUNS; run++) {
        priorities_begin(&u);
        assert_int_equal(u.alive, THREADS);
        bool first = u.main_first;
        main_was_first += first;
        in_turn += u.manner == MANNER_IN_TURN;
        for (uint32_t step = 0; step < CREATING && first; step++) {
            assert_int_equal(u.order[0], 0);
            priorities_moved(&u, 0, MOVED_CREATES);
        }
        for (uint32_t step = 0; step < 200; step++) {
            uint32_t at = draw_below(&u, u.alive), who = u.order[at];
            unsigned what = u.alive > 2 && step % 50 == 49 ? MOVED_ENDED : step % 30 == 29 ? MOVED_HALTS : 0;
            uint32_t alive = u.alive;
            priorities_moved(&u, at, what);
            assert_true(priorities_valid(&u));
            if (what == MOVED_ENDED) {
                assert_int_equal(u.alive, alive - 1);
                assert_int_equal(u.order[u.alive], who);
            }
            if (what == MOVED_HALTS)
                assert_int_equal(u.order[u.alive - 1], who);
        }
    }
    assert_in_range(main_was_first, RUNS / 2, RUNS - 1);
    assert_in_range(in_turn, RUNS / 8, RUNS / 2);
    priorities_free(&u);
}

/* Between reading x and writing it; not before, not after, and not where only others do that. */
static void windows_lie_between(void **state)
{
    (void)state;
    struct program *p = lost_update(false);
    struct windows w;
    windows_init(&w, p);
    for (uint32_t c = 0; c < p->codes.size; c++)
        for (uint32_t l = 0; l < p->codes.data[c].locations.size; l++)
            assert_int_equal(w.at[c][l], c == 1 && l == 1);
    windows_free(&w);
    small_free(p);
}

/* Once runs have come through windows, half of those that are interrupted are so there and nowhere else. */
static void interrupted_in_windows(void **state)
{
    (void)state;
    enum { THREADS = 4, RUNS = 400, STEPS = 40, EVERY = 8 };
    struct priorities u;
    uint32_t runs = 0, interrupted = 0;
    priorities_init(&u, THREADS, 1);
    for (uint32_t run = 0; run < RUNS; run++) {
        priorities_begin(&u);
        bool counts = u.by_window && u.manner == MANNER_INTERRUPTED && !u.main_first;
        runs += counts;
        for (uint32_t step = 0; step < STEPS; step++) {
            uint32_t who = u.order[0];
            unsigned what = step % EVERY == EVERY - 1 ? MOVED_WINDOW : 0;
            priorities_moved(&u, 0, what | MOVED_CREATES);
            if (!counts || u.order[0] == who)
                continue;
            assert_int_equal(what, MOVED_WINDOW);
            interrupted++;
        }
    }
    assert_true(runs > 0 && interrupted > runs / 2);
    priorities_free(&u);
}

static void assert_replays(const struct program *p, const struct trace *t)
{
    struct arena words = ARENA_EMPTY;
    const char *why;
    assert_non_null(t);
    assert_true(trace_replays(p, t, &why, &words));
    arena_release(&words);
}

/* A violation is found by luck alone, and its trace is one; what cannot happen is not found, nor what nobody wants. */
static void drawn_runs_find(void **state)
{
    (void)state;
    for (int atomic = 0; atomic < 2; atomic++) {
        struct program *p = lost_update(atomic);
        struct budget budget = {0};
        struct drawn_runs *d = drawn_runs_new(p, (struct drawn_manner){.seed = 42}, &budget);
        bool wanted = true;
        struct trace *t = drawn_runs_violation(d, &wanted, 100000, &budget);
        assert_true(drawn_runs_count(d) > 0);
        assert_int_equal(t != NULL, !atomic);
        if (t)
            assert_replays(p, t);
        trace_free(t);
        wanted = false;
        assert_null(drawn_runs_violation(d, &wanted, 10000, &budget));
        assert_true(drawn_runs_work(d) >= 10000);
        drawn_runs_free(d);
        small_free(p);
    }
}

/* Inputs are tried in turn where drawing gives none that the guard takes (14 is not drawn here), and one that has a single bit is
 * 0 or 1 then, too: what is found replays. */
static void drawn_inputs_fit_their_widths(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t main = small_code(p, "main", 1, 4), c = small_cell(p, "c", 8, 0, NONE);
    expr any = expr_input(p->exprs, 8, p->input_count++), bit = expr_input(p->exprs, 1, p->input_count++);
    expr fits = expr_eq(p->exprs, expr_binary(p->exprs, E_MUL, any, value8(p, 3)), value8(p, 42));
    small_edge(p, main, 0, 1, fits, 1, SET(c, expr_ite(p->exprs, bit, value8(p, 1), value8(p, 2))));
    small_edge(p, main, 1, 2, is8(p, c, 1), 0, NULL);
    small_edge(p, main, 1, 3, is8(p, c, 2), 0, NULL);
    small_error(p, main, 2);
    small_error(p, main, 3);
    small_finish(p);
    struct budget budget = {0};
    struct drawn_runs *d = drawn_runs_new(p, (struct drawn_manner){.seed = 1}, &budget);
    struct trace *t = drawn_runs_violation(d, (bool[]){true, true}, 1000000, &budget);
    assert_replays(p, t);
    trace_free(t);
    drawn_runs_free(d);
    small_free(p);
}

static struct verdict decide(struct program *p, struct options *o, struct statistics *st)
{
    struct task task = {.program = p, .options = o, .statistics = st};
    struct verdict v;
    verdict_init(&v, p);
    engine_find("random")->run(&task, &v);
    return v;
}

/* The engine: a violation with its trace; otherwise it gives up after the work that it was given, and proves nothing. */
static void engine_gives_up(void **state)
{
    (void)state;
    struct options o;
    options_init(&o);
    o.random_work = 200000;
    for (int atomic = 0; atomic < 2; atomic++) {
        struct program *p = lost_update(atomic);
        struct statistics st = {0}, again = {0};
        struct verdict v = decide(p, &o, &st), w = decide(p, &o, &again);
        assert_int_equal(verdict_answer(&v, p), atomic ? ANSWER_OPEN : ANSWER_VIOLATED);
        assert_int_equal(v.reason != NULL, atomic);
        if (atomic)
            assert_in_range(st.random_work, 200000, 300000);
        else
            assert_true(st.random_work < 200000);
        assert_int_equal(st.random_runs, again.random_runs); /* no clock decides */
        assert_int_equal(st.random_work, again.random_work);
        verdict_free(&v);
        verdict_free(&w);
        small_free(p);
    }
    options_free(&o);
}

/* A thread that is created without bound: here five of them are needed, which are among the rounds' numbers. */
static void many_threads_are_drawn(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t count = small_cell(p, "count", 8, 0, NONE);
    uint32_t main = small_code(p, "main", 1, 2), t = small_code(p, "t", UNBOUNDED, 2);
    small_edge(p, t, 0, 1, NULL, 1, SET(count, expr_add(p->exprs, cell8(p, count), value8(p, 1))));
    small_edge(p, main, 0, 1, is8(p, count, 5), 0, NULL);
    small_error(p, main, 1);
    small_finish(p);
    struct options o;
    options_init(&o);
    struct statistics st = {0};
    struct verdict v = decide(p, &o, &st);
    assert_int_equal(verdict_answer(&v, p), ANSWER_VIOLATED);
    verdict_free(&v);
    options_free(&o);
    small_free(p);
}

/* Two threads with 40 steps each, one of which writes x; with a lock around it they never meet. */
static struct program *far_writes(bool locked, struct access *write)
{
    enum { STEPS = 40, WRITE = 20 };
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE), lock = small_cell(p, "lock", 8, 0, NONE);
    uint32_t t = small_code(p, "t", 2, STEPS + 1), own = small_cell(p, "own", 8, 0, t);
    for (uint32_t l = 0; l < STEPS; l++) {
        bool takes = locked && l == WRITE - 1, gives = locked && l == WRITE + 1;
        uint32_t to = takes || gives ? lock : l == WRITE ? x : own;
        struct edge *e = small_edge(p, t, l, l + 1, takes ? is8(p, lock, 0) : NULL, 1, SET(to, value8(p, gives ? 0 : 1)));
        if (l != WRITE)
            continue;
        *write = (struct access){.cell = x, .write = true};
        e->action.accesses = write;
        e->action.access_count = 1;
    }
    p->access_count = 1;
    program_add_check(p, (struct check){.property = PROPERTY_RACE, .code = t, .code_b = t, .text = "x"});
    small_finish(p);
    return p;
}

static void drawn_runs_meet(void **state)
{
    (void)state;
    for (int locked = 0; locked < 2; locked++) {
        struct access write;
        struct program *p = far_writes(locked, &write);
        struct budget budget = {0};
        struct drawn_runs *d = drawn_runs_new(p, (struct drawn_manner){.seed = 1}, &budget);
        struct trace *t = drawn_runs_violation(d, (bool[]){true}, locked ? 100000 : 2000, &budget);
        assert_int_equal(t != NULL, !locked);
        if (t)
            assert_replays(p, t);
        trace_free(t);
        drawn_runs_free(d);
        small_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_of_drawn_runs),           cmocka_unit_test(drawn_runs_find),
        cmocka_unit_test(windows_lie_between),           cmocka_unit_test(interrupted_in_windows),
        cmocka_unit_test(drawn_inputs_fit_their_widths), cmocka_unit_test(engine_gives_up),
        cmocka_unit_test(many_threads_are_drawn),        cmocka_unit_test(drawn_runs_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
