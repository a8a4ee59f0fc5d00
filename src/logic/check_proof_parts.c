#include "logic/check_proof_parts.h"

#include "base/bitset.h"

#include <assert.h>

enum { MOST_SLOTS = 1 << 14 }; /* of an array: if it has more initial values than this they are left open */
static const uint32_t NOWHERE = UINT32_MAX;

/* --- what an expression speaks of --- */

struct uses {
    struct bitset cells;
    struct map locations; /* of at() */
    bool own;             /* own cells, or who one is */
};

struct uses_maker {
    const struct checker *k;
    struct uses *u;
};

static void use_node(void *context, expr e)
{
    struct uses_maker *m = context;
    if (e->op == E_AT)
        map_put(&m->u->locations, e->value, 1);
    if (e->op == E_CELL || e->op == E_READ) {
        bitset_add(&m->u->cells, (uint32_t)e->value);
        m->u->own |= !cell_is_shared(&m->k->program->cells.data[e->value]);
    }
    m->u->own |= e->op == E_SELF;
}

static const struct uses *uses_of(struct checker *k, expr e)
{
    uint64_t known;
    if (map_get(&k->uses, map_pointer_key(e), &known))
        return (const struct uses *)(uintptr_t)known;
    struct uses_maker m = {k, NEW(struct uses)};
    expr_visit(e, use_node, &m);
    map_put(&k->uses, map_pointer_key(e), (uintptr_t)m.u);
    return m.u;
}

static bool is_conjunct(expr all, expr one)
{
    if (all == one)
        return true;
    return all->op == E_AND && all->width == 1 && (is_conjunct(all->arg[0], one) || is_conjunct(all->arg[1], one));
}

static bool breakable(struct checker *k, const struct path *p, expr part)
{
    const struct uses *u = uses_of(k, part);
    uint32_t from = p->edges[0]->from, to = p->edges[p->count - 1]->to;
    bool touched =
        map_get(&u->locations, (uint64_t)p->code << 32 | from, NULL) || map_get(&u->locations, (uint64_t)p->code << 32 | to, NULL);
    for (uint32_t s = 0; s < p->count; s++)
        for (uint32_t i = 0; i < p->edges[s]->action.update_count; i++)
            touched |= bitset_has(&u->cells, p->edges[s]->action.updates[i].cell);
    expr after = k->proof->invariants.data[p->code][to];
    return touched && (u->own || u->locations.size || !after || !is_conjunct(after, part));
}

expr affected_part(struct checker *k, const struct path *p, expr invariant)
{
    if (invariant->op == E_AND && invariant->width == 1) {
        expr a = affected_part(k, p, invariant->arg[0]), b = affected_part(k, p, invariant->arg[1]);
        return !a ? b : !b ? a : expr_and(k->program->exprs, a, b);
    }
    return breakable(k, p, invariant) ? invariant : NULL;
}

bool seen_before(struct checker *k, uint32_t code, uint32_t l)
{
    assert(code < k->program->codes.size);
    expr *all = k->proof->invariants.data[code];
    uint64_t key = (uint64_t)code << 32 | all[l]->id;
    if (k->uses_at || map_get(&k->seen, key, NULL))
        return !k->uses_at;
    map_put(&k->seen, key, 1);
    return false;
}

/* --- at() --- */

static term location_term(struct checker *k, uint32_t code, uint32_t location)
{
    return smt_value(k->smt, SELF_WIDTH, code == NONE ? NOWHERE : k->base[code] + location);
}

/* L(instance). */
static term location_before(struct checker *k, term instance)
{
    vector_each(const struct at_entry *, a, &k->at)
        if (a->instance == instance)
            return a->location;
    vector_push(&k->at, (struct at_entry){instance, smt_fresh(k->smt, SELF_WIDTH, "L")});
    return vector_last(&k->at).location;
}

static term at_meaning(void *context, uint32_t code, uint32_t location, term instance)
{
    struct view_context *v = context;
    struct checker *k = v->checker;
    struct smt *s = k->smt;
    term here = location_term(k, code, location), before = smt_equal(s, location_before(k, instance), here);
    if (v->view != MOVER_AFTER && v->view != OTHER_AFTER)
        return before;
    term moved = smt_equal(s, instance, k->self[0]);
    return smt_or(s, smt_and(s, moved, smt_equal(s, k->target, here)), smt_and(s, smt_not(s, moved), before));
}

term is_instance(struct checker *k, uint32_t code, term id)
{
    assert(code < k->program->codes.size);
    const struct code *c = &k->program->codes.data[code];
    struct exprs *x = k->program->exprs;
    struct smt_scope scope = {.self = id, .inputs = ""};
    expr low = expr_binary(x, E_ULE, expr_const(x, SELF_WIDTH, c->first_id), expr_self(x));
    expr high = expr_binary(x, E_ULE, expr_self(x), expr_const(x, SELF_WIDTH, program_last_id(k->program, code)));
    return smt_holds(k->smt, &scope, expr_and(x, low, high));
}

void assume_at(struct checker *k)
{
    struct smt *s = k->smt;
    for (uint32_t i = 0; i < k->at.size; i++) {
        const struct at_entry *a = &k->at.data[i];
        term someone = smt_equal(s, a->location, location_term(k, NONE, 0)); /* or nobody, who is nowhere */
        for (uint32_t t = 0; t < k->program->template_count; t++)
            someone = smt_or(s, someone, is_instance(k, t, a->instance));
        smt_assert(s, someone);
        for (uint32_t j = 0; j < i; j++)
            smt_assert(s, smt_implies(s, smt_equal(s, a->instance, k->at.data[j].instance),
                                      smt_equal(s, a->location, k->at.data[j].location)));
    }
}

/* --- terms --- */

static struct smt_scope scope_of(struct checker *k, enum proof_view v)
{
    bool after = v == MOVER_AFTER || v == OTHER_AFTER, other = v == OTHER || v == OTHER_AFTER;
    return (struct smt_scope){
        .shared = after ? k->shared_after : k->shared,
        .own = v == MOVER_AFTER ? k->own_after : k->own[other],
        .self = k->self[other],
        .inputs = other   ? "b"
                  : after ? "next"
                          : "a", /* of a step of its own each */
        .at = at_meaning,
        .context = &k->contexts[v],
    };
}

term value_term(struct checker *k, enum proof_view v, expr e)
{
    struct smt_scope scope = scope_of(k, v);
    return smt_term(k->smt, &scope, e);
}

term expr_term(struct checker *k, enum proof_view v, expr e)
{
    uint64_t known;
    bool keep = v == MOVER || v == OTHER;
    if (keep && map_get(&k->terms[v], map_pointer_key(e), &known))
        return (term)(uintptr_t)known;
    term t = smt_formula(k->smt, value_term(k, v, e));
    if (keep) {
        map_put(&k->terms[v], map_pointer_key(e), (uintptr_t)t);
        k->at_kept = k->at.size;
    }
    return t;
}

/* --- what a question assumes --- */

void assume_instance(struct checker *k, enum proof_view who, uint32_t code, uint32_t location)
{
    assert(code < k->program->codes.size);
    struct smt *s = k->smt;
    expr e = k->proof->invariants.data[code][location];
    smt_assert(s, is_instance(k, code, k->self[who]));
    if (e)
        smt_assert(s, expr_term(k, who, e));
    if (who == OTHER)
        smt_assert(s, smt_not(s, smt_equal(s, k->self[0], k->self[1])));
    if (k->uses_at)
        smt_assert(s, smt_equal(s, location_before(k, k->self[who]), location_term(k, code, location)));
}

void assume_path(struct checker *k, const struct path *p)
{
    k->shared_after = smt_state_copy(k->smt, k->shared);
    k->own_after = smt_state_copy(k->smt, k->own[0]);
    k->target = location_term(k, p->code, p->edges[0]->from);
    for (uint32_t i = 0; i < p->count; i++) {
        const struct edge *e = p->edges[i];
        expr here = k->proof->invariants.data[p->code][e->from];
        struct smt_scope scope = scope_of(k, MOVER_AFTER);
        scope.inputs = i ? arena_printf(&k->arena, "a%u", i) : "a";
        smt_assert(k->smt, i ? smt_holds(k->smt, &scope, e->action.guard) : expr_term(k, MOVER, e->action.guard));
        if (i && here)
            smt_assert(k->smt, smt_holds(k->smt, &scope, here));
        if (here)
            assume_for_indices(k, &scope, here, &e->action);
        smt_apply(k->smt, &scope, &e->action);
        k->target = location_term(k, p->code, e->to);
    }
    k->at_path = k->at.size;
}

void forget_at(struct checker *k) { k->at.size = k->at_kept > k->at_path ? k->at_kept : k->at_path; }

void forget_path(struct checker *k)
{
    smt_state_free(k->shared_after);
    smt_state_free(k->own_after);
    k->shared_after = k->own_after = NULL;
    k->at_path = 0;
    forget_at(k);
}

/* --- the beginning --- */

static void assume_slot(struct checker *k, struct smt_state *own, const struct cell *c, expr index, uint64_t value)
{
    struct exprs *x = k->program->exprs;
    struct smt_scope scope = scope_of(k, MOVER);
    scope.own = own;
    expr is = expr_eq(x, program_cell_expr(k->program, c->id, index), expr_const(x, c->width, value));
    smt_assert(k->smt, smt_holds(k->smt, &scope, is));
}

/* Arrays with given values for each instance of a template: slot by slot. */
static void assume_slots(struct checker *k, struct smt_state *own, const struct cell *c)
{
    uint32_t *counts = NEW_ARRAY(uint32_t, k->program->codes.size + 1);
    bool bounded = true;
    for (uint32_t t = 0; t < k->program->template_count; t++)
        counts[t] = k->program->codes.data[t].instances;
    for (uint32_t r = 0; r < c->range_count; r++)
        bounded &= c->ranges[r].per_instance == NONE || counts[c->ranges[r].per_instance] != UNBOUNDED;
    uint64_t slots = bounded ? cell_slots(c, counts) : 0, first = c->ranges[0].count;
    if (c->ranges[0].per_instance != NONE)
        first *= counts[c->ranges[0].per_instance];
    k->coarse |= !bounded || slots > MOST_SLOTS;
    for (uint64_t i = 0; slots <= MOST_SLOTS && i < slots; i++)
        assume_slot(k, own, c, expr_const(k->program->exprs, c->index_width, cell_slot_index(c, i, counts)),
                    i < first ? c->inits[i % c->ranges[0].count] : c->init);
    mem_free(counts);
}

void assume_cell_initial(struct checker *k, struct smt_state *own, uint32_t cell)
{
    assert(cell < k->program->cells.size);
    const struct cell *c = &k->program->cells.data[cell];
    struct smt_state *state = cell_is_shared(c) ? k->shared : own;
    if (c->arbitrary)
        return;
    if (!cell_is_array(c))
        assume_slot(k, own, c, NULL, c->inits ? c->inits[0] : c->init);
    else if (!c->inits)
        smt_assert(k->smt, smt_initial(k->smt, state, c->id));
    else
        assume_slots(k, own, c);
}

void assume_initial(struct checker *k, uint32_t code, expr about)
{
    struct smt *s = k->smt;
    const struct uses *u = uses_of(k, about);
    bitset_each(c, &u->cells)
        assume_cell_initial(k, k->own[MOVER], c);
    smt_assert(s, is_instance(k, code, k->self[MOVER]));
    expr_term(k, MOVER, about); /* makes the entries of at() */
    for (uint32_t i = 0; i < k->at.size; i++)
        for (uint32_t t = 0; t < k->program->template_count; t++)
            smt_assert(s, smt_implies(s, is_instance(k, t, k->at.data[i].instance),
                                      smt_equal(s, k->at.data[i].location, location_term(k, t, k->program->codes.data[t].entry))));
}

/* --- the checker --- */

static void find_at(void *context, expr e) { *(bool *)context |= e->op == E_AT; }

void checker_init(struct checker *k, const struct proof *proof, const struct budget *budget, struct arena *words)
{
    const struct program *p = proof->program;
    *k = (struct checker){.proof = proof, .program = p, .budget = budget, .words = words, .smt = smt_new(p)};
    k->shared = smt_state_new(k->smt, "s");
    k->own[0] = smt_state_new(k->smt, "a");
    k->own[1] = smt_state_new(k->smt, "b");
    k->own[2] = smt_state_new(k->smt, "c");
    k->self[0] = smt_constant(k->smt, SELF_WIDTH, "self.a");
    k->self[1] = smt_constant(k->smt, SELF_WIDTH, "self.b");
    k->self[2] = smt_constant(k->smt, SELF_WIDTH, "self.c");
    for (unsigned v = 0; v < VIEWS; v++)
        k->contexts[v] = (struct view_context){k, (enum proof_view)v};
    k->base = ARENA_ARRAY(&k->arena, uint32_t, p->codes.size + 1);
    for (uint32_t c = 0; c < p->codes.size; c++) {
        k->base[c + 1] = k->base[c] + p->codes.data[c].locations.size;
        for (uint32_t l = 0; l < p->codes.data[c].locations.size; l++)
            if (proof->invariants.data[c][l])
                expr_visit(proof->invariants.data[c][l], find_at, &k->uses_at);
    }
}

void checker_free(struct checker *k)
{
    forget_path(k);
    smt_state_free(k->shared);
    smt_state_free(k->own[0]);
    smt_state_free(k->own[1]);
    smt_state_free(k->own[2]);
    smt_free(k->smt);
    for (uint32_t i = 0; i < k->uses.capacity; i++)
        if (k->uses.used[i] == 1) {
            struct uses *u = (struct uses *)(uintptr_t)k->uses.slots[i].value;
            bitset_free(&u->cells);
            map_free(&u->locations);
            mem_free(u);
        }
    map_free(&k->uses);
    map_free(&k->seen);
    map_free(&k->terms[0]);
    map_free(&k->terms[1]);
    vector_free(&k->at);
    arena_release(&k->arena);
}
