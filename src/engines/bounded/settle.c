/* Bits of shared cells that never change, by abstract execution of an unrolled program: for every gate the values that it can
 * have, beginning with the initial contents of the cells, until nothing is added. Values that are only copied from
 * cell to cell settle as what they were at the beginning, which looking at single writes would not show. */
#include "engines/bounded/unfolding.h"

enum { CAN_BE_0 = 1, CAN_BE_1 = 2, SWEEPS = 300 };

static unsigned both(unsigned a, unsigned b) { return (a & b & CAN_BE_1) | ((a | b) & CAN_BE_0); }

static unsigned differ(unsigned a, unsigned b)
{
    unsigned swapped = (b & CAN_BE_0 ? CAN_BE_1 : 0) | (b & CAN_BE_1 ? CAN_BE_0 : 0); /* what a == 1 makes of b */
    return (a & CAN_BE_0 ? b : 0) | (a & CAN_BE_1 ? swapped : 0);
}

static unsigned of_lit(const uint8_t *can, lit a)
{
    unsigned v = can[lit_gate(a)];
    return a & 1 ? differ(v, CAN_BE_1) : v;
}

static unsigned of_gate(const struct gate *g, const uint8_t *can)
{
    unsigned a = of_lit(can, g->a), b = of_lit(can, g->b), c;
    switch (g->kind) {
    case GATE_AND: return both(a, b);
    case GATE_XOR: return differ(a, b);
    case GATE_MUX: c = of_lit(can, g->c); return (a & CAN_BE_1 ? b : 0) | (a & CAN_BE_0 ? c : 0);
    default: return CAN_BE_0 | CAN_BE_1;
    }
}

/* The bits of the reads, as their cells are known. */
static void set_reads(const struct unfolding *u, uint8_t *can)
{
    vector_each(const struct read *, r, &u->reads) {
        const struct known_bits *k = &u->known[r->cell];
        for (unsigned i = 0; i < u->program->cells.data[r->cell].width; i++)
            if (!lit_is_const(r->value[i]))
                can[lit_gate(r->value[i])] = (uint8_t)((k->ones >> i & 1 ? 0 : CAN_BE_0) | (k->zeros >> i & 1 ? 0 : CAN_BE_1));
    }
}

static bool add_value(struct known_bits *k, const uint8_t *can, word value, unsigned width)
{
    struct known_bits before = *k;
    for (unsigned i = 0; i < width; i++) {
        unsigned v = of_lit(can, value[i]);
        if (v & CAN_BE_1)
            k->zeros &= ~(UINT64_C(1) << i);
        if (v & CAN_BE_0)
            k->ones &= ~(UINT64_C(1) << i);
    }
    return k->zeros != before.zeros || k->ones != before.ones;
}

/* A cell that only ever has two values, both constants: the bits in which they differ are one bit. What an instance leaves
 * behind in the midst of its own group is not among them. */
static void find_alike(struct unfolding *u, const uint8_t *can)
{
    struct two {
        uint64_t value[2];
        uint32_t count;
    } *found = (void *)NEW_ARRAY(struct two, u->program->cells.size + 1);
    vector_each(const struct cell *, c, &u->program->cells)
        if (c->dropped || c->owner != NONE || cell_is_array(c) ||
            !word_is_const(u->start_memory[u->place[c->id]], c->width, &found[c->id].value[0]))
            found[c->id].count = NONE;
        else
            found[c->id].count = 1;
    vector_each(const struct unrolled_write *, w, &u->writes) {
        struct two *t = &found[w->cell];
        uint64_t value;
        if (t->count == NONE || !(of_lit(can, w->x) & CAN_BE_1))
            continue;
        if (!word_is_const(w->value, u->program->cells.data[w->cell].width, &value))
            t->count = NONE;
        else if (t->value[0] != value && (t->count == 1 || t->value[1] != value))
            t->value[1] = value, t->count = t->count == 1 ? 2 : NONE;
    }
    vector_each(const struct cell *, c, &u->program->cells) {
        const struct two *t = &found[c->id];
        uint64_t mask = width_mask(c->width), other = t->value[t->count == 2];
        if (t->count == 1 || t->count == 2)
            u->known[c->id] = (struct known_bits){~(t->value[0] | other) & mask, t->value[0] & other, 0};
        if (t->count == 2 && (t->value[0] & ~other) == 0)
            u->known[c->id].alike = other & ~t->value[0];
        else if (t->count == 2 && (other & ~t->value[0]) == 0)
            u->known[c->id].alike = t->value[0] & ~other;
    }
    mem_free(found);
}

void unfolding_settle(struct unfolding *u)
{
    uint32_t n = u->circuit->gates.size;
    uint8_t *can = NEW_ARRAY(uint8_t, n + 1);
    bool *is_read = NEW_ARRAY(bool, n + 1);
    vector_each(const struct cell *, c, &u->program->cells)
        u->known[c->id] = known_initially(c);
    vector_each(const struct read *, r, &u->reads)
        for (unsigned i = 0; i < u->program->cells.data[r->cell].width; i++)
            is_read[lit_gate(r->value[i])] = true;
    bool changed = true;
    for (unsigned sweep = 0; changed && sweep < SWEEPS; sweep++) {
        changed = false;
        set_reads(u, can);
        can[0] = CAN_BE_0;
        for (uint32_t g = 1; g < n; g++)
            if (!is_read[g])
                can[g] = (uint8_t)of_gate(&u->circuit->gates.data[g], can);
        vector_each(const struct stored *, s, &u->stored)
            if (of_lit(can, s->x) & CAN_BE_1)
                changed |= add_value(&u->known[s->cell], can, s->value, u->program->cells.data[s->cell].width);
    }
    for (uint32_t c = 0; changed && c < u->program->cells.size; c++)
        u->known[c] = (struct known_bits){0}; /* it takes too long */
    if (!changed)
        find_alike(u, can);
    mem_free(can);
    mem_free(is_read);
}
