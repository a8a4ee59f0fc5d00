#include "frontend/cut_effects.h"

#include "base/bitset.h"
#include "base/map.h"

enum { MOST_CONSTANTS = 8 }; /* that a cell may be set to before it is any value */

struct closed {
    uint32_t itself; /* the cell that is written */
    bool is;
};

static void see_closed(void *context, expr e)
{
    struct closed *c = context;
    c->is &= e->op != E_INPUT && e->op != E_READ && (e->op != E_CELL || e->value == c->itself);
}

/* It says the same wherever the thread is in the part that was cut, and whatever else it has written. */
static bool is_closed(const struct program *p, expr e, uint32_t itself)
{
    struct closed c = {cell_is_shared(&p->cells.data[itself]) && !cell_is_array(&p->cells.data[itself]) ? itself : NONE, true};
    expr_visit(e, see_closed, &c);
    return c.is;
}

struct cut_effect cut_effect_of(const struct program *p, const struct update *u)
{
    return (struct cut_effect){.cell = u->cell,
                               .value = is_closed(p, u->value, u->cell) ? u->value : NULL,
                               .index = u->index && expr_is_const(u->index) ? u->index : NULL};
}

static void drop_repeated(cut_effects *effects, struct map *counts)
{
    struct map known = {0};
    uint32_t size = 0;
    for (uint32_t i = 0; i < effects->size; i++) {
        struct cut_effect x = effects->data[i];
        uint64_t key = hash_pair(x.cell, hash_pair(map_pointer_key(x.index), map_pointer_key(x.value))), count = 0;
        if (map_get(&known, key, NULL))
            continue;
        map_put(&known, key, 1);
        map_get(counts, x.cell, &count);
        map_put(counts, x.cell, !x.value && !x.index ? MOST_CONSTANTS + 1 : count + 1);
        effects->data[size++] = x;
    }
    effects->size = size;
    map_free(&known);
}

void cut_effects_reduce(cut_effects *effects)
{
    struct map counts = {0};
    struct bitset any = {0};
    uint32_t size = 0;
    drop_repeated(effects, &counts);
    for (uint32_t i = 0; i < effects->size; i++) {
        struct cut_effect x = effects->data[i];
        uint64_t count = 0;
        map_get(&counts, x.cell, &count);
        if (bitset_has(&any, x.cell))
            continue;
        if (count > MOST_CONSTANTS) {
            bitset_add(&any, x.cell);
            x.index = x.value = NULL;
        }
        effects->data[size++] = x;
    }
    effects->size = size;
    bitset_free(&any);
    map_free(&counts);
}

expr cut_any(struct program *p, unsigned width) { return expr_input(p->exprs, width, p->input_count++); }

uint32_t cut_location(struct program *p, uint32_t code, bool returns, const char *reason, const struct position *pos)
{
    uint8_t flags = (uint8_t)(LOC_APPROXIMATE | (returns ? LOC_ANY_VALUE : 0));
    uint32_t at = code_add_location(p, code, flags, *pos);
    p->codes.data[code].locations.data[at].reason = reason;
    return at;
}

/* Nobody asks about accesses without a line: they are not those of the C program. */
void cut_effect_edge(struct program *p, uint32_t code, const uint32_t ends[2], const struct cut_effect *x,
                     const struct position *pos)
{
    const struct cell *c = &p->cells.data[x->cell];
    struct update u = {.cell = x->cell, .value = x->value ? x->value : cut_any(p, c->width)};
    if (cell_is_array(c))
        u.index = x->index ? x->index : cut_any(p, c->index_width);
    struct action a = action_skip(p);
    a.pos = *pos;
    a.updates = &u;
    a.update_count = 1;
    struct access access = {.cell = x->cell, .index = u.index, .write = true, .order = ORDER_SEQ_CST};
    if (cell_is_shared(c)) {
        access.id = p->access_count++;
        a.kind = ACT_ATOMIC;
        a.accesses = &access;
        a.access_count = 1;
    }
    code_add_edge(p, code, ends[0], ends[1], &a);
}

bool cut_effects_are_plain(const struct program *p, const cut_effects *effects)
{
    vector_each(const struct cut_effect *, x, effects)
        if (cell_is_array(&p->cells.data[x->cell]))
            return false;
    return true;
}

void cut_end(struct program *p, uint32_t code, const uint32_t ends[2], const cut_effects *effects, const char *reason)
{
    VECTOR(struct update) updates = {0};
    VECTOR(struct access) accesses = {0};
    struct bitset seen = {0};
    struct location from = p->codes.data[code].locations.data[ends[0]];
    struct action a = action_skip(p), on = a;
    a.pos = on.pos = from.pos;
    vector_each(const struct cut_effect *, x, effects) {
        const struct cell *c = &p->cells.data[x->cell];
        if (cell_is_array(c) || bitset_has(&seen, c->id))
            continue;
        bitset_add(&seen, c->id);
        vector_push(&updates, (struct update){.cell = c->id, .value = program_cell_expr(p, c->id, NULL)});
        if (!cell_is_shared(c))
            continue;
        struct access access = {.cell = c->id, .order = ORDER_SEQ_CST};
        for (int write = 0; write < 2; write++) {
            access.id = p->access_count++;
            access.write = write;
            vector_push(&accesses, access);
        }
    }
    a.kind = accesses.size ? ACT_ATOMIC : ACT_LOCAL;
    a.updates = updates.data;
    a.update_count = updates.size;
    a.accesses = accesses.data;
    a.access_count = accesses.size;
    uint32_t at = updates.size ? cut_location(p, code, from.flags & LOC_ANY_VALUE, reason, &from.pos) : ends[1];
    code_add_edge(p, code, ends[0], at, &a);
    if (updates.size)
        code_add_edge(p, code, at, ends[1], &on);
    vector_free(&updates);
    vector_free(&accesses);
    bitset_free(&seen);
}
