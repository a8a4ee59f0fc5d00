#include "engines/predicate/assumed.h"

enum { MOST_CONJUNCTS = 40 };

static void take(const struct stage *s, const struct kind *k, expr invariant, expr_vector *out)
{
    expr_vector parts = {0};
    conjuncts_of(invariant, &parts);
    vector_each(const expr *, e, &parts)
        if (!expr_has(*e, E_AT) && out->size < MOST_CONJUNCTS)
            expr_vector_add(out, stage_in_own_words(s, k, *e));
    vector_free(&parts);
}

void assumed_init(struct assumed *a, const struct stage *s, const struct proof *invariants)
{
    *a = (struct assumed){.stage = s};
    for (uint32_t k = 0; k < s->kinds.size; k++) {
        uint32_t n = stage_code(s, k)->locations.size;
        expr_vector *at = NEW_ARRAY(expr_vector, n + 1);
        const expr *known = invariants ? invariants->invariants.data[s->kinds.data[k].code] : NULL;
        for (uint32_t l = 0; known && l < n; l++)
            if (known[l])
                take(s, &s->kinds.data[k], known[l], &at[l]);
        vector_push(&a->at, at);
    }
}

void assumed_free(struct assumed *a)
{
    for (uint32_t k = 0; k < a->at.size; k++) {
        for (uint32_t l = 0; l < stage_code(a->stage, k)->locations.size; l++)
            vector_free(&a->at.data[k][l]);
        mem_free(a->at.data[k]);
    }
    vector_free(&a->at);
}
