/* One abstract state stands for all: every step of every thread is taken in it, over and over, and what it leaves is joined, until
 * nothing is new. That takes no notice of any order, so it is inductive as it stands. */
#include "engines/everywhere.h"

#include "domains/domain.h"
#include "program/proof_build.h"

enum { ROUNDS_JOINED = 6, ROUNDS_DOWN = 2 };

struct everywhere {
    const struct program *program;
    struct value_pool pool;
    uint32_t *instances;
    struct space *space;
    struct evaluator *evaluator;
    struct abstract *state;
};

/* Of locks and of who has been created it takes no notice. */
static bool matters(const struct everywhere *w, uint32_t variable)
{
    const struct variable *v = &w->space->variables.data[variable];
    return !v->shared || w->program->cells.data[v->cell].role == CELL_DATA;
}

static struct abstract *start(const struct everywhere *w)
{
    struct abstract *st = abstract_initial(w->space);
    for (uint32_t i = 0; i < w->space->shared_count; i++) {
        struct value any = value_top(w->space->variables.data[i].width);
        if (!matters(w, i))
            abstract_set(w->space, st, i, &any);
    }
    abstract_expressible(w->space, st);
    return st;
}

static void begin(struct everywhere *w, const struct program *p)
{
    struct bitset cells = {0};
    *w = (struct everywhere){.program = p};
    w->instances = NEW_ARRAY(uint32_t, p->codes.size + 1);
    for (uint32_t i = 0; i < p->codes.size; i++)
        w->instances[i] = p->codes.data[i].instances == UNBOUNDED ? 0 : p->codes.data[i].instances;
    vector_each(const struct cell *, c, &p->cells)
        if (!c->dropped)
            bitset_add(&cells, c->id);
    w->space = space_new(p, &cells, value_top(SELF_WIDTH), &w->pool, w->instances, NULL);
    w->evaluator = evaluator_new(p->exprs);
    w->state = start(w);
    bitset_free(&cells);
}

static void end(struct everywhere *w)
{
    abstract_free(w->space, w->state);
    evaluator_free(w->evaluator);
    space_free(w->space);
    mem_free(w->instances);
    value_pool_free(&w->pool);
}

struct reads {
    struct everywhere *everywhere;
    const struct abstract *state;
    bool miss;
};

static void note_read(void *context, expr e)
{
    struct reads *r = context;
    struct everywhere *w = r->everywhere;
    if (e->op != E_READ || w->space->first[e->value] == NONE)
        return;
    struct value index = abstract_evaluate(w->evaluator, w->space, r->state, e->arg[0]);
    r->miss |= space_may_miss(w->space, (uint32_t)e->value, &index);
}

/* Whether the expression may read beside an array: the front end guards against that, but only where the thread is. */
static bool may_miss(struct everywhere *w, const struct abstract *st, expr e)
{
    struct reads r = {w, st, false};
    expr_visit(e, note_read, &r);
    return r.miss;
}

/* Adds to `into` what the step writes, in any state that this one stands for. Whether that was new. */
static bool take_step(struct everywhere *w, const struct action *a, struct abstract *into, bool widen)
{
    struct abstract *before = abstract_copy(w->space, w->state);
    write_vector writes = {0};
    bool changed = false;
    evaluator_begin(w->evaluator);
    if (may_miss(w, before, a->guard) || abstract_assume(w->evaluator, w->space, before, a->guard, true))
        abstract_resolve(w->evaluator, w->space, before, a->updates, a->update_count, &writes);
    vector_each(struct write *, x, &writes) {
        const struct value *old = abstract_get(w->space, into, x->variable);
        if (may_miss(w, before, x->value))
            x->stored = value_top(x->stored.width);
        if (value_leq(&x->stored, old))
            continue;
        struct value more = value_join(old, &x->stored);
        more = widen ? value_widen(old, &more, NULL) : more;
        abstract_set(w->space, into, x->variable, &more);
        changed = true;
    }
    vector_free(&writes);
    abstract_free(w->space, before);
    return changed;
}

static bool take_steps(struct everywhere *w, struct abstract *into, bool widen)
{
    bool changed = false;
    vector_each(const struct code *, c, &w->program->codes)
        vector_each(const struct edge *, e, &c->edges)
            if (e->action.update_count)
                changed |= take_step(w, &e->action, into, widen);
    abstract_expressible(w->space, into); /* otherwise it would rest on what nobody can check */
    return changed;
}

static void solve(struct everywhere *w)
{
    for (unsigned round = 0; take_steps(w, w->state, round >= ROUNDS_JOINED); round++)
        continue;
    for (unsigned round = 0; round < ROUNDS_DOWN; round++) { /* guards take back what widening went too far */
        struct abstract *less = start(w);
        take_steps(w, less, false);
        abstract_become(w->space, w->state, less);
        abstract_free(w->space, less);
    }
}

/* Of the shared variables, and of those of a thread of this code. */
static expr known_to(struct everywhere *w, uint32_t code)
{
    uint32_t n = w->space->variables.size;
    bool *keep = NEW_ARRAY(bool, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const struct cell *c = &w->program->cells.data[w->space->variables.data[i].cell];
        keep[i] = cell_is_shared(c) || c->owner == code;
    }
    expr known = abstract_to_expr(w->space, w->state, w->program->exprs, keep);
    mem_free(keep);
    return known;
}

static bool knows_shared(struct everywhere *w)
{
    for (uint32_t i = 0; i < w->space->shared_count; i++)
        if (matters(w, i) && !value_is_top(abstract_get(w->space, w->state, i)))
            return true;
    return false;
}

struct proof *values_everywhere(const struct program *p)
{
    struct everywhere w;
    struct proof *proof = NULL;
    if (p->codes.size != p->template_count)
        return NULL;
    begin(&w, p);
    solve(&w);
    if (knows_shared(&w)) {
        struct proof_builder b = proof_begin(p, false);
        for (uint32_t c = 0; c < p->codes.size; c++) {
            expr known = known_to(&w, c);
            for (uint32_t l = 0; l < p->codes.data[c].locations.size; l++)
                proof_add_case(&b, (struct proof_place){c, l}, known);
        }
        proof = proof_end(&b, &(const struct reason *){NULL});
    }
    end(&w);
    return proof;
}
