/* Sharing: a shared cell that only one single instance touches becomes that template's own; a shared scalar, or an array element, that
 * nobody can give another value than its initial one becomes that value.
 * Requires: nothing. Breaks: accesses of cells that are no longer shared are forgotten (no race is possible on them). */
#include "passes/edit.h"
#include "passes/passes.h"

struct use {
    uint32_t code;      /* the only one so far, or NONE */
    bool many, written; /* written: with a value that need not be the initial one */
};

static void note_use(struct use *u, uint32_t code, bool write)
{
    u->many |= u->code != NONE && u->code != code;
    u->code = code;
    u->written |= write;
}

static bool keeps_initial(const struct cell *c, expr value)
{
    return !c->arbitrary && !c->inits && expr_is_const(value) && value->value == c->init;
}

static bool has_update(const struct action *a, uint32_t cell)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (a->updates[i].cell == cell)
            return true;
    return false;
}

/* An access whose value nobody looks at (the front end knows it) is a use, too: it can race. */
static void note_uses(const struct program *p, struct use *uses)
{
    mentions m = {0};
    for (uint32_t k = 0; k < p->codes.size; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges) {
            const struct action *a = &e->action;
            action_mentions(a, &m);
            vector_each(const struct mention *, x, &m)
                note_use(&uses[x->cell], k, false);
            for (uint32_t i = 0; i < a->update_count; i++)
                note_use(&uses[a->updates[i].cell], k, !keeps_initial(&p->cells.data[a->updates[i].cell], a->updates[i].value));
            for (uint32_t i = 0; i < a->access_count; i++)
                note_use(&uses[a->accesses[i].cell], k, a->accesses[i].write && !has_update(a, a->accesses[i].cell));
        }
    vector_free(&m);
}

struct constants {
    struct program *p;
    const struct use *uses;
};

/* Initial value of one slot of an array cell that has no copies for instances; false if it is not known. */
static bool slot_init(const struct cell *c, uint64_t index, uint64_t *value)
{
    if (c->range_count != 1 || c->ranges[0].per_instance != NONE)
        return false;
    uint64_t slot = cell_slot(c, index, NULL);
    if (slot == NONE64)
        return false;
    *value = c->inits ? c->inits[slot] : c->init;
    return true;
}

static expr constant_leaf(void *context, expr leaf, expr index)
{
    struct constants *k = context;
    if (leaf->op != E_CELL && leaf->op != E_READ)
        return NULL;
    const struct cell *c = &k->p->cells.data[leaf->value];
    uint64_t v = c->init;
    if (!cell_is_shared(c) || c->arbitrary || k->uses[c->id].written)
        return NULL;
    if (leaf->op == E_READ && (!expr_is_const(index) || !slot_init(c, index->value, &v)))
        return NULL;
    return expr_const(k->p->exprs, leaf->width, v);
}

void pass_sharing(struct program *p)
{
    struct use *uses = NEW_ARRAY(struct use, p->cells.size);
    for (uint32_t i = 0; i < p->cells.size; i++)
        uses[i].code = NONE;
    note_uses(p, uses);

    struct constants k = {p, uses};
    struct expr_memo *memo = expr_memo_new();
    vector_each(struct code *, c, &p->codes)
        vector_each(struct edge *, e, &c->edges)
            action_rewrite(p, &e->action, constant_leaf, &k, memo);
    expr_memo_free(memo);

    vector_each(struct cell *, c, &p->cells) {
        const struct use *u = &uses[c->id];
        if (cell_is_shared(c) && !u->many && u->code != NONE && u->code < p->template_count &&
            p->codes.data[u->code].instances == 1)
            c->owner = u->code;
    }
    mem_free(uses);
}
