/* Bytes of a local variable that its initialiser does not name: those of a union beside its first member. For {} C23 wants zeroes there
 * (as in static variables), for {0} they are unspecified; clang says undef for both, so nobody can tell here which one it was. They
 * are taken to be any value, approximately: a proof covers both, and a violation that relies on one is none. */
#include "frontend/front.h"

enum { LARGEST = 4 }; /* bytes of one store; members are rarely larger */

struct unnamed {
    struct front *front;
    LLVMBuilderRef builder;
    LLVMValueRef variable; /* that was initialised */
};

static void store_any(struct unnamed *u, unsigned long long at, unsigned bytes)
{
    LLVMContextRef context = u->front->context;
    const char *name = bytes == 4 ? "__heddle_any_u32" : bytes == 2 ? "__heddle_any_u16" : "__heddle_any_u8";
    LLVMTypeRef value = LLVMIntTypeInContext(context, 8 * bytes), text = LLVMPointerTypeInContext(context, 0);
    LLVMTypeRef type = LLVMFunctionType(value, &text, 1, false);
    LLVMValueRef f = LLVMGetNamedFunction(u->front->module, name);
    LLVMValueRef why = LLVMBuildGlobalStringPtr(u->builder, "what an initialiser leaves of a union", "unnamed");
    LLVMValueRef any = LLVMBuildCall2(u->builder, type, f ? f : LLVMAddFunction(u->front->module, name, type), &why, 1, "any");
    LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(context), at, false);
    LLVMBuildStore(u->builder, any, LLVMBuildGEP2(u->builder, LLVMInt8TypeInContext(context), u->variable, &offset, 1, ""));
}

static void store_range(struct unnamed *u, unsigned long long at, unsigned long long end)
{
    while (at < end) {
        unsigned bytes = LARGEST;
        while (at % bytes || at + bytes > end)
            bytes /= 2;
        store_any(u, at, bytes);
        at += bytes;
    }
}

/* Stores for every part of the constant that is undef, from this offset on. */
static void look_into(struct unnamed *u, LLVMValueRef constant, unsigned long long at)
{
    LLVMTypeRef type = LLVMTypeOf(constant);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(u->front->module);
    if (LLVMIsUndef(constant)) {
        store_range(u, at, at + LLVMStoreSizeOfType(layout, type));
        return;
    }
    if (!LLVMIsAConstantStruct(constant) && !LLVMIsAConstantArray(constant))
        return;
    bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    for (int i = 0; i < LLVMGetNumOperands(constant); i++) {
        unsigned long long offset = is_struct ? LLVMOffsetOfElement(layout, type, (unsigned)i)
                                              : (unsigned)i * LLVMABISizeOfType(layout, LLVMGetElementType(type));
        look_into(u, LLVMGetOperand(constant, (unsigned)i), at + offset);
    }
}

static bool initialises(LLVMValueRef i)
{
    if (!LLVMIsACallInst(i) || strncmp(called_name(i), "llvm.memcpy", 11) != 0)
        return false;
    LLVMValueRef from = LLVMGetOperand(i, 1);
    return LLVMIsAGlobalVariable(from) && LLVMIsGlobalConstant(from) && LLVMGetInitializer(from) &&
           !strncmp(value_name(from), "__const.", 8);
}

void loosen_unnamed_bytes(struct front *f)
{
    struct unnamed u = {f, LLVMCreateBuilderInContext(f->context), NULL};
    each_function(fn, f->module) each_block(b, fn) for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next)
    {
        next = LLVMGetNextInstruction(i);
        if (!initialises(i))
            continue;
        LLVMPositionBuilderBefore(u.builder, next);
        LLVMSetCurrentDebugLocation2(u.builder, LLVMInstructionGetDebugLoc(i));
        u.variable = LLVMGetOperand(i, 0);
        look_into(&u, LLVMGetInitializer(LLVMGetOperand(i, 1)), 0);
    }
    LLVMDisposeBuilder(u.builder);
}
