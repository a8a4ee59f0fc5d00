/* Programs of the two papers on thread-modular verification, built by hand. */
#ifndef HEDDLE_TESTS_MODULAR_PROGRAMS_H
#define HEDDLE_TESTS_MODULAR_PROGRAMS_H

#include "engines/engine.h"
#include "program/machine.h"
#include "small.h"

enum { CREATED_IN_MAIN = 1, BOOLEAN_MUTEX = 2, WITH_RACE = 4 };

static inline struct access *small_access(struct program *p, uint32_t cell, bool write)
{
    struct access *a = ARENA_NEW(&p->arena, struct access);
    *a = (struct access){.id = p->access_count++, .cell = cell, .write = write};
    return a;
}

static inline void small_race(struct program *p, uint32_t code_a, uint32_t a, uint32_t code_b, uint32_t b)
{
    program_add_check(
        p,
        (struct check){.property = PROPERTY_RACE, .code = code_a, .code_b = code_b, .access_a = a, .access_b = b, .text = "race"});
}

/* Simple(n), section 1.1 of Flanagan and Qadeer: acquire; x := 0; x := x + 1; assert x > 0; release. Check 0 is the
 * assertion; WITH_RACE: checks 1 .. 4 are races on x between two threads. CREATED_IN_MAIN: main creates and joins the
 * threads, otherwise they run from the start. */
static inline struct program *simple(uint32_t n, unsigned how)
{
    struct program *p = small_new();
    struct exprs *e = p->exprs;
    uint32_t x = small_cell(p, "x", 8, 1, NONE), m = small_cell(p, "m", SELF_WIDTH, 0, NONE);
    uint32_t started = NONE, done = NONE, base = 0;
    if (how & CREATED_IN_MAIN) {
        uint32_t main = small_code(p, "main", 1, 2 * n + 1);
        struct cell_range each = {.first = 0, .stride = 1, .count = n, .per_instance = NONE};
        started = small_array(p, "started", 1, each, NONE);
        done = small_array(p, "done", 1, each, NONE);
        p->cells.data[started].role = CELL_STARTED;
        p->cells.data[done].role = CELL_DONE;
        p->cells.data[started].subject = p->cells.data[done].subject = 1;
        for (uint32_t i = 0; i < n; i++) {
            expr index = expr_const(e, 32, i);
            small_edge(p, main, i, i + 1, NULL, 1, SET_AT(started, index, expr_bool(e, true)))->action.kind = ACT_CREATE;
            small_edge(p, main, n + i, n + i + 1, expr_read(e, 1, done, index), 0, NULL)->action.kind = ACT_JOIN;
        }
        base = 1;
    }
    uint32_t t = small_code(p, "p", n, 9);
    expr own = expr_sub(e, expr_self(e), expr_const(e, 32, p->codes.data[t].first_id));
    small_edge(p, t, 0, 1, base ? expr_read(e, 1, started, own) : NULL, 0, NULL)->action.kind = ACT_START;
    expr free_mutex = expr_eq(e, expr_cell(e, SELF_WIDTH, m), expr_const(e, SELF_WIDTH, 0));
    expr holder = how & BOOLEAN_MUTEX ? expr_const(e, SELF_WIDTH, 1) : expr_self(e);
    small_edge(p, t, 1, 2, free_mutex, 1, SET(m, holder));
    small_edge(p, t, 2, 3, NULL, 1, SET(x, value8(p, 0)));
    small_edge(p, t, 3, 4, NULL, 1, SET(x, expr_add(e, cell8(p, x), value8(p, 1))));
    small_edge(p, t, 4, 5, is_not8(p, x, 0), 0, NULL);
    small_edge(p, t, 4, 6, is8(p, x, 0), 0, NULL);
    small_error(p, t, 6);
    if (how & WITH_RACE)
        for (uint32_t i = 0; i < 3; i++) {
            struct edge *on = &p->codes.data[t].edges.data[2 + i];
            on->action.accesses = small_access(p, x, i < 2);
            on->action.access_count = 1;
        }
    if (how & WITH_RACE)
        for (uint32_t i = 0; i < 2; i++)
            for (uint32_t k = i; k < 3; k++)
                small_race(p, t, i, t, k);
    small_edge(p, t, 5, 7, NULL, 1, SET(m, expr_const(e, SELF_WIDTH, 0)));
    small_edge(p, t, 7, 8, NULL, base, base ? SET_AT(done, own, expr_bool(e, true)) : NULL)->action.kind = ACT_EXIT;
    small_finish(p);
    return p;
}

/* Peterson's algorithm exactly as in Fig. 2 of Malkis, Podelski and Rybalchenko: locations A, B, C, D are 0 .. 3. Races
 * on a variable that is written at D alone (check 0) are mutual exclusion. */
static inline struct program *peterson_of_the_paper(void)
{
    struct program *p = small_new();
    struct exprs *e = p->exprs;
    uint32_t x = small_cell(p, "x", 1, 0, NONE), y = small_cell(p, "y", 1, 0, NONE), turn = small_cell(p, "turn", 1, 0, NONE);
    uint32_t critical = small_cell(p, "critical", 8, 0, NONE);
    expr yes = expr_bool(e, true), no = expr_bool(e, false);
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t mine = i ? y : x, other = i ? x : y;
        expr wait = expr_and(e, expr_cell(e, 1, other), i ? expr_not(e, expr_cell(e, 1, turn)) : expr_cell(e, 1, turn));
        uint32_t t = small_code(p, i ? "P2" : "P1", 1, 5);
        small_edge(p, t, 0, 1, NULL, 1, SET(mine, yes));
        small_edge(p, t, 1, 2, NULL, 1, SET(turn, i ? no : yes));
        small_edge(p, t, 2, 3, expr_not(e, wait), 0, NULL);
        struct edge *leave = small_edge(p, t, 3, 0, NULL, 1, SET(mine, no));
        leave->action.accesses = small_access(p, critical, true);
        leave->action.access_count = 1;
    }
    small_race(p, 0, 0, 1, 1);
    small_finish(p);
    return p;
}

/* Fig. 3: n threads, m critical sections each, one Boolean lock. Mutual exclusion is race freedom of a variable that is
 * written in the critical sections: one access each, all pairs are checks. Threads run from the start. */
static inline struct program *fig3(uint32_t n, uint32_t m)
{
    struct program *p = small_new();
    struct exprs *e = p->exprs;
    uint32_t lck = small_cell(p, "lck", 1, 0, NONE), critical = small_cell(p, "critical", 8, 0, NONE);
    uint32_t t = small_code(p, "thread", n, 3 * m + 1);
    for (uint32_t k = 0; k < m; k++) {
        small_edge(p, t, 3 * k, 3 * k + 1, expr_not(e, expr_cell(e, 1, lck)), 1, SET(lck, expr_bool(e, true)));
        struct edge *inside = small_edge(p, t, 3 * k + 1, 3 * k + 2, NULL, 0, NULL);
        inside->action.accesses = small_access(p, critical, true);
        inside->action.access_count = 1;
        small_edge(p, t, 3 * k + 2, 3 * k + 3, NULL, 1, SET(lck, expr_bool(e, false)));
    }
    for (uint32_t i = 0; i < m; i++)
        for (uint32_t k = i; k < m; k++)
            small_race(p, t, i, t, k);
    small_finish(p);
    return p;
}

/* Random runs: in every state, every thread satisfies the invariant of its location (unless it is inside a section).
 * Returns the number of invariants that were looked at and are not just true. */
static inline uint32_t proof_holds_on_runs(const struct program *p, const struct proof *proof)
{
    uint32_t looked = 0;
    uint64_t seed = 1;
    struct machine *m = machine_new(p, 2);
    for (int run = 0; run < 30; run++) {
        machine_reset(m);
        for (int step = 0; step < 60; step++) {
            for (uint32_t t = 0; t < p->template_count; t++)
                for (uint32_t n = 0; n < (p->codes.data[t].instances == UNBOUNDED ? 2 : p->codes.data[t].instances); n++) {
                    expr e = proof->invariants.data[machine_code(m, t, n)][machine_location(m, t, n)];
                    looked += e && !expr_is_true(e);
                    if (e && !machine_eval(m, t, n, e, NULL))
                        return 0;
                }
            for (int tries = 0; tries < 50; tries++) {
                uint32_t t = (uint32_t)(random_next(&seed) % p->template_count);
                uint32_t n =
                    (uint32_t)(random_next(&seed) % (p->codes.data[t].instances == UNBOUNDED ? 2 : p->codes.data[t].instances));
                struct trace_step s = {.code = t, .instance = n, .in_code = t};
                s.edge = (uint32_t)(random_next(&seed) % p->codes.data[t].edges.size);
                if (machine_step(m, &s) == STEP_DONE)
                    break;
            }
        }
    }
    machine_free(m);
    return looked;
}

#endif
