/* Builds proofs for engines. A mirror is known by whom it mirrors; the ties between a local and its mirror are added in the end, when
 * all cases are there. */
#include "program/proof_build.h"

#include <assert.h>

struct proof_builder proof_begin(const struct program *p, bool pairwise)
{
    struct proof_builder b = {.proof = proof_new(p)};
    b.proof->pairwise = pairwise;
    for (uint32_t c = 0; !pairwise && c < p->template_count; c++)
        for (uint32_t l = 0; l < p->codes.data[c].locations.size; l++)
            b.proof->invariants.data[c][l] = expr_bool(p->exprs, false);
    return b;
}

void proof_cannot(struct proof_builder *b, const struct reason *why_not)
{
    assert(why_not);
    b->why_not = b->why_not ? b->why_not : why_not;
}

/* --- what holds where --- */

static expr *said_at(struct proof_builder *b, struct proof_place at)
{
    assert(!b->proof->pairwise && at.code < b->proof->program->template_count);
    assert(at.location < b->proof->program->codes.data[at.code].locations.size);
    return &b->proof->invariants.data[at.code][at.location];
}

void proof_add_case(struct proof_builder *b, struct proof_place at, expr holds)
{
    expr *said = said_at(b, at);
    *said = expr_or(b->proof->program->exprs, *said, holds);
    b->cases++;
}

void proof_add_fact(struct proof_builder *b, struct proof_place at, expr holds)
{
    expr *said = said_at(b, at);
    *said = expr_and(b->proof->program->exprs, *said, holds);
}

void proof_add_fact_everywhere(struct proof_builder *b, expr holds)
{
    const struct program *p = b->proof->program;
    for (uint32_t c = 0; c < p->template_count; c++)
        for (uint32_t l = 0; l < p->codes.data[c].locations.size; l++)
            proof_add_fact(b, (struct proof_place){c, l}, holds);
}

static uint64_t pair_key(const struct proof_pair *x)
{
    return hash_pair((uint64_t)x->code << 32 | x->location, (uint64_t)x->other << 32 | x->other_location);
}

void proof_add_pair_case(struct proof_builder *b, struct proof_place at, struct proof_place other, expr holds)
{
    assert(b->proof->pairwise);
    assert(at.code < other.code || (at.code == other.code && at.location <= other.location));
    struct exprs *x = b->proof->program->exprs;
    struct proof_pair pair = {at.code, at.location, other.code, other.location, expr_bool(x, false)};
    uint64_t found;
    if (!map_get(&b->pairs, pair_key(&pair), &found)) {
        found = b->proof->pairs.size;
        vector_push(&b->proof->pairs, pair);
        map_put(&b->pairs, pair_key(&pair), found);
    }
    expr *said = &b->proof->pairs.data[found].holds;
    *said = expr_or(x, *said, holds);
    b->cases++;
}

/* --- ghosts --- */

expr proof_add_ghost(struct proof_builder *b, const char *name, uint8_t width, uint64_t init)
{
    const struct program *p = b->proof->program;
    expr ghost = expr_cell(p->exprs, width, p->cells.size + b->proof->ghosts.size);
    vector_push(&b->proof->ghosts,
                (struct proof_ghost){.name = arena_strdup(&b->proof->arena, name), .width = width, .init = init});
    return ghost;
}

expr proof_add_any(struct proof_builder *b, const char *name, uint8_t width)
{
    assert(!b->proof->pairwise);
    expr ghost = proof_add_ghost(b, name, width, 0);
    vector_last(&b->proof->ghosts).any = true;
    return ghost;
}

void proof_follow(struct proof_builder *b, uint32_t code, uint32_t edge, expr ghost, expr value)
{
    assert(ghost->op == E_CELL && ghost->value - b->proof->program->cells.size < b->proof->ghosts.size);
    uint32_t number = (uint32_t)ghost->value - b->proof->program->cells.size;
    vector_push(&b->proof->ghost_updates, (struct proof_ghost_update){code, edge, number, value});
}

expr proof_mirror(struct proof_builder *b, uint32_t code, uint32_t instance, uint32_t local)
{
    const struct program *p = b->proof->program;
    const struct cell *cell = &p->cells.data[local];
    const struct code *c = &p->codes.data[code];
    assert(cell->owner == code && instance < c->instances);
    if (cell_is_array(cell) || cell->arbitrary) {
        proof_cannot(b, BECAUSE(UNPROVED_LOCALS));
        return NULL;
    }
    for (uint32_t g = 0; g < b->proof->ghosts.size; g++) {
        const struct proof_ghost *m = &b->proof->ghosts.data[g];
        if (m->mirror && m->code == code && m->instance == instance && m->local == local)
            return expr_cell(p->exprs, cell->width, p->cells.size + g);
    }
    const char *name = arena_printf(&b->proof->arena, "%s.%u.%s", c->name, instance, cell->name);
    expr ghost = proof_add_ghost(b, name, cell->width, cell->inits ? cell->inits[0] : cell->init);
    struct proof_ghost *m = &vector_last(&b->proof->ghosts);
    m->mirror = true, m->code = code, m->instance = instance, m->local = local;
    for (uint32_t e = 0; e < c->edges.size; e++)
        for (uint32_t i = 0; i < c->edges.data[e].action.update_count; i++) {
            const struct update *u = &c->edges.data[e].action.updates[i];
            if (u->cell == local)
                proof_follow(b, code, e, ghost, expr_ite(p->exprs, instance_is_self(p, code, instance), u->value, ghost));
        }
    return ghost;
}

static void tie_mirrors(struct proof_builder *b)
{
    const struct program *p = b->proof->program;
    for (uint32_t g = 0; g < b->proof->ghosts.size; g++) {
        const struct proof_ghost *m = &b->proof->ghosts.data[g];
        if (!m->mirror)
            continue;
        expr same = expr_eq(p->exprs, expr_cell(p->exprs, m->width, p->cells.size + g), expr_cell(p->exprs, m->width, m->local));
        expr tie = expr_implies(p->exprs, instance_is_self(p, m->code, m->instance), same);
        for (uint32_t l = 0; l < p->codes.data[m->code].locations.size; l++)
            proof_add_fact(b, (struct proof_place){m->code, l}, tie);
    }
}

/* --- the end --- */

struct proof *proof_end(struct proof_builder *b, const struct reason **why_not)
{
    struct proof *proof = b->proof;
    tie_mirrors(b);
    map_free(&b->pairs);
    b->proof = NULL;
    *why_not = b->why_not;
    if (b->why_not) {
        proof_free(proof);
        return NULL;
    }
    assert(proof_valid(proof, &(const char *){NULL}));
    return proof;
}

/* --- two proofs --- */

static void conjoin_pairs(struct proof *a, const struct proof *b)
{
    struct map said = {0};
    uint32_t kept = 0, own = a->weights.size;
    for (uint32_t i = 0; i < b->pairs.size; i++)
        map_put(&said, pair_key(&b->pairs.data[i]), i);
    vector_each(const struct proof_pair *, x, &a->pairs) {
        struct proof_pair both = *x;
        uint64_t i;
        if (!map_get(&said, pair_key(x), &i)) /* b says that these two are not there together */
            continue;
        both.holds = expr_and(a->program->exprs, x->holds, b->pairs.data[i].holds);
        if (!expr_is_false(both.holds))
            a->pairs.data[kept++] = both;
    }
    a->pairs.size = kept;
    map_free(&said);
    vector_each(const struct proof_weight *, w, &b->weights) {
        bool known = false;
        for (uint32_t i = 0; i < own; i++)
            known |= a->weights.data[i].cell == w->cell; /* then all its weights are there */
        if (!known)
            vector_push(&a->weights, *w);
    }
}

void proof_conjoin(struct proof *a, const struct proof *b)
{
    assert(a->program == b->program && a->pairwise == b->pairwise);
    if (a->pairwise) {
        assert(a->ghosts.size == b->ghosts.size);
        conjoin_pairs(a, b);
        return;
    }
    assert(!b->ghosts.size);
    for (uint32_t c = 0; c < a->program->template_count; c++)
        for (uint32_t l = 0; l < a->program->codes.data[c].locations.size; l++) {
            expr *one = &a->invariants.data[c][l], two = b->invariants.data[c][l];
            *one = !*one ? two : two ? expr_and(a->program->exprs, *one, two) : *one;
        }
}

/* --- instances --- */

expr instance_id(const struct program *p, uint32_t code, uint32_t instance)
{
    assert(code < p->template_count);
    return expr_const(p->exprs, SELF_WIDTH, (uint64_t)p->codes.data[code].first_id + instance);
}

expr instance_is_self(const struct program *p, uint32_t code, uint32_t instance)
{
    if (p->codes.data[code].instances == 1)
        return expr_bool(p->exprs, true);
    return expr_eq(p->exprs, expr_self(p->exprs), instance_id(p, code, instance));
}
