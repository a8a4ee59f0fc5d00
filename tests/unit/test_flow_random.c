/* The engine `flow` on random programs built cell by cell, in all modes and domains, against all states that the
 * program can reach: a proved check must hold, and what is said of a location must be true whenever a thread is there.
 */
#include "base/options.h"
#include "engines/flow/flow.h"
#include "flow_program.h"
#include "flow_states.h"
#include "logic/check_proof.h"
#include "program/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

enum { PROGRAMS = 100, CHECKED_EVERY = 15 };

static const char *const modes[] = {"insensitive", "sensitive", "constrained", "full"};
static const char *const domains[] = {
    "values",
    "octagons",
#ifdef HEDDLE_PPL
    "polyhedra",
#endif
};
enum { MODES = 4, DOMAINS = sizeof domains / sizeof *domains };

/* The proof must be good, not only true: a solver checks a part of them. */
static void check_proof(uint64_t number_, const struct verdict *v, const char *mode, const char *domain)
{
    bool claimed[64] = {0};
    struct arena words = ARENA_EMPTY;
    for (uint32_t i = 0; i < v->results.size && i < 64; i++)
        claimed[i] = v->results.data[i].answer == ANSWER_PROVED;
    struct budget budget = {.deadline = clock_wall() + 20, .memory = 0};
    struct proof_check c = proof_check(v->proof, claimed, &budget, &words);
    if (c.answer == PROOF_FAILS)
        fail_msg("program %u, %s, %s: the proof does not hold: %s", (unsigned)number_, mode, domain, c.why);
    arena_release(&words);
}

/* Compares all settings on one program. Adds the numbers of proved checks. */
static void compare(uint64_t number_, uint32_t *proved, uint32_t *safe, uint32_t *compared, uint64_t *states)
{
    struct program *p = random_program(number_);
    const char *why;
    if (!program_valid(p, &why))
        fail_msg("program %u: %s", (unsigned)number_, why);
    struct options options;
    options_init(&options);
    if (getenv("FLOW_RANDOM_PRINT")) {
        struct text out = {0};
        print_program(&out, p);
        print_message("%s", text_string(&out));
        text_free(&out);
    }
    struct world w = {.p = p, .violated = NEW_ARRAY(bool, p->checks.size + 1)};
    world_lay_out(&w);
    bool complete = world_visit(&w);
    for (unsigned d = 0; complete && d < DOMAINS; d++)
        for (unsigned m = 0; m < MODES; m++) {
            struct verdict v;
            options.interference = modes[m];
            options.domain = domains[d];
            struct task task = {.program = p, .options = &options};
            verdict_init(&v, p);
            bool apart = number_ % 4 == 0; /* without the answers more cases are kept */
            struct proof *known = apart ? flow_invariants(&task) : flow_invariants_and_answers(&task, &v);
            if (apart)
                engine_flow.run(&task, &v);
            assert_non_null(known);
            for (uint32_t c = 0; c < p->checks.size; c++) {
                if (v.results.data[c].answer == ANSWER_PROVED && w.violated[c])
                    fail_msg("program %u, %s, %s: check %u proved, but it can fail", (unsigned)number_, modes[m], domains[d], c);
                assert_int_not_equal(v.results.data[c].answer, ANSWER_VIOLATED);
                proved[d * MODES + m] += v.results.data[c].answer == ANSWER_PROVED;
            }
            world_check(&w, known); /* what is printed; then the proof, if there is one */
            if (v.proof)
                world_check(&w, v.proof);
            if (w.failed)
                fail_msg("program %u, %s, %s: an invariant does not hold", (unsigned)number_, modes[m], domains[d]);
            if (v.proof && number_ % (getenv("FLOW_RANDOM_CHECK") ? DOMAINS : CHECKED_EVERY) == d && m == MODES - 1)
                check_proof(number_, &v, modes[m], domains[d]);
            proof_free(known);
            verdict_free(&v);
        }
    for (uint32_t c = 0; complete && c < p->checks.size; c++)
        *safe += !w.violated[c];
    *compared += complete;
    *states += complete ? w.states.size : 0;
    world_free(&w);
    options_free(&options);
    struct exprs *e = p->exprs;
    program_free(p);
    exprs_free(e);
}

static void test_random(void **state)
{
    (void)state;
    uint32_t proved[DOMAINS * MODES] = {0}, safe = 0, compared = 0;
    uint64_t states = 0;
    const char *from = getenv("FLOW_RANDOM_FROM"), *count = getenv("FLOW_RANDOM_COUNT");
    uint64_t first = from ? strtoull(from, NULL, 10) : 1, n = count ? strtoull(count, NULL, 10) : PROGRAMS;
    for (uint64_t i = first; i < first + n; i++)
        compare(i, proved, &safe, &compared, &states);
    print_message("%u programs, %u states, %u checks hold; proved:", compared, (unsigned)states, safe);
    for (unsigned i = 0; i < DOMAINS * MODES; i++)
        print_message(" %s/%s %u", domains[i / MODES], modes[i % MODES], proved[i]);
    print_message("\n");
    if (n >= 100) {
        assert_true(compared > n / 2);
        for (unsigned i = 0; i < DOMAINS * MODES; i++)
            assert_true(proved[i] > safe / 3 && proved[i] <= safe);
        assert_true(proved[3] > proved[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
