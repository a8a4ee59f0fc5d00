/* The portfolio with engines that lie, crash, hang, and eat memory. The table of engines is this file's own. */
#include "base/log.h"
#include "base/options.h"
#include "portfolio/contest.h"
#include "portfolio/portfolio.h"
#include "engines/engine.h"
#include "unit.h"

#include "small.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* --- engines --- */

static bool suits_all(const struct program *p, const struct reason **why_not)
{
    (void)p, (void)why_not;
    return true;
}

static void prove_all(struct verdict *v)
{
    vector_each(struct check_result *, r, &v->results)
        r->answer = ANSWER_PROVED;
}

/* The program: x goes from 1 to 3, and location 2 is an error; location 4 is one, too, reached by nothing. */
static struct proof *good_proof(const struct program *p)
{
    struct proof *proof = proof_new(p);
    expr x = expr_cell(p->exprs, 8, 0);
    proof->invariants.data[0][0] = expr_eq(p->exprs, x, expr_const(p->exprs, 8, 1));
    proof->invariants.data[0][1] = expr_eq(p->exprs, x, expr_const(p->exprs, 8, 3));
    proof->invariants.data[0][2] = proof->invariants.data[0][4] = expr_bool(p->exprs, false);
    return proof;
}

static void run_honest(const struct task *t, struct verdict *v)
{
    prove_all(v);
    v->proof = good_proof(t->program);
}

static void run_liar(const struct task *t, struct verdict *v)
{
    prove_all(v);
    v->proof = proof_new(t->program);
}

static void run_exhaustive(const struct task *t, struct verdict *v)
{
    (void)t;
    prove_all(v);
}

static void run_reasoner(const struct task *t, struct verdict *v) /* knows by what it cannot write down */
{
    (void)t;
    prove_all(v);
    v->no_proof = BECAUSE(UNPROVED_COVER);
}

static void run_crash(const struct task *t, struct verdict *v)
{
    (void)t, (void)v;
    abort();
}

static void run_dreamer(const struct task *t, struct verdict *v) /* a schedule that nobody can execute */
{
    (void)t;
    v->results.data[0].answer = ANSWER_VIOLATED;
    v->results.data[0].trace = trace_new(0);
    trace_add(v->results.data[0].trace, 0, 0, 0, 1);
}

static void run_endless(const struct task *t, struct verdict *v);
static void run_finder(const struct task *t, struct verdict *v) /* finds a violation, and goes on */
{
    struct trace *trace = v->results.data[0].trace = trace_new(0);
    v->results.data[0].answer = ANSWER_VIOLATED;
    trace_add(trace, 0, 0, 0, 0);
    trace_add(trace, 0, 0, 0, 1);
    verdict_publish(t, v);
    run_endless(t, v);
}

static void run_endless(const struct task *t, struct verdict *v)
{
    while (!budget_ends(&t->budget, &v->reason)) {
    }
}

static void run_half(const struct task *t, struct verdict *v) /* knows something early, and does not stop by itself */
{
    run_endless(t, v);
    v->results.data[0].answer = ANSWER_PROVED;
}

static void run_first(const struct task *t, struct verdict *v) /* decides check 0 */
{
    (void)t;
    v->results.data[0].answer = ANSWER_PROVED;
}

static void run_rest(const struct task *t, struct verdict *v) /* is given the rest, and claims more than it was asked */
{
    uint32_t errors = 0;
    vector_each(const struct location *, l, &t->program->codes.data[0].locations)
        errors += (l->flags & LOC_ERROR) != 0;
    if (errors == 1)
        prove_all(v);
}

static void run_hungry(const struct task *t, struct verdict *v)
{
    enum { BYTES = 160 << 20 };
    char *all = malloc(BYTES); /* libraries do not ask base/memory.h either */
    for (size_t i = 0; i < BYTES; i += 512)
        all[i] = 1;
    double until = clock_wall() + 0.7;
    while (clock_wall() < until && !budget_spent(&t->budget)) {
    }
    prove_all(v);
    free(all);
}

/* Knows something, and decides nothing itself. */
static struct proof *tell_good(const struct task *t, bool *inductive)
{
    *inductive = true;
    return good_proof(t->program);
}

static void run_teller(const struct task *t, struct verdict *v)
{
    (void)t;
    v->reason = BECAUSE(COARSE_MODULAR);
}

/* Proves what it is told, and says so if nobody told it. */
static void run_believer(const struct task *t, struct verdict *v)
{
    if (t->facts && t->facts_inductive && !strcmp(t->teller, "teller"))
        prove_all(v);
    else
        v->reason = reason_join(&v->arena, BECAUSE(COARSE_MODULAR), BECAUSE(COARSE_DOMAIN));
}

static void run_searcher(const struct task *t, struct verdict *v)
{
    (void)t;
    v->reason = reason_join(&v->arena, BECAUSE(ANY_NUMBER), reason_new(&v->arena, REASON_NONE_IN_LOOPS, NULL, 4));
}

static bool wants_some(const struct options *o)
{
    (void)o;
    return true;
}

#define ENGINE(id, ...) id = {.name = #id, .summary = "", .suits = suits_all, .run = run_##id, __VA_ARGS__}
static const struct engine ENGINE(honest), ENGINE(liar), ENGINE(exhaustive, .exhaustive = true), ENGINE(reasoner), ENGINE(crash),
    ENGINE(dreamer), ENGINE(endless), ENGINE(half), ENGINE(first), ENGINE(rest), ENGINE(hungry), ENGINE(finder), ENGINE(searcher),
    ENGINE(teller, .tell = tell_good, .can_tell = suits_all),
    ENGINE(believer, .wants_facts = wants_some), greedy = {.name = "greedy", .summary = "", .suits = suits_all, .run = run_hungry};

extern const struct engine *table[4];
const struct engine *table[4];
extern const struct engine *const engines[4] __attribute__((alias("table")));

const struct engine *engine_find(const char *name)
{
    (void)name;
    return NULL;
}

/* --- the ground --- */

struct ground {
    struct options options;
    struct pipeline pipeline;
    struct report report;
    double seconds;
};

static struct program *two_checks(void)
{
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 1, NONE), t = small_code(p, "t", 1, 5);
    small_edge(p, t, 0, 1, NULL, 1, SET(x, expr_add(p->exprs, cell8(p, x), value8(p, 2))));
    small_edge(p, t, 1, 2, is_not8(p, x, 3), 0, NULL);
    small_edge(p, t, 1, 3, is8(p, x, 3), 0, NULL);
    p->codes.data[t].exit = 3;
    small_error(p, t, 2);
    small_error(p, t, 4);
    small_finish(p);
    return p;
}

static void prepare(struct ground *g)
{
    *g = (struct ground){0};
    options_init(&g->options);
    g->options.passes = false;
    g->options.command = COMMAND_VERIFY;
    struct program *p = two_checks();
    g->pipeline = (struct pipeline){.options = &g->options, .exprs = p->exprs, .original = p, .small = p};
}

static void contend(struct ground *g, unsigned jobs, double seconds, size_t memory, const struct engine *a, const struct engine *b)
{
    table[0] = a;
    table[1] = b;
    table[2] = NULL;
    g->options.engine_jobs = jobs;
    struct budget budget = {.deadline = clock_wall() + seconds, .memory = memory};
    double start = clock_wall();
    portfolio_run(&g->pipeline, &budget, &g->report);
    g->seconds = clock_wall() - start;
}

static void run(struct ground *g, unsigned jobs, double seconds, size_t memory, const struct engine *a, const struct engine *b)
{
    prepare(g);
    contend(g, jobs, seconds, memory, a, b);
}

static void done(struct ground *g)
{
    if (g->pipeline.bundle) {
        char command[512];
        snprintf(command, sizeof command, "rm -r '%s'", g->pipeline.bundle);
        assert_int_equal(system(command), 0);
    }
    pipeline_free_report(&g->report);
    pipeline_free(&g->pipeline);
    options_free(&g->options);
}

static void explained(const struct ground *g, const char *words)
{
    if (!strstr(text_string(&g->pipeline.explanation), words))
        fail_msg("not explained: '%s' in\n%s", words, text_string(&g->pipeline.explanation));
}

/* --- facts and reasons --- */

static void facts_are_told(void **state)
{
    (void)state;
    struct ground g;
    run(&g, 1, 20, 0, &teller, &believer);
    assert_int_equal(g.report.answer, REPORT_PROVED);
    explained(&g, "check 1: proved by believer");
    done(&g);
}

static void a_cause_is_named_once(void **state)
{
    (void)state;
    struct ground g;
    struct engine mute = teller;
    mute.tell = NULL;
    run(&g, 1, 20, 0, &mute, &believer);
    assert_int_equal(g.report.answer, REPORT_OPEN);
    assert_string_equal(g.report.reason, "thread-modular reasoning alone is too coarse here (teller, believer); abstract "
                                         "interpretation is too coarse here (believer)");
    assert_int_equal(g.report.notes.size, 1); /* what can be done about the second */
    done(&g);
}

/* Unless it is all that there is (above). */
static void what_methods_cannot_is_not_told(void **state)
{
    (void)state;
    struct ground g;
    run(&g, 1, 20, 0, &teller, &searcher);
    assert_int_equal(g.report.answer, REPORT_OPEN);
    assert_string_equal(g.report.reason, "no violation within 4 visits of each loop head (searcher)");
    done(&g);
}

/* --- proofs --- */

static void good_proofs_count(void **state)
{
    (void)state;
    struct ground g;
    run(&g, 1, 20, 0, &honest, NULL);
    assert_int_equal(g.report.answer, REPORT_PROVED);
    assert_int_equal(g.pipeline.evidence.size, 1);
    assert_int_equal(g.pipeline.evidence.data[0]->state, EVIDENCE_HOLDS);
    assert_null(g.pipeline.bundle);
    explained(&g, "check 1: proved by honest, by proof: its proof was checked, and holds");
    assert_int_equal(g.report.checks.data[1].evidence, REPORT_BY_PROOF);
    assert_null(g.report.checks.data[1].because);
    assert_int_equal(g.pipeline.notes.size, 0);
    done(&g);
}

static void bad_proofs_do_not(void **state)
{
    (void)state;
    struct ground g;
    run(&g, 1, 20, 0, &liar, NULL);
    assert_int_equal(g.report.answer, REPORT_OPEN);
    assert_non_null(strstr(g.report.reason, "does not hold"));
    assert_non_null(g.pipeline.bundle);
    evidence_record(&g.pipeline, &g.report);
    assert_int_equal(g.report.proof_file->records.size, 0);
    done(&g);
    run(&g, 1, 20, 0, &liar, &honest);
    assert_int_equal(g.report.answer, REPORT_PROVED);
    assert_string_equal(g.report.checks.data[0].engine, "honest");
    assert_int_equal(g.report.checks.data[0].evidence, REPORT_BY_PROOF);
    assert_true(g.report.internal_error);
    done(&g);
    run(&g, 1, 20, 0, &liar, &exhaustive); /* TRUE, but not because of the proof */
    assert_int_equal(g.report.answer, REPORT_PROVED);
    assert_int_equal(g.report.checks.data[0].evidence, REPORT_EXHAUSTIVELY);
    assert_true(g.report.internal_error);
    explained(&g, "proof of liar: does not hold");
    done(&g);
}

static void evidence_has_a_kind(void **state)
{
    (void)state;
    struct ground g;
    run(&g, 1, 20, 0, &reasoner, NULL);
    assert_int_equal(g.report.answer, REPORT_PROVED);
    assert_int_equal(g.report.checks.data[1].evidence, REPORT_BY_ARGUMENT);
    assert_string_equal(g.report.checks.data[1].because, "a coverability search excluded it, which is not written down");
    explained(&g, "check 1: proved by reasoner, by argument: a coverability search excluded it, which is not written down");
    assert_string_equal(text_string(&g.pipeline.notes),
                        "note: reasoner decided by argument: a coverability search excluded it, which is not written down\n");
    done(&g);
    prepare(&g);
    g.options.check_proofs = false;
    contend(&g, 1, 20, 0, &honest, NULL);
    assert_int_equal(g.report.answer, REPORT_PROVED);
    assert_int_equal(g.report.checks.data[0].evidence, REPORT_BY_ARGUMENT);
    explained(&g, "check 0: proved by honest, by argument: its proof was not checked: not asked for");
    assert_int_equal(g.pipeline.notes.size, 0);
    done(&g);
    prepare(&g);
    g.pipeline.needs = REPORT_NEEDS_PROOF; /* whoever has a proof is heard first */
    contend(&g, 1, 20, 0, &reasoner, &honest);
    assert_int_equal(g.report.checks.data[0].evidence, REPORT_BY_PROOF);
    done(&g);
    prepare(&g);
    g.pipeline.needs = REPORT_NEEDS_PROOF;
    contend(&g, 1, 20, 0, &reasoner, NULL);
    assert_int_equal(g.report.checks.data[0].evidence, REPORT_BY_ARGUMENT);
    done(&g);
}

static void no_time_to_check(void **state)
{
    (void)state;
    struct ground g;
    run(&g, 1, -1, 0, &honest, NULL);
    assert_int_equal(g.report.answer, REPORT_OPEN); /* nobody was asked */
    done(&g);
    run(&g, 1, 20, 0, &exhaustive, NULL);
    assert_int_equal(g.report.answer, REPORT_PROVED);
    explained(&g, "check 0: proved by exhaustive, exhaustively: it has looked at everything");
    assert_int_equal(g.report.checks.data[0].evidence, REPORT_EXHAUSTIVELY);
    done(&g);
}

/* --- failures --- */

static void crashes_are_survived(void **state)
{
    (void)state;
    struct ground g;
    run(&g, 1, 20, 0, &crash, NULL);
    assert_int_equal(g.report.answer, REPORT_OPEN);
    assert_non_null(strstr(g.report.reason, "crashed"));
    assert_non_null(g.pipeline.bundle);
    done(&g);
    run(&g, 2, 20, 0, &crash, &honest);
    assert_int_equal(g.report.answer, REPORT_PROVED);
    done(&g);
}

static void dreams_are_not_violations(void **state)
{
    (void)state;
    struct ground g;
    run(&g, 1, 20, 0, &dreamer, NULL);
    assert_int_equal(g.report.answer, REPORT_OPEN);
    assert_non_null(g.pipeline.bundle);
    done(&g);
}

/* What is violated is known at once, and everything ends soon after. */
static void violations_are_not_kept_back(void **state)
{
    (void)state;
    struct ground g;
    prepare(&g);
    g.pipeline.original->codes.data[0].edges.data[0].action.updates[0].value = value8(g.pipeline.original, 4);
    contend(&g, 1, 30, 0, &finder, &endless);
    assert_int_equal(g.report.answer, REPORT_VIOLATED);
    assert_int_equal(g.report.checks.data[0].answer, REPORT_VIOLATED);
    assert_true(g.seconds < 8);
    done(&g);
}

/* --- turns --- */

static void turns_end(void **state)
{
    (void)state;
    struct ground g;
    run(&g, 1, 20, 0, &endless, &honest);
    assert_int_equal(g.report.answer, REPORT_PROVED);
    assert_true(g.seconds < 5);
    explained(&g, "stopped: nothing was open any more");
    done(&g);
}

static void sleeps(void *context, int fd)
{
    (void)context, (void)fd;
    nanosleep(&(struct timespec){.tv_sec = 20}, NULL);
}

/* What an engine has worked is CPU time; who waits does not keep its place for ever. */
static void turns_go_by_work(void **state)
{
    (void)state;
    struct entrant e = {.standing = RUNNING, .since = clock_wall(), .worked = 1};
    assert_true(process_fork(&e.process, sleeps, NULL, NULL));
    nanosleep(&(struct timespec){.tv_nsec = 400000000}, NULL);
    double worked = entrant_worked(&e) - 1, ran = entrant_ran(&e);
    assert_true(ran >= 0.4);
    assert_true(worked >= 0.1 && worked < 0.7 * ran);
    entrant_pause(&e);
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    assert_true(entrant_worked(&e) == e.worked && entrant_ran(&e) < 2 * ran); /* a pause is no work */
    entrant_resume(&e);
    assert_true(entrant_worked(&e) - 1 < worked + 0.1);
    process_kill(&e.process);
    process_finish(&e.process);
    process_free(&e.process);
}

/* The next turn is for whoever has had least for its weight; an end in sight weighs more. */
static void turns_go_by_weight(void **state)
{
    (void)state;
    struct report report = {0};
    struct contest *c = NEW(struct contest);
    *c = (struct contest){.report = &report, .count = 2, .memory = SIZE_MAX};
    c->entrants[0] = (struct entrant){.standing = PAUSED, .weight = 1, .worked = 2};
    c->entrants[1] = (struct entrant){.standing = PAUSED, .weight = 1, .worked = 4};
    assert_ptr_equal(contest_next(c), &c->entrants[0]);
    c->entrants[1].weight = 3;
    assert_ptr_equal(contest_next(c), &c->entrants[1]);
    c->entrants[1].weight = 1;
    c->entrants[1].in_sight = true;
    assert_ptr_equal(contest_next(c), &c->entrants[1]);
    c->entrants[0].in_sight = true;
    assert_ptr_equal(contest_next(c), &c->entrants[0]);
    c->entrants[0].standing = c->entrants[1].standing = OUT;
    assert_null(contest_next(c));
    mem_free(c);
}

/* Both are alone in turn; the one that is paused when time is up still says what it knows. */
static void last_words_count(void **state)
{
    (void)state;
    struct ground g;
    run(&g, 1, 3, 0, &half, &endless);
    assert_int_equal(g.report.checks.data[0].answer, REPORT_PROVED);
    assert_int_equal(g.report.checks.data[1].answer, REPORT_OPEN);
    assert_true(g.seconds > 2.5 && g.seconds < 3.5);
    assert_non_null(strstr(g.report.reason, "time limit reached"));
    done(&g);
    run(&g, 1, 6, 0, &endless, &half); /* the first turn takes up to four times as long on a busy machine */
    assert_int_equal(g.report.checks.data[0].answer, REPORT_PROVED);
    done(&g);
}

static void what_is_decided_is_not_asked(void **state)
{
    (void)state;
    struct ground g;
    run(&g, 1, 20, 0, &first, &rest);
    assert_int_equal(g.report.answer, REPORT_PROVED);
    assert_string_equal(g.report.checks.data[0].engine, "first");
    assert_string_equal(g.report.checks.data[1].engine, "rest");
    done(&g);
    run(&g, 2, 20, 0, &rest, NULL); /* both errors are there: it says nothing */
    assert_int_equal(g.report.answer, REPORT_OPEN);
    done(&g);
}

/* Two that need 160 MB each, 260 in all: one has to go and comes again; neither is out of memory by itself. */
static void memory_is_shared(void **state)
{
    (void)state;
    struct ground g;
    run(&g, 2, 20, (size_t)260 << 20, &hungry, &greedy);
    assert_int_equal(g.report.answer, REPORT_PROVED);
    done(&g);
    run(&g, 2, 20, (size_t)100 << 20, &hungry, &greedy);
    assert_int_equal(g.report.answer, REPORT_OPEN);
    assert_non_null(strstr(g.report.reason, "memory limit reached"));
    done(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_are_told),
        cmocka_unit_test(a_cause_is_named_once),
        cmocka_unit_test(what_methods_cannot_is_not_told),
        cmocka_unit_test(good_proofs_count),
        cmocka_unit_test(bad_proofs_do_not),
        cmocka_unit_test(evidence_has_a_kind),
        cmocka_unit_test(no_time_to_check),
        cmocka_unit_test(crashes_are_survived),
        cmocka_unit_test(dreams_are_not_violations),
        cmocka_unit_test(violations_are_not_kept_back),
        cmocka_unit_test(turns_end),
        cmocka_unit_test(turns_go_by_work),
        cmocka_unit_test(turns_go_by_weight),
        cmocka_unit_test(last_words_count),
        cmocka_unit_test(what_is_decided_is_not_asked),
        cmocka_unit_test(memory_is_shared),
    };
    log_set_level(LOG_QUIET);
    interrupt_install();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
