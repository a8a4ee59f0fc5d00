/* Cat (Algorithms 2 and 3): target set widening with backtracking, as the thesis has it. All states found are kept,
 * also those that are not minimal, with the edges between them; a partition whose candidate turns out coverable is
 * pruned, but for what other partitions hang on.
 *
 * Where the text leaves an order open: work is taken by number of threads; candidates are as widen.h chooses them.
 *
 * One deviation. Line 6 passes over predecessors that are not minimal in the partition of w. What they cover may
 * leave that partition (a vertex becomes a candidate and takes its subtree with it) and be pruned later, while w
 * stays: then w has lost a predecessor, and the text's proof of Theorem 36 has a gap. So w remembers what its
 * predecessors were passed over for, and is expanded again when that is pruned. */
#include "cover/search.h"
#include "cover/widen.h"

#include "base/map.h"

struct edge {
    uint32_t to, rule; /* to: the vertex after this one */
};
struct node {
    uint32_t root; /* zeta */
    bool in_u, in_w, coverable;
    VECTOR(struct edge) next;
    u32_vector before; /* vertices with an edge to this one */
    u32_vector passed; /* vertices that predecessors of this one were passed over for */
};

struct cat {
    struct search *x;
    VECTOR(struct node) nodes; /* by vertex */
    struct map by_state;       /* hash to 1 + the newest vertex with it */
    u32_vector same_hash;      /* by vertex: 1 + the one before, or 0 */
    struct map partitions;     /* root to its list in `lists`: the root and all predecessors of its vertices */
    VECTOR(u32_vector) lists;
    uint32_t vertex;         /* being expanded */
    bool reached;            /* a target turned out coverable */
    const struct state *hit; /* a predecessor that is known coverable */
    uint32_t hit_rule;
};

static uint32_t targets(const struct cat *c) { return c->x->s->targets.size; }

static uint32_t find_vertex(const struct cat *c, const struct state *s)
{
    uint64_t head = 0;
    map_get(&c->by_state, state_hash(s), &head);
    for (uint32_t v = (uint32_t)head; v; v = c->same_hash.data[v - 1])
        if (state_equal(c->x->vertices.data[v - 1].state, s))
            return v - 1;
    return NO_VERTEX;
}

static u32_vector *partition(struct cat *c, uint32_t root)
{
    uint64_t i;
    if (!map_get(&c->partitions, root, &i)) {
        i = c->lists.size;
        map_put(&c->partitions, root, i);
        vector_push(&c->lists, (u32_vector){0});
        vector_push(&c->lists.data[i], root);
    }
    return &c->lists.data[i];
}

/* Definition 30: the vertex that p is above, so that it is not minimal in the partition; NO_VERTEX if it is. */
static uint32_t below_in(struct cat *c, uint32_t root, const struct state *p)
{
    const u32_vector *list = partition(c, root);
    for (uint32_t i = 0; i < list->size; i++)
        if (state_within(c->x->vertices.data[list->data[i]].state, p))
            return list->data[i];
    return NO_VERTEX;
}

/* After roots have changed, the lists are made anew. */
static void rebuild_partitions(struct cat *c)
{
    vector_each(u32_vector *, l, &c->lists)
        vector_free(l);
    vector_clear(&c->lists);
    map_clear(&c->partitions);
    for (uint32_t v = 0; v < c->nodes.size; v++) {
        if (!c->nodes.data[v].in_u)
            continue;
        u32_vector *list = partition(c, c->nodes.data[v].root);
        vector_each(const uint32_t *, b, &c->nodes.data[v].before)
            vector_push(list, *b);
    }
}

static void rebuild_minimal(struct cat *c)
{
    struct search *x = c->x;
    upset_free(&x->minimal);
    upset_init(&x->minimal, x->s);
    for (uint32_t v = 0; v < c->nodes.size; v++) {
        const struct state *s = x->vertices.data[v].state;
        if (c->nodes.data[v].in_u && upset_below(&x->minimal, s) == UPSET_NONE)
            upset_add(&x->minimal, s, v, NULL);
    }
    for (uint32_t v = 0; v < c->nodes.size; v++)
        if (c->nodes.data[v].in_w)
            queue_push(&x->work, v, x->vertices.data[v].state->total);
}

/* Puts v, which is not in U, into U and W. */
static void enter(struct cat *c, uint32_t v, uint32_t root)
{
    struct search *x = c->x;
    const struct state *s = x->vertices.data[v].state;
    struct node *n = &c->nodes.data[v];
    n->root = root;
    n->in_u = n->in_w = true;
    if (upset_below(&x->minimal, s) == UPSET_NONE)
        upset_add(&x->minimal, s, v, NULL);
    queue_push(&x->work, v, s->total);
}

static uint32_t vertex_of(struct cat *c, const struct state *s)
{
    uint32_t v = find_vertex(c, s);
    if (v != NO_VERTEX)
        return v;
    v = search_vertex(c->x, s, NO_VERTEX, NOWHERE);
    uint64_t hash = state_hash(s), head = 0;
    map_get(&c->by_state, hash, &head);
    map_put(&c->by_state, hash, v + 1);
    vector_push(&c->same_hash, (uint32_t)head);
    vector_push(&c->nodes, ((struct node){.root = v}));
    return v;
}

/* Lambda(u): gives the vertices before u in its partition another root. */
static void reroot(struct cat *c, uint32_t u, uint32_t root)
{
    uint32_t old = c->nodes.data[u].root;
    u32_vector work = {0};
    vector_push(&work, u);
    c->nodes.data[u].root = root;
    while (work.size) {
        uint32_t v = vector_pop(&work);
        vector_each(const uint32_t *, b, &c->nodes.data[v].before) {
            struct node *n = &c->nodes.data[*b];
            if (n->in_u && n->root == old && n->root != root) {
                n->root = root;
                vector_push(&work, *b);
            }
        }
    }
    vector_free(&work);
}

/* True if the roots changed. */
static bool widen(struct cat *c, uint32_t v)
{
    struct search *x = c->x;
    const struct state *u = widen_candidate(&x->known, x->vertices.data[v].state, x->o->candidate_threads, &x->arena);
    if (!u)
        return false;
    uint32_t w = vertex_of(c, u);
    if (!c->nodes.data[w].in_u) {
        x->st->candidates++;
        enter(c, w, w);
    } else if (c->nodes.data[w].root != w) {
        x->st->candidates++;
        reroot(c, w, w);
        return true;
    }
    return false;
}

/* Algorithm 2, for the partitions whose roots are marked. */
static void backtrack(struct cat *c, const bool *prune)
{
    struct search *x = c->x;
    for (bool changed = true; changed;) { /* conflicting edges */
        changed = false;
        for (uint32_t r = 0; r < c->nodes.size; r++) {
            struct node *n = &c->nodes.data[r];
            if (!n->in_u || !prune[n->root])
                continue;
            vector_each(const struct edge *, e, &n->next) {
                const struct node *s = &c->nodes.data[e->to];
                if (s->in_u && !prune[s->root]) {
                    reroot(c, r, s->root);
                    changed = true;
                    break;
                }
            }
        }
    }
    for (uint32_t r = 0; r < c->nodes.size; r++) {
        struct node *n = &c->nodes.data[r];
        if (!n->in_u || !prune[n->root])
            continue;
        x->st->backtracks += n->root == r;
        n->in_u = n->in_w = false;
        vector_clear(&n->before);
        vector_clear(&n->passed);
    }
    for (uint32_t r = 0; r < c->nodes.size; r++) { /* what was passed over for them may matter again */
        struct node *n = &c->nodes.data[r];
        for (uint32_t i = 0; i < n->passed.size; i++)
            if (!c->nodes.data[n->passed.data[i]].in_u) {
                n->in_w = true;
                vector_clear(&n->passed);
            }
    }
    for (uint32_t r = 0; r < c->nodes.size; r++) { /* edges into what is gone */
        struct node *n = &c->nodes.data[r];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < n->next.size; i++)
            if (n->in_u && c->nodes.data[n->next.data[i].to].in_u)
                n->next.data[kept++] = n->next.data[i];
        n->next.size = kept;
        kept = 0;
        for (uint32_t i = 0; i < n->before.size; i++)
            if (c->nodes.data[n->before.data[i]].in_u)
                n->before.data[kept++] = n->before.data[i];
        n->before.size = kept;
    }
    rebuild_minimal(c);
    rebuild_partitions(c);
    u32_vector minimal = {0};
    upset_each(e, &x->minimal) vector_push(&minimal, e->tag);
    bool rerooted = false;
    vector_each(const uint32_t *, v, &minimal)
        rerooted |= widen(c, *v);
    vector_free(&minimal);
    if (rerooted)
        rebuild_partitions(c);
}

/* All vertices that are coverable now (the least lower successor-closed set, Def. 31) are learnt; then backtracking. */
static void learn(struct cat *c)
{
    struct search *x = c->x;
    bool *prune = NEW_ARRAY(bool, c->nodes.size);
    bool any = false;
    for (bool changed = true; changed && !c->reached;) {
        changed = false;
        for (uint32_t v = 0; v < c->nodes.size && !c->reached; v++) {
            struct node *n = &c->nodes.data[v];
            const struct state *s = x->vertices.data[v].state;
            if (!n->in_u || n->coverable || !known_coverable(&x->known, s))
                continue;
            n->coverable = changed = true;
            if (v < targets(c)) {
                search_plan(x, s, NOWHERE, NO_VERTEX);
                c->reached = true;
            }
            if (n->root == v)
                prune[v] = any = true;
            vector_each(const struct edge *, e, &n->next)
                known_derive(&x->known, x->vertices.data[e->to].state, s, e->rule);
        }
    }
    if (any && !c->reached)
        backtrack(c, prune);
    mem_free(prune);
}

static bool has_edge(const struct cat *c, uint32_t from, uint32_t to)
{
    vector_each(const struct edge *, e, &c->nodes.data[from].next)
        if (e->to == to)
            return true;
    return false;
}

static bool visit(void *context, const struct state *p, uint32_t rule)
{
    struct cat *c = context;
    struct search *x = c->x;
    uint32_t w = c->vertex, root = c->nodes.data[w].root;
    if (search_too_long(x))
        return false;
    uint32_t smaller = below_in(c, root, p);
    if (smaller != NO_VERTEX) {
        u32_vector *passed = &c->nodes.data[w].passed;
        if (!passed->size || vector_last(passed) != smaller)
            vector_push(passed, smaller);
        return true;
    }
    if (known_coverable(&x->known, p)) {
        c->hit = state_copy(&x->arena, p);
        c->hit_rule = rule;
        return false;
    }
    if (x->pruner && pruner_excludes(x->pruner, p))
        return true;
    uint32_t v = vertex_of(c, state_copy(&x->arena, p));
    bool fresh = !c->nodes.data[v].in_u;
    if (!has_edge(c, v, w)) {
        vector_push(&c->nodes.data[v].next, ((struct edge){w, rule}));
        vector_push(&c->nodes.data[w].before, v);
        vector_push(partition(c, root), v);
    }
    if (!fresh)
        return true;
    uint32_t depth = x->vertices.data[w].depth + 1;
    x->vertices.data[v] = (struct vertex){x->vertices.data[v].state, w, rule, depth};
    if (depth > x->st->depth)
        x->st->depth = depth;
    enter(c, v, root);
    if (widen(c, v))
        rebuild_partitions(c);
    return true;
}

static enum cover_verdict expand_all(struct cat *c)
{
    struct search *x = c->x;
    for (uint32_t v; queue_pop(&x->work, &v);) {
        if (search_refresh(x)) {
            learn(c);
            if (c->reached)
                return COVER_COVERABLE;
        }
        if (!c->nodes.data[v].in_w || upset_below(&x->minimal, x->vertices.data[v].state) != v)
            continue; /* what is not minimal comes back with rebuild_minimal */
        c->nodes.data[v].in_w = false;
        vector_clear(&c->nodes.data[v].passed);
        c->vertex = v;
        x->st->iterations++;
        if (!pre_each(x->pre, x->vertices.data[v].state, visit, c, &x->overflow) && !x->give_up) {
            known_derive(&x->known, x->vertices.data[v].state, c->hit, c->hit_rule);
            learn(c);
            if (c->reached)
                return COVER_COVERABLE;
        }
        if (search_stopped(x))
            return COVER_UNKNOWN;
    }
    return COVER_UNCOVERABLE;
}

static void cat_free(struct cat *c)
{
    vector_each(struct node *, n, &c->nodes) {
        vector_free(&n->next);
        vector_free(&n->before);
        vector_free(&n->passed);
    }
    vector_free(&c->nodes);
    vector_each(u32_vector *, l, &c->lists)
        vector_free(l);
    vector_free(&c->lists);
    map_free(&c->partitions);
    map_free(&c->by_state);
    vector_free(&c->same_hash);
}

enum cover_verdict search_cat(struct search *x)
{
    struct cat c = {.x = x};
    vector_each(const struct target *, t, &x->s->targets) { /* one vertex each, so that they have the first numbers */
        const struct state *e = state_make(&x->arena, t->control, t->tokens, t->size);
        uint32_t v = search_vertex(x, e, NO_VERTEX, NOWHERE);
        uint64_t head = 0;
        map_get(&c.by_state, state_hash(e), &head);
        map_put(&c.by_state, state_hash(e), v + 1);
        vector_push(&c.same_hash, (uint32_t)head);
        vector_push(&c.nodes, ((struct node){.root = v}));
    }
    search_refresh(x);
    for (uint32_t v = 0; v < targets(&c); v++)
        if (!(x->pruner && pruner_excludes_target(x->pruner, x->vertices.data[v].state))) {
            enter(&c, v, v);
            if (widen(&c, v))
                rebuild_partitions(&c);
        }
    learn(&c);
    enum cover_verdict verdict = c.reached ? COVER_COVERABLE : expand_all(&c);
    if (verdict == COVER_COVERABLE && x->give_up)
        verdict = COVER_UNKNOWN;
    cat_free(&c);
    return verdict;
}
