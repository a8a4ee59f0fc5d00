#include "logic/atoms.h"

enum { MOST_CASES = 16 };

bool expr_vector_has(const expr_vector *v, expr e)
{
    vector_each(const expr *, x, v)
        if (*x == e)
            return true;
    return false;
}

void expr_vector_add(expr_vector *v, expr e)
{
    if (!expr_vector_has(v, e))
        vector_push(v, e);
}

/* --- atoms --- */

expr atom_positive(struct exprs *x, expr e, bool *negated)
{
    *negated = e->op == E_NOT || e->op == E_ULE || e->op == E_SLE;
    return *negated ? expr_not(x, e) : e;
}

/* Finds a choice between values of more than one bit. */
static void find_choice(void *context, expr e)
{
    expr *found = context;
    if (e->op == E_ITE && e->width > 1)
        *found = e;
}

static void split(struct exprs *x, expr e, expr_vector *out, uint32_t *cases)
{
    if (e->op == E_CONST)
        return;
    bool connective = e->op == E_NOT || e->op == E_AND || e->op == E_OR || e->op == E_XOR || e->op == E_ITE ||
                      (e->op == E_EQ && e->arg[0]->width == 1);
    if (connective) {
        for (unsigned i = 0; i < e->arity; i++)
            split(x, e->arg[i], out, cases);
        return;
    }
    expr choice = NULL;
    expr_visit(e, find_choice, &choice);
    if (choice && *cases) {
        --*cases;
        split(x, choice->arg[0], out, cases);
        split(x, expr_replace(x, e, choice, choice->arg[1]), out, cases);
        split(x, expr_replace(x, e, choice, choice->arg[2]), out, cases);
        return;
    }
    bool negated;
    expr_vector_add(out, atom_positive(x, e, &negated));
}

void atoms_of(struct exprs *x, expr e, expr_vector *out)
{
    uint32_t cases = MOST_CASES;
    split(x, e, out, &cases);
}

void conjuncts_of(expr e, expr_vector *out)
{
    if (e->op == E_AND) {
        conjuncts_of(e->arg[0], out);
        conjuncts_of(e->arg[1], out);
    } else if (!expr_is_true(e)) {
        expr_vector_add(out, e);
    }
}

/* --- mentions --- */

static void add_cell(void *context, expr e)
{
    if (e->op == E_CELL || e->op == E_READ)
        bitset_add(context, (uint32_t)e->value);
}

void expr_cells(expr e, struct bitset *cells) { expr_visit(e, add_cell, cells); }

struct looked_for {
    enum expr_op op;
    const struct bitset *cells;
    bool found;
};

static void look(void *context, expr e)
{
    struct looked_for *l = context;
    if (l->cells)
        l->found |= (e->op == E_CELL || e->op == E_READ) && bitset_has(l->cells, (uint32_t)e->value);
    else
        l->found |= e->op == l->op;
}

bool expr_has(expr e, enum expr_op op)
{
    struct looked_for l = {.op = op};
    expr_visit(e, look, &l);
    return l.found;
}

bool expr_mentions_any(expr e, const struct bitset *cells)
{
    struct looked_for l = {.cells = cells};
    expr_visit(e, look, &l);
    return l.found;
}

/* --- weakest preconditions --- */

struct written {
    struct exprs *exprs;
    const struct update *updates;
    uint32_t count;
};

static expr value_after(void *context, expr leaf, expr index)
{
    struct written *w = context;
    expr value = NULL;
    if (leaf->op != E_CELL && leaf->op != E_READ)
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

expr weakest(struct exprs *x, expr e, const struct update *updates, uint32_t count)
{
    struct written w = {x, updates, count};
    return expr_rewrite(x, e, value_after, &w, NULL);
}
