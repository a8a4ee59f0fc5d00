/* In a store where the abstraction has a combination of local states that the small system does not reach, it has mixed
 * runs. The states of the small system there are covered by products, each grown from one state as far as all
 * combinations are reached; these become exceptions. Threads beyond the three get the row that most of the three have.
 * Classes that never touch the shared stores may be anywhere. */
#include "engines/cartesian/infer.h"

enum { SAMPLE_THREADS = 3, MOST_COMBINATIONS = 200000, MOST_BOXES = 4000 };

/* --- the small system --- */

static void add_state(struct micro *m, const uint32_t *key)
{
    bool is_new;
    uint32_t id = intern_add(&m->states, key, (m->count + 1) * sizeof *key, &is_new);
    if (!is_new)
        return;
    if (key[0] >= m->by_store.size)
        vector_resize(&m->by_store, key[0] + 1);
    vector_push(&m->by_store.data[key[0]], id);
}

/* Which threads: at most three of each class, fewer if there are too many. False if there still are. */
static bool choose_threads(struct micro *m)
{
    const struct cartesian_model *s = m->model;
    uint32_t each = SAMPLE_THREADS, total;
    do {
        total = 0;
        for (uint32_t c = 0; c < s->classes.size; c++)
            if (s->classes.data[c].touches)
                total += s->space.size[c] < each ? s->space.size[c] : each;
    } while (total > MOST_POSITIONS && --each >= 2);
    if (total > MOST_POSITIONS || !total)
        return false;
    for (uint32_t c = 0; c < s->classes.size; c++)
        for (uint32_t i = 0; s->classes.data[c].touches && i < s->space.size[c] && i < each; i++)
            m->classes[m->count++] = c;
    return true;
}

static void explore(struct micro *m, uint32_t limit)
{
    struct cartesian_model *s = m->model;
    uint32_t key[MOST_POSITIONS + 1] = {cartesian_model_initial_store(s)};
    for (uint32_t i = 0; i < m->count; i++)
        key[1 + i] = cartesian_model_initial_local(s, m->classes[i]);
    add_state(m, key);
    uint32_t next = 0;
    for (; next < m->states.size && m->states.size < limit && !s->stopped && !budget_spent(&s->budget); next++)
        for (uint32_t i = 0; i < m->count; i++) {
            memcpy(key, intern_bytes(&m->states, next, NULL), (m->count + 1) * sizeof *key);
            uint32_t from = key[0], local = key[1 + i], known = cartesian_model_known(s, m->classes[i], from, local);
            for (uint32_t t = 0; t < s->ranges.data[known].count; t++) {
                key[0] = s->transitions.data[s->ranges.data[known].begin + t].store;
                key[1 + i] = s->transitions.data[s->ranges.data[known].begin + t].local;
                add_state(m, key);
            }
        }
    m->complete = next == m->states.size;
}

bool micro_explore(struct micro *m, struct cartesian_model *s, uint32_t limit)
{
    assert(limit);
    *m = (struct micro){.model = s};
    if (!choose_threads(m))
        return false;
    do {
        if (s->stale)
            cartesian_model_forget_known(s);
        explore(m, limit);
    } while (s->stale && m->complete);
    for (uint32_t store = 0; store < m->by_store.size; store++)
        if (m->by_store.data[store].size)
            bitset_add(&m->stores, store);
    m->locals = NEW_ARRAY(uint32_t, s->classes.size + 1);
    for (uint32_t c = 0; c < s->classes.size; c++)
        m->locals[c] = s->classes.data[c].locals.size;
    return true;
}

void micro_free(struct micro *m)
{
    intern_free(&m->states);
    vector_each(u32_vector *, v, &m->by_store)
        vector_free(v);
    vector_free(&m->by_store);
    bitset_free(&m->stores);
    mem_free(m->locals);
}

/* --- combinations --- */

struct box { /* a product over the threads of the small system */
    struct bitset rows[MOST_POSITIONS];
};

/* Whether all states of the box are reached, with the fixed thread (or NONE) at that local state. */
static bool all_reached(const struct micro *m, uint32_t store, const struct box *b, uint32_t fixed, uint32_t local)
{
    uint32_t key[MOST_POSITIONS + 1] = {store}, tries = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        key[1 + i] = i == fixed ? local : bitset_next(&b->rows[i], 0);
        if (key[1 + i] == BITSET_END)
            return true;
    }
    for (;;) {
        if (++tries > MOST_COMBINATIONS || intern_find(&m->states, key, (m->count + 1) * sizeof *key) == INTERN_NONE)
            return false;
        uint32_t i = 0;
        for (; i < m->count; i++) {
            if (i == fixed)
                continue;
            key[1 + i] = bitset_next(&b->rows[i], key[1 + i] + 1);
            if (key[1 + i] != BITSET_END)
                break;
            key[1 + i] = bitset_next(&b->rows[i], 0);
        }
        if (i == m->count)
            return true;
    }
}

static void grow(const struct micro *m, uint32_t store, struct box *b)
{
    const u32_vector *states = &m->by_store.data[store];
    for (uint32_t i = 0; i < m->count; i++) {
        struct bitset tried = {0};
        for (uint32_t k = 0; k < states->size && !budget_spent(&m->model->budget); k++) {
            uint32_t local = ((const uint32_t *)intern_bytes(&m->states, states->data[k], NULL))[1 + i];
            if (bitset_has(&tried, local) || bitset_has(&b->rows[i], local))
                continue;
            bitset_add(&tried, local);
            if (all_reached(m, store, b, i, local))
                bitset_add(&b->rows[i], local);
        }
        bitset_free(&tried);
    }
}

static bool in_box(const struct micro *m, const struct box *b, const uint32_t *state)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (!bitset_has(&b->rows[i], state[1 + i]))
            return false;
    return true;
}

/* --- from the small system to the whole --- */

/* All local states of a class that never touches the stores, so that any of them shows its steps. */
static void anywhere(struct cartesian *c, uint32_t class, struct bitset *out)
{
    struct cartesian_model *s = c->model;
    uint32_t store = cartesian_model_initial_store(s);
    u32_vector reached = {0};
    bitset_clear(out);
    vector_push(&reached, cartesian_model_initial_local(s, class));
    bitset_add(out, reached.data[0]);
    for (uint32_t next = 0; next < reached.size && !s->stopped && !budget_spent(&s->budget); next++) {
        uint32_t known = cartesian_model_known(s, class, store, reached.data[next]);
        for (uint32_t t = 0; t < s->ranges.data[known].count; t++) {
            uint32_t local = s->transitions.data[s->ranges.data[known].begin + t].local;
            if (!bitset_has(out, local))
                vector_push(&reached, local);
            bitset_add(out, local);
        }
    }
    vector_free(&reached);
    bitset_subtract(out, &s->classes.data[class].errors);
    bitset_subtract(out, &s->classes.data[class].unsupported);
}

/* The product that the box stands for. False if it has too many different rows. */
static bool generalise(struct cartesian *c, const struct micro *m, const struct box *b, struct product *p)
{
    struct cartesian_model *s = c->model;
    struct bitset set = {0};
    bool fits = true;
    for (uint32_t k = 0; k < s->space.class_count && fits; k++) {
        if (!s->classes.data[k].touches) {
            anywhere(c, k, &set);
            p->rows[k] = rows_of(&s->space.rows, &set);
            continue;
        }
        row rows[MOST_POSITIONS];
        uint32_t n = 0, best = 0, best_count = 0;
        for (uint32_t i = 0; i < m->count; i++)
            if (m->classes[i] == k)
                rows[n++] = rows_of(&s->space.rows, &b->rows[i]);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t same = 0;
            for (uint32_t j = 0; j < n; j++)
                same += rows[j] == rows[i];
            if (same > best_count)
                best = i, best_count = same;
        }
        p->rows[k] = rows[best];
        for (uint32_t i = 0; i < n && fits; i++)
            if (rows[i] != rows[best]) {
                fits = p->deviation_count < MOST_DEVIATIONS;
                if (fits)
                    p->deviations[p->deviation_count++] = (struct deviation){k, rows[i]};
            }
    }
    bitset_free(&set);
    return fits;
}

static void except_store(struct cartesian *c, const struct micro *m, uint32_t store)
{
    struct cartesian_model *s = c->model;
    VECTOR(struct box) boxes = {0};
    const u32_vector *states = &m->by_store.data[store];
    for (uint32_t k = 0; k < states->size && boxes.size < MOST_BOXES && !budget_spent(&s->budget); k++) {
        const uint32_t *state = intern_bytes(&m->states, states->data[k], NULL);
        bool covered = false;
        vector_each(const struct box *, b, &boxes)
            covered |= in_box(m, b, state);
        if (covered)
            continue;
        struct box b = {0};
        for (uint32_t i = 0; i < m->count; i++)
            bitset_add(&b.rows[i], state[1 + i]);
        grow(m, store, &b);
        vector_push(&boxes, b);
        struct product p = {.rows = NEW_ARRAY(row, s->space.class_count + 1)};
        if (generalise(c, m, &b, &p))
            cartesian_except(c, store, &p);
        product_free(&p);
    }
    vector_each(struct box *, b, &boxes)
        for (uint32_t i = 0; i < m->count; i++)
            bitset_free(&b->rows[i]);
    vector_free(&boxes);
}

static bool is_mixed(struct cartesian *c, const struct micro *m, uint32_t store)
{
    const struct product *a = &c->abstract.data[store];
    struct box b = {0};
    for (uint32_t i = 0; i < m->count; i++)
        b.rows[i] = *rows_set(&c->model->space.rows, a->rows[m->classes[i]]); /* not owned */
    return !all_reached(m, store, &b, NONE, 0);
}

/* Whether the states of the small system are all combinations of its local states there. If so, no run was mixed here:
 * whatever else the abstraction has came from another store. */
static bool is_product(const struct micro *m, uint32_t store)
{
    struct box b = {0};
    const u32_vector *states = &m->by_store.data[store];
    for (uint32_t k = 0; k < states->size; k++)
        for (uint32_t i = 0; i < m->count; i++)
            bitset_add(&b.rows[i], ((const uint32_t *)intern_bytes(&m->states, states->data[k], NULL))[1 + i]);
    bool all = all_reached(m, store, &b, NONE, 0);
    for (uint32_t i = 0; i < m->count; i++)
        bitset_free(&b.rows[i]);
    return all;
}

uint32_t infer_exceptions(struct cartesian *c, const struct micro *m, uint32_t most)
{
    uint32_t added = 0;
    u32_vector order = {0};
    vector_each(const uint32_t *, store, &c->order)
        vector_push(&order, *store);
    for (int products_too = 0; products_too < 2 && !added; products_too++)
        for (uint32_t i = 0; i < order.size && added < most; i++) {
            uint32_t store = order.data[i];
            bool done = store < c->exceptions.size && c->exceptions.data[store].size;
            if (done || store >= m->by_store.size || !m->by_store.data[store].size || !is_mixed(c, m, store) ||
                (!products_too && is_product(m, store)))
                continue;
            except_store(c, m, store);
            added++;
        }
    vector_free(&order);
    return added;
}
