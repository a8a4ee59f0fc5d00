#include "engines/predicate/assumed.h"

enum { MOST_CONJUNCTS = 40 };

/* at(instance, location) as a condition on the ghost pc, where there is one. */
static expr pc_leaf(void *context, expr leaf, expr instance)
{
    const struct predicate_model *s = context;
    if (leaf->op != E_AT || instance->op != E_CONST)
        return NULL;
    vector_each(const struct kind *, k, &s->kinds)
        if (k->pc != NONE && k->code == leaf->value >> 32 && k->self == instance)
            return expr_eq(s->exprs, expr_cell(s->exprs, 32, k->pc), expr_const(s->exprs, 32, (uint32_t)leaf->value));
    return NULL;
}

static void take(struct assumed *a, const struct kind *k, expr invariant, expr_vector *out)
{
    expr_vector parts = {0};
    conjuncts_of(invariant, &parts);
    vector_each(const expr *, p, &parts) {
        expr e = expr_rewrite(a->model->exprs, *p, pc_leaf, (void *)(uintptr_t)a->model, NULL);
        if (expr_has(e, E_AT) || out->size >= MOST_CONJUNCTS)
            a->left_out = true;
        else
            expr_vector_add(out, predicate_model_in_own_words(a->model, k, e));
    }
    vector_free(&parts);
}

void assumed_init(struct assumed *a, const struct predicate_model *s, const struct proof *invariants)
{
    *a = (struct assumed){.model = s};
    for (uint32_t k = 0; k < s->kinds.size; k++) {
        uint32_t n = predicate_model_code(s, k)->locations.size;
        expr_vector *at = NEW_ARRAY(expr_vector, n + 1);
        const expr *known = invariants ? invariants->invariants.data[s->kinds.data[k].code] : NULL;
        for (uint32_t l = 0; known && l < n; l++)
            if (known[l])
                take(a, &s->kinds.data[k], known[l], &at[l]);
        vector_push(&a->at, at);
    }
}

void assumed_free(struct assumed *a)
{
    for (uint32_t k = 0; k < a->at.size; k++) {
        for (uint32_t l = 0; l < predicate_model_code(a->model, k)->locations.size; l++)
            vector_free(&a->at.data[k][l]);
        mem_free(a->at.data[k]);
    }
    vector_free(&a->at);
}
