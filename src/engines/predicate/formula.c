#include "engines/predicate/formula.h"

#include "base/log.h"

enum { MOST_MINIMISATIONS = 150 };

struct thread { /* by place: how things are there */
    struct smt_state *state;
    term self;
};

struct formula {
    const struct tree *tree;
    const struct stage *stage;
    const struct formula_options *options;
    struct smt *smt;
    struct arena words;
    struct thread *threads;
    struct bitset mentioned;
    VECTOR(struct reason) reasons;
    VECTOR(term) labels;
};

static void constrain(struct formula *f, struct reason r, term formula)
{
    term label = smt_label(f->smt, arena_printf(&f->words, "l%u", f->labels.size));
    smt_assert(f->smt, smt_implies(f->smt, label, formula));
    vector_push(&f->reasons, r);
    vector_push(&f->labels, label);
}

static struct smt_scope scope_of(struct formula *f, uint32_t place, const struct thread *t)
{
    return (struct smt_scope){.shared = t->state, .own = t->state, .self = t->self, .inputs = arena_printf(&f->words, "p%u", place)};
}

static void constrain_all(struct formula *f, uint32_t place, const struct thread *t, const expr_vector *conjuncts)
{
    struct smt_scope scope = scope_of(f, place, t);
    vector_each(const expr *, e, conjuncts)
        constrain(f, (struct reason){place, *e, NONE}, smt_holds(f->smt, &scope, *e));
}

/* --- mentioned cells --- */

static void mention_all(struct formula *f)
{
    vector_each(const struct place *, p, &f->tree->places) {
        if (p->condition)
            expr_cells(p->condition, &f->mentioned);
        for (uint32_t i = 0; i < p->update_count; i++) {
            bitset_add(&f->mentioned, p->updates[i].cell);
            expr_cells(p->updates[i].value, &f->mentioned);
            if (p->updates[i].index)
                expr_cells(p->updates[i].index, &f->mentioned);
        }
        if (p->cut) {
            expr_vector facts = {0};
            node_facts(f->tree->arg, &f->tree->arg->nodes.data[p->node], false, &facts);
            vector_each(const expr *, e, &facts) expr_cells(*e, &f->mentioned);
            vector_free(&facts);
        }
    }
}

/* --- places --- */

static void begin(struct formula *f, uint32_t place)
{
    const struct place *p = &f->tree->places.data[place];
    const struct kind *k = &f->stage->kinds.data[p->kind];
    struct thread *t = &f->threads[place];
    t->state = smt_state_new(f->smt, arena_printf(&f->words, "p%u", place));
    t->self = smt_constant(f->smt, SELF_WIDTH, arena_printf(&f->words, "self.p%u", place));
    struct smt_scope scope = scope_of(f, place, t);
    smt_assert(f->smt, smt_holds(f->smt, &scope, k->range));
    if (p->cut) {
        expr_vector facts = {0};
        node_facts(f->tree->arg, &f->tree->arg->nodes.data[p->node], false, &facts);
        constrain_all(f, place, t, &facts);
        vector_free(&facts);
        return;
    }
    bitset_each(c, &f->mentioned) {
        const struct cell *cell = &f->stage->program->cells.data[c];
        bool own = cell->owner == k->code && c < f->stage->original->cells.size;
        if (!cell->arbitrary && (own || bitset_has(&f->stage->visible, c)))
            constrain(f, (struct reason){place, NULL, c}, smt_initial(f->smt, t->state, c));
    }
}

/* The actor's private cells are there under the names that the other thread has for them. */
static void bring_in(struct formula *f, const struct kind *k, struct smt_state *joint, const struct thread *actor)
{
    for (uint32_t c = 0; c < f->stage->original->cells.size; c++)
        if (f->stage->original->cells.data[c].owner == k->code && bitset_has(&f->mentioned, k->other[c]))
            joint->cells[k->other[c]] = smt_cell(f->smt, actor->state, k->own[c]);
    joint->cells[f->stage->other_self] = actor->self;
}

static void join(struct formula *f, uint32_t place)
{
    const struct place *p = &f->tree->places.data[place];
    const struct thread *me = &f->threads[p->parent], *actor = &f->threads[p->actor];
    const struct kind *mine = &f->stage->kinds.data[p->kind];
    const struct kind *k = &f->stage->kinds.data[f->tree->places.data[p->actor].kind];
    bitset_each(c, &f->mentioned)
        if (bitset_has(&f->stage->visible, c) && (f->options->deep || !bitset_has(&f->stage->deep, c)))
            constrain(f, (struct reason){place, NULL, c},
                      smt_equal(f->smt, smt_cell(f->smt, me->state, c), smt_cell(f->smt, actor->state, c)));
    struct thread *t = &f->threads[place];
    t->self = me->self;
    t->state = smt_state_copy(f->smt, me->state);
    bring_in(f, k, t->state, actor);
    struct smt_scope scope = scope_of(f, place, t);
    smt_assert(f->smt, smt_holds(f->smt, &scope, expr_ne(f->stage->exprs, mine->self, k->other_self)));
}

static void step(struct formula *f, uint32_t place)
{
    const struct place *p = &f->tree->places.data[place];
    struct thread *t = &f->threads[place];
    expr_vector conjuncts = {0};
    if (p->parent == NONE) {
        begin(f, place);
        return;
    }
    if (p->actor != NONE) {
        join(f, place);
    } else {
        *t = f->threads[p->parent];
        t->state = smt_state_copy(f->smt, t->state);
    }
    conjuncts_of(p->condition, &conjuncts);
    constrain_all(f, place, t, &conjuncts);
    vector_free(&conjuncts);
    struct smt_scope scope = scope_of(f, place, t);
    struct action a = {.updates = (struct update *)(uintptr_t)p->updates, .update_count = p->update_count};
    smt_apply(f->smt, &scope, &a);
}

/* --- cores --- */

static bool is_deep(const struct formula *f, const struct reason *r)
{
    return !r->conjunct && bitset_has(&f->stage->deep, r->cell);
}

static bool still_unsat(struct formula *f, const bool *in)
{
    VECTOR(term) some = {0};
    for (uint32_t i = 0; i < f->labels.size; i++)
        if (in[i])
            vector_push(&some, f->labels.data[i]);
    enum smt_answer r = smt_check_assuming(f->smt, some.data, some.size, NULL);
    vector_free(&some);
    return r == SMT_UNSAT;
}

/* Leaves out what is not needed: first the deep cells, then joins and initial values, then conditions. */
static void minimise(struct formula *f, bool *in)
{
    unsigned left = MOST_MINIMISATIONS;
    double end = clock_wall() + 2;
    for (int round = 0; round < 3; round++)
        for (uint32_t i = f->labels.size; i-- > 0;) {
            const struct reason *r = &f->reasons.data[i];
            int turn = is_deep(f, r) ? 0 : !r->conjunct ? 1 : 2;
            if (!in[i] || turn != round || !left || clock_wall() > end || budget_left(f->options->budget) <= 0)
                continue;
            left--;
            in[i] = false;
            if (!still_unsat(f, in))
                in[i] = true;
        }
}

static enum smt_answer solve(struct formula *f, struct core *core)
{
    uint32_t n = f->labels.size;
    bool *in = NEW_ARRAY(bool, n + 1);
    enum smt_answer r = smt_check_assuming(f->smt, f->labels.data, n, in);
    if (r == SMT_UNSAT && core) {
        if (!f->options->all)
            minimise(f, in);
        core->deep = f->options->deep;
        for (uint32_t i = 0; i < n; i++)
            if (in[i] || f->options->all)
                vector_push(&core->reasons, f->reasons.data[i]);
    }
    mem_free(in);
    return r;
}

enum smt_answer tree_check(const struct tree *t, const struct formula_options *o, struct core *core,
                           struct smt_statistics *statistics)
{
    struct formula f = {.tree = t, .stage = t->arg->stage, .options = o};
    f.smt = smt_new(f.stage->program);
    smt_set_timeout(f.smt, o->milliseconds);
    f.threads = NEW_ARRAY(struct thread, t->places.size + 1);
    mention_all(&f);
    for (uint32_t i = 0; i < t->places.size; i++)
        step(&f, i);
    enum smt_answer r = solve(&f, core);
    if (statistics) {
        struct smt_statistics s = smt_statistics(f.smt);
        statistics->questions += s.questions;
        statistics->unknown += s.unknown;
        statistics->seconds += s.seconds;
    }
    for (uint32_t i = 0; i < t->places.size; i++)
        smt_state_free(f.threads[i].state);
    mem_free(f.threads);
    smt_free(f.smt);
    bitset_free(&f.mentioned);
    vector_free(&f.reasons);
    vector_free(&f.labels);
    arena_release(&f.words);
    return r;
}

void core_free(struct core *c) { vector_free(&c->reasons); }
