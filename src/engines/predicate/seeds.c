#include "engines/predicate/seeds.h"

#include "facts/owners.h"

static void add_atoms(struct precision *p, uint32_t kind, uint32_t location, expr e)
{
    expr_vector atoms = {0};
    atoms_of(p->model->exprs, e, &atoms);
    vector_each(const expr *, a, &atoms)
        precision_add(p, kind, location, *a);
    vector_free(&atoms);
}

static void seed_steps(struct precision *p, bool all)
{
    for (uint32_t k = 0; k < p->model->kinds.size; k++)
        vector_each(const struct kind_move *, m, &p->model->kinds.data[k].moves) {
            uint8_t flags = predicate_model_location(p->model, k, m->to)->flags;
            if (all || flags & (LOC_ERROR | LOC_UNSUPPORTED))
                add_atoms(p, k, m->from, m->guard);
        }
}

void seed_checks(struct precision *p) { seed_steps(p, false); }
void seed_guards(struct precision *p) { seed_steps(p, true); }

void seed_facts(struct precision *p, const struct assumed *facts)
{
    for (uint32_t k = 0; k < p->model->kinds.size; k++)
        for (uint32_t l = 0; l < predicate_model_code(p->model, k)->locations.size; l++)
            vector_each(const expr *, e, &facts->at.data[k][l])
                add_atoms(p, k, l, *e);
}

/* --- locks --- */

static bool writes(const struct kind_move *m, uint32_t cell)
{
    for (uint32_t i = 0; i < m->update_count; i++)
        if (m->updates[i].cell == cell)
            return true;
    return false;
}

/* The locations of the kind at which it may hold the cell that the move has taken. */
static void held_from(const struct predicate_model *s, uint32_t kind, uint32_t location, uint32_t cell, struct bitset *held)
{
    const struct code *c = predicate_model_code(s, kind);
    u32_vector open = {0};
    vector_push(&open, location);
    while (open.size) {
        uint32_t l = vector_pop(&open);
        if (bitset_has(held, l))
            continue;
        bitset_add(held, l);
        for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
            const struct kind_move *m = &s->kinds.data[kind].moves.data[c->out_edge.data[i]];
            if (!writes(m, cell))
                vector_push(&open, m->to);
        }
    }
    vector_free(&open);
}

static void seed_lock(struct precision *p, uint32_t kind, uint32_t cell)
{
    const struct predicate_model *s = p->model;
    const struct kind *k = &s->kinds.data[kind];
    const struct code *c = predicate_model_code(s, kind);
    struct bitset held = {0};
    expr free_test = NULL;
    for (uint32_t e = 0; e < c->edges.size; e++)
        if (action_acquires(s->original, &c->edges.data[e].action, cell, &free_test))
            held_from(s, kind, c->edges.data[e].to, cell, &held);
    uint32_t owner = s->owners[cell].ghost != NONE ? s->owners[cell].ghost : cell;
    bool has_owner = s->program->cells.data[owner].width == SELF_WIDTH;
    bitset_each(l, &held) {
        if (has_owner)
            precision_add(p, kind, l, expr_eq(s->exprs, expr_cell(s->exprs, SELF_WIDTH, owner), k->self));
        if (owner != cell)
            add_atoms(p, kind, l, free_test);
    }
    bitset_free(&held);
}

void seed_locks(struct precision *p)
{
    for (uint32_t k = 0; k < p->model->kinds.size; k++)
        for (uint32_t c = 0; c < p->model->original->cells.size; c++) {
            const struct cell *cell = &p->model->original->cells.data[c];
            if (cell_is_shared(cell) && !cell_is_array(cell) && !cell->dropped && !cell->arbitrary)
                seed_lock(p, k, c);
        }
}
