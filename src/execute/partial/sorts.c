/* Cells and inputs that are copied to or compared with each other form a sort (union-find). A sort is spoilt by any
 * other use of a member. Numbers of members: cells first, then input sites. */
#include "execute/partial/sorts.h"

enum { MOST_VALUES = 24 };

struct search {
    struct partial_model *model;
    uint32_t *parent;
    bool *spoilt, *wide;   /* wide: has arbitrary values that are too many; both by root */
    u64_vector *constants; /* by root */
    uint32_t cells, count;
};

static uint32_t root(struct search *s, uint32_t x)
{
    while (s->parent[x] != x)
        x = s->parent[x] = s->parent[s->parent[x]];
    return x;
}

static void unite(struct search *s, uint32_t x, uint32_t y)
{
    uint32_t a = root(s, x), b = root(s, y);
    if (a == b)
        return;
    s->parent[b] = a;
    s->spoilt[a] |= s->spoilt[b];
    s->wide[a] |= s->wide[b];
    vector_each(const uint64_t *, c, &s->constants[b])
        vector_push(&s->constants[a], *c);
    vector_free(&s->constants[b]);
}

static uint32_t member(const struct search *s, expr e)
{
    switch (e->op) {
    case E_CELL:
    case E_READ: return (uint32_t)e->value; /* arrays at fixed places alone: scan() */
    case E_INPUT: return s->cells + (uint32_t)e->value;
    default: return NONE;
    }
}

/* A choice between members and constants. */
static bool is_term(const struct search *s, expr e)
{
    if (e->op == E_ITE)
        return is_term(s, e->arg[1]) && is_term(s, e->arg[2]);
    return e->op == E_CONST || member(s, e) != NONE;
}

static uint32_t some_member(const struct search *s, expr e)
{
    if (e->op != E_ITE)
        return member(s, e);
    uint32_t m = some_member(s, e->arg[1]);
    return m != NONE ? m : some_member(s, e->arg[2]);
}

static void scan(struct search *s, expr e);

/* Slots at computed places are not kept apart: then more values may meet than there are slots. */
static void scan_index(struct search *s, uint32_t cell, expr index)
{
    if (!index || expr_is_const(index))
        return;
    s->spoilt[root(s, cell)] = true;
    scan(s, index);
}

/* All that the term may be is of the sort of m (or of none, if it is only constants). */
static void join_term(struct search *s, uint32_t m, expr e)
{
    if (e->op == E_ITE) {
        scan(s, e->arg[0]);
        join_term(s, m, e->arg[1]);
        join_term(s, m, e->arg[2]);
    } else if (e->op == E_CONST) {
        vector_push(&s->constants[root(s, m)], e->value);
    } else {
        unite(s, m, member(s, e));
        scan_index(s, member(s, e), e->op == E_READ ? e->arg[0] : NULL);
    }
}

/* Any use: what is not an equality of terms spoils. */
static void scan(struct search *s, expr e)
{
    uint32_t m = member(s, e);
    if (m != NONE)
        s->spoilt[root(s, m)] = true;
    if (e->op == E_EQ && is_term(s, e->arg[0]) && is_term(s, e->arg[1])) {
        uint32_t x = some_member(s, e->arg[0]), y = some_member(s, e->arg[1]);
        uint32_t one = x != NONE ? x : y;
        for (unsigned i = 0; i < 2 && one != NONE; i++)
            join_term(s, one, e->arg[i]);
        return;
    }
    for (unsigned i = 0; i < e->arity; i++)
        scan(s, e->arg[i]);
}

static void scan_action(struct search *s, const struct action *a)
{
    scan(s, a->guard);
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        scan_index(s, u->cell, u->index);
        if (is_term(s, u->value)) {
            join_term(s, u->cell, u->value);
        } else {
            s->spoilt[root(s, u->cell)] = true;
            scan(s, u->value);
        }
    }
    for (uint32_t i = 0; i < a->access_count; i++)
        if (a->accesses[i].index)
            scan(s, a->accesses[i].index);
}

static void look_at_input(void *context, expr e)
{
    struct search *s = context;
    if (e->op == E_INPUT && (e->width >= 64 || UINT64_C(1) << e->width > s->model->input_limit))
        s->wide[root(s, member(s, e))] = true;
}

static void scan_cell(struct search *s, const struct cell *c)
{
    const struct partial_model *w = s->model;
    uint32_t r = root(s, c->id);
    bool copies = false;
    for (uint32_t i = 0; i < c->range_count; i++)
        copies |= c->ranges[i].per_instance != NONE;
    s->spoilt[r] |=
        c->role == CELL_STARTED || c->role == CELL_DONE || copies || !w->slots[c->id] || w->is_id[c->id] || w->forgotten[c->id];
    s->wide[r] |= c->arbitrary && (c->width >= 64 || UINT64_C(1) << c->width > w->input_limit);
    vector_push(&s->constants[r], c->init & width_mask(c->width));
    for (uint64_t i = 0; c->inits && i < c->ranges[0].count; i++)
        vector_push(&s->constants[r], c->inits[i] & width_mask(c->width));
}

/* --- how many values --- */

struct inputs {
    struct search *s;
    uint32_t sort;
    struct map sites;
};

static void count_input(void *context, expr e)
{
    struct inputs *c = context;
    if (e->op == E_INPUT && root(c->s, member(c->s, e)) == c->sort)
        map_put(&c->sites, e->value, 1);
}

/* Inputs of this sort in one action, at most. */
static uint32_t most_inputs(struct search *s, uint32_t sort)
{
    uint32_t most = 0;
    vector_each(const struct code *, code, &s->model->program->codes)
        vector_each(const struct edge *, e, &code->edges) {
            struct inputs c = {.s = s, .sort = sort};
            expr_visit(e->action.guard, count_input, &c);
            for (uint32_t i = 0; i < e->action.update_count; i++)
                expr_visit(e->action.updates[i].value, count_input, &c);
            most = c.sites.size > most ? c.sites.size : most;
            map_free(&c.sites);
        }
    return most;
}

/* Slots of this sort in two shared stores and in the frames of two threads. */
static uint64_t most_slots(struct search *s, uint32_t sort)
{
    const struct program *p = s->model->program;
    uint64_t shared = 0, first = 0, second = 0, *local = NEW_ARRAY(uint64_t, p->codes.size + 1);
    vector_each(const struct cell *, c, &p->cells)
        if (!c->dropped && root(s, c->id) == sort)
            *(cell_is_shared(c) ? &shared : &local[c->owner]) += s->model->slots[c->id];
    for (uint32_t t = 0; t < p->template_count; t++)
        for (unsigned i = 0; i < (p->codes.data[t].instances > 1 ? 2 : 1); i++)
            if (local[t] > first)
                second = first, first = local[t];
            else if (local[t] > second)
                second = local[t];
    mem_free(local);
    return 2 * shared + first + second;
}

/* The constants, and so many others. False if these are too many. */
static bool choose_values(struct search *s, uint32_t sort, struct sort *out)
{
    u64_vector *values = &out->values;
    uint64_t more = most_slots(s, sort) + most_inputs(s, sort);
    struct map seen = {0};
    vector_each(const uint64_t *, c, &s->constants[sort])
        if (!map_get(&seen, *c, NULL)) {
            map_put(&seen, *c, 1);
            vector_push(values, *c);
        }
    out->constants = values->size;
    bool few = values->size + more <= MOST_VALUES;
    for (uint64_t v = 0; few && more; v++)
        if (!map_get(&seen, v, NULL)) {
            vector_push(values, v);
            more--;
        }
    map_free(&seen);
    return few;
}

/* --- all --- */

static void scan_program(struct search *s)
{
    const struct program *p = s->model->program;
    vector_each(const struct cell *, c, &p->cells)
        if (!c->dropped)
            scan_cell(s, c);
    vector_each(const struct code *, code, &p->codes)
        vector_each(const struct edge *, e, &code->edges) {
            scan_action(s, &e->action);
            expr_visit(e->action.guard, look_at_input, s);
            for (uint32_t i = 0; i < e->action.update_count; i++)
                expr_visit(e->action.updates[i].value, look_at_input, s);
        }
}

void sorts_find(struct partial_model *w)
{
    const struct program *p = w->program;
    uint32_t n = p->cells.size + p->input_count;
    struct search s = {.model = w, .cells = p->cells.size, .count = n};
    if (program_has_calls(p))
        return;
    s.parent = NEW_ARRAY(uint32_t, n + 1);
    s.spoilt = NEW_ARRAY(bool, n + 1);
    s.wide = NEW_ARRAY(bool, n + 1);
    s.constants = NEW_ARRAY(u64_vector, n + 1);
    for (uint32_t i = 0; i < n; i++)
        s.parent[i] = i;
    scan_program(&s);
    for (uint32_t i = 0; i < n; i++) {
        struct sort sort = {{0}, 0};
        if (root(&s, i) != i || s.spoilt[i] || !s.wide[i] || !choose_values(&s, i, &sort)) {
            vector_free(&sort.values);
            continue;
        }
        vector_push(&w->sorts, sort);
        for (uint32_t k = 0; k < n; k++)
            if (root(&s, k) == i)
                *(k < s.cells ? &w->cell_sort[k] : &w->input_sort[k - s.cells]) = w->sorts.size - 1;
    }
    for (uint32_t i = 0; i < n; i++)
        vector_free(&s.constants[i]);
    mem_free(s.parent);
    mem_free(s.spoilt);
    mem_free(s.wide);
    mem_free(s.constants);
}
