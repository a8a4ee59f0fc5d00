/* Proofs by pairs: each obligation refuses what only it can refuse, and files keep them. */
#include "base/options.h"
#include "engines/engine.h"
#include "logic/check_proof.h"
#include "report/proof_json.h"
#include "unit.h"

#include "small.h"
#include "walk.h"

#include <stdio.h>
#include <string.h>

static struct proof_check look(const struct proof *proof)
{
    static bool all[64];
    static char why[512];
    struct arena words = ARENA_EMPTY;
    struct budget b = {.deadline = clock_wall() + 60, .memory = 0};
    memset(all, true, sizeof all);
    struct proof_check c = proof_check(proof, all, &b, &words);
    snprintf(why, sizeof why, "%s", c.why ? c.why : "");
    c.why = why;
    arena_release(&words);
    return c;
}

static void holds(const struct proof *proof)
{
    struct proof_check c = look(proof);
    if (c.answer != PROOF_HOLDS)
        fail_msg("a good proof is refused: %s", c.why);
    assert_true(walk_within(proof, 7, 50, 300));
}

static void fails(const struct proof *proof, const char *words)
{
    struct proof_check c = look(proof);
    if (c.answer != PROOF_FAILS || !strstr(c.why, words))
        fail_msg("answer %d because of '%s', not of '%s'", c.answer, c.why, words);
}

static uint32_t pair(struct proof *proof, uint32_t code, uint32_t location, uint32_t other, uint32_t other_location, expr e)
{
    vector_push(&proof->pairs, (struct proof_pair){code, location, other, other_location, e});
    return proof->pairs.size - 1;
}

enum { MAIN, THREAD, LOCK = 0, INSIDE = 1 };

/* Any number of threads with a lock that does not know its owner: outside 0, inside 1; an error unless one is inside.
 */
static struct program *lock_program(void)
{
    struct program *p = small_new();
    struct exprs *x = p->exprs;
    small_cell(p, "lock", 8, 0, NONE);
    small_cell(p, "inside", 8, 0, NONE);
    small_code(p, "main", 1, 1);
    small_code(p, "thread", UNBOUNDED, 3);
    expr more = expr_add(x, cell8(p, INSIDE), value8(p, 1)), less = expr_sub(x, cell8(p, INSIDE), value8(p, 1));
    small_edge(p, THREAD, 0, 1, is8(p, LOCK, 0), 2, (struct update[]){{LOCK, NULL, value8(p, 1)}, {INSIDE, NULL, more}});
    small_edge(p, THREAD, 1, 0, NULL, 2, (struct update[]){{LOCK, NULL, value8(p, 0)}, {INSIDE, NULL, less}});
    small_edge(p, THREAD, 1, 2, is_not8(p, INSIDE, 1), 0, NULL);
    small_error(p, THREAD, 2);
    small_finish(p);
    return p;
}

enum { MAIN_OUT, MAIN_IN, OUT_OUT, OUT_IN }; /* pairs of the proof below */

static struct proof *lock_proof(struct program *p)
{
    struct proof *proof = proof_new(p);
    struct exprs *x = p->exprs;
    expr held = expr_and(x, is8(p, LOCK, 1), is8(p, INSIDE, 1));
    expr any = expr_or(x, held, expr_and(x, is8(p, LOCK, 0), is8(p, INSIDE, 0)));
    proof->pairwise = true;
    pair(proof, MAIN, 0, THREAD, 0, any);
    pair(proof, MAIN, 0, THREAD, 1, held);
    pair(proof, THREAD, 0, THREAD, 0, any);
    pair(proof, THREAD, 0, THREAD, 1, held);
    return proof;
}

static void obligations(void **state)
{
    (void)state;
    struct program *p = lock_program();
    struct proof *proof = lock_proof(p);
    holds(proof);
    expr *of[4], old[4];
    for (int i = 0; i < 4; i++) {
        of[i] = &proof->pairs.data[i].holds;
        old[i] = *of[i];
    }
    *of[OUT_IN] = is8(p, INSIDE, 1); /* somebody may enter */
    fails(proof, "one of a pair");
    *of[OUT_IN] = old[OUT_IN];
    *of[OUT_OUT] = expr_and(p->exprs, is8(p, LOCK, 0), is8(p, INSIDE, 0)); /* a third one may be inside */
    fails(proof, "third thread");
    *of[OUT_OUT] = is8(p, LOCK, 1);
    fails(proof, "beginning");
    *of[OUT_OUT] = old[OUT_OUT];
    pair(proof, THREAD, 1, THREAD, 2, expr_bool(p->exprs, true));
    fails(proof, "error");
    proof->pairs.size--;
    pair(proof, THREAD, 1, THREAD, 1, expr_bool(p->exprs, true));
    fails(proof, "one of a pair");
    proof->pairs.size--;
    holds(proof);
    proof_free(proof);
    small_free(p);
}

/* Without any one of the pairs it is none. */
static void missing_pairs(void **state)
{
    (void)state;
    struct program *p = lock_program();
    for (uint32_t i = 0; i < 4; i++) {
        struct proof *proof = lock_proof(p);
        proof->pairs.data[i] = proof->pairs.data[3];
        proof->pairs.size = 3;
        assert_int_equal(look(proof).answer, PROOF_FAILS);
        assert_false(walk_within(proof, 3, 100, 300));
        proof_free(proof);
    }
    small_free(p);
}

static void shapes(void **state)
{
    (void)state;
    struct program *p = lock_program();
    uint32_t mine = small_cell(p, "mine", 8, 0, THREAD);
    struct proof *proof = lock_proof(p);
    const char *why;
    assert_true(proof_valid(proof, &why));
    uint32_t theirs = proof_partner(proof, mine);
    struct proof_pair good = proof->pairs.data[OUT_IN], *x = &proof->pairs.data[OUT_IN];
    x->holds = expr_eq(p->exprs, cell8(p, theirs), cell8(p, mine));
    assert_true(proof_valid(proof, &why));
    struct proof_pair *m = &proof->pairs.data[MAIN_OUT];
    expr old = m->holds;
    m->holds = expr_eq(p->exprs, cell8(p, mine), value8(p, 0)); /* main has no such cell, its partner has */
    assert_false(proof_valid(proof, &why));
    m->holds = expr_eq(p->exprs, cell8(p, theirs), value8(p, 0));
    assert_true(proof_valid(proof, &why));
    m->holds = expr_eq(p->exprs, cell8(p, proof_partner(proof, LOCK)), value8(p, 0));
    assert_false(proof_valid(proof, &why));
    m->holds = cell8(p, LOCK);
    assert_false(proof_valid(proof, &why));
    m->holds = old;
    *x = (struct proof_pair){THREAD, 1, THREAD, 0, good.holds};
    assert_false(proof_valid(proof, &why));
    *x = (struct proof_pair){THREAD, 0, THREAD, 9, good.holds};
    assert_false(proof_valid(proof, &why));
    *x = proof->pairs.data[OUT_OUT];
    assert_false(proof_valid(proof, &why));
    *x = good;
    proof->pairwise = false;
    assert_false(proof_valid(proof, &why));
    proof->pairwise = true;
    proof->invariants.data[0][0] = old;
    assert_false(proof_valid(proof, &why));
    proof_free(proof);
    small_free(p);
}

/* --- partners --- */

/* A ticket lock for any number of threads; an error if two are inside. What proves it relates own cells of two threads.
 */
static struct program *tickets(void)
{
    struct program *p = small_new();
    struct exprs *x = p->exprs;
    uint32_t next = small_cell(p, "next", 32, 0, NONE), serving = small_cell(p, "serving", 32, 0, NONE);
    uint32_t inside = small_cell(p, "inside", 8, 0, NONE);
    small_code(p, "main", 1, 1);
    small_code(p, "thread", UNBOUNDED, 4);
    uint32_t mine = small_cell(p, "mine", 32, 0, THREAD);
    expr n = expr_cell(x, 32, next), s = expr_cell(x, 32, serving), m = expr_cell(x, 32, mine), one = expr_const(x, 32, 1);
    expr room = expr_ne(x, n, expr_const(x, 32, UINT32_MAX));
    small_edge(p, THREAD, 0, 1, room, 2, (struct update[]){{mine, NULL, n}, {next, NULL, expr_add(x, n, one)}});
    small_edge(p, THREAD, 1, 2, expr_eq(x, m, s), 1, SET(inside, expr_add(x, cell8(p, inside), value8(p, 1))));
    small_edge(p, THREAD, 2, 3, is_not8(p, inside, 1), 0, NULL);
    small_edge(
        p, THREAD, 2, 0, NULL, 2,
        (struct update[]){{inside, NULL, expr_sub(x, cell8(p, inside), value8(p, 1))}, {serving, NULL, expr_add(x, s, one)}});
    small_error(p, THREAD, 3);
    small_finish(p);
    return p;
}

static void partners(void **state)
{
    (void)state;
    struct program *p = tickets();
    static const char *const known[] = {"mine != mine_P", "mine < next", "mine == serving", "serving < mine", "serving < next"};
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        vector_push(&p->predicates, known[i]);
    struct options o;
    options_init(&o);
    o.discovery = false;
    struct task task = {.program = p, .options = &o, .wants_proof = true, .budget = {.deadline = clock_wall() + 60, .memory = 0}};
    struct verdict v;
    verdict_init(&v, p);
    engine_find("monotone")->run(&task, &v);
    assert_int_equal(v.results.data[0].answer, ANSWER_PROVED);
    assert_non_null(v.proof);
    assert_true(v.proof->pairwise);
    holds(v.proof);
    for (uint32_t i = 0; i < v.proof->pairs.size; i++) { /* none can be missing */
        struct proof_pair *x = &v.proof->pairs.data[i], old = *x;
        x->holds = expr_bool(p->exprs, false);
        assert_int_equal(look(v.proof).answer, PROOF_FAILS);
        *x = old;
    }
    struct proof_pair *last = &v.proof->pairs.data[v.proof->pairs.size - 1]; /* and tickets must be known */
    last->holds = expr_bool(p->exprs, true);
    assert_int_equal(look(v.proof).answer, PROOF_FAILS);
    verdict_free(&v);
    options_free(&o);
    small_free(p);
}

/* --- weights --- */

enum { COUNT = 0 };

/* Any number of threads count themselves; an error if one that has counted itself sees 0. */
static struct program *counting(unsigned width)
{
    struct program *p = small_new();
    struct exprs *x = p->exprs;
    small_cell(p, "count", width, 5, NONE);
    small_code(p, "main", 1, 2);
    small_code(p, "thread", UNBOUNDED, 3);
    expr n = expr_cell(x, width, COUNT), one = expr_const(x, width, 1);
    small_edge(p, MAIN, 0, 1, NULL, 1, SET(COUNT, expr_sub(x, n, expr_const(x, width, 5))));
    small_edge(p, THREAD, 0, 1, NULL, 1, SET(COUNT, expr_add(x, n, one)));
    small_edge(p, THREAD, 1, 0, NULL, 1, SET(COUNT, expr_sub(x, n, one)));
    small_edge(p, THREAD, 1, 2, expr_eq(x, n, expr_const(x, width, 0)), 0, NULL);
    small_error(p, THREAD, 2);
    small_finish(p);
    return p;
}

static struct proof *counting_proof(struct program *p)
{
    struct proof *proof = proof_new(p);
    expr yes = expr_bool(p->exprs, true);
    proof->pairwise = true;
    for (uint32_t m = 0; m < 2; m++)
        for (uint32_t t = 0; t < 2; t++)
            pair(proof, MAIN, m, THREAD, t, yes);
    pair(proof, THREAD, 0, THREAD, 0, yes);
    pair(proof, THREAD, 0, THREAD, 1, yes);
    pair(proof, THREAD, 1, THREAD, 1, yes);
    vector_push(&proof->weights, (struct proof_weight){COUNT, MAIN, 1, -5});
    vector_push(&proof->weights, (struct proof_weight){COUNT, THREAD, 1, 1});
    return proof;
}

static void weights(void **state)
{
    (void)state;
    struct program *p = counting(64), *narrow = counting(8), *middle = counting(32);
    struct proof *proof = counting_proof(p);
    holds(proof);
    proof->weights.data[1].weight = 2;
    fails(proof, "one of a pair");
    proof->weights.data[1].weight = 1;
    proof->weights.data[0].weight = -6;
    fails(proof, "one of a pair");
    proof->weights.data[0].weight = -5;
    vector_push(&proof->weights, (struct proof_weight){COUNT, THREAD, 0, 1});
    fails(proof, "added up");
    proof->weights.data[2] = (struct proof_weight){COUNT, THREAD, 2, -1}; /* room for both signs, but no step makes it so */
    fails(proof, "one of a pair");
    proof->weights.size = 0;
    fails(proof, "one of a pair");
    proof_free(proof);
    proof = counting_proof(narrow); /* so many threads make it wrap around */
    fails(proof, "added up");
    proof_free(proof);
    proof = counting_proof(middle);
    vector_push(&proof->weights, (struct proof_weight){COUNT, THREAD, 2, -1}); /* any number up and any number down have no room */
    fails(proof, "added up");
    proof_free(proof);
    small_free(p);
    small_free(narrow);
    small_free(middle);
}

/* --- files --- */

static void files(void **state)
{
    (void)state;
    struct program *p = counting(64);
    struct proof *proof = counting_proof(p);
    bool proves[1] = {true}, left_out[1] = {false};
    const char *why = NULL;
    struct proof_record record = {"monotone", proof, proves, left_out, 1, PROOF_OF_CHECKS};
    struct text t = {0};
    proof_json_write(&t, &record, 1, NULL, 0);
    struct proof_json *f = proof_json_open(text_string(&t), t.size, &why);
    assert_non_null(f);
    struct proof *back = proof_json_read(f, 0, p, &why);
    assert_non_null(back);
    assert_true(back->pairwise);
    assert_int_equal(back->pairs.size, proof->pairs.size);
    for (uint32_t i = 0; i < proof->pairs.size; i++)
        assert_memory_equal(&back->pairs.data[i], &proof->pairs.data[i], sizeof *proof->pairs.data);
    assert_int_equal(back->weights.size, 2);
    assert_int_equal(back->weights.data[0].weight, -5);
    holds(back);
    proof_json_close(f);
    text_free(&t);
    proof_free(back);
    proof_free(proof);
    small_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obligations), cmocka_unit_test(missing_pairs), cmocka_unit_test(shapes),
        cmocka_unit_test(partners),    cmocka_unit_test(weights),       cmocka_unit_test(files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
