/* What an address of an outline is made from, at a constant distance: `&table[i].lock` and `&table[i].head` are made from the same value, which is table[i] as long as i does not change, however often the program computes it.
 * Such a value is a sum of what the array is and of numbers, each times the size of what it counts; it gets a new meaning where one of these does. */
#include "frontend/outline_parts.h"

static bool add_index(struct outline_sum *s, LLVMValueRef number, uint64_t scale)
{
    struct outline_index *x = &s->indices[s->count];
    if (s->count == MOST_INDICES)
        return false;
    s->count++;
    x->scale = scale;
    for (uint32_t k = 0; k < MOST_CASTS && (LLVMIsAZExtInst(number) || LLVMIsASExtInst(number) || LLVMIsATruncInst(number)); k++) {
        x->casts[k] = LLVMGetInstructionOpcode(number);
        x->types[k] = LLVMTypeOf(number);
        number = LLVMGetOperand(number, 0);
    }
    x->number = number;
    return true;
}

/* Adds the indices of a getelementptr: false if there are too many. */
static bool add_indices(const struct front *f, LLVMValueRef gep, struct outline_sum *s, int64_t *offset)
{
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    for (int k = 1; k < LLVMGetNumOperands(gep); k++) {
        LLVMValueRef index = LLVMGetOperand(gep, (unsigned)k);
        bool constant = LLVMIsAConstantInt(index) != NULL;
        if (k > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
            *offset += (int64_t)LLVMOffsetOfElement(f->layout, t, member);
            t = LLVMStructGetTypeAtIndex(t, member);
            continue;
        }
        if (k > 1)
            t = LLVMGetElementType(t);
        if (constant)
            *offset += LLVMConstIntGetSExtValue(index) * (int64_t)type_size(f, t);
        else if (!add_index(s, index, type_size(f, t)))
            return false;
    }
    return true;
}

static void add_definition(struct outliner *b, uint32_t value, LLVMValueRef of)
{
    uint64_t block;
    if (LLVMIsAInstruction(of) && map_get(&b->block_of, map_pointer_key(LLVMGetInstructionParent(of)), &block))
        vector_push(&b->definitions, (struct definition){value, (uint32_t)block});
}

struct outline_index outline_index_alone(const struct outline_index *x)
{
    struct outline_index alone;
    memcpy(&alone, x, sizeof alone); /* with what lies between its parts: it is compared as bytes */
    alone.scale = 0;
    return alone;
}

/* Elements of one array: where its index goes is known, whatever it is called. */
static void add_element(struct outliner *b, uint32_t value, const struct outline_sum *s)
{
    struct outline_address base = outline_address_of(b, s->base);
    struct outline_index index = outline_index_alone(&s->indices[0]);
    if (s->count != 1 || base.place_count != 1 || b->out->places.data[base.places].stride || b->out->places.data[base.places].inner)
        return;
    const struct outline_place *at = &b->out->places.data[base.places];
    vector_push(&b->out->elements, (struct outline_element){.procedure = b->procedure,
                                                            .value = value,
                                                            .object = at->object,
                                                            .index = intern_add(&b->stripes, &index, sizeof index, NULL),
                                                            .first = at->first,
                                                            .scale = s->indices[0].scale});
}

uint32_t outline_number_of_sum(struct outliner *b, const struct outline_sum *s)
{
    bool is_new;
    assert(s->base && s->count <= MOST_INDICES && b->sums.size == b->sum_values.size);
    if (!s->count)
        return outline_number_if_value(b, s->base);
    uint32_t k = intern_add(&b->sums, s, sizeof *s, &is_new);
    if (!is_new)
        return b->sum_values.data[k];
    uint32_t of = outline_number_if_value(b, s->base), value = b->value_count++;
    vector_push(&b->sum_values, value);
    if (of != NONE) {
        struct outline_sum numbers = *s;
        numbers.base = NULL;
        vector_push(&b->out->made,
                    (struct outline_made){b->procedure, value, of, intern_add(&b->indices, &numbers, sizeof numbers, NULL)});
    }
    add_definition(b, value, s->base);
    for (uint32_t n = 0; n < s->count; n++)
        add_definition(b, value, s->indices[n].number);
    add_element(b, value, s);
    return value;
}

void outline_sum_of(const struct front *f, LLVMValueRef pointer, struct outline_sum *s, int64_t *offset)
{
    int64_t whole = 0;
    *offset = 0;
    while (LLVMIsAGetElementPtrInst(pointer) && constant_offset(f, pointer, offset))
        pointer = LLVMGetOperand(pointer, 0);
    memset(s, 0, sizeof *s);
    s->base = pointer;
    while (LLVMIsAGetElementPtrInst(s->base) && add_indices(f, s->base, s, &whole))
        s->base = LLVMGetOperand(s->base, 0);
    if (s->count && !LLVMIsAGetElementPtrInst(s->base)) {
        *offset += whole;
        return;
    }
    memset(s, 0, sizeof *s); /* too many numbers */
    s->base = pointer;
}

/* --- arrays that are found again --- */

enum { MOST_SUMS = 200, MOST_READS = 6 };

/* How a value is found: by a read at what is found so, or it is that value. */
struct finding {
    LLVMValueRef value;
    struct outline_sum from; /* without its base: the number of how that is found */
    uint32_t found;
    int64_t offset;
};

static uint32_t finding_of(const struct front *f, struct intern *all, LLVMValueRef v, uint32_t reads)
{
    struct finding x;
    memset(&x, 0, sizeof x);
    x.value = v;
    if (LLVMIsALoadInst(v) && LLVMGetOrdering(v) == LLVMAtomicOrderingNotAtomic && reads) {
        outline_sum_of(f, LLVMGetOperand(v, 0), &x.from, &x.offset);
        x.found = finding_of(f, all, x.from.base, reads - 1);
        x.from.base = x.value = NULL;
    }
    return intern_add(all, &x, sizeof x, NULL);
}

uint32_t outline_finding_of(const struct front *f, struct intern *all, LLVMValueRef v) { return finding_of(f, all, v, MOST_READS); }

/* The sums with what is put where an array is found. */
static void add_stored(struct outliner *b, struct intern *all, const u32_vector *found)
{
    each_block(block, b->function) each_instruction(i, block)
    {
        LLVMValueRef stored = LLVMIsAStoreInst(i) ? LLVMIsAInstruction(LLVMGetOperand(i, 0)) : NULL;
        struct finding x;
        memset(&x, 0, sizeof x);
        if (!stored || LLVMGetTypeKind(LLVMTypeOf(stored)) != LLVMPointerTypeKind)
            continue;
        outline_sum_of(b->front, LLVMGetOperand(i, 1), &x.from, &x.offset);
        x.found = finding_of(b->front, all, x.from.base, MOST_READS - 1);
        x.from.base = NULL;
        uint32_t at = intern_find(all, &x, sizeof x);
        for (uint32_t k = 0; at != INTERN_NONE && k < found->size; k++) {
            struct outline_sum s = *(const struct outline_sum *)intern_bytes(&b->sums, k, NULL);
            s.base = stored;
            if (found->data[k] == at && s.count)
                outline_number_of_sum(b, &s);
        }
    }
}

void outline_complete_sums(struct outliner *b)
{
    struct intern all = {0};
    u32_vector found = {0};
    uint32_t count = b->sums.size;
    for (uint32_t k = 0; k < count && count <= MOST_SUMS; k++)
        vector_push(&found,
                    outline_finding_of(b->front, &all, ((const struct outline_sum *)intern_bytes(&b->sums, k, NULL))->base));
    for (uint32_t k = 0; k < found.size; k++)
        for (uint32_t n = 0; n < found.size; n++) {
            struct outline_sum s = *(const struct outline_sum *)intern_bytes(&b->sums, k, NULL);
            if (found.data[n] != found.data[k])
                continue;
            s.base = ((const struct outline_sum *)intern_bytes(&b->sums, n, NULL))->base;
            outline_number_of_sum(b, &s);
        }
    if (found.size)
        add_stored(b, &all, &found);
    vector_free(&found);
    intern_free(&all);
}
