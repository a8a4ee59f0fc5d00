/* Unrolling: see unroll.h, and unfolding.h for what comes out. */
#include "engines/bounded/unroll.h"

#include "engines/bounded/owned.h"

enum { FREE_ITERATIONS = 8 }; /* per unit of the bound: iterations that no choice and no other thread decides */

/* --- environments --- */

static void end_solo(struct unroller *r, lit x, const void *const *env)
{
    struct unfolding *u = r->u;
    const void **copy = NEW_ARRAY(const void *, u->shared_count + 1);
    memcpy(copy, env, u->shared_count * sizeof *copy);
    vector_push(&u->solo_ends, (struct arrival){x, copy, true, 0, NONE, x});
}

/* Others may have changed what is in shared memory. */
static void forget_shared(const struct unroller *r, const void **env)
{
    for (uint32_t i = 0; i < r->u->shared_count; i++)
        if (!bitset_has(&r->owned, i))
            env[i] = NULL;
}

/* Joins the ways into a node; leaves its environment in r->env and its condition in the node. */
static void arrive(struct unroller *r, uint32_t id)
{
    struct unfolding *u = r->u;
    struct unrolled_node *n = &u->nodes.data[id];
    n->solo = true;
    vector_each(struct arrival *, a, &n->arrivals) {
        n->solo &= a->solo;
        n->effects = a->effects > n->effects ? a->effects : n->effects;
    }
    vector_each(struct arrival *, a, &n->arrivals)
        if (a->solo && !n->solo) {
            end_solo(r, a->x, a->env);
            forget_shared(r, a->env);
        }
    lit_vector xs = {0};
    vector_each(struct arrival *, a, &n->arrivals)
        vector_push(&xs, a->x);
    n->x = circuit_or_all(u->circuit, xs.data, xs.size);
    vector_free(&xs);
    r->node = id;
    r->env = join_environments(r, id);
    if (r->loops.places[u->nodes.data[id].location].is_head)
        u->nodes.data[id].env = r->env;
    vector_free(&u->nodes.data[id].arrivals);
}

/* --- steps --- */

static bool in_section(const struct unroller *r, uint32_t location)
{
    return r->code->locations.data[location].flags & LOC_ATOMIC ||
           bitset_has(&r->u->postponable[r->u->instances.data[r->instance].code], location);
}

static bool creates(const struct program *p, const struct action *a)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (p->cells.data[a->updates[i].cell].role == CELL_STARTED)
            return true;
    return a->kind == ACT_CREATE;
}

enum after_how { AFTER_ALONE, AFTER_STARTING, AFTER_EVENTS }; /* what others may see of it: nothing, that it starts them, all */

/* Performs the updates on a copy of the environment. */
static const void **after(struct unroller *r, const struct action *a, uint32_t step, lit x, enum after_how how)
{
    struct unfolding *u = r->u;
    const void **env = NEW_ARRAY(const void *, r->env_size + 1);
    memcpy(env, r->env, r->env_size * sizeof *env);
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *d = &a->updates[i];
        const struct cell *c = &u->program->cells.data[d->cell];
        lit inside = LIT_TRUE;
        word index = d->index ? index_word(r, d->cell, d->index, &inside) : NULL;
        word value = evaluation_word(&r->evaluation, d->value);
        const struct slots *slots = &u->contents.slots[d->cell];
        uint64_t constant;
        if (inside == LIT_FALSE ||
            (index && word_is_const(index, slots->width, &constant) && slots_from_index(slots, c, constant, u->counts) == NONE64))
            continue;
        bool shared = cell_is_shared(c);
        if (shared)
            vector_push(&u->stored, (struct stored){d->cell, circuit_and(u->circuit, x, inside), value});
        if (shared && (how == AFTER_EVENTS || (how == AFTER_STARTING && c->role == CELL_STARTED)))
            add_write(r, step, circuit_and(u->circuit, x, inside), d->cell, index, value);
        uint32_t p = u->place[d->cell];
        if (!index)
            env[p] = value;
        else {
            const struct array *below = env[p];
            if (!below)
                below = array_base(&u->contents, ARRAY_GROUP, d->cell, current_group(r));
            env[p] = array_choice(&u->contents, inside, array_store(&u->contents, below, index, value), below);
        }
    }
    return env;
}

/* The step that starts the first of the others is an event only in that it starts it: nobody was there to see what was in
 * memory before. */
static void start_others(struct unroller *r, lit x, const void *const *env)
{
    struct unfolding *u = r->u;
    const void **found = NEW_ARRAY(const void *, u->shared_count + 1);
    memcpy(found, env, u->shared_count * sizeof *found);
    vector_each(const struct cell *, c, &u->program->cells)
        if (!c->dropped && c->role == CELL_STARTED)
            found[u->place[c->id]] = r->env[u->place[c->id]];
    end_solo(r, x, found);
    mem_free(found);
}

/* Whether a thread that arrives at the next iteration of a loop is where it was at the previous one: nothing written, the same
 * environment. The run without this iteration is a run as well. */
static bool nothing_happened(const struct unroller *r, uint32_t head, const struct unrolled_node *previous, const void *const *env,
                             uint32_t effects)
{
    if (!r->loops.one_entry[head] || !previous->env || previous->effects != effects)
        return false;
    const struct unfolding *u = r->u;
    vector_each(const struct cell *, c, &u->program->cells) {
        if (c->dropped || !(c->owner == NONE || c->owner == u->instances.data[r->instance].code))
            continue;
        const void *a = previous->env[u->place[c->id]], *b = env[u->place[c->id]];
        if (a != b && (!a || !b || cell_is_array(c) || !word_same(a, b, c->width)))
            return false;
    }
    return true;
}

/* Whether the step certainly creates one more instance of an unbounded template than the bound has. The path ends there: with a
 * larger bound it goes on. */
static bool creates_too_many(struct unroller *r, const struct action *a)
{
    struct unfolding *u = r->u;
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct cell *c = &u->program->cells.data[a->updates[i].cell];
        const struct slots *slots = &u->contents.slots[c->id];
        lit inside = LIT_TRUE;
        uint64_t constant;
        if (c->role != CELL_STARTED || !a->updates[i].index || u->program->codes.data[c->subject].instances != UNBOUNDED)
            continue;
        word index = index_word(r, c->id, a->updates[i].index, &inside);
        if (inside == LIT_FALSE ||
            (word_is_const(index, slots->width, &constant) && slots_from_index(slots, c, constant, u->counts) == NONE64))
            return true;
    }
    return false;
}

/* The groups that may be over, and those that are for sure, when the step from f to t, which ends a group (or NONE), is done. */
static void pass_on_past(const struct unrolled_node *f, struct unrolled_node *t, uint32_t ended)
{
    struct bitset sure = {0};
    bitset_copy(&sure, &f->sure);
    bitset_unite(&t->past, &f->past);
    if (ended != NONE) {
        bitset_add(&sure, ended);
        bitset_add(&t->past, ended);
    }
    if (t->arrivals.size)
        bitset_intersect(&t->sure, &sure);
    else
        bitset_copy(&t->sure, &sure);
    bitset_free(&sure);
}

/* Whether it must not be left out at the end of a turn in which nothing happens. */
static bool may_race(const struct unroller *r, uint32_t step)
{
    const struct unfolding *u = r->u;
    const struct code_plan *plan = &u->bound.plan->codes[u->instances.data[r->instance].code];
    return u->bound.accesses && plan->edges[u->steps.data[step].edge].items.size;
}

/* Takes the step. False if it leads nowhere that matters: then it need not be taken. */
static bool go_on(struct unroller *r, uint32_t step, const struct edge *e, lit x, lit chosen, bool inside)
{
    struct unfolding *u = r->u;
    uint32_t from = r->node;
    bool solo = u->nodes.data[from].solo, starts = solo && creates(u->program, &e->action);
    bool events = !solo || starts;
    bool to_section = inside && in_section(r, e->to) && events;
    uint32_t *key = r->key_buffer + 2, head, previous = INTERN_NONE;
    uint32_t length = loops_next(&r->loops, u->nodes.data[from].location, node_key(u, from), e->to, key, &head);
    uint32_t writes = u->writes.size;
    if (creates_too_many(r, &e->action)) {
        vector_push(&u->cuts, (struct unrolled_target){from, NONE, x, u->nodes.data[from].section != NONE, false, "threads", true});
        return true;
    }
    if (head != NONE) {
        key[length - 2]--;
        key[-2] = r->instance;
        key[-1] = to_section ? current_group(r) : NONE;
        previous = intern_find(&u->keys, key - 2, (length + 2) * sizeof *key);
        key[length - 2]++;
    }
    const void **env = after(r, &e->action, step, x, starts ? AFTER_STARTING : events ? AFTER_EVENTS : AFTER_ALONE);
    if (starts)
        start_others(r, x, env);
    if (events && !to_section)
        forget_shared(r, env);
    uint32_t effects = u->writes.size > writes ? u->writes.size : u->nodes.data[from].effects;
    if (previous != INTERN_NONE && u->bound.plan && u->writes.size == writes && !may_race(r, step)) {
        lit goes_on = lit_not(idle_turn(r, head, previous, env));
        u->steps.data[step].x = x = circuit_and(u->circuit, x, goes_on);
        chosen = circuit_and(u->circuit, chosen, goes_on);
        if (x == LIT_FALSE) {
            mem_free(env);
            return false;
        }
    }
    if (previous != INTERN_NONE) {
        /* An iteration that nothing decides does not count: it is reached exactly when the one before was. */
        uint32_t limit = u->nodes.data[previous].x == x ? u->bound.loops * FREE_ITERATIONS : u->bound.loops;
        if (x == LIT_TRUE)
            limit = u->bound.nodes / 8;
        bool same = nothing_happened(r, head, &u->nodes.data[previous], env, effects);
        if (same || key[length - 2] >= limit) {
            if (!same || u->bound.stops)
                vector_push(&u->cuts,
                            (struct unrolled_target){from, NONE, x, u->nodes.data[from].section != NONE, same,
                                                     same ? "a loop in which nothing happens may go on for ever" : "loop", false});
            mem_free(env);
            return !same || u->bound.stops || u->bound.accesses; /* an access that waits can race, too */
        }
    }
    uint32_t to = node_for(r, e->to, to_section ? current_group(r) : NONE, key, length);
    u->steps.data[step].to = to;
    struct unrolled_node *f = &u->nodes.data[from], *t = &u->nodes.data[to];
    uint32_t group = f->section != NONE ? f->section : f->group;
    pass_on_past(f, t, events && !to_section ? group : NONE);
    vector_push(&t->arrivals, (struct arrival){x, env, !events, effects, from, chosen});
    return true;
}

/* Which step is taken, given that one is: guards, and free choices where guards do not exclude each other. */
static void choose(struct unroller *r, const lit *guards, uint32_t count, lit *chosen)
{
    struct circuit *c = r->u->circuit;
    lit rest = LIT_TRUE;
    bool exclusive = true;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count && exclusive; j++)
            exclusive = circuit_excludes(c, guards[i], guards[j]);
    for (uint32_t i = 0; i < count; i++) {
        chosen[i] = circuit_and(c, rest, guards[i]);
        if (!exclusive && i + 1 < count) {
            lit mine = circuit_input(c);
            chosen[i] = circuit_and(c, chosen[i], mine);
            rest = circuit_and(c, rest, lit_not(mine));
        }
    }
}

/* What follows from whether any step is taken from here: a section goes on, and reads are needed. */
static void require_step(struct unroller *r, const lit_vector *guards, lit any)
{
    struct unfolding *u = r->u;
    const struct unrolled_node *n = &u->nodes.data[r->node];
    bool inner = n->section != NONE;
    if (inner && !n->solo)
        vector_push(&u->required, circuit_implies(u->circuit, n->x, any));
    if (n->group != NONE) {
        struct group *g = &u->groups.data[n->group];
        g->x = any;
        g->guard = circuit_or_all(u->circuit, guards->data, guards->size);
    }
    for (uint32_t i = 0; i < r->touched.size; i++) {
        struct read *x = &u->reads.data[r->touched.data[i]];
        x->demand = circuit_or(u->circuit, x->demand, inner ? n->x : any);
    }
}

static void leave(struct unroller *r)
{
    struct unfolding *u = r->u;
    uint32_t id = r->node, location = u->nodes.data[id].location;
    uint32_t begin = out_begin(r->code, location), count = out_end(r->code, location) - begin;
    bool inner = u->nodes.data[id].section != NONE;
    lit_vector guards = {0}, chosen = {0}, xs = {0}, all = {0};
    bool enters = false;
    for (uint32_t i = 0; i < count; i++) {
        const struct edge *e = out_edge(r->code, begin + i);
        vector_push(&guards, evaluation_word(&r->evaluation, e->action.guard)[0]);
        bool events = !u->nodes.data[id].solo || creates(u->program, &e->action);
        enters |= events && in_section(r, e->to) && guards.data[i] != LIT_FALSE;
    }
    if (enters && !inner)
        current_group(r);
    lit here = u->nodes.data[id].x;
    if (enters && !inner)
        here = circuit_and(u->circuit, here, circuit_input(u->circuit)); /* it may stop before the section */
    vector_resize(&chosen, count);
    choose(r, guards.data, count, chosen.data);
    for (uint32_t i = 0; i < count; i++)
        vector_push(&xs, circuit_and(u->circuit, here, chosen.data[i]));
    u->nodes.data[id].first_step = u->steps.size;
    u->nodes.data[id].step_count = count;
    for (uint32_t i = 0; i < count; i++)
        vector_push(&u->steps, (struct unrolled_step){id, NONE, r->code->out_edge.data[begin + i], xs.data[i]});
    for (uint32_t i = 0; i < count; i++) {
        const struct edge *e = out_edge(r->code, begin + i);
        if (xs.data[i] == LIT_FALSE)
            continue;
        if (e->action.kind == ACT_HALT && u->bound.stops)
            vector_push(&u->halts, xs.data[i]);
        if (u->bound.plan && (!u->nodes.data[id].solo || creates(u->program, &e->action)))
            note_events(r, u->nodes.data[id].first_step + i, inner || enters);
        if (e->action.kind == ACT_CALL)
            vector_push(&u->cuts,
                        (struct unrolled_target){id, NONE, xs.data[i], inner, true, "a recursive call is not unrolled", false});
        else if (e->action.kind != ACT_HALT &&
                 !go_on(r, u->nodes.data[id].first_step + i, e, xs.data[i], chosen.data[i], enters || inner)) {
            u->steps.data[u->nodes.data[id].first_step + i].x = LIT_FALSE;
            continue;
        }
        vector_push(&all, u->steps.data[u->nodes.data[id].first_step + i].x);
        if (u->bound.accesses && !u->nodes.data[id].solo)
            remember_accesses(r, u->nodes.data[id].first_step + i, &e->action);
    }
    lit any = circuit_or_all(u->circuit, all.data, all.size);
    require_step(r, &guards, any);
    if (u->bound.stops && !inner)
        note_stop(r, &guards, any, enters);
    vector_free(&guards);
    vector_free(&chosen);
    vector_free(&xs);
    vector_free(&all);
}

static void finish_node(struct unroller *r)
{
    struct unrolled_node *n = &r->u->nodes.data[r->node];
    bitset_free(&n->past);
    bitset_free(&n->sure);
    if (!n->env)
        mem_free(r->env);
    r->env = NULL;
}

static void take(struct unroller *r, uint32_t id)
{
    struct unfolding *u = r->u;
    vector_clear(&r->touched);
    map_clear(&r->inputs);
    evaluation_next(&r->evaluation);
    arrive(r, id);
    struct unrolled_node *n = &u->nodes.data[id];
    const struct location *l = &r->code->locations.data[n->location];
    if (n->x != LIT_FALSE && l->flags & LOC_ERROR)
        vector_push(&u->errors, (struct unrolled_target){id, l->check, n->x, false, false, NULL, false});
    else if (n->x != LIT_FALSE && l->flags & LOC_UNSUPPORTED)
        vector_push(&u->unsupported, (struct unrolled_target){id, NONE, n->x, false, false, l->reason, false});
    else if (n->x != LIT_FALSE)
        leave(r);
    if (u->bound.stops && u->nodes.data[id].x != LIT_FALSE && l->flags & (LOC_ERROR | LOC_UNSUPPORTED))
        vector_push(&u->stops, (struct stop){id, u->nodes.data[id].x, LIT_FALSE, false});
    finish_node(r);
}

/* --- instances --- */

static const void **first_environment(const struct unroller *r, bool solo)
{
    struct unfolding *u = r->u;
    const void **env = NEW_ARRAY(const void *, r->env_size + 1);
    vector_each(const struct cell *, c, &u->program->cells) {
        uint32_t p = u->place[c->id], owner = c->owner == NONE ? NONE : r->instance;
        bool mine = c->owner == u->instances.data[r->instance].code;
        if (c->dropped || !(mine || (c->owner == NONE && (solo || bitset_has(&r->owned, p)))))
            continue;
        if (!mine && r->instance != 0)
            env[p] = u->start_memory[p];
        else
            env[p] = cell_is_array(c) ? (const void *)array_base(&u->contents, ARRAY_INITIAL, c->id, owner)
                                      : contents_initial(&u->contents, c->id, owner, NULL);
    }
    return env;
}

void unroll_instance(struct unfolding *u, uint32_t instance, bool solo, const struct budget *budget)
{
    assert(instance < u->instances.size);
    struct instance in = u->instances.data[instance];
    const struct code *code = &u->program->codes.data[in.code];
    struct unroller r = {.u = u, .code = code, .instance = instance, .self = code->first_id + in.number, .final = NONE};
    loops_find(&r.loops, code);
    r.evaluation = (struct evaluation){.blaster = &u->blaster, .leaf = leaf, .context = &r};
    r.key_buffer = NEW_ARRAY(uint32_t, 2 * r.loops.max_depth + 4);
    r.env_size = u->shared_count;
    vector_each(const struct cell *, c, &u->program->cells)
        r.env_size += !c->dropped && c->owner == in.code;
    owned_find(u, instance, &r.owned);
    uint32_t length = loops_first(&r.loops, code->entry, r.key_buffer + 2);
    uint32_t entry = node_for(&r, code->entry, NONE, r.key_buffer + 2, length);
    const void **env = first_environment(&r, solo);
    vector_push(&u->nodes.data[entry].arrivals, (struct arrival){LIT_TRUE, env, solo, u->writes.size, NONE, LIT_TRUE});
    while (r.heap.size) {
        if (u->nodes.size > u->bound.nodes || u->circuit->gates.size / 64 > u->bound.nodes || budget_spent(budget))
            u->too_large = true;
        if (u->too_large)
            break;
        take(&r, frontier_pop(&r));
    }
    for (uint32_t i = 0; i < r.heap.size; i++) { /* only if it was too large */
        struct unrolled_node *n = &u->nodes.data[r.heap.data[i]];
        vector_each(struct arrival *, a, &n->arrivals)
            mem_free(a->env);
        vector_free(&n->arrivals);
        bitset_free(&n->past);
        bitset_free(&n->sure);
    }
    loops_free(&r.loops);
    evaluation_free(&r.evaluation);
    vector_free(&r.heap);
    vector_free(&r.touched);
    map_free(&r.inputs);
    bitset_free(&r.owned);
    mem_free(r.key_buffer);
}
