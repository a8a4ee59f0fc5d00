/* Steps of a thread, and what they do to another one. */
#include "engines/monotone/abstraction_parts.h"

/* --- steps --- */

/* Whether the edge may be taken without the condition. */
static bool may_lack(struct abstraction *s, const struct edge *e, expr condition)
{
    expr both[2] = {e->action.guard, expr_not(s->model->pool, condition)};
    return ask_possible(&s->ask, both, 2);
}

/* A step that a counter did not expect: then it does not count. */
static void watch_counters(struct abstraction *s, uint32_t code, uint32_t edge)
{
    const struct edge *e = &s->model->program->codes.data[code].edges.data[edge];
    vector_each(const struct counter *, k, &s->counting.counters.list) {
        if (bitset_has(s->wrong, k->cell))
            continue;
        bool odd = bitset_has(&k->odd[code], edge);
        vector_each(const struct sure *, x, &k->sure)
            odd = odd || (x->code == code && x->edge == edge && may_lack(s, e, x->condition));
        if (odd) {
            s->odd = k->cell;
            s->stopped = BECAUSE(ODD_COUNT);
        }
    }
}

static void step_by(struct abstraction *s, uint32_t local, const struct edge *e)
{
    uint32_t code = local_code(s, local);
    const struct code *c = &s->model->program->codes.data[code];
    exprs_list wanted = {0};
    values rows = {0};
    abstraction_want_shared(s, e, &wanted);
    abstraction_want_thread(s, e, code, e->to, false, &wanted);
    vector_push(&wanted, expr_bool(s->model->pool, true)); /* so that a row is never empty */
    if (!ask_values(&s->ask, (struct expr_span){&e->action.guard, 1}, (struct expr_span){wanted.data, wanted.size}, MOST_OUTCOMES,
                    &rows))
        s->stopped = BECAUSE(MANY_OUTCOMES);
    uint8_t flags = c->locations.data[e->to].flags;
    for (uint32_t i = 0; i < rows.size; i += wanted.size) {
        const uint64_t *row = rows.data + i;
        struct abstract_step step = {.edge = (uint32_t)(e - c->edges.data)};
        step.shared = abstraction_make_shared(s, (flags & LOC_ATOMIC) && !(flags & (LOC_ERROR | LOC_UNSUPPORTED)), row);
        step.local = abstraction_make_local(s, code, e->to, row + s->model->shared.size);
        vector_push(&s->steps, step);
    }
    if (rows.size)
        watch_counters(s, code, (uint32_t)(e - c->edges.data));
    vector_free(&wanted);
    vector_free(&rows);
}

struct span abstraction_steps(struct abstraction *s, uint32_t shared, uint32_t local)
{
    assert(shared < s->shared.size && local < s->locals.size);
    uint64_t key = (uint64_t)shared << 32 | local, found;
    if (map_get(&s->step_spans, key, &found))
        return (struct span){(uint32_t)(found >> 32), (uint32_t)found};
    uint32_t code = local_code(s, local), location = local_location(s, local), first = s->steps.size;
    const struct code *c = &s->model->program->codes.data[code];
    if (!shared_busy(s, shared) || c->locations.data[location].flags & LOC_ATOMIC) {
        ask_begin(&s->ask, code, NONE);
        abstraction_tell_shared(s, shared);
        abstraction_tell_thread(s, local, false);
        abstraction_tell_capacity(s, &local, 1);
        for (uint32_t i = out_begin(c, location); i < out_end(c, location) && !s->stopped; i++)
            if (out_edge(c, i)->action.kind != ACT_HALT)
                step_by(s, local, out_edge(c, i));
    }
    struct span span = {first, s->steps.size - first};
    map_put(&s->step_spans, key, (uint64_t)span.first << 32 | span.count);
    return span;
}

bool abstraction_acts(struct abstraction *s, uint32_t shared, uint32_t local)
{
    assert(shared < s->shared.size && local < s->locals.size);
    uint64_t key = (uint64_t)shared << 32 | local, acts = 0;
    if (map_get(&s->acting, key, &acts))
        return acts;
    struct span span = abstraction_steps(s, shared, local);
    const struct code *c = &s->model->program->codes.data[local_code(s, local)];
    for (uint32_t i = 0; i < span.count; i++) {
        const struct abstract_step *step = &s->steps.data[span.first + i];
        const struct action *a = &c->edges.data[step->edge].action;
        acts |= step->shared != shared;
        for (uint32_t k = 0; k < a->update_count; k++)
            acts |= s->noticed[a->updates[k].cell];
    }
    map_put(&s->acting, key, acts);
    return acts;
}

/* --- the other thread --- */

/* That the tracker has the value after the step. */
static void require(struct abstraction *s, const struct edge *e, const struct tracker *t, uint64_t value, exprs_list *conditions)
{
    expr x = ask_simplify(&s->ask, abstraction_before(s, e, t->e));
    expr c = expr_eq(s->model->pool, x, expr_const(s->model->pool, x->width, value));
    if (!expr_is_true(c))
        vector_push(conditions, c);
}

static void require_step(struct abstraction *s, const struct edge *e, const struct abstract_step *step, exprs_list *conditions)
{
    uint32_t code = local_code(s, step->local), to = local_location(s, step->local);
    vector_push(conditions, e->action.guard);
    for (uint32_t i = 0; i < s->model->shared.size; i++)
        require(s, e, &s->model->shared.data[i], shared_values(s, step->shared)[i], conditions);
    for (uint32_t i = 0; i < s->model->local[code].size; i++)
        if (monotone_model_matters(s->model, &s->model->local[code].data[i], code, to))
            require(s, e, &s->model->local[code].data[i], local_values(s, step->local)[i], conditions);
}

static void passive_by(struct abstraction *s, uint32_t shared, uint32_t active, const struct abstract_step *step, uint32_t passive,
                       uint64_t pair)
{
    uint32_t code = local_code(s, active), other = local_code(s, passive), at = local_location(s, passive);
    const struct edge *e = &s->model->program->codes.data[code].edges.data[step->edge];
    exprs_list wanted = {0}, conditions = {0};
    values rows = {0};
    ask_begin(&s->ask, code, other);
    abstraction_tell_shared(s, shared);
    abstraction_tell_thread(s, active, false);
    abstraction_tell_thread(s, passive, true);
    abstraction_tell_pair(s, active, passive, pair);
    abstraction_tell_capacity(s, (uint32_t[]){active, passive}, 2);
    require_step(s, e, step, &conditions);
    abstraction_want_thread(s, e, other, at, true, &wanted);
    uint32_t own = wanted.size;
    if (code == other)
        abstraction_want_pair(s, e, code, e->to, at, &wanted);
    vector_push(&wanted, expr_bool(s->model->pool, true));
    if (!ask_values(&s->ask, (struct expr_span){conditions.data, conditions.size}, (struct expr_span){wanted.data, wanted.size},
                    MOST_OUTCOMES, &rows))
        s->stopped = BECAUSE(MANY_OUTCOMES);
    for (uint32_t i = 0; i < rows.size; i += wanted.size) {
        struct passive_step p = {.local = abstraction_make_local(s, other, at, rows.data + i)};
        p.pair = code == other ? abstraction_read_pair(s, code, e->to, at, rows.data + i + own) : 0;
        vector_push(&s->passives, p);
    }
    vector_free(&wanted);
    vector_free(&conditions);
    vector_free(&rows);
}

struct span abstraction_passive(struct abstraction *s, uint32_t shared, uint32_t active, uint32_t step, uint32_t passive,
                                uint64_t pair)
{
    assert(shared < s->shared.size && active < s->locals.size && passive < s->locals.size);
    assert(step < s->steps.size);
    uint64_t key[4] = {(uint64_t)shared << 32 | active, step, passive, pair};
    bool is_new;
    uint32_t id = intern_add(&s->passive_keys, key, sizeof key, &is_new);
    if (is_new) {
        struct abstract_step copy = s->steps.data[step];
        uint32_t first = s->passives.size;
        passive_by(s, shared, active, &copy, passive, pair);
        vector_push(&s->passive_spans, (struct span){first, s->passives.size - first});
    }
    return s->passive_spans.data[id];
}
