/* What stays the same: constants, values from before, and what is loaded where nobody writes meanwhile, which is for who asks to see to (steady.from). */
#include "frontend/outline_steady.h"

#include "frontend/outline_counters.h"

/* --- ways through the function --- */

bool is_begin(const block_edges *begins, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    vector_each(const struct block_edge *, e, begins)
        if (e->from == from && e->to == to)
            return true;
    return false;
}

/* Whether the batch can get from its beginning to a block. */
static bool is_within(const block_edges *begins, LLVMBasicBlockRef block)
{
    struct block_search s = {0};
    vector_each(const struct block_edge *, e, begins)
        block_search_add(&s, e->to);
    while (s.todo.size) {
        LLVMBasicBlockRef at = vector_pop(&s.todo);
        LLVMValueRef last = LLVMGetBasicBlockTerminator(at);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
            if (!is_begin(begins, at, LLVMGetSuccessor(last, k)))
                block_search_add(&s, LLVMGetSuccessor(last, k));
    }
    bool within = map_get(&s.seen, map_pointer_key(block), NULL);
    block_search_free(&s);
    return within;
}

/* Whether a way leads from one block to another, over the beginning of a batch, without coming back to the first. */
static bool begins_between(const block_edges *begins, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    struct block_search before = {0}, behind = {0};
    block_search_add(&before, from);
    while (before.todo.size || behind.todo.size) {
        bool is_behind = !before.todo.size;
        LLVMBasicBlockRef at = is_behind ? vector_pop(&behind.todo) : vector_pop(&before.todo);
        LLVMValueRef last = LLVMGetBasicBlockTerminator(at);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(last, k);
            if (next != from)
                block_search_add(is_behind || is_begin(begins, at, next) ? &behind : &before, next);
        }
    }
    bool found = map_get(&behind.seen, map_pointer_key(to), NULL);
    block_search_free(&before);
    block_search_free(&behind);
    return found;
}

/* --- values that stay the same --- */

static bool stays(const block_edges *begins, LLVMValueRef v)
{
    return !LLVMIsAInstruction(v) || !is_within(begins, LLVMGetInstructionParent(v));
}

/* is_accessed: a pointer through which memory is accessed. */
bool steady_of(const struct front *f, const block_edges *begins, LLVMValueRef v, LLVMBasicBlockRef used_in, bool is_accessed,
               struct steady *out)
{
    *out = (struct steady){.value = v, .type = LLVMTypeOf(v)};
    if (!stays(begins, v) && (LLVMIsASExtInst(v) || LLVMIsAZExtInst(v))) {
        out->conversion = LLVMGetInstructionOpcode(v);
        out->value = LLVMGetOperand(v, 0);
    }
    if (is_accessed)
        out->value = behind_null(out->value);
    while (!stays(begins, out->value)) {
        struct indexed at;
        v = out->value;
        if (out->relied == MOST_LOADS || !LLVMIsALoadInst(v) || LLVMGetOrdering(v) != LLVMAtomicOrderingNotAtomic ||
            begins_between(begins, LLVMGetInstructionParent(v), used_in) || !indexed_of(f, LLVMGetOperand(v, 0), &at) || at.index)
            return false;
        assert(out->relied < MOST_LOADS && out->loads <= out->relied);
        struct extent place = {behind_null(at.base), at.offset, type_store_size(f, LLVMTypeOf(v))};
        LLVMValueRef put = put_before(f, begins, &place, LLVMTypeOf(v));
        out->from[out->relied++] = LLVMGetOperand(v, 0);
        if (put && stays(begins, put)) {
            out->value = put;
            break;
        }
        out->offsets[out->loads++] = at.offset;
        out->value = place.base;
    }
    return true;
}

bool steady_same(const struct steady *a, const struct steady *b)
{
    bool same = a->value == b->value && a->loads == b->loads && a->conversion == b->conversion && a->type == b->type;
    for (uint32_t k = 0; same && k < a->loads; k++)
        same = a->offsets[k] == b->offsets[k];
    return same;
}
