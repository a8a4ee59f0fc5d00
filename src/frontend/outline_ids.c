/* Where the ids of new threads go, for outlines, and where they come from: `worker = start(f)`, where start() has a local variable for the id and returns it. */
#include "base/text.h"
#include "frontend/outline_parts.h"

/* The only block that leads to this one; NULL if there are several. */
static LLVMBasicBlockRef only_way_to(LLVMBasicBlockRef block)
{
    LLVMBasicBlockRef found = NULL;
    each_use(u, LLVMBasicBlockAsValue(block))
    {
        LLVMValueRef last = LLVMIsAInstruction(LLVMGetUser(u));
        if (!last || !LLVMIsATerminatorInst(last) || (found && found != LLVMGetInstructionParent(last)))
            return NULL;
        found = LLVMGetInstructionParent(last);
    }
    return found;
}

bool outline_is_read_just_before(LLVMValueRef load, LLVMValueRef use)
{
    LLVMValueRef i = use;
    for (LLVMBasicBlockRef block = LLVMGetInstructionParent(use); block; block = only_way_to(block)) {
        for (i = i ? LLVMGetPreviousInstruction(i) : LLVMGetLastInstruction(block); i && i != load;
             i = LLVMGetPreviousInstruction(i))
            if (LLVMIsACallInst(i) && !is_debug_call(i) && !calls(i, "__heddle_self"))
                return false;
        if (i)
            return true;
        if (block == LLVMGetInstructionParent(load))
            return false;
    }
    return false;
}

/* A call that does nothing: it says what is accessed, or that a variable begins or ends. */
static bool is_announcement(LLVMValueRef call)
{
    return calls(call, "__heddle_reads") || calls(call, "__heddle_writes") || is_debug_call(call) ||
           (LLVMIsACallInst(call) && starts_with(called_name(call), "llvm.lifetime."));
}

/* Whether whoever creates a thread comes to this instruction next, in this block or in those behind it that everybody goes on to, and calls nobody on the way. */
static bool comes_next(LLVMValueRef create, LLVMValueRef store)
{
    enum { MOST_BLOCKS = 16 };
    LLVMBasicBlockRef block = LLVMGetInstructionParent(create);
    LLVMValueRef i = create;
    for (int n = 0; n < MOST_BLOCKS; n++) {
        while ((i = LLVMGetNextInstruction(i)) && i != store && !LLVMIsATerminatorInst(i))
            if (LLVMIsACallInst(i) && !calls(i, "__heddle_atomic_end") && !is_announcement(i))
                return false;
        if (!i || i == store)
            return i;
        LLVMBasicBlockRef next = LLVMIsABranchInst(i) && !LLVMIsConditional(i) ? LLVMGetSuccessor(i, 0) : NULL;
        if (!next || only_way_to(next) != block || next == block)
            return false;
        block = next;
        i = LLVMGetFirstInstruction(block);
        if (i == store)
            return true;
    }
    return false;
}

/* Where a local variable is put that is written once, and read for nothing else; NULL if it is not that. */
static LLVMValueRef store_of_copy(LLVMValueRef variable)
{
    LLVMValueRef copy = NULL;
    int stores = 0;
    each_use(u, variable)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user) && !copy)
            copy = user;
        else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable && LLVMGetOperand(user, 0) != variable)
            stores += !starts_with(called_name(LLVMGetOperand(user, 0)), "__heddle_undefined");
        else if (!is_announcement(user))
            return NULL;
    }
    LLVMUseRef use = copy ? LLVMGetFirstUse(copy) : NULL;
    LLVMValueRef store = use && !LLVMGetNextUse(use) ? LLVMIsAStoreInst(LLVMGetUser(use)) : NULL;
    return stores == 1 && store && LLVMGetOperand(store, 0) == copy ? store : NULL;
}

LLVMValueRef outline_id_store(LLVMValueRef create)
{
    LLVMUseRef use = LLVMGetFirstUse(create);
    LLVMValueRef user = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
    if (user && LLVMIsAZExtInst(user)) {
        use = LLVMGetFirstUse(user);
        user = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
    }
    if (!user || !LLVMIsAStoreInst(user))
        return NULL;
    LLVMValueRef local = LLVMIsAAllocaInst(LLVMGetOperand(user, 1)), copy = local ? store_of_copy(local) : NULL;
    if (copy && comes_next(create, copy))
        return copy;
    return LLVMGetInstructionParent(user) == LLVMGetInstructionParent(create) || comes_next(create, user) ? user : NULL;
}

/* The creation whose result is stored: itself, or by way of a local variable. */
LLVMValueRef outline_creation_of(LLVMValueRef stored)
{
    LLVMValueRef variable = LLVMIsALoadInst(stored) ? LLVMIsAAllocaInst(LLVMGetOperand(stored, 0)) : NULL;
    if (variable && store_of_copy(variable))
        each_use(u, variable) if (LLVMIsAStoreInst(LLVMGetUser(u)) &&
                                  !starts_with(called_name(LLVMGetOperand(LLVMGetUser(u), 0)), "__heddle_undefined")) stored =
            LLVMGetOperand(LLVMGetUser(u), 0);
    if (LLVMIsAZExtInst(stored))
        stored = LLVMGetOperand(stored, 0);
    return calls(stored, "__heddle_create") ? stored : NULL;
}
