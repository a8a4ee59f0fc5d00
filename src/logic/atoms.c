#include "logic/atoms.h"

enum { MOST_CASES = 16 };

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
