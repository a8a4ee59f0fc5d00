/* Small programs built by hand. Locations of a template are numbered as they are asked for; all cells are 8 bits wide unless
 * said otherwise. Threads run from the start: there is no creation. */
#ifndef HEDDLE_TESTS_SMALL_H
#define HEDDLE_TESTS_SMALL_H

#include "program/program.h"

static inline struct program *small_new(void)
{
    struct program *p = program_new(exprs_new());
    p->pointer_width = 32;
    return p;
}

static inline void small_free(struct program *p)
{
    struct exprs *pool = p->exprs;
    program_free(p);
    exprs_free(pool);
}

static inline uint32_t small_cell(struct program *p, const char *name, unsigned width, uint64_t init, uint32_t owner)
{
    return program_add_cell(p, (struct cell){.name = name, .width = (uint8_t)width, .init = init, .owner = owner, .subject = NONE});
}

static inline uint32_t small_array(struct program *p, const char *name, unsigned width, struct cell_range range, uint32_t owner)
{
    return program_add_cell(p, (struct cell){.name = name,
                                             .width = (uint8_t)width,
                                             .index_width = 32,
                                             .owner = owner,
                                             .subject = NONE,
                                             .ranges = &range,
                                             .range_count = 1});
}

/* A template or (instances 0) procedure with locations 0 .. locations - 1; entry is 0, exit the last. */
static inline uint32_t small_code(struct program *p, const char *name, uint32_t instances, uint32_t locations)
{
    uint32_t c = program_add_code(p, name), first = 1;
    for (uint32_t t = 0; t < p->template_count; t++)
        first += p->codes.data[t].instances == UNBOUNDED ? 0 : p->codes.data[t].instances;
    p->codes.data[c].instances = instances;
    p->codes.data[c].first_id = first;
    if (instances)
        p->template_count++;
    for (uint32_t l = 0; l < locations; l++)
        code_add_location(p, c, 0, (struct position){.file = "small.c", .line = 10 * c + l + 1});
    p->codes.data[c].entry = 0;
    p->codes.data[c].exit = locations - 1;
    return c;
}

static inline void small_flag(struct program *p, uint32_t code, uint32_t location, uint8_t flags)
{
    p->codes.data[code].locations.data[location].flags |= flags;
}

/* Makes the location an error; returns the check. */
static inline uint32_t small_error(struct program *p, uint32_t code, uint32_t location)
{
    uint32_t id = program_add_check(
        p, (struct check){
               .property = PROPERTY_REACH, .code = code, .access_a = NONE, .access_b = NONE, .code_b = NONE, .text = "assertion"});
    small_flag(p, code, location, LOC_ERROR);
    p->codes.data[code].locations.data[location].check = id;
    return id;
}

static inline struct edge *small_edge(struct program *p, uint32_t code, uint32_t from, uint32_t to, expr guard, uint32_t count,
                                      struct update *updates)
{
    struct action a = action_skip(p);
    if (guard)
        a.guard = guard;
    a.updates = updates;
    a.update_count = count;
    uint32_t e = code_add_edge(p, code, from, to, &a);
    return &p->codes.data[code].edges.data[e];
}

static inline void small_finish(struct program *p)
{
    const char *why;
    vector_each(struct code *, c, &p->codes)
        code_index(c);
    assert_true(program_valid(p, &why));
}

static inline expr cell8(struct program *p, uint32_t c) { return expr_cell(p->exprs, 8, c); }
static inline expr value8(struct program *p, uint64_t v) { return expr_const(p->exprs, 8, v); }
static inline expr is8(struct program *p, uint32_t c, uint64_t v) { return expr_eq(p->exprs, cell8(p, c), value8(p, v)); }
static inline expr is_not8(struct program *p, uint32_t c, uint64_t v) { return expr_ne(p->exprs, cell8(p, c), value8(p, v)); }
#define SET(c, v) ((struct update[]){{(c), NULL, (v)}})
#define SET_AT(c, i, v) ((struct update[]){{(c), (i), (v)}})

/* Two threads add 1 to x through a register each; a third waits for both and fails unless x is 2. The update is done in one
 * step if atomic. */
static inline struct program *lost_update(bool atomic)
{
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE), done = small_cell(p, "done", 8, 0, NONE);
    expr more = expr_add(p->exprs, cell8(p, done), value8(p, 1));
    uint32_t main = small_code(p, "main", 1, 3);
    small_error(p, main, 1);
    expr both = is8(p, done, 2);
    small_edge(p, main, 0, 1, expr_and(p->exprs, both, is_not8(p, x, 2)), 0, NULL);
    small_edge(p, main, 0, 2, expr_and(p->exprs, both, is8(p, x, 2)), 0, NULL);
    uint32_t t = small_code(p, "t", 2, 4), r = small_cell(p, "r", 8, 0, t);
    small_edge(p, t, 0, 1, NULL, 1, SET(r, cell8(p, x)));
    small_edge(p, t, 1, 2, NULL, 1, SET(x, expr_add(p->exprs, cell8(p, r), value8(p, 1))));
    small_edge(p, t, 2, 3, NULL, 1, SET(done, more));
    if (atomic)
        small_flag(p, t, 1, LOC_ATOMIC);
    small_finish(p);
    return p;
}

/* Peterson's algorithm for two threads, round and round; an error if both are inside. broken: nobody sets turn. */
static inline struct program *peterson(bool broken)
{
    struct program *p = small_new();
    uint32_t flag[2] = {small_cell(p, "flag0", 1, 0, NONE), small_cell(p, "flag1", 1, 0, NONE)};
    uint32_t turn = small_cell(p, "turn", 8, 0, NONE), inside = small_cell(p, "inside", 8, 0, NONE);
    for (uint32_t i = 0; i < 2; i++) {
        expr yes = expr_bool(p->exprs, true), no = expr_bool(p->exprs, false);
        expr other = expr_cell(p->exprs, 1, flag[1 - i]);
        uint32_t t = small_code(p, i ? "second" : "first", 1, 8);
        small_edge(p, t, 0, 1, NULL, 1, SET(flag[i], yes));
        small_edge(p, t, 1, 2, NULL, 1, SET(turn, broken ? cell8(p, turn) : value8(p, 1 - i)));
        small_edge(p, t, 2, 3, expr_not(p->exprs, other), 0, NULL);
        small_edge(p, t, 2, 3, is8(p, turn, i), 0, NULL);
        small_edge(p, t, 3, 4, NULL, 1, SET(inside, expr_add(p->exprs, cell8(p, inside), value8(p, 1))));
        small_edge(p, t, 4, 5, is8(p, inside, 1), 0, NULL);
        small_edge(p, t, 4, 6, is_not8(p, inside, 1), 0, NULL);
        small_edge(p, t, 5, 0, NULL, 2,
                   (struct update[]){{flag[i], NULL, no}, {inside, NULL, expr_sub(p->exprs, cell8(p, inside), value8(p, 1))}});
        small_error(p, t, 6);
    }
    small_finish(p);
    return p;
}

#endif
