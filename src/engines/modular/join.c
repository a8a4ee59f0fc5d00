/* Hash join. Steps of the environment are grouped by the units that their preconditions speak of (shape); within a
 * group a store finds the steps with its values, and a step the stores. A store that does not know some unit of a shape
 * meets all steps of the shape. */
#include "engines/modular/join.h"

static bool hash_at(const struct modular_kind *k, const struct shape *h, const uint64_t *store, uint64_t *hash)
{
    *hash = 0;
    for (uint32_t i = 0; i < h->units.size; i++) {
        if (!bank_knows(store, k->sight->units.size, h->units.data[i]))
            return false;
        *hash = hash_pair(*hash, store[h->units.data[i]]);
    }
    return true;
}

static uint64_t hash_step(const struct env_step *e)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < e->pre_count; i++)
        if (!(e->pre[i].flags & PART_ID))
            hash = hash_pair(hash, e->pre[i].value);
    return hash;
}

static bool possible(const struct env_step *e, const uint64_t *bank, uint32_t n)
{
    for (uint32_t i = 0; i < e->pre_count; i++) {
        const struct env_part *p = &e->pre[i];
        if (bank_knows(bank, n, p->unit) &&
            (p->flags & PART_ID && p->value == ID_SOME ? bank[p->unit] == ID_NONE : bank[p->unit] != p->value))
            return false;
    }
    return true;
}

/* What the step makes of the value of a unit. A lazy unit that is not known stays so. */
static bool has_effect(const struct modular_kind *k, const struct env_part *w, const uint64_t *bank)
{
    bool known = bank_knows(bank, k->sight->units.size, w->unit);
    if (w->flags & PART_TOP)
        return known;
    return known ? bank[w->unit] != w->value : !k->sight->units.data[w->unit].lazy;
}

static bool changes(const struct modular_kind *k, const struct env_step *e, const uint64_t *bank)
{
    for (uint32_t i = 0; i < e->write_count; i++)
        if (has_effect(k, &e->writes[i], bank))
            return true;
    return false;
}

/* The store after the step. What it did not know and the step depended on is known now; but for ends of threads. */
static uint32_t apply(struct fixpoint *f, uint32_t kind, const struct env_step *e, const uint64_t *bank)
{
    struct modular_kind *k = &f->kinds[kind];
    uint32_t n = k->sight->units.size;
    uint64_t *after = mem_alloc(bank_words(n) * sizeof *after);
    memcpy(after, bank, bank_words(n) * sizeof *after);
    for (uint32_t i = 0; i < e->pre_count; i++) {
        const struct env_part *p = &e->pre[i];
        bool some = p->flags & PART_ID && p->value == ID_SOME;
        if (!some && !bank_knows(bank, n, p->unit) && !k->sight->units.data[p->unit].lazy)
            bank_set(after, n, p->unit, p->value);
    }
    for (uint32_t i = 0; i < e->write_count; i++) {
        const struct env_part *w = &e->writes[i];
        if (!has_effect(k, w, bank))
            continue;
        if (w->flags & PART_TOP) {
            after[n + w->unit / 64] &= ~(UINT64_C(1) << (w->unit % 64));
            after[w->unit] = 0;
        } else {
            bank_set(after, n, w->unit, w->value);
        }
    }
    uint32_t next = join_add_store(f, kind, after);
    mem_free(after);
    return next;
}

static void join(struct fixpoint *f, uint32_t kind, uint32_t store, uint32_t env)
{
    struct modular_kind *k = &f->kinds[kind];
    const uint64_t *bank = kind_store(k, store);
    const struct env_step *e = &k->env_list.data[env];
    f->env_joins++;
    if (!changes(k, e, bank) || !possible(e, bank, k->sight->units.size))
        return;
    uint32_t next = apply(f, kind, e, bank);
    if (map_get(&k->changed, (uint64_t)store << 32 | next, NULL))
        return;
    map_put(&k->changed, (uint64_t)store << 32 | next, 1);
    vector_push(&k->changes, (struct store_change){next, env, k->places.data[store].changes});
    k->places.data[store].changes = k->changes.size;
    for (uint32_t i = k->places.data[store].states; i; i = k->origins.data[i - 1].next) {
        const struct modular_state *s = kind_state(k, i - 1);
        fixpoint_add_state(f, kind, (struct modular_state){s->entry, s->frame, next}, (struct state_origin){i - 1, env, 0, 0, 0});
    }
}

/* --- indexing --- */

static void index_store(struct modular_kind *k, uint32_t store, uint32_t shape)
{
    struct shape *h = &k->shapes.data[shape];
    uint64_t hash, last = 0;
    if (!hash_at(k, h, kind_store(k, store), &hash)) {
        vector_push(&h->partial, store);
        return;
    }
    map_get(&h->store_bucket, hash, &last);
    vector_reserve(&h->stores, h->stores.size + 1);
    h->stores.data[h->stores.size].store = store;
    h->stores.data[h->stores.size].next = (uint32_t)last;
    map_put(&h->store_bucket, hash, ++h->stores.size);
}

static uint32_t find_shape(struct modular_kind *k, const struct env_step *e)
{
    u32_vector units = {0};
    for (uint32_t i = 0; i < e->pre_count; i++)
        if (!(e->pre[i].flags & PART_ID))
            vector_push(&units, e->pre[i].unit);
    bool is_new;
    uint32_t id = intern_add(&k->shape_names, units.data ? (const void *)units.data : "", units.size * sizeof(uint32_t), &is_new);
    if (!is_new) {
        vector_free(&units);
        return id;
    }
    struct shape h = {.units = units};
    vector_push(&k->shapes, h);
    for (uint32_t s = 0; s < k->stores_joined; s++)
        index_store(k, s, id);
    return id;
}

/* --- adding --- */

uint32_t join_add_store(struct fixpoint *f, uint32_t kind, const uint64_t *bank)
{
    assert(kind < f->kind_count);
    struct modular_kind *k = &f->kinds[kind];
    bool is_new;
    uint32_t id = intern_add(&k->stores, bank, bank_words(k->sight->units.size) * sizeof *bank, &is_new);
    if (is_new) {
        vector_push(&k->places, (struct store_place){0, 0});
        vector_push(&f->busy, kind);
    }
    return id;
}

void fixpoint_add_env(struct fixpoint *f, uint32_t kind, const struct env_step *e)
{
    struct modular_kind *k = &f->kinds[kind];
    uint32_t total = e->pre_count + e->write_count + 1;
    struct env_part *key = NEW_ARRAY(struct env_part, total);
    key[0] = (struct env_part){e->pre_count, e->write_count, 0};
    memcpy(key + 1, e->pre, e->pre_count * sizeof *key);
    memcpy(key + 1 + e->pre_count, e->writes, e->write_count * sizeof *key);
    bool is_new;
    uint32_t id = intern_add(&k->envs, key, total * sizeof *key, &is_new);
    mem_free(key);
    if (!is_new)
        return;
    const struct env_part *kept = intern_bytes(&k->envs, id, NULL);
    struct env_step copy = *e;
    copy.pre = kept + 1;
    copy.writes = kept + 1 + e->pre_count;
    vector_push(&k->env_list, copy);
    vector_push(&f->busy, kind);
}

/* --- joining what is new --- */

static void meet_steps(struct fixpoint *f, uint32_t kind, uint32_t store)
{
    struct modular_kind *k = &f->kinds[kind];
    for (uint32_t h = 0; h < k->shapes.size && !f->stopped; h++) {
        uint64_t hash, first = 0;
        index_store(k, store, h);
        if (!hash_at(k, &k->shapes.data[h], kind_store(k, store), &hash)) {
            for (uint32_t i = 0; i < k->shapes.data[h].steps.size; i++)
                join(f, kind, store, k->shapes.data[h].steps.data[i]);
        } else if (map_get(&k->shapes.data[h].env_bucket, hash, &first)) {
            for (uint32_t e = (uint32_t)first; e; e = k->env_list.data[e - 1].next)
                join(f, kind, store, e - 1);
        }
    }
}

static void meet_stores(struct fixpoint *f, uint32_t kind, uint32_t env)
{
    struct modular_kind *k = &f->kinds[kind];
    struct env_step *e = &k->env_list.data[env];
    e->shape = find_shape(k, e);
    struct shape *h = &k->shapes.data[e->shape];
    uint64_t hash = hash_step(e), last = 0, first = 0;
    map_get(&h->env_bucket, hash, &last);
    e->next = (uint32_t)last;
    map_put(&h->env_bucket, hash, env + 1);
    vector_push(&h->steps, env);
    if (map_get(&h->store_bucket, hash, &first))
        for (uint32_t i = (uint32_t)first; i && !f->stopped; i = h->stores.data[i - 1].next)
            join(f, kind, h->stores.data[i - 1].store, env);
    for (uint32_t i = 0; i < h->partial.size && !f->stopped; i++)
        join(f, kind, h->partial.data[i], env);
}

void join_pending(struct fixpoint *f)
{
    const struct reason *why;
    while (f->busy.size && !f->stopped) {
        uint32_t kind = vector_pop(&f->busy);
        struct modular_kind *k = &f->kinds[kind];
        while (!f->stopped && (k->stores_joined < k->stores.size || k->envs_joined < k->env_list.size)) {
            if (k->stores_joined < k->stores.size)
                meet_steps(f, kind, k->stores_joined++);
            else
                meet_stores(f, kind, k->envs_joined++);
            if (budget_ends(&f->budget, &why))
                f->stopped = why;
        }
    }
}
