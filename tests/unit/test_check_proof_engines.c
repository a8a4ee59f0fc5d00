/* The checker of proofs on what engines give, on mutants of it, and on files. */
#include "base/options.h"
#include "engines/engine.h"
#include "proofs.h"
#include "report/proof_json.h"

#include "walk.h"

/* --- proofs of engines, and mutants of them --- */

static struct proof *proof_by(const char *engine, const struct program *p)
{
    struct options o;
    options_init(&o);
    struct task task = {.program = p, .options = &o, .wants_proof = true, .budget = {.deadline = clock_wall() + 30, .memory = 0}};
    struct verdict v;
    verdict_init(&v, p);
    engine_run(engine_find(engine), &task, &v);
    assert_int_equal(verdict_answer(&v, p), ANSWER_PROVED);
    struct proof *proof = v.proof;
    v.proof = NULL;
    verdict_free(&v);
    options_free(&o);
    assert_non_null(proof);
    return proof;
}

/* The proof of Peterson's algorithm says nothing about the broken one. */
static void another_program(void **state)
{
    (void)state;
    struct program *good = peterson(false), *bad = peterson(true);
    struct proof *proof = proof_by("cartesian", good);
    holds(proof);
    assert_true(walk_within(proof, 1, 50, 500));
    struct proof *moved = proof_new(bad);
    struct proof_nodes nodes = {0};
    VECTOR(expr) copies = {0};
    proof_nodes(proof, &nodes);
    vector_each(const expr *, n, &nodes.list) {
        expr arg[3] = {0};
        for (unsigned i = 0; i < (*n)->arity; i++) {
            uint64_t k;
            assert_true(map_get(&nodes.index, map_pointer_key((*n)->arg[i]), &k));
            arg[i] = copies.data[k];
        }
        expr copy = proof_node(bad, (*n)->op, (*n)->width, (*n)->value, (*n)->arity, arg);
        assert_non_null(copy);
        vector_push(&copies, copy);
    }
    for (uint32_t t = 0; t < 2; t++)
        for (uint32_t l = 0; l < good->codes.data[t].locations.size; l++) {
            uint64_t k;
            assert_true(map_get(&nodes.index, map_pointer_key(proof->invariants.data[t][l]), &k));
            moved->invariants.data[t][l] = copies.data[k];
        }
    assert_int_equal(look(moved).answer, PROOF_FAILS);
    vector_free(&copies);
    proof_nodes_free(&nodes);
    proof_free(moved);
    proof_free(proof);
    small_free(good);
    small_free(bad);
}

/* False at a place that is reached; true at an error; and what is left when a part is dropped. */
static void mutants(void **state)
{
    (void)state;
    struct program *p = peterson(false);
    struct proof *proof = proof_by("cartesian", p);
    for (uint32_t t = 0; t < 2; t++)
        for (uint32_t l = 0; l < p->codes.data[t].locations.size; l++) {
            expr *at = &proof->invariants.data[t][l], old = *at;
            bool error = p->codes.data[t].locations.data[l].flags & LOC_ERROR, reached = l < 6;
            *at = no(p);
            if (reached)
                assert_int_equal(look(proof).answer, PROOF_FAILS);
            *at = yes(p);
            if (error)
                fails(proof, "does not exclude an error");
            if (reached && old->op == E_OR)
                for (int i = 0; i < 2; i++) {
                    *at = old->arg[i];
                    struct proof_check c = look(proof);
                    assert_true(c.answer != PROOF_HOLDS || walk_within(proof, l, 100, 500));
                }
            *at = old;
        }
    holds(proof);
    proof_free(proof);
    small_free(p);
}

/* --- files --- */

static void files(void **state)
{
    (void)state;
    struct program *p = peterson(false), *other = peterson(true);
    struct proof *proof = proof_by("cartesian", p);
    bool proves[2] = {true, false}, left_out[2] = {false, true}, a[2], b[2];
    const char *options[] = {"--machine=32"}, *why = NULL;
    struct proof_record record = {"cartesian", proof, proves, left_out, 2, PROOF_OF_CHECKS};
    struct text t = {0};
    proof_json_write(&t, &record, 1, options, 1);
    struct proof_json *f = proof_json_open(text_string(&t), t.size, &why);
    assert_non_null(f);
    proof_json_strings strings = {0};
    proof_json_options(f, &strings);
    assert_int_equal(strings.size, 1);
    assert_string_equal(strings.data[0], "--machine=32");
    assert_int_equal(proof_json_count(f), 1);
    assert_true(proof_json_checks(f, 0, 2, a, b));
    assert_true(a[0] && !a[1] && !b[0] && b[1]);
    assert_false(proof_json_checks(f, 0, 1, a, b));
    struct proof *back = proof_json_read(f, 0, p, &why);
    assert_non_null(back);
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t l = 0; l < p->codes.data[k].locations.size; l++)
            assert_ptr_equal(back->invariants.data[k][l], proof->invariants.data[k][l]);
    assert_null(proof_json_read(f, 0, other, &why));
    assert_non_null(strstr(why, "another program"));
    proof_json_close(f);
    size_t last = t.size;
    while (text_string(&t)[last - 1] != '}')
        last--;
    for (size_t n = 0; n < last; n += n + 200 < last ? 37 : 1)
        assert_null(proof_json_open(text_string(&t), n, &why));
    vector_free(&strings);
    text_free(&t);
    proof_free(back);
    proof_free(proof);
    small_free(p);
    small_free(other);
}

/* Nodes that no expression has are refused, not made. */
static void bad_nodes(void **state)
{
    (void)state;
    struct program *p = peterson(false);
    expr bit = expr_bool(p->exprs, true), byte = value8(p, 3), word = expr_const(p->exprs, 32, 1), arg[3] = {bit, byte, byte};
    assert_null(proof_node(p, EXPR_OPS, 1, 0, 0, arg));
    assert_null(proof_node(p, E_CONST, 0, 0, 0, arg));
    assert_null(proof_node(p, E_CONST, 65, 0, 0, arg));
    assert_null(proof_node(p, E_CONST, 8, 256, 0, arg));
    assert_null(proof_node(p, E_CELL, 8, 99, 0, arg));
    assert_null(proof_node(p, E_CELL, 9, 2, 0, arg));
    assert_null(proof_node(p, E_READ, 8, 2, 1, &word));
    assert_null(proof_node(p, E_AND, 1, 0, 2, arg));
    assert_null(proof_node(p, E_AND, 1, 0, 1, arg));
    assert_null(proof_node(p, E_ITE, 1, 0, 3, arg));
    assert_non_null(proof_node(p, E_ITE, 8, 0, 3, arg));
    assert_null(proof_node(p, E_EXTRACT, 4, 5, 1, arg + 1));
    assert_null(proof_node(p, E_ZEXT, 8, 0, 1, arg + 1));
    assert_null(proof_node(p, E_CONCAT, 8, 0, 2, arg));
    assert_null(proof_node(p, E_AT, 1, (uint64_t)7 << 32, 1, &word));
    assert_null(proof_node(p, E_AT, 1, 99, 1, &word));
    assert_null(proof_node(p, E_AT, 1, 0, 1, arg + 1));
    struct proof *proof = proof_new(p);
    const char *why;
    proof->invariants.data[0][0] = byte;
    assert_false(proof_valid(proof, &why));
    proof->invariants.data[0][0] = expr_eq(p->exprs, expr_input(p->exprs, 8, 0), byte);
    assert_false(proof_valid(proof, &why));
    proof_free(proof);
    small_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_program),
        cmocka_unit_test(mutants),
        cmocka_unit_test(files),
        cmocka_unit_test(bad_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
