/* Whether threads can be together in a shared state: as far as trackers tell, and by the cells that count threads. */
#include "engines/monotone/abstraction.h"

enum { MOST_TOGETHER = 3 };

typedef VECTOR(expr) exprs_list;

static void require_value(struct abstraction *s, expr e, uint64_t value, exprs_list *conditions)
{
    vector_push(conditions, expr_eq(s->model->pool, e, expr_const(s->model->pool, e->width, value)));
}

static bool ask_consistent(struct abstraction *s, uint32_t shared, uint32_t a, uint32_t b, uint64_t pair)
{
    uint32_t code = local_code(s, b), at = local_location(s, b), at_a = local_location(s, a);
    exprs_list conditions = {0};
    ask_begin(&s->ask, local_code(s, a), code);
    abstraction_tell_shared(s, shared);
    abstraction_tell_thread(s, a, false);
    abstraction_tell_capacity(s, (uint32_t[]){a, b}, 2);
    for (uint32_t i = 0; i < s->model->local[code].size; i++)
        if (monotone_model_matters(s->model, &s->model->local[code].data[i], code, at))
            require_value(s, s->model->local[code].data[i].other, local_values(s, b)[i], &conditions);
    for (uint32_t i = 0; local_code(s, a) == code && i < s->model->pair[code].size; i++) {
        const struct tracker *t = &s->model->pair[code].data[i];
        if (monotone_model_matters_pair(s->model, t, code, at_a, at))
            require_value(s, t->e, pair >> i & 1, &conditions);
        if (monotone_model_matters_pair(s->model, t, code, at, at_a))
            require_value(s, t->other, pair >> (32 + i) & 1, &conditions);
    }
    bool possible = ask_possible(&s->ask, conditions.data, conditions.size);
    vector_free(&conditions);
    return possible;
}

bool abstraction_consistent(struct abstraction *s, uint32_t shared, uint32_t a, uint32_t b, uint64_t pair)
{
    assert(shared < s->shared.size && a < s->locals.size && b < s->locals.size);
    uint64_t key[3] = {shared, (uint64_t)a << 32 | b, pair};
    bool is_new;
    uint32_t id = intern_add(&s->consistent_questions, key, sizeof key, &is_new);
    if (is_new)
        vector_push(&s->consistent_answers, ask_consistent(s, shared, a, b, pair));
    return s->consistent_answers.data[id];
}

/* Whether counter number i can be what these threads and all others leave it room for. */
static bool can_be(struct abstraction *s, uint32_t shared, uint32_t i, const struct counted_sum *sum)
{
    assert(sum->least <= UINT8_MAX && sum->short_of_most <= UINT8_MAX);
    uint64_t key = (uint64_t)shared << 32 | (uint64_t)i << 16 | sum->least << 8 | sum->short_of_most, answer;
    if (map_get(&s->counted, key, &answer))
        return answer;
    const struct counter *k = &s->counting.counters.list.data[i];
    struct exprs *pool = s->model->pool;
    const struct cell *cell = &s->model->program->cells.data[k->cell];
    expr lowest =
        expr_const(pool, cell->width, (counting_base(&s->counting, s->model->program, i) - sum->down) & width_mask(cell->width));
    expr above = expr_sub(pool, expr_cell(pool, cell->width, k->cell), lowest);
    expr enough = expr_binary(pool, E_ULE, expr_const(pool, cell->width, sum->least), above);
    expr not_too_much = expr_binary(pool, E_ULE, above, expr_const(pool, cell->width, sum->down + sum->up - sum->short_of_most));
    ask_begin(&s->ask, NONE, NONE);
    abstraction_tell_shared(s, shared);
    answer = ask_possible(&s->ask, (expr[]){enough, not_too_much}, 2);
    map_put(&s->counted, key, answer);
    return answer;
}

bool abstraction_counts(struct abstraction *s, uint32_t shared, const uint32_t *locals, uint32_t count)
{
    assert(shared < s->shared.size && locals && count && count <= MOST_TOGETHER);
    struct proof_place places[MOST_TOGETHER];
    for (uint32_t k = 0; k < count; k++)
        places[k] = (struct proof_place){local_code(s, locals[k]), local_location(s, locals[k])};
    for (uint32_t i = 0; i < s->counting.counters.list.size && i < UINT16_MAX; i++) {
        const struct counter *c = &s->counting.counters.list.data[i];
        if (bitset_has(s->wrong, c->cell))
            continue;
        struct counted_sum sum = counting_sum(&s->counting, i, places, count);
        if (!can_be(s, shared, i, &sum)) {
            bitset_add(&s->used, c->cell);
            return false;
        }
    }
    return true;
}
