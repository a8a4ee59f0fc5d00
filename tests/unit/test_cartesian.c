/* The engine cartesian: rows and products, the examples of its paper, and that without exceptions it is thread-modular
 * model checking with named threads. */
#include "unit.h"

#include "base/options.h"
#include "base/statistics.h"
#include "engines/cartesian/exceptions.h"
#include "engines/cartesian/fixpoint.h"
#include "engines/engine.h"
#include "engines/modular/fixpoint.h"
#include "modular_programs.h"
#include "program/machine.h"

#include <string.h>

static struct statistics last;
static uint32_t last_proof; /* invariants of the proof that were tested; 0: one was wrong; NONE: no proof */

static const char *answers(const struct program *p, enum property property, const char *exceptions)
{
    static char letters[256];
    const struct engine *engine = engine_find("cartesian");
    struct options o;
    options_init(&o);
    o.exceptions = exceptions;
    memset(&last, 0, sizeof last);
    struct task task = {.program = p, .options = &o, .statistics = &last};
    task.budget.deadline = clock_wall() + 30;
    struct verdict v;
    verdict_init(&v, p);
    engine->run(&task, &v);
    memset(letters, 0, sizeof letters);
    for (uint32_t c = 0, n = 0; c < p->checks.size; c++) {
        const struct check_result *r = &v.results.data[c];
        if (p->checks.data[c].property != property || n == sizeof letters - 1)
            continue;
        letters[n++] = "OPV"[r->answer];
        struct arena words = ARENA_EMPTY;
        const char *why = "";
        if (r->answer == ANSWER_VIOLATED)
            assert_true(trace_replays(p, r->trace, &why, &words));
        if (r->answer == ANSWER_OPEN)
            assert_non_null(r->reason ? r->reason : v.reason);
        arena_release(&words);
    }
    last_proof = v.proof ? proof_holds_on_runs(p, v.proof) : NONE;
    verdict_free(&v);
    options_free(&o);
    return letters;
}

/* --- products --- */

static row set_of(struct product_space *s, const char *members)
{
    struct bitset b = {0};
    for (; *members; members++)
        bitset_add(&b, (uint32_t)(*members - 'a'));
    row r = rows_of(&s->rows, &b);
    bitset_free(&b);
    return r;
}

static void test_rows(void **state)
{
    (void)state;
    struct product_space s = {0};
    rows_init(&s.rows);
    row ab = set_of(&s, "ab"), bc = set_of(&s, "bc");
    assert_int_equal(set_of(&s, "ba"), ab);
    assert_int_equal(set_of(&s, ""), 0);
    assert_int_equal(rows_union(&s.rows, ab, bc), set_of(&s, "abc"));
    assert_int_equal(rows_minus(&s.rows, ab, bc), set_of(&s, "a"));
    assert_int_equal(rows_minus(&s.rows, ab, ab), 0);
    assert_true(rows_within(&s.rows, ab, set_of(&s, "abc")));
    assert_false(rows_within(&s.rows, ab, bc));
    rows_free(&s.rows);
}

/* Two threads that can be told apart: {a,b} x {a,b} without {a} x {a,b} is {b} x {a,b}; without {a} x {a} it is all. */
static void test_reduce_pairs(void **state)
{
    (void)state;
    uint32_t size[2] = {1, 1};
    struct product_space s = {.class_count = 2, .size = size};
    rows_init(&s.rows);
    row a = set_of(&s, "a"), b = set_of(&s, "b"), ab = set_of(&s, "ab");
    row p_rows[2] = {ab, ab}, e_rows[2] = {a, ab}, f_rows[2] = {a, a};
    struct product p = {.rows = p_rows}, e = {.rows = e_rows}, f = {.rows = f_rows};
    assert_false(product_reduce(&s, &p, &f));
    assert_true(product_reduce(&s, &p, &e));
    assert_int_equal(p_rows[0], b);
    assert_int_equal(p_rows[1], ab);
    assert_false(product_within(&s, &p, &e));
    p_rows[0] = a;
    assert_true(product_within(&s, &p, &e));
    assert_true(product_reduce(&s, &p, &e));
    assert_true(product_empty(&s, &p));
    rows_free(&s.rows);
}

/* Whether the tuple (a member for each thread of one class) is in the family, by trying all exchanges. */
static bool has_tuple(struct product_space *s, const struct product *p, const uint32_t *tuple, uint32_t n, uint32_t deviation,
                      bool *taken)
{
    if (deviation == p->deviation_count) {
        for (uint32_t i = 0; i < n; i++)
            if (!taken[i] && !bitset_has(rows_set(&s->rows, p->rows[0]), tuple[i]))
                return false;
        return true;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (taken[i] || !bitset_has(rows_set(&s->rows, p->deviations[deviation].row), tuple[i]))
            continue;
        taken[i] = true;
        bool in = has_tuple(s, p, tuple, n, deviation + 1, taken);
        taken[i] = false;
        if (in)
            return true;
    }
    return false;
}

static struct product random_family(struct product_space *s, uint64_t *seed, row *rows, uint32_t n)
{
    struct product p = {.rows = rows};
    static const char *const sets[] = {"a", "b", "c", "ab", "bc", "ac", "abc"};
    rows[0] = set_of(s, sets[random_next(seed) % 7]);
    p.deviation_count = (uint32_t)(random_next(seed) % (n < 3 ? n + 1 : 3));
    for (uint32_t i = 0; i < p.deviation_count; i++)
        p.deviations[i] = (struct deviation){0, set_of(s, sets[random_next(seed) % 7])};
    return p;
}

/* Reduction of families agrees with sets of tuples: nothing outside the exception is lost, and a family is found to be
 * within another only if it is. */
static void test_reduce_families(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (uint32_t n = 2; n <= 4; n++)
        for (int k = 0; k < 400; k++) {
            struct product_space s = {.class_count = 1, .size = &n};
            rows_init(&s.rows);
            row p_rows[1], e_rows[1], q_rows[1];
            struct product p = random_family(&s, &seed, p_rows, n), e = random_family(&s, &seed, e_rows, n), q = p;
            bool inside = product_within(&s, &p, &e);
            q.rows = q_rows;
            q_rows[0] = p_rows[0];
            product_reduce(&s, &q, &e);
            bool empty = product_empty(&s, &q), all_in = true;
            for (uint32_t t = 0, top = n == 2 ? 9 : n == 3 ? 27 : 81; t < top; t++) {
                uint32_t tuple[4] = {t % 3, t / 3 % 3, t / 9 % 3, t / 27};
                bool taken[4] = {false};
                bool in_p = has_tuple(&s, &p, tuple, n, 0, taken), in_e = has_tuple(&s, &e, tuple, n, 0, taken);
                all_in &= !in_p || in_e;
                if (in_p && !in_e)
                    assert_true(!empty && has_tuple(&s, &q, tuple, n, 0, taken));
            }
            if (inside)
                assert_true(all_in);
            rows_free(&s.rows);
        }
}

/* --- the paper's examples --- */

static bool both_at(struct cartesian *c, uint32_t store, uint32_t location)
{
    struct cartesian_model *s = c->model;
    bool found = false;
    for (int exception = -1; store < s->stores.size && exception < 16; exception++) {
        const struct product *p = NULL;
        if (exception < 0 && store < c->abstract.size && c->abstract.data[store].rows)
            p = &c->abstract.data[store];
        if (exception >= 0 && store < c->exceptions.size && (uint32_t)exception < c->exceptions.data[store].size)
            p = &c->exceptions.data[store].data[exception];
        bool at[2] = {false, false};
        for (uint32_t k = 0; p && k < 2; k++) {
            const struct bitset *r = rows_set(&s->space.rows, p->rows[k]);
            bitset_each(l, r)
                at[k] |= (uint32_t)cartesian_model_location(s, k, l) == location;
        }
        found |= at[0] && at[1];
    }
    return found;
}

/* The number of stores, written xy-turn as in the paper, in which both threads may be at D; *which gets the last. */
static uint32_t both_at_d(struct cartesian *c, uint32_t *which)
{
    uint32_t n = 0;
    for (uint32_t store = 0; store < c->model->stores.size; store++) {
        const uint64_t *bank = intern_bytes(&c->model->stores, store, NULL);
        if (both_at(c, store, 3)) {
            n++;
            *which |= 1u << (bank[0] << 2 | bank[1] << 1 | bank[2]);
        }
    }
    return n;
}

static void test_peterson_of_the_paper(void **state)
{
    (void)state;
    struct program *p = peterson_of_the_paper();
    struct cartesian_model s;
    struct cartesian c;
    const struct reason *why_not;
    const char *why;
    struct arena words = ARENA_EMPTY;
    assert_true(cartesian_model_init(&s, p, CARTESIAN_CREATED, NULL, true, &why_not));
    cartesian_init(&c, &s);
    cartesian_run(&c);
    uint32_t which = 0;
    assert_int_equal(both_at_d(&c, &which), 2);
    assert_int_equal(which, 1u << 7 | 1u << 6); /* 111 and 110 */
    assert_true(cartesian_reaches(&c, &p->checks.data[0]));
    const char *paper = "// the paper's own E\n"
                        "x == 1 && y == 1 && turn == 0 : P1 @ #1; P2 @ #3\n"
                        "x == 1 && y == 1 && turn == 0 : P1 @ #2; P2 @ #2\n"
                        "x == 1 && y == 1 && turn == 1 : P1 @ #3; P2 @ #1\n";
    assert_true(exceptions_read(&c, paper, &why, &words));
    assert_int_equal(cartesian_products(&c), 3);
    cartesian_run(&c);
    assert_null(c.stopped);
    assert_int_equal(both_at_d(&c, &which), 0);
    assert_false(cartesian_reaches(&c, &p->checks.data[0]));
    assert_false(exceptions_read(&c, "x == 1 : P3 @ #1", &why, &words));
    assert_non_null(strstr(why, "line 1"));
    assert_false(exceptions_read(&c, "\nz == 1 : P1 @ #1", &why, &words));
    assert_non_null(strstr(why, "line 2"));
    cartesian_free(&c);
    cartesian_model_free(&s);
    arena_release(&words);
    assert_string_equal(answers(p, PROPERTY_RACE, NULL), "P");
    assert_in_range(last_proof, 1000, NONE - 1);
    assert_string_equal(answers(p, PROPERTY_RACE, "none"), "O");
    small_free(p);
}

static void test_simple(void **state)
{
    (void)state;
    for (uint32_t n = 2; n <= 6; n++)
        for (unsigned how = 0; how < 4; how++) {
            struct program *p = simple(n, how | WITH_RACE);
            assert_string_equal(answers(p, PROPERTY_REACH, NULL), "P");
            assert_int_not_equal(last_proof, 0);
            if (n == 2)
                assert_in_range(last_proof, 1000, NONE - 1);
            assert_string_equal(answers(p, PROPERTY_RACE, NULL), "PPPPP");
            assert_int_not_equal(last_proof, 0);
            small_free(p);
        }
    struct program *p = simple(2, BOOLEAN_MUTEX | WITH_RACE);
    assert_string_equal(answers(p, PROPERTY_REACH, "none"), "O");
    assert_string_equal(answers(p, PROPERTY_RACE, "none"), "OOOOO");
    small_free(p);
}

static void test_fig3(void **state)
{
    (void)state;
    for (uint32_t n = 2; n <= 100; n += 49)
        for (uint32_t m = 1; m <= 5; m += 2) {
            struct program *p = fig3(n, m);
            const char *got = answers(p, PROPERTY_RACE, NULL);
            assert_int_equal(strspn(got, "P"), m * (m + 1) / 2);
            if (n > 2)
                assert_int_equal(last.cartesian_products, n);
            small_free(p);
        }
}

/* Threads that main creates and joins cost no more than threads that exist from the start, but for main's own states.
 */
static void test_creation_is_cheap(void **state)
{
    (void)state;
    for (uint32_t n = 10; n <= 40; n *= 2)
        for (unsigned how = 0; how <= BOOLEAN_MUTEX; how += BOOLEAN_MUTEX) {
            struct program *from_start = simple(n, how), *created = simple(n, how | CREATED_IN_MAIN);
            assert_string_equal(answers(from_start, PROPERTY_REACH, NULL), "P");
            uint64_t states = last.cartesian_states, stores = last.cartesian_stores;
            assert_string_equal(answers(created, PROPERTY_REACH, NULL), "P");
            assert_int_equal(last.cartesian_stores, stores);
            assert_int_equal(last.cartesian_states, states + stores * (2 * n + 1));
            small_free(from_start);
            small_free(created);
        }
}

static void test_bugs(void **state)
{
    (void)state;
    struct program *p = lost_update(false);
    assert_string_equal(answers(p, PROPERTY_REACH, NULL), "V");
    small_free(p);
    p = lost_update(true);
    assert_string_equal(answers(p, PROPERTY_REACH, NULL), "P");
    small_free(p);
    p = peterson(true);
    assert_string_equal(answers(p, PROPERTY_REACH, NULL), "VV");
    small_free(p);
    p = peterson(false);
    assert_string_equal(answers(p, PROPERTY_REACH, NULL), "PP");
    small_free(p);
}

static uint32_t class_of(const struct cartesian_model *s, uint32_t template, uint32_t instance)
{
    for (uint32_t c = 0; c < s->classes.size; c++)
        for (uint32_t i = 0; s->classes.data[c].template == template && i < s->classes.data[c].instances.size; i++)
            if (s->classes.data[c].instances.data[i] == instance)
                return c;
    return NONE;
}

/* --- plain Cartesian abstraction is thread-modular model checking --- */

static void compare(struct program *p)
{
    const struct reason *why;
    struct partial_model w;
    struct fixpoint f;
    struct cartesian_model s;
    struct cartesian c;
    assert_true(partial_model_init(&w, p, false, 0, &why));
    w.input_limit = 64;
    fixpoint_init(&f, &w, VIEW_FULL, NULL, NULL);
    fixpoint_run(&f);
    assert_null(f.stopped);
    assert_true(cartesian_model_init(&s, p, CARTESIAN_FULL, NULL, false, &why));
    cartesian_init(&c, &s);
    cartesian_run(&c);
    assert_null(c.stopped);
    uint64_t modular = 0, cartesian = 0;
    for (uint32_t k = 0; k < f.kind_count; k++) {
        const struct modular_kind *kind = &f.kinds[k];
        uint32_t class = class_of(&s, kind->sight->template, kind->sight->instance);
        uint32_t units = kind->sight->units.size;
        assert_int_equal(units, s.classes.data[class].sight.units.size);
        for (uint32_t i = 0; i < kind->states.size; i++) {
            const struct modular_state *x = kind_state(kind, i);
            uint64_t *bank = NEW_ARRAY(uint64_t, bank_words(units) + 1); /* the units may come in another order */
            for (uint32_t u = 0; u < units; u++) {
                const struct sight_unit *unit = &kind->sight->units.data[u];
                uint32_t to = sight_unit(&s.classes.data[class].sight, unit->cell, unit->slot, false);
                bank_set(bank, units, to, kind_store(kind, x->store)[u]);
            }
            uint32_t store = intern_find(&s.stores, bank, bank_words(units) * sizeof *bank);
            mem_free(bank);
            assert_int_not_equal(store, INTERN_NONE);
            size_t length;
            const void *frame = intern_bytes(&kind->frames, x->frame, &length);
            uint32_t local = intern_find(&s.classes.data[class].locals, frame, length);
            assert_int_not_equal(local, INTERN_NONE);
            assert_true(bitset_has(rows_set(&s.space.rows, cartesian_row(&c, store, class)), local));
            modular++;
        }
    }
    for (uint32_t store = 0; store < s.stores.size; store++)
        for (uint32_t k = 0; k < s.space.class_count; k++)
            cartesian += bitset_count(rows_set(&s.space.rows, cartesian_row(&c, store, k)));
    assert_int_equal(modular, cartesian);
    cartesian_free(&c);
    cartesian_model_free(&s);
    fixpoint_free(&f);
    partial_model_free(&w);
    small_free(p);
}

static void test_equals_modular(void **state)
{
    (void)state;
    compare(peterson_of_the_paper());
    compare(fig3(3, 2));
    for (unsigned how = 0; how < 4; how++)
        for (uint32_t n = 2; n < 4; n++)
            compare(simple(n, how));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_reduce_pairs),
        cmocka_unit_test(test_reduce_families),
        cmocka_unit_test(test_peterson_of_the_paper),
        cmocka_unit_test(test_simple),
        cmocka_unit_test(test_fig3),
        cmocka_unit_test(test_creation_is_cheap),
        cmocka_unit_test(test_bugs),
        cmocka_unit_test(test_equals_modular),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
