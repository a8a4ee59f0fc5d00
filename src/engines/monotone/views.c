#include "engines/monotone/views.h"

#include "base/log.h"

void views_init(struct views *v, struct abstraction *s, uint32_t most) { *v = (struct views){.abstraction = s, .most = most}; }

void views_free(struct views *v)
{
    intern_free(&v->known);
    vector_free(&v->list);
    map_free(&v->place_of);
    vector_each(u32_vector *, p, &v->views_at)
        vector_free(p);
    vector_free(&v->views_at);
    vector_free(&v->places);
    map_free(&v->between);
    vector_free(&v->links);
}

static void add_to_place(struct views *v, uint32_t shared, uint32_t local, uint32_t view)
{
    uint64_t key = (uint64_t)shared << 32 | local, at;
    if (!map_get(&v->place_of, key, &at)) {
        at = v->places.size;
        map_put(&v->place_of, key, at);
        vector_push(&v->places, (struct thread_view){shared, local});
        vector_push(&v->views_at, (u32_vector){0});
    }
    vector_push(&v->views_at.data[at], view);
}

/* A number for the pair of local states; the lists behind equal numbers are told apart by looking at the views. */
static uint64_t between_key(uint32_t shared, uint32_t a, uint32_t b)
{
    return hash_pair(shared, (uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a));
}

static void add_view(void *context, uint32_t shared, uint32_t a, uint32_t b, uint64_t pair)
{
    struct views *v = context;
    if (a > b) {
        uint32_t t = a;
        a = b;
        b = t;
        pair = pair_turned(pair);
    }
    if (a == b && pair_turned(pair) < pair)
        pair = pair_turned(pair);
    struct view view;
    memset(&view, 0, sizeof view);
    view.shared = shared;
    view.a = a;
    view.b = b;
    view.pair = pair;
    if (!abstraction_counts(v->abstraction, shared, (uint32_t[]){a, b}, 2))
        return;
    bool is_new;
    uint32_t id = intern_add(&v->known, &view, sizeof view, &is_new);
    if (!is_new)
        return;
    vector_push(&v->list, view);
    add_to_place(v, shared, a, id);
    if (a != b)
        add_to_place(v, shared, b, id);
    uint64_t key = between_key(shared, a, b), head = 0;
    map_get(&v->between, key, &head);
    uint32_t link = v->links.size;
    vector_resize(&v->links, link + 1);
    v->links.data[link].view = id;
    v->links.data[link].next = (uint32_t)head;
    map_put(&v->between, key, link + 1);
    if (v->list.size > v->most && !v->stopped)
        v->stopped = BECAUSE(MANY_PAIRS);
}

static uint64_t oriented(const struct view *w, uint32_t first) { return w->a == first ? w->pair : pair_turned(w->pair); }

/* One of the two threads moves. */
static void act(struct views *v, uint32_t shared, uint32_t active, uint32_t passive, uint64_t pair)
{
    struct abstraction *s = v->abstraction;
    struct span steps = abstraction_steps(s, shared, active);
    for (uint32_t i = 0; i < steps.count && !s->stopped; i++) {
        struct span others = abstraction_passive(s, shared, active, steps.first + i, passive, pair);
        struct abstract_step step = s->steps.data[steps.first + i];
        for (uint32_t k = 0; k < others.count; k++) {
            struct passive_step p = s->passives.data[others.first + k];
            add_view(v, step.shared, step.local, p.local, p.pair);
        }
    }
}

static bool same_span(const struct abstraction *s, struct span x, uint32_t local)
{
    return x.count == 1 && s->passives.data[x.first].local == local;
}

struct seen { /* a thread, and how another one sees it */
    uint32_t local;
    uint64_t pair;
};

/* A third thread z, which sees x and y, moves: what becomes of them. */
static void act_third(struct views *v, uint32_t shared, uint32_t z, struct seen x, struct seen y, uint64_t xy)
{
    struct abstraction *s = v->abstraction;
    if (!abstraction_acts(s, shared, z))
        return;
    struct span steps = abstraction_steps(s, shared, z);
    for (uint32_t i = 0; i < steps.count && !s->stopped; i++) {
        struct span xs = abstraction_passive(s, shared, z, steps.first + i, x.local, x.pair);
        struct span ys = abstraction_passive(s, shared, z, steps.first + i, y.local, y.pair);
        uint32_t after = s->steps.data[steps.first + i].shared;
        if (after == shared && same_span(s, xs, x.local) && same_span(s, ys, y.local))
            continue;
        for (uint32_t k = 0; k < xs.count; k++)
            for (uint32_t n = 0; n < ys.count; n++) {
                uint32_t x_after = s->passives.data[xs.first + k].local, y_after = s->passives.data[ys.first + n].local;
                if (abstraction_consistent(s, after, x_after, y_after, xy))
                    add_view(v, after, x_after, y_after, xy);
            }
    }
}

/* Whether three threads in these local states can exist. */
static bool enough_instances(const struct views *v, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t code[3] = {local_code(v->abstraction, a), local_code(v->abstraction, b), local_code(v->abstraction, c)};
    for (unsigned i = 0; i < 3; i++) {
        uint32_t same = 0;
        for (unsigned k = 0; k < 3; k++)
            same += code[k] == code[i];
        if (same > v->abstraction->model->program->codes.data[code[i]].instances)
            return false;
    }
    return true;
}

static bool two_ways(const struct view *w) { return w->a == w->b && pair_turned(w->pair) != w->pair; }

static void triangle(struct views *v, const struct view *ab, const struct view *ac, const struct view *bc, uint32_t c)
{
    uint32_t a = ab->a, b = ab->b, s = ab->shared;
    for (unsigned way = 0; way < 8; way++) { /* equal local states: either may be the first of the pair */
        if ((way & 1 && !two_ways(ab)) || (way & 2 && !two_ways(ac)) || (way & 4 && !two_ways(bc)))
            continue;
        uint64_t pab = way & 1 ? pair_turned(ab->pair) : ab->pair;
        uint64_t pac = way & 2 ? pair_turned(ac->pair) : oriented(ac, a);
        uint64_t pbc = way & 4 ? pair_turned(bc->pair) : oriented(bc, b);
        act_third(v, s, c, (struct seen){a, pair_turned(pac)}, (struct seen){b, pair_turned(pbc)}, pab);
        act_third(v, s, a, (struct seen){b, pab}, (struct seen){c, pac}, pbc);
        act_third(v, s, b, (struct seen){a, pair_turned(pab)}, (struct seen){c, pbc}, pac);
    }
}

/* All third threads that were seen with both. Views that are still to be looked at come later, and find this one. */
static void with_third(struct views *v, uint32_t id)
{
    struct view ab = v->list.data[id];
    uint64_t at;
    bool acts = abstraction_acts(v->abstraction, ab.shared, ab.a) || abstraction_acts(v->abstraction, ab.shared, ab.b);
    map_get(&v->place_of, (uint64_t)ab.shared << 32 | ab.a, &at);
    for (uint32_t i = 0; i < v->views_at.data[at].size && !v->abstraction->stopped && !v->stopped; i++) {
        uint32_t other = v->views_at.data[at].data[i];
        if (other > id)
            continue;
        struct view ac = v->list.data[other];
        uint32_t c = ac.a == ab.a ? ac.b : ac.a;
        if ((!acts && !abstraction_acts(v->abstraction, ab.shared, c)) || !enough_instances(v, ab.a, ab.b, c) ||
            !abstraction_counts(v->abstraction, ab.shared, (uint32_t[]){ab.a, ab.b, c}, 3))
            continue;
        uint64_t head = 0;
        map_get(&v->between, between_key(ab.shared, ab.b, c), &head);
        for (uint32_t link = (uint32_t)head; link; link = v->links.data[link - 1].next) {
            uint32_t third = v->links.data[link - 1].view;
            struct view bc = v->list.data[third];
            bool right = bc.shared == ab.shared && ((bc.a == ab.b && bc.b == c) || (bc.a == c && bc.b == ab.b));
            if (third <= id && right)
                triangle(v, &ab, &ac, &bc, c);
        }
    }
}

void views_run(struct views *v)
{
    const struct program *p = v->abstraction->model->program;
    for (uint32_t t = 0; t < p->template_count; t++)
        for (uint32_t u = t; u < p->template_count; u++)
            if (t != u || p->codes.data[t].instances >= 2)
                abstraction_initial(v->abstraction, t, u, add_view, v);
    v->initial = v->list.size;
    const struct reason *why;
    while (v->done < v->list.size && !v->stopped && !v->abstraction->stopped) {
        struct view w = v->list.data[v->done];
        act(v, w.shared, w.a, w.b, w.pair);
        act(v, w.shared, w.b, w.a, pair_turned(w.pair));
        with_third(v, v->done);
        v->done++;
        abstraction_grows(v->abstraction, v->list.size);
        if (v->done % 16 == 0 && abstraction_spent(v->abstraction, &why) && !v->stopped)
            v->stopped = why;
        progress("monotone: %u pairs of threads, %u shared states", v->list.size, v->abstraction->shared.size);
    }
    if (v->abstraction->stopped && !v->stopped)
        v->stopped = v->abstraction->stopped;
}
