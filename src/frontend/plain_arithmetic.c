/* Arithmetic that wraps, made of arithmetic that clang has guarded (-fsanitize, clang.c): where several properties are asked for, and one
 * of them needs the guards, files are compiled once, and the others forget them. A guard is a branch to a block that calls a handler;
 * clang marks all that belongs to it as "nosanitize", so that what the program computes itself stays. */
#include "frontend/read_module.h"

#include "base/text.h"

static bool is_guards(LLVMValueRef i)
{
    static const char mark[] = "nosanitize";
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(i));
    return LLVMGetMetadata(i, LLVMGetMDKindIDInContext(c, mark, sizeof mark - 1)) != NULL;
}

static bool is_handler(LLVMBasicBlockRef b)
{
    LLVMValueRef i = LLVMGetFirstInstruction(b);
    while (i && is_debug_call(i))
        i = LLVMGetNextInstruction(i);
    return i && LLVMIsACallInst(i) && starts_with(called_name(i), "__ubsan_handle_") && is_guards(i);
}

/* The way that is not the handler's becomes the only one. */
static void pass_guard(LLVMBuilderRef builder, LLVMValueRef branch)
{
    for (unsigned k = 0; k < 2; k++)
        if (is_handler(LLVMGetSuccessor(branch, k))) {
            LLVMPositionBuilderBefore(builder, branch);
            LLVMBuildBr(builder, LLVMGetSuccessor(branch, !k));
            LLVMInstructionEraseFromParent(branch);
            return;
        }
}

static LLVMValueRef wrapping(LLVMBuilderRef b, LLVMValueRef guarded)
{
    LLVMValueRef x = LLVMGetArgOperand(guarded, 0), y = LLVMGetArgOperand(guarded, 1);
    const char *name = called_name(guarded);
    return starts_with(name, "llvm.sadd.")   ? LLVMBuildAdd(b, x, y, "")
           : starts_with(name, "llvm.ssub.") ? LLVMBuildSub(b, x, y, "")
                                             : LLVMBuildMul(b, x, y, "");
}

/* The result of a guarded operation: a pair, of which nobody asks for the second any more. */
static void unwrap(LLVMBuilderRef builder, LLVMValueRef i)
{
    const char *name = called_name(i);
    if (!strstr(name, ".with.overflow.") || !starts_with(name, "llvm.s") || !is_guards(i))
        return;
    LLVMPositionBuilderBefore(builder, i);
    LLVMValueRef result = wrapping(builder, i);
    each_use(u, i)
    {
        LLVMValueRef part = LLVMGetUser(u);
        if (LLVMIsAExtractValueInst(part) && *LLVMGetIndices(part) == 0)
            LLVMReplaceAllUsesWith(part, result);
    }
}

static void forget_in(LLVMBuilderRef builder, LLVMValueRef function)
{
    each_block(b, function)
    {
        each_instruction(i, b) if (LLVMIsACallInst(i)) unwrap(builder, i);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (LLVMIsABranchInst(end) && LLVMIsConditional(end))
            pass_guard(builder, end);
    }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function), next; b; b = next) {
        next = LLVMGetNextBasicBlock(b);
        if (is_handler(b) && !LLVMGetFirstUse(LLVMBasicBlockAsValue(b)))
            LLVMDeleteBasicBlock(b);
    }
}

void forget_guards(LLVMModuleRef m)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    each_function(fn, m) if (is_defined(fn)) forget_in(builder, fn);
    LLVMDisposeBuilder(builder);
}
