#include "engines/monotone/abstraction_parts.h"

enum { MANY_STATES = 3000 };

static void notice(void *context, expr e)
{
    struct abstraction *s = context;
    if (e->op == E_CELL || e->op == E_READ)
        s->noticed[e->value] |= cell_is_shared(&s->model->program->cells.data[e->value]);
}

static void find_noticed(struct abstraction *s)
{
    s->noticed = NEW_ARRAY(bool, s->model->program->cells.size + 1);
    for (uint32_t t = 0; t < s->model->program->template_count; t++)
        vector_each(const struct tracker *, x, &s->model->local[t])
            expr_visit(x->e, notice, s);
}

void abstraction_init(struct abstraction *s, struct monotone_model *m, const struct budget *budget, uint32_t most_values,
                      const struct bitset *wrong)
{
    *s = (struct abstraction){
        .model = m, .budget = budget, .most_values = most_values, .wrong = wrong, .odd = NONE, .many_states = MANY_STATES};
    ask_init(&s->ask, m, budget);
    find_noticed(s);
    counting_find(&s->counting, m->program, m->original);
}

void abstraction_free(struct abstraction *s)
{
    ask_free(&s->ask);
    intern_free(&s->shared);
    intern_free(&s->locals);
    map_free(&s->step_spans);
    map_free(&s->before);
    map_free(&s->acting);
    mem_free(s->noticed);
    map_free(&s->edges);
    vector_free(&s->steps);
    intern_free(&s->passive_keys);
    vector_free(&s->passive_spans);
    vector_free(&s->passives);
    counting_forget(&s->counting);
    map_free(&s->counted);
    bitset_free(&s->used);
    intern_free(&s->consistent_questions);
    vector_free(&s->consistent_answers);
    map_free(&s->seen);
    map_free(&s->seen_count);
    vector_free(&s->crowded);
}

bool abstraction_spent(const struct abstraction *s, const struct reason **why)
{
    *why = BECAUSE(EFFORT);
    return budget_ends(s->budget, why) || clock_cpu() > s->cpu_end;
}

const struct location *local_place(const struct abstraction *s, uint32_t local)
{
    return &s->model->program->codes.data[local_code(s, local)].locations.data[local_location(s, local)];
}

/* --- states from rows of values --- */

static void note_value(struct abstraction *s, uint32_t code, const struct tracker *t, uint64_t value)
{
    if (t->e->width == 1)
        return;
    uint64_t key = hash_pair(t->e->id, value), count = 0;
    if (map_get(&s->seen, key, NULL))
        return;
    map_put(&s->seen, key, 1);
    map_get(&s->seen_count, t->e->id, &count);
    map_put(&s->seen_count, t->e->id, ++count);
    if (count == s->most_values + 1) {
        vector_push(&s->crowded, (struct crowded){code, t->e});
        s->stopped = BECAUSE(MANY_VALUES);
    }
}

static void crowd_out(struct abstraction *s, uint32_t code, const trackers *list)
{
    uint64_t count;
    vector_each(const struct tracker *, t, list)
        if (map_get(&s->seen_count, t->e->id, &count) && count > s->fewer_values) {
            s->hurried = true;
            vector_push(&s->crowded, (struct crowded){code, t->e});
            s->stopped = BECAUSE(MANY_VALUES);
        }
}

void abstraction_grows(struct abstraction *s, uint32_t states)
{
    if (s->fewer_values < 2 || states < s->many_states || s->stopped)
        return;
    crowd_out(s, NONE, &s->model->shared);
    for (uint32_t t = 0; t < s->model->program->template_count; t++)
        crowd_out(s, t, &s->model->local[t]);
    s->fewer_values--;
    s->many_states *= 2;
}

uint32_t abstraction_make_shared(struct abstraction *s, bool busy, const uint64_t *row)
{
    uint32_t n = s->model->shared.size;
    uint64_t *key = NEW_ARRAY(uint64_t, n + 1);
    key[0] = busy;
    for (uint32_t i = 0; i < n; i++) {
        key[1 + i] = row[i];
        note_value(s, NONE, &s->model->shared.data[i], row[i]);
    }
    uint32_t id = intern_add(&s->shared, key, (n + 1) * sizeof *key, NULL);
    mem_free(key);
    return id;
}

/* row has the values of the trackers that matter. */
uint32_t abstraction_make_local(struct abstraction *s, uint32_t code, uint32_t location, const uint64_t *row)
{
    assert(code < s->model->program->template_count && location < s->model->program->codes.data[code].locations.size);
    const trackers *list = &s->model->local[code];
    uint64_t *key = NEW_ARRAY(uint64_t, list->size + 1);
    key[0] = (uint64_t)code << 32 | location;
    for (uint32_t i = 0, k = 0; i < list->size; i++)
        if (monotone_model_matters(s->model, &list->data[i], code, location)) {
            key[1 + i] = row[k++];
            note_value(s, code, &list->data[i], key[1 + i]);
        }
    uint32_t id = intern_add(&s->locals, key, (list->size + 1) * sizeof *key, NULL);
    mem_free(key);
    return id;
}

/* --- facts --- */

void abstraction_tell_shared(struct abstraction *s, uint32_t shared)
{
    assert(shared < s->shared.size);
    for (uint32_t i = 0; i < s->model->shared.size; i++)
        ask_fact(&s->ask, s->model->shared.data[i].e, shared_values(s, shared)[i]);
}

void abstraction_tell_thread(struct abstraction *s, uint32_t local, bool other)
{
    assert(local < s->locals.size);
    uint32_t code = local_code(s, local), location = local_location(s, local);
    const trackers *list = &s->model->local[code];
    for (uint32_t i = 0; i < list->size; i++)
        if (monotone_model_matters(s->model, &list->data[i], code, location))
            ask_fact(&s->ask, other ? list->data[i].other : list->data[i].e, local_values(s, local)[i]);
}

void abstraction_tell_pair(struct abstraction *s, uint32_t a, uint32_t b, uint64_t pair)
{
    assert(a < s->locals.size && b < s->locals.size);
    uint32_t code = local_code(s, a), at = local_location(s, a), other = local_location(s, b);
    if (code != local_code(s, b))
        return;
    for (uint32_t i = 0; i < s->model->pair[code].size; i++) {
        const struct tracker *t = &s->model->pair[code].data[i];
        if (monotone_model_matters_pair(s->model, t, code, at, other))
            ask_fact(&s->ask, t->e, pair >> i & 1);
        if (monotone_model_matters_pair(s->model, t, code, other, at))
            ask_fact(&s->ask, t->other, pair >> (32 + i) & 1);
    }
}

void abstraction_tell_capacity(struct abstraction *s, const uint32_t *locals, uint32_t count)
{
    const struct monotone_model *m = s->model;
    vector_each(const struct ghost_counter *, g, &m->ghosts) {
        uint32_t waiting = 0;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t at = local_location(s, locals[i]);
            waiting += local_code(s, locals[i]) == g->code && at != m->program->codes.data[g->code].entry && !g->taken[at];
        }
        if (m->use_ghosts)
            ask_fact(&s->ask, ghost_capacity(g, m->program, waiting), 1);
    }
}
