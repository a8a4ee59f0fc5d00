#include "report/unset.h"

enum { MAIN = 0 };

static bool begins_otherwise(const struct program *original, const struct program *proved, uint32_t cell)
{
    const struct cell *was = &original->cells.data[cell], *is = &proved->cells.data[cell];
    return cell_is_shared(was) && !is->dropped && !is->arbitrary && !is->inits &&
           (was->arbitrary || was->inits || was->init != is->init);
}

static bool sets(const struct action *a, uint32_t cell)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (a->updates[i].cell == cell)
            return true;
    return false;
}

static void follow(struct unset_cell *u, const struct code *main)
{
    bitset_add(&u->at, main->entry);
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct edge *, e, &main->edges) {
            if (!bitset_has(&u->at, e->from) || sets(&e->action, u->cell))
                continue;
            u->beside |= e->action.kind == ACT_CREATE || e->action.kind == ACT_CALL;
            changed |= !bitset_has(&u->at, e->to);
            bitset_add(&u->at, e->to);
        }
    }
}

void unset_find(struct unset_cells *u, const struct program *original, const struct program *proved)
{
    assert(original->codes.size && proved->codes.size);
    *u = (struct unset_cells){0};
    for (uint32_t c = 0; c < original->cells.size && c < proved->cells.size; c++)
        if (begins_otherwise(original, proved, c)) {
            vector_push(&u->list, (struct unset_cell){.cell = c});
            follow(&vector_last(&u->list), &original->codes.data[MAIN]);
        }
}

void unset_free(struct unset_cells *u)
{
    vector_each(struct unset_cell *, x, &u->list)
        bitset_free(&x->at);
    vector_free(&u->list);
}

struct search {
    const struct unset_cells *unset;
    uint32_t code, origin;
    bool found;
};

static void look(void *context, expr e)
{
    struct search *s = context;
    if (e->op != E_CELL && e->op != E_READ)
        return;
    vector_each(const struct unset_cell *, x, &s->unset->list)
        s->found |= x->cell == e->value && (s->code == MAIN ? bitset_has(&x->at, s->origin) : x->beside);
}

static expr weakened(struct exprs *pool, struct search *s, expr e)
{
    if (e->op == E_AND && e->width == 1)
        return expr_and(pool, weakened(pool, s, e->arg[0]), weakened(pool, s, e->arg[1]));
    s->found = false;
    expr_visit(e, look, s);
    return s->found ? expr_bool(pool, true) : e;
}

expr unset_left_out(const struct unset_cells *u, const struct proof *proof, uint32_t code, uint32_t location)
{
    const expr *of = proof->invariants.data[code];
    if (!of || !of[location] || !u->list.size)
        return of ? of[location] : NULL;
    struct search s = {u, code, proof->program->codes.data[code].locations.data[location].origin, false};
    return weakened(proof->program->exprs, &s, of[location]);
}
