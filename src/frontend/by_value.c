/* Structures that are passed or returned by value. To pass a small one clang loads it as the machine would, as an integer (or a pair of them)
 * that covers several members at once. Such loads are marked here, before inlining hides where they go; copies.c makes
 * them loads of the members, as in any other copy. A large one is passed by its address, and the callee has a copy
 * of its own: inlining makes it, and procedures that are not inlined get it here. */
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

LLVMValueRef copy_parameter(struct front *f, LLVMBuilderRef b, LLVMValueRef parameter, LLVMTypeRef type)
{
    LLVMValueRef copy = LLVMBuildAlloca(b, type, "");
    LLVMSetMetadata(copy, LLVMGetMDKindIDInContext(f->context, FILLED_FIRST, sizeof FILLED_FIRST - 1),
                    LLVMMDNodeInContext(f->context, NULL, 0));
    LLVMReplaceAllUsesWith(parameter, copy);
    unsigned alignment = LLVMABIAlignmentOfType(f->layout, type);
    LLVMValueRef size = LLVMConstInt(LLVMInt64TypeInContext(f->context), type_size(f, type), false);
    LLVMBuildMemCpy(b, copy, alignment, parameter, alignment, size);
    return copy;
}

void copy_parameters(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    each_function(fn, f->module) for (unsigned k = 0; is_defined(fn) && k < LLVMCountParams(fn); k++)
    {
        LLVMAttributeRef by_value = LLVMGetEnumAttributeAtIndex(fn, k + 1, kind);
        if (!by_value)
            continue;
        LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)), said = first;
        while (said && !LLVMInstructionGetDebugLoc(said))
            said = LLVMGetNextInstruction(said);
        LLVMPositionBuilderBefore(b, first);
        LLVMSetCurrentDebugLocation2(b, said ? LLVMInstructionGetDebugLoc(said) : NULL);
        copy_parameter(f, b, LLVMGetParam(fn, k), LLVMGetTypeAttributeValue(by_value));
    }
    LLVMDisposeBuilder(b);
}
