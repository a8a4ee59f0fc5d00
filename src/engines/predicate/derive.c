#include "engines/predicate/derive.h"

#include "engines/predicate/forward.h"

struct derivation {
    const struct tree *tree;
    const struct predicate_model *model;
    const struct core *core;
    struct forward known;
    expr_vector *wanted; /* by place: conditions whose truth matters there */
};

static void want(struct derivation *d, uint32_t place, expr e)
{
    expr_vector atoms = {0};
    if (d->tree->places.data[place].cut)
        return;
    atoms_of(d->model->exprs, e, &atoms);
    vector_each(const expr *, a, &atoms)
        if (!expr_has(*a, E_INPUT) && expr_is_small(*a))
            expr_vector_add(&d->wanted[place], *a);
    vector_free(&atoms);
}

/* --- joins --- */

/* Cells that the other side of the join cannot speak of. */
static void private_cells(const struct derivation *d, const struct kind *k, bool as_other, struct bitset *out)
{
    const struct predicate_model *s = d->model;
    const uint32_t *name = as_other ? k->other : k->own;
    for (uint32_t c = 0; c < s->original->cells.size; c++)
        if (s->original->cells.data[c].owner == k->code && !(d->core->deep && !k->several))
            bitset_add(out, name[c]);
    if (as_other && k->several)
        bitset_add(out, s->other_self);
}

struct side {
    uint32_t place;
    const struct kind *kind;
    struct bitset hidden; /* its private cells, in joint words */
    expr_vector facts;    /* in joint words */
    bool is_actor;
};

static bool is_private(const struct side *s, expr e)
{
    return expr_mentions_any(e, &s->hidden) || (!s->is_actor && s->kind->several && expr_has(e, E_SELF));
}

static void want_at(struct derivation *d, const struct side *s, expr joint)
{
    want(d, s->place, s->is_actor ? predicate_model_as_own(d->model, s->kind, joint) : joint);
}

/* Frees e of the private cells of the side `of`, for the side `to`. */
static void free_of(struct derivation *d, expr e, const struct side *of, const struct side *to)
{
    expr_vector used = {0};
    expr r = forward_eliminate(d->model->exprs, e, &of->facts, &of->hidden, &used);
    if (!is_private(of, r)) {
        want_at(d, to, r);
        vector_each(const expr *, f, &used)
            want_at(d, of, *f);
    }
    vector_free(&used);
}

static void joint_atom(struct derivation *d, expr atom, const struct side *me, const struct side *actor,
                       const struct bitset *agreed)
{
    bool mine = is_private(me, atom), others = is_private(actor, atom);
    if (!others)
        want_at(d, me, atom);
    if (!mine && (others || expr_mentions_any(atom, agreed)))
        want_at(d, actor, atom);
    if (others)
        free_of(d, atom, actor, me);
    if (mine && others)
        free_of(d, atom, me, actor);
}

/* What holds on one side and speaks of cells that the two must agree on. */
static void exchange(struct derivation *d, const struct side *from, const struct side *to, const struct bitset *agreed)
{
    vector_each(const expr *, f, &from->facts)
        if (expr_mentions_any(*f, agreed) && !expr_has(*f, E_INPUT)) {
            want_at(d, from, *f);
            if (!is_private(from, *f))
                want_at(d, to, *f);
        }
}

/* Whether one of the two owns a cell is what ghost owners are for. */
static void ask_owners(struct derivation *d, const struct side *me, const struct side *actor, const struct bitset *agreed)
{
    struct exprs *x = d->model->exprs;
    for (uint32_t c = 0; c < d->model->original->cells.size; c++) {
        uint32_t owner = d->model->owners[c].ghost;
        if (owner == NONE || !bitset_has(agreed, owner))
            continue;
        want_at(d, me, expr_eq(x, expr_cell(x, SELF_WIDTH, owner), me->kind->self));
        want_at(d, actor, expr_eq(x, expr_cell(x, SELF_WIDTH, owner), actor->kind->other_self));
    }
}

static void through_join(struct derivation *d, uint32_t place, const expr_vector *conditions, const struct bitset *agreed)
{
    const struct tree_place *p = &d->tree->places.data[place];
    const struct predicate_model *s = d->model;
    struct side me = {.place = p->parent, .kind = &s->kinds.data[p->kind]};
    struct side actor = {.place = p->actor, .kind = &s->kinds.data[d->tree->places.data[p->actor].kind], .is_actor = true};
    expr_vector atoms = {0};
    private_cells(d, me.kind, false, &me.hidden);
    private_cells(d, actor.kind, true, &actor.hidden);
    vector_each(const expr *, f, &d->known.facts[p->parent])
        vector_push(&me.facts, *f);
    vector_each(const expr *, f, &d->known.facts[p->actor])
        vector_push(&actor.facts, predicate_model_as_other(s, actor.kind, *f));
    vector_each(const expr *, e, conditions)
        atoms_of(s->exprs, *e, &atoms);
    vector_each(const expr *, w, &d->wanted[place])
        atoms_of(s->exprs, expr_after(s->exprs, *w, p->updates, p->update_count, NULL), &atoms);
    vector_each(const expr *, a, &atoms)
        joint_atom(d, *a, &me, &actor, agreed);
    exchange(d, &me, &actor, agreed);
    exchange(d, &actor, &me, agreed);
    ask_owners(d, &me, &actor, agreed);
    bitset_free(&me.hidden);
    bitset_free(&actor.hidden);
    vector_free(&me.facts);
    vector_free(&actor.facts);
    vector_free(&atoms);
}

/* --- backwards --- */

static void backwards(struct derivation *d, uint32_t place)
{
    const struct tree_place *p = &d->tree->places.data[place];
    expr_vector conditions = {0};
    struct bitset agreed = {0};
    if (p->parent == NONE)
        return;
    vector_each(const struct conjunct *, r, &d->core->reasons) {
        if (r->place == place && r->conjunct)
            expr_vector_add(&conditions, r->conjunct);
        else if (r->place == place)
            bitset_add(&agreed, r->cell);
    }
    if (p->actor != NONE) {
        through_join(d, place, &conditions, &agreed);
    } else {
        vector_each(const expr *, e, &conditions)
            want(d, p->parent, *e);
        vector_each(const expr *, w, &d->wanted[place])
            want(d, p->parent, expr_after(d->model->exprs, *w, p->updates, p->update_count, NULL));
    }
    vector_free(&conditions);
    bitset_free(&agreed);
}

void derive_predicates(const struct tree *t, const struct core *core, proposals *out)
{
    assert(tree_valid(t) && core->reasons.size);
    struct derivation d = {.tree = t, .model = t->arg->model, .core = core};
    forward_init(&d.known, t);
    d.wanted = NEW_ARRAY(expr_vector, t->places.size + 1);
    for (uint32_t i = t->places.size; i-- > 0;) /* whatever follows from a place comes after it */
        backwards(&d, i);
    for (uint32_t i = 0; i < t->places.size; i++) {
        const struct tree_place *p = &t->places.data[i];
        vector_each(const expr *, w, &d.wanted[i])
            vector_push(out, (struct proposal){p->kind, p->location, *w});
        vector_free(&d.wanted[i]);
    }
    mem_free(d.wanted);
    forward_free(&d.known);
}
