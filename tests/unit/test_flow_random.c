/* The engine `flow` on random programs built cell by cell, in all modes and domains, against all states that the
 * program can reach: a proved check must hold, and what is said of a location must be true whenever a thread is there.
 */
#include "base/map.h"
#include "base/options.h"
#include "base/vector.h"
#include "engines/flow/flow.h"
#include "logic/check_proof.h"
#include "program/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

enum { PROGRAMS = 100, STATES_MAX = 60000, SHARED = 4, WIDTH = 2, LOCALS = 2, INSTANCES_ALL = 8, CHECKED_EVERY = 15 };

static uint64_t seed;
static uint32_t rnd(uint32_t n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 11) % n;
}

/* --- programs --- */

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

static uint32_t add_cell(struct builder *b, const char *name, uint32_t n, unsigned width, uint32_t owner,
                         enum cell_role role, uint32_t subject, bool array)
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
    struct cell c = {.name = "a", .width = WIDTH, .owner = NONE, .subject = NONE, .index_width = WIDTH, .ranges = &all,
                     .range_count = 1};
    return program_add_cell(b->p, c);
}

static expr local(struct builder *b, uint32_t code) { return cell(b, b->local[code][rnd(LOCALS)], NULL); }

/* An index of the array: a number, what a local holds, or the instance's own. */
static expr slot(struct builder *b, uint32_t code)
{
    uint32_t kind = rnd(3);
    return kind == 0   ? number(b, rnd(4))
           : kind == 1 ? local(b, code)
                       : expr_extract(pool(b), expr_self(pool(b)), 0, WIDTH);
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

static void edge(struct builder *b, uint32_t code, uint32_t from, uint32_t to, expr guard, const struct update *u,
                 uint32_t n, enum action_kind kind)
{
    struct action a = action_skip(b->p);
    a.kind = (uint8_t)kind;
    if (guard)
        a.guard = guard;
    a.updates = (struct update *)u;
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
    struct check x = {
        .property = PROPERTY_REACH, .code = code, .access_a = NONE, .access_b = NONE, .code_b = NONE, .text = "c"};
    b->p->codes.data[code].locations.data[error].check = program_add_check(b->p, x);
    edge(b, code, at, next, c, NULL, 0, ACT_LOAD);
    edge(b, code, at, error, expr_not(pool(b), c), NULL, 0, ACT_LOAD);
    return next;
}

static uint32_t statement(struct builder *b, uint32_t code, uint32_t at, uint8_t flags)
{
    struct update u[2] = {{0}};
    uint32_t next, other, after;
    expr c;
    uint32_t kind = rnd(b->depth < 2 ? 16 : 9);
    if (kind < 2) { /* the array */
        expr index = slot(b, code);
        next = place(b, code, flags);
        u[0] = (struct update){b->array, index, rnd(3) ? number(b, 1 + rnd(3)) : local(b, code)};
        if (kind)
            u[0] = (struct update){b->local[code][rnd(LOCALS)], NULL, cell(b, b->array, index)};
        edge(b, code, at, next, NULL, u, 1, kind ? ACT_LOAD : ACT_STORE);
        return next;
    }
    kind -= 2;
    if (kind < 3) {
        next = place(b, code, flags);
        u[0] = (struct update){b->shared[rnd(SHARED)], NULL, rnd(4) ? number(b, rnd(4)) : local(b, code)};
        if (expr_is_const(u[0].value) && b->stored_count < 64)
            b->stored[b->stored_count++] = u[0];
        edge(b, code, at, next, NULL, u, 1, ACT_STORE);
        return next;
    }
    if (kind < 5) {
        next = place(b, code, flags);
        u[0] = (struct update){b->local[code][rnd(LOCALS)], NULL, term(b, code, shared(b))};
        edge(b, code, at, next, NULL, u, 1, ACT_LOAD);
        return next;
    }
    switch (kind) {
    case 5: /* a whole section as one action */
        next = place(b, code, flags);
        u[0] = (struct update){b->shared[rnd(2)], NULL, term(b, code, shared(b))};
        u[1] = (struct update){b->shared[2 + rnd(2)], NULL, term(b, code, shared(b))};
        edge(b, code, at, next, rnd(3) ? NULL : question(b, code), u, 1 + rnd(2), ACT_ATOMIC);
        return next;
    case 6: return check(b, code, at, flags);
    case 7:
        next = place(b, code, flags);
        edge(b, code, at, next, question(b, code), NULL, 0, ACT_ASSUME);
        return next;
    case 8:
    case 9: /* if */
    case 10:
        c = rnd(3) ? question(b, code) : condition(b, code, local(b, code));
        next = place(b, code, flags), other = place(b, code, flags), after = place(b, code, flags);
        edge(b, code, at, next, c, NULL, 0, ACT_LOAD);
        edge(b, code, at, other, expr_not(pool(b), c), NULL, 0, ACT_LOAD);
        b->depth++;
        edge(b, code, body(b, code, next, 1 + rnd(2), flags), after, NULL, NULL, 0, ACT_LOCAL);
        edge(b, code, body(b, code, other, rnd(2), flags), after, NULL, NULL, 0, ACT_LOCAL);
        b->depth--;
        return after;
    case 11: /* while */
        c = rnd(2) ? question(b, code) : condition(b, code, local(b, code));
        other = place(b, code, flags), next = place(b, code, flags), after = place(b, code, flags);
        edge(b, code, at, other, NULL, NULL, 0, ACT_LOCAL);
        edge(b, code, other, next, c, NULL, 0, ACT_LOAD);
        edge(b, code, other, after, rnd(2) ? expr_not(pool(b), c) : NULL, NULL, 0, ACT_LOAD);
        b->depth++;
        edge(b, code, body(b, code, next, 1 + rnd(2), flags), other, NULL, NULL, 0, ACT_LOCAL);
        b->depth--;
        return after;
    case 12: /* under the lock */
        if (flags || b->depth > 1)
            return at;
        next = place(b, code, 0), after = place(b, code, 0);
        c = cell(b, b->lock, NULL);
        u[0] = (struct update){b->lock, NULL, expr_self(pool(b))};
        edge(b, code, at, next, expr_eq(pool(b), c, expr_const(pool(b), SELF_WIDTH, 0)), u, 1, ACT_LOCK);
        b->depth += 2; /* no second lock inside */
        next = body(b, code, next, 1 + rnd(3), 0);
        b->depth -= 2;
        u[0].value = expr_const(pool(b), SELF_WIDTH, 0);
        edge(b, code, next, after, NULL, u, 1, ACT_UNLOCK);
        return after;
    default: /* an atomic section of several steps */
        if (flags)
            return at;
        next = place(b, code, LOC_ATOMIC), after = place(b, code, 0);
        edge(b, code, at, next, NULL, NULL, 0, ACT_LOCAL);
        b->depth += 2;
        next = body(b, code, next, 1 + rnd(3), LOC_ATOMIC);
        b->depth -= 2;
        edge(b, code, next, after, NULL, NULL, 0, ACT_LOCAL);
        return after;
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

static struct program *random_program(uint64_t s)
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

/* --- all states of a program --- */

struct world {
    const struct program *p;
    uint32_t instances[INSTANCES_ALL], code[INSTANCES_ALL], count; /* number within the template, template */
    uint32_t first[64];                                            /* by cell: where its slots are, for shared cells */
    uint32_t local[INSTANCES_ALL][64];
    uint32_t size, slots[8];
    struct intern states;
    uint32_t owner[256];               /* by byte of a state: the instance whose cell it is, or NONE */
    struct intern seen[INSTANCES_ALL]; /* by instance: the states, without the cells of other instances */
    struct intern said;                /* invariants that were looked at */
    bool *violated;
    uint64_t failed;
};

static uint64_t eval(const struct world *w, const uint8_t *s, uint32_t who, expr e)
{
    const struct code *c = &w->p->codes.data[w->code[who]];
    uint64_t a[3] = {0};
    if (e->width == 1 && (e->op == E_AND || e->op == E_OR))
        return eval(w, s, who, e->arg[0]) == (e->op == E_OR) ? e->op == E_OR : eval(w, s, who, e->arg[1]);
    for (uint32_t i = 0; i < e->arity; i++)
        a[i] = eval(w, s, who, e->arg[i]);
    switch (e->op) {
    case E_CONST: return e->value;
    case E_SELF: return c->first_id + w->instances[who];
    case E_AT:
        for (uint32_t i = 0; i < w->count; i++)
            if (w->p->codes.data[w->code[i]].first_id + w->instances[i] == a[0])
                return w->code[i] == e->value >> 32 && s[i] == (uint32_t)e->value;
        return 0;
    case E_CELL:
    case E_READ: {
        const struct cell *x = &w->p->cells.data[e->value];
        uint64_t slot = e->op == E_READ ? cell_slot(x, a[0], w->slots) : 0;
        if (slot == NONE64)
            return 0;
        return s[(x->owner == NONE ? w->first[x->id] : w->local[who][x->id]) + slot];
    }
    default:
        return expr_apply(e->op, e->width, e->value, e->arg[0]->width, e->arity > 1 ? e->arg[1]->width : 0, a[0], a[1],
                          a[2]);
    }
}

static void lay_out(struct world *w)
{
    for (uint32_t t = 0; t < w->p->template_count; t++) {
        w->slots[t] = w->p->codes.data[t].instances;
        for (uint32_t n = 0; n < w->slots[t]; n++) {
            w->code[w->count] = t;
            w->instances[w->count++] = n;
        }
    }
    w->size = w->count; /* first the locations */
    for (uint32_t i = 0; i < 256; i++)
        w->owner[i] = NONE;
    vector_each(const struct cell *, c, &w->p->cells) {
        for (uint32_t i = 0; c->owner != NONE && i < w->count; i++)
            if (w->code[i] == c->owner) {
                w->owner[w->size] = i;
                w->local[i][c->id] = w->size++;
            }
        if (c->owner == NONE) {
            w->first[c->id] = w->size;
            w->size += (uint32_t)cell_slots(c, w->slots);
        }
    }
}

static void add_initial(struct world *w, uint8_t *s, uint32_t cell_id)
{
    if (cell_id == w->p->cells.size) {
        intern_add(&w->states, s, w->size, NULL);
        return;
    }
    const struct cell *c = &w->p->cells.data[cell_id];
    for (uint64_t v = c->arbitrary ? 0 : c->init; v <= (c->arbitrary ? width_mask(c->width) : c->init); v++) {
        if (c->owner == NONE)
            for (uint64_t i = 0; i < cell_slots(c, w->slots); i++)
                s[w->first[c->id] + i] = (uint8_t)v;
        for (uint32_t i = 0; c->owner != NONE && i < w->count; i++)
            if (w->code[i] == c->owner)
                s[w->local[i][c->id]] = (uint8_t)v;
        add_initial(w, s, cell_id + 1);
    }
}

/* The state as far as an instance can speak of it: all but the cells that others own. */
static void remember(struct world *w, const uint8_t *s, uint32_t who)
{
    uint8_t part[256];
    for (uint32_t i = 0; i < w->size; i++)
        part[i] = w->owner[i] == NONE || w->owner[i] == who ? s[i] : 0;
    intern_add(&w->seen[who], part, w->size, NULL);
}

static void look_at(struct world *w, const uint8_t *s)
{
    for (uint32_t i = 0; i < w->count; i++) {
        const struct code *c = &w->p->codes.data[w->code[i]];
        const struct location *l = &c->locations.data[s[i]];
        if (l->flags & LOC_ERROR)
            w->violated[l->check] = true;
        remember(w, s, i);
    }
}

/* Whether the invariant is true whenever the instance is at the location. */
static bool always_true(const struct world *w, uint32_t who, uint32_t location, expr e)
{
    for (uint32_t n = 0; n < w->seen[who].size; n++) {
        const uint8_t *s = intern_bytes(&w->seen[who], n, NULL);
        if (s[who] == location && eval(w, s, who, e) != 1)
            return false;
    }
    return true;
}

/* Whether all that is said of locations is true in all states. What was said before is not looked at again. */
static void check_invariants(struct world *w, const struct proof *proof)
{
    for (uint32_t i = 0; i < w->count; i++)
        for (uint32_t l = 0; l < w->p->codes.data[w->code[i]].locations.size; l++) {
            struct {
                expr e;
                uint64_t who, location;
            } said = {proof->invariants.data[w->code[i]][l], i, l};
            bool is_new;
            intern_add(&w->said, &said, sizeof said, &is_new);
            if (!said.e || !is_new || always_true(w, i, l, said.e))
                continue;
            struct text out = {0};
            print_expr(&out, w->p, said.e);
            if (!w->failed++)
                print_error("instance %u at %u: %s\n", i, l, text_string(&out));
            text_free(&out);
        }
}

static void step(struct world *w, const uint8_t *s, uint32_t who, const struct edge *e)
{
    uint8_t next[256];
    if (eval(w, s, who, e->action.guard) != 1)
        return;
    memcpy(next, s, w->size);
    next[who] = (uint8_t)e->to;
    for (uint32_t i = 0; i < e->action.update_count; i++) {
        const struct update *u = &e->action.updates[i];
        const struct cell *c = &w->p->cells.data[u->cell];
        uint64_t slot = u->index ? cell_slot(c, eval(w, s, who, u->index), w->slots) : 0;
        if (slot != NONE64)
            next[(c->owner == NONE ? w->first[c->id] : w->local[who][c->id]) + slot] =
                (uint8_t)eval(w, s, who, u->value);
    }
    intern_add(&w->states, next, w->size, NULL);
}

/* Takes every step of every state. False if there are too many. */
static bool visit_all(struct world *w)
{
    uint8_t start[256] = {0};
    for (uint32_t i = 0; i < w->count; i++)
        start[i] = (uint8_t)w->p->codes.data[w->code[i]].entry;
    add_initial(w, start, 0);
    for (uint32_t n = 0; n < w->states.size; n++) {
        const uint8_t *s = intern_bytes(&w->states, n, NULL);
        uint32_t only = NONE;
        if (w->states.size > STATES_MAX)
            return false;
        look_at(w, s);
        for (uint32_t i = 0; i < w->count; i++)
            if (w->p->codes.data[w->code[i]].locations.data[s[i]].flags & LOC_ATOMIC)
                only = i;
        for (uint32_t i = 0; i < w->count; i++) {
            const struct code *c = &w->p->codes.data[w->code[i]];
            for (uint32_t k = out_begin(c, s[i]); (only == NONE || only == i) && k < out_end(c, s[i]); k++)
                step(w, s, i, out_edge(c, k));
        }
    }
    return true;
}

static const char *const modes[] = {"insensitive", "sensitive", "constrained", "full"};
static const char *const domains[] = {
    "values",
    "octagons",
#ifdef HEDDLE_PPL
    "polyhedra",
#endif
};
enum { MODES = 4, DOMAINS = sizeof domains / sizeof *domains };

/* The proof must be good, not only true: a solver checks a part of them. */
static void check_proof(uint64_t number_, const struct verdict *v, const char *mode, const char *domain)
{
    bool claimed[64] = {0};
    struct arena words = ARENA_EMPTY;
    for (uint32_t i = 0; i < v->results.size && i < 64; i++)
        claimed[i] = v->results.data[i].answer == ANSWER_PROVED;
    struct budget budget = {clock_wall() + 20, 0};
    struct proof_check c = proof_check(v->proof, PROPERTY_REACH, claimed, &budget, &words);
    if (c.answer == PROOF_FAILS)
        fail_msg("program %u, %s, %s: the proof does not hold: %s", (unsigned)number_, mode, domain, c.why);
    arena_release(&words);
}

/* Compares all settings on one program. Adds the numbers of proved checks. */
static void compare(uint64_t number_, uint32_t *proved, uint32_t *safe, uint32_t *compared, uint64_t *states)
{
    struct program *p = random_program(number_);
    const char *why;
    if (!program_valid(p, &why))
        fail_msg("program %u: %s", (unsigned)number_, why);
    struct options options;
    options_init(&options);
    if (getenv("FLOW_RANDOM_PRINT")) {
        struct text out = {0};
        print_program(&out, p);
        print_message("%s", text_string(&out));
        text_free(&out);
    }
    struct world w = {.p = p, .violated = NEW_ARRAY(bool, p->checks.size + 1)};
    lay_out(&w);
    bool complete = visit_all(&w);
    for (unsigned d = 0; complete && d < DOMAINS; d++)
        for (unsigned m = 0; m < MODES; m++) {
            struct verdict v;
            options.interference = modes[m];
            options.domain = domains[d];
            struct task task = {.program = p, .property = PROPERTY_REACH, .options = &options};
            verdict_init(&v, p);
            bool apart = number_ % 4 == 0; /* without the answers more cases are kept */
            struct proof *known = apart ? flow_invariants(&task) : flow_invariants_and_answers(&task, &v);
            if (apart)
                engine_flow.run(&task, &v);
            assert_non_null(known);
            for (uint32_t c = 0; c < p->checks.size; c++) {
                if (v.results.data[c].answer == ANSWER_PROVED && w.violated[c])
                    fail_msg("program %u, %s, %s: check %u proved, but it can fail", (unsigned)number_, modes[m],
                             domains[d], c);
                assert_int_not_equal(v.results.data[c].answer, ANSWER_VIOLATED);
                proved[d * MODES + m] += v.results.data[c].answer == ANSWER_PROVED;
            }
            check_invariants(&w, known); /* what is printed; then the proof, if there is one */
            if (v.proof)
                check_invariants(&w, v.proof);
            if (w.failed)
                fail_msg("program %u, %s, %s: an invariant does not hold", (unsigned)number_, modes[m], domains[d]);
            if (v.proof && number_ % (getenv("FLOW_RANDOM_CHECK") ? DOMAINS : CHECKED_EVERY) == d && m == MODES - 1)
                check_proof(number_, &v, modes[m], domains[d]);
            proof_free(known);
            verdict_free(&v);
        }
    for (uint32_t c = 0; complete && c < p->checks.size; c++)
        *safe += !w.violated[c];
    *compared += complete;
    *states += complete ? w.states.size : 0;
    mem_free(w.violated);
    intern_free(&w.states);
    intern_free(&w.said);
    for (uint32_t i = 0; i < w.count; i++)
        intern_free(&w.seen[i]);
    options_free(&options);
    struct exprs *e = p->exprs;
    program_free(p);
    exprs_free(e);
}

static void test_random(void **state)
{
    (void)state;
    uint32_t proved[DOMAINS * MODES] = {0}, safe = 0, compared = 0;
    uint64_t states = 0;
    const char *from = getenv("FLOW_RANDOM_FROM"), *count = getenv("FLOW_RANDOM_COUNT");
    uint64_t first = from ? strtoull(from, NULL, 10) : 1, n = count ? strtoull(count, NULL, 10) : PROGRAMS;
    for (uint64_t i = first; i < first + n; i++)
        compare(i, proved, &safe, &compared, &states);
    print_message("%u programs, %u states, %u checks hold; proved:", compared, (unsigned)states, safe);
    for (unsigned i = 0; i < DOMAINS * MODES; i++)
        print_message(" %s/%s %u", domains[i / MODES], modes[i % MODES], proved[i]);
    print_message("\n");
    if (n >= 100) {
        assert_true(compared > n / 2);
        for (unsigned i = 0; i < DOMAINS * MODES; i++)
            assert_true(proved[i] > safe / 3 && proved[i] <= safe);
        assert_true(proved[3] > proved[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
