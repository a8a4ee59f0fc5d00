/* See flow_program.h. */
#include "flow_program.h"

#include <stdio.h>

enum { SHARED = 4, WIDTH = 2, LOCALS = 2 };

static uint64_t seed;
static uint32_t rnd(uint32_t n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 11) % n;
}

struct builder {
    struct program *p;
    uint32_t shared[SHARED], array, lock, local[8][LOCALS], started[8], done[8], count[8], templates, depth;
    bool dynamic[8];
    struct update stored[64]; /* constants stored so far: conditions ask for them */
    uint32_t stored_count;
    bool nested; /* thread one creates the threads two */
};

static struct exprs *pool(struct builder *b) { return b->p->exprs; }
static expr number(struct builder *b, uint64_t v) { return expr_const(pool(b), WIDTH, v); }
static expr cell(struct builder *b, uint32_t c, expr index) { return program_cell_expr(b->p, c, index); }
static uint32_t place(struct builder *b, uint32_t code, uint8_t flags)
{
    return code_add_location(b->p, code, flags, (struct position){0});
}

static uint32_t add_cell(struct builder *b, const char *name, uint32_t n, unsigned width, uint32_t owner, enum cell_role role,
                         uint32_t subject, bool array)
{
    char words[32];
    snprintf(words, sizeof words, "%s%u", name, n);
    struct cell_range range = {.first = 0, .stride = 1, .count = 1, .per_instance = subject, .instance_stride = 1};
    struct cell c = {.name = words, .width = (uint8_t)width, .owner = owner, .role = (uint8_t)role, .subject = subject};
    if (array) {
        c.index_width = SELF_WIDTH;
        c.ranges = &range;
        c.range_count = 1;
    }
    if (role == CELL_DATA && owner == NONE)
        c.init = rnd(3) ? 0 : rnd(4);
    if (role == CELL_DATA && rnd(8) == 0)
        c.arbitrary = true;
    c.is_signed = role == CELL_DATA && rnd(2);
    return program_add_cell(b->p, c);
}

static expr shared(struct builder *b) { return cell(b, b->shared[rnd(SHARED)], NULL); }
static uint32_t add_array(struct builder *b)
{
    struct cell_range all = {.first = 0, .stride = 1, .count = 1 << WIDTH, .per_instance = NONE};
    struct cell c = {
        .name = "a", .width = WIDTH, .owner = NONE, .subject = NONE, .index_width = WIDTH, .ranges = &all, .range_count = 1};
    return program_add_cell(b->p, c);
}

static expr local(struct builder *b, uint32_t code) { return cell(b, b->local[code][rnd(LOCALS)], NULL); }

/* An index of the array: a number, what a local holds, or the instance's own. */
static expr slot(struct builder *b, uint32_t code)
{
    uint32_t kind = rnd(3);
    return kind == 0 ? number(b, rnd(4)) : kind == 1 ? local(b, code) : expr_extract(pool(b), expr_self(pool(b)), 0, WIDTH);
}

/* A term over one shared cell at most. */
static expr term(struct builder *b, uint32_t code, expr x)
{
    switch (rnd(5)) {
    case 0: return number(b, rnd(4));
    case 1: return expr_add(pool(b), x, number(b, 1));
    case 2: return local(b, code);
    case 3: return expr_add(pool(b), x, local(b, code));
    default: return x;
    }
}

static expr condition(struct builder *b, uint32_t code, expr x)
{
    expr k = rnd(3) ? number(b, rnd(4)) : local(b, code);
    static const enum expr_op ops[] = {E_EQ, E_EQ, E_ULT, E_SLE, E_ULE};
    expr c = expr_binary(pool(b), ops[rnd(5)], x, k);
    return rnd(2) ? c : expr_not(pool(b), c);
}

static void edge(struct builder *b, uint32_t code, uint32_t from, uint32_t to, expr guard, struct update *u, uint32_t n,
                 enum action_kind kind)
{
    struct action a = action_skip(b->p);
    a.kind = (uint8_t)kind;
    if (guard)
        a.guard = guard;
    a.updates = u;
    a.update_count = n;
    code_add_edge(b->p, code, from, to, &a);
}

/* About a shared cell, mostly whether it has a value that somebody stores. */
static expr question(struct builder *b, uint32_t code)
{
    if (!b->stored_count || rnd(4) == 0)
        return condition(b, code, shared(b));
    const struct update *u = &b->stored[rnd(b->stored_count)];
    expr c = expr_eq(pool(b), cell(b, u->cell, NULL), u->value);
    return rnd(4) ? c : expr_not(pool(b), c);
}

static uint32_t body(struct builder *b, uint32_t code, uint32_t at, uint32_t steps, uint8_t flags);

static uint32_t check(struct builder *b, uint32_t code, uint32_t at, uint8_t flags)
{
    uint32_t next = place(b, code, flags), error = place(b, code, LOC_ERROR);
    expr c = rnd(2) ? question(b, code) : condition(b, code, local(b, code));
    struct check x = {.property = PROPERTY_REACH, .code = code, .access_a = NONE, .access_b = NONE, .code_b = NONE, .text = "c"};
    b->p->codes.data[code].locations.data[error].check = program_add_check(b->p, x);
    edge(b, code, at, next, c, NULL, 0, ACT_LOAD);
    edge(b, code, at, error, expr_not(pool(b), c), NULL, 0, ACT_LOAD);
    return next;
}

static uint32_t array_step(struct builder *b, uint32_t code, uint32_t at, uint8_t flags, bool load)
{
    expr index = slot(b, code);
    uint32_t next = place(b, code, flags);
    struct update u = {b->array, index, rnd(3) ? number(b, 1 + rnd(3)) : local(b, code)};
    if (load)
        u = (struct update){b->local[code][rnd(LOCALS)], NULL, cell(b, b->array, index)};
    edge(b, code, at, next, NULL, &u, 1, load ? ACT_LOAD : ACT_STORE);
    return next;
}

static uint32_t store_step(struct builder *b, uint32_t code, uint32_t at, uint8_t flags)
{
    uint32_t next = place(b, code, flags);
    struct update u = {b->shared[rnd(SHARED)], NULL, rnd(4) ? number(b, rnd(4)) : local(b, code)};
    if (expr_is_const(u.value) && b->stored_count < 64)
        b->stored[b->stored_count++] = u;
    edge(b, code, at, next, NULL, &u, 1, ACT_STORE);
    return next;
}

static uint32_t load_step(struct builder *b, uint32_t code, uint32_t at, uint8_t flags)
{
    uint32_t next = place(b, code, flags);
    struct update u = {b->local[code][rnd(LOCALS)], NULL, term(b, code, shared(b))};
    edge(b, code, at, next, NULL, &u, 1, ACT_LOAD);
    return next;
}

/* A whole section as one action. */
static uint32_t atomic_step(struct builder *b, uint32_t code, uint32_t at, uint8_t flags)
{
    uint32_t next = place(b, code, flags);
    struct update u[2];
    u[0] = (struct update){b->shared[rnd(2)], NULL, term(b, code, shared(b))};
    u[1] = (struct update){b->shared[2 + rnd(2)], NULL, term(b, code, shared(b))};
    edge(b, code, at, next, rnd(3) ? NULL : question(b, code), u, 1 + rnd(2), ACT_ATOMIC);
    return next;
}

static uint32_t assume_step(struct builder *b, uint32_t code, uint32_t at, uint8_t flags)
{
    uint32_t next = place(b, code, flags);
    edge(b, code, at, next, question(b, code), NULL, 0, ACT_ASSUME);
    return next;
}

static uint32_t branch(struct builder *b, uint32_t code, uint32_t at, uint8_t flags)
{
    expr c = rnd(3) ? question(b, code) : condition(b, code, local(b, code));
    uint32_t next = place(b, code, flags), other = place(b, code, flags), after = place(b, code, flags);
    edge(b, code, at, next, c, NULL, 0, ACT_LOAD);
    edge(b, code, at, other, expr_not(pool(b), c), NULL, 0, ACT_LOAD);
    b->depth++;
    edge(b, code, body(b, code, next, 1 + rnd(2), flags), after, NULL, NULL, 0, ACT_LOCAL);
    edge(b, code, body(b, code, other, rnd(2), flags), after, NULL, NULL, 0, ACT_LOCAL);
    b->depth--;
    return after;
}

static uint32_t loop(struct builder *b, uint32_t code, uint32_t at, uint8_t flags)
{
    expr c = rnd(2) ? question(b, code) : condition(b, code, local(b, code));
    uint32_t head = place(b, code, flags), next = place(b, code, flags), after = place(b, code, flags);
    edge(b, code, at, head, NULL, NULL, 0, ACT_LOCAL);
    edge(b, code, head, next, c, NULL, 0, ACT_LOAD);
    edge(b, code, head, after, rnd(2) ? expr_not(pool(b), c) : NULL, NULL, 0, ACT_LOAD);
    b->depth++;
    edge(b, code, body(b, code, next, 1 + rnd(2), flags), head, NULL, NULL, 0, ACT_LOCAL);
    b->depth--;
    return after;
}

static uint32_t under_lock(struct builder *b, uint32_t code, uint32_t at)
{
    uint32_t next = place(b, code, 0), after = place(b, code, 0);
    expr is_free = expr_eq(pool(b), cell(b, b->lock, NULL), expr_const(pool(b), SELF_WIDTH, 0));
    struct update u = {b->lock, NULL, expr_self(pool(b))};
    edge(b, code, at, next, is_free, &u, 1, ACT_LOCK);
    b->depth += 2; /* no second lock inside */
    next = body(b, code, next, 1 + rnd(3), 0);
    b->depth -= 2;
    u.value = expr_const(pool(b), SELF_WIDTH, 0);
    edge(b, code, next, after, NULL, &u, 1, ACT_UNLOCK);
    return after;
}

/* An atomic section of several steps. */
static uint32_t section(struct builder *b, uint32_t code, uint32_t at)
{
    uint32_t next = place(b, code, LOC_ATOMIC), after = place(b, code, 0);
    edge(b, code, at, next, NULL, NULL, 0, ACT_LOCAL);
    b->depth += 2;
    next = body(b, code, next, 1 + rnd(3), LOC_ATOMIC);
    b->depth -= 2;
    edge(b, code, next, after, NULL, NULL, 0, ACT_LOCAL);
    return after;
}

static uint32_t statement(struct builder *b, uint32_t code, uint32_t at, uint8_t flags)
{
    uint32_t kind = rnd(b->depth < 2 ? 16 : 9);
    switch (kind) {
    case 0:
    case 1: return array_step(b, code, at, flags, kind);
    case 2:
    case 3:
    case 4: return store_step(b, code, at, flags);
    case 5:
    case 6: return load_step(b, code, at, flags);
    case 7: return atomic_step(b, code, at, flags);
    case 8: return check(b, code, at, flags);
    case 9: return assume_step(b, code, at, flags);
    case 10:
    case 11:
    case 12: return branch(b, code, at, flags);
    case 13: return loop(b, code, at, flags);
    case 14: return flags || b->depth > 1 ? at : under_lock(b, code, at);
    default: return flags ? at : section(b, code, at);
    }
}

static uint32_t body(struct builder *b, uint32_t code, uint32_t at, uint32_t steps, uint8_t flags)
{
    for (uint32_t i = 0; i < steps; i++)
        at = statement(b, code, at, flags);
    return at;
}

static uint32_t create(struct builder *b, uint32_t code, uint32_t at, uint32_t t, uint32_t n)
{
    uint32_t next = place(b, code, 0);
    bool several = b->p->codes.data[t].instances != 1;
    expr count = b->dynamic[t] ? cell(b, b->count[t], NULL) : NULL;
    expr index = !several ? NULL : b->dynamic[t] ? count : expr_const(pool(b), SELF_WIDTH, n);
    struct update u[2] = {{b->started[t], index, expr_bool(pool(b), true)}};
    if (b->dynamic[t])
        u[1] = (struct update){b->count[t], NULL, expr_add(pool(b), count, expr_const(pool(b), SELF_WIDTH, 1))};
    edge(b, code, at, next, NULL, u, b->dynamic[t] ? 2 : 1, ACT_CREATE);
    return next;
}

static uint32_t join(struct builder *b, uint32_t at, uint32_t t, uint32_t n)
{
    uint32_t next = place(b, 0, 0);
    bool several = b->p->codes.data[t].instances != 1;
    edge(b, 0, at, next, cell(b, b->done[t], several ? expr_const(pool(b), SELF_WIDTH, n) : NULL), NULL, 0, ACT_JOIN);
    return next;
}

static void thread_code(struct builder *b, uint32_t t)
{
    bool several = b->p->codes.data[t].instances != 1;
    expr me = expr_sub(pool(b), expr_self(pool(b)), expr_const(pool(b), SELF_WIDTH, b->p->codes.data[t].first_id));
    uint32_t entry = place(b, t, 0), at = place(b, t, 0);
    struct update u = {b->done[t], several ? me : NULL, expr_bool(pool(b), true)};
    b->p->codes.data[t].entry = entry;
    edge(b, t, entry, at, cell(b, b->started[t], several ? me : NULL), NULL, 0, ACT_START);
    at = body(b, t, at, 1 + rnd(4), 0);
    if (t == 1 && b->nested) {
        for (uint32_t n = 0; n < b->p->codes.data[2].instances; n++)
            at = create(b, 1, at, 2, n);
        at = body(b, 1, at, 1 + rnd(2), 0);
    }
    uint32_t exit = place(b, t, 0);
    edge(b, t, at, exit, NULL, &u, 1, ACT_EXIT);
    b->p->codes.data[t].exit = exit;
}

struct program *random_program(uint64_t s)
{
    seed = s * 0x9e3779b97f4a7c15u + 1;
    for (int i = 0; i < 5; i++)
        rnd(2);
    struct builder b = {.p = program_new(exprs_new()), .templates = 2 + rnd(2)};
    uint32_t next_id = 1;
    for (uint32_t t = 0; t < b.templates; t++) {
        static const char *const names[] = {"main", "one", "two"};
        program_add_code(b.p, names[t]);
        b.p->codes.data[t].instances = t && rnd(4) == 0 ? 2 : 1;
        b.p->codes.data[t].first_id = next_id;
        next_id += b.p->codes.data[t].instances;
        b.dynamic[t] = b.p->codes.data[t].instances == 2 && rnd(2);
    }
    b.p->template_count = b.templates;
    for (uint32_t i = 0; i < SHARED; i++)
        b.shared[i] = add_cell(&b, "x", i, WIDTH, NONE, CELL_DATA, NONE, false);
    b.array = add_array(&b);
    b.lock = add_cell(&b, "m", 0, SELF_WIDTH, NONE, CELL_SYNC, NONE, false);
    for (uint32_t t = 0; t < b.templates; t++) {
        bool several = b.p->codes.data[t].instances != 1;
        for (uint32_t i = 0; i < LOCALS; i++)
            b.local[t][i] = add_cell(&b, "l", i, WIDTH, t, CELL_DATA, NONE, false);
        b.started[t] = add_cell(&b, "started", t, 1, NONE, CELL_STARTED, t, several);
        b.done[t] = add_cell(&b, "done", t, 1, NONE, CELL_DONE, t, several);
        if (b.dynamic[t])
            b.count[t] = add_cell(&b, "count", t, SELF_WIDTH, NONE, CELL_COUNT, t, false);
    }
    b.nested = b.templates == 3 && b.p->codes.data[1].instances == 1 && rnd(3) == 0;
    for (uint32_t t = 1; t < b.templates; t++)
        thread_code(&b, t);
    uint32_t at = place(&b, 0, 0);
    b.p->codes.data[0].entry = at;
    at = body(&b, 0, at, rnd(2), 0);
    for (uint32_t t = 1; t < b.templates; t++)
        for (uint32_t n = 0; n < b.p->codes.data[t].instances && !(b.nested && t == 2 && rnd(8)); n++) {
            at = create(&b, 0, at, t, n);
            at = body(&b, 0, at, rnd(2), 0);
        }
    for (uint32_t t = 1; t < b.templates; t++)
        for (uint32_t n = 0; n < b.p->codes.data[t].instances; n++)
            if (rnd(2)) {
                at = join(&b, at, t, n);
                at = body(&b, 0, at, rnd(2), 0);
            }
    at = check(&b, 0, at, 0);
    b.p->codes.data[0].exit = at;
    for (uint32_t t = 0; t < b.templates; t++)
        code_index(&b.p->codes.data[t]);
    return b.p;
}
