/* See slots.h. */
#include "engines/bounded/slots.h"

static unsigned bits_for(uint64_t count)
{
    unsigned bits = 1;
    while (bits < 64 && (count - 1) >> bits)
        bits++;
    return bits;
}

struct slots slots_of(const struct cell *c)
{
    struct slots s = {.width = c->index_width};
    const struct cell_range *r = c->ranges;
    if (!cell_is_array(c) || c->range_count != 1 || r->per_instance != NONE || !r->count || !r->stride ||
        (r->stride & (r->stride - 1)))
        return s;
    unsigned shift = (unsigned)__builtin_ctzll(r->stride), bits = bits_for(r->count);
    if (shift + bits > c->index_width)
        return s;
    return (struct slots){true, (uint8_t)bits, (uint8_t)shift, r->first, r->count};
}

static expr offset(const struct slots *s, struct exprs *pool, expr address)
{
    return expr_sub(pool, address, expr_const(pool, address->width, s->first));
}

expr slots_number(const struct slots *s, struct exprs *pool, expr address)
{
    assert(s->numbered && s->shift + s->width <= address->width);
    return expr_extract(pool, offset(s, pool, address), s->shift, s->width);
}

expr slots_inside(const struct slots *s, struct exprs *pool, expr address)
{
    assert(s->numbered && s->shift < address->width);
    expr from = offset(s, pool, address), inside = expr_bool(pool, true);
    unsigned high = address->width - s->shift;
    if (s->shift)
        inside = expr_eq(pool, expr_extract(pool, from, 0, s->shift), expr_const(pool, s->shift, 0));
    if (high == 64 || s->count < UINT64_C(1) << high)
        inside = expr_and(pool, inside,
                          expr_binary(pool, E_ULT, expr_extract(pool, from, s->shift, high), expr_const(pool, high, s->count)));
    return inside;
}

uint64_t slots_from_index(const struct slots *s, const struct cell *c, uint64_t index, const uint32_t *counts)
{
    if (!s->numbered)
        return cell_slot(c, index, counts);
    return index < s->count ? index : NONE64;
}

uint64_t slots_to_index(const struct slots *s, const struct cell *c, uint64_t slot, const uint32_t *counts)
{
    assert(!s->numbered || slot < s->count);
    return s->numbered ? slot : cell_slot_index(c, slot, counts);
}
