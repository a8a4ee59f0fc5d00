/* Structures that are passed or returned by value. To pass a small one clang loads it as the machine would, as an integer (or a pair of them)
 * that covers several members at once. Such loads are marked here, before inlining hides where they go; copies.c makes
 * them loads of the members, as in any other copy. */
#include "frontend/front.h"

#include "base/text.h"

/* What the address says that lies there, or NULL. */
static LLVMTypeRef type_at(LLVMValueRef pointer)
{
    if (LLVMIsAAllocaInst(pointer))
        return LLVMGetAllocatedType(pointer);
    if (LLVMIsAGlobalVariable(pointer))
        return LLVMGlobalGetValueType(pointer);
    if (!LLVMIsAGetElementPtrInst(pointer) && !(LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr))
        return NULL;
    LLVMTypeRef t = LLVMGetGEPSourceElementType(pointer);
    for (unsigned k = 2; k < (unsigned)LLVMGetNumOperands(pointer); k++) {
        bool is_struct = LLVMGetTypeKind(t) == LLVMStructTypeKind;
        if (is_struct && (LLVMIsLiteralStruct(t) || starts_with(LLVMGetStructName(t), "union.")))
            return NULL; /* of clang's making, as the load is */
        t = is_struct ? LLVMStructGetTypeAtIndex(t, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(pointer, k)))
                      : LLVMGetElementType(t);
    }
    return t;
}

static void mark(struct front *f, LLVMValueRef v)
{
    if (!LLVMIsALoadInst(v) || LLVMGetOrdering(v) != LLVMAtomicOrderingNotAtomic || type_at(LLVMGetOperand(v, 0)) == LLVMTypeOf(v))
        return;
    LLVMUseRef first = LLVMGetFirstUse(v);
    if (first && !LLVMGetNextUse(first))
        LLVMSetMetadata(v, by_value_kind(f), LLVMMDNodeInContext(f->context, NULL, 0));
}

void mark_values(struct front *f)
{
    each_function(fn, f->module) each_block(b, fn) each_instruction(i, b)
    {
        if (LLVMIsAReturnInst(i) && LLVMGetNumOperands(i))
            mark(f, LLVMGetOperand(i, 0));
        if (!LLVMIsACallInst(i) || starts_with(called_name(i), "llvm.") || starts_with(called_name(i), "__heddle_"))
            continue;
        for (unsigned k = 0; k < LLVMGetNumArgOperands(i); k++)
            mark(f, LLVMGetArgOperand(i, k));
    }
}
