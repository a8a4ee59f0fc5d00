/* Loads from argv, where the program only reads it: by any index, by a pointer that moves on, in functions that it is passed to. Then the texts
 * need not be there one by one (models/arguments.c): what the n-th is, is computed where it is read. */
#include "frontend/argument_reads.h"

#include "base/text.h"
#include "frontend/front.h"

static void find_uses(struct argument_reads *r, LLVMValueRef v);

/* The value is argv, or a place in it. */
static void add(struct argument_reads *r, LLVMValueRef v)
{
    if (map_get(&r->derived, map_pointer_key(v), NULL))
        return;
    map_put(&r->derived, map_pointer_key(v), 1);
    vector_push(&r->values, v);
}

static bool is_derived(const struct argument_reads *r, LLVMValueRef v)
{
    return map_get(&r->derived, map_pointer_key(v), NULL) || LLVMIsNull(v);
}

/* A variable that holds such a pointer, and nothing else. */
static void find_variable(struct argument_reads *r, LLVMValueRef variable)
{
    if (!LLVMIsAAllocaInst(variable) || map_get(&r->derived, map_pointer_key(variable), NULL)) {
        r->only_read &= LLVMIsAAllocaInst(variable) != NULL;
        return;
    }
    map_put(&r->derived, map_pointer_key(variable), 1);
    each_use(u, variable)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user))
            add(r, user);
        else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable)
            vector_push(&r->also, LLVMGetOperand(user, 0));
        else
            r->only_read &= is_debug_call(user) || starts_with(called_name(user), "llvm.lifetime");
    }
}

/* The parameters of a function that is called, and only called, with such a pointer there. */
static void find_parameters(struct argument_reads *r, LLVMValueRef call, LLVMValueRef v)
{
    LLVMValueRef fn = called_function(call);
    if (is_debug_call(call))
        return;
    if (!fn || !is_defined(fn) || LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn)) ||
        LLVMCountParams(fn) != LLVMGetNumArgOperands(call)) {
        r->only_read = false;
        return;
    }
    for (unsigned k = 0; k < LLVMCountParams(fn); k++) {
        if (LLVMGetArgOperand(call, k) != v)
            continue;
        add(r, LLVMGetParam(fn, k));
        each_use(u, fn)
        {
            LLVMValueRef other = LLVMGetUser(u);
            if (!LLVMIsACallInst(other) || called_function(other) != fn || LLVMGetNumArgOperands(other) <= k)
                r->only_read = false;
            else
                vector_push(&r->also, LLVMGetArgOperand(other, k));
        }
    }
}

static bool is_distance(LLVMValueRef number)
{
    each_use(u, number)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAICmpInst(user) && !(LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMSub))
            return false;
    }
    return true;
}

static void find_uses(struct argument_reads *r, LLVMValueRef v)
{
    each_use(u, v)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user)) {
            r->only_read &= LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind && !LLVMIsAAllocaInst(v);
            vector_push(&r->loads, user);
        } else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == v) {
            find_variable(r, LLVMGetOperand(user, 1));
        } else if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == v) {
            add(r, user);
        } else if (LLVMIsAPHINode(user)) {
            add(r, user);
            for (unsigned k = 0; k < LLVMCountIncoming(user); k++)
                vector_push(&r->also, LLVMGetIncomingValue(user, k));
        } else if (LLVMIsASelectInst(user)) {
            add(r, user);
            vector_push(&r->also, LLVMGetOperand(user, 1));
            vector_push(&r->also, LLVMGetOperand(user, 2));
        } else if (LLVMIsACallInst(user)) {
            find_parameters(r, user, v);
        } else if (LLVMIsAPtrToIntInst(user)) {
            r->only_read &= is_distance(user);
        } else {
            r->only_read &= LLVMIsAICmpInst(user) != NULL;
        }
    }
}

bool find_argument_reads(struct argument_reads *r, LLVMValueRef argv)
{
    *r = (struct argument_reads){.only_read = true};
    add(r, argv);
    for (uint32_t k = 0; k < r->values.size && r->only_read; k++)
        find_uses(r, r->values.data[k]);
    vector_each(LLVMValueRef *, v, &r->also)
        r->only_read &= is_derived(r, *v);
    return r->only_read;
}

void free_argument_reads(struct argument_reads *r)
{
    map_free(&r->derived);
    vector_free(&r->values);
    vector_free(&r->also);
    vector_free(&r->loads);
}

void replace_argument_reads(struct front *f, struct argument_reads *r, LLVMValueRef count)
{
    LLVMValueRef in_main = LLVMGetNamedFunction(f->module, "__heddle_argument_at");
    LLVMValueRef elsewhere = LLVMGetNamedFunction(f->module, "__heddle_argument_elsewhere");
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    vector_each(LLVMValueRef *, load, &r->loads) {
        bool here = LLVMGetBasicBlockParent(LLVMGetInstructionParent(*load)) == f->main;
        LLVMValueRef model = here ? in_main : elsewhere, arguments[] = {LLVMGetOperand(*load, 0), count};
        LLVMPositionBuilderBefore(b, *load);
        LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(*load));
        LLVMValueRef text = LLVMBuildCall2(b, LLVMGlobalGetValueType(model), model, arguments, here ? 2 : 1, "");
        LLVMReplaceAllUsesWith(*load, text);
        LLVMInstructionEraseFromParent(*load);
    }
    LLVMDisposeBuilder(b);
}
