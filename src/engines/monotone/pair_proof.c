/* Two locations' pair is the disjunction of the views of threads there, each the conjunction of what the trackers say.
 *
 * Cells of the clone that are not in the program (flags "created", ghosts.h) become ghosts of the proof, and keep their
 * numbers. That an instance which was started sees "created" set is said at its entry. Cells that count threads become
 * weights. */
#include "engines/monotone/pair_proof.h"

#include "engines/monotone/created.h"
#include "program/proof_build.h"

enum { MOST_VIEWS = 4000 };

struct pair_writer {
    const struct abstraction *s;
    struct monotone_model *m;
    struct proof_builder b;
    uint32_t *partner; /* by cell of the clone: the partner's cell of the proof that a copy is; else NONE */
};

/* --- from the clone's cells to the proof's --- */

static expr in_proof(const struct pair_writer *w, expr e)
{
    expr id = expr_cell(w->m->pool, SELF_WIDTH, proof_partner_id(w->b.proof));
    struct renaming r = {w->m->pool, w->partner, w->m->program->cells.size, NULL, w->m->other_self, id, 0};
    return expr_rename(&r, e);
}

static expr has_value(const struct pair_writer *w, expr e, uint64_t value)
{
    return in_proof(w, expr_eq(w->m->pool, e, expr_const(w->m->pool, e->width, value)));
}

static void follow(struct pair_writer *w, uint32_t cell, expr ghost)
{
    const struct program *clone = w->m->program;
    for (uint32_t t = 0; t < clone->template_count; t++)
        for (uint32_t e = 0; e < clone->codes.data[t].edges.size; e++) {
            const struct action *a = &clone->codes.data[t].edges.data[e].action;
            for (uint32_t i = 0; i < a->update_count; i++)
                if (a->updates[i].cell == cell)
                    proof_follow(&w->b, t, e, ghost, a->updates[i].value);
        }
}

/* Cells of the clone between those of the program and the copies. */
static void write_ghosts(struct pair_writer *w)
{
    const struct program *clone = w->m->program;
    uint32_t first = w->m->original->cells.size, end = clone->cells.size;
    for (uint32_t c = 0; c < first; c++)
        end = w->m->copy[c] < end ? w->m->copy[c] : end;
    for (uint32_t c = first; c < end; c++) {
        expr ghost = proof_add_ghost(&w->b, clone->cells.data[c].name, clone->cells.data[c].width, 0);
        assert(ghost->value == c); /* it keeps its number */
        follow(w, c, ghost);
    }
}

/* --- views --- */

static expr shared_facts(struct pair_writer *w, uint32_t shared)
{
    expr e = expr_bool(w->m->pool, true);
    for (uint32_t i = 0; i < w->m->shared.size; i++)
        e = expr_and(w->m->pool, e, has_value(w, w->m->shared.data[i].e, shared_values(w->s, shared)[i]));
    return e;
}

static expr thread_facts(struct pair_writer *w, uint32_t local, bool other)
{
    const struct abstraction *s = w->s;
    uint32_t code = local_code(s, local), location = local_location(s, local);
    expr e = expr_bool(w->m->pool, true);
    for (uint32_t i = 0; i < w->m->local[code].size; i++) {
        const struct tracker *t = &w->m->local[code].data[i];
        if (monotone_model_matters(w->m, t, code, location))
            e = expr_and(w->m->pool, e, has_value(w, other ? t->other : t->e, local_values(s, local)[i]));
    }
    return e;
}

static expr between_facts(struct pair_writer *w, uint32_t a, uint32_t b, uint64_t pair)
{
    const struct abstraction *s = w->s;
    uint32_t code = local_code(s, a), at = local_location(s, a), other = local_location(s, b);
    expr e = expr_bool(w->m->pool, true);
    for (uint32_t i = 0; code == local_code(s, b) && i < w->m->pair[code].size; i++) {
        const struct tracker *t = &w->m->pair[code].data[i];
        if (monotone_model_matters_pair(w->m, t, code, at, other))
            e = expr_and(w->m->pool, e, has_value(w, t->e, pair >> i & 1));
        if (monotone_model_matters_pair(w->m, t, code, other, at))
            e = expr_and(w->m->pool, e, has_value(w, t->other, pair >> (32 + i) & 1));
    }
    return e;
}

/* That one who was started sees it, at the entry. */
static expr start_facts(struct pair_writer *w, uint32_t local, bool other)
{
    uint32_t code = local_code(w->s, local), flag = created_flag_of(w->m, code);
    expr own = created_own_flag(w->m, code);
    bool waits = own && flag != NONE && local_location(w->s, local) == w->m->program->codes.data[code].entry;
    if (!waits)
        return expr_bool(w->m->pool, true);
    expr seen = expr_implies(w->m->pool, own, expr_cell(w->m->pool, 1, flag));
    return in_proof(w, other ? monotone_model_exchange(w->m, seen, 0) : seen);
}

static expr view_facts(struct pair_writer *w, uint32_t shared, uint32_t a, uint32_t b, uint64_t pair)
{
    struct exprs *pool = w->m->pool;
    expr e = expr_and(pool, thread_facts(w, a, false), thread_facts(w, b, true));
    e = expr_and(pool, e, between_facts(w, a, b, pair));
    e = expr_and(pool, e, expr_and(pool, start_facts(w, a, false), start_facts(w, b, true)));
    return expr_and(pool, shared_facts(w, shared), e);
}

static struct proof_place place_of(const struct pair_writer *w, uint32_t local)
{
    return (struct proof_place){local_code(w->s, local), local_location(w->s, local)};
}

static bool in_order(struct proof_place a, struct proof_place b)
{
    return a.code < b.code || (a.code == b.code && a.location <= b.location);
}

static void write_view(struct pair_writer *w, uint32_t shared, uint32_t a, uint32_t b, uint64_t pair)
{
    if (in_order(place_of(w, a), place_of(w, b))) /* else it is written the other way round */
        proof_add_pair_case(&w->b, place_of(w, a), place_of(w, b), view_facts(w, shared, a, b, pair));
}

/* --- cells that count --- */

static void write_weights(struct pair_writer *w)
{
    const struct abstraction *s = w->s;
    const struct program *p = w->m->original;
    vector_each(const struct counter *, k, &s->counting.counters.list) {
        if (!bitset_has(&s->used, k->cell) || k->cell >= p->cells.size)
            continue;
        for (uint32_t t = 0; t < p->template_count; t++)
            for (uint32_t l = 0; l < p->codes.data[t].locations.size; l++) {
                if (k->part[t][l])
                    vector_push(&w->b.proof->weights, (struct proof_weight){k->cell, t, l, (int32_t)k->part[t][l]});
            }
    }
}

/* --- all of it --- */

static struct pair_writer begin(const struct abstraction *s, const struct task *task)
{
    struct monotone_model *m = s->model;
    struct pair_writer w = {.s = s, .m = m, .b = proof_begin(task->program, true)};
    write_ghosts(&w);
    w.partner = NEW_ARRAY(uint32_t, m->program->cells.size + 1);
    for (uint32_t c = 0; c < m->program->cells.size; c++)
        w.partner[c] = c >= m->original->cells.size && m->copy[c] != NONE ? proof_partner(w.b.proof, m->copy[c]) : NONE;
    return w;
}

static struct proof *end(struct pair_writer *w, const struct reason **why_not)
{
    write_weights(w);
    mem_free(w->partner);
    return proof_end(&w->b, why_not);
}

static const struct reason *out_of_reach(const struct abstraction *s, uint32_t views)
{
    if (views > MOST_VIEWS)
        return BECAUSE(UNPROVED_PAIRS);
    if (s->model->use_ghosts && s->model->ghosts.size)
        return BECAUSE(UNPROVED_CREATED);
    vector_each(const struct counter *, k, &s->counting.counters.list)
        if (bitset_has(&s->used, k->cell) && counter_hands_over(k, s->counting.templates))
            return BECAUSE(UNPROVED_CREATED);
    return NULL;
}

struct proof *pair_proof_of(const struct views *v, const struct task *task, const struct reason **why_not)
{
    if ((*why_not = out_of_reach(v->abstraction, v->list.size)))
        return NULL;
    struct pair_writer w = begin(v->abstraction, task);
    vector_each(const struct view *, x, &v->list) {
        if (shared_busy(v->abstraction, x->shared)) /* inside an atomic section */
            continue;
        write_view(&w, x->shared, x->a, x->b, x->pair);
        write_view(&w, x->shared, x->b, x->a, pair_turned(x->pair));
    }
    return end(&w, why_not);
}

/* Threads of one shared state at their locations, each with what it may know there. */
struct gathered {
    struct proof_place place;
    uint32_t local; /* one of them */
    expr own, other;
};

static void write_group(struct pair_writer *w, uint32_t shared, const u32_vector *locals)
{
    struct exprs *pool = w->m->pool;
    VECTOR(struct gathered) list = {0};
    vector_each(const uint32_t *, l, locals) {
        struct gathered *g = NULL;
        vector_each(struct gathered *, x, &list)
            g = x->place.code == local_code(w->s, *l) && x->place.location == local_location(w->s, *l) ? x : g;
        if (!g) {
            vector_push(&list, (struct gathered){place_of(w, *l), *l, expr_bool(pool, false), expr_bool(pool, false)});
            g = &vector_last(&list);
        }
        g->own = expr_or(pool, g->own, thread_facts(w, *l, false));
        g->other = expr_or(pool, g->other, thread_facts(w, *l, true));
    }
    vector_each(const struct gathered *, x, &list)
        vector_each(const struct gathered *, y, &list) {
            bool two = x->place.code != y->place.code || w->m->program->codes.data[x->place.code].instances >= 2;
            if (!two || !in_order(x->place, y->place))
                continue;
            expr e = expr_and(pool, expr_and(pool, x->own, start_facts(w, x->local, false)),
                              expr_and(pool, y->other, start_facts(w, y->local, true)));
            proof_add_pair_case(&w->b, x->place, y->place, expr_and(pool, shared_facts(w, shared), e));
        }
    vector_free(&list);
}

struct proof *pair_proof_of_singles(const struct singles *v, const struct task *task, const struct reason **why_not)
{
    if ((*why_not = out_of_reach(v->abstraction, v->places.size)))
        return NULL;
    struct pair_writer w = begin(v->abstraction, task);
    for (uint32_t shared = 0; shared < v->groups.size; shared++)
        if (!shared_busy(v->abstraction, shared))
            write_group(&w, shared, &v->groups.data[shared].all);
    return end(&w, why_not);
}
