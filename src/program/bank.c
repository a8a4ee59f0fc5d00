/* Banks of cells. */
#include "program/bank.h"

#include <assert.h>
#include <stdlib.h>

static uint32_t owner_index(const struct bank_layout *l, uint32_t owner) { return owner == NONE ? l->program->codes.size : owner; }

static uint32_t size_of(const struct bank_layout *l, uint32_t owner) { return l->size[owner_index(l, owner)]; }

void bank_layout_make(struct bank_layout *l, const struct program *p, uint32_t unbounded)
{
    l->program = p;
    l->counts = NEW_ARRAY(uint32_t, p->codes.size + 1);
    l->place = NEW_ARRAY(uint32_t, p->cells.size + 1);
    l->size = NEW_ARRAY(uint32_t, p->codes.size + 1);
    for (uint32_t t = 0; t < p->template_count; t++)
        l->counts[t] = p->codes.data[t].instances == UNBOUNDED ? unbounded : p->codes.data[t].instances;
    for (uint32_t k = 0; k <= p->codes.size; k++)
        l->size[k] = 1; /* the first place is that of all cells that nothing mentions */
    vector_each(const struct cell *, c, &p->cells)
        l->place[c->id] = c->dropped ? 0 : l->size[owner_index(l, c->owner)]++;
}

void bank_layout_free(struct bank_layout *l)
{
    mem_free(l->counts);
    mem_free(l->place);
    mem_free(l->size);
}

struct bank bank_new(const struct bank_layout *l, uint32_t owner)
{
    assert(owner == NONE || owner < l->program->codes.size);
    uint32_t n = size_of(l, owner);
    struct bank b = {NEW_ARRAY(uint64_t, n ? n : 1), NEW_ARRAY(struct map, n ? n : 1)};
    vector_each(const struct cell *, c, &l->program->cells)
        if (c->owner == owner && !cell_is_array(c))
            b.scalars[l->place[c->id]] = cell_initial(c, 0, l->counts) & width_mask(c->width);
    return b;
}

void bank_free(const struct bank_layout *l, uint32_t owner, struct bank *b)
{
    uint32_t n = size_of(l, owner);
    for (uint32_t i = 0; i < n; i++)
        map_free(&b->arrays[i]);
    mem_free(b->arrays);
    mem_free(b->scalars);
}

struct bank bank_copy(const struct bank_layout *l, uint32_t owner, const struct bank *b)
{
    assert(b->scalars && b->arrays);
    uint32_t n = size_of(l, owner);
    struct bank r = {NEW_ARRAY(uint64_t, n ? n : 1), NEW_ARRAY(struct map, n ? n : 1)};
    memcpy(r.scalars, b->scalars, n * sizeof *r.scalars);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t s = 0; s < b->arrays[i].capacity; s++)
            if (b->arrays[i].used[s] == 1)
                map_put(&r.arrays[i], b->arrays[i].slots[s].key, b->arrays[i].slots[s].value);
    return r;
}

uint64_t cell_initial(const struct cell *c, uint64_t slot, const uint32_t *instances)
{
    assert(slot == 0 || cell_is_array(c));
    if (c->arbitrary)
        return 0;
    if (!c->inits)
        return c->init;
    if (!cell_is_array(c))
        return c->inits[0];
    uint64_t count = c->ranges[0].count;
    uint64_t copies = c->ranges[0].per_instance == NONE ? 1 : instances[c->ranges[0].per_instance];
    return slot < count * copies ? c->inits[slot % count] : c->init;
}

uint64_t bank_read(const struct bank_layout *l, const struct bank *b, const struct cell *c, uint64_t index)
{
    assert(c->id < l->program->cells.size && b->scalars);
    if (!cell_is_array(c))
        return b->scalars[l->place[c->id]];
    uint64_t slot = cell_slot(c, index, l->counts), value;
    if (slot == NONE64)
        return 0;
    return map_get(&b->arrays[l->place[c->id]], slot, &value) ? value : cell_initial(c, slot, l->counts);
}

void bank_write(const struct bank_layout *l, const struct bank *b, const struct cell *c, uint64_t index, uint64_t value)
{
    assert(c->id < l->program->cells.size && b->scalars);
    value &= width_mask(c->width);
    if (!cell_is_array(c)) {
        b->scalars[l->place[c->id]] = value;
        return;
    }
    uint64_t slot = cell_slot(c, index, l->counts);
    if (slot != NONE64)
        map_put(&b->arrays[l->place[c->id]], slot, value);
}

static int by_slot(const void *a, const void *b)
{
    const struct map_slot *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* The slots of an array that do not have their initial value, in order. */
static void key_of_array(const struct bank_layout *l, const struct cell *c, const struct map *values, machine_words *out)
{
    VECTOR(struct map_slot) slots = {0};
    for (uint32_t s = 0; s < values->capacity; s++)
        if (values->used[s] == 1 && values->slots[s].value != cell_initial(c, values->slots[s].key, l->counts))
            vector_push(&slots, values->slots[s]);
    if (slots.size)
        qsort(slots.data, slots.size, sizeof *slots.data, by_slot);
    vector_push(out, slots.size);
    vector_each(const struct map_slot *, s, &slots) {
        vector_push(out, s->key);
        vector_push(out, s->value);
    }
    vector_free(&slots);
}

void bank_key(const struct bank_layout *l, uint32_t owner, const struct bank *b, const struct bitset *cells, machine_words *out)
{
    assert(owner == NONE || owner < l->program->codes.size);
    bitset_each(id, cells) {
        const struct cell *c = &l->program->cells.data[id];
        if (c->owner == owner && cell_is_array(c))
            key_of_array(l, c, &b->arrays[l->place[id]], out);
        else if (c->owner == owner)
            vector_push(out, b->scalars[l->place[id]]);
    }
}
