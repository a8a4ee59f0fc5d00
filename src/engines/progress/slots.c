#include "engines/progress/slots.h"

#include "engines/progress/ways.h"
#include "facts/guards.h"
#include "program/terms.h"

static expr is_free(const struct program *p, uint32_t cell, expr index)
{
    expr value = program_cell_expr(p, cell, index);
    return expr_eq(p->exprs, value, expr_const(p->exprs, value->width, 0));
}

/* factor * number + offset, with a number of at most 32 bits that is made longer, and no overflow. */
struct place {
    expr number;
    uint64_t factor, offset;
    uint8_t longer; /* E_ZEXT, E_SEXT */
};

static bool is_small(expr e) { return expr_is_const(e) && e->value < 1u << 30; }

static bool place_of(expr e, struct place *p)
{
    *p = (struct place){.factor = 1};
    if (e->op == E_ADD && is_small(e->arg[1])) {
        p->offset = e->arg[1]->value;
        e = e->arg[0];
    }
    if (e->op == E_MUL && is_small(e->arg[1])) {
        p->factor = e->arg[1]->value;
        e = e->arg[0];
    }
    p->longer = e->op;
    bool is_longer = (e->op == E_ZEXT || e->op == E_SEXT) && e->width == 64 && e->arg[0]->width <= 32 && p->factor;
    p->number = is_longer ? e->arg[0] : NULL;
    return is_longer;
}

expr slots_before(const struct program *p, expr a, expr b)
{
    struct place x, y;
    if (place_of(a, &x) && place_of(b, &y) && x.factor == y.factor && x.offset == y.offset && x.longer == y.longer &&
        x.number->width == y.number->width)
        return expr_binary(p->exprs, x.longer == E_ZEXT ? E_ULT : E_SLT, x.number, y.number);
    return expr_binary(p->exprs, E_SLT, a, b);
}

static bool takes(const struct program *p, const struct action *a, const struct update *u)
{
    return lock_is_key(p, u->value) && guard_has_conjunct(a->guard, is_free(p, u->cell, u->index));
}

static void find_arrays(const struct program *p, struct bitset *arrays)
{
    struct bitset bad = {0};
    for (uint32_t k = 0; k < p->codes.size; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges)
            for (uint32_t i = 0; i < e->action.update_count; i++) {
                const struct update *u = &e->action.updates[i];
                if (!u->index || expr_is_value(u->value, 0) || expr_is_false(e->action.guard))
                    continue;
                bool taken = takes(p, &e->action, u) && ways_is_own(p, k, u->index);
                bitset_add(taken ? arrays : &bad, u->cell);
            }
    vector_each(const struct cell *, c, &p->cells)
        if (!cell_is_shared(c) || c->arbitrary || c->init || c->inits)
            bitset_add(&bad, c->id);
    bitset_subtract(arrays, &bad);
    bitset_free(&bad);
}

static uint32_t number_of(const struct lock_slots *s, uint32_t cell, expr index)
{
    for (uint32_t i = 0; i < s->list.size; i++)
        if (s->list.data[i].cell == cell && s->list.data[i].index == index)
            return i;
    return NONE;
}

struct lock_slots slots_find(const struct program *p, const struct locksets *scalars)
{
    struct lock_slots s = {.program = p};
    find_arrays(p, &s.arrays);
    bitset_each(lock, &scalars->locks)
        vector_push(&s.list, (struct lock_slot){lock, NULL});
    for (uint32_t k = 0; k < p->codes.size; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges)
            for (uint32_t i = 0; i < e->action.update_count; i++) {
                const struct update *u = &e->action.updates[i];
                bool taken = bitset_has(&s.arrays, u->cell) && !expr_is_value(u->value, 0);
                if (taken && number_of(&s, u->cell, u->index) == NONE)
                    vector_push(&s.list, (struct lock_slot){u->cell, u->index});
            }
    return s;
}

void slots_free(struct lock_slots *s)
{
    bitset_free(&s->arrays);
    vector_free(&s->list);
}

static bool is_taken(const struct lock_slots *s, const struct action *a, const struct update *u)
{
    return u->index ? !expr_is_value(u->value, 0) : lock_use(s->program, a, u->cell) == LOCK_TAKE;
}

bool slots_follow(const struct lock_slots *s, const struct action *a, struct bitset *held)
{
    for (uint32_t i = 0; i < a->update_count; i++) {
        uint32_t slot = number_of(s, a->updates[i].cell, a->updates[i].index);
        if (slot == NONE)
            continue;
        if (is_taken(s, a, &a->updates[i]))
            bitset_add(held, slot);
        else
            bitset_remove(held, slot);
    }
    bool same = true;
    bitset_each(slot, held)
        for (uint32_t i = 0; s->list.data[slot].index && i < a->update_count; i++)
            same &= !expr_mentions_cell(s->list.data[slot].index, a->updates[i].cell);
    return same;
}

uint32_t slots_taken(const struct lock_slots *s, const struct action *a)
{
    uint32_t found = NONE, count = 0;
    for (uint32_t i = 0; i < a->update_count; i++) {
        uint32_t slot = number_of(s, a->updates[i].cell, a->updates[i].index);
        if (slot == NONE || !is_taken(s, a, &a->updates[i]))
            continue;
        found = slot;
        count++;
    }
    return count == 1 ? found : NONE;
}

expr slots_is_free(const struct lock_slots *s, uint32_t slot)
{
    return is_free(s->program, s->list.data[slot].cell, s->list.data[slot].index);
}
