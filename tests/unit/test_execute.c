/* The library execute: states and trees are kept once, the machine does what the interpreter does, and guided search stays on
 * the edges that it was given. */
#include "execute/hunt.h"
#include "execute/races.h"
#include "execute/retrace.h"
#include "program/machine.h"
#include "unit.h"

#include "small.h"

static void states_are_stored_once(void **state)
{
    (void)state;
    enum { STATES = 20000 };
    struct state_store t;
    store_init(&t, 3);
    for (int again = 0; again < 2; again++)
        for (uint32_t i = 0; i < STATES; i++) {
            uint64_t words[3] = {i % 7, i, ~(uint64_t)i};
            bool is_new;
            assert_int_equal(store_add(&t, words, i && !again ? i / 2 : UINT32_MAX, &is_new), i);
            assert_int_equal(is_new, !again);
            assert_memory_equal(store_state(&t, i), words, sizeof words);
        }
    assert_int_equal(t.size, STATES);
    assert_int_equal(t.parent[9], 4);
    assert_true(store_valid(&t));
    t.parent[9] = 10;
    assert_false(store_valid(&t));
    t.parent[9] = 4;
    store_free(&t);
}

/* Equal contents have equal ids, whatever the order of the writes; all default is 0. */
static void trees_are_unique(void **state)
{
    (void)state;
    enum { SLOTS = 3000, DEFAULT = 7 };
    struct objects o = {0};
    uint8_t depth = tree_depth(SLOTS);
    uint32_t up = 0, down = 0;
    for (uint32_t i = 0; i < SLOTS; i += 11)
        up = tree_write(&o, up, depth, i, i, DEFAULT);
    for (uint32_t i = 0; i < SLOTS; i += 11) {
        uint32_t back = (SLOTS - 1) / 11 * 11 - i;
        down = tree_write(&o, down, depth, back, back, DEFAULT);
    }
    assert_int_equal(up, down);
    for (uint32_t i = 0; i < SLOTS; i++)
        assert_int_equal(tree_read(&o, up, depth, i, DEFAULT), i % 11 ? DEFAULT : i);
    for (uint32_t i = 0; i < SLOTS; i += 11)
        up = tree_write(&o, up, depth, i, DEFAULT, DEFAULT);
    assert_int_equal(up, 0);
    objects_free(&o);
}

/* A thread that calls a procedure, an array that is a tree, one in place, a scalar of each width, an arbitrary one. */
static struct program *all_kinds(uint32_t *shared)
{
    struct program *p = small_new();
    uint32_t big = small_array(p, "big", 16, (struct cell_range){100, 4, 500, NONE, 0}, NONE);
    uint32_t few = small_array(p, "few", 8, (struct cell_range){0, 1, 5, NONE, 0}, NONE);
    *shared = small_cell(p, "bit", 1, 1, NONE);
    uint32_t free = small_cell(p, "free", 2, 0, NONE);
    p->cells.data[free].arbitrary = true;
    uint32_t t = small_code(p, "t", 2, 5), l = small_cell(p, "l", 8, 5, t);
    uint32_t f = small_code(p, "f", 0, 3), n = small_cell(p, "n", 8, 0, f);
    expr at = expr_add(p->exprs, expr_const(p->exprs, 32, 100),
                       expr_binary(p->exprs, E_MUL, expr_zext(p->exprs, cell8(p, l), 32), expr_const(p->exprs, 32, 4)));
    small_edge(p, t, 0, 1, NULL, 1, SET_AT(big, at, expr_const(p->exprs, 16, 777)));
    small_edge(p, t, 1, 2, expr_eq(p->exprs, expr_read(p->exprs, 16, big, at), expr_const(p->exprs, 16, 777)), 1,
               SET_AT(few, expr_const(p->exprs, 32, 2), cell8(p, l)));
    struct edge *call = small_edge(p, t, 2, 3, NULL, 1, SET(n, expr_add(p->exprs, cell8(p, l), value8(p, 1))));
    call->action.kind = ACT_CALL;
    call->action.object = f;
    call->action.call_result = l;
    small_edge(p, t, 3, 4, expr_eq(p->exprs, expr_cell(p->exprs, 2, free), expr_const(p->exprs, 2, 3)), 0, NULL);
    p->codes.data[f].result = n;
    small_edge(p, f, 0, 1, NULL, 1,
               SET(n, expr_add(p->exprs, cell8(p, n), expr_read(p->exprs, 8, few, expr_const(p->exprs, 32, 2)))));
    small_edge(p, f, 1, 2, NULL, 1, SET(*shared, expr_bool(p->exprs, false)));
    small_error(p, t, 4);
    small_finish(p);
    return p;
}

static void layouts_do_not_overlap(void **state)
{
    (void)state;
    uint32_t bit;
    struct program *p = all_kinds(&bit);
    for (uint64_t slots = 1; slots <= 1024; slots *= 4) {
        struct layout *l = layout_new(p, 0, slots);
        assert_true(layout_valid(l));
        struct field *f = &l->shared[l->local_index[bit]].field, was = *f;
        *f = l->instances[1].location;
        assert_false(layout_valid(l));
        f->word = l->words;
        assert_false(layout_valid(l));
        *f = was;
        layout_free(l);
    }
    small_free(p);
}

static struct trace *hunt(const struct program *p, uint32_t check, const struct guide *g)
{
    struct hunt h = {.program = p, .check = check, .most = 2, .guide = g, .limit = 10000};
    return hunt_run(&h);
}

/* What the search finds, through a call and with a chosen initial value, the interpreter executes (hunt_run asks it). */
static void machine_agrees_with_interpreter(void **state)
{
    (void)state;
    uint32_t bit;
    struct program *p = all_kinds(&bit);
    struct trace *t = hunt(p, 0, NULL);
    assert_non_null(t);
    assert_true(t->steps.size >= 7);
    assert_int_equal(t->initials.size, 1);
    assert_int_equal(t->initials.data[0].value, 3);
    trace_free(t);
    small_free(p);
}

static void hunt_follows_its_guide(void **state)
{
    (void)state;
    for (int atomic = 0; atomic < 2; atomic++) {
        struct program *p = lost_update(atomic);
        struct guide g;
        guide_init(&g, p);
        struct trace *t = hunt(p, 0, NULL);
        assert_int_equal(t != NULL, !atomic);
        trace_free(t);
        assert_null(hunt(p, 0, &g)); /* no edge at all */
        for (uint32_t c = 0; c < p->codes.size; c++)
            for (uint32_t e = 0; e < p->codes.data[c].edges.size; e++)
                guide_mark(&g, c, e);
        t = hunt(p, 0, &g);
        assert_int_equal(t != NULL, !atomic);
        trace_free(t);
        guide_free(&g);
        small_free(p);
    }
}

/* A race with an access in the middle of an atomic section: the schedule leads into the section. */
static void hunt_finds_races_inside_sections(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE), y = small_cell(p, "y", 8, 0, NONE);
    uint32_t a = small_code(p, "a", 1, 4), b = small_code(p, "b", 1, 3);
    small_edge(p, a, 0, 1, NULL, 1, SET(y, value8(p, 1)));
    small_edge(p, a, 1, 2, NULL, 1, SET(x, value8(p, 1)));
    small_edge(p, a, 2, 3, NULL, 1, SET(y, value8(p, 0)));
    small_flag(p, a, 1, LOC_ATOMIC);
    small_flag(p, a, 2, LOC_ATOMIC);
    small_edge(p, b, 0, 1, is8(p, y, 1), 1, SET(x, value8(p, 2))); /* possible only in the middle */
    small_edge(p, b, 1, 2, NULL, 0, NULL);
    struct access inside = {.cell = x, .id = 0, .write = true}, outside = {.cell = x, .id = 1, .write = true};
    p->codes.data[a].edges.data[1].action.accesses = &inside;
    p->codes.data[a].edges.data[1].action.access_count = 1;
    p->codes.data[b].edges.data[0].action.accesses = &outside;
    p->codes.data[b].edges.data[0].action.access_count = 1;
    p->access_count = 2;
    program_add_check(p,
                      (struct check){.property = PROPERTY_RACE, .code = a, .code_b = b, .access_a = 0, .access_b = 1, .text = "x"});
    small_finish(p);
    struct trace *t = hunt(p, 0, NULL);
    assert_non_null(t);
    assert_int_equal(t->steps.size, 1);
    trace_free(t);
    small_free(p);
}

/* --- every state of a program --- */

/* Two threads take a number each and write to that element; main reads element 1 in the middle of a section that lets the threads write,
 * and writes to any element if somebody has a number. */
static struct program *numbered(struct access accesses[3])
{
    struct program *p = small_new();
    uint32_t next = small_cell(p, "next", 8, 0, NONE), open = small_cell(p, "open", 8, 0, NONE);
    uint32_t a = small_array(p, "a", 8, (struct cell_range){0, 1, 2, NONE, 0}, NONE);
    uint32_t main = small_code(p, "main", 1, 5), t = small_code(p, "t", 2, 3), r = small_cell(p, "r", 8, 0, t);
    expr number = expr_zext(p->exprs, cell8(p, r), 32), any = expr_zext(p->exprs, expr_input(p->exprs, 1, 0), 32),
         at1 = expr_const(p->exprs, 32, 1);
    accesses[0] = (struct access){.id = 0, .cell = a, .index = number, .write = true};
    accesses[1] = (struct access){.id = 1, .cell = a, .index = at1};
    accesses[2] = (struct access){.id = 2, .cell = a, .index = any, .write = true};
    struct update take[] = {{r, NULL, cell8(p, next)}, {next, NULL, expr_add(p->exprs, cell8(p, next), value8(p, 1))}};
    small_edge(p, t, 0, 1, NULL, 2, take);
    struct edge *writes = small_edge(p, t, 1, 2, is8(p, open, 1), 1, SET_AT(a, number, value8(p, 7)));
    writes->action.accesses = &accesses[0], writes->action.access_count = 1;
    small_edge(p, main, 0, 1, NULL, 1, SET(open, value8(p, 1)));
    struct edge *inside = small_edge(p, main, 1, 2, NULL, 0, NULL);
    inside->action.accesses = &accesses[1], inside->action.access_count = 1;
    small_edge(p, main, 2, 3, NULL, 0, NULL);
    small_flag(p, main, 1, LOC_ATOMIC);
    small_flag(p, main, 2, LOC_ATOMIC);
    struct edge *after = small_edge(p, main, 3, 4, is_not8(p, next, 0), 1, SET_AT(a, any, value8(p, 1)));
    after->action.accesses = &accesses[2], after->action.access_count = 1;
    p->access_count = 3;
    p->input_count = 1;
    for (uint32_t b = 1; b < 3; b++)
        program_add_check(
            p, (struct check){.property = PROPERTY_RACE, .code = t, .code_b = main, .access_a = 0, .access_b = b, .text = "a"});
    program_add_check(p,
                      (struct check){.property = PROPERTY_RACE, .code = t, .code_b = t, .access_a = 0, .access_b = 0, .text = "a"});
    small_finish(p);
    return p;
}

struct all_states {
    struct state_store store;
    struct expander expander;
    uint32_t current;
    bool violated[3];
};

static void emit_state(struct expander *x, uint32_t i, const uint64_t *n, uint8_t flags, uint32_t check)
{
    (void)i, (void)flags, (void)check;
    struct all_states *all = x->context;
    bool is_new;
    store_add(&all->store, n, all->current, &is_new);
}

static bool wants_all(void *context, uint32_t check) { return context && check < 3; }

static void note_race(void *context, uint32_t check, const struct step_path *into)
{
    (void)into;
    ((struct all_states *)context)->violated[check] = true;
}

/* The machine where the trace ends. */
static struct machine *machine_after(const struct program *p, const struct trace *t)
{
    struct machine *m = machine_new(p, 2);
    for (uint32_t k = 0; k < t->steps.size; k++)
        assert_int_equal(machine_step(m, &t->steps.data[k]), STEP_DONE);
    return m;
}

/* Each state is found again from the start, and is violated as the interpreter says. */
static void states_are_retraced_and_race(void **state)
{
    (void)state;
    struct access accesses[3];
    struct program *p = numbered(accesses);
    struct budget none = {0};
    struct model *m = model_new(p, 2, (struct model_options){64, 16, false});
    struct all_states all = {0};
    uint64_t start[16];
    uint32_t seen[3] = {0};
    bool is_new;
    assert_true(m->layout->words < 16);
    store_init(&all.store, m->layout->words);
    expander_init(&all.expander, m, &none);
    all.expander.context = &all;
    all.expander.emit = emit_state;
    struct races *r = races_new(m, &none);
    model_initial(m, start);
    store_add(&all.store, start, NONE, &is_new);
    for (all.current = 0; all.current < all.store.size; all.current++) {
        const uint64_t *now = store_state(&all.store, all.current);
        struct trace *t = trace_new(0);
        assert_true(retrace(&all.expander, &all.store, all.current, NULL, NULL, t));
        assert_true(all.expander.emit == emit_state && all.expander.context == &all); /* as it was */
        struct machine *after = machine_after(p, t);
        for (uint32_t c = 0; c < 2; c++) /* next, open */
            assert_int_equal(place_read(&m->vm, layout_place(m->layout, 0, c), 0, now, 0), machine_read(after, NONE, 0, c, 0));
        memset(all.violated, 0, sizeof all.violated);
        races_of_state(r, &all.expander, now, &(struct race_query){&all, wants_all, note_race});
        for (uint32_t c = 1; c < 3; c++) { /* of 0 the interpreter looks at states inside of the section, too */
            assert_int_equal(all.violated[c], machine_violates(after, &p->checks.data[c]));
            seen[c] += all.violated[c];
        }
        seen[0] += all.violated[0];
        for (uint32_t i = 0; i < m->layout->instance_count; i++)
            expand_instance(&all.expander, i, now);
        machine_free(after);
        trace_free(t);
    }
    assert_true(all.store.size > 20);
    assert_true(seen[0] && seen[1]);
    assert_int_equal(seen[2], 0); /* they never have the same number */
    /* A state that no step leads to is not found. */
    memset(start, 0xff, sizeof start);
    uint32_t nowhere = store_add(&all.store, start, 0, &is_new);
    struct trace *t = trace_new(0);
    assert_false(retrace(&all.expander, &all.store, nowhere, NULL, NULL, t));
    trace_free(t);
    races_free(r);
    expander_free(&all.expander);
    store_free(&all.store);
    model_free(m);
    small_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_are_stored_once),       cmocka_unit_test(trees_are_unique),
        cmocka_unit_test(layouts_do_not_overlap),       cmocka_unit_test(machine_agrees_with_interpreter),
        cmocka_unit_test(hunt_follows_its_guide),       cmocka_unit_test(hunt_finds_races_inside_sections),
        cmocka_unit_test(states_are_retraced_and_race),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
