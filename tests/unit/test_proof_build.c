/* The builder of proofs: what it makes is what the checker accepts, and what cannot be said is no proof. */
#include "proofs.h"

#include "program/proof_build.h"

static struct proof_place at(uint32_t code, uint32_t location) { return (struct proof_place){code, location}; }

static struct proof *good_end(struct proof_builder *b)
{
    const struct reason *why_not = BECAUSE(UNPROVED);
    struct proof *proof = proof_end(b, &why_not);
    assert_non_null(proof);
    assert_null(why_not);
    return proof;
}

/* Everybody can be everywhere. */
static void add_all(struct proof_builder *b)
{
    const struct program *p = b->proof->program;
    for (uint32_t c = 0; c < p->template_count; c++)
        for (uint32_t l = 0; l < p->codes.data[c].locations.size; l++)
            proof_add_case(b, at(c, l), expr_bool(p->exprs, true));
}

/* x goes from 1 over 3 or 5 to the end, and is checked. */
static struct program *branches(void)
{
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 1, NONE), t = small_code(p, "t", 1, 4);
    small_edge(p, t, 0, 1, NULL, 1, SET(x, value8(p, 3)));
    small_edge(p, t, 0, 1, NULL, 1, SET(x, value8(p, 5)));
    small_edge(p, t, 1, 2, is8(p, x, 4), 0, NULL);
    small_edge(p, t, 1, 3, is_not8(p, x, 4), 0, NULL);
    small_error(p, t, 2);
    small_finish(p);
    return p;
}

static void cases_and_facts(void **state)
{
    (void)state;
    struct program *p = branches();
    for (uint32_t missing = 0; missing < 6; missing++) {
        struct proof_builder b = proof_begin(p, false);
        expr cases[] = {is8(p, 0, 1), is8(p, 0, 3), is8(p, 0, 5), yes(p)};
        uint32_t where[] = {0, 1, 1, 3};
        for (uint32_t i = 0; i < 4; i++)
            if (i != missing)
                proof_add_case(&b, at(0, where[i]), cases[i]);
        assert_int_equal(b.cases, missing < 4 ? 3 : 4);
        proof_add_fact_everywhere(&b, missing == 4 ? is_not8(p, 0, 5) : is_not8(p, 0, 7));
        proof_add_fact(&b, at(0, 3), is_not8(p, 0, 0));
        struct proof *proof = good_end(&b);
        if (missing == 5)
            holds(proof);
        else
            fails(proof, missing ? "step of the thread itself" : "beginning");
        proof_free(proof);
    }
    small_free(p);
}

/* Two threads with a register each; what others know of it is inductive, also while the second one writes its own. */
static void mirrors_follow(void **state)
{
    (void)state;
    struct program *p = lost_update(false);
    struct proof_builder b = proof_begin(p, false);
    uint32_t t = 1, r = 2;
    assert_int_equal(p->cells.data[r].owner, t);
    p->checks.size = 0;
    p->codes.data[0].locations.data[1].flags = 0;
    add_all(&b);
    expr first = proof_mirror(&b, t, 0, r), second = proof_mirror(&b, t, 1, r);
    assert_true(first != second);
    assert_true(first == proof_mirror(&b, t, 0, r));
    assert_int_equal(b.proof->ghosts.size, 2);
    struct proof *proof = good_end(&b);
    holds(proof);
    proof->ghost_updates.data[0].value = expr_add(p->exprs, proof->ghost_updates.data[0].value, value8(p, 1));
    fails(proof, "step of the thread itself");
    proof_free(proof);
    small_free(p);
}

static void what_cannot_be_said(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t t = small_code(p, "t", 2, 2), a = small_array(p, "a", 8, (struct cell_range){0, 1, 4, NONE, 0}, t);
    small_edge(p, t, 0, 1, NULL, 0, NULL);
    small_finish(p);
    const struct reason *why_not = NULL;
    struct proof_builder b = proof_begin(p, false);
    assert_null(proof_mirror(&b, t, 0, a));
    proof_cannot(&b, BECAUSE(UNPROVED_STATES)); /* the first reason counts */
    add_all(&b);
    assert_null(proof_end(&b, &why_not));
    assert_int_equal(why_not->id, REASON_UNPROVED_LOCALS);
    small_free(p);
}

static void who_one_is(void **state)
{
    (void)state;
    struct program *p = lost_update(false);
    assert_true(expr_is_true(instance_is_self(p, 0, 0))); /* there is one main */
    assert_true(instance_is_self(p, 1, 1) == expr_eq(p->exprs, expr_self(p->exprs), expr_const(p->exprs, SELF_WIDTH, 3)));
    assert_int_equal(instance_id(p, 1, 0)->value, 2);
    small_free(p);
}

/* --- two proofs --- */

static void both_of_locations(void **state)
{
    (void)state;
    struct program *p = branches();
    struct proof_builder b = proof_begin(p, false);
    add_all(&b);
    proof_add_fact(&b, at(0, 2), no(p));
    struct proof *a = good_end(&b), *other = proof_new(p);
    other->invariants.data[0][0] = is8(p, 0, 1);
    other->invariants.data[0][1] = is_not8(p, 0, 4);
    fails(a, "step of the thread itself");
    proof_conjoin(a, other);
    holds(a);
    proof_free(a);
    proof_free(other);
    small_free(p);
}

static struct proof *pairs_of(struct program *p, bool more, expr holds)
{
    struct proof_builder b = proof_begin(p, true);
    proof_add_pair_case(&b, at(0, 0), at(1, 0), is8(p, 0, 0));
    proof_add_pair_case(&b, at(0, 0), at(1, 0), holds);
    if (more)
        proof_add_pair_case(&b, at(0, 0), at(1, 1), holds);
    vector_push(&b.proof->weights, (struct proof_weight){0, 1, 1, more ? 2 : 1});
    if (!more)
        vector_push(&b.proof->weights, (struct proof_weight){1, 1, 1, 1});
    return good_end(&b);
}

static void both_of_pairs(void **state)
{
    (void)state;
    struct program *p = lost_update(false);
    struct proof *a = pairs_of(p, true, is8(p, 0, 1)), *b = pairs_of(p, false, is8(p, 0, 2));
    assert_int_equal(a->pairs.size, 2);
    assert_int_equal(b->pairs.size, 1); /* two cases of one pair */
    expr one = a->pairs.data[0].holds, two = b->pairs.data[0].holds;
    assert_true(one == expr_or(p->exprs, is8(p, 0, 0), is8(p, 0, 1)));
    proof_conjoin(a, b);
    assert_int_equal(a->pairs.size, 1); /* the other one is not in b: it cannot be */
    assert_true(a->pairs.data[0].holds == expr_and(p->exprs, one, two));
    assert_int_equal(a->weights.size, 2); /* of the first cell those of a */
    assert_int_equal(a->weights.data[0].weight, 2);
    assert_int_equal(a->weights.data[1].cell, 1);
    proof_free(a);
    proof_free(b);
    small_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_and_facts), cmocka_unit_test(mirrors_follow),    cmocka_unit_test(what_cannot_be_said),
        cmocka_unit_test(who_one_is),      cmocka_unit_test(both_of_locations), cmocka_unit_test(both_of_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
