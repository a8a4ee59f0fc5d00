/* Predicate abstraction against brute force: random facts and predicates over three cells of three bits. And weakest
 * preconditions and atoms against execution. */
#include "unit.h"

#include "logic/abstraction.h"
#include "program/substitute.h"
#include "small.h"

enum { CELLS = 3, WIDTH = 3, STATES = 512 };

static uint64_t value_of(expr e, unsigned state)
{
    uint64_t v[3] = {0};
    if (e->op == E_CONST)
        return e->value;
    if (e->op == E_CELL)
        return state >> (WIDTH * e->value) & 7;
    for (unsigned i = 0; i < e->arity; i++)
        v[i] = value_of(e->arg[i], state);
    return expr_apply(e, v[0], v[1], v[2]);
}

static expr random_value(struct program *p, uint64_t *seed, unsigned depth)
{
    static const enum expr_op ops[] = {E_ADD, E_SUB, E_MUL, E_AND, E_XOR, E_UREM};
    uint64_t r = random_next(seed);
    if (!depth || r % 4 == 0)
        return r % 8 < 2 ? expr_const(p->exprs, WIDTH, r >> 8) : expr_cell(p->exprs, WIDTH, (r >> 8) % CELLS);
    return expr_binary(p->exprs, ops[r % 6], random_value(p, seed, depth - 1), random_value(p, seed, depth - 1));
}

static expr random_condition(struct program *p, uint64_t *seed, unsigned depth)
{
    static const enum expr_op ops[] = {E_EQ, E_EQ, E_ULT, E_ULE, E_SLT, E_SLE};
    uint64_t r = random_next(seed);
    if (!depth || r % 3)
        return expr_binary(p->exprs, ops[(r >> 8) % 6], random_value(p, seed, 1), random_value(p, seed, 1));
    expr a = random_condition(p, seed, depth - 1), b = random_condition(p, seed, depth - 1);
    return r & 16 ? expr_and(p->exprs, a, b) : r & 32 ? expr_or(p->exprs, a, b) : expr_not(p->exprs, a);
}

static struct program *cells(void)
{
    struct program *p = small_new();
    static const char *const names[] = {"a", "b", "c"};
    for (unsigned i = 0; i < CELLS; i++)
        small_cell(p, names[i], WIDTH, 0, NONE);
    return p;
}

static bool holds(const expr_vector *facts, unsigned state)
{
    vector_each(const expr *, e, facts)
        if (!value_of(*e, state))
            return false;
    return true;
}

static bool in_cube(struct cube c, const expr_vector *predicates, unsigned state)
{
    for (uint32_t i = 0; i < predicates->size; i++)
        if (c.known >> i & 1 && (c.value >> i & 1) != value_of(predicates->data[i], state))
            return false;
    return true;
}

/* Every state is in a cube; in Boolean abstraction every full valuation in a cube is that of a state. */
static void check_cubes(const expr_vector *facts, const expr_vector *predicates, const cube_vector *out, bool exact)
{
    bool possible[64] = {0};
    for (unsigned s = 0; s < STATES; s++) {
        if (!holds(facts, s))
            continue;
        bool inside = false;
        unsigned valuation = 0;
        vector_each(const struct cube *, c, out)
            inside |= in_cube(*c, predicates, s);
        assert_true(inside);
        for (uint32_t i = 0; i < predicates->size; i++)
            valuation |= (unsigned)value_of(predicates->data[i], s) << i;
        possible[valuation] = true;
    }
    for (unsigned v = 0; exact && v < 1u << predicates->size; v++)
        vector_each(const struct cube *, c, out)
            if ((v & c->known) == c->value)
                assert_true(possible[v]);
}

static void test_cubes(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int boolean = 0; boolean < 2; boolean++) {
        struct program *p = cells();
        struct cube_abstraction *a = cube_abstraction_new(p, 5000, boolean);
        for (int round = 0; round < 150; round++) {
            expr_vector facts = {0}, predicates = {0};
            cube_vector out = {0};
            for (unsigned i = random_next(&seed) % 4; i; i--)
                vector_push(&facts, random_condition(p, &seed, 1));
            for (unsigned i = random_next(&seed) % 6; i; i--)
                vector_push(&predicates, random_condition(p, &seed, 0));
            cube_abstraction_of(a, &facts, &predicates, &out);
            check_cubes(&facts, &predicates, &out, boolean);
            bool satisfiable = false;
            for (unsigned s = 0; s < STATES; s++)
                satisfiable |= holds(&facts, s);
            assert_int_equal(out.size != 0, satisfiable);
            uint32_t once = out.size;
            cube_abstraction_of(a, &facts, &predicates, &out);
            assert_int_equal(out.size, 2 * once); /* the same from the cache */
            vector_free(&facts);
            vector_free(&predicates);
            vector_free(&out);
        }
        assert_true(cube_abstraction_statistics(a).hits > 150);
        cube_abstraction_free(a);
        small_free(p);
    }
}

static void test_weakest(void **state)
{
    (void)state;
    uint64_t seed = 11;
    struct program *p = cells();
    for (int round = 0; round < 300; round++) {
        struct update u[] = {{0, NULL, random_value(p, &seed, 2)}, {2, NULL, random_value(p, &seed, 2)}};
        expr e = random_condition(p, &seed, 2), before = expr_after(p->exprs, e, u, 2, NULL);
        for (unsigned s = 0; s < STATES; s++) {
            unsigned after = (unsigned)(value_of(u[0].value, s) | (s & 0x38) | value_of(u[1].value, s) << 6);
            assert_int_equal(value_of(before, s), value_of(e, after));
        }
    }
    small_free(p);
}

/* Writes to one array: the later one wins, and an index that may be the same is a case of its own. */
static void test_weakest_of_arrays(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t i = small_cell(p, "i", 32, 0, NONE), a = small_array(p, "a", 8, (struct cell_range){0, 1, 4, NONE, 0}, NONE);
    expr index = expr_cell(p->exprs, 32, i), zero = expr_const(p->exprs, 32, 0);
    struct update u[] = {{a, index, value8(p, 5)}, {a, zero, value8(p, 6)}};
    expr read = expr_eq(p->exprs, expr_read(p->exprs, 8, a, zero), value8(p, 6));
    assert_true(expr_is_true(expr_after(p->exprs, read, u, 2, NULL)));
    struct update v[] = {{a, zero, value8(p, 6)}, {a, index, value8(p, 5)}};
    expr_vector atoms = {0};
    atoms_of(p->exprs, expr_after(p->exprs, read, v, 2, NULL), &atoms);
    assert_int_equal(atoms.size, 1); /* i == 0 decides */
    assert_ptr_equal(atoms.data[0], expr_eq(p->exprs, index, zero));
    vector_free(&atoms);
    small_free(p);
}

/* A condition is a function of its atoms. */
static void test_atoms(void **state)
{
    (void)state;
    uint64_t seed = 13;
    struct program *p = cells();
    for (int round = 0; round < 200; round++) {
        expr e = random_condition(p, &seed, 3);
        expr_vector atoms = {0};
        int known[1 << 10];
        memset(known, -1, sizeof known);
        atoms_of(p->exprs, e, &atoms);
        for (unsigned s = 0; s < STATES && atoms.size <= 10; s++) {
            unsigned valuation = 0;
            for (uint32_t i = 0; i < atoms.size; i++)
                valuation |= (unsigned)value_of(atoms.data[i], s) << i;
            int value = (int)value_of(e, s);
            assert_true(known[valuation] < 0 || known[valuation] == value);
            known[valuation] = value;
        }
        vector_free(&atoms);
    }
    small_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cubes), cmocka_unit_test(test_weakest),
                                       cmocka_unit_test(test_weakest_of_arrays), cmocka_unit_test(test_atoms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
