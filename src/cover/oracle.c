/* Nodes form a tree. A node comes from its parent either by a rule, or by an acceleration: then `loop` is an
 * ancestor that is smaller, the rules between the two can be repeated, and what grew is OMEGA. No acceleration looks
 * past a rule with moves. A node below another one's state is not kept. saturate.h adds accelerations of another
 * kind.
 *
 * A plan is made backwards: from the state asked for, along the tree to the root, by cover predecessors; at an
 * acceleration the loop is undone as often as its counts are larger than what the node had before it. */
#include "cover/oracle.h"

#include "base/effort.h"
#include "base/text.h"
#include "cover/post.h"
#include "cover/pre.h"
#include "cover/queue.h"
#include "cover/saturate.h"

#include <pthread.h>
#include <stdatomic.h>

enum { BYTES_MAX = 64 << 20 };

struct node {
    const struct state *state;
    uint32_t parent;                   /* NOWHERE for the root */
    uint32_t rule;                     /* NOWHERE: an acceleration */
    uint32_t loop;                     /* of an acceleration: the ancestor */
    const struct saturated *saturated; /* of another kind of acceleration: the cycles to repeat */
    uint32_t horizon;                  /* the oldest ancestor-or-self from which no rule with moves leads here */
};

struct oracle {
    const struct system *s;
    struct budget budget;
    struct arena arena;
    struct post_index *post;
    VECTOR(struct node) nodes;
    u32_vector *largest; /* by control: nodes whose states are not below another's */
    struct queue newest, oldest;
    VECTOR(bool) expanded;
    VECTOR(struct token) grown;
    struct saturation *saturation;
    struct state *scratch; /* room for every place */
    uint32_t round;
    uint64_t work; /* states compared */
    pthread_t thread;
    bool started, joined;
    atomic_bool stop;
    pthread_mutex_t lock; /* of the next */
    VECTOR(uint32_t) published;
    VECTOR(const struct state *) published_states;
    atomic_uint published_size;
};

static bool covered(struct oracle *o, const struct state *s)
{
    const u32_vector *list = &o->largest[s->control];
    o->work += list->size;
    for (uint32_t i = list->size; i--;)
        if (state_within(s, o->nodes.data[list->data[i]].state))
            return true;
    return false;
}

static uint32_t omegas(const struct state *s)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->size; i++)
        n += s->tokens[i].count == OMEGA;
    return n;
}

static uint32_t add_node(struct oracle *o, struct node n)
{
    vector_push(&o->nodes, n);
    vector_push(&o->expanded, false);
    return o->nodes.size - 1;
}

static void publish(struct oracle *o, uint32_t node)
{
    const struct state *s = o->nodes.data[node].state;
    u32_vector *list = &o->largest[s->control];
    uint32_t kept = 0;
    o->work += list->size;
    for (uint32_t i = 0; i < list->size; i++)
        if (!state_within(o->nodes.data[list->data[i]].state, s))
            list->data[kept++] = list->data[i];
        else
            o->expanded.data[list->data[i]] = true; /* the larger one will do */
    list->size = kept;
    vector_push(list, node);
    uint32_t w = omegas(s);
    queue_push(&o->newest, node, w > 4000 ? 0 : 4000 - w);
    queue_push(&o->oldest, node, 0);
    pthread_mutex_lock(&o->lock);
    vector_push(&o->published, node);
    vector_push(&o->published_states, s);
    atomic_store_explicit(&o->published_size, o->published.size, memory_order_release);
    pthread_mutex_unlock(&o->lock);
}

/* What n has more of than its ancestor a <= n becomes OMEGA. Returns the new node, or n if nothing grew. */
static uint32_t accelerate(struct oracle *o, uint32_t n, uint32_t a)
{
    const struct state *s = o->nodes.data[n].state, *old = o->nodes.data[a].state;
    if (!state_within(old, s))
        return n;
    bool more = false;
    vector_clear(&o->grown);
    for (uint32_t i = 0, j = 0; i < s->size; i++) {
        struct token t = s->tokens[i];
        uint32_t before = 0;
        if (j < old->size && old->tokens[j].place == t.place)
            before = old->tokens[j++].count;
        if (t.count > before && t.count != OMEGA) {
            t.count = OMEGA;
            more = true;
        }
        vector_push(&o->grown, t);
    }
    if (!more)
        return n;
    const struct state *w = state_make(&o->arena, s->control, o->grown.data, o->grown.size);
    uint32_t horizon = o->nodes.data[n].horizon;
    return add_node(o, (struct node){.state = w, .parent = n, .rule = NOWHERE, .loop = a, .horizon = horizon});
}

static uint32_t saturate(struct oracle *o, uint32_t n)
{
    const struct state *grown;
    const struct saturated *x = saturation_run(o->saturation, o->nodes.data[n].state, &o->arena, &grown);
    if (!x)
        return n;
    uint32_t horizon = o->nodes.data[n].horizon;
    return add_node(
        o, (struct node){.state = grown, .parent = n, .rule = NOWHERE, .loop = NOWHERE, .saturated = x, .horizon = horizon});
}

struct successor {
    struct oracle *o;
    uint32_t parent;
};

static bool successor(void *context, uint32_t control, const struct token *tokens, uint32_t size, uint32_t rule)
{
    struct successor *c = context;
    struct oracle *o = c->o;
    state_fill(o->scratch, control, tokens, size);
    if (covered(o, o->scratch))
        return true;
    const struct state *s = state_copy(&o->arena, o->scratch);
    bool moves = o->s->rules.data[rule].moves_count;
    uint32_t n = add_node(o, (struct node){.state = s, .parent = c->parent, .rule = rule, .loop = NOWHERE});
    o->nodes.data[n].horizon = moves ? n : o->nodes.data[c->parent].horizon;
    uint32_t horizon = o->nodes.data[n].horizon;
    for (uint32_t a = n; a != horizon;) {
        a = o->nodes.data[a].parent;
        o->work++;
        if (o->nodes.data[a].state->control == control)
            n = accelerate(o, n, a);
    }
    publish(o, saturate(o, n));
    return !atomic_load_explicit(&o->stop, memory_order_relaxed);
}

/* Expands the next node; false when there is nothing left to do, or it has to stop. */
static bool explore_one(struct oracle *o)
{
    if (atomic_load_explicit(&o->stop, memory_order_relaxed) || budget_spent(&o->budget) || o->arena.bytes >= BYTES_MAX)
        return false;
    uint32_t n;
    if (!queue_pop(o->s->broadcasts && o->round++ % 4 == 3 ? &o->oldest : &o->newest, &n))
        return o->newest.size;
    if (o->expanded.data[n])
        return true;
    o->expanded.data[n] = true;
    o->work++;
    struct successor c = {o, n};
    return post_each(o->post, o->nodes.data[n].state, successor, &c);
}

static void *explore(void *context)
{
    while (explore_one(context)) {
    }
    return NULL;
}

void oracle_turn(struct oracle *o, uint64_t work)
{
    while (!o->started && o->work <= work && explore_one(o)) {
    }
}

static const struct state *root_state(struct oracle *o)
{
    const struct system *s = o->s;
    for (uint32_t p = 0; p < s->places; p++) {
        uint32_t k = s->init_unbounded[p] ? OMEGA : system_init_count(s, p);
        if (k)
            vector_push(&o->grown, ((struct token){p, k}));
    }
    return state_make(&o->arena, s->init_control, o->grown.data, o->grown.size);
}

struct oracle *oracle_start(const struct system *s, bool beside, struct budget budget)
{
    struct oracle *o = NEW(struct oracle);
    o->s = s;
    o->budget = budget;
    o->post = post_index_make(s);
    o->scratch = mem_zalloc(sizeof *o->scratch + s->places * sizeof *o->scratch->tokens);
    o->largest = NEW_ARRAY(u32_vector, s->controls);
    o->oldest.oldest_first = true;
    pthread_mutex_init(&o->lock, NULL);
    o->saturation = saturation_make(s);
    uint32_t root = add_node(o, (struct node){.state = root_state(o), .parent = NOWHERE, .rule = NOWHERE, .loop = NOWHERE});
    publish(o, saturate(o, root));
    o->started = beside && !pthread_create(&o->thread, NULL, explore, o);
    return o;
}

void oracle_stop(struct oracle *o)
{
    atomic_store(&o->stop, true);
    if (o->started && !o->joined)
        pthread_join(o->thread, NULL);
    o->joined = true;
}

void oracle_free(struct oracle *o)
{
    if (!o)
        return;
    oracle_stop(o);
    pthread_mutex_destroy(&o->lock);
    post_index_free(o->post);
    mem_free(o->scratch);
    for (uint32_t c = 0; c < o->s->controls; c++)
        vector_free(&o->largest[c]);
    mem_free(o->largest);
    vector_free(&o->nodes);
    vector_free(&o->expanded);
    vector_free(&o->grown);
    saturation_free(o->saturation);
    vector_free(&o->published);
    vector_free(&o->published_states);
    queue_free(&o->newest);
    queue_free(&o->oldest);
    arena_release(&o->arena);
    mem_free(o);
}

bool oracle_fetch(struct oracle *o, uint32_t number, const struct state **s, uint32_t *node)
{
    if (number >= atomic_load_explicit(&o->published_size, memory_order_acquire))
        return false;
    pthread_mutex_lock(&o->lock);
    *s = o->published_states.data[number];
    *node = o->published.data[number];
    pthread_mutex_unlock(&o->lock);
    return true;
}

uint32_t oracle_size(struct oracle *o) { return atomic_load_explicit(&o->published_size, memory_order_acquire); }

/* Making a plan. */
struct unrolling {
    struct oracle *o;
    struct pre_index *pre;
    struct arena *arena;
    u32_vector rules;                   /* last step first */
    VECTOR(const struct state *) goals; /* the state after each */
    const struct state *bound, *found;
    bool overflow;
};

static bool choose(void *context, const struct state *p, uint32_t rule)
{
    (void)rule;
    struct unrolling *u = context;
    if (u->bound && !state_within(p, u->bound))
        return true;
    u->found = state_copy(u->arena, p);
    return false;
}

/* A state that leads above v by the rule, below the parent's; NULL if there is none, or the plan grows too long. */
static const struct state *undo_rule(struct unrolling *u, uint32_t rule, uint32_t parent, const struct state *v)
{
    bool moves = u->o->s->rules.data[rule].moves_count;
    u->bound = moves ? u->o->nodes.data[parent].state : NULL;
    u->found = NULL;
    pre_bound(u->pre, u->bound);
    pre_rule(u->pre, rule, v, choose, u, &u->overflow);
    vector_push(&u->rules, rule);
    vector_push(&u->goals, v);
    return u->rules.size > EFFORT_ORACLE_PLAN ? NULL : u->found;
}

static bool exceeds(const struct state *v, const struct state *accelerated, const struct state *before)
{
    for (uint32_t i = 0; i < v->size; i++) {
        uint32_t p = v->tokens[i].place, old = state_count(before, p);
        if (old != OMEGA && v->tokens[i].count > old && state_count(accelerated, p) == OMEGA)
            return true;
    }
    return false;
}

static const struct state *undo_saturation(struct unrolling *u, const struct saturated *x, const struct state *v)
{
    for (uint32_t i = x->cycles_count; i--;) { /* the last one first */
        const struct cycle *c = &x->cycles[i];
        while (v && cycle_missing(x, c, v))
            for (uint32_t k = c->length; v && k--;)
                v = undo_rule(u, x->rules[c->first + k], NOWHERE, v);
    }
    return v;
}

/* From what is asked at node n to what is asked at its parent. */
static const struct state *undo(struct unrolling *u, uint32_t n, const struct state *v)
{
    const struct node *x = &u->o->nodes.data[n];
    if (x->rule != NOWHERE)
        return undo_rule(u, x->rule, x->parent, v);
    if (x->saturated)
        return undo_saturation(u, x->saturated, v);
    const struct state *before = u->o->nodes.data[x->parent].state;
    while (v && exceeds(v, x->state, before))
        for (uint32_t k = x->parent; v && k != x->loop; k = u->o->nodes.data[k].parent)
            v = undo(u, k, v);
    return v;
}

bool oracle_plan(struct oracle *o, uint32_t node, const struct state *p, struct plan *plan)
{
    assert(p->total != OMEGA);
    struct unrolling u = {.o = o, .pre = pre_index_make(o->s), .arena = &o->arena};
    const struct state *v = p;
    for (uint32_t n = node; v && o->nodes.data[n].parent != NOWHERE; n = o->nodes.data[n].parent)
        v = undo(&u, n, v);
    if (v) {
        plan->start = v;
        for (uint32_t i = u.rules.size; i--;) {
            vector_push(&plan->rules, u.rules.data[i]);
            vector_push(&plan->goals, u.goals.data[i]);
        }
    }
    vector_free(&u.rules);
    vector_free(&u.goals);
    pre_index_free(u.pre);
    return v;
}

void oracle_dot(struct oracle *o, struct text *out)
{
    text_append(out, "digraph forward {\n  node [shape=box];\n");
    for (uint32_t n = 0; n < o->nodes.size; n++) {
        const struct node *x = &o->nodes.data[n];
        text_printf(out, "  n%u [label=\"", n);
        state_print(o->s, x->state, out);
        text_append(out, "\"];\n");
        if (x->parent == NOWHERE)
            continue;
        if (x->rule != NOWHERE)
            text_printf(out, "  n%u -> n%u [label=\"%u\"];\n", x->parent, n, o->s->rules.data[x->rule].line);
        else
            text_printf(out, "  n%u -> n%u [label=\"accelerated\", style=dashed];\n", x->parent, n);
    }
    text_append(out, "}\n");
}
