/* See order.h. Groups in the past of the target are numbered 0, 1, ... ("places"); everything below speaks of places. */
#include "engines/bounded/order.h"

#include "base/log.h"

#include <assert.h>

enum edge_kind { PROGRAM, READS, START, BEHIND, AHEAD, GIVEN, NEXT, FINAL };
/* PROGRAM  the same thread
 * READS    a write and the read that sees it
 * START    a read of the start memory and a write to its slot
 * BEHIND   a write that comes before the read comes before the write that is read
 * AHEAD    a write that comes after the write that is read comes after the read
 * GIVEN    an order variable of the solver
 * FINAL    everything comes before a final group
 * NEXT     what comes before one of the two groups of a race comes before the other, too */

struct order_edge {
    uint32_t from, to;
    uint8_t kind;
    uint32_t read; /* index into seen; GIVEN: none */
    uint32_t write; /* START, BEHIND, AHEAD: the other write */
    int literal;    /* GIVEN */
};

struct seen { /* a read of the past with its write */
    uint32_t read;
    const struct candidate *choice;
    uint32_t reader, writer; /* places; writer is NONE for the start memory */
};

struct graph {
    struct memory *m;
    struct run *run;
    u32_vector groups; /* by place */
    VECTOR(struct order_edge) edges;
    VECTOR(u32_vector) out; /* by place: edges */
    struct bitset *reach;   /* by place: places after it */
    struct bitset *reached; /* by place: places before it */
    VECTOR(struct seen) seen;
    VECTOR(int) clause;
    struct bitset explained; /* edges */
    uint32_t clauses;
    uint32_t *rank;   /* by place: groups before it by the order variables; NULL: threads go on as long as they can */
    uint32_t next[2]; /* race: the places of the two groups, else NONE */
    int chosen;
};

/* --- the past --- */

static void follow_path(struct graph *g, uint32_t instance, uint32_t node)
{
    struct unfolding *u = g->m->u;
    for (;;) {
        const struct node *n = &u->nodes.data[node];
        uint32_t next = NONE;
        for (uint32_t i = 0; i < n->step_count && next == NONE; i++)
            if (u->steps.data[n->first_step + i].x != LIT_FALSE && sat_holds(g->m->sat, u->steps.data[n->first_step + i].x))
                next = n->first_step + i;
        if (next == NONE)
            return;
        vector_push(&g->run->paths[instance], next);
        if (u->steps.data[next].to == NONE)
            return;
        node = u->steps.data[next].to;
    }
}

static void find_paths(struct graph *g)
{
    struct unfolding *u = g->m->u;
    g->run->paths = NEW_ARRAY(u32_vector, u->instances.size + 1);
    for (uint32_t n = 0, instance = NONE; n < u->nodes.size; n++)
        if (u->nodes.data[n].instance != instance) { /* the first node of an instance is its entry */
            instance = u->nodes.data[n].instance;
            follow_path(g, instance, n);
        }
}

static uint32_t group_of(const struct unfolding *u, uint32_t node)
{
    const struct node *n = &u->nodes.data[node];
    return n->section != NONE ? n->section : n->group;
}

static const struct candidate *choice_of(struct memory *m, uint32_t read)
{
    vector_each(const struct candidate *, c, &m->candidates[read])
        if (sat_true(m->sat, c->chosen))
            return c;
    return NULL;
}

static void add_to_past(struct graph *g, uint32_t group)
{
    if (group == NONE || g->run->place[group])
        return;
    vector_push(&g->groups, group);
    g->run->place[group] = g->groups.size;
}

/* The groups of the instance's path up to the node (with the step out of it, if leaving), or the whole path. */
static void add_path(struct graph *g, uint32_t instance, uint32_t node, bool leaving, uint32_t *until)
{
    struct unfolding *u = g->m->u;
    const u32_vector *path = &g->run->paths[instance];
    for (uint32_t i = 0; i < path->size; i++) {
        uint32_t from = u->steps.data[path->data[i]].from;
        if (from == node && !leaving)
            return;
        if (i + 1 > until[instance])
            until[instance] = i + 1;
        add_to_past(g, group_of(u, from));
        if (from == node)
            return;
    }
}

static void add_everything(struct graph *g, uint32_t *until)
{
    struct unfolding *u = g->m->u;
    for (uint32_t i = 0; i < u->instances.size; i++)
        add_path(g, i, NONE, false, until);
    for (uint32_t k = 0; k < u->groups.size; k++)
        if (u->groups.data[k].final && u->groups.data[k].x != LIT_FALSE && sat_holds(g->m->sat, u->groups.data[k].x))
            add_to_past(g, k);
}

static void find_past(struct graph *g, const struct order_target *target)
{
    struct unfolding *u = g->m->u;
    uint32_t *until = NEW_ARRAY(uint32_t, u->instances.size + 1);
    g->run->place = NEW_ARRAY(uint32_t, u->groups.size + 1);
    if (target->whole)
        add_everything(g, until);
    else
        add_path(g, u->nodes.data[target->node].instance, target->node, target->leaving, until);
    if (target->other != NONE)
        add_path(g, u->nodes.data[target->other].instance, target->other, target->leaving, until);
    for (uint32_t p = 0; p < g->groups.size; p++) {
        uint32_t id = g->groups.data[p];
        const struct group *k = &u->groups.data[id];
        /* Program order: everything on the path up to the last step of this group. */
        const u32_vector *path = &g->run->paths[k->instance];
        uint32_t last = 0;
        for (uint32_t i = until[k->instance]; i < path->size; i++)
            if (group_of(u, u->steps.data[path->data[i]].from) == id)
                last = i + 1;
        for (uint32_t i = until[k->instance]; i < last; i++)
            add_to_past(g, group_of(u, u->steps.data[path->data[i]].from));
        if (last > until[k->instance])
            until[k->instance] = last;
        for (uint32_t i = 0; i < k->reads.size; i++) {
            uint32_t read = k->reads.data[i];
            if (!g->m->encoded[read] || !sat_holds(g->m->sat, u->reads.data[read].demand))
                continue;
            const struct candidate *c = choice_of(g->m, read);
            assert(c);
            if (c && c->write != NONE)
                add_to_past(g, u->writes.data[c->write].group);
        }
    }
    for (uint32_t i = 0; i < u->instances.size; i++)
        g->run->paths[i].size = until[i];
    mem_free(until);
}

/* A branch whose ways meet again may have no clauses, since nothing depended on it: then the way that the model takes is not
 * tied to memory yet. Asks for the conditions of all steps of the past; true if some were new. */
static bool ask_for_steps(struct graph *g)
{
    struct unfolding *u = g->m->u;
    bool asked = false;
    for (uint32_t i = 0; i < u->instances.size; i++)
        vector_each(const uint32_t *, s, &g->run->paths[i])
            if (!sat_knows(g->m->sat, u->steps.data[*s].x)) {
                sat_lit(g->m->sat, u->steps.data[*s].x);
                asked = true;
            }
    return asked;
}

/* --- reasons --- */

static void explain_path(struct graph *g, uint32_t from, uint32_t to, uint32_t before);

static void add_literal(struct graph *g, int l)
{
    for (uint32_t i = 0; i < g->clause.size; i++)
        if (g->clause.data[i] == -l)
            return;
    vector_push(&g->clause, -l);
}

static lit same_slot(struct graph *g, uint32_t read, uint32_t write)
{
    struct unfolding *u = g->m->u;
    const struct read *r = &u->reads.data[read];
    if (!r->index)
        return LIT_TRUE;
    return word_equal(&u->blaster, r->index, u->writes.data[write].index, u->contents.slots[r->cell].width);
}

static void explain_edge(struct graph *g, uint32_t id)
{
    if (bitset_has(&g->explained, id))
        return;
    bitset_add(&g->explained, id);
    struct order_edge e = g->edges.data[id];
    if (e.kind == PROGRAM)
        return;
    if (e.kind == GIVEN || e.kind == NEXT || e.kind == FINAL) {
        add_literal(g, e.literal);
        if (e.kind == NEXT)
            explain_path(g, e.from, e.to == g->next[0] ? g->next[1] : g->next[0], id);
        return;
    }
    const struct seen *s = &g->seen.data[e.read];
    add_literal(g, s->choice->chosen);
    if (e.kind == READS)
        return;
    lit x = g->m->u->writes.data[e.write].x, same = same_slot(g, s->read, e.write);
    if (x != LIT_TRUE)
        add_literal(g, sat_lit(g->m->sat, x));
    if (same != LIT_TRUE)
        add_literal(g, sat_lit(g->m->sat, same));
    uint32_t other = g->run->place[g->m->u->writes.data[e.write].group] - 1;
    if (e.kind == BEHIND)
        explain_path(g, other, s->reader, id);
    else if (e.kind == AHEAD)
        explain_path(g, s->writer, other, id);
}

/* Transitivity for the order variables: a before b before c. */
static void add_triangle(struct graph *g, uint32_t a, uint32_t b, uint32_t c)
{
    struct memory *m = g->m;
    uint32_t ga = g->groups.data[a], gb = g->groups.data[b], gc = g->groups.data[c];
    if (a == b || b == c || a == c || m->u->groups.data[ga].instance == m->u->groups.data[gb].instance ||
        m->u->groups.data[gb].instance == m->u->groups.data[gc].instance || m->u->groups.data[ga].instance == m->u->groups.data[gc].instance)
        return; /* monotonicity says so already */
    sat_add3(m->sat, -memory_earlier(m, ga, gb), -memory_earlier(m, gb, gc), memory_earlier(m, ga, gc));
}

/* The path with the fewest literals (roughly: derived edges count as three) over edges that are older than before. */
static void explain_path(struct graph *g, uint32_t from, uint32_t to, uint32_t before)
{
    static const uint32_t weights[] = {[PROGRAM] = 0, [READS] = 1, [START] = 2, [BEHIND] = 4, [AHEAD] = 4, [GIVEN] = 1, [NEXT] = 4, [FINAL] = 1};
    uint32_t n = g->groups.size;
    if (from == to)
        return;
    uint32_t *distance = NEW_ARRAY(uint32_t, n), *by = NEW_ARRAY(uint32_t, n);
    memset(distance, 0xff, n * sizeof *distance);
    VECTOR(u32_vector) buckets = {0};
    distance[from] = 0;
    by[from] = NONE;
    vector_resize(&buckets, 1);
    vector_push(&buckets.data[0], from);
    for (uint32_t d = 0; d < buckets.size && distance[to] > d; d++)
        for (uint32_t i = 0; i < buckets.data[d].size; i++) {
            uint32_t v = buckets.data[d].data[i];
            if (distance[v] != d)
                continue;
            vector_each(const uint32_t *, id, &g->out.data[v]) {
                const struct order_edge *e = &g->edges.data[*id];
                uint32_t w = d + weights[e->kind];
                if (*id >= before || w >= distance[e->to] || (e->to != to && !bitset_has(&g->reach[e->to], to)))
                    continue;
                distance[e->to] = w;
                by[e->to] = *id;
                if (w >= buckets.size)
                    vector_resize(&buckets, w + 1);
                vector_push(&buckets.data[w], e->to);
            }
        }
    assert(distance[to] != NONE);
    u32_vector path = {0};
    for (uint32_t v = to; v != from; v = g->edges.data[by[v]].from) {
        vector_push(&path, by[v]);
        add_triangle(g, from, g->edges.data[by[v]].from, v);
    }
    vector_each(u32_vector *, k, &buckets)
        vector_free(k);
    vector_free(&buckets);
    mem_free(distance);
    mem_free(by);
    vector_each(const uint32_t *, id, &path)
        explain_edge(g, *id);
    vector_free(&path);
}

/* --- edges --- */

static void link_places(struct graph *g, uint32_t from, uint32_t to)
{
    struct bitset before = {0};
    bitset_copy(&before, &g->reached[from]);
    bitset_add(&before, from);
    bitset_each(p, &before) {
        bitset_unite(&g->reach[p], &g->reach[to]);
        bitset_add(&g->reach[p], to);
    }
    bitset_free(&before);
    struct bitset behind = {0};
    bitset_copy(&behind, &g->reach[to]);
    bitset_add(&behind, to);
    bitset_each(p, &behind) {
        bitset_unite(&g->reached[p], &g->reached[from]);
        bitset_add(&g->reached[p], from);
    }
    bitset_free(&behind);
}

/* Adds an edge, or the clause if it would close a cycle. Edges that follow from others are not added. */
static bool add_edge(struct graph *g, struct order_edge e)
{
    bool cycle = e.from == e.to || bitset_has(&g->reach[e.to], e.from);
    if (!cycle && bitset_has(&g->reach[e.from], e.to) && e.kind != READS && e.kind != PROGRAM)
        return false;
    uint32_t id = g->edges.size;
    vector_push(&g->edges, e);
    if (!cycle) {
        vector_push(&g->out.data[e.from], id);
        link_places(g, e.from, e.to);
        return true;
    }
    vector_clear(&g->clause);
    bitset_clear(&g->explained);
    explain_edge(g, id);
    explain_path(g, e.to, e.from, id);
    sat_clause(g->m->sat, g->clause.data, g->clause.size);
    g->clauses++;
    return false;
}

static void add_program_order(struct graph *g)
{
    struct unfolding *u = g->m->u;
    for (uint32_t i = 0; i < u->instances.size; i++) {
        uint32_t last = NONE;
        vector_each(const uint32_t *, s, &g->run->paths[i]) {
            uint32_t id = group_of(u, u->steps.data[*s].from);
            if (id == NONE || !g->run->place[id] || g->run->place[id] - 1 == last)
                continue;
            if (last != NONE)
                add_edge(g, (struct order_edge){.from = last, .to = g->run->place[id] - 1, .kind = PROGRAM});
            last = g->run->place[id] - 1;
        }
    }
}

static void add_given(struct graph *g)
{
    struct memory *m = g->m;
    for (uint32_t i = 0; i < m->ordered.size; i += 2) {
        uint32_t a = m->ordered.data[i], b = m->ordered.data[i + 1];
        if (!g->run->place[a] || !g->run->place[b] || m->u->groups.data[a].instance == m->u->groups.data[b].instance)
            continue;
        int v = memory_earlier(m, a, b);
        bool first = sat_true(m->sat, v);
        struct order_edge e = {.kind = GIVEN, .literal = first ? v : -v};
        e.from = g->run->place[first ? a : b] - 1;
        e.to = g->run->place[first ? b : a] - 1;
        add_edge(g, e);
    }
}

static void add_final(struct graph *g)
{
    const struct unfolding *u = g->m->u;
    for (uint32_t f = 0; f < g->groups.size; f++)
        for (uint32_t p = 0; p < g->groups.size && u->groups.data[g->groups.data[f]].final; p++)
            if (!u->groups.data[g->groups.data[p]].final)
                add_edge(g, (struct order_edge){.from = p, .to = f, .kind = FINAL, .literal = g->chosen});
}

static void add_next(struct graph *g)
{
    for (uint32_t p = 0; p < g->groups.size; p++)
        for (unsigned i = 0; i < 2; i++)
            if (p != g->next[0] && p != g->next[1] && bitset_has(&g->reach[p], g->next[1 - i]))
                add_edge(g, (struct order_edge){.from = p, .to = g->next[i], .kind = NEXT, .literal = g->chosen});
}

static bool is_next(const struct graph *g, uint32_t place) { return place != NONE && (place == g->next[0] || place == g->next[1]); }

static void add_reads(struct graph *g)
{
    struct memory *m = g->m;
    struct unfolding *u = m->u;
    for (uint32_t p = 0; p < g->groups.size; p++) {
        const struct group *k = &u->groups.data[g->groups.data[p]];
        for (uint32_t i = 0; i < k->reads.size; i++) {
            uint32_t read = k->reads.data[i];
            if (!m->encoded[read] || !sat_holds(m->sat, u->reads.data[read].demand))
                continue;
            struct seen s = {read, choice_of(m, read), p, NONE};
            if (!s.choice)
                continue;
            if (s.choice->write != NONE)
                s.writer = g->run->place[u->writes.data[s.choice->write].group] - 1;
            vector_push(&g->seen, s);
        }
    }
    for (uint32_t i = 0; i < g->seen.size; i++)
        if (is_next(g, g->seen.data[i].writer)) { /* it has not happened yet */
            sat_add2(m->sat, -g->chosen, -g->seen.data[i].choice->chosen);
            g->clauses++;
        } else if (g->seen.data[i].writer != NONE)
            add_edge(g, (struct order_edge){.from = g->seen.data[i].writer, .to = g->seen.data[i].reader, .kind = READS, .read = i});
}

/* Whether the write is executed in the past, by another group than the read's and its write's, on the read's slot. */
static bool interferes(struct graph *g, const struct seen *s, uint32_t write, uint32_t *place)
{
    const struct write *w = &g->m->u->writes.data[write];
    *place = g->run->place[w->group] - 1;
    return *place != NONE && !is_next(g, *place) && *place != s->reader && *place != s->writer && w->x != LIT_FALSE && sat_holds(g->m->sat, w->x) &&
           sat_holds(g->m->sat, same_slot(g, s->read, write));
}

struct rival {
    uint32_t seen, write, place;
};
typedef VECTOR(struct rival) rival_vector;

static void derive(struct graph *g, const rival_vector *rivals)
{
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct rival *, r, rivals) {
            const struct seen *s = &g->seen.data[r->seen];
            uint32_t o = r->place;
            if (s->writer == NONE) {
                if (!bitset_has(&g->reach[s->reader], o))
                    changed |= add_edge(g, (struct order_edge){s->reader, o, START, r->seen, r->write, 0});
                continue;
            }
            if (bitset_has(&g->reach[o], s->reader) && !bitset_has(&g->reach[o], s->writer))
                changed |= add_edge(g, (struct order_edge){o, s->writer, BEHIND, r->seen, r->write, 0});
            if (bitset_has(&g->reach[s->writer], o) && !bitset_has(&g->reach[s->reader], o))
                changed |= add_edge(g, (struct order_edge){s->reader, o, AHEAD, r->seen, r->write, 0});
        }
        if (g->clauses)
            return;
    }
}

/* --- scheduling --- */

/* The read that the group would cut off from its write if it came next, or NONE. */
static uint32_t cuts_off(struct graph *g, const rival_vector *rivals, uint32_t place, const bool *done, uint32_t *write)
{
    vector_each(const struct rival *, r, rivals) {
        const struct seen *s = &g->seen.data[r->seen];
        if (r->place == place && !done[s->reader] && (s->writer == NONE || done[s->writer])) {
            *write = r->write;
            return r->seen;
        }
    }
    return NONE;
}

static uint32_t *ranks(const struct graph *g)
{
    uint32_t n = g->groups.size, *rank = NEW_ARRAY(uint32_t, n + 1);
    for (uint32_t p = 0; p < n; p++)
        for (uint32_t q = 0; q < p; q++)
            rank[sat_true(g->m->sat, memory_earlier(g->m, g->groups.data[p], g->groups.data[q])) ? q : p]++;
    return rank;
}

static bool schedule(struct graph *g, const rival_vector *rivals)
{
    struct memory *m = g->m;
    struct unfolding *u = m->u;
    uint32_t n = g->groups.size, last = NONE;
    bool *done = NEW_ARRAY(bool, n + 1);
    uint32_t *waits = NEW_ARRAY(uint32_t, n + 1);
    vector_each(const struct order_edge *, e, &g->edges)
        waits[e->to]++;
    while (g->run->schedule.size < n) {
        uint32_t pick = NONE, write = NONE;
        for (uint32_t p = 0; p < n; p++) {
            if (done[p] || waits[p] || cuts_off(g, rivals, p, done, &write) != NONE)
                continue;
            if (g->rank) {
                pick = pick == NONE || g->rank[p] < g->rank[pick] ? p : pick;
                continue;
            }
            bool same = u->groups.data[g->groups.data[p]].instance == last;
            if (pick == NONE || same)
                pick = p;
            if (same)
                break;
        }
        if (pick == NONE)
            break;
        done[pick] = true;
        last = u->groups.data[g->groups.data[pick]].instance;
        vector_push(&g->run->schedule, g->groups.data[pick]);
        vector_each(const uint32_t *, id, &g->out.data[pick])
            waits[g->edges.data[*id].to]--;
    }
    bool complete = g->run->schedule.size == n;
    for (uint32_t p = 0; p < n && !complete; p++) {
        uint32_t write = NONE, at;
        if (done[p] || waits[p] || (at = cuts_off(g, rivals, p, done, &write)) == NONE)
            continue;
        const struct seen *s = &g->seen.data[at];
        assert(s->writer != NONE);
        uint32_t a = g->groups.data[p], b = g->groups.data[s->writer], c = g->groups.data[s->reader];
        int clause[5] = {-s->choice->chosen, -sat_lit(m->sat, u->writes.data[write].x), -sat_lit(m->sat, same_slot(g, s->read, write)),
                         memory_earlier(m, a, b), memory_earlier(m, c, a)};
        sat_clause(m->sat, clause, 5);
        vector_push(&m->ordered, a);
        vector_push(&m->ordered, b);
        vector_push(&m->ordered, c);
        vector_push(&m->ordered, a);
        g->clauses++;
    }
    mem_free(done);
    mem_free(waits);
    return complete;
}

/* --- the whole --- */

static void find_rivals(struct graph *g, rival_vector *rivals)
{
    for (uint32_t i = 0; i < g->seen.size; i++) {
        const struct seen *s = &g->seen.data[i];
        vector_each(const uint32_t *, w, &g->m->writes_of[g->m->u->reads.data[s->read].cell]) {
            uint32_t place;
            if (interferes(g, s, *w, &place))
                vector_push(rivals, (struct rival){i, *w, place});
        }
    }
}

/* The two that are next are not part of the run. */
static void drop_next(struct graph *g, const struct order_target *target)
{
    struct unfolding *u = g->m->u;
    struct run *run = g->run;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < run->schedule.size; i++)
        if (!is_next(g, run->place[run->schedule.data[i]] - 1))
            run->schedule.data[kept++] = run->schedule.data[i];
    run->schedule.size = kept;
    uint32_t nodes[2] = {target->node, target->other};
    for (unsigned k = 0; k < 2; k++) {
        u32_vector *path = &run->paths[u->nodes.data[nodes[k]].instance];
        for (uint32_t i = 0; i < path->size; i++)
            if (u->steps.data[path->data[i]].from == nodes[k])
                path->size = i;
    }
}

bool order_check(struct memory *m, const struct order_target *target, struct run *run)
{
    *run = (struct run){0};
    struct graph g = {.m = m, .run = run, .next = {NONE, NONE}, .chosen = target->chosen};
    rival_vector rivals = {0};
    find_paths(&g);
    find_past(&g, target);
    bool incomplete = ask_for_steps(&g);
    if (target->other != NONE) {
        g.next[0] = run->place[m->u->nodes.data[target->node].group] - 1;
        g.next[1] = run->place[m->u->nodes.data[target->other].group] - 1;
    }
    uint32_t n = g.groups.size;
    vector_resize(&g.out, n + 1);
    g.reach = NEW_ARRAY(struct bitset, n + 1);
    g.reached = NEW_ARRAY(struct bitset, n + 1);
    add_program_order(&g);
    if (target->whole)
        add_final(&g);
    add_reads(&g);
    find_rivals(&g, &rivals);
    add_given(&g);
    if (target->other != NONE)
        add_next(&g);
    if (!g.clauses)
        derive(&g, &rivals);
    if (target->as_given)
        g.rank = ranks(&g);
    bool found = !incomplete && !g.clauses && schedule(&g, &rivals);
    if (found && target->other != NONE)
        drop_next(&g, target);
    for (uint32_t p = 0; p < n; p++) {
        bitset_free(&g.reach[p]);
        bitset_free(&g.reached[p]);
        vector_free(&g.out.data[p]);
    }
    mem_free(g.rank);
    mem_free(g.reach);
    mem_free(g.reached);
    vector_free(&g.out);
    vector_free(&g.groups);
    vector_free(&g.edges);
    vector_free(&g.seen);
    vector_free(&g.clause);
    bitset_free(&g.explained);
    vector_free(&rivals);
    if (!found)
        order_run_free(run, m->u);
    return found;
}

void order_run_free(struct run *run, const struct unfolding *u)
{
    if (run->paths)
        for (uint32_t i = 0; i < u->instances.size; i++)
            vector_free(&run->paths[i]);
    mem_free(run->paths);
    mem_free(run->place);
    vector_free(&run->schedule);
    *run = (struct run){0};
}
