/* Functions that return from inside of loops or blocks with variables. clang keeps the result in a variable, "retval", and where to
 * go on after the end of the blocks in another, "cleanup.dest.slot". Whether the result is always set before it is read can be
 * seen only by following both. */
#include "frontend/front.h"

#include "base/text.h"

struct walk { /* a point where a block begins */
    LLVMBasicBlockRef block;
    LLVMValueRef selected; /* the constant in the selector, or NULL if it is not known */
    bool set;              /* the result */
};

struct walker {
    LLVMValueRef slot, selector; /* selector: NULL if there is none */
    struct map seen;
    VECTOR(struct walk) waiting;
};

static LLVMValueRef selector_of(LLVMValueRef function)
{
    each_instruction(i, LLVMGetEntryBasicBlock(function)) if (LLVMIsAAllocaInst(i) &&
                                                              strcmp(value_name(i), "cleanup.dest.slot") == 0) return i;
    return NULL;
}

/* Only loads, stores to it, and marks of its lifetime. */
static bool is_plain(LLVMValueRef variable)
{
    each_use(u, variable)
    {
        LLVMValueRef user = LLVMGetUser(u);
        bool stored_to = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable && LLVMGetOperand(user, 0) != variable;
        if (!LLVMIsALoadInst(user) && !stored_to && !is_debug_call(user) && !starts_with(called_name(user), "llvm.lifetime"))
            return false;
    }
    return true;
}

static void go_to(struct walker *w, struct walk at, LLVMBasicBlockRef block)
{
    uint64_t key = hash_pair(map_pointer_key(block), map_pointer_key(at.selected ? at.selected : w->slot) << 1 | at.set);
    at.block = block;
    if (map_get(&w->seen, key, NULL))
        return;
    map_put(&w->seen, key, 1);
    vector_push(&w->waiting, at);
}

/* By the last instruction of a block, where value is what the selector was read into. */
static void leave(struct walker *w, struct walk at, LLVMValueRef last, LLVMValueRef value)
{
    if (LLVMIsASwitchInst(last) && at.selected && value && LLVMGetOperand(last, 0) == value) {
        LLVMBasicBlockRef to = LLVMGetSwitchDefaultDest(last);
        for (unsigned k = 2; k + 1 < (unsigned)LLVMGetNumOperands(last); k += 2)
            if (LLVMGetOperand(last, k) == at.selected)
                to = LLVMValueAsBasicBlock(LLVMGetOperand(last, k + 1));
        go_to(w, at, to);
        return;
    }
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
        go_to(w, at, LLVMGetSuccessor(last, k));
}

/* False if the result is read before it is set. */
static bool follow(struct walker *w, struct walk at)
{
    LLVMValueRef value = NULL;
    each_instruction(i, at.block)
    {
        LLVMValueRef target = LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1) : LLVMIsALoadInst(i) ? LLVMGetOperand(i, 0) : NULL;
        if (target == w->slot && LLVMIsALoadInst(i) && !at.set)
            return false;
        if (target && target == w->slot)
            at.set = true;
        if (target && target == w->selector && LLVMIsALoadInst(i))
            value = i;
        if (target && target == w->selector && LLVMIsAStoreInst(i)) {
            at.selected = LLVMIsAConstantInt(LLVMGetOperand(i, 0));
            value = NULL;
        }
    }
    leave(w, at, LLVMGetBasicBlockTerminator(at.block), value);
    return true;
}

bool is_set_before_return(LLVMValueRef alloca)
{
    LLVMBasicBlockRef entry = LLVMGetInstructionParent(alloca);
    LLVMValueRef function = LLVMGetBasicBlockParent(entry);
    if (strcmp(value_name(alloca), "retval") != 0 || entry != LLVMGetEntryBasicBlock(function) || !is_plain(alloca))
        return false;
    struct walker w = {.slot = alloca, .selector = selector_of(function)};
    if (w.selector && !is_plain(w.selector))
        w.selector = NULL;
    bool set = true;
    go_to(&w, (struct walk){.set = false}, entry);
    while (set && w.waiting.size)
        set = follow(&w, vector_pop(&w.waiting));
    map_free(&w.seen);
    vector_free(&w.waiting);
    return set;
}
