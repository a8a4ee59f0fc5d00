/* What pairs of locations show, and their proof. */
#include "engines/flow/pairs_state.h"
#include "engines/flow/steps.h"

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
    for (uint32_t i = 0; i < p->spots.size; i++)
        if (p->spots.data[i].location == location && code_of(p, i) == &p->f->program->codes.data[code] && spot_reachable(p, i))
            return true;
    return false;
}

/* The state in which the edge from the spot makes the access, and its index there; NULL if the edge is not possible in the
 * state, or does not make it. */
static struct abstract *about(const struct pairs *p, uint32_t spot, const struct abstract *state, const struct edge *e,
                              uint32_t access, struct value *index)
{
    const struct space *s = space_of(p, spot);
    for (uint32_t i = 0; i < e->action.access_count; i++) {
        const struct access *x = &e->action.accesses[i];
        if (x->id != access)
            continue;
        struct abstract *now = abstract_copy(s, state);
        evaluator_begin(p->f->evaluator);
        if (!abstract_assume(p->f->evaluator, s, now, e->action.guard, true)) {
            abstract_free(s, now);
            return NULL;
        }
        *index = x->index ? abstract_evaluate(p->f->evaluator, s, now, x->index) : value_const(1, 0);
        return now;
    }
    return NULL;
}

static bool edges_race(const struct pairs *p, uint32_t one, const struct edge *d, uint32_t other, const struct edge *e,
                       const struct check *check)
{
    struct value i, j;
    bool race = false;
    struct abstract *a = about(p, one, at(p, one, other)->state, d, check->access_a, &i);
    struct abstract *b = a ? about(p, other, at(p, other, one)->state, e, check->access_b, &j) : NULL;
    if (b) {
        race = !value_meet(&i, &j).bottom && steps_meet(who(p, one), a, who(p, other), b);
        abstract_free(space_of(p, other), b);
    }
    abstract_free(space_of(p, one), a);
    return race;
}

bool pairs_race(const struct pairs *p, const struct check *check)
{
    for (uint32_t one = 0; one < p->spots.size; one++)
        for (uint32_t other = 0; other < p->spots.size; other++) {
            const struct code *c = code_of(p, one), *d = code_of(p, other);
            uint32_t l = p->spots.data[one].location, m = p->spots.data[other].location;
            if (!at(p, one, other)->state || !at(p, other, one)->state || (is_atomic(p, one) && is_atomic(p, other)))
                continue;
            for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++)
                for (uint32_t j = out_begin(d, m); j < out_end(d, m); j++)
                    if (edges_race(p, one, out_edge(c, i), other, out_edge(d, j), check))
                        return true;
        }
    return false;
}

/* --- as a proof --- */

static expr number_of(const struct pairs *p, uint32_t thread)
{
    const struct thread *th = &p->f->threads->threads.data[thread];
    return expr_const(p->f->program->exprs, SELF_WIDTH, p->f->program->codes.data[th->code].first_id + th->number);
}

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
    uint32_t code = p->f->threads->threads.data[thread].code, n = p->f->program->codes.data[code].locations.size;
    expr *what = NEW_ARRAY(expr, n + 1), any = expr_bool(x, false);
    for (uint32_t m = 0; m < n; m++)
        what[m] = known(p, one, p->first[thread] + m);
    for (uint32_t m = 0; m < n; m++) {
        expr there = expr_bool(x, false), same = what[m];
        for (uint32_t k = m; same && k < n; k++)
            if (what[k] == same) {
                there = expr_or(x, there, expr_at(x, number_of(p, thread), code, k));
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
    expr all = expr_eq(x, expr_self(x), number_of(p, me));
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
    struct proof *proof = proof_new(p->f->program);
    struct exprs *x = p->f->program->exprs;
    for (uint32_t i = 0; i < p->spots.size; i++) {
        uint32_t code = p->f->threads->threads.data[p->spots.data[i].thread].code;
        expr *to = &proof->invariants.data[code][p->spots.data[i].location];
        *to = expr_or(x, *to ? *to : expr_bool(x, false), at_spot(p, i));
    }
    return proof;
}
