#include "engines/monotone/singles.h"

void singles_init(struct singles *v, struct abstraction *s, uint32_t most)
{
    *v = (struct singles){.abstraction = s, .most = most};
}

void singles_free(struct singles *v)
{
    map_free(&v->known);
    vector_free(&v->places);
    vector_each(struct single_group *, g, &v->groups) {
        vector_free(&g->all);
        vector_free(&g->acting);
    }
    vector_free(&v->groups);
}

static void add(struct singles *v, uint32_t shared, uint32_t local)
{
    uint64_t key = (uint64_t)shared << 32 | local;
    if (map_get(&v->known, key, NULL) || !abstraction_counts(v->abstraction, shared, &local, 1))
        return;
    map_put(&v->known, key, v->places.size);
    vector_push(&v->places, (struct thread_view){shared, local});
    if (v->places.size > v->most && !v->stopped)
        v->stopped = BECAUSE(MANY_THREAD_STATES);
}

static void add_initial(void *context, uint32_t shared, uint32_t a, uint32_t b, uint64_t pair)
{
    (void)pair;
    add(context, shared, a);
    add(context, shared, b);
}

static bool can_meet(struct singles *v, uint32_t shared, uint32_t a, uint32_t b)
{
    uint32_t code = local_code(v->abstraction, a);
    if (code == local_code(v->abstraction, b) && v->abstraction->model->program->codes.data[code].instances < 2)
        return false;
    return abstraction_counts(v->abstraction, shared, (uint32_t[]){a, b}, 2) &&
           abstraction_consistent(v->abstraction, shared, a, b, 0);
}

/* One thread moves, another one notices. */
static void notice(struct singles *v, uint32_t shared, uint32_t active, uint32_t passive)
{
    struct abstraction *s = v->abstraction;
    if (s->stopped || !can_meet(v, shared, active, passive))
        return;
    struct span steps = abstraction_steps(s, shared, active);
    for (uint32_t i = 0; i < steps.count && !s->stopped; i++) {
        struct span others = abstraction_passive(s, shared, active, steps.first + i, passive, 0);
        uint32_t after = s->steps.data[steps.first + i].shared;
        for (uint32_t k = 0; k < others.count; k++)
            add(v, after, s->passives.data[others.first + k].local);
    }
}

static void visit(struct singles *v, struct thread_view p)
{
    struct abstraction *s = v->abstraction;
    struct span steps = abstraction_steps(s, p.shared, p.local);
    for (uint32_t i = 0; i < steps.count; i++)
        add(v, s->steps.data[steps.first + i].shared, s->steps.data[steps.first + i].local);
    if (p.shared >= v->groups.size)
        vector_resize(&v->groups, p.shared + 1);
    struct single_group *g = &v->groups.data[p.shared];
    bool acts = abstraction_acts(s, p.shared, p.local);
    vector_push(&g->all, p.local);
    if (acts)
        vector_push(&g->acting, p.local);
    for (uint32_t i = 0; i < g->acting.size; i++)
        notice(v, p.shared, g->acting.data[i], p.local);
    for (uint32_t i = 0; acts && i + 1 < g->all.size; i++)
        notice(v, p.shared, p.local, g->all.data[i]);
}

void singles_run(struct singles *v)
{
    const struct program *p = v->abstraction->model->program;
    const struct reason *why;
    for (uint32_t t = 0; t < p->template_count; t++)
        for (uint32_t u = t; u < p->template_count; u++)
            if (t != u || p->codes.data[t].instances >= 2)
                abstraction_initial(v->abstraction, t, u, add_initial, v);
    while (v->done < v->places.size && !v->stopped && !v->abstraction->stopped) {
        visit(v, v->places.data[v->done++]);
        abstraction_grows(v->abstraction, v->places.size);
        if (v->done % 16 == 0 && abstraction_spent(v->abstraction, &why) && !v->stopped)
            v->stopped = why;
    }
    if (v->abstraction->stopped && !v->stopped)
        v->stopped = v->abstraction->stopped;
}
