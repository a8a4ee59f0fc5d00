#include "facts/guards.h"

#include "base/vector.h"

#include <assert.h>

enum { MOST_ATOMS = 10 };

struct atoms {
    expr of[MOST_ATOMS];
    uint32_t count;
    bool too_many;
};

static bool is_connective(expr e) { return e->width == 1 && (e->op == E_AND || e->op == E_OR || e->op == E_XOR || e->op == E_NOT); }

/* a <= b is !(b < a): the atom is the strict comparison. */
static void collect(struct atoms *a, expr e)
{
    if (expr_is_const(e) || a->too_many)
        return;
    if (is_connective(e)) {
        for (unsigned i = 0; i < e->arity; i++)
            collect(a, e->arg[i]);
        return;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        expr x = a->of[i];
        bool same = x == e;
        bool opposite = ((x->op == E_ULT && e->op == E_ULE) || (x->op == E_ULE && e->op == E_ULT) ||
                         (x->op == E_SLT && e->op == E_SLE) || (x->op == E_SLE && e->op == E_SLT)) &&
                        x->arg[0] == e->arg[1] && x->arg[1] == e->arg[0];
        if (same || opposite)
            return;
    }
    if (a->count == MOST_ATOMS)
        a->too_many = true;
    else
        a->of[a->count++] = e;
}

static bool value(const struct atoms *a, uint32_t truth, expr e)
{
    if (expr_is_const(e))
        return e->value;
    if (e->width == 1 && e->op == E_NOT)
        return !value(a, truth, e->arg[0]);
    if (e->width == 1 && e->op == E_AND)
        return value(a, truth, e->arg[0]) && value(a, truth, e->arg[1]);
    if (e->width == 1 && e->op == E_OR)
        return value(a, truth, e->arg[0]) || value(a, truth, e->arg[1]);
    if (e->width == 1 && e->op == E_XOR)
        return value(a, truth, e->arg[0]) != value(a, truth, e->arg[1]);
    for (uint32_t i = 0; i < a->count; i++)
        if (a->of[i] == e)
            return truth >> i & 1;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->of[i]->arity == 2 && a->of[i]->arg[0] == e->arg[1] && a->of[i]->arg[1] == e->arg[0])
            return !(truth >> i & 1);
    return false;
}

bool guards_total(const expr *guards, uint32_t n)
{
    assert(guards || !n);
    struct atoms a = {0};
    for (uint32_t i = 0; i < n; i++)
        collect(&a, guards[i]);
    if (a.too_many)
        return false;
    for (uint32_t truth = 0; truth < 1u << a.count; truth++) {
        bool some = false;
        for (uint32_t i = 0; i < n && !some; i++)
            some = value(&a, truth, guards[i]);
        if (!some)
            return false;
    }
    return true;
}

bool guards_exclusive(expr x, expr y)
{
    assert(x->width == 1 && y->width == 1);
    struct atoms a = {0};
    collect(&a, x);
    collect(&a, y);
    if (a.too_many)
        return false;
    for (uint32_t truth = 0; truth < 1u << a.count; truth++)
        if (value(&a, truth, x) && value(&a, truth, y))
            return false;
    return true;
}

bool guard_has_conjunct(expr guard, expr conjunct)
{
    assert(guard->width == 1 && conjunct->width == 1);
    if (guard == conjunct)
        return true;
    return guard->op == E_AND && guard->width == 1 &&
           (guard_has_conjunct(guard->arg[0], conjunct) || guard_has_conjunct(guard->arg[1], conjunct));
}

expr guard_without_conjunct(struct exprs *pool, expr guard, expr conjunct)
{
    assert(guard->width == 1 && conjunct->width == 1);
    if (guard == conjunct)
        return expr_bool(pool, true);
    if (guard->op != E_AND || guard->width != 1)
        return guard;
    return expr_and(pool, guard_without_conjunct(pool, guard->arg[0], conjunct),
                    guard_without_conjunct(pool, guard->arg[1], conjunct));
}
