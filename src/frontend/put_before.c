/* A way back from where something begins to where memory was written last: stores at the same place are found, and what may write elsewhere as well ends the search. */
#include "frontend/put_before.h"

#include "frontend/outline_counters.h"

bool block_in_loop(LLVMBasicBlockRef block)
{
    struct block_search s = {0};
    bool found = false;
    vector_push(&s.todo, block);
    while (s.todo.size && !found) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(vector_pop(&s.todo));
        for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
            block_search_add(&s, LLVMGetSuccessor(last, k));
        found = map_get(&s.seen, map_pointer_key(block), NULL);
    }
    block_search_free(&s);
    return found;
}

LLVMValueRef behind_null(LLVMValueRef pointer)
{
    LLVMValueRef only = NULL;
    for (unsigned k = 0; LLVMIsAPHINode(pointer) && k < LLVMCountIncoming(pointer); k++) {
        LLVMValueRef v = LLVMGetIncomingValue(pointer, k);
        if (LLVMIsAConstantPointerNull(v) || v == pointer)
            continue;
        if (only && only != v)
            return pointer;
        only = v;
    }
    bool once = only && (!LLVMIsAInstruction(only) || !block_in_loop(LLVMGetInstructionParent(only)));
    return once ? only : pointer;
}

static bool extent_of(const struct front *f, LLVMValueRef pointer, uint64_t width, struct extent *out)
{
    struct indexed at;
    if (!indexed_of(f, pointer, &at) || at.index)
        return false;
    *out = (struct extent){behind_null(at.base), at.offset, width};
    return true;
}

static bool is_object(LLVMValueRef base) { return LLVMIsAAllocaInst(base) || LLVMIsAGlobalVariable(base) || allocates(base); }

static bool extents_apart(const struct extent *a, const struct extent *b)
{
    if (a->base != b->base)
        return is_object(a->base) && is_object(b->base);
    return a->offset + (int64_t)a->width <= b->offset || b->offset + (int64_t)b->width <= a->offset;
}

enum effect { LEAVES_IT, PUTS_IT, MAY_CHANGE_IT };

/* What an instruction does to these bytes. */
static enum effect effect_on(const struct front *f, LLVMValueRef i, const struct extent *place)
{
    enum { LARGEST_MUTEX = 40 };
    struct extent to;
    if (i == place->base) /* other memory before */
        return MAY_CHANGE_IT;
    if (LLVMIsAStoreInst(i)) {
        if (!extent_of(f, LLVMGetOperand(i, 1), type_store_size(f, LLVMTypeOf(LLVMGetOperand(i, 0))), &to))
            return MAY_CHANGE_IT;
        if (to.base == place->base && to.offset == place->offset && to.width == place->width)
            return PUTS_IT;
        return extents_apart(&to, place) ? LEAVES_IT : MAY_CHANGE_IT;
    }
    if (LLVMIsALoadInst(i) || !LLVMIsACallInst(i))
        return LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) ? MAY_CHANGE_IT : LEAVES_IT;
    const char *name = called_name(i);
    if (allocates(i) || starts_with(name, "llvm.dbg.") || starts_with(name, "llvm.lifetime.") ||
        starts_with(name, "__heddle_undefined") || calls(i, "__heddle_initialised") || calls(i, "__heddle_reads"))
        return LEAVES_IT;
    bool writes = calls(i, "__heddle_initialises") || calls(i, "__heddle_writes");
    LLVMValueRef length = writes ? LLVMIsAConstantInt(LLVMGetArgOperand(i, 1)) : NULL;
    uint64_t width = length ? LLVMConstIntGetZExtValue(length) : calls(i, "__heddle_mutex_init") ? LARGEST_MUTEX : 0;
    return width && extent_of(f, LLVMGetArgOperand(i, 0), width, &to) && extents_apart(&to, place) ? LEAVES_IT : MAY_CHANGE_IT;
}

LLVMValueRef put_before(const struct front *f, const block_edges *begins, const struct extent *place, LLVMTypeRef type)
{
    struct block_search s = {0};
    LLVMValueRef found = NULL;
    bool good = true;
    assert(place->base && place->width);
    vector_each(const struct block_edge *, e, begins)
        block_search_add(&s, e->from);
    while (good && s.todo.size) {
        LLVMBasicBlockRef at = vector_pop(&s.todo);
        enum effect effect = LEAVES_IT;
        for (LLVMValueRef i = LLVMGetLastInstruction(at); i && effect == LEAVES_IT; i = LLVMGetPreviousInstruction(i)) {
            effect = effect_on(f, i, place);
            if (effect != PUTS_IT)
                continue;
            LLVMValueRef v = LLVMGetOperand(i, 0);
            good &= LLVMTypeOf(v) == type && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic && (!found || found == v);
            found = v;
        }
        bool any = false;
        if (effect == LEAVES_IT)
            each_use(u, LLVMBasicBlockAsValue(at)) if (LLVMIsATerminatorInst(LLVMGetUser(u)))
            {
                any = true;
                block_search_add(&s, LLVMGetInstructionParent(LLVMGetUser(u)));
            }
        good &= effect == PUTS_IT || (effect == LEAVES_IT && any);
    }
    block_search_free(&s);
    return good ? found : NULL;
}
