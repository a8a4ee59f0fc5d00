/* Proofs as data: made, looked through, taken apart into nodes and built again. */
#include "program/proof.h"
#include "program/float.h"

#include "program/substitute.h"

struct proof *proof_new(const struct program *p)
{
    struct proof *proof = NEW(struct proof);
    proof->program = p;
    vector_each(const struct code *, c, &p->codes)
        vector_push(&proof->invariants, ARENA_ARRAY(&proof->arena, expr, c->locations.size + 1));
    return proof;
}

void proof_free(struct proof *proof)
{
    if (!proof)
        return;
    vector_free(&proof->invariants);
    vector_free(&proof->ghosts);
    vector_free(&proof->ghost_updates);
    vector_free(&proof->pairs);
    vector_free(&proof->weights);
    arena_release(&proof->arena);
    mem_free(proof);
}

struct program *proof_with_ghosts(const struct proof *proof)
{
    struct program *p = program_clone(proof->program);
    vector_each(const struct proof_ghost *, g, &proof->ghosts) {
        uint32_t cell = program_add_ghost(p, g->name, g->width, g->init);
        p->cells.data[cell].arbitrary = g->any;
    }
    vector_each(const struct proof_ghost_update *, u, &proof->ghost_updates) {
        struct action *a = &p->codes.data[u->code].edges.data[u->edge].action;
        action_add_update(p, a, proof->program->cells.size + u->ghost, u->value);
    }
    if (proof->pairwise)
        proof_add_partner(proof, p);
    vector_each(struct code *, c, &p->codes)
        code_index(c);
    return p;
}

static void find_ghost(void *context, expr e)
{
    uint32_t *first = context; /* cells of the program, becomes 0 when a ghost is found */
    if (e->op == E_CELL && e->value >= *first)
        *first = 0;
}

static expr without_ghosts(const struct program *p, expr e, struct map *known)
{
    uint64_t done;
    if (map_get(known, map_pointer_key(e), &done))
        return (expr)(uintptr_t)done;
    expr weaker = e;
    if (e->width == 1 && (e->op == E_AND || e->op == E_OR)) {
        expr a = without_ghosts(p, e->arg[0], known), b = without_ghosts(p, e->arg[1], known);
        weaker = expr_binary(p->exprs, e->op, a, b);
    } else {
        uint32_t first = p->cells.size;
        expr_visit(e, find_ghost, &first);
        if (first != p->cells.size)
            weaker = expr_bool(p->exprs, true);
    }
    map_put(known, map_pointer_key(e), (uintptr_t)weaker);
    return weaker;
}

struct proof *proof_without_ghosts(const struct proof *proof)
{
    const struct program *p = proof->program;
    struct proof *plain = proof_new(p);
    struct map known = {0};
    for (uint32_t k = 0; k < p->codes.size; k++)
        for (uint32_t l = 0; l < p->codes.data[k].locations.size; l++) {
            expr e = proof->invariants.data[k][l];
            plain->invariants.data[k][l] = e ? without_ghosts(p, e, &known) : NULL;
        }
    map_free(&known);
    return plain;
}

/* --- what may be mentioned --- */

struct reader {
    const struct program *p; /* with ghosts */
    const struct proof *proof;
    uint32_t cells; /* of the program and ghosts; a partner's come after them */
    uint32_t code;
    bool in_step; /* an update: inputs may be mentioned, locations may not */
    const char *why;
};

static void check_node(void *context, expr e)
{
    struct reader *r = context;
    if (e->op == E_INPUT && !r->in_step)
        r->why = "an invariant mentions an input";
    if (e->op == E_AT && r->in_step)
        r->why = "a ghost depends on a location";
    if (e->op == E_AT &&
        (e->value >> 32 >= r->p->template_count || (uint32_t)e->value >= r->p->codes.data[e->value >> 32].locations.size))
        r->why = "an invariant mentions a location that does not exist";
    if (e->op != E_CELL && e->op != E_READ)
        return;
    if (e->value >= r->cells) {
        r->why = "an invariant mentions a cell that does not exist";
        return;
    }
    uint64_t ghost = e->value - r->proof->program->cells.size;
    if (r->in_step && ghost < r->proof->ghosts.size && r->proof->ghosts.data[ghost].any)
        r->why = "a ghost depends on one that may be anything";
    const struct cell *c = &r->p->cells.data[e->value];
    if (c->owner != NONE && c->owner != r->code)
        r->why = "an invariant mentions a cell of other code";
    if (c->width != e->width || cell_is_array(c) != (e->op == E_READ) || (e->op == E_READ && e->arg[0]->width != c->index_width))
        r->why = "an invariant mentions a cell as what it is not";
}

static const char *ghosts_wrong(const struct proof *proof)
{
    const struct program *p = proof->program;
    vector_each(const struct proof_ghost *, g, &proof->ghosts)
        if (g->width < 1 || g->width > 64 || g->init > width_mask(g->width) || !g->name)
            return "a ghost is no variable";
    vector_each(const struct proof_ghost *, g, &proof->ghosts)
        if (g->any && (g->init || proof->pairwise))
            return "a ghost that may be anything has a value, or two threads speak of it";
    vector_each(const struct proof_ghost_update *, u, &proof->ghost_updates) {
        if (u->ghost >= proof->ghosts.size || u->code >= p->template_count || u->edge >= p->codes.data[u->code].edges.size ||
            u->value->width != proof->ghosts.data[u->ghost].width)
            return "what a ghost does is not well-formed";
        if (proof->ghosts.data[u->ghost].any)
            return "a ghost that may be anything changes";
        for (const struct proof_ghost_update *v = proof->ghost_updates.data; v < u; v++)
            if (v->code == u->code && v->edge == u->edge && v->ghost == u->ghost)
                return "a step changes a ghost twice";
    }
    return NULL;
}

bool proof_valid(const struct proof *proof, const char **why)
{
    struct reader r = {.p = proof->program, .proof = proof, .why = ghosts_wrong(proof)};
    if (!r.why && proof->invariants.size != r.p->codes.size)
        r.why = "the proof is for other code";
    if ((*why = r.why))
        return false;
    struct program *with = proof_with_ghosts(proof);
    r = (struct reader){.p = with, .proof = proof, .cells = proof_partner(proof, 0), .in_step = true};
    vector_each(const struct proof_ghost_update *, u, &proof->ghost_updates) {
        r.code = u->code;
        expr_visit(u->value, check_node, &r);
    }
    r.in_step = false;
    for (r.code = 0; !r.why && r.code < r.p->codes.size; r.code++)
        for (uint32_t l = 0; !r.why && l < r.p->codes.data[r.code].locations.size; l++) {
            expr e = proof->invariants.data[r.code][l];
            if (e && e->width != 1)
                r.why = "an invariant is not a truth value";
            if (e)
                expr_visit(e, check_node, &r);
            if (e && proof->pairwise)
                r.why = "a proof by pairs has location invariants";
        }
    if (!r.why)
        r.why = proof_pairs_wrong(proof, with);
    program_free(with);
    *why = r.why;
    return !r.why;
}

/* --- nodes --- */

static void collect(struct proof_nodes *nodes, expr e)
{
    if (map_get(&nodes->index, map_pointer_key(e), NULL))
        return;
    for (unsigned i = 0; i < e->arity; i++)
        collect(nodes, e->arg[i]);
    map_put(&nodes->index, map_pointer_key(e), nodes->list.size);
    vector_push(&nodes->list, e);
}

void proof_nodes(const struct proof *proof, struct proof_nodes *nodes)
{
    for (uint32_t k = 0; k < proof->invariants.size; k++)
        for (uint32_t l = 0; l < proof->program->codes.data[k].locations.size; l++)
            if (proof->invariants.data[k][l])
                collect(nodes, proof->invariants.data[k][l]);
    vector_each(const struct proof_ghost_update *, u, &proof->ghost_updates)
        collect(nodes, u->value);
    vector_each(const struct proof_pair *, x, &proof->pairs)
        collect(nodes, x->holds);
}

void proof_nodes_free(struct proof_nodes *nodes)
{
    vector_free(&nodes->list);
    map_free(&nodes->index);
}

static unsigned arity_of(unsigned op)
{
    if (op == E_ITE)
        return 3;
    if ((op >= E_AND && op <= E_SLE) || (op >= E_FADD && op <= E_FLE))
        return 2;
    return op == E_CONCAT ? 2 : op <= E_INPUT && op != E_READ ? 0 : 1;
}

static expr leaf_node(const struct program *p, unsigned op, unsigned width, uint64_t value, const expr *arg)
{
    struct exprs *x = p->exprs;
    if (op == E_CONST)
        return value <= width_mask(width) ? expr_const(x, width, value) : NULL;
    if (op == E_SELF)
        return width == SELF_WIDTH ? expr_self(x) : NULL;
    if (op == E_AT) {
        bool exists = value >> 32 < p->template_count && (uint32_t)value < p->codes.data[value >> 32].locations.size;
        return exists && width == 1 && arg[0]->width == SELF_WIDTH ? expr_at(x, arg[0], (uint32_t)(value >> 32), (uint32_t)value)
                                                                   : NULL;
    }
    if (op == E_INPUT)
        return value < p->input_count ? expr_input(x, width, (uint32_t)value) : NULL;
    if (value >= p->cells.size)
        return NULL;
    const struct cell *c = &p->cells.data[value];
    if (c->width != width || cell_is_array(c) != (op == E_READ) || (op == E_READ && arg[0]->width != c->index_width))
        return NULL;
    return program_cell_expr(p, (uint32_t)value, op == E_READ ? arg[0] : NULL);
}

static expr operator_node(struct exprs *x, unsigned op, unsigned width, uint64_t value, const expr *arg)
{
    unsigned a = arg[0]->width;
    if (expr_is_float(op)) {
        expr b = op <= E_FLE ? arg[1] : NULL;
        struct operation o = {(enum expr_op)op, width, a, b ? b->width : 0, value};
        return float_fits(&o) ? expr_float(x, op, width, value, arg[0], b) : NULL;
    }
    switch (op) {
    case E_NOT:
    case E_NEG: return width == a ? expr_unary(x, op, arg[0]) : NULL;
    case E_ITE: return a == 1 && arg[1]->width == width && arg[2]->width == width ? expr_ite(x, arg[0], arg[1], arg[2]) : NULL;
    case E_ZEXT: return width > a ? expr_zext(x, arg[0], width) : NULL;
    case E_SEXT: return width > a ? expr_sext(x, arg[0], width) : NULL;
    case E_EXTRACT: return value < 64 && value + width <= a ? expr_extract(x, arg[0], (unsigned)value, width) : NULL;
    case E_CONCAT: return a + arg[1]->width == width ? expr_binary(x, op, arg[0], arg[1]) : NULL;
    default: {
        bool compares = op >= E_EQ && op <= E_SLE;
        return a == arg[1]->width && width == (compares ? 1 : a) ? expr_binary(x, op, arg[0], arg[1]) : NULL;
    }
    }
}

expr proof_node(const struct program *p, unsigned op, unsigned width, uint64_t value, unsigned arity, const expr *arg)
{
    if (op >= EXPR_OPS || width < 1 || width > 64 || arity != arity_of(op))
        return NULL;
    return op <= E_INPUT || op == E_AT ? leaf_node(p, op, width, value, arg) : operator_node(p->exprs, op, width, value, arg);
}

/* --- fingerprint --- */

struct printer {
    uint64_t hash;
    struct map known; /* expression to hash: identities of nodes differ from run to run */
};

static void mix(struct printer *f, uint64_t v) { f->hash = hash_pair(f->hash, v); }

static uint64_t hash_expr(struct printer *f, expr e)
{
    uint64_t h;
    if (map_get(&f->known, map_pointer_key(e), &h))
        return h;
    h = hash_pair(e->value, (uint64_t)e->op << 8 | e->width);
    for (unsigned i = 0; i < e->arity; i++)
        h = hash_pair(h, hash_expr(f, e->arg[i]));
    map_put(&f->known, map_pointer_key(e), h);
    return h;
}

static void mix_expr(struct printer *f, expr e) { mix(f, e ? hash_expr(f, e) : 0); }

static void mix_cell(struct printer *f, const struct cell *c)
{
    mix(f, hash_bytes(c->name, strlen(c->name)));
    mix(f, (uint64_t)c->width << 32 | (uint64_t)c->index_width << 16 | (uint64_t)c->arbitrary << 1 | c->dropped);
    mix(f, c->owner);
    mix(f, c->init);
    for (uint32_t i = 0; i < c->range_count; i++) {
        const struct cell_range *r = &c->ranges[i];
        mix(f, r->first);
        mix(f, r->stride);
        mix(f, r->count);
        mix(f, r->per_instance);
        mix(f, r->instance_stride);
    }
    uint64_t given = !c->inits ? 0 : c->range_count ? c->ranges[0].count : 1;
    for (uint64_t i = 0; i < given; i++)
        mix(f, c->inits[i]);
}

static void mix_action(struct printer *f, const struct action *a)
{
    mix(f, a->kind == ACT_HALT || a->kind == ACT_CALL ? a->kind : 0);
    mix_expr(f, a->guard);
    for (uint32_t i = 0; i < a->update_count; i++) {
        mix(f, a->updates[i].cell);
        mix_expr(f, a->updates[i].index);
        mix_expr(f, a->updates[i].value);
    }
    for (uint32_t i = 0; i < a->access_count; i++) {
        mix(f, a->accesses[i].id);
        mix_expr(f, a->accesses[i].index);
    }
}

uint64_t program_fingerprint(const struct program *p)
{
    struct printer f = {.hash = p->template_count};
    vector_each(const struct cell *, c, &p->cells)
        mix_cell(&f, c);
    vector_each(const struct code *, c, &p->codes) {
        mix(&f, (uint64_t)c->entry << 32 | c->exit);
        mix(&f, (uint64_t)c->instances << 32 | c->first_id);
        vector_each(const struct location *, l, &c->locations)
            mix(&f, (uint64_t)l->flags << 32 | l->check);
        vector_each(const struct edge *, e, &c->edges) {
            mix(&f, (uint64_t)e->from << 32 | e->to);
            mix_action(&f, &e->action);
        }
    }
    vector_each(const struct check *, c, &p->checks) {
        mix(&f, (uint64_t)c->access_a << 32 | c->access_b);
        mix(&f, (uint64_t)c->kind << 32 | c->property);
    }
    map_free(&f.known);
    return f.hash;
}
