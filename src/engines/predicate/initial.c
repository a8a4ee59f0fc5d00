#include "engines/predicate/initial.h"

enum { MOST_INITIAL = 10000, FEW_INITIAL = 16 };

expr predicate_model_initial_value(const struct predicate_model *s, expr e)
{
    assert(e->op == E_CELL || e->op == E_READ);
    struct exprs *x = s->exprs;
    const struct cell *c = &s->program->cells.data[e->value];
    expr value = expr_const(x, c->width, c->init);
    if (c->arbitrary)
        return NULL;
    if (!c->inits)
        return value;
    const struct cell_range *r = &c->ranges[0];
    if (r->per_instance != NONE || r->count > (expr_is_const(e->arg[0]) ? MOST_INITIAL : FEW_INITIAL))
        return NULL;
    for (uint64_t i = 0; i < r->count; i++) {
        expr here = expr_eq(x, e->arg[0], expr_const(x, c->index_width, r->first + i * r->stride));
        value = expr_ite(x, here, expr_const(x, c->width, c->inits[i]), value);
    }
    return value;
}

struct finding {
    const struct predicate_model *model;
    expr_vector *facts;
};

static void add_fact(void *context, expr e)
{
    struct finding *f = context;
    if (e->op != E_CELL && e->op != E_READ)
        return;
    expr value = predicate_model_initial_value(f->model, e);
    if (value)
        expr_vector_add(f->facts, expr_eq(f->model->exprs, e, value));
}

void predicate_model_initial_facts(const struct predicate_model *s, expr e, expr_vector *facts)
{
    struct finding f = {s, facts};
    expr_visit(e, add_fact, &f);
}
