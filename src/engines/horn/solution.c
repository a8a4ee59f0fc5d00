#include "engines/horn/solution.h"

/* Whose words an expression is in: roles 0 and 1 are at these locations; the proof calls role `self` itself, the other its partner. */
struct words {
    const struct encoding *n;
    const struct proof *proof;
    uint32_t location[2];
    unsigned self;
};

static expr in_words(void *context, expr leaf, expr index)
{
    const struct words *w = context;
    const struct program *p = w->n->program;
    struct exprs *x = p->exprs;
    uint32_t cells = p->cells.size;
    if (leaf->op != E_CELL && leaf->op != E_READ)
        return NULL;
    for (unsigned role = 0; role < 2; role++) {
        if (leaf->value == role_location(w->n, role))
            return expr_const(x, leaf->width, w->location[role]);
        if (leaf->value == role_self(w->n, role))
            return role == w->self ? expr_self(x) : expr_cell(x, SELF_WIDTH, proof_partner_id(w->proof));
    }
    uint32_t cell = (uint32_t)leaf->value % cells;
    bool partner = !cell_is_shared(&p->cells.data[cell]) && leaf->value / cells != w->self;
    uint32_t name = partner ? proof_partner(w->proof, cell) : cell;
    if (leaf->op == E_READ)
        return expr_read(x, leaf->width, name, index);
    bool distance = bitset_has(&w->n->relative.cells, cell);
    return distance ? expr_sub(x, expr_cell(x, leaf->width, name), expr_cell(x, leaf->width, w->n->base))
                    : expr_cell(x, leaf->width, name);
}

static expr put(struct words w, expr solution) { return expr_rewrite(w.n->program->exprs, solution, in_words, &w, NULL); }

static void say_locations(const struct encoding *n, struct proof_builder *proof)
{
    for (uint32_t k = 0; k < n->program->template_count; k++)
        for (uint32_t l = 0; l < n->program->codes.data[k].locations.size; l++) {
            struct words w = {n, proof->proof, {l, 0}, 0};
            uint32_t r = relation_of_one(n, k, l);
            expr found = r == NONE ? expr_bool(n->program->exprs, true) : put(w, n->horn.relations.data[r].solution);
            expr e = expr_and(n->program->exprs, n->known[k][l], found);
            if (!expr_is_false(e))
                proof_add_case(proof, (struct proof_place){k, l}, e);
        }
}

/* What is known of the second one's location, in the first one's words. */
static expr known_of_partner(const struct encoding *n, const struct proof *proof, struct proof_place at)
{
    struct exprs *x = n->program->exprs;
    uint32_t *names = NEW_ARRAY(uint32_t, n->program->cells.size + 1);
    for (uint32_t c = 0; c < n->program->cells.size; c++)
        names[c] = cell_is_shared(&n->program->cells.data[c]) ? c : proof_partner(proof, c);
    struct renaming r = {
        .exprs = x, .cell = names, .count = n->program->cells.size, .self = expr_cell(x, SELF_WIDTH, proof_partner_id(proof))};
    expr e = expr_rename(&r, n->known[at.code][at.location]);
    mem_free(names);
    return e;
}

/* What holds of all threads: every number that counts them is what its ghost says. */
static expr say_counts(const struct encoding *n, struct proof_builder *proof)
{
    struct exprs *x = n->program->exprs;
    expr all = expr_bool(x, true);
    vector_each(const struct horn_count *const *, c, &n->counted)
        all = expr_and(x, all, expr_eq(x, horn_count_value(n->program, *c), horn_count_add_ghost(*c, proof)));
    return all;
}

/* What is said of one of two, who is the partner or not. */
static expr one_of_two(const struct encoding *n, const struct proof *proof, struct proof_place at, bool partner)
{
    uint32_t r = relation_of_one(n, at.code, at.location);
    struct words w = {n, proof, {at.location, 0}, partner};
    return r == NONE ? expr_bool(n->program->exprs, true) : put(w, n->horn.relations.data[r].solution);
}

/* What is said of two. */
static expr two(const struct encoding *n, const struct proof *proof, struct proof_place a, struct proof_place b)
{
    uint32_t at = name_of_location(n, a.code, a.location), other = name_of_location(n, b.code, b.location);
    expr solution = n->horn.relations.data[n->relation.data[a.code * n->program->template_count + b.code]].solution;
    expr e = put((struct words){n, proof, {at, other}, 0}, solution);
    if (a.code == b.code && !expr_is_false(e))
        e = expr_and(n->program->exprs, e, put((struct words){n, proof, {other, at}, 1}, solution));
    return e;
}

static void say_pair(const struct encoding *n, struct proof_builder *proof, struct proof_place a, struct proof_place b, expr counts)
{
    assert(a.code < b.code || (a.code == b.code && a.location <= b.location));
    struct exprs *x = n->program->exprs;
    expr e = two(n->lemma ? n->lemma : n, proof->proof, a, b);
    if (n->lemma && !expr_is_false(e))
        e = expr_and(x, e, expr_and(x, one_of_two(n, proof->proof, a, false), one_of_two(n, proof->proof, b, true)));
    e = expr_and(x, expr_and(x, n->known[a.code][a.location], known_of_partner(n, proof->proof, b)), e);
    e = expr_and(x, counts, e);
    if (!expr_is_false(e))
        proof_add_pair_case(proof, a, b, e);
}

static void say_pairs(const struct encoding *n, struct proof_builder *proof)
{
    const struct program *p = n->program;
    expr counts = say_counts(n, proof);
    for (struct proof_place a = {0, 0}; a.code < p->template_count; a.code++)
        for (a.location = 0; a.location < p->codes.data[a.code].locations.size; a.location++)
            for (struct proof_place b = {a.code, 0}; b.code < p->template_count; b.code++)
                for (b.location = a.code == b.code ? a.location : 0; b.location < p->codes.data[b.code].locations.size;
                     b.location++)
                    if (are_enough(n, a.code, b.code) && !is_inside_section(&p->codes.data[a.code], a.location) &&
                        !is_inside_section(&p->codes.data[b.code], b.location))
                        say_pair(n, proof, a, b, counts);
}

void solution_say(const struct encoding *n, struct proof_builder *proof)
{
    assert(proof->proof->pairwise == is_pairwise(n));
    if (is_pairwise(n))
        say_pairs(n, proof);
    else
        say_locations(n, proof);
}
