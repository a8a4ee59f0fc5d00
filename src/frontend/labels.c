/* Labels that mean something: __CPROVER_passive_broadcast stands for a statement over the variables of all other threads, and
 * __CPROVER_ASYNC_n for a thread: annotated.c, broadcasts.c and async.c see to that, but not in a file that is included. clang gives the block
 * after a label its name. */
#include "frontend/front.h"

static const char async_label[] = "__CPROVER_ASYNC_", broadcast_label[] = "__CPROVER_passive_broadcast";

static void insert_unsupported(struct front *f, LLVMBuilderRef b, LLVMBasicBlockRef block, const char *what)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), &pointer, 1, false);
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(block));
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, "__heddle_unsupported"), text = LLVMBuildGlobalString(b, what, "reason");
    LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(f->module, "__heddle_unsupported", type), &text, 1, "");
}

void obey_labels(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    each_function(fn, f->module) each_block(block, fn)
    {
        const char *label = LLVMGetBasicBlockName(block);
        if (starts_with(label, broadcast_label))
            insert_unsupported(f, b, block, "__CPROVER_passive_broadcast in a file that is included, or in LLVM");
        if (starts_with(label, async_label))
            insert_unsupported(f, b, block, "__CPROVER_ASYNC in a file that is included, or in LLVM");
    }
    LLVMDisposeBuilder(b);
}
