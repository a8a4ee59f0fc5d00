/* See detours.h. The depth of a node is the number of groups on the shortest way to it. */
#include "engines/bounded/detours.h"

/* By node. Steps are listed in the order in which their nodes were left, so one pass is enough. */
static uint32_t *depths(const struct unfolding *u)
{
    uint32_t *depth = NEW_ARRAY(uint32_t, u->nodes.size + 1);
    bool *reached = NEW_ARRAY(bool, u->nodes.size + 1);
    vector_each(const struct unrolled_step *, s, &u->steps) {
        if (s->to == NONE)
            continue;
        const struct unrolled_node *from = &u->nodes.data[s->from];
        bool leaves_group = (from->group != NONE || from->section != NONE) && u->nodes.data[s->to].section == NONE;
        uint32_t d = depth[s->from] + leaves_group;
        if (!reached[s->to] || d < depth[s->to])
            depth[s->to] = d;
        reached[s->to] = true;
    }
    mem_free(reached);
    return depth;
}

/* By instance: how deep its nearest end lies, and its nearest error if that is deeper. */
static uint32_t *limits(const struct unfolding *u, const uint32_t *depth)
{
    uint32_t *end = NEW_ARRAY(uint32_t, u->instances.size + 1), *error = NEW_ARRAY(uint32_t, u->instances.size + 1);
    memset(end, 0xff, u->instances.size * sizeof *end);
    memset(error, 0xff, u->instances.size * sizeof *error);
    for (uint32_t n = 0; n < u->nodes.size; n++) {
        uint32_t i = u->nodes.data[n].instance;
        if (u->nodes.data[n].location == u->program->codes.data[u->instances.data[i].code].exit && depth[n] < end[i])
            end[i] = depth[n];
    }
    vector_each(const struct unrolled_target *, t, &u->errors) {
        uint32_t i = u->nodes.data[t->node].instance;
        error[i] = depth[t->node] < error[i] ? depth[t->node] : error[i];
    }
    for (uint32_t i = 0; i < u->instances.size; i++)
        if (end[i] == NONE || (error[i] != NONE && error[i] > end[i]))
            end[i] = error[i];
    mem_free(error);
    return end;
}

int without_detours(struct memory *m, uint32_t slack)
{
    const struct unfolding *u = m->u;
    uint32_t *depth = depths(u), *limit = limits(u, depth);
    int direct = sat_var(m->sat);
    vector_each(const struct group *, g, &u->groups)
        if (limit[g->instance] != NONE && depth[g->node] > limit[g->instance] + slack && g->x != LIT_FALSE)
            sat_add2(m->sat, -direct, -sat_lit(m->sat, g->x));
    mem_free(depth);
    mem_free(limit);
    return direct;
}
