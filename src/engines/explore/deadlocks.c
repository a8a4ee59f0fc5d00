/* Deadlocks. A state without moves is one if somebody waits there. Where others go on, the graph of all steps shows who is
 * stuck (stuck.h). Reduction keeps who moves later from a state (a step that is possible some time is possible some time in
 * the reduced graph: no instance is ignored for ever), but not that runs are fair: so if nobody is stuck anywhere in the
 * reduced graph, nobody is at all, and if somebody is, it may need a look without reduction. With any number of threads,
 * what follows is what these few do: nothing is proved that way, and the interpreter sees to it that more of them would
 * change nothing. */
#include "engines/explore/search.h"

static bool waits_for_room(const struct model_location *l)
{
    for (uint32_t e = 0; e < l->edge_count; e++)
        if (l->edges[e].kind == ACT_CREATE)
            return true; /* there are as many threads as this search looks at, but there may be more */
    return false;
}

static bool has_ended(const struct exploration *s, const struct model_location *l)
{
    return l->location == s->task->program->codes.data[l->code].exit && !l->is_return;
}

/* At an assume or behind an assume(0), or where the search says nothing. */
static bool is_held(const struct model_location *l)
{
    return l->flags & (LOC_ERROR | LOC_UNSUPPORTED) || l->assumes || (!l->edge_count && !l->is_return);
}

static bool is_join(const struct model_location *l)
{
    for (uint32_t e = 0; e < l->edge_count; e++)
        if (l->edges[e].kind == ACT_JOIN)
            return true;
    return false;
}

/* Every instance of a template that the join at which the instance is may be about: the interpreter knows which one. */
static uint64_t joins_of(struct exploration *s, const uint64_t *state, uint32_t instance)
{
    const struct program *p = s->task->program;
    const struct model_location *l = model_location(s->model, instance, state);
    uint64_t result = 0;
    for (uint32_t e = 0; e < l->edge_count; e++)
        for (uint32_t i = 0; l->edges[e].kind == ACT_JOIN && i < s->model->layout->instance_count; i++)
            if (s->model->layout->instances[i].code == p->codes.data[l->code].edges.data[l->edges[e].edge].action.object)
                result |= UINT64_C(1) << i;
    return result;
}

/* Two that join each other do not wait for ever in glibc; whether it is these two the interpreter knows. */
static bool joins_cross(struct exploration *s, const uint64_t *state)
{
    for (uint32_t i = 0; s->graph && i < s->model->layout->instance_count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (joins_of(s, state, i) >> k & 1 && joins_of(s, state, k) >> i & 1)
                return true;
    return false;
}

bool is_deadlock(struct exploration *s, const uint64_t *state)
{
    bool waiting = false;
    for (uint32_t i = 0; i < s->model->layout->instance_count; i++) {
        const struct model_location *l = model_location(s->model, i, state);
        bool ended = has_ended(s, l);
        if (waits_for_room(l) || (!ended && is_held(l)))
            return false;
        waiting = waiting || (!ended && !l->waits_to_start);
    }
    bool cross = joins_cross(s, state);
    s->joins_cross |= cross;
    return waiting && !cross;
}

static void look(void *context, uint32_t node, struct stuck_places *out)
{
    struct exploration *s = context;
    for (uint32_t i = 0; i < s->model->layout->instance_count; i++) {
        const struct model_location *l = model_location(s->model, i, store_state(&s->store, node));
        uint64_t bit = UINT64_C(1) << i;
        if (has_ended(s, l) || l->waits_to_start || waits_for_room(l))
            continue;
        out->held |= is_held(l) ? bit : 0;
        out->waits |= is_held(l) ? 0 : bit;
        out->joins |= is_join(l) ? bit : 0;
    }
    out->unsure = s->circling;
}

static uint64_t joined(void *context, uint32_t node, uint32_t thread)
{
    struct exploration *s = context;
    return joins_of(s, store_state(&s->store, node), thread);
}

struct stuck_answer search_stuck(struct exploration *s)
{
    struct stuck_query q = {.context = s, .look = look, .joined = joined};
    struct stuck_answer a = stuck_find(s->graph, &q);
    s->endless_section = s->endless_section || a.unsure;
    if (a.node != NONE)
        vector_each(const struct check *, c, &s->task->program->checks)
            if (c->kind == CHECK_STUCK)
                search_violation(s, c->id, a.node);
    return a;
}
