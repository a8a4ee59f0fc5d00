/* Calls through variables that only ever hold one function (`static void *(*get)(size_t) = malloc;`), for outlines: they become calls of that function, so that what is called
 * there can be inlined, and an allocation is one of its own. The variable is of this file alone, all uses of it are loads and stores of the whole pointer, and what is
 * stored is that function or nothing: calling nothing is undefined. It is still read. Functions that nobody refers to store nothing.
 *
 * Requires the whole program in the module. */
#include "frontend/front.h"

static bool is_dead(const struct front *f, LLVMValueRef instruction)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
    return function != f->main && !LLVMGetFirstUse(function);
}

/* Adds a value that the variable may hold; whether there is still one function at most. */
static bool add_value(LLVMValueRef value, LLVMValueRef *found)
{
    if (LLVMIsAConstantPointerNull(value))
        return true;
    LLVMValueRef function = LLVMIsAFunction(value);
    if (!function || (*found && *found != function))
        return false;
    *found = function;
    return true;
}

/* NULL if it may hold several, none, or anything else. */
static LLVMValueRef only_function(const struct front *f, LLVMValueRef variable)
{
    LLVMValueRef found = NULL, init = LLVMGetInitializer(variable);
    bool internal = LLVMGetLinkage(variable) == LLVMInternalLinkage || LLVMGetLinkage(variable) == LLVMPrivateLinkage;
    if (!internal || !init || LLVMGetTypeKind(LLVMTypeOf(init)) != LLVMPointerTypeKind || !add_value(init, &found))
        return NULL;
    each_use(u, variable)
    {
        LLVMValueRef user = LLVMGetUser(u), store = LLVMIsAStoreInst(user), load = LLVMIsALoadInst(user);
        if (load && LLVMTypeOf(load) == LLVMTypeOf(init))
            continue;
        if (!store || LLVMGetOperand(store, 0) == variable || LLVMTypeOf(LLVMGetOperand(store, 0)) != LLVMTypeOf(init) ||
            (!is_dead(f, store) && !add_value(LLVMGetOperand(store, 0), &found)))
            return NULL;
    }
    return found;
}

static void call_directly(LLVMValueRef variable, LLVMValueRef function)
{
    each_use(u, variable)
    {
        LLVMValueRef load = LLVMIsALoadInst(LLVMGetUser(u));
        if (!load)
            continue;
        for (LLVMUseRef use = LLVMGetFirstUse(load), next; use; use = next) {
            next = LLVMGetNextUse(use);
            LLVMValueRef call = LLVMIsACallInst(LLVMGetUser(use));
            if (call && LLVMGetCalledValue(call) == load && LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(function))
                LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, function);
        }
    }
}

void settle_function_variables(struct front *f)
{
    each_global(variable, f->module)
    {
        LLVMValueRef function = only_function(f, variable);
        if (function)
            call_directly(variable, function);
    }
}
