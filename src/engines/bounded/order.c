/* See order.h. */
#include "engines/bounded/order_graph.h"

#include <assert.h>

/* --- edges --- */

static void add_program_order(struct order_graph *g)
{
    struct unfolding *u = g->m->u;
    for (uint32_t i = 0; i < u->instances.size; i++) {
        uint32_t last = NONE;
        vector_each(const uint32_t *, s, &g->run->paths[i]) {
            uint32_t id = group_of(u, u->steps.data[*s].from);
            if (id == NONE || !g->run->place[id] || g->run->place[id] - 1 == last)
                continue;
            if (last != NONE)
                order_graph_add_edge(g, (struct order_edge){.from = last, .to = g->run->place[id] - 1, .kind = PROGRAM});
            last = g->run->place[id] - 1;
        }
    }
}

static void add_given(struct order_graph *g)
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
        order_graph_add_edge(g, e);
    }
}

static void add_final(struct order_graph *g)
{
    const struct unfolding *u = g->m->u;
    for (uint32_t f = 0; f < g->groups.size; f++)
        for (uint32_t p = 0; p < g->groups.size && u->groups.data[g->groups.data[f]].final; p++)
            if (!u->groups.data[g->groups.data[p]].final)
                order_graph_add_edge(g, (struct order_edge){.from = p, .to = f, .kind = FINAL, .literal = g->chosen});
}

static void add_next(struct order_graph *g)
{
    for (uint32_t p = 0; p < g->groups.size; p++)
        for (unsigned i = 0; i < 2; i++)
            if (p != g->next[0] && p != g->next[1] && bitset_has(&g->reach[p], g->next[1 - i]))
                order_graph_add_edge(g, (struct order_edge){.from = p, .to = g->next[i], .kind = NEXT, .literal = g->chosen});
}

static bool is_next(const struct order_graph *g, uint32_t place)
{
    return place != NONE && (place == g->next[0] || place == g->next[1]);
}

static void add_reads(struct order_graph *g)
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
            order_graph_add_edge(
                g, (struct order_edge){.from = g->seen.data[i].writer, .to = g->seen.data[i].reader, .kind = READS, .read = i});
}

/* Whether the write is executed in the past, by another group than the read's and its write's, on the read's slot. */
static bool interferes(struct order_graph *g, const struct seen *s, uint32_t write, uint32_t *place)
{
    const struct unrolled_write *w = &g->m->u->writes.data[write];
    *place = g->run->place[w->group] - 1;
    return *place != NONE && !is_next(g, *place) && *place != s->reader && *place != s->writer && w->x != LIT_FALSE &&
           sat_holds(g->m->sat, w->x) && sat_holds(g->m->sat, same_slot(g, s->read, write));
}

struct rival {
    uint32_t seen, write, place;
};
typedef VECTOR(struct rival) rival_vector;

static void derive(struct order_graph *g, const rival_vector *rivals)
{
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct rival *, r, rivals) {
            const struct seen *s = &g->seen.data[r->seen];
            uint32_t o = r->place;
            if (s->writer == NONE) {
                if (!bitset_has(&g->reach[s->reader], o))
                    changed |= order_graph_add_edge(g, (struct order_edge){s->reader, o, START, r->seen, r->write, 0});
                continue;
            }
            if (bitset_has(&g->reach[o], s->reader) && !bitset_has(&g->reach[o], s->writer))
                changed |= order_graph_add_edge(g, (struct order_edge){o, s->writer, BEHIND, r->seen, r->write, 0});
            if (bitset_has(&g->reach[s->writer], o) && !bitset_has(&g->reach[s->reader], o))
                changed |= order_graph_add_edge(g, (struct order_edge){s->reader, o, AHEAD, r->seen, r->write, 0});
        }
        if (g->clauses)
            return;
    }
}

/* --- scheduling --- */

/* The read that the group would cut off from its write if it came next, or NONE. */
static uint32_t cuts_off(struct order_graph *g, const rival_vector *rivals, uint32_t place, const bool *done, uint32_t *write)
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

static uint32_t *ranks(const struct order_graph *g)
{
    uint32_t n = g->groups.size, *rank = NEW_ARRAY(uint32_t, n + 1);
    for (uint32_t p = 0; p < n; p++)
        for (uint32_t q = 0; q < p; q++)
            rank[sat_true(g->m->sat, memory_earlier(g->m, g->groups.data[p], g->groups.data[q])) ? q : p]++;
    return rank;
}

static bool schedule(struct order_graph *g, const rival_vector *rivals)
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
        int clause[5] = {-s->choice->chosen, -sat_lit(m->sat, u->writes.data[write].x),
                         -sat_lit(m->sat, same_slot(g, s->read, write)), memory_earlier(m, a, b), memory_earlier(m, c, a)};
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

static void find_rivals(struct order_graph *g, rival_vector *rivals)
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
static void drop_next(struct order_graph *g, const struct order_target *target)
{
    struct unfolding *u = g->m->u;
    struct order_run *run = g->run;
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

bool order_check(struct memory *m, const struct order_target *target, struct order_run *run)
{
    *run = (struct order_run){0};
    struct order_graph g = {.m = m, .run = run, .next = {NONE, NONE}, .chosen = target->chosen};
    rival_vector rivals = {0};
    order_graph_find_past(&g, target);
    bool incomplete = order_graph_ask_for_steps(&g);
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

void order_run_free(struct order_run *run, const struct unfolding *u)
{
    if (run->paths)
        for (uint32_t i = 0; i < u->instances.size; i++)
            vector_free(&run->paths[i]);
    mem_free(run->paths);
    mem_free(run->place);
    vector_free(&run->schedule);
    *run = (struct order_run){0};
}
