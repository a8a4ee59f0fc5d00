/* The checker of proofs: it accepts what is right and refuses what a run can leave. */
#include "proofs.h"
#include "report/proof_json.h"

#include "walk.h"

static expr self_is(struct program *p, expr e) { return expr_eq(p->exprs, e, expr_self(p->exprs)); }

/* --- one obligation after the other --- */

/* x goes from 1 to 3 and is checked. */
static struct program *steps(void)
{
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 1, NONE), t = small_code(p, "t", 1, 4);
    small_edge(p, t, 0, 1, NULL, 1, SET(x, expr_add(p->exprs, cell8(p, x), value8(p, 2))));
    small_edge(p, t, 1, 2, is_not8(p, x, 3), 0, NULL);
    small_edge(p, t, 1, 3, is8(p, x, 3), 0, NULL);
    small_error(p, t, 2);
    small_finish(p);
    return p;
}

static void own_steps(void **state)
{
    (void)state;
    struct program *p = steps();
    struct proof *proof = proof_new(p);
    expr *at = proof->invariants.data[0];
    fails(proof, "does not exclude an error");
    at[2] = no(p);
    fails(proof, "step of the thread itself");
    at[1] = is8(p, 0, 3);
    fails(proof, "step of the thread itself");
    at[0] = is8(p, 0, 1);
    holds(proof);
    at[3] = is8(p, 0, 4);
    fails(proof, "step of the thread itself");
    at[3] = NULL;
    at[0] = is8(p, 0, 2);
    fails(proof, "beginning");
    proof_free(proof);
    small_free(p);
}

/* A number is 9 or 144, and its root is computed: it is 3 or 12, and may be 12. The solver has to know what a root is, for either answer. */
static void square_roots(void **state)
{
    (void)state;
    for (int wrong = 0; wrong < 2; wrong++) {
        struct program *p = small_new();
        struct exprs *x = p->exprs;
        uint32_t b = small_cell(p, "b", 1, 0, NONE), t = small_code(p, "t", 1, 3);
        expr number = expr_ite(x, expr_cell(x, 1, b), expr_const(x, 32, 9), expr_const(x, 32, 144));
        expr root = expr_float(x, E_FSQRT, 32, 0, expr_float(x, E_UTOF, 32, 0, number, NULL), NULL);
        expr three = expr_float(x, E_FEQ, 1, 0, root, expr_const(x, 32, 0x40400000));
        expr twelve = expr_float(x, E_FEQ, 1, 0, root, expr_const(x, 32, 0x41400000));
        small_edge(p, t, 0, 1, expr_not(x, wrong ? three : expr_or(x, three, twelve)), 0, NULL);
        small_error(p, t, 1);
        small_finish(p);
        struct proof *proof = proof_new(p);
        proof->invariants.data[t][1] = no(p);
        if (wrong)
            fails(proof, "step of the thread itself");
        else
            holds(proof);
        proof_free(proof);
        small_free(p);
    }
}

static void unsupported_is_no_safety(void **state)
{
    (void)state;
    struct program *p = steps();
    p->codes.data[0].locations.data[2].flags = LOC_UNSUPPORTED;
    p->codes.data[0].locations.data[2].reason = "something";
    struct proof *proof = proof_new(p);
    fails(proof, "not modelled");
    proof_free(proof);
    small_free(p);
}

/* After the end of the whole program nothing is promised; the same without it is refused. */
static void after_the_end(void **state)
{
    (void)state;
    for (int halts = 0; halts < 2; halts++) {
        struct program *p = small_new();
        uint32_t x = small_cell(p, "x", 8, 0, NONE), t = small_code(p, "t", 1, 2), u = small_code(p, "u", 1, 2);
        small_edge(p, t, 0, 1, NULL, 1, SET(x, value8(p, 7)))->action.kind = halts ? ACT_HALT : ACT_STORE;
        small_edge(p, u, 0, 1, is8(p, x, 0), 0, NULL);
        small_finish(p);
        struct proof *proof = proof_new(p);
        proof->invariants.data[u][0] = is8(p, x, 0);
        proof->invariants.data[t][0] = is8(p, x, 0);
        if (halts)
            holds(proof);
        else
            fails(proof, "step of another thread");
        proof_free(proof);
        small_free(p);
    }
}

/* x := self; then x is still self? With one instance it is; with two, or any number, another one may have written. */
static void interference_by_the_same_code(void **state)
{
    (void)state;
    const uint32_t instances[] = {1, 2, UNBOUNDED};
    for (int i = 0; i < 3; i++) {
        struct program *p = small_new();
        uint32_t x = small_cell(p, "x", 32, 0, NONE), t = small_code(p, "t", instances[i], 3);
        expr cell = expr_cell(p->exprs, 32, x);
        small_edge(p, t, 0, 1, NULL, 1, SET(x, expr_self(p->exprs)));
        small_edge(p, t, 1, 2, expr_not(p->exprs, self_is(p, cell)), 0, NULL);
        small_error(p, t, 2);
        small_finish(p);
        struct proof *proof = proof_new(p);
        proof->invariants.data[t][1] = self_is(p, cell);
        proof->invariants.data[t][2] = no(p);
        if (i == 0)
            holds(proof);
        else
            fails(proof, "step of another thread");
        proof_free(proof);
        small_free(p);
    }
}

/* A lock that holds the owner's id, any number of threads. */
static void locks_of_any_number(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t m = small_cell(p, "m", 32, 0, NONE), x = small_cell(p, "x", 8, 0, NONE), t = small_code(p, "t", UNBOUNDED, 5);
    expr lock = expr_cell(p->exprs, 32, m), none = expr_const(p->exprs, 32, 0);
    small_edge(p, t, 0, 1, expr_eq(p->exprs, lock, none), 1, SET(m, expr_self(p->exprs)));
    small_edge(p, t, 1, 2, NULL, 1, SET(x, value8(p, 1)));
    small_edge(p, t, 2, 4, is_not8(p, x, 1), 0, NULL);
    small_edge(p, t, 2, 3, NULL, 1, SET(x, value8(p, 0)));
    small_edge(p, t, 3, 0, NULL, 1, SET(m, none));
    p->codes.data[t].exit = NONE;
    small_error(p, t, 4);
    small_finish(p);
    struct proof *proof = proof_new(p);
    expr *at = proof->invariants.data[t];
    at[1] = at[3] = self_is(p, lock);
    at[2] = expr_and(p->exprs, self_is(p, lock), is8(p, x, 1));
    at[4] = no(p);
    holds(proof);
    at[3] = NULL; /* then it might unlock what another one has locked */
    fails(proof, "step of another thread");
    proof_free(proof);
    small_free(p);
}

/* x is 1 inside a section of t only; u never sees it. */
static struct program *section(bool atomic, bool loop)
{
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE), t = small_code(p, "t", 2, 4), u = small_code(p, "u", 1, 3);
    small_edge(p, t, 0, 1, NULL, 1, SET(x, value8(p, 1)));
    small_edge(p, t, 1, 2, is8(p, x, 1), 1, SET(x, value8(p, 2)));
    small_edge(p, t, 2, 3, NULL, 1, SET(x, expr_sub(p->exprs, cell8(p, x), value8(p, 2))));
    if (loop)
        small_edge(p, t, 2, 1, is8(p, x, 1), 0, NULL);
    if (atomic) {
        small_flag(p, t, 1, LOC_ATOMIC);
        small_flag(p, t, 2, LOC_ATOMIC);
    }
    small_edge(p, u, 0, 1, is_not8(p, x, 0), 0, NULL);
    small_error(p, u, 1);
    small_finish(p);
    return p;
}

static void sections_are_one_step(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct program *p = section(i != 1, i == 2);
        struct proof *proof = proof_new(p);
        expr *t = proof->invariants.data[0], *u = proof->invariants.data[1];
        t[0] = t[3] = u[0] = u[2] = is8(p, 0, 0);
        t[1] = is8(p, 0, 1);
        t[2] = is8(p, 0, 2);
        u[1] = no(p);
        if (i == 0)
            holds(proof);
        else if (i == 1)
            fails(proof, "step of another thread");
        else /* with a loop others count as being there: not refuted, but not shown either */
            assert_int_equal(look(proof).answer, PROOF_UNDECIDED);
        t[2] = is8(p, 0, 3);
        fails(proof, "step of the thread itself");
        proof_free(proof);
        small_free(p);
    }
}

/* u may be wherever t's section begins, and t's section ends where x is 0 only. */
static void sections_count_as_a_whole(void **state)
{
    (void)state;
    struct program *p = section(true, false);
    p->codes.data[0].edges.data[2].action.updates[0].value = value8(p, 5); /* the section leaves 5 behind */
    struct proof *proof = proof_new(p);
    expr *t = proof->invariants.data[0], *u = proof->invariants.data[1];
    u[0] = is8(p, 0, 0);
    u[1] = no(p);
    t[1] = is8(p, 0, 1);
    fails(proof, "step of another thread");
    proof_free(proof);
    small_free(p);
}

/* Two threads take turns by their locations alone: u does its step only while t is at 1. */
static void at_speaks_of_others(void **state)
{
    (void)state;
    struct program *p = small_new();
    struct exprs *x = p->exprs;
    uint32_t a = small_cell(p, "a", 8, 0, NONE), t = small_code(p, "t", 1, 3), u = small_code(p, "u", 1, 3);
    small_edge(p, t, 0, 1, NULL, 1, SET(a, value8(p, 1)));
    small_edge(p, t, 1, 2, NULL, 1, SET(a, value8(p, 2)));
    small_edge(p, u, 0, 1, is8(p, a, 7), 0, NULL);
    small_error(p, u, 1);
    small_finish(p);
    expr one = expr_const(x, 32, 1);
    expr somewhere = expr_bool(x, false);
    for (uint32_t l = 0; l < 3; l++)
        somewhere = expr_or(x, somewhere, expr_and(x, expr_at(x, one, t, l), is8(p, a, l)));
    struct proof *proof = proof_new(p);
    for (uint32_t l = 0; l < 3; l++)
        proof->invariants.data[t][l] = is8(p, a, l);
    proof->invariants.data[u][0] = somewhere;
    proof->invariants.data[u][1] = no(p);
    holds(proof);
    proof->invariants.data[t][1] = NULL; /* still: t's last step is known */
    holds(proof);
    proof->invariants.data[u][0] = expr_and(x, somewhere, expr_not(x, expr_at(x, one, t, 2)));
    fails(proof, "step of another thread");
    proof->invariants.data[u][0] = expr_and(x, somewhere, expr_not(x, expr_at(x, one, t, 0)));
    fails(proof, "beginning");
    proof_free(proof);
    small_free(p);
}

/* A lock that does not say who has it, any number of threads: the proof remembers that by a ghost. */
static void ghosts_remember(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t m = small_cell(p, "m", 8, 0, NONE), x = small_cell(p, "x", 8, 0, NONE), t = small_code(p, "t", UNBOUNDED, 5);
    small_edge(p, t, 0, 1, is8(p, m, 0), 1, SET(m, value8(p, 1)));
    small_edge(p, t, 1, 2, NULL, 1, SET(x, value8(p, 1)));
    small_edge(p, t, 2, 4, is_not8(p, x, 1), 0, NULL);
    small_edge(p, t, 2, 3, NULL, 1, SET(x, value8(p, 0)));
    small_edge(p, t, 3, 0, NULL, 1, SET(m, value8(p, 0)));
    p->codes.data[t].exit = NONE;
    small_error(p, t, 4);
    small_finish(p);
    struct proof *proof = proof_new(p);
    expr owner = expr_cell(p->exprs, 32, p->cells.size), mine = expr_and(p->exprs, self_is(p, owner), is8(p, m, 1));
    expr *at = proof->invariants.data[t];
    const char *why;
    at[1] = at[3] = mine;
    at[2] = expr_and(p->exprs, mine, is8(p, x, 1));
    at[4] = no(p);
    assert_false(proof_valid(proof, &why)); /* there is no such cell */
    vector_push(&proof->ghosts, (struct proof_ghost){.name = "owner", .width = 32});
    fails(proof, "step of the thread itself"); /* nobody writes it */
    vector_push(&proof->ghost_updates, (struct proof_ghost_update){t, 0, 0, expr_self(p->exprs)});
    holds(proof);
    assert_true(walk_within(proof, 5, 40, 400));
    struct proof *plain = proof_without_ghosts(proof);
    assert_true(proof_valid(plain, &why));
    assert_ptr_equal(plain->invariants.data[t][1], is8(p, m, 1));
    assert_true(walk_within(plain, 5, 10, 400));
    proof_free(plain);
    struct proof_record record = {"me", proof, (bool[]){true}, NULL, 1, PROOF_OF_CHECKS};
    struct text text = {0};
    proof_json_write(&text, &record, 1, NULL, 0);
    struct proof_json *f = proof_json_open(text_string(&text), text.size, &why);
    struct proof *back = proof_json_read(f, 0, p, &why);
    assert_non_null(back);
    holds(back);
    proof_free(back);
    proof_json_close(f);
    text_free(&text);
    vector_push(&proof->ghost_updates, (struct proof_ghost_update){t, 0, 0, expr_self(p->exprs)});
    assert_false(proof_valid(proof, &why)); /* twice in one step */
    proof->ghost_updates.data[1] = (struct proof_ghost_update){t, 1, 0, value8(p, 3)};
    assert_false(proof_valid(proof, &why)); /* the width */
    proof->ghost_updates.data[1] = (struct proof_ghost_update){t, 1, 0, expr_const(p->exprs, 32, 7)};
    fails(proof, "step of the thread itself");
    proof_free(proof);
    small_free(p);
}

/* --- arrays, races --- */

static void arrays_begin_as_declared(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t t = small_code(p, "t", 3, 2);
    uint64_t given[2] = {5, 6};
    struct cell_range range = {100, 4, 2, t, 64};
    uint32_t a = program_add_cell(p, (struct cell){.name = "a",
                                                   .width = 8,
                                                   .index_width = 32,
                                                   .owner = NONE,
                                                   .subject = NONE,
                                                   .inits = given,
                                                   .ranges = &range,
                                                   .range_count = 1});
    small_edge(p, t, 0, 1, NULL, 0, NULL);
    small_finish(p);
    struct proof *proof = proof_new(p);
    for (uint32_t n = 0; n < 3; n++)
        for (uint32_t i = 0; i < 2; i++) {
            expr read = expr_read(p->exprs, 8, a, expr_const(p->exprs, 32, 100 + 4 * i + 64 * n));
            proof->invariants.data[t][0] = expr_eq(p->exprs, read, value8(p, given[i]));
            holds(proof);
            proof->invariants.data[t][0] = expr_eq(p->exprs, read, value8(p, given[1 - i]));
            fails(proof, "beginning");
        }
    proof_free(proof);
    small_free(p);
}

/* Any number of threads: an array of the program is known, one that each of them has is not, and that is no refutation. */
static void arrays_of_any_number(void **state)
{
    (void)state;
    for (int each = 0; each < 2; each++) {
        struct program *p = small_new();
        uint32_t t = small_code(p, "t", UNBOUNDED, 2);
        uint64_t given[2] = {5, 6};
        struct cell_range range = {100, 4, 2, each ? t : NONE, each ? 64 : 0};
        uint32_t a = program_add_cell(p, (struct cell){.name = "a",
                                                       .width = 8,
                                                       .index_width = 32,
                                                       .owner = NONE,
                                                       .subject = NONE,
                                                       .inits = given,
                                                       .ranges = &range,
                                                       .range_count = 1});
        small_edge(p, t, 0, 1, NULL, 0, NULL);
        small_finish(p);
        struct proof *proof = proof_new(p);
        expr read = expr_read(p->exprs, 8, a, expr_const(p->exprs, 32, 104));
        proof->invariants.data[t][0] = expr_eq(p->exprs, read, value8(p, 6));
        if (each)
            assert_int_equal(look(proof).answer, PROOF_UNDECIDED);
        else
            holds(proof);
        proof_free(proof);
        small_free(p);
    }
}

/* A loop fills an array, then some slot is looked at: a ghost that may be anything stands for all of them. */
static struct program *filled(void)
{
    struct program *p = small_new();
    struct exprs *x = p->exprs;
    uint32_t t = small_code(p, "t", 1, 4), i = small_cell(p, "i", 32, 0, t), j = small_cell(p, "j", 32, 0, t);
    uint32_t a = small_array(p, "a", 8, (struct cell_range){0, 1, 4, NONE, 0}, NONE);
    expr at = program_cell_expr(p, i, NULL), look = program_cell_expr(p, j, NULL), four = expr_const(x, 32, 4);
    expr drawn = expr_input(x, 32, p->input_count++);
    struct update store[] = {{a, at, value8(p, 5)}, {i, NULL, expr_add(x, at, expr_const(x, 32, 1))}};
    small_edge(p, t, 0, 0, expr_binary(x, E_ULT, at, four), 2, store);
    small_edge(p, t, 0, 1, expr_and(x, expr_eq(x, at, four), expr_binary(x, E_ULT, drawn, four)), 1, SET(j, drawn));
    small_edge(p, t, 1, 2, expr_ne(x, expr_read(x, 8, a, look), value8(p, 5)), 0, NULL);
    small_edge(p, t, 1, 3, expr_eq(x, expr_read(x, 8, a, look), value8(p, 5)), 0, NULL);
    small_error(p, t, 2);
    small_finish(p);
    return p;
}

static void any_slot_is_every_slot(void **state)
{
    (void)state;
    struct program *p = filled();
    struct exprs *x = p->exprs;
    struct proof *proof = proof_new(p);
    const char *why;
    expr any = expr_cell(x, 32, p->cells.size), other = expr_cell(x, 32, p->cells.size + 1), four = expr_const(x, 32, 4);
    expr i = program_cell_expr(p, 0, NULL), j = program_cell_expr(p, 1, NULL), slot = expr_read(x, 8, 2, any);
    expr five = expr_eq(x, slot, value8(p, 5)), bound = expr_binary(x, E_ULE, i, four);
    expr *at = proof->invariants.data[0];
    vector_push(&proof->ghosts, (struct proof_ghost){.name = "any", .width = 32, .any = true});
    at[0] = expr_and(x, bound, expr_implies(x, expr_binary(x, E_ULT, any, i), five));
    at[1] = expr_and(x, expr_binary(x, E_ULT, j, four), expr_implies(x, expr_binary(x, E_ULT, any, four), five));
    at[2] = no(p);
    holds(proof);
    struct proof_record record = {"me", proof, (bool[]){true}, NULL, 1, PROOF_OF_CHECKS};
    struct text text = {0};
    proof_json_write(&text, &record, 1, NULL, 0);
    struct proof_json *f = proof_json_open(text_string(&text), text.size, &why);
    struct proof *back = proof_json_read(f, 0, p, &why);
    assert_non_null(back);
    holds(back);
    proof_free(back);
    proof_json_close(f);
    text_free(&text);
    /* One slot more than is filled; one that the loop does not reach; one that is a number, so nothing is known of the others. */
    expr right = at[0];
    at[0] = expr_and(x, bound, expr_implies(x, expr_binary(x, E_ULE, any, i), five));
    fails(proof, "beginning");
    at[0] = bound;
    fails(proof, "step of the thread itself");
    at[0] = right;
    proof->ghosts.data[0].any = false;
    fails(proof, "step of the thread itself");
    proof->ghosts.data[0].any = true;
    /* It does not move, and nothing follows it: another value would have led elsewhere. */
    proof->ghosts.data[0].init = 1;
    assert_false(proof_valid(proof, &why));
    proof->ghosts.data[0].init = 0;
    vector_push(&proof->ghost_updates, (struct proof_ghost_update){0, 1, 0, j});
    assert_false(proof_valid(proof, &why));
    vector_push(&proof->ghosts, (struct proof_ghost){.name = "copy", .width = 32});
    proof->ghost_updates.data[0] = (struct proof_ghost_update){0, 1, 1, any};
    assert_false(proof_valid(proof, &why));
    at[1] = expr_eq(x, other, any); /* which would be true of all values, and so of none */
    fails(proof, "may be anything");
    proof->ghost_updates.data[0].value = expr_input(x, 32, 0);
    at[1] = expr_and(x, expr_eq(x, other, j),
                     expr_and(x, expr_binary(x, E_ULT, j, four), expr_implies(x, expr_binary(x, E_ULT, any, four), five)));
    holds(proof);
    proof_free(proof);
    small_free(p);
}

/* Two threads write a[i] each under its own flag value; the check is about the two writes. */
static void races_need_both_invariants(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t turn = small_cell(p, "turn", 8, 0, NONE), data = small_cell(p, "data", 8, 0, NONE);
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t t = small_code(p, i ? "u" : "t", 1, 4);
        struct access *x = ARENA_NEW(&p->arena, struct access);
        *x = (struct access){.id = i, .cell = data, .write = true};
        small_edge(p, t, 0, 1, is8(p, turn, i), 0, NULL);
        struct edge *e = small_edge(p, t, 1, 2, NULL, 1, SET(data, value8(p, i)));
        e->action.accesses = x;
        e->action.access_count = 1;
        small_edge(p, t, 2, 3, NULL, 1, SET(turn, value8(p, 1 - i)));
    }
    p->access_count = 2;
    program_add_check(
        p, (struct check){.property = PROPERTY_RACE, .code = 0, .code_b = 1, .access_a = 0, .access_b = 1, .text = "race"});
    small_finish(p);
    struct proof *proof = proof_new(p);
    assert_int_equal(look(proof).answer, PROOF_FAILS);
    for (uint32_t t = 0; t < 2; t++)
        proof->invariants.data[t][1] = proof->invariants.data[t][2] = is8(p, turn, t);
    struct proof_check c = look(proof);
    if (c.answer != PROOF_HOLDS)
        fail_msg("%s", c.why);
    proof->invariants.data[1][1] = NULL;
    assert_int_equal(look(proof).answer, PROOF_FAILS);
    proof_free(proof);
    small_free(p);
}

/* --- limits --- */

static void no_time_no_answer(void **state)
{
    (void)state;
    struct program *p = steps();
    struct proof *proof = proof_new(p);
    bool claimed[1] = {true};
    struct arena words = ARENA_EMPTY;
    struct budget b = {.deadline = clock_wall() - 1, .memory = 0};
    assert_int_equal(proof_check(proof, claimed, &b, &words).answer, PROOF_UNDECIDED);
    p->checks.data[0].kind = CHECK_STUCK; /* what invariants say nothing about */
    assert_int_equal(look(proof).answer, PROOF_UNDECIDED);
    arena_release(&words);
    proof_free(proof);
    small_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_steps),
        cmocka_unit_test(square_roots),
        cmocka_unit_test(unsupported_is_no_safety),
        cmocka_unit_test(after_the_end),
        cmocka_unit_test(interference_by_the_same_code),
        cmocka_unit_test(locks_of_any_number),
        cmocka_unit_test(sections_are_one_step),
        cmocka_unit_test(sections_count_as_a_whole),
        cmocka_unit_test(at_speaks_of_others),
        cmocka_unit_test(ghosts_remember),
        cmocka_unit_test(arrays_begin_as_declared),
        cmocka_unit_test(arrays_of_any_number),
        cmocka_unit_test(any_slot_is_every_slot),
        cmocka_unit_test(races_need_both_invariants),
        cmocka_unit_test(no_time_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
