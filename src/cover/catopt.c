/* CatOpt (4.3.2): target set widening with optimistic backtracking.
 *
 * Only minimal states are kept. Every vertex has a root: a target, or a candidate that widening chose. When a
 * predecessor of a vertex is known to be coverable then so are the vertex, the vertices after it and its root; the
 * root's partition is removed. What it kept out must come back: each vertex has a time `since`, before which nothing
 * was lost because of it (the expansion that found it, or that of what it displaced), and all vertices expanded
 * since the least such time are expanded again. Targets that had been displaced are put back.
 *
 * A predecessor with a candidate below it is not added at all: the candidate is, in its place. */
#include "cover/search.h"
#include "cover/widen.h"

struct mark {
    uint32_t root;
    uint32_t since;
    uint32_t expanded; /* when last; 0 never */
    bool minimal;      /* in search.minimal */
    bool gone;         /* a root that turned out coverable */
    uint32_t element;  /* there */
};

struct catopt {
    struct search *x;
    VECTOR(struct mark) marks; /* by vertex */
    u32_vector roots;          /* candidates that are there */
    uint32_t now;              /* expansions begun */
    u32_vector displaced;
    uint32_t vertex;         /* being expanded */
    const struct state *hit; /* its predecessor that is known coverable */
    uint32_t hit_rule;
};

static uint32_t targets(const struct catopt *c) { return c->x->s->targets.size; }

static void insert(struct catopt *c, uint32_t v, uint32_t since)
{
    struct search *x = c->x;
    const struct state *s = x->vertices.data[v].state;
    struct mark *m = &c->marks.data[v];
    vector_clear(&c->displaced);
    m->element = upset_add(&x->minimal, s, v, &c->displaced);
    m->minimal = true;
    m->since = since;
    m->expanded = 0;
    vector_each(const uint32_t *, d, &c->displaced) {
        c->marks.data[*d].minimal = false;
        if (c->marks.data[*d].since < m->since)
            m->since = c->marks.data[*d].since;
    }
    queue_push(&x->work, v, s->total);
}

static void add_vertex(struct catopt *c, const struct state *s, uint32_t next, uint32_t rule)
{
    uint32_t v = search_vertex(c->x, s, next, rule);
    vector_push(&c->marks, ((struct mark){.root = next == NO_VERTEX ? v : c->marks.data[next].root}));
    if (next == NO_VERTEX && v >= targets(c)) {
        vector_push(&c->roots, v);
        c->x->st->candidates++;
    }
    insert(c, v, c->now);
}

static bool visit(void *context, const struct state *p, uint32_t rule)
{
    struct catopt *c = context;
    struct search *x = c->x;
    if (search_too_long(x))
        return false;
    if (upset_below(&x->minimal, p) != UPSET_NONE)
        return true;
    if (known_coverable(&x->known, p)) {
        c->hit = state_copy(&x->arena, p);
        c->hit_rule = rule;
        return false;
    }
    if (x->pruner && pruner_excludes(x->pruner, p))
        return true;
    const struct state *u = widen_candidate(&x->known, p, x->o->candidate_threads, &x->arena);
    if (u)
        add_vertex(c, u, NO_VERTEX, NOWHERE);
    else
        add_vertex(c, state_copy(&x->arena, p), c->vertex, rule);
    return true;
}

/* Targets belong into the set, or below them a candidate, unless something smaller is there. */
static void add_targets(struct catopt *c)
{
    struct search *x = c->x;
    for (uint32_t v = 0; v < targets(c); v++) {
        const struct state *e = x->vertices.data[v].state;
        if (upset_below(&x->minimal, e) != UPSET_NONE || (x->pruner && pruner_excludes_target(x->pruner, e)))
            continue;
        const struct state *u = widen_candidate(&x->known, e, x->o->candidate_threads, &x->arena);
        if (u)
            add_vertex(c, u, NO_VERTEX, NOWHERE);
        else
            insert(c, v, c->now);
    }
}

/* Removes the partitions of the roots that are known to be coverable, and takes back what they caused. */
static void backtrack(struct catopt *c)
{
    struct search *x = c->x;
    uint32_t kept = 0, before = c->roots.size, least = UINT32_MAX;
    for (uint32_t i = 0; i < c->roots.size; i++) {
        uint32_t r = c->roots.data[i];
        c->marks.data[r].gone = known_coverable(&x->known, x->vertices.data[r].state);
        if (!c->marks.data[r].gone)
            c->roots.data[kept++] = r;
    }
    c->roots.size = kept;
    x->st->backtracks += before - kept;
    if (kept == before)
        return;
    upset_each(e, &x->minimal)
    {
        struct mark *m = &c->marks.data[e->tag];
        if (!c->marks.data[m->root].gone)
            continue;
        m->minimal = false;
        if (m->since < least)
            least = m->since;
        upset_remove(&x->minimal, (uint32_t)(e - x->minimal.elements.data));
    }
    upset_each(e, &x->minimal)
    {
        struct mark *m = &c->marks.data[e->tag];
        if (m->expanded && m->expanded >= least) {
            m->expanded = 0;
            queue_push(&x->work, e->tag, e->state->total);
        }
    }
    add_targets(c);
}

/* The vertex being expanded is coverable, and with it all that follow it. True if this reaches a target. */
static bool learn(struct catopt *c)
{
    struct search *x = c->x;
    if (c->marks.data[c->vertex].root < targets(c)) {
        search_plan(x, c->hit, c->hit_rule, c->vertex);
        return true;
    }
    const struct state *before = c->hit;
    uint32_t rule = c->hit_rule;
    for (uint32_t v = c->vertex; v != NO_VERTEX; v = x->vertices.data[v].next) {
        known_derive(&x->known, x->vertices.data[v].state, before, rule);
        before = x->vertices.data[v].state;
        rule = x->vertices.data[v].rule;
    }
    return false;
}

static bool target_known(struct catopt *c)
{
    struct search *x = c->x;
    for (uint32_t v = 0; v < targets(c); v++)
        if (known_coverable(&x->known, x->vertices.data[v].state)) {
            search_plan(x, x->vertices.data[v].state, NOWHERE, NO_VERTEX);
            return true;
        }
    return false;
}

static enum cover_verdict expand_all(struct catopt *c)
{
    struct search *x = c->x;
    for (uint32_t v; queue_pop(&x->work, &v);) {
        if (!c->marks.data[v].minimal || c->marks.data[v].expanded)
            continue;
        if (search_refresh(x)) {
            if (target_known(c))
                return COVER_COVERABLE;
            backtrack(c);
            if (!c->marks.data[v].minimal)
                continue;
        }
        c->marks.data[v].expanded = ++c->now;
        c->vertex = v;
        c->hit = NULL;
        x->st->iterations++;
        if (!pre_each(x->pre, x->vertices.data[v].state, visit, c, &x->overflow) && !x->give_up) {
            if (learn(c) || target_known(c))
                return COVER_COVERABLE;
            backtrack(c);
        }
        if (search_stopped(x))
            return COVER_UNKNOWN;
    }
    return COVER_UNCOVERABLE;
}

enum cover_verdict search_catopt(struct search *x)
{
    struct catopt c = {.x = x, .now = 0};
    vector_each(const struct target *, t, &x->s->targets) {
        search_vertex(x, state_make(&x->arena, t->control, t->tokens, t->size), NO_VERTEX, NOWHERE);
        vector_push(&c.marks, ((struct mark){.root = c.marks.size}));
    }
    search_refresh(x);
    enum cover_verdict verdict = COVER_COVERABLE;
    if (!target_known(&c)) {
        add_targets(&c);
        verdict = expand_all(&c);
    }
    if (verdict == COVER_COVERABLE && x->give_up)
        verdict = COVER_UNKNOWN;
    vector_free(&c.marks);
    vector_free(&c.roots);
    vector_free(&c.displaced);
    return verdict;
}
