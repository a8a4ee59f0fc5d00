/* A function that calls itself and that threads run, too: they run one that calls it, since a procedure is no template. */
#include "frontend/front.h"

static bool is_called(LLVMValueRef function)
{
    each_use(u, function) if (LLVMIsACallInst(LLVMGetUser(u)) && called_function(LLVMGetUser(u)) == function) return true;
    return false;
}

/* It has the name that threads are known by. */
static LLVMValueRef write_root(struct front *f, LLVMBuilderRef b, LLVMValueRef function)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    const char *name = arena_printf(&f->arena, "%s", value_name(function)), *other = arena_printf(&f->arena, "%s.again", name);
    LLVMSetValueName2(function, other, strlen(other));
    LLVMValueRef root = LLVMAddFunction(f->module, name, type), argument = LLVMGetParam(root, 0);
    LLVMSetLinkage(root, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(f->context, root, ""));
    LLVMValueRef result = LLVMBuildCall2(b, type, function, &argument, 1, "");
    if (LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, result);
    return root;
}

void give_roots(struct front *f)
{
    LLVMValueRef create = LLVMGetNamedFunction(f->module, "__heddle_create");
    VECTOR(LLVMValueRef) found = {0};
    struct map roots = {0};
    if (create)
        each_use(u, create)
        {
            LLVMValueRef call = LLVMGetUser(u), fn = LLVMIsAFunction(LLVMGetArgOperand(call, 0));
            if (fn && is_defined(fn) && LLVMCountParams(fn) == 1 && is_called(fn))
                vector_push(&found, call);
        }
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    vector_each(const LLVMValueRef *, call, &found) {
        LLVMValueRef fn = LLVMGetArgOperand(*call, 0);
        uint64_t root = 0;
        if (!map_get(&roots, map_pointer_key(fn), &root)) {
            root = (uint64_t)(uintptr_t)write_root(f, b, fn);
            map_put(&roots, map_pointer_key(fn), root);
        }
        LLVMSetOperand(*call, 0, (LLVMValueRef)(uintptr_t)root);
    }
    LLVMDisposeBuilder(b);
    map_free(&roots);
    vector_free(&found);
}
