/* Sequential interpretation of one thread (Algorithm 1 of the paper), case by case (Algorithm 3): a case is a way in
 * which the reads so far were served. Cases are made where a read has several sources, one source at a time, and
 * dropped at the first contradiction; they are never enumerated. */
#include "engines/flow/run.h"
#include "engines/flow/settled.h"

/* Who touched what last, and under which locks since, after the event (NONE: an edge that touches nothing shared). A
 * read through an index counts as one of all slots: looking at more than needed changes nothing for anybody. */
static void note_touches(struct flow_run *r, uint32_t event, const struct edge *edge, struct edge_effect *e)
{
    uint64_t held = r->held[edge->to];
    for (uint32_t v = 0; v < r->space->shared_count; v++)
        e->since[v] &= held;
    if (event == NONE)
        return;
    const struct event *ev = &r->f->threads->events.data[event];
    uint32_t me = set_single(r->f, event);
    for (int writes = 0; writes < 2; writes++) {
        const touches *list = writes ? &ev->writes : &ev->reads;
        vector_each(const struct touch *, t, list) {
            uint32_t v = r->in->local[t->variable];
            if (t->surely || !writes) {
                e->last[v] = me;
                e->since[v] = held;
            } else {
                e->last[v] = set_union(r->f, e->last[v], me);
            }
        }
    }
}

/* Guard and updates of the edge in one case. Takes over e; false if it is impossible. */
static bool act(struct flow_run *r, uint32_t event, const struct edge *edge, struct edge_effect *e)
{
    struct flow *f = r->f;
    const struct action *a = &edge->action;
    evaluator_begin(f->evaluator);
    if (!abstract_assume(f->evaluator, r->space, e->state, a->guard, true))
        return false;
    write_vector writes = {0};
    abstract_resolve(f->evaluator, r->space, e->state, a->updates, a->update_count, &writes);
    if (r->recording && event != NONE)
        record_writes(r, event, &writes);
    if (r->recording && event != NONE && f->learning)
        learn_writes(f, event, &writes, r->in->global);
    abstract_perform(f->evaluator, r->space, e->state, &writes);
    vector_free(&writes);
    note_touches(r, event, edge, e);
    if (r->recording && event != NONE) {
        record_creations(r, event, e);
        learn_event(f, event, e->node);
    }
    return true;
}

/* Turns of the loop after the edge: none outside, one more on the way back. */
static uint8_t turns_after(const struct flow_run *r, uint8_t turns, uint32_t edge)
{
    const struct edge *e = &r->code->edges.data[edge];
    if (!r->graph->on_cycle[edge])
        return 0;
    return r->graph->rank[e->to] <= r->graph->rank[e->from] && turns < TURNS_MAX ? turns + 1 : turns;
}

/* What the edge makes of a case, into the target's list. Whether the list changed. */
static bool take_edge(struct flow_run *r, const struct partition *p, uint32_t edge_index, partitions *into)
{
    const struct edge *edge = &r->code->edges.data[edge_index];
    uint32_t event = r->thread->event[edge_index];
    struct edge_effect from = {p->node, p->state, p->last, p->since, turns_after(r, p->turns, edge_index)};
    effects cases = {0};
    bool changed = false;
    vector_push(&cases, effect_copy(r, &from, p->node));
    if (event != NONE)
        serve_reads(r, event, &cases);
    vector_each(struct edge_effect *, e, &cases) {
        if (act(r, event, edge, e) && edge->action.kind != ACT_HALT)
            changed |= cases_insert(r, edge->to, into, e);
        else
            effect_free(r, e);
    }
    vector_free(&cases);
    return changed;
}

static struct edge_effect entry_effect(const struct flow_run *r) { return effect_new(r, r->in->entry, r->in->entry_last, NULL); }

enum { STEPS_OF_VISIT = 10 };

static bool out_of_budget(struct flow *f)
{
    const struct reason *why;
    effort_spend(STEPS_OF_VISIT);
    if (!f->out_of_budget && budget_ends(&f->task->budget, &why))
        f->out_of_budget = why;
    return f->out_of_budget != NULL;
}

/* Fewer cases the longer it takes: few, and then one, at every location from now on. */
static void limit_cases(struct flow_run *r)
{
    uint64_t size = r->code->locations.size + CASES_SLACK;
    r->visits++;
    r->limit = r->visits > 2 * CASES_VISITS * size ? 1 : r->visits > CASES_VISITS * size ? 4 : PARTITIONS_MAX;
}

/* What all edges from the location make of one case. The targets to be looked at again are added to work. */
static void take_edges(struct flow_run *r, uint32_t location, const struct partition *p, struct bitset *work)
{
    for (uint32_t k = out_begin(r->code, location); k < out_end(r->code, location); k++) {
        uint32_t edge = r->code->out_edge.data[k], to = r->code->edges.data[edge].to;
        if (take_edge(r, p, edge, &r->in->at[to]))
            bitset_add(work, r->graph->rank[to]);
    }
}

static bool has_self_loop(const struct flow_run *r, uint32_t location)
{
    for (uint32_t k = out_begin(r->code, location); k < out_end(r->code, location); k++)
        if (out_edge(r->code, k)->to == location)
            return true;
    return false;
}

/* Upwards until nothing changes, lowest rank first. */
static void ascend(struct flow_run *r)
{
    struct bitset work = {0};
    const struct code_graph *g = r->graph;
    struct edge_effect e = entry_effect(r);
    cases_insert(r, r->code->entry, &r->in->at[r->code->entry], &e);
    bitset_add(&work, g->rank[r->code->entry]);
    while (!bitset_empty(&work) && !out_of_budget(r->f)) {
        uint32_t rank = bitset_next(&work, 0), l = g->by_rank.data[rank];
        bitset_remove(&work, rank);
        partitions *list = &r->in->at[l];
        bool self_loop = has_self_loop(r, l);
        for (uint32_t i = 0; i < list->size; i++) {
            if (!list->data[i].dirty)
                continue;
            list->data[i].dirty = false;
            r->f->visits++;
            limit_cases(r);
            struct partition p = list->data[i];
            if (!self_loop) {
                take_edges(r, l, &p, &work);
                continue;
            }
            struct edge_effect here = {p.node, p.state, p.last, p.since, p.turns}; /* the list changes while it is read */
            here = effect_copy(r, &here, here.node);
            p.state = here.state, p.last = here.last, p.since = here.since;
            take_edges(r, l, &p, &work);
            effect_free(r, &here);
        }
    }
    bitset_free(&work);
}

/* Downwards: every location again from what its predecessors now give. Each result covers all that can be reached,
 * since what it is made from does. */
static void descend(struct flow_run *r)
{
    const struct code_graph *g = r->graph;
    for (uint32_t rank = 0; rank < g->by_rank.size && !out_of_budget(r->f); rank++) {
        uint32_t l = g->by_rank.data[rank];
        partitions fresh = {0};
        if (l == r->code->entry) {
            struct edge_effect e = entry_effect(r);
            cases_insert(r, l, &fresh, &e);
        }
        vector_each(const uint32_t *, i, &g->in_edges[l])
            vector_each(const struct partition *, p, &r->in->at[r->code->edges.data[*i].from])
                take_edge(r, p, *i, &fresh);
        partitions_free(r->space, &r->in->at[l]);
        r->in->at[l] = fresh;
    }
}

void interpret_thread(struct flow *f, uint32_t thread)
{
    assert(thread < f->threads->threads.size);
    struct interpreted *in = &f->interpreted[thread];
    const struct thread *th = &f->threads->threads.data[thread];
    const struct code *c = &f->program->codes.data[th->code];
    struct flow_run r = {
        f, th, c, f->threads->graphs[th->code], f->threads->held[th->code], in, in->space, false, 0, PARTITIONS_MAX};
    if (!in->entry)
        return;
    bool settle = f->mode == FULL && !f->learning && !f->all_cases;
    if (settle && !in->settled)
        in->settled = settled_compute(f->threads, thread);
    for (uint32_t l = 0; l < c->locations.size; l++) {
        partitions_free(in->space, &in->at[l]);
        in->merged[l] = settle && in->settled[l];
    }
    learn_forget(f, thread);
    r.recording = r.graph->acyclic;
    ascend(&r);
    for (int i = 0; !r.graph->acyclic && i < NARROWING_ROUNDS; i++) {
        r.recording = i == NARROWING_ROUNDS - 1;
        descend(&r);
    }
    if (f->mode >= CONSTRAINED)
        assume_goto(f, 0);
}
