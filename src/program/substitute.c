#include "program/substitute.h"

#include "program/terms.h"

/* --- after a step --- */

struct written {
    struct exprs *exprs;
    const struct update *updates;
    uint32_t count;
};

static expr value_after(void *context, expr leaf, expr index)
{
    struct written *w = context;
    expr value = NULL;
    if (!expr_is_cell(leaf))
        return NULL;
    for (uint32_t i = 0; i < w->count; i++) {
        const struct update *u = &w->updates[i];
        if (u->cell != leaf->value)
            continue;
        if (!value)
            value = leaf->op == E_READ ? expr_read(w->exprs, leaf->width, (uint32_t)leaf->value, index) : leaf;
        value = u->index ? expr_ite(w->exprs, expr_eq(w->exprs, index, u->index), u->value, value) : u->value;
    }
    return value;
}

expr expr_after(struct exprs *x, expr e, const struct update *updates, uint32_t count, struct expr_memo *memo)
{
    assert(updates || !count);
    struct written w = {x, updates, count};
    return expr_rewrite(x, e, value_after, &w, memo);
}

/* --- other names --- */

static expr renamed(void *context, expr leaf, expr index)
{
    const struct renaming *r = context;
    if (leaf->op == E_SELF)
        return r->self;
    if (r->id && leaf == r->id)
        return r->id_becomes;
    if (leaf->op == E_INPUT && r->inputs)
        return expr_input(r->exprs, leaf->width, r->inputs + (uint32_t)leaf->value);
    uint32_t cell = expr_is_cell(leaf) && leaf->value < r->count ? r->cell[leaf->value] : NONE;
    if (cell == NONE || cell == leaf->value)
        return NULL;
    return leaf->op == E_CELL ? expr_cell(r->exprs, leaf->width, cell) : expr_read(r->exprs, leaf->width, cell, index);
}

expr expr_rename(const struct renaming *r, expr e)
{
    struct renaming copy = *r;
    return expr_rewrite(r->exprs, e, renamed, &copy, NULL);
}

void action_rewrite(struct program *p, struct action *a, expr_leaf leaf, void *context, struct expr_memo *memo)
{
    a->guard = expr_rewrite(p->exprs, a->guard, leaf, context, memo);
    for (uint32_t i = 0; i < a->update_count; i++) {
        struct update *u = &a->updates[i];
        if (u->index)
            u->index = expr_rewrite(p->exprs, u->index, leaf, context, memo);
        u->value = expr_rewrite(p->exprs, u->value, leaf, context, memo);
    }
    for (uint32_t i = 0; i < a->access_count; i++)
        if (a->accesses[i].index)
            a->accesses[i].index = expr_rewrite(p->exprs, a->accesses[i].index, leaf, context, memo);
}

/* --- ghosts --- */

uint32_t program_add_ghost(struct program *p, const char *name, uint8_t width, uint64_t init)
{
    assert(width >= 1 && width <= 64);
    return program_add_cell(p, (struct cell){.name = name, .width = width, .owner = NONE, .subject = NONE, .init = init});
}

void action_add_update(struct program *p, struct action *a, uint32_t cell, expr value)
{
    assert(cell < p->cells.size && value->width == p->cells.data[cell].width);
    struct update *all = ARENA_ARRAY(&p->arena, struct update, a->update_count + 1);
    for (uint32_t i = 0; i < a->update_count; i++)
        all[i] = a->updates[i];
    all[a->update_count++] = (struct update){cell, NULL, value};
    a->updates = all;
}
