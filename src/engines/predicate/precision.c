#include "engines/predicate/precision.h"

#include "base/log.h"
#include "program/print.h"

enum { MOST_PREDICATES = CUBE_PREDICATES, LOCATIONS_BEFORE_ALL = 4, SEVERAL = 3 };

void precision_init(struct precision *p, const struct predicate_model *s, struct cube_abstraction *a)
{
    *p = (struct precision){.model = s, .abstraction = a};
    for (uint32_t k = 0; k < s->kinds.size; k++)
        vector_push(&p->at, NEW_ARRAY(expr_vector, predicate_model_code(s, k)->locations.size + 1));
}

void precision_free(struct precision *p)
{
    for (uint32_t k = 0; k < p->at.size; k++) {
        for (uint32_t l = 0; l < predicate_model_code(p->model, k)->locations.size; l++)
            vector_free(&p->at.data[k][l]);
        mem_free(p->at.data[k]);
    }
    vector_free(&p->at);
    map_free(&p->places);
}

static void show(const struct precision *p, uint32_t kind, uint32_t location, expr atom)
{
    if (!log_at(LOG_DEBUG))
        return;
    struct text t = {0};
    print_expr(&t, p->model->program, atom);
    if (location == NONE)
        log_debug("predicate: at all locations of %s: %s", predicate_model_code(p->model, kind)->name, text_string(&t));
    else
        log_debug("predicate: at %s:%u: %s", predicate_model_code(p->model, kind)->name, location, text_string(&t));
    text_free(&t);
}

static bool add(struct precision *p, uint32_t kind, uint32_t location, expr atom)
{
    expr_vector *list = &p->at.data[kind][location];
    const struct code *c = predicate_model_code(p->model, kind);
    if (out_begin(c, location) == out_end(c, location))
        return false; /* nothing begins there */
    if (expr_vector_has(list, atom))
        return false;
    if (list->size >= MOST_PREDICATES) {
        p->left_out++;
        return false;
    }
    vector_push(list, atom);
    p->predicates++;
    return true;
}

static bool precision_add_everywhere(struct precision *p, uint32_t kind, expr atom)
{
    bool changed = false;
    for (uint32_t l = 0; l < predicate_model_code(p->model, kind)->locations.size; l++)
        changed |= add(p, kind, l, atom);
    if (changed)
        show(p, kind, NONE, atom);
    return changed;
}

static bool may_be(struct precision *p, expr e)
{
    expr_vector one = {0};
    vector_push(&one, e);
    bool possible = cube_abstraction_possible(p->abstraction, &one);
    vector_free(&one);
    return possible;
}

bool precision_add(struct precision *p, uint32_t kind, uint32_t location, expr e)
{
    assert(e->width == 1 && kind < p->at.size && location < predicate_model_code(p->model, kind)->locations.size);
    bool negated;
    uint64_t count = 0;
    if (expr_is_const(e) || expr_has(e, E_INPUT))
        return false;
    expr atom = atom_positive(p->model->exprs, e, &negated);
    if (!may_be(p, atom) || !may_be(p, expr_not(p->model->exprs, atom)) || !add(p, kind, location, atom))
        return false;
    show(p, kind, location, atom);
    uint64_t key = (uint64_t)kind << 32 | atom->id;
    map_get(&p->places, key, &count);
    map_put(&p->places, key, ++count);
    uint32_t many = predicate_model_code(p->model, kind)->locations.size / 3;
    if (count == (many > LOCATIONS_BEFORE_ALL ? many : LOCATIONS_BEFORE_ALL))
        precision_add_everywhere(p, kind, atom);
    return true;
}

bool precision_valid(const struct precision *p)
{
    uint32_t all = 0;
    for (uint32_t k = 0; k < p->at.size; k++)
        for (uint32_t l = 0; l < predicate_model_code(p->model, k)->locations.size; l++) {
            const expr_vector *list = precision_at(p, k, l);
            all += list->size;
            for (uint32_t i = 0; i < list->size; i++)
                for (uint32_t j = 0; j < i; j++)
                    if (list->data[i] == list->data[j])
                        return false;
        }
    return all == p->predicates;
}

uint32_t precision_add_all(struct precision *p, const proposals *list)
{
    assert(precision_valid(p));
    uint32_t added = 0;
    vector_each(const struct proposal *, q, list)
        added += precision_add(p, q->kind, q->location, q->atom);
    return added;
}

static bool differ_in_constants(expr a, expr b)
{
    if (a == b)
        return true;
    if (a->op != b->op || a->width != b->width || a->arity != b->arity)
        return false;
    if (expr_is_const(a))
        return true;
    bool same = a->value == b->value && a->arity;
    for (unsigned i = 0; same && i < a->arity; i++)
        same = differ_in_constants(a->arg[i], b->arg[i]);
    return same;
}

bool precision_grows(struct precision *p, const proposals *list)
{
    vector_each(const struct proposal *, q, list) {
        const expr_vector *there = precision_at(p, q->kind, q->location);
        uint32_t alike = 0;
        vector_each(const expr *, e, there)
            alike += differ_in_constants(*e, q->atom);
        if (alike >= SEVERAL && !expr_vector_has(there, q->atom))
            return p->grew = true;
    }
    return false;
}

uint32_t precision_distinct(const struct precision *p)
{
    expr_vector all = {0};
    for (uint32_t k = 0; k < p->at.size; k++)
        for (uint32_t l = 0; l < predicate_model_code(p->model, k)->locations.size; l++)
            vector_each(const expr *, e, precision_at(p, k, l))
                expr_vector_add(&all, *e);
    uint32_t n = all.size;
    vector_free(&all);
    return n;
}
