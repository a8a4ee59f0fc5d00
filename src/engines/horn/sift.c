#include "engines/horn/sift.h"

#include "base/effort.h"
#include "engines/horn/slice.h"
#include "program/terms.h"

enum { MOST_TERMS = 10 };

static struct exprs *pool(const struct encoding *n) { return n->program->exprs; }

static unsigned width_of(const struct encoding *n) { return n->program->cells.data[n->slice->relative.base].width; }

/* The numbers of a relation, and zero, which is where the base is if they are relative to it. */
static void terms_of(const struct encoding *n, const struct horn_relation *r, expr_vector *terms)
{
    unsigned width = width_of(n);
    vector_push(terms, expr_const(pool(n), width, 0));
    vector_each(const uint32_t *, v, &r->arguments)
        if (*v < role_self(n, 0))
            vector_push(terms, expr_cell(pool(n), width, *v));
}

/* Distances have no sign; numbers as they are may have one. */
static void add_orders(const struct encoding *n, expr a, expr b, expr_vector *to)
{
    struct exprs *x = pool(n);
    bool is_signed = n->base == NONE && !n->horn.variables.data[n->slice->relative.base].is_unsigned;
    enum expr_op less = is_signed ? E_SLT : E_ULT, at_most = is_signed ? E_SLE : E_ULE;
    expr all[] = {expr_eq(x, a, b),
                  expr_binary(x, less, a, b),
                  expr_binary(x, less, b, a),
                  expr_binary(x, at_most, a, b),
                  expr_binary(x, at_most, b, a),
                  expr_ne(x, a, b)};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (!expr_is_true(all[i]) && !expr_is_false(all[i]))
            expr_vector_add(to, all[i]);
}

/* What follows from another order of the same numbers need not be said. */
static void shorten(const struct encoding *n, const expr_vector *terms, struct horn_place *p)
{
    expr_vector kept = {0};
    for (uint32_t i = 0; i < terms->size; i++)
        for (uint32_t j = 0; j < i; j++) {
            expr_vector all = {0};
            bool done = false;
            add_orders(n, terms->data[i], terms->data[j], &all);
            vector_each(const expr *, e, &all) {
                bool holds = false;
                for (uint32_t k = 0; k < p->holds.size; k++)
                    holds |= p->holds.data[k] == *e;
                if (holds && !done)
                    expr_vector_add(&kept, *e);
                done |= holds;
            }
            vector_free(&all);
        }
    vector_clear(&p->holds);
    vector_each(const expr *, e, &kept)
        vector_push(&p->holds, *e);
    vector_free(&kept);
}

static bool is_class(const struct encoding *n, uint32_t code, uint32_t location)
{
    return n->slice->class[code][location] == location && !is_inside_section(&n->program->codes.data[code], location);
}

static void add_place(expr at, const expr_vector *orders, horn_places *to)
{
    struct horn_place p = {.at = at};
    vector_each(const expr *, e, orders)
        vector_push(&p.holds, *e);
    vector_push(to, p);
}

static bool add_places(const struct encoding *n, uint32_t a, uint32_t b, horn_places *of)
{
    uint32_t relation = n->relation.data[a * n->program->template_count + b];
    expr_vector terms = {0}, orders = {0};
    terms_of(n, &n->horn.relations.data[relation], &terms);
    bool few = terms.size <= MOST_TERMS;
    for (uint32_t i = 0; i < terms.size && few; i++)
        for (uint32_t j = 0; j < i; j++)
            add_orders(n, terms.data[i], terms.data[j], &orders);
    for (uint32_t l = 0; l < n->program->codes.data[a].locations.size && few; l++)
        for (uint32_t m = 0; m < n->program->codes.data[b].locations.size; m++)
            if (is_class(n, a, l) && is_class(n, b, m)) {
                expr at = expr_and(pool(n), is_at(n, (struct actor){a, 0}, l), is_at(n, (struct actor){b, 1}, m));
                add_place(at, &orders, &of[relation]);
            }
    vector_free(&terms);
    vector_free(&orders);
    return few;
}

static expr solution_of(const struct encoding *n, const expr_vector *terms, horn_places *places)
{
    struct exprs *x = pool(n);
    expr all = expr_bool(x, true);
    vector_each(struct horn_place *, p, places) {
        expr here = expr_bool(x, p->reached);
        shorten(n, terms, p);
        for (uint32_t i = 0; i < p->holds.size && p->reached; i++)
            here = expr_and(x, here, p->holds.data[i]);
        all = expr_and(x, all, expr_implies(x, p->at, here));
    }
    return all;
}

static void say_solution(struct encoding *n, horn_places *of)
{
    for (uint32_t r = 0; r < n->horn.relations.size; r++) {
        expr_vector terms = {0};
        terms_of(n, &n->horn.relations.data[r], &terms);
        n->horn.relations.data[r].solution = solution_of(n, &terms, &of[r]);
        vector_free(&terms);
    }
}

bool sift(struct encoding *n, const struct budget *budget)
{
    assert(n->slice && n->level == 2 && (n->base == NONE || n->base == n->slice->relative.base));
    uint32_t templates = n->program->template_count;
    horn_places *of = NEW_ARRAY(horn_places, n->horn.relations.size + 1);
    bool good = true;
    for (uint32_t a = 0; a < templates; a++)
        for (uint32_t b = a; b < templates; b++)
            good &= !are_enough(n, a, b) || add_places(n, a, b, of);
    good = good && horn_sift(&n->horn, of, smt_limit_within(PATIENCE_HORN_SIFT, budget), budget);
    if (good)
        say_solution(n, of);
    for (uint32_t r = 0; r < n->horn.relations.size; r++) {
        vector_each(struct horn_place *, p, &of[r])
            vector_free(&p->holds);
        vector_free(&of[r]);
    }
    mem_free(of);
    return good;
}
