/* A location's invariant is the disjunction of its places: each the conjunction of what the trackers say.
 *
 * The flag "created" is not in the program. That it is set is said by where main is, if that tells; that it is not set,
 * for a thread that has not begun, also by its own started flag. */
#include "engines/monotone/invariants.h"

#include "engines/monotone/created.h"
#include "program/proof_build.h"

enum { MOST_PLACES = 600 };

struct writing {
    const struct singles *v;
    struct monotone_model *m;
};

static bool is_created_flag(const struct monotone_model *m, expr e)
{
    return e->op == E_CELL && e->value >= m->original->cells.size;
}

/* Where main is when the flag has this value. */
static expr where_main_is(const struct writing *w, uint32_t tracker, uint64_t value)
{
    struct exprs *pool = w->m->pool;
    expr main_id = instance_id(w->m->program, 0, 0), e = expr_bool(pool, false);
    const struct abstraction *s = w->v->abstraction;
    vector_each(const struct thread_view *, p, &w->v->places)
        if (local_code(s, p->local) == 0 && shared_values(s, p->shared)[tracker] == value)
            e = expr_or(pool, e, expr_at(pool, main_id, 0, local_location(s, p->local)));
    return e;
}

static expr equals(struct writing *w, expr e, uint64_t value)
{
    return expr_eq(w->m->pool, e, expr_const(w->m->pool, e->width, value));
}

static expr flag_facts(struct writing *w, uint32_t code, uint32_t location, uint32_t tracker, uint64_t value)
{
    expr e = where_main_is(w, tracker, value), own = created_own_flag(w->m, code);
    uint32_t subject = w->m->program->cells.data[w->m->shared.data[tracker].e->value].subject;
    if (!value && own && subject == code && location == w->m->program->codes.data[code].entry)
        e = expr_and(w->m->pool, e, equals(w, own, 0));
    return e;
}

static expr facts_of(struct writing *w, const struct thread_view *p)
{
    const struct abstraction *s = w->v->abstraction;
    uint32_t code = local_code(s, p->local), location = local_location(s, p->local);
    expr e = expr_bool(w->m->pool, true);
    for (uint32_t i = 0; i < w->m->shared.size; i++) {
        uint64_t value = shared_values(s, p->shared)[i];
        expr x = w->m->shared.data[i].e;
        e = expr_and(w->m->pool, e, is_created_flag(w->m, x) ? flag_facts(w, code, location, i, value) : equals(w, x, value));
    }
    for (uint32_t i = 0; i < w->m->local[code].size; i++)
        if (monotone_model_matters(w->m, &w->m->local[code].data[i], code, location))
            e = expr_and(w->m->pool, e, equals(w, w->m->local[code].data[i].e, local_values(s, p->local)[i]));
    return e;
}

struct proof *invariants_of(const struct singles *v, const struct task *task, const struct reason **why_not)
{
    assert(v->done == v->places.size && !v->stopped);
    struct monotone_model *m = v->abstraction->model;
    *why_not = BECAUSE(UNPROVED_STATES);
    if (v->places.size > MOST_PLACES || m->program->codes.data[0].instances != 1 || !bitset_empty(&v->abstraction->used))
        return NULL;
    struct writing w = {v, m};
    struct proof_builder b = proof_begin(task->program, false);
    vector_each(const struct thread_view *, p, &v->places) {
        struct proof_place at = {local_code(v->abstraction, p->local), local_location(v->abstraction, p->local)};
        bool inside = task->program->codes.data[at.code].locations.data[at.location].flags & LOC_ATOMIC;
        if (!shared_busy(v->abstraction, p->shared) || inside) /* who waits while another is in an atomic section is not seen */
            proof_add_case(&b, at, facts_of(&w, p));
    }
    return proof_end(&b, why_not);
}
