/* See flow_states.h. */
#include "flow_states.h"

#include "program/print.h"

#include <stdio.h>

enum { STATES_MAX = 60000 };

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
    default: return expr_apply(e, a[0], a[1], a[2]);
    }
}

void world_lay_out(struct world *w)
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

void world_check(struct world *w, const struct proof *proof)
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
                fprintf(stderr, "instance %u at %u: %s\n", i, l, text_string(&out));
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
            next[(c->owner == NONE ? w->first[c->id] : w->local[who][c->id]) + slot] = (uint8_t)eval(w, s, who, u->value);
    }
    intern_add(&w->states, next, w->size, NULL);
}

bool world_visit(struct world *w)
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

void world_free(struct world *w)
{
    mem_free(w->violated);
    intern_free(&w->states);
    intern_free(&w->said);
    for (uint32_t i = 0; i < w->count; i++)
        intern_free(&w->seen[i]);
}
