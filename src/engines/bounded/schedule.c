/* See schedule.h. */
#include "engines/bounded/schedule.h"

#include "program/trace.h"

static uint64_t value_of(struct sat *s, word w, unsigned width)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < width; i++)
        v |= (uint64_t)sat_holds(s, w[i]) << i;
    return v;
}

struct writer {
    struct memory *m;
    const struct order_run *run;
    struct trace *trace;
    struct map first_input; /* node to its first input + 1; they are listed together */
    uint32_t *taken;        /* by instance: steps of its path that are in the trace */
    uint8_t *widths;        /* by input site */
};

static void input_widths(void *context, expr e)
{
    uint8_t *widths = context;
    if (e->op == E_INPUT)
        widths[e->value] = e->width;
}

static void find_widths(struct writer *w)
{
    const struct program *p = w->m->u->program;
    w->widths = NEW_ARRAY(uint8_t, p->input_count + 1);
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges) {
            expr_visit(e->action.guard, input_widths, w->widths);
            for (uint32_t i = 0; i < e->action.update_count; i++) {
                if (e->action.updates[i].index)
                    expr_visit(e->action.updates[i].index, input_widths, w->widths);
                expr_visit(e->action.updates[i].value, input_widths, w->widths);
            }
        }
}

static void take_step(struct writer *w, uint32_t instance)
{
    struct unfolding *u = w->m->u;
    const struct unrolled_step *s = &u->steps.data[w->run->paths[instance].data[w->taken[instance]++]];
    struct instance in = u->instances.data[instance];
    struct trace_step *t = trace_add(w->trace, in.code, in.number, in.code, s->edge);
    uint64_t first;
    if (!map_get(&w->first_input, s->from, &first))
        return;
    for (uint32_t i = (uint32_t)first - 1; i < u->inputs.size && u->inputs.data[i].node == s->from; i++) {
        const struct used_input *k = &u->inputs.data[i];
        trace_add_input(w->trace, t, k->site, value_of(w->m->sat, k->value, w->widths[k->site]));
    }
}

static void add_initials(struct writer *w)
{
    struct unfolding *u = w->m->u;
    struct map listed = {0};
    vector_each(const struct initial *, i, &u->contents.initials) {
        const struct cell *c = &u->program->cells.data[i->cell];
        struct trace_initial t = {.cell = i->cell, .instance_code = NONE, .instance = NONE};
        if (i->owner != NONE) {
            t.instance_code = u->instances.data[i->owner].code;
            t.instance = u->instances.data[i->owner].number;
        }
        if (i->index)
            t.slot = slots_from_index(&u->contents.slots[i->cell], c,
                                      value_of(w->m->sat, i->index, u->contents.slots[i->cell].width), u->counts);
        t.value = value_of(w->m->sat, i->value, c->width);
        uint64_t key = hash_pair((uint64_t)i->cell << 32 | i->owner, t.slot);
        if (t.slot == NONE64 || map_get(&listed, key, NULL))
            continue;
        map_put(&listed, key, 1);
        vector_push(&w->trace->initials, t);
    }
    map_free(&listed);
}

static uint32_t group_of_step(const struct unfolding *u, uint32_t step)
{
    const struct unrolled_node *n = &u->nodes.data[u->steps.data[step].from];
    return n->section != NONE ? n->section : n->group;
}

struct trace *schedule_trace(struct memory *m, const struct order_run *run, uint32_t check)
{
    assert(check < m->u->program->checks.size);
    struct unfolding *u = m->u;
    struct writer w = {.m = m, .run = run, .trace = trace_new(check)};
    w.trace->unbounded = u->bound.instances;
    w.taken = NEW_ARRAY(uint32_t, u->instances.size + 1);
    find_widths(&w);
    for (uint32_t i = u->inputs.size; i-- > 0;)
        map_put(&w.first_input, u->inputs.data[i].node, i + 1);
    add_initials(&w);
    vector_each(const uint32_t *, group, &run->schedule) {
        uint32_t instance = u->groups.data[*group].instance;
        const u32_vector *path = &run->paths[instance];
        while (w.taken[instance] < path->size && group_of_step(u, path->data[w.taken[instance]]) != *group)
            take_step(&w, instance);
        while (w.taken[instance] < path->size && group_of_step(u, path->data[w.taken[instance]]) == *group)
            take_step(&w, instance);
    }
    for (uint32_t i = 0; i < u->instances.size; i++)
        while (w.taken[i] < run->paths[i].size)
            take_step(&w, i);
    map_free(&w.first_input);
    mem_free(w.taken);
    mem_free(w.widths);
    return w.trace;
}
