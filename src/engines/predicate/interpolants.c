#include "engines/predicate/interpolants.h"

#include "base/effort.h"
#include "base/log.h"
#include "engines/predicate/forward.h"
#include "engines/predicate/initial.h"
#include "logic/interpolate.h"

enum { MOST_PLACES = 120 };

struct encoding {
    const struct tree *tree;
    const struct predicate_model *model;
    const struct core *core;
    struct interpolation problem; /* a node for each place */
    struct bitset *needed;        /* by place: cells whose values there matter, in the words of the place */
    struct bitset *given;         /* by place where a path begins: cells whose initial value is part of the core */
    struct bitset *lost;          /* by place: arrays that were written at an unknown index */
    struct map *now;              /* by place: leaf (cell, element, E_SELF, input) to the variable that it has become there */
    expr_vector meaning;          /* by variable: the leaf; NULL: an input */
    struct bitset unsigned_cells;
    bool identities; /* the core speaks of thread ids */
};

/* --- variables --- */

static expr variable_expr(const struct encoding *e, uint32_t variable, unsigned width)
{
    return expr_cell(e->model->exprs, width, e->model->program->cells.size + variable);
}

static expr new_variable(struct encoding *e, uint32_t place, expr leaf, bool has_meaning)
{
    uint32_t v = e->meaning.size;
    vector_push(&e->meaning, has_meaning ? leaf : NULL);
    if (has_meaning && leaf->op != E_SELF && bitset_has(&e->unsigned_cells, (uint32_t)leaf->value))
        bitset_add(&e->problem.is_unsigned, e->model->program->cells.size + v);
    map_put(&e->now[place], map_pointer_key(leaf), v);
    return variable_expr(e, v, leaf->width);
}

static void say(struct encoding *e, uint32_t place, expr formula)
{
    if (!expr_is_true(formula))
        vector_push(&e->problem.nodes.data[place].formulas, formula);
}

/* At the beginning of a path. */
static expr first_variable(struct encoding *e, uint32_t place, expr leaf)
{
    struct exprs *x = e->model->exprs;
    expr v = new_variable(e, place, leaf, true);
    if (leaf->op == E_SELF) {
        const struct kind *k = &e->model->kinds.data[e->tree->places.data[place].kind];
        say(e, place, expr_replace(x, k->range, leaf, v));
    } else if (bitset_has(&e->given[place], (uint32_t)leaf->value)) {
        expr value = predicate_model_initial_value(e->model, leaf);
        if (value)
            say(e, place, expr_eq(x, v, value));
    }
    return v;
}

/* What a leaf is at a place. */
static expr value_at(struct encoding *e, uint32_t place, expr leaf)
{
    for (uint32_t p = place;; p = e->tree->places.data[p].parent) {
        uint64_t v;
        if (map_get(&e->now[p], map_pointer_key(leaf), &v))
            return variable_expr(e, (uint32_t)v, leaf->width);
        if (leaf->op == E_READ && bitset_has(&e->lost[p], (uint32_t)leaf->value))
            return new_variable(e, p, leaf, true);
        if (e->tree->places.data[p].parent == NONE)
            return first_variable(e, p, leaf);
    }
}

/* --- expressions of a step --- */

struct reading {
    struct encoding *encoding;
    uint32_t place; /* whose step it is */
    uint32_t mine;  /* place whose state the step begins in */
    uint32_t actor; /* place of the other thread, or NONE */
};

/* A cell in joint words: whether it is the actor's, and what the actor calls it. */
static bool is_actors(const struct encoding *e, uint32_t actor, uint32_t *cell)
{
    const struct kind *k = &e->model->kinds.data[e->tree->places.data[actor].kind];
    for (uint32_t c = 0; c < e->model->original->cells.size; c++)
        if (e->model->original->cells.data[c].owner == k->code && k->other[c] == *cell) {
            *cell = k->own[c];
            return true;
        }
    return false;
}

static expr read_leaf(void *context, expr leaf, expr index)
{
    struct reading *r = context;
    struct encoding *e = r->encoding;
    struct exprs *x = e->model->exprs;
    uint32_t cell = (uint32_t)leaf->value, from = r->mine;
    uint64_t v;
    if (leaf->op == E_INPUT || (leaf->op == E_READ && !expr_is_const(index))) {
        if (map_get(&e->now[r->place], map_pointer_key(leaf), &v) && !e->meaning.data[v])
            return variable_expr(e, (uint32_t)v, leaf->width);
        return new_variable(e, r->place, leaf, false);
    }
    if (leaf->op == E_CELL && r->actor != NONE && cell == e->model->other_self)
        return value_at(e, r->actor, expr_self(x));
    if (leaf->op != E_SELF && r->actor != NONE && is_actors(e, r->actor, &cell))
        from = r->actor;
    if (leaf->op == E_SELF)
        return value_at(e, from, leaf);
    return value_at(e, from, index ? expr_read(x, leaf->width, cell, index) : expr_cell(x, leaf->width, cell));
}

static expr read_all(struct reading *r, expr e) { return expr_rewrite(r->encoding->model->exprs, e, read_leaf, r, NULL); }

/* --- what matters --- */

static void need(struct encoding *e, uint32_t mine, uint32_t actor, expr what)
{
    struct bitset cells = {0};
    expr_cells(what, &cells);
    bitset_each(c, &cells) {
        uint32_t cell = c;
        bool others = actor != NONE && is_actors(e, actor, &cell);
        bitset_add(&e->needed[others ? actor : mine], cell);
    }
    bitset_free(&cells);
}

static void need_before(struct encoding *e, uint32_t place)
{
    const struct tree_place *p = &e->tree->places.data[place];
    struct bitset left = {0};
    bitset_copy(&left, &e->needed[place]);
    for (uint32_t i = 0; i < p->update_count; i++) {
        const struct update *u = &p->updates[i];
        if (!bitset_has(&e->needed[place], u->cell))
            continue;
        need(e, p->parent, p->actor, u->value);
        if (!u->index)
            bitset_remove(&left, u->cell);
    }
    bitset_unite(&e->needed[p->parent], &left);
    bitset_free(&left);
}

static void need_reasons(struct encoding *e)
{
    for (uint32_t i = e->tree->places.size; i-- > 0;) {
        const struct tree_place *p = &e->tree->places.data[i];
        vector_each(const struct conjunct *, r, &e->core->reasons) {
            if (r->place != i)
                continue;
            if (r->conjunct)
                need(e, p->parent == NONE ? i : p->parent, p->actor, r->conjunct);
            else if (p->parent == NONE)
                bitset_add(&e->given[i], r->cell);
            else
                bitset_add(&e->needed[p->parent], r->cell), bitset_add(&e->needed[p->actor], r->cell);
        }
        if (p->parent != NONE)
            need_before(e, i);
    }
}

static void note_unsigned(void *context, expr e)
{
    if (e->op == E_ULT || e->op == E_ULE)
        for (unsigned i = 0; i < 2; i++)
            expr_cells(e->arg[i], context);
}

static void note_signs(struct encoding *e)
{
    vector_each(const struct conjunct *, r, &e->core->reasons)
        if (r->conjunct) {
            expr_visit(r->conjunct, note_unsigned, &e->unsigned_cells);
            struct bitset other = {0};
            bitset_add(&other, e->model->other_self);
            e->identities |= expr_has(r->conjunct, E_SELF) || expr_mentions_any(r->conjunct, &other);
            bitset_free(&other);
        }
}

/* --- the formulas --- */

/* The two threads of a join see one value. */
static void say_agreed(struct encoding *e, uint32_t place, uint32_t cell)
{
    const struct tree_place *p = &e->tree->places.data[place];
    struct exprs *x = e->model->exprs;
    const struct cell *c = &e->model->program->cells.data[cell];
    if (!cell_is_array(c)) {
        expr leaf = expr_cell(x, c->width, cell);
        say(e, place, expr_eq(x, value_at(e, p->parent, leaf), value_at(e, p->actor, leaf)));
        return;
    }
    expr_vector elements = {0};
    vector_each(const expr *, m, &e->meaning)
        if (*m && (*m)->op == E_READ && (*m)->value == cell)
            expr_vector_add(&elements, *m);
    vector_each(const expr *, leaf, &elements)
        say(e, place, expr_eq(x, value_at(e, p->parent, *leaf), value_at(e, p->actor, *leaf)));
    vector_free(&elements);
}

static void say_updates(struct encoding *e, uint32_t place, struct reading *r)
{
    const struct tree_place *p = &e->tree->places.data[place];
    struct exprs *x = e->model->exprs;
    expr_vector leaves = {0}, values = {0};
    for (uint32_t i = 0; i < p->update_count; i++) {
        const struct update *u = &p->updates[i];
        if (!bitset_has(&e->needed[place], u->cell))
            continue;
        expr index = u->index ? read_all(r, u->index) : NULL;
        if (index && !expr_is_const(index)) {
            bitset_add(&e->lost[place], u->cell);
            continue;
        }
        vector_push(&leaves, index ? expr_read(x, u->value->width, u->cell, index) : expr_cell(x, u->value->width, u->cell));
        vector_push(&values, read_all(r, u->value));
    }
    for (uint32_t i = 0; i < leaves.size; i++)
        if (!bitset_has(&e->lost[place], (uint32_t)leaves.data[i]->value))
            say(e, place, expr_eq(x, new_variable(e, place, leaves.data[i], true), values.data[i]));
    vector_free(&leaves);
    vector_free(&values);
}

static void say_place(struct encoding *e, uint32_t place)
{
    const struct tree_place *p = &e->tree->places.data[place];
    struct reading r = {e, place, p->parent == NONE ? place : p->parent, p->actor};
    vector_each(const struct conjunct *, why, &e->core->reasons)
        if (why->place == place && why->conjunct)
            say(e, place, read_all(&r, why->conjunct));
    if (p->actor != NONE) {
        const struct kind *k = &e->model->kinds.data[e->tree->places.data[p->actor].kind];
        expr differ = expr_ne(e->model->exprs, e->model->kinds.data[p->kind].self, k->other_self);
        if (e->identities)
            say(e, place, read_all(&r, differ));
    }
    if (p->parent != NONE)
        say_updates(e, place, &r);
    vector_each(const struct conjunct *, why, &e->core->reasons)
        if (why->place == place && !why->conjunct && p->parent != NONE)
            say_agreed(e, place, why->cell);
}

/* --- back to predicates --- */

static expr meaning_of(void *context, expr leaf, expr index)
{
    const struct encoding *e = context;
    (void)index;
    if (leaf->op != E_CELL || leaf->value < e->model->program->cells.size)
        return NULL;
    return e->meaning.data[leaf->value - e->model->program->cells.size];
}

static void propose(struct encoding *e, uint32_t place, proposals *out)
{
    const struct tree_place *p = &e->tree->places.data[place];
    expr found = e->problem.nodes.data[place].interpolant;
    expr_vector atoms = {0};
    if (!found || expr_is_const(found) || p->cut)
        return;
    atoms_of(e->model->exprs, expr_rewrite(e->model->exprs, found, meaning_of, e, NULL), &atoms);
    vector_each(const expr *, a, &atoms)
        if (expr_is_small(*a))
            vector_push(out, (struct proposal){p->kind, p->location, *a});
    vector_free(&atoms);
}

static void encoding_init(struct encoding *e, const struct budget *budget)
{
    uint32_t n = e->tree->places.size;
    double left = SHARE_PREDICATE_INTERPOLANTS * budget_left(budget);
    e->problem = (struct interpolation){.exprs = e->model->exprs, .limit = smt_limit_within(PATIENCE_PREDICATE_CUT, NULL)};
    e->problem.seconds = left < SECONDS_PREDICATE_INTERPOLANTS ? left : SECONDS_PREDICATE_INTERPOLANTS;
    e->needed = NEW_ARRAY(struct bitset, n + 1);
    e->given = NEW_ARRAY(struct bitset, n + 1);
    e->lost = NEW_ARRAY(struct bitset, n + 1);
    e->now = NEW_ARRAY(struct map, n + 1);
    vector_each(const struct tree_place *, p, &e->tree->places)
        vector_push(&e->problem.nodes, (struct interpolation_node){.before = {p->parent, p->actor}});
}

static void encoding_free(struct encoding *e)
{
    for (uint32_t i = 0; i < e->tree->places.size; i++) {
        bitset_free(&e->needed[i]);
        bitset_free(&e->given[i]);
        bitset_free(&e->lost[i]);
        map_free(&e->now[i]);
    }
    mem_free(e->needed);
    mem_free(e->given);
    mem_free(e->lost);
    mem_free(e->now);
    vector_free(&e->meaning);
    bitset_free(&e->unsigned_cells);
    interpolation_free(&e->problem);
}

void interpolate_predicates(const struct tree *t, const struct core *core, const struct budget *budget,
                            struct smt_statistics *statistics, proposals *out)
{
    assert(tree_valid(t) && core->reasons.size);
    struct encoding e = {.tree = t, .model = t->arg->model, .core = core};
    if (t->places.size > MOST_PLACES)
        return;
    encoding_init(&e, budget);
    note_signs(&e);
    need_reasons(&e);
    for (uint32_t i = 0; i < t->places.size; i++)
        say_place(&e, i);
    bool found = interpolate(&e.problem, statistics);
    for (uint32_t i = 0; found && i < t->places.size; i++)
        propose(&e, i, out);
    log_debug("predicate: %s", found ? "interpolants" : "no interpolants");
    encoding_free(&e);
}
