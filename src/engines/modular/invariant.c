/* Evaluation in all stores of one kind. Every reachable state of the program has a thread state of every kind in R, so one kind
 * that sees all of the invariant's cells is enough. */
#include "engines/modular/invariant.h"

struct id_use {
    const struct partial_model *model;
    bool other; /* than a comparison with 0 */
};

static void look_at_ids(void *context, expr e)
{
    struct id_use *u = context;
    for (unsigned i = 0; i < e->arity; i++)
        if (expr_is_id(u->model, e->arg[i]))
            u->other |= e->op != E_EQ || !expr_is_value(e->arg[1 - i], 0);
}

bool invariant_holds(struct fixpoint *f, expr e)
{
    struct id_use ids = {.model = f->model};
    expr_visit(e, look_at_ids, &ids);
    if (ids.other)
        return false;
    for (uint32_t k = 0; k < f->kind_count; k++) {
        const struct modular_kind *kind = &f->kinds[k];
        bool all = true;
        for (uint32_t i = 0; i < kind->stores.size && all; i++) {
            struct eval v = {.model = f->model, .sight = kind->sight, .code = kind->sight->template, .store = kind_store(kind, i)};
            eval_begin(&v);
            all = eval_expr(&v, e) && !v.need && !v.top;
        }
        if (all)
            return true;
    }
    return false;
}
