/* memcpy, and assignment of structures, between places that overlap in part: undefined in C, and an error for the property memory. Where that may
 * be, a call of __heddle_defined.copy(to, from, size) comes before the copy; lower_lives.c makes it a check. Elsewhere there is none, so that
 * variables that are only copied are still split into their members. */
#include "frontend/copy_parts.h"

#include "base/text.h"

/* Whether nothing but its own name leads to the variable. */
static bool has_one_name(LLVMValueRef pointer)
{
    each_use(u, pointer)
    {
        LLVMValueRef user = LLVMGetUser(u);
        const char *name = LLVMIsACallInst(user) ? called_name(user) : "";
        bool harmless = LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer) ||
                        starts_with(name, "llvm.mem") || strcmp(name, OVERLAP_CHECK) == 0 || starts_with(name, "llvm.lifetime.") ||
                        (LLVMIsACallInst(user) && is_debug_call(user)) || (LLVMIsAGetElementPtrInst(user) && has_one_name(user));
        if (!harmless)
            return false;
    }
    return true;
}

static bool may_overlap(LLVMValueRef to, LLVMValueRef from)
{
    LLVMValueRef a = indexed_object(to), b = indexed_object(from);
    bool a_variable = LLVMIsAAllocaInst(a) || LLVMIsAGlobalVariable(a),
         b_variable = LLVMIsAAllocaInst(b) || LLVMIsAGlobalVariable(b);
    if (a == b)
        return to != from;
    return !(a_variable && b_variable) && !(LLVMIsAAllocaInst(a) && has_one_name(a)) &&
           !(LLVMIsAAllocaInst(b) && has_one_name(b)) && !(LLVMIsAGlobalVariable(b) && LLVMIsGlobalConstant(b));
}

void guard_overlap(struct front *f, LLVMBuilderRef b, LLVMValueRef copy)
{
    LLVMValueRef arguments[] = {LLVMGetArgOperand(copy, 0), LLVMGetArgOperand(copy, 1), LLVMGetArgOperand(copy, 2)};
    if (!front_needs(f, NEEDS_LIFETIMES) || f->wide || !starts_with(called_name(copy), "llvm.memcpy") ||
        !may_overlap(arguments[0], arguments[1]))
        return;
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0), size = LLVMIntTypeInContext(f->context, 8 * f->pointer_bytes);
    LLVMTypeRef types[] = {pointer, pointer, size};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), types, 3, false);
    LLVMValueRef check = LLVMGetNamedFunction(f->module, OVERLAP_CHECK);
    LLVMPositionBuilderBefore(b, copy);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(copy));
    arguments[2] = LLVMBuildIntCast2(b, arguments[2], size, false, "");
    LLVMBuildCall2(b, type, check ? check : LLVMAddFunction(f->module, OVERLAP_CHECK, type), arguments, 3, "");
}

void drop_overlap_checks(struct front *f)
{
    LLVMValueRef check = LLVMGetNamedFunction(f->module, OVERLAP_CHECK);
    for (LLVMUseRef u = check ? LLVMGetFirstUse(check) : NULL; u;) {
        LLVMValueRef call = LLVMGetUser(u);
        u = LLVMGetNextUse(u);
        if (f->wide || !may_overlap(LLVMGetArgOperand(call, 0), LLVMGetArgOperand(call, 1)))
            LLVMInstructionEraseFromParent(call);
    }
}
