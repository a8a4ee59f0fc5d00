/* Chooses views from what the code of each kind reads and writes.
 *
 * A slot that only the kind itself writes never multiplies its stores, so it is tracked whenever that tells others
 * something. A slot that it reads is tracked from the start, but for the end of other threads (done flags and results):
 * a thread that joins n others would see 2^n combinations of them, so these become known when they are read. */
#include "engines/modular/view.h"

#include "base/bitset.h"

#define ANY_SLOT 0x7ffffffe
#define OWN_SLOT 0x7fffffff

struct uses { /* key: cell << 32 | slot, ANY_SLOT (a computed one) or OWN_SLOT */
    struct map reads, writes;
    u64_vector read_list, write_list;
};

struct use_counts {
    struct map reads, writes; /* number of threads: a kind with several instances counts twice */
};

struct scan {
    const struct sight *sight;
    struct map *into;
    u64_vector *list;
};

static uint64_t use_key(uint32_t cell, uint64_t slot) { return (uint64_t)cell << 32 | slot; }

static void note(struct map *m, u64_vector *list, uint64_t key)
{
    if (map_get(m, key, NULL))
        return;
    map_put(m, key, 1);
    vector_push(list, key);
}

/* Value of an expression of constants and E_SELF. */
static bool known_index(const struct sight *s, expr e, uint64_t *value)
{
    if (e->op == E_CONST) {
        *value = e->value;
        return true;
    }
    if (e->op == E_SELF) {
        *value = s->model->relative ? s->model->program->codes.data[s->template].first_id : s->self;
        return !s->several;
    }
    if (e->op < E_NOT || e->op == E_AT)
        return false;
    uint64_t v[3] = {0};
    for (unsigned i = 0; i < e->arity; i++)
        if (!known_index(s, e->arg[i], &v[i]))
            return false;
    *value = expr_apply(e, v[0], v[1], v[2]);
    return true;
}

static void note_access(const struct sight *s, uint32_t cell, expr index, struct map *m, u64_vector *list)
{
    const struct partial_model *w = s->model;
    const struct cell *c = &w->program->cells.data[cell];
    uint64_t i, slot = 0;
    if (!cell_is_shared(c))
        return;
    if (!cell_is_array(c)) {
        note(m, list, use_key(cell, 0));
    } else if (sight_owns(s, cell) && map_get(&w->own[cell].name_of, index->id, NULL)) {
        note(m, list, use_key(cell, OWN_SLOT));
    } else if (w->slots[cell] && !w->blurred[cell] && !sight_owns(s, cell) && known_index(s, index, &i)) {
        slot = cell_slot(c, i, w->counts);
        if (slot != NONE64)
            note(m, list, use_key(cell, slot));
    } else {
        note(m, list, use_key(cell, ANY_SLOT));
    }
}

static void visit_read(void *context, expr e)
{
    struct scan *s = context;
    if (e->op == E_CELL || e->op == E_READ)
        note_access(s->sight, (uint32_t)e->value, e->arity ? e->arg[0] : NULL, s->into, s->list);
}

static void scan_code(const struct sight *s, uint32_t code, struct uses *u, struct bitset *done)
{
    if (bitset_has(done, code))
        return;
    bitset_add(done, code);
    struct scan scan = {s, &u->reads, &u->read_list};
    vector_each(const struct edge *, e, &s->model->program->codes.data[code].edges) {
        const struct action *a = &e->action;
        expr_visit(a->guard, visit_read, &scan);
        for (uint32_t i = 0; i < a->update_count; i++) {
            expr_visit(a->updates[i].value, visit_read, &scan);
            if (a->updates[i].index)
                expr_visit(a->updates[i].index, visit_read, &scan);
            note_access(s, a->updates[i].cell, a->updates[i].index, &u->writes, &u->write_list);
        }
        if (a->kind == ACT_CALL)
            scan_code(s, a->object, u, done);
    }
}

static uint64_t count_of(const struct map *m, uint64_t key)
{
    uint64_t n = 0;
    map_get(m, key, &n);
    return n;
}

/* Threads other than this one that may touch the slot. */
static uint64_t others(const struct map *counts, const struct map *mine, const struct sight *s, uint32_t cell, uint64_t slot)
{
    uint64_t n = 0, keys[] = {slot, ANY_SLOT, OWN_SLOT};
    for (unsigned i = 0; i < 3; i++) {
        if (i > 0 && keys[i] == slot)
            continue;
        n += count_of(counts, use_key(cell, keys[i]));
        if (map_get(mine, use_key(cell, keys[i]), NULL))
            n -= slot == OWN_SLOT && keys[i] == OWN_SLOT ? (s->several ? 2 : 1) : 1;
    }
    if (slot == OWN_SLOT) { /* a fixed slot may be mine */
        const struct partial_model *w = s->model;
        for (uint32_t k = 0; k < w->slots[cell]; k++)
            n += count_of(counts, use_key(cell, k));
    }
    return n;
}

static void track(struct sight *s, uint32_t cell, uint64_t slot, bool lazy)
{
    if (slot == OWN_SLOT) {
        for (uint32_t i = 0; i < s->model->own[cell].names.size; i++)
            sight_add(s, cell, s->model->own[cell].names.data[i], true, lazy);
    } else {
        sight_add(s, cell, (uint32_t)slot, false, lazy);
    }
}

static bool is_end(const struct cell *c) { return c->role == CELL_DONE || c->role == CELL_RESULT; }

static void consider(struct sight *s, const struct uses *u, const struct use_counts *t, uint32_t cell, uint64_t slot,
                     enum view_level level)
{
    const struct cell *c = &s->model->program->cells.data[cell];
    bool reads = map_get(&u->reads, use_key(cell, slot), NULL) || map_get(&u->reads, use_key(cell, ANY_SLOT), NULL);
    bool written = others(&t->writes, &u->writes, s, cell, slot) != 0;
    bool read = others(&t->reads, &u->reads, s, cell, slot) != 0;
    bool mine = slot == OWN_SLOT || (c->subject == s->template && s->instance == slot);
    bool wanted = reads || (read && !written);
    if (level == VIEW_EAGER)
        wanted = reads || (read && !is_end(c));
    else if (level > VIEW_EAGER)
        wanted = reads || read || level == VIEW_FULL;
    if (wanted)
        track(s, cell, slot, level < VIEW_EAGER && written && is_end(c) && !mine);
}

static bool trackable(const struct sight *s, uint32_t cell)
{
    const struct partial_model *w = s->model;
    return w->slots[cell] && !w->blurred[cell] && !w->forgotten[cell] && !sight_owns(s, cell);
}

static void consider_list(struct sight *s, const struct uses *u, const struct use_counts *t, const u64_vector *list,
                          enum view_level level)
{
    vector_each(const uint64_t *, key, list) {
        uint32_t cell = (uint32_t)(*key >> 32), slot = (uint32_t)*key;
        if (slot == OWN_SLOT) {
            if (!s->model->forgotten[cell])
                consider(s, u, t, cell, slot, level);
        } else if (slot == ANY_SLOT) {
            for (uint32_t k = 0; trackable(s, cell) && k < s->model->slots[cell]; k++)
                consider(s, u, t, cell, k, level);
        } else if (trackable(s, cell)) {
            consider(s, u, t, cell, slot, level);
        }
    }
}

static void count_uses(struct use_counts *t, const struct uses *u, bool several)
{
    vector_each(const uint64_t *, k, &u->read_list)
        map_put(&t->reads, *k, count_of(&t->reads, *k) + 1 + several);
    vector_each(const uint64_t *, k, &u->write_list)
        map_put(&t->writes, *k, count_of(&t->writes, *k) + 1 + several);
}

void view_choose(struct partial_model *w, struct sight *sights, uint32_t count, enum view_level level, const struct bitset *extra,
                 const extra_slots *more)
{
    struct uses *uses = NEW_ARRAY(struct uses, count);
    struct use_counts counts = {0};
    for (uint32_t k = 0; k < count; k++) {
        struct bitset done = {0};
        scan_code(&sights[k], sights[k].template, &uses[k], &done);
        bitset_free(&done);
        count_uses(&counts, &uses[k], sights[k].several);
    }
    for (uint32_t k = 0; k < count; k++) {
        struct sight *s = &sights[k];
        consider_list(s, &uses[k], &counts, &uses[k].read_list, level);
        consider_list(s, &uses[k], &counts, &uses[k].write_list, level);
        vector_each(const struct cell *, c, &w->program->cells)
            for (uint32_t i = 0;
                 level >= VIEW_ALL && cell_is_shared(c) && !c->dropped && trackable(s, c->id) && i < w->slots[c->id]; i++)
                consider(s, &uses[k], &counts, c->id, i, level);
        for (uint32_t c = extra ? bitset_next(extra, 0) : BITSET_END; c != BITSET_END; c = bitset_next(extra, c + 1))
            for (uint32_t x = 0; trackable(s, c) && x < w->slots[c]; x++)
                track(s, c, x, false);
        for (uint32_t i = 0; more && i < more->size; i++)
            if (more->data[i].template == s->template && more->data[i].instance == s->instance && trackable(s, more->data[i].cell))
                track(s, more->data[i].cell, more->data[i].slot, false);
    }
    for (uint32_t k = 0; k < count; k++) {
        map_free(&uses[k].reads);
        map_free(&uses[k].writes);
        vector_free(&uses[k].read_list);
        vector_free(&uses[k].write_list);
    }
    map_free(&counts.reads);
    map_free(&counts.writes);
    mem_free(uses);
}
