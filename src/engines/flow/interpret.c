/* Sequential interpretation of one thread (Algorithm 1 of the paper), case by case (Algorithm 3): a case is a way in which
 * the reads so far were served. Cases are made where a read has several sources, one source at a time, and dropped at the first
 * contradiction; they are never enumerated. */
#include "engines/flow/analysis.h"

#include <string.h>

struct run {
    struct flow *f;
    const struct thread *thread;
    const struct code *code;
    const struct graph *graph;
    const uint64_t *held;
    struct interpreted *in;
    const struct space *space;
    bool recording; /* what is written and created counts */
    uint64_t visits; /* so far */
    uint32_t limit;  /* cases at one location; fewer if the thread takes long */
};

struct effect { /* of one edge in one case, before it is joined to the target */
    uint32_t node;
    struct abstract *state;
    uint32_t *last;
    uint64_t *since;
    uint8_t turns;
};
typedef VECTOR(struct effect) effects;

static struct effect effect_copy(const struct run *r, const struct effect *e, uint32_t node)
{
    uint32_t n = r->space->shared_count + 1;
    struct effect c = {node, abstract_copy(r->space, e->state), mem_alloc(n * sizeof *c.last), mem_alloc(n * sizeof *c.since),
                       e->turns};
    memcpy(c.last, e->last, n * sizeof *c.last);
    memcpy(c.since, e->since, n * sizeof *c.since);
    return c;
}

static void effect_free(const struct run *r, struct effect *e)
{
    abstract_free(r->space, e->state);
    mem_free(e->last);
    mem_free(e->since);
}

void partitions_free(const struct space *s, partitions *list)
{
    vector_each(struct partition *, p, list)
    {
        abstract_free(s, p->state);
        mem_free(p->last);
        mem_free(p->since);
    }
    vector_free(list);
}

/* Joins an effect into a case; widening if asked. */
static bool absorb(struct run *r, struct partition *p, const struct effect *e, bool widen)
{
    bool changed = widen ? abstract_widen(r->space, p->state, e->state, &r->f->thresholds) : abstract_join(r->space, p->state, e->state);
    uint32_t node = assume_common(r->f, p->node, e->node);
    changed |= node != p->node;
    p->node = node;
    for (uint32_t v = 0; v < r->space->shared_count; v++) {
        uint32_t last = set_union(r->f, p->last[v], e->last[v]);
        uint64_t since = p->since[v] & e->since[v];
        changed |= last != p->last[v] || since != p->since[v];
        p->last[v] = last;
        p->since[v] = since;
    }
    return changed;
}

static void merge_all(struct run *r, partitions *list)
{
    struct partition *into = &list->data[0];
    for (uint32_t i = 1; i < list->size; i++) {
        struct partition *p = &list->data[i];
        struct effect e = {p->node, p->state, p->last, p->since, p->turns};
        absorb(r, into, &e, false);
        into->visits = p->visits > into->visits ? p->visits : into->visits;
        effect_free(r, &e);
    }
    into->dirty = true;
    list->size = 1;
}

/* Whether the case already covers all of e, whichever turn of a loop it stands for. */
static bool covers(struct run *r, const struct partition *p, const struct effect *e)
{
    if (p->node != e->node || !abstract_leq(r->space, e->state, p->state))
        return false;
    for (uint32_t v = 0; v < r->space->shared_count; v++)
        if (set_union(r->f, p->last[v], e->last[v]) != p->last[v] || (p->since[v] & e->since[v]) != p->since[v])
            return false;
    return true;
}

/* Takes over e. Whether anything changed at the location. */
static bool insert(struct run *r, uint32_t location, partitions *list, struct effect *e)
{
    bool *merged = &r->in->merged[location];
    if (e->turns)
        vector_each(const struct partition *, p, list) if (covers(r, p, e))
        {
            effect_free(r, e);
            return false;
        }
    vector_each(struct partition *, p, list) if (*merged || (p->node == e->node && p->turns == e->turns))
    {
        bool widen = r->graph->widen[location] && p->visits > WIDEN_DELAY;
        bool changed = absorb(r, p, e, widen);
        p->dirty |= changed;
        p->visits += changed && p->visits < UINT16_MAX;
        effect_free(r, e);
        return changed;
    }
    vector_push(list, (struct partition){.node = e->node, .state = e->state, .last = e->last, .since = e->since,
                                        .turns = e->turns, .dirty = true});
    if (list->size > r->limit) {
        *merged = true;
        merge_all(r, list);
    }
    return true;
}

/* All that a read may find, in one case. */
static void read_joined(struct run *r, struct effect *e, uint32_t variable, const source_vector *sources)
{
    struct value v = *abstract_get(r->space, e->state, variable);
    if (!sources->size)
        return;
    for (uint32_t i = 0; i < sources->size; i++)
        if (i == 0 || sources->data[i].value != sources->data[i - 1].value)
            v = value_join(&v, value_numbered(r->space->pool, sources->data[i].value));
    abstract_set(r->space, e->state, variable, &v);
}

struct option {
    uint32_t node;
    struct value value;
    bool view; /* the view stays as it is */
};

typedef VECTOR(struct option) options_vector;

static void offer(options_vector *list, uint32_t node, const struct value *v, bool view)
{
    if (node == NONE)
        return;
    vector_each(struct option *, o, list) if (o->node == node)
    {
        o->value = value_join(&o->value, v);
        o->view = false;
        return;
    }
    vector_push(list, (struct option){node, *v, view});
}

/* The first source with the same value: without order there is no other difference. */
static uint32_t same_value(const source_vector *sources, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (sources->data[k].value == sources->data[i].value)
            return sources->data[k].event;
    return sources->data[i].event;
}

/* Splits e by the sources of one read; appends the cases and frees e. */
static void read_split(struct run *r, struct effect *e, uint32_t event, uint32_t global, uint32_t variable,
                       const source_vector *sources, effects *out)
{
    struct flow *f = r->f;
    options_vector list = {0};
    const struct value *view = abstract_get(r->space, e->state, variable);
    uint32_t last = e->last[variable];
    bool few = sources->size <= SOURCES_MAX;
    bool sensitive = f->mode == SENSITIVE;
    if (!sensitive || sources->size)
        offer(&list, assume_read(f, e->node, event, global, NONE, sensitive ? NO_SET : last), view, true);
    else
        offer(&list, e->node, view, true);
    for (uint32_t i = 0; i < sources->size; i++) {
        const struct source *s = &sources->data[i];
        uint32_t node = e->node;
        if (sensitive)
            node = assume_read(f, e->node, event, global, same_value(sources, i), NO_SET);
        else if (few)
            node = assume_read(f, e->node, event, global, s->event, last);
        else if (i && s->value == sources->data[i - 1].value)
            continue;
        offer(&list, node, value_numbered(r->space->pool, s->value), false);
    }
    for (uint32_t i = 0; i < list.size; i++) {
        struct effect c = effect_copy(r, e, list.data[i].node);
        if (!list.data[i].view)
            abstract_set(r->space, c.state, variable, &list.data[i].value);
        vector_push(out, c);
    }
    effect_free(r, e);
    vector_free(&list);
}

/* All cases of how the reads of an event are served. */
static void serve_reads(struct run *r, uint32_t event, effects *cases)
{
    struct flow *f = r->f;
    const struct event *ev = &f->threads->events.data[event];
    source_vector sources = {0};
    effects next = {0};
    for (uint32_t i = 0; i < ev->reads.size; i++) {
        uint32_t global = ev->reads.data[i].variable, variable = r->in->local[global];
        bool split = f->mode != INSENSITIVE && r->limit > 1 && ev->once && ev->reads.data[i].surely;
        vector_clear(&next);
        vector_each(struct effect *, e, cases)
        {
            if (f->mode >= CONSTRAINED)
                assume_goto(f, e->node);
            sources_find(f, event, global, e->last[variable], e->since[variable], &sources);
            if (split) {
                read_split(r, e, event, global, variable, &sources, &next);
            } else {
                read_joined(r, e, variable, &sources);
                vector_push(&next, *e);
            }
        }
        effects swap = *cases;
        *cases = next;
        next = swap;
    }
    vector_free(&sources);
    vector_free(&next);
}

/* The event under which others know what this thread does. */
static uint32_t visible_event(const struct run *r, uint32_t event)
{
    const struct event *e = &r->f->threads->events.data[event];
    if (!r->thread->hidden)
        return event;
    return r->thread[1].event[e->edge]; /* the rest of a group follows it */
}

static void mark_readers(struct flow *f, uint32_t variable)
{
    for (uint32_t t = 0; t < f->threads->threads.size; t++)
        if (f->interpreted[t].space && bitset_has(&f->interpreted[t].reads, variable))
            f->interpreted[t].dirty = true;
}

static void record_writes(struct run *r, uint32_t event, const write_vector *writes)
{
    struct flow *f = r->f;
    uint32_t seen = visible_event(r, event);
    const struct event *e = &f->threads->events.data[seen];
    struct interferences *w = &f->wrote[seen];
    for (uint32_t i = 0; i < writes->size; i++) {
        if (writes->data[i].variable >= r->space->shared_count)
            continue;
        uint32_t global = r->in->global[writes->data[i].variable], slot = 0;
        while (slot < e->writes.size && e->writes.data[slot].variable != global)
            slot++;
        const struct value *stored = &writes->data[i].stored;
        struct value v = *stored;
        if (w->value[slot] != NONE) {
            const struct value *old = value_numbered(&f->pool, w->value[slot]);
            if (value_leq(stored, old))
                continue;
            v = value_join(old, stored);
            if (w->changes[slot] > ROUNDS_DELAY)
                v = value_widen(old, &v, &f->thresholds);
        }
        w->changes[slot] += w->changes[slot] < UINT8_MAX;
        w->value[slot] = value_number(&f->pool, &v);
        mark_readers(f, global);
    }
}

/* What a new thread finds: its creator's views, handed over with the events that touched the variables last. */
static void hand_over(struct run *r, uint32_t child, const struct effect *e)
{
    struct flow *f = r->f;
    struct interpreted *c = &f->interpreted[child];
    const struct space *s = c->space;
    struct abstract *st = abstract_initial(s);
    bool changed = false;
    uint32_t *last = mem_alloc((s->shared_count + 1) * sizeof *last);
    for (uint32_t v = 0; v < s->shared_count; v++) {
        uint32_t mine = r->in->local[c->global[v]];
        last[v] = mine == NONE ? set_single(f, EVENT_INIT) : e->last[mine];
        if (mine != NONE)
            abstract_set(s, st, v, abstract_get(r->space, e->state, mine));
    }
    if (!c->entry) {
        c->entry = st;
        c->entry_last = last;
        changed = true;
    } else {
        changed = c->entry_changes > ROUNDS_DELAY ? abstract_widen(s, c->entry, st, &f->thresholds) : abstract_join(s, c->entry, st);
        for (uint32_t v = 0; v < s->shared_count; v++) {
            uint32_t both = set_union(f, c->entry_last[v], last[v]);
            changed |= both != c->entry_last[v];
            c->entry_last[v] = both;
        }
        abstract_free(s, st);
        mem_free(last);
    }
    c->entry_changes += changed && c->entry_changes < UINT8_MAX;
    c->dirty |= changed;
}

static void record_creations(struct run *r, uint32_t event, const struct effect *e)
{
    struct flow *f = r->f;
    uint32_t seen = visible_event(r, event);
    for (uint32_t t = 0; t < f->threads->threads.size; t++) {
        const struct thread *th = &f->threads->threads.data[t];
        if (th->rest || th->code == NONE)
            continue;
        vector_each(const uint32_t *, c, &th->creators) if (*c == seen)
        {
            hand_over(r, t, e);
            break;
        }
    }
}

/* Who touched what last, and under which locks since, after the event (NONE: an edge that touches nothing shared). */
static void note_touches(struct run *r, uint32_t event, const struct edge *edge, struct effect *e)
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
        vector_each(const struct touch *, t, list)
        {
            uint32_t v = r->in->local[t->variable];
            if (t->surely) {
                e->last[v] = me;
                e->since[v] = held;
            } else {
                e->last[v] = set_union(r->f, e->last[v], me);
            }
        }
    }
}

/* Guard and updates of the edge in one case. Takes over e; false if it is impossible. */
static bool act(struct run *r, uint32_t event, const struct edge *edge, struct effect *e)
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
static uint8_t turns_after(const struct run *r, uint8_t turns, uint32_t edge)
{
    const struct edge *e = &r->code->edges.data[edge];
    if (!r->graph->on_cycle[edge])
        return 0;
    return r->graph->rank[e->to] <= r->graph->rank[e->from] && turns < TURNS_MAX ? turns + 1 : turns;
}

/* What the edge makes of a case, into the target's list. Whether the list changed. */
static bool take_edge(struct run *r, const struct partition *p, uint32_t edge_index, partitions *into)
{
    const struct edge *edge = &r->code->edges.data[edge_index];
    uint32_t event = r->thread->event[edge_index];
    struct effect from = {p->node, p->state, p->last, p->since, turns_after(r, p->turns, edge_index)};
    effects cases = {0};
    bool changed = false;
    vector_push(&cases, effect_copy(r, &from, p->node));
    if (event != NONE)
        serve_reads(r, event, &cases);
    vector_each(struct effect *, e, &cases)
    {
        if (act(r, event, edge, e) && edge->action.kind != ACT_HALT)
            changed |= insert(r, edge->to, into, e);
        else
            effect_free(r, e);
    }
    vector_free(&cases);
    return changed;
}

static struct effect entry_effect(const struct run *r)
{
    uint32_t n = r->space->shared_count + 1;
    struct effect e = {0, abstract_copy(r->space, r->in->entry), mem_alloc(n * sizeof *e.last), NEW_ARRAY(uint64_t, n), 0};
    memcpy(e.last, r->in->entry_last, (n - 1) * sizeof *e.last);
    for (uint32_t v = 0; v + 1 < n; v++)
        e.since[v] = 0;
    return e;
}

static bool out_of_budget(struct flow *f)
{
    const char *why;
    if (!f->out_of_budget && budget_spent(&f->task->budget, &why))
        f->out_of_budget = why;
    return f->out_of_budget != NULL;
}

/* Fewer cases the longer it takes: few, and then one, at every location from now on. */
static void limit_cases(struct run *r)
{
    uint64_t size = r->code->locations.size + CASES_SLACK;
    r->visits++;
    r->limit = r->visits > 2 * CASES_VISITS * size ? 1 : r->visits > CASES_VISITS * size ? 4 : PARTITIONS_MAX;
}

/* Upwards until nothing changes, lowest rank first. */
static void ascend(struct run *r)
{
    struct bitset work = {0};
    const struct graph *g = r->graph;
    struct effect e = entry_effect(r);
    insert(r, r->code->entry, &r->in->at[r->code->entry], &e);
    bitset_add(&work, g->rank[r->code->entry]);
    while (!bitset_empty(&work) && !out_of_budget(r->f)) {
        uint32_t rank = bitset_next(&work, 0), l = g->by_rank.data[rank];
        bitset_remove(&work, rank);
        partitions *list = &r->in->at[l];
        for (uint32_t i = 0; i < list->size; i++) {
            if (!list->data[i].dirty)
                continue;
            list->data[i].dirty = false;
            r->f->visits++;
            limit_cases(r);
            /* a self-loop may change the list while it is read: work on a copy */
            struct effect here = {list->data[i].node, list->data[i].state, list->data[i].last, list->data[i].since, list->data[i].turns};
            here = effect_copy(r, &here, here.node);
            struct partition p = {.node = here.node, .state = here.state, .last = here.last, .since = here.since, .turns = here.turns};
            for (uint32_t k = out_begin(r->code, l); k < out_end(r->code, l); k++) {
                uint32_t edge = r->code->out_edge.data[k], to = r->code->edges.data[edge].to;
                if (take_edge(r, &p, edge, &r->in->at[to]))
                    bitset_add(&work, g->rank[to]);
            }
            effect_free(r, &here);
        }
    }
    bitset_free(&work);
}

/* Downwards: every location again from what its predecessors now give. Each result covers all that can be reached, since what
 * it is made from does. */
static void descend(struct run *r)
{
    const struct graph *g = r->graph;
    for (uint32_t rank = 0; rank < g->by_rank.size && !out_of_budget(r->f); rank++) {
        uint32_t l = g->by_rank.data[rank];
        partitions fresh = {0};
        if (l == r->code->entry) {
            struct effect e = entry_effect(r);
            insert(r, l, &fresh, &e);
        }
        for (uint32_t i = 0; i < r->code->edges.size; i++)
            if (r->code->edges.data[i].to == l)
                vector_each(const struct partition *, p, &r->in->at[r->code->edges.data[i].from]) take_edge(r, p, i, &fresh);
        partitions_free(r->space, &r->in->at[l]);
        r->in->at[l] = fresh;
    }
}

void interpret_thread(struct flow *f, uint32_t thread)
{
    struct interpreted *in = &f->interpreted[thread];
    const struct thread *th = &f->threads->threads.data[thread];
    const struct code *c = &f->program->codes.data[th->code];
    struct run r = {f, th, c, f->threads->graphs[th->code], f->threads->held[th->code], in, in->space, false, 0, PARTITIONS_MAX};
    if (!in->entry)
        return;
    for (uint32_t l = 0; l < c->locations.size; l++) {
        partitions_free(in->space, &in->at[l]);
        in->merged[l] = false;
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

void interpreted_init(struct flow *f, uint32_t thread, const bool *wanted)
{
    struct interpreted *in = &f->interpreted[thread];
    const struct thread *th = &f->threads->threads.data[thread];
    const struct code *c = &f->program->codes.data[th->code];
    struct value self = value_unsigned(SELF_WIDTH, c->first_id, UINT32_MAX);
    if (th->number != NONE)
        self = value_const(SELF_WIDTH, c->first_id + th->number);
    else if (c->instances != UNBOUNDED)
        self = value_unsigned(SELF_WIDTH, c->first_id, c->first_id + c->instances - 1);
    in->thread = thread;
    in->space = space_new(f->program, th->code, wanted, self, &f->pool, f->domain);
    if (f->domain)
        f->domain->space_init(in->space);
    in->global = NEW_ARRAY(uint32_t, in->space->shared_count + 1);
    in->local = NEW_ARRAY(uint32_t, f->shared->variables.size + 1);
    for (uint32_t v = 0; v < f->shared->variables.size; v++)
        in->local[v] = NONE;
    for (uint32_t v = 0; v < in->space->shared_count; v++) {
        const struct variable *x = &in->space->variables.data[v];
        in->global[v] = f->shared->first.data[x->cell] + (uint32_t)x->slot;
        in->local[in->global[v]] = v;
    }
    in->at = NEW_ARRAY(partitions, c->locations.size + 1);
    in->merged = NEW_ARRAY(bool, c->locations.size + 1);
    for (uint32_t e = th->first_event; e < th->end_event; e++)
        vector_each(const struct touch *, t, &f->threads->events.data[e].reads) bitset_add(&in->reads, t->variable);
    interpreted_reset(f, thread);
}

void interpreted_reset(struct flow *f, uint32_t thread)
{
    struct interpreted *in = &f->interpreted[thread];
    abstract_free(in->space, in->entry);
    mem_free(in->entry_last);
    in->entry = NULL;
    in->entry_last = NULL;
    in->entry_changes = 0;
    in->dirty = false;
    const struct thread *th = &f->threads->threads.data[thread];
    for (uint32_t l = 0; l < f->program->codes.data[th->code].locations.size; l++)
        partitions_free(in->space, &in->at[l]);
    if (th->creators.size)
        return;
    in->entry = abstract_initial(in->space); /* main, and whatever is not known to wait for its creation */
    in->entry_last = NEW_ARRAY(uint32_t, in->space->shared_count + 1);
    for (uint32_t v = 0; v < in->space->shared_count; v++)
        in->entry_last[v] = set_single(f, EVENT_INIT);
    in->dirty = true;
}

void interpreted_free(struct flow *f, uint32_t thread)
{
    struct interpreted *in = &f->interpreted[thread];
    if (!in->space)
        return;
    const struct code *c = &f->program->codes.data[f->threads->threads.data[thread].code];
    for (uint32_t l = 0; l < c->locations.size; l++)
        partitions_free(in->space, &in->at[l]);
    mem_free(in->at);
    mem_free(in->merged);
    mem_free(in->global);
    mem_free(in->local);
    mem_free(in->entry_last);
    bitset_free(&in->reads);
    abstract_free(in->space, in->entry);
    space_free(in->space);
}
