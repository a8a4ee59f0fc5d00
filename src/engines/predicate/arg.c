#include "engines/predicate/arg.h"

#include "engines/predicate/initial.h"

enum { MOST_NODES = 200000, MOVE_BITS = 20, MOST_KINDS = 1 << (32 - MOVE_BITS) };

bool arg_fits(const struct program *p)
{
    for (uint32_t t = 0; t < p->template_count; t++)
        if (p->codes.data[t].edges.size >> MOVE_BITS)
            return false;
    return p->template_count < MOST_KINDS / 2;
}

void arg_init(struct arg *a, const struct predicate_model *s, const struct precision *p, const struct assumed *assumed,
              struct cube_abstraction *ab, const struct budget *budget)
{
    *a = (struct arg){.model = s, .precision = p, .assumed = assumed, .abstraction = ab, .budget = budget, .target = NONE};
    for (uint32_t k = 0; k < s->kinds.size; k++)
        vector_push(&a->at, NEW_ARRAY(u32_vector, predicate_model_code(s, k)->locations.size + 1));
    for (uint32_t k = 0; k < s->kinds.size; k++)
        vector_push(&a->words, NEW_ARRAY(struct location_facts, predicate_model_code(s, k)->locations.size + 1));
}

/* Once set it stays set: a graph that was left half way is never taken for a complete one. */
static bool out_of_budget(struct arg *a)
{
    if (!a->stopped && budget_left(a->budget) <= 0)
        a->stopped = BECAUSE(EFFORT);
    if (!a->stopped)
        budget_ends(a->budget, &a->stopped);
    return a->stopped;
}

/* --- nodes --- */

static const struct location_facts *words_at(struct arg *a, uint32_t kind, uint32_t location)
{
    struct location_facts *w = &a->words.data[kind][location];
    if (!w->made)
        location_facts_make(w, a->precision, a->assumed, kind, location);
    return w;
}

static void assumed_facts(struct arg *a, const struct arg_node *n, bool as_other, expr_vector *out)
{
    const struct location_facts *w = words_at(a, n->kind, n->location);
    for (uint32_t i = 0; n->held == NONE && i < w->always[as_other].size; i++)
        vector_push(out, w->always[as_other].data[i]);
}

void node_known(struct arg *a, const struct arg_node *n, const struct arg_node *actor, expr_vector *out)
{
    assert(n->kind < a->model->kinds.size);
    assumed_facts(a, n, false, out);
    if (actor)
        assumed_facts(a, actor, true, out);
    if (a->counted)
        counted_facts(a->counted, n->kind, n->location, actor ? actor->kind : NONE, actor ? actor->location : NONE, out);
}

void node_facts(struct arg *a, const struct arg_node *n, bool as_other, expr_vector *out)
{
    assert(n->kind < a->model->kinds.size && n->location < predicate_model_code(a->model, n->kind)->locations.size);
    const struct location_facts *w = words_at(a, n->kind, n->location);
    for (uint64_t known = n->cube.known; known; known &= known - 1) {
        unsigned i = (unsigned)__builtin_ctzll(known);
        vector_push(out, w->said[as_other][n->cube.value >> i & 1][i]);
    }
    assumed_facts(a, n, as_other, out);
    if (a->counted)
        counted_facts(a->counted, n->kind, n->location, NONE, NONE, out);
    const struct kind *k = &a->model->kinds.data[n->kind];
    expr range = as_other ? k->other_range : k->range;
    if (!expr_is_true(range))
        vector_push(out, range);
}

/* Whether two nodes contradict each other in a predicate that both track. */
static bool nodes_contradict(struct arg *a, const struct arg_node *n, const struct arg_node *actor)
{
    const struct location_facts *mine = words_at(a, n->kind, n->location), *theirs = words_at(a, actor->kind, actor->location);
    a->stamp++;
    for (uint64_t known = n->cube.known; known; known &= known - 1) {
        unsigned i = (unsigned)__builtin_ctzll(known);
        uint32_t opposite = mine->said[0][!(n->cube.value >> i & 1)][i]->id;
        if (opposite >= a->stamps.size)
            vector_resize(&a->stamps, opposite + 1);
        a->stamps.data[opposite] = a->stamp;
    }
    for (uint64_t known = actor->cube.known; known; known &= known - 1) {
        unsigned i = (unsigned)__builtin_ctzll(known);
        uint32_t said = theirs->said[1][actor->cube.value >> i & 1][i]->id;
        if (said < a->stamps.size && a->stamps.data[said] == a->stamp)
            return true;
    }
    return false;
}

void arg_free(struct arg *a)
{
    for (uint32_t k = 0; k < a->at.size; k++) {
        for (uint32_t l = 0; l < predicate_model_code(a->model, k)->locations.size; l++) {
            vector_free(&a->at.data[k][l]);
            location_facts_free(&a->words.data[k][l]);
        }
        mem_free(a->at.data[k]);
        mem_free(a->words.data[k]);
    }
    vector_free(&a->words);
    vector_free(&a->stamps);
    for (uint32_t i = 0; i < a->touched.capacity; i++)
        if (a->touched.used[i] == 1) {
            bitset_free((struct bitset *)(uintptr_t)a->touched.slots[i].value);
            mem_free((void *)(uintptr_t)a->touched.slots[i].value);
        }
    vector_free(&a->at);
    vector_free(&a->nodes);
    vector_free(&a->projections);
    map_free(&a->own_after);
    map_free(&a->seen_after);
    map_free(&a->touched);
}

static bool is_target(const struct arg *a, const struct arg_node *n)
{
    const struct location *l = predicate_model_location(a->model, n->kind, n->location);
    if (l->flags & LOC_UNSUPPORTED)
        return !a->skip_unsupported;
    return l->flags & LOC_ERROR && !(l->check != NONE && a->skip_check && a->skip_check[l->check]);
}

static void add_node(struct arg *a, struct arg_node n)
{
    u32_vector *list = &a->at.data[n.kind][n.location];
    uint32_t kept = 0;
    vector_each(const uint32_t *, i, list) {
        const struct arg_node *o = &a->nodes.data[*i];
        if (o->held == n.held && o->held_at == n.held_at && cube_within(n.cube, o->cube))
            return;
    }
    for (uint32_t i = 0; i < list->size; i++) {
        struct arg_node *o = &a->nodes.data[list->data[i]];
        if (o->held == n.held && o->held_at == n.held_at && cube_within(o->cube, n.cube))
            o->covered = true;
        else
            list->data[kept++] = list->data[i];
    }
    list->size = kept;
    uint32_t id = a->nodes.size;
    vector_push(&a->nodes, n);
    vector_push(list, id);
    if (a->target == NONE && is_target(a, &n))
        a->target = id;
}

/* --- abstract successors --- */

static expr after(struct arg *a, uint32_t kind, uint32_t move, expr predicate, bool seen)
{
    const struct kind_move *m = &a->model->kinds.data[kind].moves.data[move];
    struct map *memo = seen ? &a->seen_after : &a->own_after;
    uint64_t key = (uint64_t)(kind << MOVE_BITS | move) << 32 | predicate->id, known;
    if (map_get(memo, key, &known))
        return (expr)(uintptr_t)known;
    expr e = seen ? expr_after(a->model->exprs, predicate, m->other_updates, m->other_count, NULL)
                  : expr_after(a->model->exprs, predicate, m->updates, m->update_count, NULL);
    map_put(memo, key, (uintptr_t)e);
    return e;
}

/* Adds the nodes like n with the cubes over its predicates that are possible where the facts hold; after[i] is what
 * predicate i is in the state that the facts speak of. False if the facts contradict each other. */
static bool add_cubes(struct arg *a, struct arg_node n, const expr_vector *facts, const expr_vector *values)
{
    cube_vector cubes = {0};
    cube_abstraction_of(a->abstraction, facts, values, &cubes);
    vector_each(const struct cube *, c, &cubes) {
        n.cube = *c;
        add_node(a, n);
    }
    bool possible = cubes.size != 0;
    vector_free(&cubes);
    return possible;
}

/* Whether the move is possible at all. */
static bool take_move(struct arg *a, uint32_t id, uint32_t move)
{
    struct arg_node from = a->nodes.data[id];
    const struct kind_move *m = &a->model->kinds.data[from.kind].moves.data[move];
    expr_vector facts = {0}, values = {0};
    node_facts(a, &from, false, &facts);
    conjuncts_of(m->guard, &facts);
    vector_each(const expr *, p, precision_at(a->precision, from.kind, m->to))
        vector_push(&values, after(a, from.kind, move, *p, false));
    struct arg_node to = {
        .kind = from.kind, .location = m->to, .held = NONE, .held_at = NONE, .parent = id, .move = move, .actor = NONE};
    bool possible = add_cubes(a, to, &facts, &values);
    vector_free(&facts);
    vector_free(&values);
    return possible;
}

/* --- the environment --- */

static const struct bitset *touched(struct arg *a, uint32_t kind, uint32_t location)
{
    uint64_t key = (uint64_t)kind << 32 | location, known;
    if (map_get(&a->touched, key, &known))
        return (const struct bitset *)(uintptr_t)known;
    struct bitset *cells = NEW(struct bitset);
    vector_each(const expr *, p, precision_at(a->precision, kind, location))
        expr_cells(*p, cells);
    map_put(&a->touched, key, (uintptr_t)cells);
    return cells;
}

static bool is_atomic(const struct arg *a, uint32_t kind, uint32_t location)
{
    return predicate_model_location(a->model, kind, location)->flags & LOC_ATOMIC;
}

/* Whether the node can be in the way of such an effect at all, and whether the effect changes what it tells. */
static bool concerns(struct arg *a, const struct arg_node *n, const struct projection *p)
{
    const struct arg_node *actor = &a->nodes.data[p->node];
    const struct kind_move *m = &a->model->kinds.data[actor->kind].moves.data[p->move];
    const struct code *c = predicate_model_code(a->model, n->kind);
    if (n->covered || !predicate_model_may_meet(a->model, n->kind, actor->kind))
        return false;
    if (out_begin(c, n->location) == out_end(c, n->location) || is_atomic(a, n->kind, n->location))
        return false;
    bool inside = is_atomic(a, actor->kind, m->from);
    if (inside ? n->held != actor->kind || n->held_at != m->from : n->held != NONE)
        return false;
    return inside || is_atomic(a, actor->kind, m->to) || bitset_meets(&m->writes, touched(a, n->kind, n->location));
}

static void apply(struct arg *a, uint32_t id, struct projection p)
{
    struct arg_node n = a->nodes.data[id], actor = a->nodes.data[p.node];
    if (!concerns(a, &n, &p) || nodes_contradict(a, &n, &actor))
        return;
    struct exprs *x = a->model->exprs;
    const struct kind *me = &a->model->kinds.data[n.kind], *other = &a->model->kinds.data[actor.kind];
    const struct kind_move *m = &other->moves.data[p.move];
    expr_vector facts = {0}, values = {0};
    node_facts(a, &n, false, &facts);
    node_facts(a, &actor, true, &facts);
    if (a->counted)
        counted_facts(a->counted, n.kind, n.location, actor.kind, actor.location, &facts);
    conjuncts_of(m->other_guard, &facts);
    a->applications++;
    expr differ = expr_ne(x, me->self, other->other_self);
    if (!expr_is_true(differ))
        vector_push(&facts, differ);
    vector_each(const expr *, e, precision_at(a->precision, n.kind, n.location))
        vector_push(&values, after(a, actor.kind, p.move, *e, true));
    struct arg_node to = {
        .kind = n.kind, .location = n.location, .held = NONE, .held_at = NONE, .parent = id, .move = p.move, .actor = p.node};
    if (is_atomic(a, actor.kind, m->to))
        to.held = actor.kind, to.held_at = m->to;
    add_cubes(a, to, &facts, &values);
    vector_free(&facts);
    vector_free(&values);
}

static void project(struct arg *a, uint32_t id, uint32_t move)
{
    struct projection p = {id, move};
    const struct arg_node *n = &a->nodes.data[id];
    const struct kind_move *m = &a->model->kinds.data[n->kind].moves.data[move];
    if (m->halts)
        return;
    vector_push(&a->projections, p);
    for (uint32_t i = 0; i < a->next && a->target == NONE && !out_of_budget(a); i++)
        apply(a, i, p);
}

/* --- the graph --- */

static void expand(struct arg *a, uint32_t id)
{
    const struct arg_node n = a->nodes.data[id];
    const struct code *c = predicate_model_code(a->model, n.kind);
    uint32_t known = a->projections.size;
    for (uint32_t i = 0; i < known && a->target == NONE && !out_of_budget(a); i++)
        if (!a->nodes.data[a->projections.data[i].node].covered)
            apply(a, id, a->projections.data[i]);
    for (uint32_t i = out_begin(c, n.location); n.held == NONE && i < out_end(c, n.location) && a->target == NONE; i++) {
        uint32_t move = c->out_edge.data[i];
        if (take_move(a, id, move) && a->target == NONE)
            project(a, id, move);
    }
}

static void add_initial(struct arg *a)
{
    for (uint32_t k = 0; k < a->model->kinds.size; k++) {
        const struct kind *kind = &a->model->kinds.data[k];
        uint32_t entry = predicate_model_code(a->model, k)->entry;
        expr_vector facts = {0};
        const expr_vector *predicates = precision_at(a->precision, k, entry);
        vector_each(const expr *, p, predicates)
            predicate_model_initial_facts(a->model, *p, &facts);
        if (!expr_is_true(kind->range))
            vector_push(&facts, kind->range);
        add_cubes(a, (struct arg_node){.kind = k, .location = entry, .held = NONE, .held_at = NONE, .parent = NONE, .actor = NONE},
                  &facts, predicates);
        vector_free(&facts);
    }
}

bool arg_valid(const struct arg *a)
{
    uint32_t open = 0, listed = 0;
    for (uint32_t i = 0; i < a->nodes.size; i++) {
        const struct arg_node *n = &a->nodes.data[i];
        open += !n->covered;
        if (n->kind >= a->model->kinds.size || n->location >= predicate_model_code(a->model, n->kind)->locations.size ||
            (n->parent != NONE && n->parent >= i) || (n->actor != NONE && n->actor >= i))
            return false;
    }
    for (uint32_t k = 0; k < a->at.size; k++)
        for (uint32_t l = 0; l < predicate_model_code(a->model, k)->locations.size; l++) {
            listed += a->at.data[k][l].size;
            vector_each(const uint32_t *, x, &a->at.data[k][l])
                if (a->nodes.data[*x].covered || a->nodes.data[*x].kind != k || a->nodes.data[*x].location != l)
                    return false;
        }
    return open == listed && (a->target == NONE || a->target < a->nodes.size);
}

void arg_build(struct arg *a)
{
    if (!a->nodes.size)
        add_initial(a);
    while (a->target == NONE && a->next < a->nodes.size) {
        if (a->nodes.size > MOST_NODES)
            a->stopped = BECAUSE(MANY_ABSTRACT_STATES);
        if (out_of_budget(a))
            return;
        uint32_t id = a->next++;
        if (!a->nodes.data[id].covered)
            expand(a, id);
    }
    assert(arg_valid(a));
}
