#include "engines/progress/waits.h"

#include "facts/guards.h"

enum { MOST_WAYS = 64 };

/* Whether some step can always be taken, at least if the slot (NONE: no slot) is free. */
static bool can_move(const struct lock_order *o, uint32_t k, uint32_t l, uint32_t slot)
{
    struct exprs *x = o->program->exprs;
    const struct code *c = &o->program->codes.data[k];
    expr guards[MOST_WAYS + 1], any = expr_const(x, 1, 0);
    uint32_t n = 0;
    for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
        if (!bitset_has(&o->ways.possible[k], c->out_edge.data[i]))
            continue;
        if (n == MOST_WAYS)
            return false;
        guards[n++] = out_edge(c, i)->action.guard;
    }
    if (slot != NONE)
        guards[n++] = expr_not(x, slots_is_free(&o->slots, slot));
    if (guards_total(guards, n))
        return true;
    for (uint32_t i = 0; i < n; i++)
        any = expr_or(x, any, guards[i]);
    return ways_always(&o->ways, k, l, any);
}

/* The slot that a thread waits for there; NONE if it is none. */
static uint32_t awaited_slot(const struct lock_order *o, uint32_t k, uint32_t l)
{
    const struct code *c = &o->program->codes.data[k];
    for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
        uint32_t slot = slots_taken(&o->slots, &out_edge(c, i)->action);
        if (slot != NONE && can_move(o, k, l, slot))
            return slot;
    }
    for (uint32_t slot = 0; slot < o->slots.list.size; slot++) /* a lock that is waited for, but not taken */
        if (!o->slots.list.data[slot].index && can_move(o, k, l, slot))
            return slot;
    return NONE;
}

static void note_waiting(struct lock_order *o, uint32_t k, uint32_t l, uint32_t slot)
{
    uint32_t cell = o->slots.list.data[slot].cell;
    bitset_each(mine, &o->may[k][l]) {
        const struct lock_slot *m = &o->slots.list.data[mine];
        bitset_add(&o->waiting, m->cell);
        if (m->index && m->cell == cell)
            vector_push(&o->neighbours, (struct neighbours){k, l, mine, slot});
        else
            bitset_add(&o->awaited[m->cell], cell);
    }
}

/* Notes which kinds of threads are joined there. Whether nobody is stuck there who does not join: held by an assume, or not begun. */
static bool waits_for_threads(struct lock_order *o, uint32_t k, uint32_t l)
{
    const struct code *c = &o->program->codes.data[k];
    bool joins = false, held = out_begin(c, l) == out_end(c, l);
    for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
        const struct action *a = &out_edge(c, i)->action;
        held |= a->kind == ACT_ASSUME || a->kind == ACT_START || a->kind == ACT_CREATE;
        joins |= a->kind == ACT_JOIN;
        for (uint32_t t = 0; a->kind == ACT_JOIN && t < o->program->template_count; t++)
            if (a->object == NONE || a->object == t)
                bitset_add(&o->joined[k], t);
    }
    return joins || held;
}

bool waits_look(struct lock_order *o, uint32_t k, uint32_t l)
{
    const struct code *c = &o->program->codes.data[k];
    const struct bitset *held = &o->may[k][l];
    uint8_t flags = c->locations.data[l].flags;
    if (flags & (LOC_UNSUPPORTED | LOC_ERROR) && o->to_the_end)
        return true;
    if (flags & (LOC_UNSUPPORTED | LOC_ERROR)) {
        o->unsupported = flags & LOC_UNSUPPORTED ? &c->locations.data[l] : NULL;
        return false;
    }
    if (flags & LOC_ATOMIC) /* nobody stays there: a section that may be begun is to be one that can be ended */
        return can_move(o, k, l, NONE);
    for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++)
        if (out_edge(c, i)->action.kind == ACT_HALT)
            bitset_each(mine, held)
                bitset_add(&o->ending, o->slots.list.data[mine].cell);
    if (l == c->exit)
        return bitset_empty(held);
    if (can_move(o, k, l, NONE))
        return true;
    uint32_t slot = awaited_slot(o, k, l);
    if (slot == NONE)
        return bitset_empty(held) && waits_for_threads(o, k, l);
    note_waiting(o, k, l, slot);
    return true;
}
