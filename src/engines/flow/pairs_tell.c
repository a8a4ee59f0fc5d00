/* What pairs of locations show, and their proof. */
#include "engines/flow/pairs_state.h"
#include "engines/flow/steps.h"
#include "facts/accesses.h"
#include "program/proof_build.h"

/* Whether the spot goes together with some location of every other thread. */
static bool spot_reachable(const struct pairs *p, uint32_t spot)
{
    bool *with = NEW_ARRAY(bool, p->f->threads->threads.size + 1), all = true;
    for (uint32_t other = 0; other < p->spots.size; other++)
        with[p->spots.data[other].thread] |= at(p, spot, other)->state != NULL;
    for (uint32_t other = 0; other < p->spots.size; other++)
        all &= with[p->spots.data[other].thread] || p->spots.data[other].thread == p->spots.data[spot].thread;
    mem_free(with);
    return all;
}

bool pairs_reachable(const struct pairs *p, uint32_t code, uint32_t location)
{
    assert(location < p->f->program->codes.data[code].locations.size);
    assert(code < p->f->program->codes.size);
    for (uint32_t i = 0; i < p->spots.size; i++)
        if (p->spots.data[i].location == location && code_of(p, i) == &p->f->program->codes.data[code] && spot_reachable(p, i))
            return true;
    return false;
}

/* Whether the two spots make these accesses on one slot. */
static bool accesses_meet(const struct pairs *p, uint32_t one, const struct access_site *x, uint32_t other,
                          const struct access_site *y)
{
    struct value i, j;
    const struct edge *d = &code_of(p, one)->edges.data[x->edge], *e = &code_of(p, other)->edges.data[y->edge];
    struct abstract *a = steps_before_access(p->f, space_of(p, one), at(p, one, other)->state, d, x->access, &i);
    struct abstract *b = a ? steps_before_access(p->f, space_of(p, other), at(p, other, one)->state, e, y->access, &j) : NULL;
    bool meet = b && !value_meet(&i, &j).bottom && steps_meet(who(p, one), a, who(p, other), b);
    abstract_free(space_of(p, other), b);
    abstract_free(space_of(p, one), a);
    return meet;
}

static bool makes(const struct pairs *p, uint32_t spot, const struct access_site *x)
{
    const struct code *c = code_of(p, spot);
    return c == &p->f->program->codes.data[x->code] && p->spots.data[spot].location == c->edges.data[x->edge].from;
}

static bool spots_race(const struct pairs *p, uint32_t one, uint32_t other, const access_sites *a, const access_sites *b)
{
    if (!at(p, one, other)->state || !at(p, other, one)->state || (is_atomic(p, one) && is_atomic(p, other)))
        return false;
    vector_each(const struct access_site *, x, a)
        vector_each(const struct access_site *, y, b)
            if (makes(p, one, x) && makes(p, other, y) && accesses_meet(p, one, x, other, y))
                return true;
    return false;
}

bool pairs_race(const struct pairs *p, const struct check *check)
{
    access_sites a = {0}, b = {0};
    bool race = false;
    access_sites_find(p->f->program, check->access_a, &a);
    access_sites_find(p->f->program, check->access_b, &b);
    for (uint32_t one = 0; one < p->spots.size && !race; one++)
        for (uint32_t other = 0; other < p->spots.size && !race; other++)
            race = spots_race(p, one, other, &a, &b);
    vector_free(&a);
    vector_free(&b);
    return race;
}

/* --- as a proof --- */

/* What is known of a pair; NULL if it cannot be. */
static expr known(const struct pairs *p, uint32_t one, uint32_t other)
{
    struct exprs *x = p->f->program->exprs;
    const struct pair *pair = at(p, one, other);
    if (!pair->state || !pair->cases.size)
        return pair->state ? abstract_to_expr(space_of(p, one), pair->state, x, NULL) : NULL;
    expr any = expr_bool(x, false);
    vector_each(const struct pair_case *, c, &pair->cases)
        any = expr_or(x, any, abstract_to_expr(space_of(p, one), c->state, x, NULL));
    return any;
}

/* Where the other thread can be while one is at its spot, and what holds then. Places with the same knowledge are put
 * together. */
static expr with_other(const struct pairs *p, uint32_t one, uint32_t thread)
{
    struct exprs *x = p->f->program->exprs;
    const struct thread *th = &p->f->threads->threads.data[thread];
    uint32_t n = p->f->program->codes.data[th->code].locations.size;
    expr *what = NEW_ARRAY(expr, n + 1), any = expr_bool(x, false);
    for (uint32_t m = 0; m < n; m++)
        what[m] = known(p, one, p->first[thread] + m);
    for (uint32_t m = 0; m < n; m++) {
        expr there = expr_bool(x, false), same = what[m];
        for (uint32_t k = m; same && k < n; k++)
            if (what[k] == same) {
                there = expr_or(x, there, expr_at(x, instance_id(p->f->program, th->code, th->number), th->code, k));
                what[k] = k == m ? same : NULL;
            }
        if (same)
            any = expr_or(x, any, expr_and(x, there, same));
    }
    mem_free(what);
    return any;
}

static expr at_spot(const struct pairs *p, uint32_t spot)
{
    struct exprs *x = p->f->program->exprs;
    uint32_t me = p->spots.data[spot].thread, last = me;
    expr all = thread_self(p->f, me);
    for (uint32_t other = 0; other < p->spots.size && !expr_is_false(all); other++) {
        uint32_t u = p->spots.data[other].thread;
        if (u != me && u != last)
            all = expr_and(x, all, with_other(p, spot, u));
        last = u;
    }
    return all;
}

struct proof *pairs_proof(const struct pairs *p)
{
    struct proof_builder b = proof_begin(p->f->program, false);
    for (uint32_t i = 0; i < p->spots.size; i++) {
        struct proof_place at = {p->f->threads->threads.data[p->spots.data[i].thread].code, p->spots.data[i].location};
        proof_add_case(&b, at, at_spot(p, i));
    }
    return proof_end(&b, &(const struct reason *){NULL});
}
