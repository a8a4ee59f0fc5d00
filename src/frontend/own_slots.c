/* Thread-local variables of recursive functions, which are procedures of no thread in particular: errno, what variable arguments go through, and the program's own. In a program with one
 * thread such a variable is a global one; otherwise it is an array, and each thread has the slot of its number. */
#include "frontend/front.h"

enum { SLOTS = 64 };

typedef VECTOR(LLVMValueRef) values;

static bool is_procedure(LLVMValueRef function)
{
    each_use(u, function)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsACallInst(user) && called_function(user) == function)
            return true;
    }
    return false;
}

/* Where the variable is asked for; false if no procedure does, or if it is used in another way. Such a variable ends with its thread, and a slot does not: where that
 * matters, nobody may keep the address. */
static bool find_uses(LLVMValueRef variable, bool has_end, values *out)
{
    bool any = false;
    vector_clear(out);
    each_use(u, variable)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (!starts_with(called_name(user), "llvm.threadlocal.address") || (has_end && !is_private(user)))
            return false;
        any |= is_procedure(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
        vector_push(out, user);
    }
    return any;
}

/* The number of the thread, which is unsupported if it has no slot. */
static LLVMValueRef write_number(struct front *f, LLVMBuilderRef b)
{
    LLVMTypeRef number = LLVMInt32TypeInContext(f->context), pointer = LLVMPointerTypeInContext(f->context, 0);
    LLVMTypeRef type = LLVMFunctionType(number, NULL, 0, false);
    LLVMTypeRef refuses = LLVMFunctionType(LLVMVoidTypeInContext(f->context), &pointer, 1, false);
    LLVMValueRef self = LLVMGetNamedFunction(f->module, "__heddle_self");
    LLVMValueRef refuse = LLVMGetNamedFunction(f->module, "__heddle_unsupported");
    LLVMValueRef fn = LLVMAddFunction(f->module, "__heddle_own_slot", type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(f->context, fn, "");
    LLVMBasicBlockRef there = LLVMAppendBasicBlockInContext(f->context, fn, "");
    LLVMBasicBlockRef beyond = LLVMAppendBasicBlockInContext(f->context, fn, "");
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMValueRef n = LLVMBuildCall2(b, type, self ? self : LLVMAddFunction(f->module, "__heddle_self", type), NULL, 0, "");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, n, LLVMConstInt(number, SLOTS, false), ""), there, beyond);
    LLVMPositionBuilderAtEnd(b, there);
    LLVMBuildRet(b, n);
    LLVMPositionBuilderAtEnd(b, beyond);
    LLVMValueRef text = LLVMBuildGlobalString(
        b, "limit: a thread-local variable that recursive functions use, in one of more than 63 threads", "reason");
    LLVMBuildCall2(b, refuses, refuse ? refuse : LLVMAddFunction(f->module, "__heddle_unsupported", refuses), &text, 1, "");
    LLVMBuildUnreachable(b);
    return fn;
}

static LLVMValueRef add_array(struct front *f, LLVMValueRef variable)
{
    LLVMTypeRef element = LLVMGlobalGetValueType(variable);
    LLVMValueRef initial[SLOTS];
    for (unsigned k = 0; k < SLOTS; k++)
        initial[k] = LLVMGetInitializer(variable);
    LLVMValueRef array = LLVMAddGlobal(f->module, LLVMArrayType(element, SLOTS), value_name(variable));
    LLVMSetInitializer(array, LLVMConstArray(element, initial, SLOTS));
    LLVMSetLinkage(array, LLVMInternalLinkage);
    LLVMSetAlignment(array, LLVMGetAlignment(variable));
    return array;
}

static void replace(LLVMBuilderRef b, LLVMValueRef use, LLVMValueRef variable, LLVMValueRef number)
{
    LLVMValueRef place = variable;
    if (number) {
        LLVMPositionBuilderBefore(b, use);
        LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(use));
        LLVMValueRef slot = LLVMBuildCall2(b, LLVMGlobalGetValueType(number), number, NULL, 0, "");
        LLVMValueRef at[] = {LLVMConstNull(LLVMTypeOf(slot)), slot};
        place = LLVMBuildGEP2(b, LLVMGlobalGetValueType(variable), variable, at, 2, "");
        LLVMSetCurrentDebugLocation2(b, NULL);
    }
    LLVMReplaceAllUsesWith(use, place);
    LLVMInstructionEraseFromParent(use);
}

bool give_own_slots(struct front *f)
{
    LLVMValueRef create = LLVMGetNamedFunction(f->module, "__heddle_create"), number = NULL;
    bool threads = create && LLVMGetFirstUse(create), any = false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    bool has_end = threads && front_needs(f, NEEDS_LIFETIMES);
    values uses = {0};
    each_global(g, f->module)
    {
        if (!LLVMIsThreadLocal(g) || !LLVMGetInitializer(g) || !find_uses(g, has_end, &uses))
            continue;
        any = true;
        number = threads && !number ? write_number(f, b) : number;
        LLVMValueRef variable = threads ? add_array(f, g) : g;
        LLVMSetThreadLocal(variable, false);
        vector_each(const LLVMValueRef *, u, &uses)
            replace(b, *u, variable, number);
    }
    vector_free(&uses);
    LLVMDisposeBuilder(b);
    return any && threads;
}
