/* Interpolants of random trees of steps over small numbers, checked with bit-vectors: each follows from what comes
 * before it, contradicts the rest, and speaks of what both speak of. And that they generalise where that is what they
 * are for. */
#include "unit.h"

#include "logic/interpolate.h"
#include "small.h"

enum { CELLS = 3, MOST_NODES = 9, ROUNDS = 60 };

struct path { /* one that has not met another yet */
    uint32_t node;
    expr now[CELLS];
};

struct random_tree {
    struct program *program;
    uint64_t seed;
    struct interpolation problem;
    VECTOR(struct path) open;
};

static uint64_t chance(struct random_tree *t, uint64_t n) { return random_next(&t->seed) % n; }

static expr variable(struct random_tree *t)
{
    uint32_t cell = small_cell(t->program, "v", 32, 0, NONE);
    if (t->seed & 1)
        bitset_add(&t->problem.is_unsigned, cell);
    return expr_cell(t->program->exprs, 32, cell);
}

static expr value(struct random_tree *t, uint64_t v) { return expr_const(t->program->exprs, 32, v); }

/* Bounds at first, so that nothing wraps around. */
static void begin(struct random_tree *t, struct path *p, struct interpolation_node *n)
{
    struct exprs *x = t->program->exprs;
    for (unsigned c = 0; c < CELLS; c++) {
        p->now[c] = variable(t);
        if (chance(t, 2))
            vector_push(&n->formulas, expr_eq(x, p->now[c], value(t, 20 + chance(t, 3))));
        vector_push(&n->formulas, expr_binary(x, E_ULE, p->now[c], value(t, 30)));
        vector_push(&n->formulas, expr_binary(x, E_SLE, value(t, 20), p->now[c]));
    }
}

static void step(struct random_tree *t, struct path *p, struct interpolation_node *n)
{
    struct exprs *x = t->program->exprs;
    static const enum expr_op ops[] = {E_EQ, E_SLT, E_SLE};
    unsigned a = chance(t, CELLS), b = chance(t, CELLS);
    if (chance(t, 2)) {
        expr right = chance(t, 2) ? value(t, 20 + chance(t, 4)) : p->now[b];
        expr condition = expr_binary(x, ops[chance(t, 3)], p->now[a], right);
        vector_push(&n->formulas, chance(t, 2) ? condition : expr_not(x, condition));
    } else {
        expr next = variable(t);
        vector_push(&n->formulas, expr_eq(x, next, expr_add(x, p->now[b], value(t, chance(t, 3)))));
        p->now[a] = next;
    }
}

static void make(struct random_tree *t)
{
    unsigned count = 3 + chance(t, MOST_NODES - 2);
    for (unsigned i = 0; i < count || t->open.size > 1; i++) {
        struct interpolation_node n = {.before = {NONE, NONE}};
        struct path p;
        if (!t->open.size || (i < count && chance(t, 4) == 0)) {
            begin(t, &p, &n);
        } else {
            p = vector_pop(&t->open);
            n.before[0] = p.node;
            if (t->open.size && (i >= count || chance(t, 3) == 0)) {
                struct path other = vector_pop(&t->open);
                n.before[1] = other.node;
                for (unsigned c = 0; c < CELLS; c++)
                    if (chance(t, 3))
                        vector_push(&n.formulas, expr_eq(t->program->exprs, p.now[c], other.now[c]));
            }
            if (chance(t, 5))
                step(t, &p, &n);
        }
        p.node = t->problem.nodes.size;
        vector_push(&t->problem.nodes, n);
        vector_push(&t->open, p);
    }
}

/* --- the exact check, where nothing wraps around --- */

static void below(const struct interpolation *p, uint32_t node, struct bitset *out)
{
    bitset_add(out, node);
    for (unsigned i = 0; i < 2; i++)
        if (p->nodes.data[node].before[i] != NONE)
            below(p, p->nodes.data[node].before[i], out);
}

static bool contradiction(const struct program *program, const struct interpolation *p, const struct bitset *nodes, bool inside,
                          expr more)
{
    struct smt *s = smt_new(program);
    struct smt_state *state = smt_state_new(s, "s");
    struct smt_scope scope = {.shared = state, .own = state, .self = smt_constant(s, SELF_WIDTH, "self"), .inputs = "i"};
    for (uint32_t i = 0; i < p->nodes.size; i++)
        if (bitset_has(nodes, i) == inside)
            vector_each(const expr *, e, &p->nodes.data[i].formulas)
                smt_assert(s, smt_holds(s, &scope, *e));
    smt_assert(s, smt_holds(s, &scope, more));
    for (uint32_t c = 0; c < program->cells.size; c++) {
        expr bound = expr_const(program->exprs, 32, 1000);
        smt_assert(s, smt_holds(s, &scope, expr_binary(program->exprs, E_ULT, expr_cell(program->exprs, 32, c), bound)));
    }
    bool unsat = smt_check(s) == SMT_UNSAT;
    smt_state_free(state);
    smt_free(s);
    return unsat;
}

static void variables(const struct interpolation *p, const struct bitset *nodes, bool inside, struct bitset *out)
{
    for (uint32_t i = 0; i < p->nodes.size; i++)
        if (bitset_has(nodes, i) == inside)
            vector_each(const expr *, e, &p->nodes.data[i].formulas)
                expr_cells(*e, out);
}

static void check_node(const struct random_tree *t, uint32_t node)
{
    const struct interpolation *p = &t->problem;
    expr e = p->nodes.data[node].interpolant;
    struct bitset before = {0}, first = {0}, second = {0}, mentioned = {0};
    below(p, node, &before);
    assert_non_null(e);
    assert_true(contradiction(t->program, p, &before, true, expr_not(t->program->exprs, e)));
    assert_true(contradiction(t->program, p, &before, false, e));
    variables(p, &before, true, &first);
    variables(p, &before, false, &second);
    expr_cells(e, &mentioned);
    assert_true(bitset_within(&mentioned, &first));
    assert_true(bitset_within(&mentioned, &second));
    bitset_free(&before);
    bitset_free(&first);
    bitset_free(&second);
    bitset_free(&mentioned);
}

static void test_random_trees(void **state)
{
    (void)state;
    unsigned refuted = 0, feasible = 0;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct random_tree t = {.program = small_new(), .seed = round};
        t.problem = (struct interpolation){.exprs = t.program->exprs, .limit = {.milliseconds = 30000}, .seconds = 100};
        struct bitset none = {0};
        make(&t);
        bool possible = !contradiction(t.program, &t.problem, &none, false, expr_bool(t.program->exprs, true));
        assert_int_equal(interpolate(&t.problem, NULL), !possible);
        for (uint32_t i = 0; i < t.problem.nodes.size && !possible; i++)
            check_node(&t, i);
        refuted += !possible;
        feasible += possible;
        interpolation_free(&t.problem);
        vector_free(&t.open);
        small_free(t.program);
    }
    assert_true(refuted > ROUNDS / 5);
    assert_true(feasible > ROUNDS / 5);
}

/* x and y begin as 0 and are incremented together; in the end x is n, and y is not: the interpolants in between say
 * that x and y are equal (or in which way they differ from n), not which number of rounds there was. */
static void test_relation(void **state)
{
    (void)state;
    struct random_tree t = {.program = small_new()};
    struct exprs *x = t.program->exprs;
    t.problem = (struct interpolation){.exprs = x, .limit = {.milliseconds = 30000}, .seconds = 100};
    expr a = variable(&t), b = variable(&t), n = variable(&t);
    struct interpolation_node first = {.before = {NONE, NONE}};
    vector_push(&first.formulas, expr_eq(x, a, value(&t, 0)));
    vector_push(&first.formulas, expr_eq(x, b, value(&t, 0)));
    vector_push(&t.problem.nodes, first);
    for (unsigned i = 0; i < 3; i++) {
        expr a_after = variable(&t), b_after = variable(&t);
        struct interpolation_node more = {.before = {i, NONE}};
        vector_push(&more.formulas, expr_eq(x, a_after, expr_add(x, a, value(&t, 1))));
        vector_push(&more.formulas, expr_eq(x, b_after, expr_add(x, b, value(&t, 1))));
        vector_push(&t.problem.nodes, more);
        a = a_after, b = b_after;
    }
    struct interpolation_node last = {.before = {3, NONE}};
    vector_push(&last.formulas, expr_eq(x, a, n));
    vector_push(&last.formulas, expr_ne(x, b, n));
    vector_push(&t.problem.nodes, last);
    assert_true(interpolate(&t.problem, NULL));
    assert_ptr_equal(t.problem.nodes.data[3].interpolant, expr_eq(x, a, b));
    for (uint32_t i = 0; i < t.problem.nodes.size; i++)
        check_node(&t, i);
    interpolation_free(&t.problem);
    small_free(t.program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_trees), cmocka_unit_test(test_relation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
