/* What is well-formed in a proof by pairs. */
#include "program/proof.h"

#include <assert.h>

void proof_add_partner(const struct proof *proof, struct program *p)
{
    const struct program *plain = proof->program;
    for (uint32_t c = 0; c < plain->cells.size; c++) {
        struct cell cell = plain->cells.data[c];
        cell.name = arena_printf(&p->arena, "%s_P", cell.name);
        cell.dropped |= cell_is_shared(&cell);
        cell.owner = cell_is_shared(&cell) ? 0 : cell.owner; /* never mentioned */
        program_add_cell(p, cell);
    }
    program_add_cell(p, (struct cell){.name = "self_P", .width = SELF_WIDTH, .owner = 0, .subject = NONE});
}

struct pair_reader {
    const struct proof *proof;
    const struct program *with;
    const struct proof_pair *pair;
    const char *why;
};

static void check_mention(void *context, expr e)
{
    struct pair_reader *r = context;
    if (e->op == E_INPUT || e->op == E_AT)
        r->why = "a pair mentions an input or a location";
    if (e->op != E_CELL && e->op != E_READ)
        return;
    if (e->value >= r->with->cells.size) {
        r->why = "a pair mentions a cell that does not exist";
        return;
    }
    const struct cell *c = &r->with->cells.data[e->value];
    uint32_t first = proof_partner(r->proof, 0), id = proof_partner_id(r->proof);
    bool partner = e->value >= first && e->value < id;
    if (partner && cell_is_shared(&r->proof->program->cells.data[e->value - first]))
        r->why = "a pair mentions a shared cell as the partner's";
    if (!cell_is_shared(c) && e->value != id && c->owner != (partner ? r->pair->other : r->pair->code))
        r->why = "a pair mentions a cell of other code";
    if (c->width != e->width || cell_is_array(c) != (e->op == E_READ) || (e->op == E_READ && e->arg[0]->width != c->index_width))
        r->why = "a pair mentions a cell as what it is not";
}

static bool is_place(const struct program *p, uint32_t code, uint32_t location)
{
    return code < p->template_count && location < p->codes.data[code].locations.size;
}

static const char *pair_wrong(const struct proof *proof, const struct program *with, const struct proof_pair *x)
{
    const struct program *p = proof->program;
    if (!is_place(p, x->code, x->location) || !is_place(p, x->other, x->other_location))
        return "a pair is about a location that does not exist";
    if (x->code > x->other || (x->code == x->other && x->location > x->other_location))
        return "a pair is the wrong way round";
    if (!x->holds || x->holds->width != 1)
        return "a pair is not a truth value";
    struct pair_reader r = {proof, with, x, NULL};
    expr_visit(x->holds, check_mention, &r);
    return r.why;
}

/* A weight may be of a ghost. */
static const char *weight_wrong(const struct proof *proof, const struct program *with, const struct proof_weight *w)
{
    if (!is_place(proof->program, w->code, w->location) || w->cell >= proof_partner(proof, 0))
        return "a weight is of what does not exist";
    const struct cell *c = &with->cells.data[w->cell];
    if (!cell_is_shared(c) || cell_is_array(c) || c->arbitrary || c->inits || c->width < 2)
        return "a weight is of a cell that has none";
    return NULL;
}

const char *proof_pairs_wrong(const struct proof *proof, const struct program *with)
{
    assert(with->cells.size >= proof->program->cells.size);
    const char *why = NULL;
    struct map seen = {0};
    if (!proof->pairwise)
        return proof->pairs.size || proof->weights.size ? "a proof that is not by pairs has some" : NULL;
    vector_each(const struct proof_pair *, x, &proof->pairs) {
        uint64_t place = hash_pair((uint64_t)x->code << 32 | x->location, (uint64_t)x->other << 32 | x->other_location);
        why = why ? why : pair_wrong(proof, with, x);
        if (map_get(&seen, place, NULL))
            why = "two pairs are about the same locations";
        map_put(&seen, place, 1);
    }
    map_clear(&seen);
    vector_each(const struct proof_weight *, w, &proof->weights) {
        uint64_t place = hash_pair(w->cell, (uint64_t)w->code << 32 | w->location);
        why = why ? why : weight_wrong(proof, with, w);
        if (map_get(&seen, place, NULL))
            why = "a location has two weights";
        map_put(&seen, place, 1);
    }
    map_free(&seen);
    return why;
}
