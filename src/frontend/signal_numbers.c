/* SIGRTMIN and SIGRTMAX are calls, whose results are added to: constants, as in glibc, so that it is known which signal a handler is for. */
#include "frontend/handlers.h"

enum { FIRST = 34, LAST = 64 };

static bool replace_calls(const struct front *f, const char *name, uint64_t value)
{
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, name);
    bool any = false;
    for (LLVMUseRef u = fn && !is_defined(fn) ? LLVMGetFirstUse(fn) : NULL; u; u = LLVMGetFirstUse(fn)) {
        LLVMValueRef site = LLVMGetUser(u);
        if (!LLVMIsACallInst(site) || called_function(site) != fn || LLVMTypeOf(site) != LLVMInt32TypeInContext(f->context))
            break;
        LLVMReplaceAllUsesWith(site, LLVMConstInt(LLVMTypeOf(site), value, false));
        LLVMInstructionEraseFromParent(site);
        any = true;
    }
    return any;
}

/* Of constants, where clang has guarded it (clang.c): what it computes; whether that is too large is another part. */
static void fold_guarded(LLVMValueRef sum)
{
    bool is_sum = starts_with(called_name(sum), "llvm.sadd.with.overflow."),
         is_difference = starts_with(called_name(sum), "llvm.ssub.with.overflow.");
    if (!is_sum && !is_difference)
        return;
    LLVMValueRef x = LLVMGetArgOperand(sum, 0), y = LLVMGetArgOperand(sum, 1);
    each_use(u, sum)
    {
        LLVMValueRef part = LLVMGetUser(u);
        if (LLVMIsAConstantInt(x) && LLVMIsAConstantInt(y) && LLVMIsAExtractValueInst(part) && *LLVMGetIndices(part) == 0)
            LLVMReplaceAllUsesWith(part, is_sum ? LLVMConstAdd(x, y) : LLVMConstSub(x, y));
    }
}

static void fold_sums(LLVMValueRef function)
{
    LLVMValueRef next;
    each_block(b, function) for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next)
    {
        next = LLVMGetNextInstruction(i);
        if (LLVMIsACallInst(i))
            fold_guarded(i);
        bool sum = is_instruction(i, LLVMAdd), difference = is_instruction(i, LLVMSub);
        LLVMValueRef x = sum || difference ? LLVMGetOperand(i, 0) : NULL, y = x ? LLVMGetOperand(i, 1) : NULL;
        if (!x || !LLVMIsAConstantInt(x) || !LLVMIsAConstantInt(y))
            continue;
        LLVMReplaceAllUsesWith(i, sum ? LLVMConstAdd(x, y) : LLVMConstSub(x, y));
        LLVMInstructionEraseFromParent(i);
    }
}

void fold_signal_numbers(struct front *f)
{
    bool first = replace_calls(f, "__libc_current_sigrtmin", FIRST), last = replace_calls(f, "__libc_current_sigrtmax", LAST);
    if (first || last)
        each_function(fn, f->module) fold_sums(fn);
}
