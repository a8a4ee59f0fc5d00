/* Which part of its object an address lies in (outline_homes.c). An index of an array in a structure stays in the array: so it stays in the part. */
#include "frontend/homes.h"

static uint64_t residue_of(const struct home_class *c, uint64_t first)
{
    return c->stride ? (first + c->stride - c->origin % c->stride) % c->stride : first;
}

/* How far the address lies behind the beginning of its part, wherever that is. */
static bool residue(struct homes *h, LLVMValueRef address, uint64_t *out)
{
    const struct home_class *c = h->class;
    const u32_vector *set = pointsto_of(h->b->pointsto, address);
    bool found = false;
    vector_each(const uint32_t *, id, set) {
        const struct place *p = place_get(&h->b->pointsto->places, *id);
        if (!bitset_has(&c->homes, p->object))
            continue;
        if (p->distance || p->inner || (int64_t)p->first < 0 || (p->stride && (!c->stride || p->stride % c->stride)))
            return false;
        uint64_t r = residue_of(c, p->first);
        if (found && r != *out)
            return false;
        *out = r;
        found = true;
    }
    return found;
}

static bool is_zero(LLVMValueRef v) { return LLVMIsAConstantInt(v) && !LLVMConstIntGetZExtValue(v); }

/* An index of an array in a part: what it leads to lies in that array, of the same part. */
static bool stays_in_array(struct homes *h, LLVMValueRef gep)
{
    const struct home_class *c = h->class;
    const u32_vector *set = pointsto_of(h->b->pointsto, gep);
    uint64_t size = is_zero(LLVMGetOperand(gep, 1)) ? 0 : type_size(h->b->front, LLVMGetGEPSourceElementType(gep));
    bool found = false;
    vector_each(const uint32_t *, id, set) {
        const struct place *p = place_get(&h->b->pointsto->places, *id);
        if (!bitset_has(&c->homes, p->object))
            continue;
        if (p->distance || (int64_t)p->first < 0 || p->stride != c->stride || !p->inner || p->inner < size ||
            residue_of(c, p->first) + place_room(p) > c->stride)
            return false;
        found = true;
    }
    return found;
}

struct home_term homes_around(struct homes *h, LLVMValueRef address)
{
    const struct home_term unknown = {.kind = HOME_UNKNOWN};
    uint64_t size = 0, r = 0;
    while (!residue(h, address, &r)) {
        bool stays = LLVMIsAGetElementPtrInst(address) && homes_stay(h, address);
        if (!LLVMIsAGetElementPtrInst(address) || (!stays && !is_zero(LLVMGetOperand(address, 1))))
            return unknown;
        size = stays ? 0 : type_size(h->b->front, LLVMGetGEPSourceElementType(address));
        address = LLVMGetOperand(address, 0);
        if (homes_meets(h, address) != MEETS_HOMES)
            return unknown;
    }
    if (h->class->stride && r + size > h->class->stride)
        return unknown;
    struct outline_sum sum;
    struct home_term t = {.kind = HOME_AT};
    outline_sum_of(h->b->front, address, &sum, &t.offset);
    sum.base = homes_first_read(h, sum.base);
    t.sum = intern_add(&h->sums, &sum, sizeof sum, NULL);
    t.offset -= (int64_t)r;
    return t;
}

bool homes_stay(struct homes *h, LLVMValueRef gep)
{
    LLVMValueRef from = LLVMGetOperand(gep, 0);
    int64_t offset = 0;
    uint64_t r;
    assert(LLVMIsAGetElementPtrInst(gep));
    for (int k = 1; k < LLVMGetNumOperands(gep); k++) {
        const u32_vector *set = pointsto_of(h->b->pointsto, LLVMGetOperand(gep, (unsigned)k));
        if (set->size)
            return false; /* the distance of two addresses leads anywhere */
    }
    if (!(homes_meets(h, from) & MEETS_HOMES) || !h->class->stride)
        return true;
    if (constant_offset(h->b->front, gep, &offset) && residue(h, from, &r))
        return (int64_t)r + offset >= 0 && (uint64_t)((int64_t)r + offset) < h->class->stride;
    return stays_in_array(h, gep);
}
