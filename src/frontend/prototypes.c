/* Library functions that are declared without a prototype ("int getrandom();"), or called without any declaration: their rows (library.def) say what becomes of parameters, so they
 * get some, by the row and by how they are called. */
#include "frontend/front.h"
#include "frontend/library.h"

#include <assert.h>
#include <string.h>

/* "..." alone is how clang writes down that nothing is known. */
static bool has_no_prototype(LLVMValueRef function)
{
    return !is_defined(function) && LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) && LLVMCountParams(function) == 0;
}

/* As the calls have it: the longest, if they differ. NULL if none does. */
static LLVMTypeRef type_in_calls(LLVMValueRef function, unsigned k)
{
    LLVMTypeRef found = NULL;
    each_use(u, function)
    {
        LLVMValueRef call = LLVMGetUser(u);
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != function || LLVMGetNumArgOperands(call) <= k)
            continue;
        LLVMTypeRef type = LLVMTypeOf(LLVMGetArgOperand(call, k));
        bool numbers = found && LLVMGetTypeKind(found) == LLVMIntegerTypeKind && LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
        if (!found || LLVMGetTypeKind(type) == LLVMPointerTypeKind ||
            (numbers && LLVMGetIntTypeWidth(type) > LLVMGetIntTypeWidth(found)))
            found = type;
    }
    return found;
}

static void complete(struct front *f, LLVMValueRef function, const struct library_row *row)
{
    unsigned n = library_parameters(row);
    assert(n && has_no_prototype(function));
    LLVMTypeRef *types = ARENA_ARRAY(&f->arena, LLVMTypeRef, n);
    for (unsigned k = 0; k < n; k++) {
        LLVMTypeRef type = type_in_calls(function, k);
        bool is_value = strchr("vi", library_parameter(row, k).letter) != NULL;
        types[k] = type       ? type
                   : is_value ? LLVMIntTypeInContext(f->context, 8 * f->pointer_bytes)
                              : LLVMPointerTypeInContext(f->context, 0);
    }
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    LLVMValueRef with = LLVMAddFunction(f->module, "", LLVMFunctionType(result, types, n, library_further(row) != 0));
    const char *name = arena_strdup(&f->arena, value_name(function));
    LLVMReplaceAllUsesWith(function, with);
    LLVMDeleteFunction(function);
    LLVMSetValueName2(with, name, strlen(name));
}

void complete_prototypes(struct front *f)
{
    VECTOR(LLVMValueRef) found = {0};
    each_function(fn, f->module)
    {
        const struct library_row *row = has_no_prototype(fn) ? library_find(value_name(fn)) : NULL;
        if (row && library_parameters(row))
            vector_push(&found, fn);
    }
    vector_each(LLVMValueRef *, fn, &found)
        complete(f, *fn, library_find(value_name(*fn)));
    if (found.size)
        repair_calls(f);
    vector_free(&found);
}
