#include "engines/predicate/proof.h"

#include "program/proof_build.h"

enum { MOST_NODES = 4000, MOST_INSTANCES = 12 };

struct teller {
    const struct predicate_model *model;
    const struct kind *kind; /* in whose words something is said; NULL: in the words of the program */
    struct proof_builder b;
    u32_vector cells;   /* of the model, that have ghosts, */
    expr_vector ghosts; /* and these */
};

/* --- ghosts --- */

static expr ghost_of(struct teller *t, uint32_t cell)
{
    const struct cell *c = &t->model->program->cells.data[cell];
    for (uint32_t i = 0; i < t->cells.size; i++)
        if (t->cells.data[i] == cell)
            return t->ghosts.data[i];
    if (cell_is_array(c) || c->arbitrary)
        proof_cannot(&t->b, BECAUSE(UNPROVED_LOCALS));
    vector_push(&t->cells, cell);
    vector_push(&t->ghosts, proof_add_ghost(&t->b, arena_printf(&t->b.proof->arena, "ghost.%s", c->name), c->width, c->init));
    return vector_last(&t->ghosts);
}

/* Of a local of a kind of one instance; NULL if the cell is none. */
static expr mirror_of(struct teller *t, uint32_t cell)
{
    const struct program *p = t->model->original;
    vector_each(const struct kind *, k, &t->model->kinds)
        for (uint32_t c = 0; !k->several && c < p->cells.size; c++)
            if (p->cells.data[c].owner == k->code && k->own[c] == cell)
                return proof_mirror(&t->b, k->code, k->instance, c);
    return NULL;
}

static expr tell_leaf(void *context, expr leaf, expr index)
{
    struct teller *t = context;
    const struct program *p = t->model->original;
    if (leaf->op != E_CELL && leaf->op != E_READ)
        return NULL;
    uint32_t cell = (uint32_t)leaf->value;
    if (cell < p->cells.size && (!t->kind || cell_is_shared(&p->cells.data[cell])))
        return NULL;
    for (uint32_t c = 0; t->kind && c < p->cells.size; c++)
        if (p->cells.data[c].owner == t->kind->code && t->kind->own[c] == cell)
            return program_cell_expr(p, c, leaf->op == E_READ ? index : NULL);
    expr mirror = leaf->op == E_CELL ? mirror_of(t, cell) : NULL;
    return mirror ? mirror : leaf->op == E_CELL ? ghost_of(t, cell) : NULL;
}

static expr in_program(struct teller *t, const struct kind *k, expr e)
{
    t->kind = k;
    return expr_rewrite(t->model->exprs, e, tell_leaf, t, NULL);
}

static void follow_edge(struct teller *t, uint32_t code, uint32_t edge, expr ghost, expr value)
{
    proof_follow(&t->b, code, edge, ghost, in_program(t, NULL, value));
}

/* Who owns a cell. */
static void follow_owner(struct teller *t, expr ghost, uint32_t owned)
{
    const struct program *p = t->model->original;
    for (uint32_t c = 0; c < p->template_count; c++)
        for (uint32_t e = 0; e < p->codes.data[c].edges.size; e++) {
            const struct action *a = &p->codes.data[c].edges.data[e].action;
            for (uint32_t i = 0; i < a->update_count; i++)
                if (a->updates[i].cell == owned)
                    follow_edge(
                        t, c, e, ghost,
                        owner_after(p->exprs, &t->model->owners[owned], a->guard, a->updates[i].value, expr_self(p->exprs)));
        }
}

/* Whether one of several was created: a constant, set by the moves that create one. */
static void follow_creation(struct teller *t, expr ghost, uint32_t begun)
{
    const struct program *p = t->model->original;
    struct bitset done = {0};
    vector_each(const struct kind *, k, &t->model->kinds) {
        for (uint32_t e = 0; !bitset_has(&done, k->code) && e < k->moves.size; e++)
            for (uint32_t i = 0; i < k->moves.data[e].update_count; i++)
                if (k->moves.data[e].updates[i].cell == begun)
                    follow_edge(t, k->code, e, ghost, expr_bool(p->exprs, true));
        bitset_add(&done, k->code);
    }
    bitset_free(&done);
}

static void follow(struct teller *t, uint32_t cell, expr ghost)
{
    const struct predicate_model *s = t->model;
    for (uint32_t c = 0; c < s->original->cells.size; c++)
        if (s->owners[c].ghost == cell) {
            follow_owner(t, ghost, c);
            return;
        }
    vector_each(const struct kind *, k, &s->kinds) {
        if (k->begun == cell) {
            follow_creation(t, ghost, cell);
            return;
        }
    }
    proof_cannot(&t->b, BECAUSE(UNPROVED_LOCALS));
}

/* --- invariants --- */

/* Where the thread of a pc is, or NULL. */
static const struct kind *kind_of_pc(const struct predicate_model *s, uint32_t cell)
{
    vector_each(const struct kind *, k, &s->kinds)
        if (k->pc == cell)
            return k;
    return NULL;
}

struct pc_search {
    const struct predicate_model *model;
    expr equation, at;
};

static void find_pc(void *context, expr e)
{
    struct pc_search *s = context;
    if (e->op != E_EQ || e->arg[0]->op != E_CELL || e->arg[1]->op != E_CONST)
        return;
    const struct kind *k = kind_of_pc(s->model, (uint32_t)e->arg[0]->value);
    if (k) {
        s->equation = e;
        s->at = expr_at(s->model->exprs, k->self, k->code, (uint32_t)e->arg[1]->value);
    }
}

/* A fact of a node in words of the program. */
static expr tell(struct teller *t, const struct kind *kind, expr e)
{
    for (;;) {
        struct pc_search s = {t->model, NULL, NULL};
        expr_visit(e, find_pc, &s);
        if (!s.equation)
            break;
        e = expr_replace(t->model->exprs, e, s.equation, s.at);
    }
    return in_program(t, kind, e);
}

static bool has_sections(const struct predicate_model *s)
{
    for (uint32_t k = 0; k < s->kinds.size; k++)
        vector_each(const struct location *, l, &predicate_model_code(s, k)->locations)
            if (l->flags & LOC_ATOMIC)
                return true;
    return false;
}

static expr facts_of(struct teller *t, struct arg *a, const struct arg_node *n)
{
    struct exprs *x = a->model->exprs;
    const struct kind *k = &a->model->kinds.data[n->kind];
    expr_vector facts = {0};
    expr all = expr_bool(x, true);
    node_facts(a, n, false, &facts);
    vector_each(const expr *, e, &facts)
        all = expr_and(x, all, tell(t, k, *e));
    if (!k->several)
        all = expr_and(x, all, instance_is_self(a->model->original, k->code, k->instance));
    vector_free(&facts);
    return all;
}

struct creations {
    const struct program *p;
    uint32_t code;
    expr any; /* of those that the guard reads */
};

static void find_creation(void *context, expr e)
{
    struct creations *c = context;
    if (e->op != E_READ && e->op != E_CELL)
        return;
    const struct cell *cell = &c->p->cells.data[e->value];
    if (cell->role == CELL_STARTED && cell->subject == c->code && cell->width == 1)
        c->any = expr_or(c->p->exprs, c->any, e);
}

/* Who waits to be created knows: if it is, then one of them is. */
static void link_creations(struct teller *t)
{
    const struct program *p = t->model->original;
    vector_each(const struct kind *, k, &t->model->kinds) {
        bool told = false;
        vector_each(const uint32_t *, c, &t->cells)
            told |= *c == k->begun;
        if (k->begun == NONE || !told)
            continue;
        vector_each(const struct edge *, e, &p->codes.data[k->code].edges) {
            struct creations c = {p, k->code, expr_bool(p->exprs, false)};
            expr_visit(e->action.guard, find_creation, &c);
            proof_add_fact(&t->b, (struct proof_place){k->code, e->from}, expr_implies(p->exprs, c.any, ghost_of(t, k->begun)));
        }
    }
}

/* --- counters --- */

/* Where all instances are can be said; that nobody moves while main sets a counter would have to be said too. */
static bool may_tell_counters(const struct arg *a)
{
    const struct program *p = a->model->original;
    uint64_t all = 0;
    for (uint32_t t = 0; t < p->template_count; t++)
        all += p->codes.data[t].instances;
    vector_each(const struct counter *, c, &a->counted->counters.list)
        if (c->set)
            return false;
    return all <= MOST_INSTANCES;
}

/* The cell is its initial value and what every instance has added where it is. */
static expr counter_sum(const struct arg *a, const struct counter *counter)
{
    const struct program *p = a->model->original;
    struct exprs *x = p->exprs;
    const struct cell *cell = &p->cells.data[counter->cell];
    expr sum = expr_const(x, cell->width, cell->init), zero = expr_const(x, cell->width, 0);
    for (uint32_t k = 0; k < a->model->kinds.size; k++) {
        const struct kind *kind = &a->model->kinds.data[k];
        const struct code *c = predicate_model_code(a->model, k);
        for (uint32_t n = 0; n < c->instances; n++)
            for (uint32_t l = 0; (kind->several || kind->instance == n) && l < c->locations.size; l++) {
                expr part = expr_const(x, cell->width, (uint64_t)counter->part[kind->code][l]);
                expr at = expr_at(x, instance_id(p, kind->code, n), kind->code, l);
                if (part != zero)
                    sum = expr_add(x, sum, expr_ite(x, at, part, zero));
            }
    }
    return expr_eq(x, expr_cell(x, cell->width, counter->cell), sum);
}

struct proof *predicate_proof(struct arg *a, const struct proof *facts, const struct reason **why_not)
{
    assert(a->target == NONE && a->next == a->nodes.size && !a->stopped);
    bool counters = a->counted && !may_tell_counters(a), ghosts = facts && facts->ghosts.size;
    *why_not = counters ? BECAUSE(UNPROVED_COUNTERS) : BECAUSE(UNPROVED_STATES);
    if (a->nodes.size > MOST_NODES || has_sections(a->model) || counters || ghosts)
        return NULL;
    struct teller t = {.model = a->model, .b = proof_begin(a->model->original, false)};
    vector_each(const struct arg_node *, n, &a->nodes)
        if (!n->covered)
            proof_add_case(&t.b, (struct proof_place){a->model->kinds.data[n->kind].code, n->location}, facts_of(&t, a, n));
    link_creations(&t);
    for (uint32_t i = 0; a->counted && i < a->counted->counters.list.size; i++)
        proof_add_fact_everywhere(&t.b, counter_sum(a, &a->counted->counters.list.data[i]));
    if (facts)
        proof_conjoin(t.b.proof, facts);
    for (uint32_t i = 0; i < t.cells.size && !t.b.why_not; i++) /* may find more */
        follow(&t, t.cells.data[i], t.ghosts.data[i]);
    vector_free(&t.cells);
    vector_free(&t.ghosts);
    return proof_end(&t.b, why_not);
}
