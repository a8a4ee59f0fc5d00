/* What an address of an outline is made from, at a constant distance: `&table[i].lock` and `&table[i].head` are made from the same value, which is table[i] as long as i does not change, however often the program computes it.
 * Such a value is a sum of what the array is and of numbers, each times the size of what it counts; it gets a new meaning where one of these does. */
#include "frontend/outline_parts.h"

enum { MOST_INDICES = 4, MOST_CASTS = 3 };

/* A number that is added so many times; made longer or shorter in these ways first. */
struct index {
    LLVMValueRef number;
    uint64_t scale;
    LLVMTypeRef types[MOST_CASTS];
    uint32_t casts[MOST_CASTS];
};

struct sum {
    LLVMValueRef base;
    struct index indices[MOST_INDICES];
    uint32_t count;
};

static bool add_index(struct sum *s, LLVMValueRef number, uint64_t scale)
{
    struct index *x = &s->indices[s->count];
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
static bool add_indices(const struct front *f, LLVMValueRef gep, struct sum *s, int64_t *offset)
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

/* The number of a sum. */
static uint32_t number_of_sum(struct outliner *b, const struct sum *s)
{
    bool is_new;
    uint32_t k = intern_add(&b->sums, s, sizeof *s, &is_new);
    if (!is_new)
        return b->sum_values.data[k];
    uint32_t value = b->value_count++;
    vector_push(&b->sum_values, value);
    add_definition(b, value, s->base);
    for (uint32_t n = 0; n < s->count; n++)
        add_definition(b, value, s->indices[n].number);
    return value;
}

uint32_t outline_base_of(struct outliner *b, LLVMValueRef pointer, LLVMValueRef *made_from, int64_t *offset)
{
    struct sum s;
    int64_t whole = 0;
    *offset = 0;
    while (LLVMIsAGetElementPtrInst(pointer) && constant_offset(b->front, pointer, offset))
        pointer = LLVMGetOperand(pointer, 0);
    *made_from = pointer;
    memset(&s, 0, sizeof s);
    s.base = pointer;
    while (LLVMIsAGetElementPtrInst(s.base) && add_indices(b->front, s.base, &s, &whole))
        s.base = LLVMGetOperand(s.base, 0);
    if (!s.count || LLVMIsAGetElementPtrInst(s.base))
        return outline_number_if_value(b, pointer);
    *offset += whole;
    return number_of_sum(b, &s);
}
