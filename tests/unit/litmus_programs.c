#include "litmus_programs.h"

#include "unit.h"
#include "small.h"

#include <stdio.h>

/* What is read goes to the variable kept. */
static void add_access(struct program *p, uint32_t code, uint32_t at, const struct op *o, uint32_t cell, uint32_t kept,
                       uint32_t value)
{
    struct access accesses[2];
    struct update updates[2];
    struct action a = action_skip(p);
    a.kind = o->kind == EVENT_UPDATE ? ACT_ATOMIC : a.kind;
    a.accesses = accesses;
    a.updates = updates;
    if (o->kind == EVENT_FENCE)
        a.fence = o->order;
    if (o->kind == EVENT_READ || o->kind == EVENT_UPDATE) {
        accesses[a.access_count++] = (struct access){.id = p->access_count++, .cell = cell, .order = o->order};
        updates[a.update_count++] = (struct update){.cell = kept, .value = program_cell_expr(p, cell, NULL)};
    }
    if (o->kind == EVENT_WRITE || o->kind == EVENT_UPDATE) {
        accesses[a.access_count++] = (struct access){.id = p->access_count++, .cell = cell, .order = o->order, .write = true};
        updates[a.update_count++] = (struct update){.cell = cell, .value = expr_const(p->exprs, 8, value)};
    }
    code_add_edge(p, code, at, at + 1, &a);
}

static uint32_t new_cell(struct program *p, uint32_t owner)
{
    char name[16];
    snprintf(name, sizeof name, "r%u", p->cells.size);
    return small_cell(p, arena_strdup(&p->arena, name), 8, 0, owner);
}

/* What is read is kept in a variable that nobody else uses. */
static void add_op(struct program *p, uint32_t code, uint32_t at, const struct op *o, const uint32_t *cells, uint32_t value)
{
    bool reads = o->kind == EVENT_READ || o->kind == EVENT_UPDATE;
    add_access(p, code, at, o, cells[o->location], reads ? new_cell(p, NONE) : NONE, value);
}

struct program *make_program(const struct litmus *l)
{
    struct program *p = small_new();
    uint32_t cells[LOCATIONS];
    for (uint32_t i = 0; i < l->locations; i++)
        cells[i] = small_cell(p, (const char *[]){"x", "y", "z"}[i], 8, 0, NONE);
    small_code(p, "main", 1, 1);
    for (uint32_t t = 0; t < l->threads; t++) {
        uint32_t code = small_code(p, "t", 1, l->count[t] + 1);
        for (uint32_t i = 0; i < l->count[t]; i++)
            add_op(p, code, i, &l->ops[t][i], cells, litmus_value(t, i));
        p->codes.data[code].exit = l->count[t];
    }
    for (uint32_t a = 0; a < p->access_count; a++)
        for (uint32_t b = a; b < p->access_count; b++)
            program_add_check(p,
                              (struct check){.property = PROPERTY_RACE, .code = 0, .access_a = a, .access_b = b, .text = "race"});
    small_finish(p);
    return p;
}

enum { ASKED = THREADS * OPS + LOCATIONS, AGAIN = 2 };

/* A step that reads a cell into another one, or writes a value (NULL: what the other one has), with an order that orders nothing. */
static void add_copy(struct program *p, uint32_t code, uint32_t at, uint32_t from, uint32_t to, bool write)
{
    struct access access = {.id = p->access_count++, .cell = write ? to : from, .order = ORDER_RELAXED, .write = write};
    struct action a = action_skip(p);
    a.accesses = &access;
    a.access_count = 1;
    a.updates = SET(to, cell8(p, from));
    a.update_count = 1;
    code_add_edge(p, code, at, at + 1, &a);
}

struct asking { /* threads that tell what they have read, when they are done */
    const struct litmus *litmus;
    struct program *p;
    uint32_t cells[LOCATIONS], done[THREADS];
    uint32_t kept[THREADS * OPS];              /* or NONE */
    uint32_t known[THREADS * OPS + LOCATIONS]; /* by main: what was kept, and what locations hold at the end */
};

/* Nothing stands between the ops: what does may change what is allowed. */
static void add_thread(struct asking *k, uint32_t t)
{
    const struct litmus *l = k->litmus;
    uint32_t code = small_code(k->p, "t", 1, (AGAIN + 1) * OPS + 2), at = 0, own[OPS];
    for (uint32_t i = 0; i < l->count[t]; i++) {
        const struct op *o = &l->ops[t][i];
        uint32_t value = litmus_value(t, i), unwanted = o->kind == EVENT_READ ? 0 : value;
        own[i] = op_reads(o) ? new_cell(k->p, code) : NONE;
        k->kept[t * OPS + i] = op_reads(o) ? new_cell(k->p, NONE) : NONE;
        add_access(k->p, code, at, o, k->cells[o->location], own[i], value);
        at++;
        if (o->again) {
            small_edge(k->p, code, at, at - 1, is8(k->p, own[i], unwanted), 0, NULL);
            small_edge(k->p, code, at, at + 1, is_not8(k->p, own[i], unwanted), 0, NULL);
            at++;
        }
    }
    for (uint32_t i = 0; i < l->count[t]; i++)
        if (own[i] != NONE)
            add_copy(k->p, code, at++, own[i], k->kept[t * OPS + i], true);
    small_edge(k->p, code, at, (AGAIN + 1) * OPS + 1, NULL, 1, SET(k->done[t], value8(k->p, 1)));
}

static uint32_t wait_for_all(struct asking *k)
{
    uint32_t at = 0;
    for (uint32_t t = 0; t < k->litmus->threads; t++, at++)
        small_edge(k->p, 0, at, at + 1, is8(k->p, k->done[t], 1), 0, NULL);
    for (uint32_t i = 0; i < ASKED; i++) {
        bool location = i >= THREADS * OPS, there = location ? i - THREADS * OPS < k->litmus->locations : k->kept[i] != NONE;
        if (!there)
            continue;
        k->known[i] = new_cell(k->p, 0);
        add_copy(k->p, 0, at++, location ? k->cells[i - THREADS * OPS] : k->kept[i], k->known[i], false);
    }
    return at;
}

/* What main knows is the outcome. */
static expr is_outcome(const struct asking *k, const struct outcome *o)
{
    expr all = expr_bool(k->p->exprs, true);
    for (uint32_t i = 0; i < THREADS * OPS; i++)
        if (k->kept[i] != NONE && o->read[i] != NONE)
            all = expr_and(k->p->exprs, all, is8(k->p, k->known[i], o->read[i]));
    for (uint32_t i = 0; i < k->litmus->locations; i++)
        if (o->last[i] != NONE)
            all = expr_and(k->p->exprs, all, is8(k->p, k->known[THREADS * OPS + i], o->last[i]));
    return all;
}

struct program *make_asking(const struct litmus *l, const struct outcome *outcomes, uint32_t count)
{
    struct asking k = {.litmus = l, .p = small_new()};
    for (uint32_t i = 0; i < THREADS * OPS; i++)
        k.kept[i] = NONE;
    for (uint32_t i = 0; i < l->locations; i++)
        k.cells[i] = small_cell(k.p, (const char *[]){"x", "y", "z"}[i], 8, 0, NONE);
    for (uint32_t t = 0; t < l->threads; t++) {
        k.done[t] = small_cell(k.p, "done", 8, 0, NONE);
        k.p->cells.data[k.done[t]].role = CELL_SYNC;
    }
    uint32_t errors = THREADS + ASKED + 1;
    small_code(k.p, "main", 1, errors + count + 1);
    for (uint32_t t = 0; t < l->threads; t++)
        add_thread(&k, t);
    uint32_t at = wait_for_all(&k);
    for (uint32_t i = 0; i < count; i++) {
        small_edge(k.p, 0, at, errors + i, is_outcome(&k, &outcomes[i]), 0, NULL);
        small_error(k.p, 0, errors + i);
    }
    small_edge(k.p, 0, at, errors + count, NULL, 0, NULL);
    small_finish(k.p);
    return k.p;
}
