#include "engines/predicate/forward.h"

enum { MOST_FACTS = 60, SMALL = 24 };

static void count_node(void *context, expr e)
{
    (void)e;
    ++*(uint32_t *)context;
}

bool expr_is_small(expr e)
{
    uint32_t n = 0;
    expr_visit(e, count_node, &n);
    return n <= SMALL;
}

/* --- equations --- */

struct elimination {
    struct exprs *exprs;
    const expr_vector *facts;
    const struct bitset *of;
    expr_vector *used;
};

static expr other_side(expr equation, expr leaf, const struct bitset *of)
{
    if (equation->op != E_EQ)
        return NULL;
    for (unsigned i = 0; i < 2; i++) {
        expr side = equation->arg[1 - i];
        if (equation->arg[i] == leaf && !expr_mentions_any(side, of) && !expr_has(side, E_INPUT))
            return side;
    }
    return NULL;
}

static expr replace_leaf(void *context, expr leaf, expr index)
{
    struct elimination *e = context;
    (void)index;
    if (leaf->op != E_CELL || !bitset_has(e->of, (uint32_t)leaf->value))
        return NULL;
    vector_each(const expr *, f, e->facts) {
        expr side = other_side(*f, leaf, e->of);
        if (side) {
            if (e->used)
                expr_vector_add(e->used, *f);
            return side;
        }
    }
    return NULL;
}

expr forward_eliminate(struct exprs *x, expr e, const expr_vector *facts, const struct bitset *of, expr_vector *used)
{
    struct elimination el = {x, facts, of, used};
    return expr_rewrite(x, e, replace_leaf, &el, NULL);
}

/* --- from before a step to after it --- */

struct shift {
    struct exprs *exprs;
    const struct update *updates;
    uint32_t count;
    bool failed;
};

static expr cell_before(struct shift *s, expr leaf)
{
    struct exprs *x = s->exprs;
    bool written = false;
    for (uint32_t i = 0; i < s->count; i++) {
        const struct update *u = &s->updates[i];
        if (u->cell != leaf->value)
            continue;
        written = true;
        if (!u->index && u->value == leaf)
            return leaf;
        if (!u->index && u->value->op == E_ADD && u->value->arg[0] == leaf && expr_is_const(u->value->arg[1]))
            return expr_sub(x, leaf, u->value->arg[1]);
    }
    if (!written)
        return leaf;
    for (uint32_t i = 0; i < s->count; i++) /* saved elsewhere in the same step */
        if (!s->updates[i].index && s->updates[i].value == leaf)
            return expr_cell(x, leaf->width, s->updates[i].cell);
    s->failed = true;
    return leaf;
}

static expr shift_leaf(void *context, expr leaf, expr index)
{
    struct shift *s = context;
    (void)index;
    if (leaf->op == E_INPUT)
        s->failed = true;
    if (leaf->op == E_CELL)
        return cell_before(s, leaf);
    for (uint32_t i = 0; leaf->op == E_READ && i < s->count; i++)
        if (s->updates[i].cell == leaf->value)
            s->failed = true;
    return NULL;
}

/* NULL if it cannot be said afterwards. */
static expr shift_over(struct exprs *x, expr e, const struct update *updates, uint32_t count)
{
    struct shift s = {x, updates, count, false};
    expr r = expr_rewrite(x, e, shift_leaf, &s, NULL);
    return s.failed ? NULL : r;
}

/* --- along the paths --- */

static void add_fact(expr_vector *facts, expr e)
{
    if (facts->size < MOST_FACTS && !expr_is_const(e) && expr_is_small(e))
        expr_vector_add(facts, e);
}

static void others_cells(const struct predicate_model *s, const struct kind *k, struct bitset *out)
{
    for (uint32_t c = 0; c < s->original->cells.size; c++)
        if (s->original->cells.data[c].owner == k->code)
            bitset_add(out, k->other[c]);
    if (k->several)
        bitset_add(out, s->other_self);
}

static void begin(const struct tree *t, uint32_t place, expr_vector *facts)
{
    const struct predicate_model *s = t->arg->model;
    const struct tree_place *p = &t->places.data[place];
    if (p->cut) {
        node_facts(t->arg, &t->arg->nodes.data[p->node], false, facts);
        return;
    }
    struct bitset cells = {0};
    vector_each(const struct tree_place *, q, &t->places) {
        if (q->condition)
            expr_cells(q->condition, &cells);
        for (uint32_t i = 0; i < q->update_count; i++)
            bitset_add(&cells, q->updates[i].cell);
    }
    bitset_each(c, &cells) {
        const struct cell *cell = &s->program->cells.data[c];
        bool own = cell->owner == s->kinds.data[p->kind].code && c < s->original->cells.size;
        if (!cell_is_array(cell) && !cell->arbitrary && (own || bitset_has(&s->visible, c)))
            add_fact(facts, expr_eq(s->exprs, expr_cell(s->exprs, cell->width, c), expr_const(s->exprs, cell->width, cell->init)));
    }
    bitset_free(&cells);
}

/* The facts of the actor as the other thread sees them. */
static void facts_of_actor(struct forward *k, uint32_t actor, expr_vector *out)
{
    const struct predicate_model *s = k->tree->arg->model;
    const struct kind *kind = &s->kinds.data[k->tree->places.data[actor].kind];
    vector_each(const expr *, f, &k->facts[actor])
        vector_push(out, predicate_model_as_other(s, kind, *f));
}

static void step(struct forward *k, uint32_t place)
{
    const struct predicate_model *s = k->tree->arg->model;
    const struct tree_place *p = &k->tree->places.data[place];
    struct exprs *x = s->exprs;
    expr_vector before = {0}, seen = {0};
    struct bitset hidden = {0};
    struct update *updates = NEW_ARRAY(struct update, p->update_count + 1);
    for (uint32_t i = 0; i < p->update_count; i++)
        updates[i] = p->updates[i];
    conjuncts_of(p->condition, &before);
    if (p->actor != NONE) {
        facts_of_actor(k, p->actor, &seen);
        others_cells(s, &s->kinds.data[k->tree->places.data[p->actor].kind], &hidden);
        for (uint32_t i = 0; i < p->update_count; i++)
            updates[i].value = forward_eliminate(x, updates[i].value, &seen, &hidden, NULL);
        for (uint32_t i = 0; i < before.size; i++)
            before.data[i] = forward_eliminate(x, before.data[i], &seen, &hidden, NULL);
    }
    for (uint32_t i = 0; i < p->update_count; i++) { /* what was written comes first: it is the newest */
        expr value = p->updates[i].index ? NULL : shift_over(x, updates[i].value, updates, p->update_count);
        if (value && !expr_mentions_any(value, &hidden))
            add_fact(&k->facts[place], expr_eq(x, expr_cell(x, value->width, updates[i].cell), value));
    }
    vector_each(const expr *, e, &k->facts[p->parent])
        expr_vector_add(&before, *e);
    vector_each(const expr *, e, &before) {
        expr now = shift_over(x, *e, updates, p->update_count);
        if (now && !expr_mentions_any(now, &hidden))
            add_fact(&k->facts[place], now);
    }
    mem_free(updates);
    vector_free(&before);
    vector_free(&seen);
    bitset_free(&hidden);
}

void forward_init(struct forward *k, const struct tree *t)
{
    assert(tree_valid(t));
    k->tree = t;
    k->facts = NEW_ARRAY(expr_vector, t->places.size + 1);
    for (uint32_t i = 0; i < t->places.size; i++)
        if (t->places.data[i].parent == NONE)
            begin(t, i, &k->facts[i]);
        else
            step(k, i);
}

void forward_free(struct forward *k)
{
    for (uint32_t i = 0; i < k->tree->places.size; i++)
        vector_free(&k->facts[i]);
    mem_free(k->facts);
}
