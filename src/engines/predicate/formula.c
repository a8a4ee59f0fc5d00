#include "engines/predicate/formula.h"

#include "base/effort.h"
#include "logic/cores.h"

#include <string.h>

struct thread { /* by place: how things are there */
    struct smt_state *state;
    term self;
};

struct formula {
    const struct tree *tree;
    const struct predicate_model *model;
    const struct formula_options *options;
    struct smt *smt;
    struct arena words;
    struct thread *threads;
    struct bitset mentioned;
    VECTOR(struct conjunct) reasons;
    VECTOR(term) labels;
    /* Arrays are compared at the indices that occur somewhere, and only when all of those are known. */
    VECTOR(struct {
        uint32_t cell;
        term index;
    })
    indices;
    VECTOR(struct {
        struct conjunct reason;
        term a, b;
    })
    arrays; /* b NULL: the initial contents */
};

static void constrain(struct formula *f, struct conjunct r, term formula)
{
    term label = smt_label(f->smt, arena_printf(&f->words, "l%u", f->labels.size));
    smt_assert(f->smt, smt_implies(f->smt, label, formula));
    vector_push(&f->reasons, r);
    vector_push(&f->labels, label);
}

static struct smt_scope scope_of(struct formula *f, uint32_t place, const struct thread *t)
{
    return (struct smt_scope){
        .shared = t->state, .own = t->state, .self = t->self, .inputs = arena_printf(&f->words, "p%u", place)};
}

struct occurrence {
    struct formula *formula;
    const struct smt_scope *scope;
};

static void note_index(struct formula *f, uint32_t cell, term index)
{
    for (uint32_t i = 0; i < f->indices.size; i++)
        if (f->indices.data[i].cell == cell && f->indices.data[i].index == index)
            return;
    uint32_t n = f->indices.size;
    vector_resize(&f->indices, n + 1);
    f->indices.data[n].cell = cell;
    f->indices.data[n].index = index;
}

static void note_read(void *context, expr e)
{
    struct occurrence *o = context;
    if (e->op == E_READ)
        note_index(o->formula, (uint32_t)e->value, smt_term(o->formula->smt, o->scope, e->arg[0]));
}

static void note_indices(struct formula *f, const struct smt_scope *scope, expr e)
{
    struct occurrence o = {f, scope};
    if (e)
        expr_visit(e, note_read, &o);
}

static void constrain_array(struct formula *f, struct conjunct r, term a, term b)
{
    uint32_t n = f->arrays.size;
    vector_resize(&f->arrays, n + 1);
    f->arrays.data[n].reason = r;
    f->arrays.data[n].a = a;
    f->arrays.data[n].b = b;
}

static void finish_arrays(struct formula *f)
{
    for (uint32_t i = 0; i < f->arrays.size; i++) {
        struct conjunct r = f->arrays.data[i].reason;
        term a = f->arrays.data[i].a, b = f->arrays.data[i].b, all = smt_true(f->smt);
        for (uint32_t k = 0; k < f->indices.size; k++)
            if (f->indices.data[k].cell == r.cell) {
                term index = f->indices.data[k].index, here = smt_select(f->smt, a, index);
                all = smt_and(f->smt, all,
                              b ? smt_equal(f->smt, here, smt_select(f->smt, b, index))
                                : smt_initial_at(f->smt, r.cell, index, here));
            }
        constrain(f, r, all);
    }
}

static void constrain_all(struct formula *f, uint32_t place, const struct thread *t, const expr_vector *conjuncts)
{
    struct smt_scope scope = scope_of(f, place, t);
    vector_each(const expr *, e, conjuncts)
        note_indices(f, &scope, *e);
    vector_each(const expr *, e, conjuncts)
        constrain(f, (struct conjunct){place, *e, NONE}, smt_holds(f->smt, &scope, *e));
}

/* The conditions of a step, and what is known where it begins. */
static void conditions_of(const struct formula *f, uint32_t place, expr_vector *out)
{
    const struct tree_place *p = &f->tree->places.data[place];
    struct arg *a = f->tree->arg;
    conjuncts_of(p->condition, out);
    if (!f->options->facts || p->parent == NONE)
        return;
    const struct arg_node *n = &a->nodes.data[f->tree->places.data[p->parent].node];
    expr_vector known = {0};
    node_known(a, n, p->actor == NONE ? NULL : &a->nodes.data[f->tree->places.data[p->actor].node], &known);
    vector_each(const expr *, e, &known)
        conjuncts_of(*e, out);
    vector_free(&known);
}

/* --- mentioned cells --- */

static void mention_all(struct formula *f)
{
    for (uint32_t place = 0; place < f->tree->places.size; place++) {
        const struct tree_place *p = &f->tree->places.data[place];
        expr_vector conditions = {0};
        if (p->condition)
            conditions_of(f, place, &conditions);
        vector_each(const expr *, e, &conditions)
            expr_cells(*e, &f->mentioned);
        vector_free(&conditions);
        for (uint32_t i = 0; i < p->update_count; i++) {
            bitset_add(&f->mentioned, p->updates[i].cell);
            expr_cells(p->updates[i].value, &f->mentioned);
            if (p->updates[i].index)
                expr_cells(p->updates[i].index, &f->mentioned);
        }
        if (p->cut) {
            expr_vector facts = {0};
            node_facts(f->tree->arg, &f->tree->arg->nodes.data[p->node], false, &facts);
            vector_each(const expr *, e, &facts)
                expr_cells(*e, &f->mentioned);
            vector_free(&facts);
        }
    }
}

/* --- places --- */

static void begin(struct formula *f, uint32_t place)
{
    const struct tree_place *p = &f->tree->places.data[place];
    const struct kind *k = &f->model->kinds.data[p->kind];
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
        const struct cell *cell = &f->model->program->cells.data[c];
        bool own = cell->owner == k->code && c < f->model->original->cells.size;
        if (cell->arbitrary || !(own || bitset_has(&f->model->visible, c)))
            continue;
        if (cell_is_array(cell))
            constrain_array(f, (struct conjunct){place, NULL, c}, smt_cell(f->smt, t->state, c), NULL);
        else
            constrain(f, (struct conjunct){place, NULL, c}, smt_initial(f->smt, t->state, c));
    }
}

/* The actor's private cells are there under the names that the other thread has for them. */
static void bring_in(struct formula *f, const struct kind *k, struct smt_state *joint, const struct thread *actor)
{
    for (uint32_t c = 0; c < f->model->original->cells.size; c++)
        if (f->model->original->cells.data[c].owner == k->code && bitset_has(&f->mentioned, k->other[c]))
            joint->cells[k->other[c]] = smt_cell(f->smt, actor->state, k->own[c]);
    joint->cells[f->model->other_self] = actor->self;
}

static void join(struct formula *f, uint32_t place)
{
    const struct tree_place *p = &f->tree->places.data[place];
    const struct thread *me = &f->threads[p->parent], *actor = &f->threads[p->actor];
    const struct kind *mine = &f->model->kinds.data[p->kind];
    const struct kind *k = &f->model->kinds.data[f->tree->places.data[p->actor].kind];
    bitset_each(c, &f->mentioned) {
        struct conjunct r = {place, NULL, c};
        if (!bitset_has(&f->model->visible, c) || (!f->options->deep && bitset_has(&f->model->deep, c)))
            continue;
        term here = smt_cell(f->smt, me->state, c), there = smt_cell(f->smt, actor->state, c);
        if (cell_is_array(&f->model->program->cells.data[c]))
            constrain_array(f, r, here, there);
        else
            constrain(f, r, smt_equal(f->smt, here, there));
    }
    struct thread *t = &f->threads[place];
    t->self = me->self;
    t->state = smt_state_copy(f->smt, me->state);
    bring_in(f, k, t->state, actor);
    struct smt_scope scope = scope_of(f, place, t);
    smt_assert(f->smt, smt_holds(f->smt, &scope, expr_ne(f->model->exprs, mine->self, k->other_self)));
}

static void step(struct formula *f, uint32_t place)
{
    const struct tree_place *p = &f->tree->places.data[place];
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
    conditions_of(f, place, &conjuncts);
    constrain_all(f, place, t, &conjuncts);
    vector_free(&conjuncts);
    struct smt_scope scope = scope_of(f, place, t);
    for (uint32_t i = 0; i < p->update_count; i++) {
        const struct update *u = &p->updates[i];
        note_indices(f, &scope, u->value);
        note_indices(f, &scope, u->index);
        if (u->index)
            note_index(f, u->cell, smt_term(f->smt, &scope, u->index));
    }
    struct action a = {.updates = (struct update *)(uintptr_t)p->updates, .update_count = p->update_count};
    smt_apply(f->smt, &scope, &a);
}

/* --- cores --- */

/* What is better left out of a core: deep cells first; then that threads were not created yet, and other initial
 * values, without which the reason is a general one; then agreement at joins, then conditions. */
enum { CLASS_DEEP, CLASS_CREATION, CLASS_INITIAL, CLASS_JOIN, CLASS_CONDITION, CLASSES };

static int class_of(const struct formula *f, const struct conjunct *r)
{
    const struct tree_place *p = &f->tree->places.data[r->place];
    if (r->conjunct)
        return CLASS_CONDITION;
    if (p->parent == NONE) {
        bool creation = bitset_has(&f->model->ghosts, r->cell) || f->model->program->cells.data[r->cell].role == CELL_STARTED;
        return creation ? CLASS_CREATION : CLASS_INITIAL;
    }
    return bitset_has(&f->model->deep, r->cell) ? CLASS_DEEP : CLASS_JOIN;
}

static enum smt_answer solve(struct formula *f, struct core *core)
{
    uint32_t n = f->labels.size;
    bool *in = NEW_ARRAY(bool, n + 1);
    uint8_t *classes = NEW_ARRAY(uint8_t, n + 1);
    memset(in, 1, n * sizeof *in);
    enum smt_answer r = smt_check_assuming(f->smt, f->labels.data, n, NULL);
    if (r == SMT_UNSAT && core) {
        struct constraints c = {f->labels.data, classes, n, CLASSES};
        for (uint32_t i = 0; i < n; i++)
            classes[i] = (uint8_t)class_of(f, &f->reasons.data[i]);
        struct budget part = budget_cpu(f->options->budget, SECONDS_PREDICATE_CORE);
        core_minimise(f->smt, &c, &part, in);
        core->deep = f->options->deep;
        for (uint32_t i = 0; i < n; i++)
            if (in[i] || (f->options->all && classes[i] > CLASS_INITIAL))
                vector_push(&core->reasons, f->reasons.data[i]);
    }
    mem_free(in);
    mem_free(classes);
    return r;
}

enum smt_answer tree_check(const struct tree *t, const struct formula_options *o, struct core *core,
                           struct smt_statistics *statistics)
{
    assert(tree_valid(t));
    struct formula f = {.tree = t, .model = t->arg->model, .options = o};
    f.smt = smt_new(f.model->program);
    struct budget part = budget_share(o->budget, SHARE_PREDICATE_QUESTION);
    smt_set_limit(f.smt, smt_limit_within(o->work, &part));
    f.threads = NEW_ARRAY(struct thread, t->places.size + 1);
    mention_all(&f);
    for (uint32_t i = 0; i < t->places.size; i++)
        step(&f, i);
    finish_arrays(&f);
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
    vector_free(&f.indices);
    vector_free(&f.arrays);
    arena_release(&f.words);
    return r;
}

void core_free(struct core *c) { vector_free(&c->reasons); }
