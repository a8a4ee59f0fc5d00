/* See contents.h. */
#include "engines/bounded/contents.h"

enum { MUX_SLOTS = 64 }; /* arrays of arbitrary values up to this size are multiplexed slot by slot */

/* --- initial contents --- */

static word arbitrary(struct contents *c, uint32_t cell, uint32_t owner, uint64_t slot, word index)
{
    uint64_t key = hash_pair((uint64_t)cell << 32 | owner, slot), at;
    const struct cell *k = &c->program->cells.data[cell];
    if (map_get(&c->known, key, &at)) {
        const struct initial *i = &c->initials.data[at];
        uint64_t have = 0;
        if (i->cell == cell && i->owner == owner &&
            (!i->index || (word_is_const(i->index, c->slots[cell].width, &have) &&
                           slots_from_index(&c->slots[cell], k, have, c->counts) == slot)))
            return i->value;
    }
    word value = word_input(c->blaster, k->width);
    map_put(&c->known, key, c->initials.size);
    vector_push(&c->initials, (struct initial){cell, owner, index, value});
    return value;
}

static uint64_t given(const struct contents *c, const struct cell *k, uint64_t slot)
{
    if (!k->inits)
        return k->init;
    if (!cell_is_array(k))
        return k->inits[0];
    uint64_t count = k->ranges[0].count;
    uint64_t copies = k->ranges[0].per_instance == NONE ? 1 : c->counts[k->ranges[0].per_instance];
    return slot < count * copies ? k->inits[slot % count] : k->init;
}

static word slot_value(struct contents *c, uint32_t cell, uint32_t owner, uint64_t slot)
{
    const struct cell *k = &c->program->cells.data[cell];
    if (!k->arbitrary)
        return word_const(c->blaster, k->width, given(c, k, slot));
    return arbitrary(c, cell, owner, slot,
                     word_const(c->blaster, c->slots[cell].width, slots_to_index(&c->slots[cell], k, slot, c->counts)));
}

/* Too large for multiplexers: a fresh value, equal to the others wherever the indices are equal. */
static word large_arbitrary(struct contents *c, uint32_t cell, uint32_t owner, word index)
{
    const struct cell *k = &c->program->cells.data[cell];
    uint32_t count = c->initials.size;
    word value = word_input(c->blaster, k->width);
    vector_push(&c->initials, (struct initial){cell, owner, index, value});
    for (uint32_t i = 0; i < count; i++) {
        const struct initial *o = &c->initials.data[i];
        if (o->cell != cell || o->owner != owner)
            continue;
        lit same = word_equal(c->blaster, o->index, index, c->slots[cell].width);
        lit equal = word_equal(c->blaster, o->value, value, k->width);
        vector_push(&c->required, circuit_implies(c->blaster->circuit, same, equal));
    }
    return value;
}

word contents_initial(struct contents *c, uint32_t cell, uint32_t owner, word index)
{
    assert(cell < c->program->cells.size);
    const struct cell *k = &c->program->cells.data[cell];
    uint64_t constant;
    if (!index)
        return k->arbitrary ? arbitrary(c, cell, owner, 0, NULL) : word_const(c->blaster, k->width, given(c, k, 0));
    uint64_t slots = cell_slots(k, c->counts);
    bool large = k->arbitrary && slots > MUX_SLOTS;
    if (word_is_const(index, c->slots[cell].width, &constant)) {
        uint64_t slot = slots_from_index(&c->slots[cell], k, constant, c->counts);
        if (slot == NONE64)
            return word_const(c->blaster, k->width, 0);
        return large ? large_arbitrary(c, cell, owner, index) : slot_value(c, cell, owner, slot);
    }
    if (large)
        return large_arbitrary(c, cell, owner, index);
    /* Slots with the common value need no multiplexer. */
    word value = word_const(c->blaster, k->width, k->arbitrary ? 0 : k->init);
    if (!k->arbitrary && !k->inits)
        return value;
    for (uint64_t s = 0; s < slots; s++) {
        word v = slot_value(c, cell, owner, s);
        if (word_same(v, value, k->width) && !k->arbitrary)
            continue;
        word at = word_const(c->blaster, c->slots[cell].width, slots_to_index(&c->slots[cell], k, s, c->counts));
        value = word_mux(c->blaster, word_equal(c->blaster, index, at, c->slots[cell].width), v, value, k->width);
    }
    return value;
}

void contents_free(struct contents *c)
{
    vector_free(&c->initials);
    vector_free(&c->required);
    map_free(&c->known);
}

/* --- arrays --- */

struct array *array_base(struct contents *c, enum array_kind kind, uint32_t cell, uint32_t owner)
{
    assert(cell < c->program->cells.size && cell_is_array(&c->program->cells.data[cell]));
    struct array *a = ARENA_NEW(c->blaster->arena, struct array);
    *a = (struct array){
        .kind = (uint8_t)kind, .cell = cell, .owner = owner, .memo = ARENA_NEW(c->blaster->arena, struct array_memo)};
    *a->memo = (struct array_memo){0};
    return a;
}

struct array *array_store(struct contents *c, const struct array *below, word index, word value)
{
    assert(index && value);
    struct array *a = array_base(c, ARRAY_STORE, below->cell, NONE);
    a->below = below, a->index = index, a->value = value;
    return a;
}

const struct array *array_choice(struct contents *c, lit condition, const struct array *then, const struct array *otherwise)
{
    assert(then->cell == otherwise->cell);
    if (condition == LIT_TRUE || then == otherwise)
        return then;
    if (condition == LIT_FALSE)
        return otherwise;
    struct array *a = array_base(c, ARRAY_CHOICE, then->cell, NONE);
    a->then = then, a->below = otherwise, a->condition = condition;
    return a;
}

struct reading {
    struct contents *contents;
    const struct cell *cell;
    word index;
    group_reader reader;
    void *context;
};

static word read_below(struct reading *r, const struct array *a);

static word read_here(struct reading *r, const struct array *a)
{
    struct contents *c = r->contents;
    if (a->kind == ARRAY_INITIAL)
        return contents_initial(c, a->cell, a->owner, r->index);
    if (a->kind == ARRAY_GROUP)
        return r->reader(r->context, a->owner, a->cell, r->index);
    if (a->kind == ARRAY_CHOICE)
        return word_mux(c->blaster, a->condition, read_below(r, a->then), read_below(r, a->below), r->cell->width);
    lit hit = word_equal(c->blaster, a->index, r->index, c->slots[a->cell].width);
    if (hit == LIT_TRUE)
        return a->value;
    return word_mux(c->blaster, hit, a->value, read_below(r, a->below), r->cell->width);
}

static word read_below(struct reading *r, const struct array *a)
{
    /* Stores to other places are passed in a loop: chains are long. */
    while (a->kind == ARRAY_STORE && a->memo->stamp != r->contents->stamp &&
           word_equal(r->contents->blaster, a->index, r->index, r->contents->slots[a->cell].width) == LIT_FALSE)
        a = a->below;
    if (a->memo->stamp != r->contents->stamp) {
        a->memo->found = read_here(r, a);
        a->memo->stamp = r->contents->stamp;
    }
    return a->memo->found;
}

word array_read(struct contents *c, const struct array *a, word index, group_reader reader, void *context)
{
    assert(index);
    struct reading r = {c, &c->program->cells.data[a->cell], index, reader, context};
    c->stamp++;
    return read_below(&r, a);
}
