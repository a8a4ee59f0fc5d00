#include "engines/monotone/abstraction.h"

#include "program/machine_parts.h"

enum { MOST_OUTCOMES = 256 };

static void notice(void *context, expr e)
{
    struct abstraction *s = context;
    if (e->op == E_CELL || e->op == E_READ)
        s->noticed[e->value] |= cell_is_shared(&s->scheme->program->cells.data[e->value]);
}

static void find_noticed(struct abstraction *s)
{
    s->noticed = NEW_ARRAY(bool, s->scheme->program->cells.size + 1);
    for (uint32_t t = 0; t < s->scheme->program->template_count; t++)
        vector_each(const struct tracker *, x, &s->scheme->local[t])
            expr_visit(x->e, notice, s);
}

void abstraction_init(struct abstraction *s, struct scheme *m, const struct budget *budget, uint32_t most_values,
                      const struct bitset *wrong)
{
    *s = (struct abstraction){.scheme = m, .budget = budget, .most_values = most_values, .wrong = wrong, .odd = NONE};
    ask_init(&s->ask, m, budget);
    find_noticed(s);
    counters_find(&s->counters, m->program);
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
    counters_free(&s->counters);
    map_free(&s->counted);
    bitset_free(&s->used);
    intern_free(&s->together);
    vector_free(&s->together_answers);
    map_free(&s->seen);
    map_free(&s->seen_count);
    vector_free(&s->crowded);
}

bool abstraction_spent(const struct abstraction *s, const char **why)
{
    *why = "out of time";
    return budget_spent(s->budget, why) || clock_cpu() > s->cpu_end;
}

const struct location *local_place(const struct abstraction *s, uint32_t local)
{
    return &s->scheme->program->codes.data[local_code(s, local)].locations.data[local_location(s, local)];
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
        s->stopped = "some cells take too many values";
    }
}

static uint32_t make_shared(struct abstraction *s, bool busy, const uint64_t *row)
{
    uint32_t n = s->scheme->shared.size;
    uint64_t *key = NEW_ARRAY(uint64_t, n + 1);
    key[0] = busy;
    for (uint32_t i = 0; i < n; i++) {
        key[1 + i] = row[i];
        note_value(s, NONE, &s->scheme->shared.data[i], row[i]);
    }
    uint32_t id = intern_add(&s->shared, key, (n + 1) * sizeof *key, NULL);
    mem_free(key);
    return id;
}

/* row has the values of the trackers that matter. */
static uint32_t make_local(struct abstraction *s, uint32_t code, uint32_t location, const uint64_t *row)
{
    const trackers *list = &s->scheme->local[code];
    uint64_t *key = NEW_ARRAY(uint64_t, list->size + 1);
    key[0] = (uint64_t)code << 32 | location;
    for (uint32_t i = 0, k = 0; i < list->size; i++)
        if (scheme_matters(s->scheme, &list->data[i], code, location)) {
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
    for (uint32_t i = 0; i < s->scheme->shared.size; i++)
        ask_fact(&s->ask, s->scheme->shared.data[i].e, shared_values(s, shared)[i]);
}

void abstraction_tell_thread(struct abstraction *s, uint32_t local, bool other)
{
    uint32_t code = local_code(s, local), location = local_location(s, local);
    const trackers *list = &s->scheme->local[code];
    for (uint32_t i = 0; i < list->size; i++)
        if (scheme_matters(s->scheme, &list->data[i], code, location))
            ask_fact(&s->ask, other ? list->data[i].other : list->data[i].e, local_values(s, local)[i]);
}

void abstraction_tell_pair(struct abstraction *s, uint32_t a, uint32_t b, uint64_t pair)
{
    uint32_t code = local_code(s, a), at = local_location(s, a), other = local_location(s, b);
    if (code != local_code(s, b))
        return;
    for (uint32_t i = 0; i < s->scheme->pair[code].size; i++) {
        const struct tracker *t = &s->scheme->pair[code].data[i];
        if (scheme_matters_pair(s->scheme, t, code, at, other))
            ask_fact(&s->ask, t->e, pair >> i & 1);
        if (scheme_matters_pair(s->scheme, t, code, other, at))
            ask_fact(&s->ask, t->other, pair >> (32 + i) & 1);
    }
}

void abstraction_tell_capacity(struct abstraction *s, const uint32_t *locals, uint32_t count)
{
    const struct scheme *m = s->scheme;
    vector_each(const struct ghost *, g, &m->ghosts) {
        uint32_t waiting = 0;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t at = local_location(s, locals[i]);
            waiting +=
                local_code(s, locals[i]) == g->code && at != m->program->codes.data[g->code].entry && !g->taken[at];
        }
        if (m->use_ghosts)
            ask_fact(&s->ask, ghost_capacity(g, m->program, waiting), 1);
    }
}

/* --- what is wanted --- */

typedef VECTOR(expr) exprs_list;

/* The expression before the edge; NULL edge: as it is. */
static expr before(struct abstraction *s, const struct edge *e, expr x)
{
    if (!e)
        return x;
    uint64_t number = s->edges.size, v;
    if (!map_get(&s->edges, map_pointer_key(e), &number))
        map_put(&s->edges, map_pointer_key(e), number);
    uint64_t key = number << 32 | x->id;
    if (map_get(&s->before, key, &v))
        return (expr)(uintptr_t)v;
    expr r = scheme_before(s->scheme, &e->action, x);
    map_put(&s->before, key, map_pointer_key(r));
    return r;
}

static void want_shared(struct abstraction *s, const struct edge *e, exprs_list *out)
{
    vector_each(const struct tracker *, t, &s->scheme->shared)
        vector_push(out, before(s, e, t->e));
}

static void want_thread(struct abstraction *s, const struct edge *e, uint32_t code, uint32_t location, bool other,
                        exprs_list *out)
{
    vector_each(const struct tracker *, t, &s->scheme->local[code])
        if (scheme_matters(s->scheme, t, code, location))
            vector_push(out, before(s, e, other ? t->other : t->e));
}

static void want_pair(struct abstraction *s, const struct edge *e, uint32_t code, uint32_t at, uint32_t other,
                      exprs_list *out)
{
    vector_each(const struct tracker *, t, &s->scheme->pair[code]) {
        if (scheme_matters_pair(s->scheme, t, code, at, other))
            vector_push(out, before(s, e, t->e));
        if (scheme_matters_pair(s->scheme, t, code, other, at))
            vector_push(out, before(s, e, t->other));
    }
}

static uint64_t read_pair(const struct abstraction *s, uint32_t code, uint32_t at, uint32_t other, const uint64_t *row)
{
    uint64_t pair = 0;
    for (uint32_t i = 0; i < s->scheme->pair[code].size; i++) {
        const struct tracker *t = &s->scheme->pair[code].data[i];
        if (scheme_matters_pair(s->scheme, t, code, at, other))
            pair |= (*row++ & 1) << i;
        if (scheme_matters_pair(s->scheme, t, code, other, at))
            pair |= (*row++ & 1) << (32 + i);
    }
    return pair;
}

/* --- steps --- */

/* Whether the edge may be taken without the condition. */
static bool may_lack(struct abstraction *s, const struct edge *e, expr condition)
{
    values rows = {0};
    expr both[2] = {e->action.guard, expr_not(s->scheme->pool, condition)}, yes = expr_bool(s->scheme->pool, true);
    bool may = !ask_values(&s->ask, both, 2, &yes, 1, 2, &rows) || rows.size;
    vector_free(&rows);
    return may;
}

/* A step that a counter did not expect: then it does not count. */
static void watch_counters(struct abstraction *s, uint32_t code, uint32_t edge)
{
    const struct edge *e = &s->scheme->program->codes.data[code].edges.data[edge];
    vector_each(const struct counter *, k, &s->counters.list) {
        if (bitset_has(s->wrong, k->cell))
            continue;
        bool odd = bitset_has(&k->odd[code], edge);
        vector_each(const struct sure *, x, &k->sure)
            odd = odd || (x->code == code && x->edge == edge && may_lack(s, e, x->condition));
        if (odd) {
            s->odd = k->cell;
            s->stopped = "a cell does not count threads";
        }
    }
}

static void step_by(struct abstraction *s, uint32_t local, const struct edge *e)
{
    uint32_t code = local_code(s, local);
    const struct code *c = &s->scheme->program->codes.data[code];
    exprs_list wanted = {0};
    values rows = {0};
    want_shared(s, e, &wanted);
    want_thread(s, e, code, e->to, false, &wanted);
    vector_push(&wanted, expr_bool(s->scheme->pool, true)); /* so that a row is never empty */
    if (!ask_values(&s->ask, &e->action.guard, 1, wanted.data, wanted.size, MOST_OUTCOMES, &rows))
        s->stopped = "a step has too many outcomes";
    uint8_t flags = c->locations.data[e->to].flags;
    for (uint32_t i = 0; i < rows.size; i += wanted.size) {
        const uint64_t *row = rows.data + i;
        struct abstract_step step = {.edge = (uint32_t)(e - c->edges.data)};
        step.shared = make_shared(s, (flags & LOC_ATOMIC) && !(flags & (LOC_ERROR | LOC_UNSUPPORTED)), row);
        step.local = make_local(s, code, e->to, row + s->scheme->shared.size);
        vector_push(&s->steps, step);
    }
    if (rows.size)
        watch_counters(s, code, (uint32_t)(e - c->edges.data));
    vector_free(&wanted);
    vector_free(&rows);
}

struct span abstraction_steps(struct abstraction *s, uint32_t shared, uint32_t local)
{
    uint64_t key = (uint64_t)shared << 32 | local, found;
    if (map_get(&s->step_spans, key, &found))
        return (struct span){(uint32_t)(found >> 32), (uint32_t)found};
    uint32_t code = local_code(s, local), location = local_location(s, local), first = s->steps.size;
    const struct code *c = &s->scheme->program->codes.data[code];
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
    uint64_t key = (uint64_t)shared << 32 | local, acts = 0;
    if (map_get(&s->acting, key, &acts))
        return acts;
    struct span span = abstraction_steps(s, shared, local);
    const struct code *c = &s->scheme->program->codes.data[local_code(s, local)];
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
static void require(struct abstraction *s, const struct edge *e, const struct tracker *t, uint64_t value,
                    exprs_list *conditions)
{
    expr x = ask_simplify(&s->ask, before(s, e, t->e));
    expr c = expr_eq(s->scheme->pool, x, expr_const(s->scheme->pool, x->width, value));
    if (!expr_is_true(c))
        vector_push(conditions, c);
}

static void require_step(struct abstraction *s, const struct edge *e, const struct abstract_step *step,
                         exprs_list *conditions)
{
    uint32_t code = local_code(s, step->local), to = local_location(s, step->local);
    vector_push(conditions, e->action.guard);
    for (uint32_t i = 0; i < s->scheme->shared.size; i++)
        require(s, e, &s->scheme->shared.data[i], shared_values(s, step->shared)[i], conditions);
    for (uint32_t i = 0; i < s->scheme->local[code].size; i++)
        if (scheme_matters(s->scheme, &s->scheme->local[code].data[i], code, to))
            require(s, e, &s->scheme->local[code].data[i], local_values(s, step->local)[i], conditions);
}

static void passive_by(struct abstraction *s, uint32_t shared, uint32_t active, const struct abstract_step *step,
                       uint32_t passive, uint64_t pair)
{
    uint32_t code = local_code(s, active), other = local_code(s, passive), at = local_location(s, passive);
    const struct edge *e = &s->scheme->program->codes.data[code].edges.data[step->edge];
    exprs_list wanted = {0}, conditions = {0};
    values rows = {0};
    ask_begin(&s->ask, code, other);
    abstraction_tell_shared(s, shared);
    abstraction_tell_thread(s, active, false);
    abstraction_tell_thread(s, passive, true);
    abstraction_tell_pair(s, active, passive, pair);
    abstraction_tell_capacity(s, (uint32_t[]){active, passive}, 2);
    require_step(s, e, step, &conditions);
    want_thread(s, e, other, at, true, &wanted);
    uint32_t own = wanted.size;
    if (code == other)
        want_pair(s, e, code, e->to, at, &wanted);
    vector_push(&wanted, expr_bool(s->scheme->pool, true));
    if (!ask_values(&s->ask, conditions.data, conditions.size, wanted.data, wanted.size, MOST_OUTCOMES, &rows))
        s->stopped = "a step has too many outcomes";
    for (uint32_t i = 0; i < rows.size; i += wanted.size) {
        struct passive_step p = {.local = make_local(s, other, at, rows.data + i)};
        p.pair = code == other ? read_pair(s, code, e->to, at, rows.data + i + own) : 0;
        vector_push(&s->passives, p);
    }
    vector_free(&wanted);
    vector_free(&conditions);
    vector_free(&rows);
}

struct span abstraction_passive(struct abstraction *s, uint32_t shared, uint32_t active, uint32_t step,
                                uint32_t passive, uint64_t pair)
{
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

/* --- the start --- */

struct initial {
    struct abstraction *s;
    uint32_t *instances;
};

static expr initial_leaf(void *context, expr leaf, expr index)
{
    const struct initial *i = context;
    if (leaf->op != E_CELL && leaf->op != E_READ)
        return NULL;
    const struct cell *c = &i->s->scheme->program->cells.data[leaf->value];
    if (c->arbitrary || (index && !expr_is_const(index)))
        return NULL;
    uint64_t slot = index ? cell_slot(c, index->value, i->instances) : 0;
    if (slot == NONE64)
        return NULL;
    return expr_const(i->s->scheme->pool, leaf->width, cell_initial(c, slot, i->instances));
}

void abstraction_initial(struct abstraction *s, uint32_t code_a, uint32_t code_b,
                         void (*found)(void *context, uint32_t shared, uint32_t a, uint32_t b, uint64_t pair),
                         void *context)
{
    const struct program *p = s->scheme->program;
    struct initial init = {s, NEW_ARRAY(uint32_t, p->codes.size + 1)};
    for (uint32_t t = 0; t < p->template_count; t++)
        init.instances[t] = p->codes.data[t].instances == UNBOUNDED ? 4 : p->codes.data[t].instances;
    uint32_t at_a = p->codes.data[code_a].entry, at_b = p->codes.data[code_b].entry;
    exprs_list wanted = {0};
    values rows = {0};
    want_shared(s, NULL, &wanted);
    uint32_t a = wanted.size;
    want_thread(s, NULL, code_a, at_a, false, &wanted);
    uint32_t b = wanted.size;
    want_thread(s, NULL, code_b, at_b, true, &wanted);
    uint32_t pairs = wanted.size;
    if (code_a == code_b)
        want_pair(s, NULL, code_a, at_a, at_b, &wanted);
    vector_push(&wanted, expr_bool(s->scheme->pool, true));
    vector_each(expr *, e, &wanted)
        *e = expr_rewrite(s->scheme->pool, *e, initial_leaf, &init, NULL);
    ask_begin(&s->ask, code_a, code_b);
    if (!ask_values(&s->ask, NULL, 0, wanted.data, wanted.size, MOST_OUTCOMES, &rows))
        s->stopped = "there are too many initial states";
    for (uint32_t i = 0; i < rows.size; i += wanted.size) {
        const uint64_t *row = rows.data + i;
        uint32_t shared = make_shared(s, false, row), x = make_local(s, code_a, at_a, row + a);
        uint32_t y = make_local(s, code_b, at_b, row + b);
        found(context, shared, x, y, code_a == code_b ? read_pair(s, code_a, at_a, at_b, row + pairs) : 0);
    }
    vector_free(&wanted);
    vector_free(&rows);
    mem_free(init.instances);
}
