#include "domains/space.h"

#include "domains/domain.h"

#include <string.h>

uint32_t value_number(struct value_pool *pool, const struct value *v) { return intern_add(&pool->table, v, sizeof *v, NULL); }

const struct value *value_numbered(const struct value_pool *pool, uint32_t number)
{
    return intern_bytes(&pool->table, number, NULL);
}

uint32_t value_numbers_meet(struct value_pool *pool, uint32_t a, uint32_t b)
{
    uint64_t key = (uint64_t)a << 32 | b, known;
    if (a == b)
        return a;
    if (map_get(&pool->meets, key, &known))
        return (uint32_t)known;
    struct value both = value_meet(value_numbered(pool, a), value_numbered(pool, b));
    uint32_t number = both.bottom ? NONE : value_number(pool, &both);
    map_put(&pool->meets, key, number);
    return number;
}

void value_pool_free(struct value_pool *pool)
{
    intern_free(&pool->table);
    map_free(&pool->meets);
}

/* Slots if they can be counted and are few, else 0. */
static uint64_t countable_slots(const struct space *s, const struct cell *c)
{
    uint64_t most = EXPANDED_SLOTS_MAX;
    for (uint32_t i = 0; i < c->range_count; i++) {
        if (c->ranges[i].per_instance == NONE)
            continue;
        if (s->program->codes.data[c->ranges[i].per_instance].instances == UNBOUNDED)
            return 0;
        if (c->role != CELL_DATA)
            most = EXPANDED_INSTANCES_MAX;
    }
    uint64_t n = cell_slots(c, s->instances);
    return n > most ? 0 : n;
}

static void add_cell(struct space *s, const struct cell *c)
{
    uint64_t slots = cell_is_array(c) ? countable_slots(s, c) : 1;
    struct variable v = {.cell = c->id, .width = c->width, .summary = slots == 0, .shared = cell_is_shared(c)};
    s->first[c->id] = s->variables.size;
    v.count = slots ? (uint32_t)slots : 1;
    for (uint64_t i = 0; i < v.count; i++) {
        v.slot = i;
        vector_push(&s->variables, v);
    }
}

struct space *space_new(const struct program *p, const struct bitset *cells, struct value self, struct value_pool *pool,
                        const uint32_t *instances, const struct domain *domain)
{
    struct space *s = NEW(struct space);
    s->program = p;
    s->pool = pool;
    s->self = self;
    s->domain = domain;
    s->instances = instances;
    s->first = mem_alloc((p->cells.size + 1) * sizeof *s->first);
    memset(s->first, 0xff, (p->cells.size + 1) * sizeof *s->first); /* NONE */
    bitset_each(c, cells)
        if (cell_is_shared(&p->cells.data[c]))
            add_cell(s, &p->cells.data[c]);
    s->shared_count = s->variables.size;
    bitset_each(c, cells)
        if (!cell_is_shared(&p->cells.data[c]))
            add_cell(s, &p->cells.data[c]);
    return s;
}

void space_free(struct space *s)
{
    if (!s)
        return;
    if (s->domain && s->relations)
        s->domain->space_free(s);
    vector_free(&s->variables);
    mem_free(s->first);
    mem_free(s);
}

bool space_is_summary(const struct space *s, uint32_t cell) { return s->variables.data[s->first[cell]].summary; }

bool space_may_miss(const struct space *s, uint32_t cell, const struct value *index)
{
    assert(cell < s->program->cells.size);
    if (!index->count)
        return true;
    for (unsigned i = 0; i < index->count; i++)
        if (cell_slot(&s->program->cells.data[cell], index->set[i], s->instances) == NONE64)
            return true;
    return false;
}

uint32_t space_variable(const struct space *s, uint32_t cell, uint64_t index)
{
    assert(cell < s->program->cells.size);
    const struct cell *c = &s->program->cells.data[cell];
    if (!cell_is_array(c))
        return s->first[cell];
    uint64_t slot = cell_slot(c, index, s->instances);
    return slot == NONE64 || slot >= space_count(s, cell) ? NONE : s->first[cell] + (uint32_t)slot;
}

struct value space_initial(const struct space *s, uint32_t variable)
{
    assert(variable < s->variables.size);
    const struct variable *v = &s->variables.data[variable];
    const struct cell *c = &s->program->cells.data[v->cell];
    if (c->arbitrary)
        return value_top(v->width);
    uint64_t given = c->inits && c->range_count ? c->ranges[0].count : 0;
    if (!v->summary)
        return value_const(v->width, v->slot < given ? c->inits[v->slot] : c->init);
    struct value r = value_const(v->width, c->init);
    for (uint64_t i = 0; i < given; i++) {
        struct value x = value_const(v->width, c->inits[i]);
        r = value_join(&r, &x);
    }
    return r;
}
