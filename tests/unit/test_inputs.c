/* Representative inputs: those that are tried stand for all others, or the search says that it is incomplete. */
#include "unit.h"

#include "execute/inputs.h"
#include "small.h"

enum { LIMIT = 16 }; /* so many values may be tried one by one */

/* One thread reads an input of this width into r; the guard of its next step is what is made of r. */
struct scene {
    struct program *p;
    uint32_t t, r, copy; /* copy: a cell that gets what r is, or 0 */
};

static struct scene scene_new(unsigned width)
{
    struct scene s = {.p = small_new()};
    s.r = small_cell(s.p, "r", width, 0, NONE);
    s.t = small_code(s.p, "t", 1, 4);
    s.p->input_count = 1;
    small_edge(s.p, s.t, 0, 1, NULL, 1, SET(s.r, expr_input(s.p->exprs, width, 0)));
    return s;
}

static expr value_of(struct scene *s) { return program_cell_expr(s->p, s->r, NULL); }

static void looks(struct scene *s, uint32_t from, expr guard) { small_edge(s->p, s->t, from, from + 1, guard, 0, NULL); }

/* What all the guards are if r, and its copy if there is one, is this value: a bit each. */
static uint64_t outcome(const struct scene *s, uint64_t value)
{
    const struct code *c = &s->p->codes.data[s->t];
    expr constant = expr_const(s->p->exprs, s->p->cells.data[s->r].width, value);
    uint64_t bits = 0;
    for (uint32_t e = 1; e < c->edges.size; e++) {
        expr guard = expr_replace(s->p->exprs, c->edges.data[e].action.guard, program_cell_expr(s->p, s->r, NULL), constant);
        if (s->copy)
            guard = expr_replace(s->p->exprs, guard, program_cell_expr(s->p, s->copy, NULL), constant);
        assert_true(expr_is_const(guard));
        bits = bits << 1 | guard->value;
    }
    return bits;
}

/* Whether the value makes all the guards what one of the representatives makes them. */
static bool stands_for(const struct scene *s, const struct input_values *v, uint64_t value)
{
    uint64_t wanted = outcome(s, value);
    for (uint32_t i = 0; i < v->count; i++)
        if (outcome(s, v->values[i]) == wanted)
            return true;
    return false;
}

/* Whether each of so many values makes all the guards what one of the representatives makes them. */
static bool stand_for_all(const struct scene *s, const struct input_values *v, uint64_t values)
{
    uint64_t outcomes[4096];
    for (uint32_t i = 0; i < v->count; i++)
        outcomes[i] = outcome(s, v->values[i]);
    for (uint64_t x = 0; x < values; x++) {
        uint64_t wanted = outcome(s, x);
        uint32_t i = 0;
        while (i < v->count && outcomes[i] != wanted)
            i++;
        if (i == v->count)
            return false;
    }
    return true;
}

static void expect(struct scene *s, bool complete, uint32_t most)
{
    unsigned width = s->p->cells.data[s->r].width;
    small_finish(s->p);
    struct inputs *d = inputs_new(s->p, LIMIT);
    struct input_values v = inputs_of_site(d, 0, width);
    assert_int_equal(v.complete, complete);
    assert_true(v.count && v.count <= most);
    for (uint32_t i = 0; i < v.count; i++)
        for (uint32_t k = 0; k < i; k++)
            assert_true(v.values[i] != v.values[k]);
    if (complete)
        assert_true(stand_for_all(s, &v, width > 12 ? 1 << 12 : UINT64_C(1) << width));
    inputs_free(d);
    small_free(s->p);
}

static void few_bits_are_all_tried(void **state)
{
    (void)state;
    struct scene s = scene_new(4);
    expr twice = expr_add(s.p->exprs, value_of(&s), value_of(&s));
    looks(&s, 1, expr_eq(s.p->exprs, twice, expr_const(s.p->exprs, 4, 6)));
    expect(&s, true, 16);
}

static void intervals_have_a_member_each(void **state)
{
    (void)state;
    for (int sign = 0; sign < 2; sign++) {
        struct scene s = scene_new(12);
        struct exprs *x = s.p->exprs;
        looks(&s, 1, expr_binary(x, sign ? E_SLE : E_ULE, value_of(&s), expr_const(x, 12, 100)));
        looks(&s, 2, expr_binary(x, sign ? E_SLT : E_ULT, value_of(&s), expr_const(x, 12, 200))); /* in between is neither */
        expect(&s, true, 64);
    }
}

/* Comparisons of floating-point numbers with constants: values at and between them, zeros, infinities, and what is no number. */
static void floats_have_a_member_each(void **state)
{
    (void)state;
    const uint64_t half = 0xbf000000, one = 0x3f800000, infinity = 0x7f800000, sign = 0x80000000;
    const uint64_t samples[] = {0,
                                sign,
                                1,
                                sign | 1,
                                one - 1,
                                one,
                                one + 1,
                                half - 1,
                                half,
                                half + 1,
                                infinity - 1,
                                infinity,
                                infinity + 1,
                                sign - 1,
                                sign | infinity,
                                ~0u,
                                42,
                                sign | one,
                                infinity | sign | 1,
                                (infinity | sign) - 1};
    for (uint32_t guards = 1; guards <= 15; guards++) {
        struct scene s = scene_new(32);
        struct exprs *x = s.p->exprs;
        expr compared[] = {expr_float(x, E_FLT, 1, 0, value_of(&s), expr_const(x, 32, one)),
                           expr_float(x, E_FLE, 1, 0, expr_const(x, 32, half), value_of(&s)),
                           expr_float(x, E_FEQ, 1, 0, value_of(&s), expr_const(x, 32, guards & 2 ? 0 : sign)),
                           expr_float(x, E_FLE, 1, 0, value_of(&s), expr_const(x, 32, 0))};
        for (uint32_t i = 0; i < 4; i++)
            if (guards >> i & 1)
                small_edge(s.p, s.t, 1, 2, compared[i], 0, NULL);
        small_finish(s.p);
        struct inputs *d = inputs_new(s.p, LIMIT);
        struct input_values v = inputs_of_site(d, 0, 32);
        assert_true(v.complete);
        for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
            assert_true(stands_for(&s, &v, samples[i]));
        inputs_free(d);
        small_free(s.p);
    }
}

static void bits_are_combined(void **state)
{
    (void)state;
    struct scene s = scene_new(32);
    struct exprs *x = s.p->exprs;
    expr both = expr_binary(x, E_AND, value_of(&s), expr_const(x, 32, 5));
    looks(&s, 1, expr_ne(x, both, expr_const(x, 32, 0)));
    looks(&s, 2, expr_eq(x, value_of(&s), expr_const(x, 32, 2000)));
    expect(&s, true, 64);
}

/* Sums of wide values are not told apart by a few: the search says so. */
static void other_uses_are_not_covered(void **state)
{
    (void)state;
    struct scene s = scene_new(32);
    struct exprs *x = s.p->exprs;
    looks(&s, 1, expr_eq(x, expr_binary(x, E_MUL, value_of(&s), value_of(&s)), expr_const(x, 32, 49)));
    expect(&s, false, 4096);
}

/* What a value is copied to counts as well. */
static void copies_count(void **state)
{
    (void)state;
    struct scene s = scene_new(32);
    struct exprs *x = s.p->exprs;
    uint32_t copy = small_cell(s.p, "copy", 32, 0, NONE);
    looks(&s, 2, expr_eq(x, program_cell_expr(s.p, copy, NULL), expr_const(x, 32, 12345)));
    small_edge(s.p, s.t, 1, 2, NULL, 1, SET(copy, value_of(&s)));
    small_finish(s.p);
    struct inputs *d = inputs_new(s.p, LIMIT);
    struct input_values v = inputs_of_site(d, 0, 32);
    bool there = false;
    for (uint32_t i = 0; i < v.count; i++)
        there |= v.values[i] == 12345;
    assert_true(v.complete && there);
    inputs_free(d);
    small_free(s.p);
}

/* --- any guards --- */

static uint64_t below(uint64_t *seed, uint64_t n) { return random_next(seed) % n; }

/* Mostly close to a few values, so that guards of one scene have to do with each other. */
static expr draw_constant(uint64_t *seed, struct exprs *x, unsigned width)
{
    uint64_t values = UINT64_C(1) << width, near[] = {0, values / 2, 21, 21, 21};
    return expr_const(x, width, below(seed, 4) ? near[below(seed, 5)] + below(seed, 3) - 1 : below(seed, values));
}

/* The value, perhaps shifted, masked, cut, chosen, added to or extended. */
static expr draw_term(uint64_t *seed, struct exprs *x, expr r)
{
    unsigned w = r->width;
    switch (below(seed, 12)) {
    case 0: return expr_binary(x, E_LSHR, r, expr_const(x, w, below(seed, w)));
    case 1: return expr_binary(x, E_AND, r, draw_constant(seed, x, w));
    case 2: return expr_extract(x, r, (unsigned)below(seed, 3), 1 + (unsigned)below(seed, 3));
    case 3: {
        expr guard = expr_binary(x, E_ULT, r, draw_constant(seed, x, w));
        return expr_ite(x, guard, r, draw_constant(seed, x, w));
    }
    case 4: return expr_zext(x, draw_term(seed, x, r), w + 2);
    case 5: return expr_sext(x, draw_term(seed, x, r), w + 2);
    case 6: return below(seed, 3) ? r : expr_add(x, r, draw_constant(seed, x, w));
    default: return r;
    }
}

static expr draw_guard(uint64_t *seed, struct exprs *x, expr r)
{
    static const enum expr_op ops[] = {E_EQ, E_EQ, E_ULT, E_ULE, E_SLT, E_SLE};
    enum expr_op op = ops[below(seed, 6)];
    expr term = draw_term(seed, x, r), constant = draw_constant(seed, x, term->width);
    if (term->op == E_LSHR)
        constant = expr_const(x, term->width, 21 >> term->arg[1]->value);
    return below(seed, 2) ? expr_binary(x, op, term, constant) : expr_binary(x, op, constant, term);
}

static struct scene draw_scene(uint64_t *seed)
{
    struct scene s = scene_new(below(seed, 4) ? 6 : 11);
    unsigned width = s.p->cells.data[s.r].width;
    uint64_t guards = 1 + below(seed, 4), at = below(seed, guards + 1);
    s.copy = small_cell(s.p, "copy", width, 0, NONE);
    expr copy = program_cell_expr(s.p, s.copy, NULL);
    for (uint64_t k = 0; k <= guards; k++)
        if (k == at)
            small_edge(s.p, s.t, 1, 2, NULL, 1, SET(s.copy, value_of(&s)));
        else
            small_edge(s.p, s.t, 1, 2, draw_guard(seed, s.p->exprs, below(seed, 2) ? copy : value_of(&s)), 0, NULL);
    small_finish(s.p);
    return s;
}

/* Whatever is said to be complete stands for all values. */
static void guards_drawn_at_random(void **state)
{
    (void)state;
    uint32_t complete = 0;
    for (uint64_t round = 1; round <= 800; round++) {
        uint64_t seed = round;
        struct scene s = draw_scene(&seed);
        unsigned width = s.p->cells.data[s.r].width;
        struct inputs *d = inputs_new(s.p, LIMIT);
        struct input_values v = inputs_of_site(d, 0, width);
        complete += v.complete;
        if (v.complete && !stand_for_all(&s, &v, 1 << width))
            fail_msg("round %u: %u values do not stand for all", (unsigned)round, v.count);
        inputs_free(d);
        small_free(s.p);
    }
    assert_true(complete > 250);
}

/* --- other uses --- */

static struct input_values values_in(struct scene *s, struct inputs **d)
{
    small_finish(s->p);
    *d = inputs_new(s->p, LIMIT);
    return inputs_of_site(*d, 0, s->p->cells.data[s->r].width);
}

static bool among(const struct input_values *v, uint64_t low, uint64_t high)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (v->values[i] >= low && v->values[i] <= high)
            return true;
    return false;
}

/* An index is any value: no few of them stand for the others. */
static void indices_are_not_covered(void **state)
{
    (void)state;
    for (int written = 0; written < 3; written++) {
        struct scene s = scene_new(32);
        uint32_t a = small_array(s.p, "a", 8, (struct cell_range){.first = 0, .count = 1000}, NONE);
        expr one = expr_const(s.p->exprs, 8, 1);
        struct update set = {.cell = a, .index = value_of(&s), .value = one};
        struct access access = {.cell = a, .index = value_of(&s)};
        struct action *action = &small_edge(s.p, s.t, 1, 2, NULL, written == 1, written == 1 ? &set : NULL)->action;
        if (written == 2)
            action->accesses = &access, action->access_count = s.p->access_count = 1;
        struct inputs *d;
        struct input_values v = values_in(&s, &d);
        assert_int_equal(v.complete, written == 0);
        inputs_free(d);
        if (written == 2)
            action->accesses = NULL, action->access_count = 0;
        small_free(s.p);
    }
}

/* The sign of a value decides what it is after an extension; a copy in a wider cell is the same value. */
static void extended_copies_count(void **state)
{
    (void)state;
    struct scene s = scene_new(16);
    struct exprs *x = s.p->exprs;
    uint32_t copy = small_cell(s.p, "copy", 32, 0, NONE);
    small_edge(s.p, s.t, 1, 2, NULL, 1, SET(copy, expr_sext(x, value_of(&s), 32)));
    looks(&s, 2, expr_eq(x, program_cell_expr(s.p, copy, NULL), expr_const(x, 32, 70)));
    struct inputs *d;
    struct input_values v = values_in(&s, &d);
    assert_true(v.complete && among(&v, 70, 70) && among(&v, 0x8000, 0xffff));
    inputs_free(d);
    small_free(s.p);
}

/* What a procedure returns is what its caller gets. */
static void results_of_calls_count(void **state)
{
    (void)state;
    struct scene s = scene_new(32);
    struct exprs *x = s.p->exprs;
    uint32_t got = small_cell(s.p, "got", 32, 0, NONE), result = small_cell(s.p, "result", 32, 0, NONE);
    uint32_t f = small_code(s.p, "f", 0, 2);
    s.p->codes.data[f].result = result;
    small_edge(s.p, f, 0, 1, NULL, 1, SET(result, value_of(&s)));
    struct action *call = &small_edge(s.p, s.t, 1, 2, NULL, 0, NULL)->action;
    call->kind = ACT_CALL;
    call->object = f;
    call->call_result = got;
    looks(&s, 2, expr_eq(x, program_cell_expr(s.p, got, NULL), expr_const(x, 32, 4242)));
    struct inputs *d;
    struct input_values v = values_in(&s, &d);
    assert_true(v.complete && among(&v, 4242, 4242));
    inputs_free(d);
    small_free(s.p);
}

/* --- of one action --- */

static bool has(const u64_vector *list, uint64_t value)
{
    vector_each(const uint64_t *, v, list)
        if (*v == value)
            return true;
    return false;
}

static void one_action(void **state)
{
    (void)state;
    struct program *p = small_new();
    struct exprs *x = p->exprs;
    expr input = expr_input(x, 16, 0), bound = expr_const(x, 16, 500);
    uint32_t r = small_cell(p, "r", 16, 0, NONE);
    struct action a = action_skip(p), stores = action_skip(p);
    a.guard = expr_binary(x, E_ULT, input, bound);
    stores.updates = SET(r, input);
    stores.update_count = 1;
    u64_vector values = {0}, members = {0};
    assert_true(input_representatives(&a, 0, 16, &values));
    assert_true(has(&values, 499) && has(&values, 500) && has(&values, 501) && has(&values, 0) && has(&values, 0xffff));
    vector_clear(&values);
    assert_false(input_representatives(&stores, 0, 16, &values)); /* all values differ then */
    vector_clear(&values);
    assert_false(input_pieces(&stores, 0, 16, &values, &members)); /* it is not compared */
    vector_clear(&values);
    vector_clear(&members);
    assert_true(input_pieces(&a, 0, 16, &values, &members));
    assert_true(has(&values, 500) && has(&values, 0) && has(&values, 0x7fff) && has(&values, 0x8000));
    assert_true(has(&members, 1) && has(&members, 501) && has(&members, 0x8001));
    assert_int_equal(members.size, 3);
    vector_free(&values);
    vector_free(&members);
    small_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_bits_are_all_tried),
        cmocka_unit_test(intervals_have_a_member_each),
        cmocka_unit_test(floats_have_a_member_each),
        cmocka_unit_test(bits_are_combined),
        cmocka_unit_test(other_uses_are_not_covered),
        cmocka_unit_test(copies_count),
        cmocka_unit_test(guards_drawn_at_random),
        cmocka_unit_test(indices_are_not_covered),
        cmocka_unit_test(extended_copies_count),
        cmocka_unit_test(results_of_calls_count),
        cmocka_unit_test(one_action),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
