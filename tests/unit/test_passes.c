/* Every pass keeps the answers: random programs built cell by cell, explored before and after each pass by itself and all in a row. A
 * trace of the smaller program can be lifted to the original one. */
#include "unit.h"

#include "base/options.h"
#include "base/statistics.h"
#include "engines/engine.h"
#include "flow_program.h"
#include "passes/edit.h"
#include "passes/passes.h"
#include "program/machine.h"

enum { STATES = 500 }; /* programs with more are left alone */

static void clean(struct program *p) { pass_clean(p); }

static void sharing(struct program *p)
{
    pass_sharing(p);
    program_refresh_accesses(p, false);
}

static void constants(struct program *p) { pass_constants(p); }
static void initial(struct program *p) { pass_initial(p, true); }
static void slicing(struct program *p) { pass_slicing(p); }
static void idle(struct program *p) { pass_idle(p); }
static void unnoticed(struct program *p) { pass_unnoticed(p); }
static void dead_updates(struct program *p) { pass_dead_updates(p); }
static void reset_dead(struct program *p) { pass_reset_dead(p); }
static void blocks(struct program *p) { pass_blocks(p, false); }
static void movers(struct program *p) { pass_blocks(p, true); }
static void close_sections(struct program *p) { pass_close_sections(p); }
static void drop_cells(struct program *p) { program_drop_unused_cells(p, false); }

static void all(struct program *p)
{
    struct pass_options options = pass_options_default();
    passes_run(p, &options);
}

static void all_unnoticed(struct program *p)
{
    all(p);
    pass_unnoticed(p);
}

static void nothing(struct program *p)
{
    struct pass_options options = {0};
    passes_run(p, &options);
}

static const struct law {
    const char *name;
    void (*pass)(struct program *p);
    bool keeps_blocking; /* who waits is kept, too */
    bool changes;        /* some of the programs */
} laws[] = {
    {"clean", clean, false, true},
    {"sharing", sharing, false, false}, /* cells are made local: the graphs stay */
    {"constants", constants, false, true},
    {"initial", initial, true, false}, /* values at the start: the graphs stay */
    {"slicing", slicing, true, false},
    {"idle", idle, false, false},
    {"unnoticed", unnoticed, false, true},
    {"all, unnoticed", all_unnoticed, false, true},
    {"dead updates", dead_updates, true, false},
    {"reset dead", reset_dead, true, false},
    {"blocks", blocks, true, true},
    {"movers", movers, false, true},
    {"close sections", close_sections, true, false},
    {"drop cells", drop_cells, true, false},
    {"all", all, true, true},
    {"none", nothing, true, false},
};
enum { LAWS = sizeof laws / sizeof *laws };

/* Returns the number of states. */
static uint64_t explore(const struct program *p, struct verdict *v)
{
    struct options options;
    struct statistics statistics = {0};
    options_init(&options);
    struct task task = {.program = p, .options = &options, .statistics = &statistics, .budget = {.deadline = clock_wall() + 30}};
    verdict_init(v, p);
    engine_find("explore")->run(&task, v);
    options_free(&options);
    return statistics.explore_states;
}

static uint32_t locations(const struct program *p)
{
    uint32_t n = 0;
    vector_each(const struct code *, c, &p->codes)
        n += c->locations.size;
    return n;
}

static void lifted_trace_replays(const struct program *original, const struct program *small, const struct trace *t,
                                 const char *pass)
{
    struct arena words = ARENA_EMPTY;
    const char *why = "";
    struct trace *lifted = trace_lift(original, small, t, &why, &words);
    if (!lifted || !trace_replays(original, lifted, &why, &words))
        fail_msg("%s: a trace cannot be lifted: %s", pass, why);
    trace_free(lifted);
    arena_release(&words);
}

/* Returns the locations that are gone. */
static uint32_t keep_answers(uint64_t number, const struct program *p, const struct verdict *expected, const struct law *law)
{
    struct program *small = program_clone(p);
    struct verdict v;
    const char *why;
    law->pass(small);
    if (!program_valid(small, &why))
        fail_msg("program %u, %s: %s", (unsigned)number, law->name, why);
    explore(small, &v);
    for (uint32_t c = 0; c < p->checks.size; c++) {
        const struct check_result *r = &v.results.data[c];
        if (r->answer != expected->results.data[c].answer)
            fail_msg("program %u, %s: check %u is %u, was %u", (unsigned)number, law->name, c, r->answer,
                     expected->results.data[c].answer);
        if (r->trace)
            lifted_trace_replays(p, small, r->trace, law->name);
    }
    uint32_t gone = locations(p) - locations(small);
    verdict_free(&v);
    program_free(small);
    return gone;
}

static void try_programs(uint64_t count, bool deadlock)
{
    uint32_t answers[3] = {0}, gone[LAWS] = {0};
    for (uint64_t n = 1; n <= count; n++) {
        struct program *p = random_program(n);
        struct verdict v;
        struct exprs *pool = p->exprs;
        if (deadlock)
            program_add_check(p, (struct check){.property = PROPERTY_DEADLOCK,
                                                .code = 0,
                                                .access_a = NONE,
                                                .access_b = NONE,
                                                .code_b = NONE,
                                                .text = "deadlock"});
        bool small = explore(p, &v) <= STATES;
        for (uint32_t c = 0; small && c < p->checks.size; c++)
            answers[v.results.data[c].answer]++;
        for (unsigned k = 0; small && k < LAWS; k++)
            if (!deadlock || laws[k].keeps_blocking)
                gone[k] += keep_answers(n, p, &v, &laws[k]);
        verdict_free(&v);
        program_free(p);
        exprs_free(pool);
    }
    print_message("%u checks hold, %u are violated, %u open\n", answers[ANSWER_PROVED], answers[ANSWER_VIOLATED],
                  answers[ANSWER_OPEN]);
    assert_true(answers[ANSWER_PROVED] >= 20 && answers[ANSWER_VIOLATED] >= 12 && answers[ANSWER_OPEN] <= 2);
    for (unsigned k = 0; k < LAWS; k++)
        if (laws[k].changes && gone[k] == 0 && (!deadlock || laws[k].keeps_blocking))
            fail_msg("%s never removes a location", laws[k].name);
}

static void test_errors(void **state)
{
    (void)state;
    try_programs(25, false);
}

static void test_deadlocks(void **state)
{
    (void)state;
    try_programs(25, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_errors), cmocka_unit_test(test_deadlocks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
