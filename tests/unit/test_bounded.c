/* Engine bounded on programs that are built by hand. */
#include "engines/bounded/bounded.h"
#include "engines/bounded/known.h"
#include "engines/bounded/slots.h"
#include "facts/loops.h"
#include "engines/bounded/unfolding.h"
#include "program/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* --- a small language for tests --- */

struct maker {
    struct program *p;
    struct exprs *x;
    uint32_t started[8], done[8];
};

static uint32_t shared(struct maker *m, const char *name, uint64_t init)
{
    return program_add_cell(m->p, (struct cell){.name = name, .width = 32, .owner = NONE, .subject = NONE, .init = init});
}

static uint32_t local(struct maker *m, uint32_t code, const char *name)
{
    return program_add_cell(m->p, (struct cell){.name = name, .width = 32, .owner = code, .subject = NONE});
}

static uint32_t location(struct maker *m, uint32_t code, uint8_t flags)
{
    uint32_t l = code_add_location(m->p, code, flags, (struct position){0});
    m->p->codes.data[code].locations.data[l].check = NONE;
    return l;
}

static expr number(struct maker *m, uint64_t v) { return expr_const(m->x, 32, v); }
static expr get(struct maker *m, uint32_t cell) { return program_cell_expr(m->p, cell, NULL); }

static void edge(struct maker *m, uint32_t code, uint32_t from, uint32_t to, expr guard, uint32_t cell, expr value)
{
    struct action a = action_skip(m->p);
    struct update u = {cell, NULL, value};
    a.kind = ACT_ATOMIC;
    if (guard)
        a.guard = guard;
    if (cell != NONE)
        a.updates = &u, a.update_count = 1;
    code_add_edge(m->p, code, from, to, &a);
}

static uint32_t template(struct maker *m, const char *name, uint32_t instances)
{
    uint32_t c = program_add_code(m->p, name);
    struct code *k = &m->p->codes.data[c];
    k->instances = instances;
    k->first_id = c + 1;
    m->p->template_count = m->p->codes.size;
    if (c)
        m->started[c] =
            program_add_cell(m->p, (struct cell){.name = name, .width = 1, .owner = NONE, .subject = c, .role = CELL_STARTED});
    return c;
}

/* entry -> begin, waiting to be started (main begins at once). */
static uint32_t begin(struct maker *m, uint32_t code)
{
    uint32_t entry = location(m, code, 0), first = location(m, code, 0);
    m->p->codes.data[code].entry = entry;
    edge(m, code, entry, first, code ? get(m, m->started[code]) : NULL, NONE, NULL);
    return first;
}

static void error(struct maker *m, uint32_t code, uint32_t from, expr condition)
{
    uint32_t l = location(m, code, LOC_ERROR);
    m->p->codes.data[code].locations.data[l].check = program_add_check(
        m->p, (struct check){
                  .property = PROPERTY_REACH, .code = code, .text = "wrong", .access_a = NONE, .access_b = NONE, .code_b = NONE});
    edge(m, code, from, l, condition, NONE, NULL);
}

static struct maker maker(void)
{
    struct maker m = {0};
    m.x = exprs_new();
    m.p = program_new(m.x);
    return m;
}

static void listen(void *announced, const struct verdict *v) { *(bool *)announced |= v->in_sight; }

/* Runs the engine and compares the answer of check 0; says whether the engine saw its end coming. */
static bool expect(struct maker *m, enum answer answer)
{
    const char *why = NULL;
    vector_each(struct code *, c, &m->p->codes)
        code_index(c);
    assert_true(program_valid(m->p, &why));
    struct verdict v;
    verdict_init(&v, m->p);
    bool announced = false;
    struct task task = {.program = m->p, .budget = {.deadline = clock_wall() + 20}, .publish = listen, .publisher = &announced};
    engine_bounded.run(&task, &v);
    assert_int_equal(v.results.data[0].answer, answer);
    assert_int_equal(announced, v.in_sight);
    assert_true(!v.in_sight || !program_has_unbounded(m->p)); /* of any number of threads there are always more */
    if (answer == ANSWER_VIOLATED) {
        struct arena words = ARENA_EMPTY;
        assert_true(trace_replays(m->p, v.results.data[0].trace, &why, &words));
        arena_release(&words);
    }
    verdict_free(&v);
    program_free(m->p);
    exprs_free(m->x);
    return announced;
}

/* --- programs --- */

/* Two threads do t = c; c = t + 1 (or both at once, if atomic); main waits for neither and sees c. */
static struct maker counter(bool atomic, uint64_t wrong)
{
    struct maker m = maker();
    uint32_t main = template(&m, "main", 1), a = template(&m, "a", 1), b = template(&m, "b", 1);
    uint32_t c = shared(&m, "c", 0), ended = shared(&m, "ended", 0);
    for (uint32_t t = a; t <= b; t++) {
        uint32_t tmp = local(&m, t, t == a ? "ta" : "tb");
        uint32_t l0 = begin(&m, t), l1 = location(&m, t, 0), l2 = location(&m, t, 0), l3 = location(&m, t, 0);
        if (atomic) {
            edge(&m, t, l0, l2, NULL, c, expr_add(m.x, get(&m, c), number(&m, 1)));
        } else {
            edge(&m, t, l0, l1, NULL, tmp, get(&m, c));
            edge(&m, t, l1, l2, NULL, c, expr_add(m.x, get(&m, tmp), number(&m, 1)));
        }
        edge(&m, t, l2, l3, NULL, ended, expr_add(m.x, get(&m, ended), number(&m, 1)));
    }
    uint32_t s0 = begin(&m, main), s1 = location(&m, main, 0), s2 = location(&m, main, 0), s3 = location(&m, main, 0);
    edge(&m, main, s0, s1, NULL, m.started[a], expr_bool(m.x, true));
    edge(&m, main, s1, s2, NULL, m.started[b], expr_bool(m.x, true));
    edge(&m, main, s2, s3, expr_eq(m.x, get(&m, ended), number(&m, 2)), NONE, NULL);
    error(&m, main, s3, expr_eq(m.x, get(&m, c), number(&m, wrong)));
    return m;
}

static void lost_update_is_found(void **state)
{
    (void)state;
    struct maker m = counter(false, 1);
    expect(&m, ANSWER_VIOLATED);
}

static void normal_result_is_found(void **state)
{
    (void)state;
    struct maker m = counter(false, 2);
    expect(&m, ANSWER_VIOLATED);
}

static void impossible_result_is_excluded(void **state)
{
    (void)state;
    struct maker m = counter(false, 0);
    assert_true(expect(&m, ANSWER_PROVED)); /* there are no loops */
}

static void atomic_update_is_proved(void **state)
{
    (void)state;
    struct maker m = counter(true, 1);
    expect(&m, ANSWER_PROVED);
}

/* Dekker's core: x = 1; if (y == 0) error section. Both cannot be inside under sequential consistency. */
static void store_buffering_is_excluded(void **state)
{
    (void)state;
    struct maker m = maker();
    uint32_t main = template(&m, "main", 1), t[2] = {template(&m, "a", 1), template(&m, "b", 1)};
    uint32_t flag[2] = {shared(&m, "x", 0), shared(&m, "y", 0)}, saw[2] = {shared(&m, "sx", 7), shared(&m, "sy", 7)};
    for (unsigned i = 0; i < 2; i++) {
        uint32_t l0 = begin(&m, t[i]), l1 = location(&m, t[i], 0), l2 = location(&m, t[i], 0);
        edge(&m, t[i], l0, l1, NULL, flag[i], number(&m, 1));
        edge(&m, t[i], l1, l2, NULL, saw[i], get(&m, flag[1 - i]));
    }
    uint32_t s0 = begin(&m, main), s1 = location(&m, main, 0), s2 = location(&m, main, 0), s3 = location(&m, main, 0);
    edge(&m, main, s0, s1, NULL, m.started[t[0]], expr_bool(m.x, true));
    edge(&m, main, s1, s2, NULL, m.started[t[1]], expr_bool(m.x, true));
    edge(&m, main, s2, s3, expr_eq(m.x, get(&m, saw[0]), number(&m, 0)), NONE, NULL);
    error(&m, main, s3, expr_eq(m.x, get(&m, saw[1]), number(&m, 0)));
    expect(&m, ANSWER_PROVED);
}

/* A loop adds 1 to a local until 5; error at == at. */
static void loop_to(uint64_t at, enum answer answer)
{
    struct maker m = maker();
    uint32_t main = template(&m, "main", 1);
    uint32_t i = local(&m, main, "i"), head = begin(&m, main), out = location(&m, main, 0);
    expr less = expr_binary(m.x, E_ULT, get(&m, i), number(&m, 5));
    edge(&m, main, head, head, less, i, expr_add(m.x, get(&m, i), number(&m, 1)));
    edge(&m, main, head, out, expr_not(m.x, less), NONE, NULL);
    error(&m, main, out, expr_eq(m.x, get(&m, i), number(&m, at)));
    expect(&m, answer);
}

static void bounded_loop_is_decided(void **state)
{
    (void)state;
    loop_to(5, ANSWER_VIOLATED);
    loop_to(4, ANSWER_PROVED);
}

/* Another thread counts a shared cell up to a limit in a loop; main sees a value that needs many iterations. */
static void shared_loop(uint64_t limit, uint64_t at, enum answer answer)
{
    struct maker m = maker();
    uint32_t main = template(&m, "main", 1), t = template(&m, "a", 1);
    uint32_t c = shared(&m, "c", 0), head = begin(&m, t), out = location(&m, t, 0);
    expr less = expr_binary(m.x, E_ULT, get(&m, c), number(&m, limit));
    edge(&m, t, head, head, less, c, expr_add(m.x, get(&m, c), number(&m, 1)));
    edge(&m, t, head, out, expr_not(m.x, less), NONE, NULL);
    uint32_t s0 = begin(&m, main), s1 = location(&m, main, 0);
    edge(&m, main, s0, s1, NULL, m.started[t], expr_bool(m.x, true));
    error(&m, main, s1, expr_eq(m.x, get(&m, c), number(&m, at)));
    expect(&m, answer);
}

static void shared_loop_is_decided(void **state)
{
    (void)state;
    shared_loop(6, 6, ANSWER_VIOLATED);
    shared_loop(6, 7, ANSWER_PROVED);
}

/* An unsupported location that can be reached forbids a proof. */
static void unsupported_stays_open(void **state)
{
    (void)state;
    struct maker m = maker();
    uint32_t main = template(&m, "main", 1), first = begin(&m, main), bad = location(&m, main, LOC_UNSUPPORTED);
    m.p->codes.data[main].locations.data[bad].reason = "magic";
    uint32_t c = shared(&m, "c", 0);
    edge(&m, main, first, bad, expr_eq(m.x, get(&m, c), number(&m, 0)), NONE, NULL);
    error(&m, main, first, expr_eq(m.x, get(&m, c), number(&m, 1)));
    expect(&m, ANSWER_OPEN);
}

/* Unboundedly many threads each add 1 to c; main wants 3. */
static void unbounded_instances_grow(void **state)
{
    (void)state;
    struct maker m = maker();
    uint32_t main = template(&m, "main", 1), t = template(&m, "a", UNBOUNDED);
    uint32_t c = shared(&m, "c", 0), l0 = begin(&m, t), l1 = location(&m, t, 0);
    edge(&m, t, l0, l1, NULL, c, expr_add(m.x, get(&m, c), number(&m, 1)));
    uint32_t s0 = begin(&m, main), s1 = location(&m, main, 0);
    edge(&m, main, s0, s1, NULL, m.started[t], expr_bool(m.x, true));
    error(&m, main, s1, expr_eq(m.x, get(&m, c), number(&m, 3)));
    expect(&m, ANSWER_VIOLATED);
}

/* A thread makes x = 1; x = 0 inside an atomic section, over two actions; main must not see 1. */
static void section_is_indivisible(bool atomic, enum answer answer)
{
    struct maker m = maker();
    uint32_t main = template(&m, "main", 1), t = template(&m, "a", 1);
    uint32_t x = shared(&m, "x", 0), l0 = begin(&m, t), l1 = location(&m, t, atomic ? LOC_ATOMIC : 0), l2 = location(&m, t, 0);
    edge(&m, t, l0, l1, NULL, x, number(&m, 1));
    edge(&m, t, l1, l2, NULL, x, expr_sub(m.x, get(&m, x), number(&m, 1)));
    uint32_t s0 = begin(&m, main), s1 = location(&m, main, 0);
    edge(&m, main, s0, s1, NULL, m.started[t], expr_bool(m.x, true));
    error(&m, main, s1, expr_eq(m.x, get(&m, x), number(&m, 1)));
    expect(&m, answer);
}

static void sections_are_indivisible(void **state)
{
    (void)state;
    section_is_indivisible(true, ANSWER_PROVED);
    section_is_indivisible(false, ANSWER_VIOLATED);
}

/* A thread spins until a flag is set, then sets x; another sets the flag. The loop has no bound, the proof needs none. */
static void waiting_loops_need_no_bound(void **state)
{
    (void)state;
    struct maker m = maker();
    uint32_t main = template(&m, "main", 1), t = template(&m, "a", 1);
    uint32_t flag = shared(&m, "flag", 0), x = shared(&m, "x", 0), head = begin(&m, t), l1 = location(&m, t, 0),
             l2 = location(&m, t, 0);
    expr unset = expr_eq(m.x, get(&m, flag), number(&m, 0));
    edge(&m, t, head, head, unset, NONE, NULL);
    edge(&m, t, head, l1, expr_not(m.x, unset), NONE, NULL);
    edge(&m, t, l1, l2, NULL, x, number(&m, 1));
    uint32_t s0 = begin(&m, main), s1 = location(&m, main, 0), s2 = location(&m, main, 0);
    edge(&m, main, s0, s1, NULL, m.started[t], expr_bool(m.x, true));
    edge(&m, main, s1, s2, expr_eq(m.x, get(&m, x), number(&m, 1)), flag, number(&m, 1)); /* too late */
    error(&m, main, s2, NULL);
    expect(&m, ANSWER_PROVED);
}

/* Two threads write x; with_lock: inside a lock. */
static void race_of(bool with_lock, enum answer answer)
{
    struct maker m = maker();
    uint32_t main = template(&m, "main", 1), t[2] = {template(&m, "a", 1), template(&m, "b", 1)};
    uint32_t x = shared(&m, "x", 0), lock = shared(&m, "lock", 0);
    for (unsigned i = 0; i < 2; i++) {
        uint32_t l0 = begin(&m, t[i]), l1 = location(&m, t[i], 0), l2 = location(&m, t[i], 0), l3 = location(&m, t[i], 0);
        edge(&m, t[i], l0, l1, with_lock ? expr_eq(m.x, get(&m, lock), number(&m, 0)) : NULL, lock, expr_self(m.x));
        struct action a = action_skip(m.p);
        struct update u = {x, NULL, number(&m, i)};
        struct access k = {.id = m.p->access_count++, .cell = x, .write = true};
        a.kind = ACT_STORE;
        a.updates = &u, a.update_count = 1, a.accesses = &k, a.access_count = 1;
        code_add_edge(m.p, t[i], l1, l2, &a);
        edge(&m, t[i], l2, l3, NULL, lock, number(&m, 0));
    }
    uint32_t s0 = begin(&m, main), s1 = location(&m, main, 0), s2 = location(&m, main, 0);
    edge(&m, main, s0, s1, NULL, m.started[t[0]], expr_bool(m.x, true));
    edge(&m, main, s1, s2, NULL, m.started[t[1]], expr_bool(m.x, true));
    program_add_check(
        m.p, (struct check){.property = PROPERTY_RACE, .code = t[0], .code_b = t[1], .access_a = 0, .access_b = 1, .text = "race"});
    expect(&m, answer);
}

static void races_are_decided(void **state)
{
    (void)state;
    race_of(false, ANSWER_VIOLATED);
    race_of(true, ANSWER_PROVED);
}

static void keys_order_unrolled_locations(void **state)
{
    (void)state;
    struct maker m = maker();
    uint32_t main = template(&m, "main", 1);
    for (unsigned i = 0; i < 4; i++)
        location(&m, main, 0);
    uint32_t pairs[][2] = {{0, 1}, {1, 2}, {2, 1}, {2, 3}};
    for (unsigned i = 0; i < 4; i++)
        edge(&m, main, pairs[i][0], pairs[i][1], NULL, NONE, NULL);
    struct code *c = &m.p->codes.data[main];
    c->entry = 0;
    code_index(c);
    struct loops l;
    loops_find(&l, c);
    assert_int_equal(l.component_count, 1);
    assert_int_equal(l.heads[0], 1);
    assert_int_equal(l.places[2].depth, 1);
    assert_int_equal(l.places[3].depth, 0);
    uint32_t a[8], b[8], d[8], head;
    loops_first(&l, 0, a);
    loops_next(&l, 0, a, 1, b, &head);
    assert_int_equal(head, NONE);
    loops_next(&l, 1, b, 2, d, &head);
    assert_int_equal(head, NONE);
    loops_next(&l, 2, d, 1, b, &head);
    assert_int_equal(head, 0);
    assert_int_equal(b[1], 1);
    loops_free(&l);
    program_free(m.p);
    exprs_free(m.x);
}

/* Addresses of every second member of an array of four structures. */
static void slots_are_numbered(void **state)
{
    (void)state;
    struct exprs *x = exprs_new();
    struct cell_range range = {0x1028, 16, 4, NONE, 0}, odd = {0x1028, 12, 4, NONE, 0};
    struct cell c = {.width = 32, .index_width = 32, .ranges = &range, .range_count = 1};
    struct slots s = slots_of(&c);
    assert_true(s.numbered);
    assert_int_equal(s.width, 2);
    for (uint64_t i = 0; i < 4; i++) {
        expr address = expr_const(x, 32, 0x1028 + 16 * i);
        assert_int_equal(slots_number(&s, x, address)->value, i);
        assert_true(expr_is_true(slots_inside(&s, x, address)));
    }
    uint64_t outside[] = {0, 0x1018, 0x1029, 0x1030, 0x1068, 0xffffffff};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        assert_true(expr_is_false(slots_inside(&s, x, expr_const(x, 32, outside[i]))));
    assert_int_equal(slots_from_index(&s, &c, 3, NULL), 3);
    assert_true(slots_from_index(&s, &c, 4, NULL) == NONE64);
    c.ranges = &odd; /* no power of two: addresses stay */
    assert_false(slots_of(&c).numbered);
    exprs_free(x);
}

static void bounds_of_inputs_are_seen(void **state)
{
    (void)state;
    struct maker m = {.p = NULL};
    m.x = exprs_new();
    m.p = program_new(m.x);
    uint32_t code = template(&m, "main", 1), a = location(&m, code, 0), b = location(&m, code, 0), v = local(&m, code, "v");
    expr in = expr_input(m.x, 32, 0), other = expr_input(m.x, 32, 1);
    expr low = expr_binary(m.x, E_SLE, number(&m, 0), in), high = expr_binary(m.x, E_SLT, in, number(&m, 5));
    edge(&m, code, a, b, expr_and(m.x, low, high), v, expr_add(m.x, in, other));
    edge(&m, code, a, b, expr_binary(m.x, E_ULE, in, number(&m, 1)), v, in);
    edge(&m, code, b, b, high, v, in); /* it may be negative */
    struct code *c = &m.p->codes.data[code];
    code_index(c);
    assert_int_equal(known_input_bits(c, a, 0, 32), 3);
    assert_int_equal(known_input_bits(c, a, 1, 32), 32);
    assert_int_equal(known_input_bits(c, b, 0, 32), 32);
    struct cell k = {.width = 8, .init = 0x81};
    struct known_bits bits = known_initially(&k);
    assert_int_equal(bits.ones, 0x81);
    assert_int_equal(bits.zeros, 0x7e);
    program_free(m.p);
    exprs_free(m.x);
}

/* Values that are only copied in a circle keep the bits that they have at the start, although every read is free at first. */
static void copied_bits_settle(void **state)
{
    (void)state;
    struct maker m = maker();
    uint32_t main = template(&m, "main", 1), a = template(&m, "a", 1);
    uint32_t x = shared(&m, "x", 5), y = shared(&m, "y", 4), n = shared(&m, "n", 0);
    uint32_t a0 = begin(&m, a), a1 = location(&m, a, 0), a2 = location(&m, a, 0), a3 = location(&m, a, 0);
    edge(&m, a, a0, a1, NULL, x, get(&m, y));
    edge(&m, a, a1, a2, NULL, y, get(&m, x));
    edge(&m, a, a2, a3, NULL, n, expr_add(m.x, get(&m, n), number(&m, 1)));
    uint32_t s0 = begin(&m, main), s1 = location(&m, main, 0), s2 = location(&m, main, 0), s3 = location(&m, main, 0);
    uint32_t s4 = location(&m, main, 0);
    edge(&m, main, s0, s1, NULL, m.started[a], expr_bool(m.x, true));
    edge(&m, main, s1, s2, NULL, y, get(&m, x));
    edge(&m, main, s2, s3, NULL, x, get(&m, y));
    edge(&m, main, s3, s4, NULL, n, expr_add(m.x, get(&m, n), number(&m, 1)));
    vector_each(struct code *, c, &m.p->codes)
        code_index(c);
    struct budget budget = {0};
    struct unfolding *u = unfolding_new(m.p, (struct bound){.loops = 1, .instances = 1, .nodes = 1000}, NULL, &budget);
    unfolding_settle(u);
    assert_int_equal(u->known[x].ones, 4);
    assert_int_equal(u->known[x].zeros, UINT64_C(0xfffffffa));
    assert_int_equal(u->known[y].ones, 4);
    assert_int_equal(u->known[n].ones, 0);
    assert_int_equal(u->known[n].zeros, 0);
    unfolding_free(u);
    program_free(m.p);
    exprs_free(m.x);
}

/* A trace gives an input site one value: it must not be mentioned with two widths. */
static void input_sites_have_one_width(void **state)
{
    (void)state;
    struct maker m = maker();
    uint32_t main = template(&m, "main", 1), c = shared(&m, "c", 0), s0 = begin(&m, main), s1 = location(&m, main, 0);
    uint32_t site = m.p->input_count++;
    edge(&m, main, s0, s1, expr_input(m.x, 1, site), c, number(&m, 1));
    m.p->codes.data[main].exit = NONE;
    const char *why = NULL;
    assert_true(program_valid(m.p, &why));
    edge(&m, main, s0, s1, NULL, c, expr_input(m.x, 32, site));
    assert_false(program_valid(m.p, &why));
    assert_string_equal(why, "input site mentioned with two widths");
    program_free(m.p);
    exprs_free(m.x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_order_unrolled_locations),
        cmocka_unit_test(lost_update_is_found),
        cmocka_unit_test(normal_result_is_found),
        cmocka_unit_test(impossible_result_is_excluded),
        cmocka_unit_test(atomic_update_is_proved),
        cmocka_unit_test(store_buffering_is_excluded),
        cmocka_unit_test(bounded_loop_is_decided),
        cmocka_unit_test(shared_loop_is_decided),
        cmocka_unit_test(unsupported_stays_open),
        cmocka_unit_test(unbounded_instances_grow),
        cmocka_unit_test(sections_are_indivisible),
        cmocka_unit_test(waiting_loops_need_no_bound),
        cmocka_unit_test(races_are_decided),
        cmocka_unit_test(slots_are_numbered),
        cmocka_unit_test(bounds_of_inputs_are_seen),
        cmocka_unit_test(copied_bits_settle),
        cmocka_unit_test(input_sites_have_one_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
