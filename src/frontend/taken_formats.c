/* Functions of printf's and scanf's kind whose addresses are taken (`int (*log)(const char *, ...) = printf;`): calls of them are written out by their formats where they are called by name (print_formats.c, formats.c).
 * Through a pointer they are called as a function of the program would call them that hands on a list of its arguments. */
#include "frontend/front.h"

enum { MOST_NAMED = 3 };

static const struct {
    const char *name, *by_list;
} functions[] = {{"printf", "vprintf"},
                 {"fprintf", "vfprintf"},
                 {"dprintf", "vdprintf"},
                 {"sprintf", "vsprintf"},
                 {"snprintf", "vsnprintf"},
                 {"asprintf", "vasprintf"},
                 {"syslog", "vsyslog"},
                 {"scanf", "vscanf"},
                 {"fscanf", "vfscanf"},
                 {"sscanf", "vsscanf"},
                 {"__isoc99_scanf", "__isoc99_vscanf"},
                 {"__isoc99_fscanf", "__isoc99_vfscanf"},
                 {"__isoc99_sscanf", "__isoc99_vsscanf"}};

static bool is_called_by(LLVMValueRef user, LLVMValueRef function)
{
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function)
        return false;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(user); k++)
        if (LLVMGetArgOperand(user, k) == function)
            return false;
    return true;
}

static bool is_taken(LLVMValueRef function)
{
    each_use(u, function) if (!is_called_by(LLVMGetUser(u), function)) return true;
    return false;
}

static LLVMValueRef call_with_list(struct front *f, LLVMBuilderRef b, LLVMValueRef function, const char *name, LLVMValueRef list)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(function), types[MOST_NAMED + 1];
    unsigned n = LLVMCountParams(function);
    LLVMValueRef arguments[MOST_NAMED + 1];
    LLVMGetParamTypes(type, types);
    LLVMGetParams(function, arguments);
    types[n] = LLVMTypeOf(list);
    arguments[n] = list;
    LLVMTypeRef with_list = LLVMFunctionType(LLVMGetReturnType(type), types, n + 1, false);
    LLVMValueRef callee = LLVMGetNamedFunction(f->module, name);
    return LLVMBuildCall2(b, with_list, callee ? callee : LLVMAddFunction(f->module, name, with_list), arguments, n + 1, "");
}

static void write_body(struct front *f, LLVMBuilderRef b, LLVMValueRef function, const char *by_list)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0), word = LLVMInt32TypeInContext(f->context);
    LLVMTypeRef parts[] = {word, word, pointer, pointer}, record = LLVMStructTypeInContext(f->context, parts, 4, false);
    bool is_pointer = f->pointer_bytes == 4;
    static const char start[] = "llvm.va_start";
    unsigned id = LLVMLookupIntrinsicID(start, sizeof start - 1);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(f->context, function, ""));
    LLVMValueRef list = LLVMBuildAlloca(b, is_pointer ? pointer : LLVMArrayType2(record, 1), "list");
    LLVMValueRef size = LLVMConstInt(LLVMInt64TypeInContext(f->context), type_size(f, LLVMGetAllocatedType(list)), false);
    build_lifetime_mark(f, b, "llvm.lifetime.start", list, size);
    LLVMBuildCall2(b, LLVMIntrinsicGetType(f->context, id, &pointer, 1), LLVMGetIntrinsicDeclaration(f->module, id, &pointer, 1),
                   &list, 1, "");
    LLVMValueRef result = call_with_list(f, b, function, by_list, is_pointer ? LLVMBuildLoad2(b, pointer, list, "") : list);
    build_lifetime_mark(f, b, "llvm.lifetime.end", list, size);
    if (LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, result);
}

void name_taken_formats(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        LLVMValueRef fn = LLVMGetNamedFunction(f->module, functions[k].name);
        LLVMTypeRef type = fn ? LLVMGlobalGetValueType(fn) : NULL;
        if (!fn || is_defined(fn) || !is_taken(fn) || !LLVMIsFunctionVarArg(type) || !LLVMCountParams(fn) ||
            LLVMCountParams(fn) > MOST_NAMED)
            continue;
        LLVMValueRef other = LLVMAddFunction(f->module, arena_printf(&f->arena, "%s.by_pointer", functions[k].name), type);
        LLVMSetLinkage(other, LLVMInternalLinkage);
        LLVMReplaceAllUsesWith(fn, other);
        VECTOR(LLVMValueRef) direct = {0};
        each_use(u, other) if (is_called_by(LLVMGetUser(u), other)) vector_push(&direct, LLVMGetUser(u));
        vector_each(LLVMValueRef *, call, &direct)
            LLVMSetOperand(*call, (unsigned)LLVMGetNumOperands(*call) - 1, fn);
        vector_free(&direct);
        write_body(f, b, other, functions[k].by_list);
    }
    LLVMDisposeBuilder(b);
}
