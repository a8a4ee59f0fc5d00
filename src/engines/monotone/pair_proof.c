/* Two locations' pair is the disjunction of the views of threads there, each the conjunction of what the trackers say.
 *
 * Cells of the clone that are not in the program (flags "created", ghosts.h) become ghosts of the proof, and keep their
 * numbers. That an instance which was started sees "created" set is said at its entry. Cells that count threads become
 * weights. */
#include "engines/monotone/pair_proof.h"

#include "engines/monotone/created.h"

enum { MOST_VIEWS = 4000 };

struct pair_writer {
    const struct abstraction *s;
    struct monotone_model *m;
    struct proof *proof;
    uint32_t *partner; /* by cell of the clone: the partner's cell of the proof that a copy is; else NONE */
    struct map at;     /* hash of the locations to 1 + index of the pair */
};

/* --- from the clone's cells to the proof's --- */

static expr in_proof(const struct pair_writer *w, expr e)
{
    expr id = expr_cell(w->m->pool, SELF_WIDTH, proof_partner_id(w->proof));
    struct renaming r = {w->m->pool, w->partner, w->m->program->cells.size, NULL, w->m->other_self, id, 0};
    return expr_rename(&r, e);
}

static expr has_value(const struct pair_writer *w, expr e, uint64_t value)
{
    return in_proof(w, expr_eq(w->m->pool, e, expr_const(w->m->pool, e->width, value)));
}

/* Cells of the clone between those of the program and the copies. */
static void write_ghosts(struct pair_writer *w)
{
    const struct program *clone = w->m->program;
    uint32_t first = w->m->original->cells.size, end = clone->cells.size;
    for (uint32_t c = 0; c < first; c++)
        end = w->m->copy[c] < end ? w->m->copy[c] : end;
    for (uint32_t c = first; c < end; c++) {
        const struct cell *cell = &clone->cells.data[c];
        struct proof_ghost g = {.name = arena_strdup(&w->proof->arena, cell->name), .width = cell->width};
        vector_push(&w->proof->ghosts, g);
    }
    for (uint32_t t = 0; t < clone->template_count; t++)
        for (uint32_t e = 0; e < clone->codes.data[t].edges.size; e++) {
            const struct action *a = &clone->codes.data[t].edges.data[e].action;
            for (uint32_t i = 0; i < a->update_count; i++)
                if (a->updates[i].cell >= first && a->updates[i].cell < end)
                    vector_push(&w->proof->ghost_updates,
                                (struct proof_ghost_update){t, e, a->updates[i].cell - first, a->updates[i].value});
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

static struct proof_pair *pair_at(struct pair_writer *w, uint64_t a, uint64_t b)
{
    uint64_t key = hash_pair(a, b), found;
    if (!map_get(&w->at, key, &found)) {
        struct proof_pair x = {(uint32_t)(a >> 32), (uint32_t)a, (uint32_t)(b >> 32), (uint32_t)b, expr_bool(w->m->pool, false)};
        vector_push(&w->proof->pairs, x);
        found = w->proof->pairs.size;
        map_put(&w->at, key, found);
    }
    return &w->proof->pairs.data[found - 1];
}

static uint64_t place_of(const struct pair_writer *w, uint32_t local)
{
    return (uint64_t)local_code(w->s, local) << 32 | local_location(w->s, local);
}

static void write_view(struct pair_writer *w, uint32_t shared, uint32_t a, uint32_t b, uint64_t pair)
{
    uint64_t x = place_of(w, a), y = place_of(w, b);
    if (x > y)
        return; /* it is written the other way round */
    struct proof_pair *p = pair_at(w, x, y);
    p->holds = expr_or(w->m->pool, p->holds, view_facts(w, shared, a, b, pair));
}

/* --- cells that count --- */

static void write_weights(struct pair_writer *w)
{
    const struct abstraction *s = w->s;
    const struct program *p = w->m->original;
    vector_each(const struct counter *, k, &s->counters.list) {
        if (!bitset_has(&s->used, k->cell) || k->cell >= p->cells.size)
            continue;
        for (uint32_t t = 0; t < p->template_count; t++)
            for (uint32_t l = 0; l < p->codes.data[t].locations.size; l++) {
                if (k->part[t][l])
                    vector_push(&w->proof->weights, (struct proof_weight){k->cell, t, l, (int32_t)k->part[t][l]});
            }
    }
}

/* --- all of it --- */

static struct pair_writer begin(const struct abstraction *s, const struct task *task)
{
    struct monotone_model *m = s->model;
    struct pair_writer w = {.s = s, .m = m, .proof = proof_new(task->program)};
    w.proof->pairwise = true;
    write_ghosts(&w);
    w.partner = NEW_ARRAY(uint32_t, m->program->cells.size + 1);
    for (uint32_t c = 0; c < m->program->cells.size; c++)
        w.partner[c] = c >= m->original->cells.size && m->copy[c] != NONE ? proof_partner(w.proof, m->copy[c]) : NONE;
    return w;
}

static struct proof *end(struct pair_writer *w)
{
    write_weights(w);
    mem_free(w->partner);
    map_free(&w->at);
    return w->proof;
}

static const struct reason *out_of_reach(const struct abstraction *s, uint32_t views)
{
    if (views > MOST_VIEWS)
        return BECAUSE(UNPROVED_PAIRS);
    if (s->model->use_ghosts && s->model->ghosts.size)
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
    return end(&w);
}

/* Threads of one shared state at their locations, each with what it may know there. */
struct gathered {
    uint64_t place;
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
            g = x->place == place_of(w, *l) ? x : g;
        if (!g) {
            vector_push(&list, (struct gathered){place_of(w, *l), *l, expr_bool(pool, false), expr_bool(pool, false)});
            g = &vector_last(&list);
        }
        g->own = expr_or(pool, g->own, thread_facts(w, *l, false));
        g->other = expr_or(pool, g->other, thread_facts(w, *l, true));
    }
    vector_each(const struct gathered *, x, &list)
        vector_each(const struct gathered *, y, &list) {
            uint32_t code = (uint32_t)(x->place >> 32);
            if (x->place > y->place || (y->place >> 32 == code && w->m->program->codes.data[code].instances < 2))
                continue;
            expr e = expr_and(pool, expr_and(pool, x->own, start_facts(w, x->local, false)),
                              expr_and(pool, y->other, start_facts(w, y->local, true)));
            struct proof_pair *p = pair_at(w, x->place, y->place);
            p->holds = expr_or(pool, p->holds, expr_and(pool, shared_facts(w, shared), e));
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
    return end(&w);
}

/* --- two proofs --- */

static expr said_of(const struct proof *proof, const struct proof_pair *x)
{
    vector_each(const struct proof_pair *, y, &proof->pairs)
        if (y->code == x->code && y->location == x->location && y->other == x->other && y->other_location == x->other_location)
            return y->holds;
    return expr_bool(proof->program->exprs, false);
}

void pair_proof_add(struct proof *proof, const struct proof *other)
{
    assert(proof->pairwise && other->pairwise && proof->program == other->program);
    uint32_t kept = 0, own = proof->weights.size;
    for (uint32_t i = 0; i < proof->pairs.size; i++) {
        struct proof_pair x = proof->pairs.data[i];
        x.holds = expr_and(proof->program->exprs, x.holds, said_of(other, &x));
        if (!expr_is_false(x.holds))
            proof->pairs.data[kept++] = x;
    }
    proof->pairs.size = kept;
    vector_each(const struct proof_weight *, w, &other->weights) {
        bool known = false;
        for (uint32_t i = 0; i < own; i++)
            known |= proof->weights.data[i].cell == w->cell; /* then all its weights are there */
        if (!known)
            vector_push(&proof->weights, *w);
    }
}
