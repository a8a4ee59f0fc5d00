#include "cover/explicit.h"

#include "base/map.h"
#include "cover/post.h"

struct found {
    const struct state *state;
    uint32_t parent, rule;
};
struct explicit
{
    const struct system *s;
    struct explicit_limits limits;
    struct arena *arena;
    struct post_index *post;
    VECTOR(struct found) states;
    struct map seen; /* hash to 1 + the newest state with it; `chain` goes on */
    u32_vector chain;
    struct state *scratch;
    uint32_t at, goal;
    bool full;
};

static bool is_target(const struct system *s, const struct state *x)
{
    vector_each(const struct target *, t, &s->targets) {
        bool is = t->control == x->control && tokens_within(t->tokens, t->size, x->tokens, x->size);
        for (uint32_t i = 0; is && i < t->exacts; i++)
            is = state_count(x, t->exact[i].place) == t->exact[i].count;
        if (is)
            return true;
    }
    return false;
}

/* Adds a state unless it is there; false ends the search. */
static bool add(struct explicit *e, const struct state *x, uint32_t parent, uint32_t rule)
{
    uint64_t hash = state_hash(x), head = 0;
    map_get(&e->seen, hash, &head);
    for (uint32_t i = (uint32_t)head; i; i = e->chain.data[i - 1])
        if (state_equal(e->states.data[i - 1].state, x))
            return true;
    if (e->states.size >= e->limits.states) {
        e->full = true;
        return false;
    }
    vector_push(&e->states, ((struct found){state_copy(e->arena, x), parent, rule}));
    vector_push(&e->chain, (uint32_t)head);
    map_put(&e->seen, hash, e->states.size);
    if (!is_target(e->s, x))
        return true;
    e->goal = e->states.size - 1;
    return false;
}

static bool successor(void *context, uint32_t control, const struct token *tokens, uint32_t size, uint32_t rule)
{
    struct explicit *e = context;
    const struct rule *r = &e->s->rules.data[rule];
    for (uint32_t i = 0; i < r->exacts; i++)
        if (state_count(e->states.data[e->at].state, r->exact[i].place) != r->exact[i].count)
            return true;
    state_fill(e->scratch, control, tokens, size);
    return add(e, e->scratch, e->at, rule);
}

/* Initial states with exactly `extra` threads more than the least, spread over the unbounded places from `place` on. */
static bool add_initial(struct explicit *e, uint32_t *count, uint32_t place, uint32_t extra)
{
    const struct system *s = e->s;
    if (place == s->places) {
        if (extra)
            return true;
        uint32_t n = 0;
        struct token *t = mem_alloc((s->places + 1) * sizeof *t);
        for (uint32_t p = 0; p < s->places; p++)
            if (count[p])
                t[n++] = (struct token){p, count[p]};
        const struct state *x = state_make(e->arena, s->init_control, t, n);
        mem_free(t);
        return add(e, x, NOWHERE, NOWHERE);
    }
    if (!s->init_unbounded[place])
        return add_initial(e, count, place + 1, extra);
    for (uint32_t k = 0; k <= extra; k++) {
        count[place] += k;
        bool go_on = add_initial(e, count, place + 1, extra - k);
        count[place] -= k;
        if (!go_on)
            return false;
    }
    return true;
}

static void make_plan(const struct explicit *e, struct plan *plan)
{
    u32_vector path = {0};
    uint32_t i = e->goal;
    for (; e->states.data[i].parent != NOWHERE; i = e->states.data[i].parent)
        vector_push(&path, i);
    plan->start = e->states.data[i].state;
    while (path.size) {
        uint32_t k = vector_pop(&path);
        vector_push(&plan->rules, e->states.data[k].rule);
        vector_push(&plan->goals, e->states.data[k].state);
    }
    vector_free(&path);
}

static enum explicit_answer explore(struct explicit *e)
{
    uint32_t *count = NEW_ARRAY(uint32_t, e->s->places + 1);
    for (uint32_t i = 0; i < e->s->inits; i++)
        count[e->s->init[i].place] = e->s->init[i].count;
    bool go_on = true, spent = false;
    for (uint32_t extra = 0; go_on && extra <= e->limits.threads; extra++) {
        go_on = add_initial(e, count, 0, extra);
        for (; go_on && e->at < e->states.size; e->at++) {
            spent = budget_spent(&e->limits.budget);
            go_on = !spent && post_each(e->post, e->states.data[e->at].state, successor, e);
        }
    }
    mem_free(count);
    return go_on ? EXPLICIT_EXHAUSTED : e->full || spent ? EXPLICIT_LIMIT : EXPLICIT_FOUND;
}

enum explicit_answer explicit_search(const struct system *s, struct explicit_limits limits, struct arena *a, struct plan *plan)
{
    struct explicit e = {.s = s, .limits = limits, .arena = a, .post = post_index_make(s)};
    e.scratch = mem_zalloc(sizeof *e.scratch + s->places * sizeof *e.scratch->tokens);
    enum explicit_answer answer = explore(&e);
    if (answer == EXPLICIT_FOUND)
        make_plan(&e, plan);
    post_index_free(e.post);
    vector_free(&e.states);
    vector_free(&e.chain);
    map_free(&e.seen);
    mem_free(e.scratch);
    return answer;
}
