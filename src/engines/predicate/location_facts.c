#include "engines/predicate/location_facts.h"

void location_facts_make(struct location_facts *w, const struct precision *p, const struct assumed *assumed, uint32_t kind,
                         uint32_t location)
{
    assert(kind < assumed->at.size);
    const struct predicate_model *s = p->model;
    const struct kind *k = &s->kinds.data[kind];
    const expr_vector *predicates = precision_at(p, kind, location);
    w->made = true;
    for (unsigned other = 0; other < 2; other++) {
        for (unsigned value = 0; value < 2; value++)
            w->said[other][value] = NEW_ARRAY(expr, predicates->size + 1);
        for (uint32_t i = 0; i < predicates->size; i++) {
            expr e = other ? predicate_model_as_other(s, k, predicates->data[i]) : predicates->data[i];
            w->said[other][1][i] = e;
            w->said[other][0][i] = expr_not(s->exprs, e);
        }
        vector_each(const expr *, e, &assumed->at.data[kind][location])
            vector_push(&w->always[other], other ? predicate_model_as_other(s, k, *e) : *e);
    }
}

void location_facts_free(struct location_facts *w)
{
    for (unsigned other = 0; other < 2; other++) {
        mem_free(w->said[other][0]);
        mem_free(w->said[other][1]);
        vector_free(&w->always[other]);
    }
}
