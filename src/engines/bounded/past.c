/* The past of a target: what it depends on through program order and reads-from. */
#include "engines/bounded/order_graph.h"

#include <assert.h>

static void follow_path(struct order_graph *g, uint32_t instance, uint32_t node)
{
    struct unfolding *u = g->m->u;
    for (;;) {
        const struct unrolled_node *n = &u->nodes.data[node];
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

static void find_paths(struct order_graph *g)
{
    struct unfolding *u = g->m->u;
    g->run->paths = NEW_ARRAY(u32_vector, u->instances.size + 1);
    for (uint32_t n = 0, instance = NONE; n < u->nodes.size; n++)
        if (u->nodes.data[n].instance != instance) { /* the first node of an instance is its entry */
            instance = u->nodes.data[n].instance;
            follow_path(g, instance, n);
        }
}

uint32_t group_of(const struct unfolding *u, uint32_t node)
{
    assert(node < u->nodes.size);
    const struct unrolled_node *n = &u->nodes.data[node];
    return n->section != NONE ? n->section : n->group;
}

const struct candidate *choice_of(struct memory *m, uint32_t read)
{
    vector_each(const struct candidate *, c, &m->candidates[read])
        if (sat_true(m->sat, c->chosen))
            return c;
    return NULL;
}

static void add_to_past(struct order_graph *g, uint32_t group)
{
    if (group == NONE || g->run->place[group])
        return;
    vector_push(&g->groups, group);
    g->run->place[group] = g->groups.size;
}

/* The groups of the instance's path up to the node (with the step out of it, if leaving), or the whole path. */
static void add_path(struct order_graph *g, uint32_t instance, uint32_t node, bool leaving, uint32_t *until)
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

static void add_everything(struct order_graph *g, uint32_t *until)
{
    struct unfolding *u = g->m->u;
    for (uint32_t i = 0; i < u->instances.size; i++)
        add_path(g, i, NONE, false, until);
    for (uint32_t k = 0; k < u->groups.size; k++)
        if (u->groups.data[k].final && u->groups.data[k].x != LIT_FALSE && sat_holds(g->m->sat, u->groups.data[k].x))
            add_to_past(g, k);
}

void order_graph_find_past(struct order_graph *g, const struct order_target *target)
{
    struct unfolding *u = g->m->u;
    uint32_t *until = NEW_ARRAY(uint32_t, u->instances.size + 1);
    g->run->place = NEW_ARRAY(uint32_t, u->groups.size + 1);
    find_paths(g);
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

bool order_graph_ask_for_steps(struct order_graph *g)
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
