/* Bodies for functions of the C library, from the table. They are made of the primitives of the models (models/heddle.h). */
#include "frontend/library.h"

#include "base/text.h"
#include "frontend/front.h"
#include "frontend/leaves.h"

#include <stdlib.h>

struct row {
    const char *name, *parameters;
    char result;
    const char *state;
};

static const struct row rows[] = {
#define LIBRARY(name, parameters, result, state) {#name, parameters, result, state},
#include "frontend/library.def"
};

struct body {
    struct front *front;
    LLVMBuilderRef builder;
    LLVMValueRef function;
    LLVMTypeRef pointer, word, nothing;
};

static const struct row *row_of(const struct map *known, struct intern *names, const char *name)
{
    uint32_t id = intern_find(names, name, strlen(name));
    uint64_t row;
    return id != INTERN_NONE && map_get(known, id, &row) ? &rows[row] : NULL;
}

static LLVMValueRef declared(struct body *b, const char *name, LLVMTypeRef type)
{
    LLVMValueRef fn = LLVMGetNamedFunction(b->front->module, name);
    return fn ? fn : LLVMAddFunction(b->front->module, name, type);
}

/* A variable of the library's own. */
static LLVMValueRef hidden(struct body *b, const char *kind, const char *name, bool of_thread)
{
    const char *full = arena_printf(&b->front->arena, "%s %s", kind, name);
    LLVMValueRef g = LLVMGetNamedGlobal(b->front->module, full);
    if (g)
        return g;
    LLVMTypeRef type = LLVMArrayType2(b->word, 512);
    g = LLVMAddGlobal(b->front->module, type, full);
    LLVMSetInitializer(g, LLVMConstNull(type));
    LLVMSetLinkage(g, LLVMInternalLinkage);
    LLVMSetThreadLocal(g, of_thread);
    return g;
}

static LLVMValueRef address_of_hidden(struct body *b, LLVMValueRef g)
{
    if (!LLVMIsThreadLocal(g))
        return g;
    LLVMTypeRef type = LLVMFunctionType(b->pointer, &b->pointer, 1, false);
    return LLVMBuildCall2(b->builder, type, declared(b, "llvm.threadlocal.address.p0", type), &g, 1, "");
}

static void touch(struct body *b, LLVMValueRef p, bool write)
{
    LLVMTypeRef types[] = {b->pointer, b->word};
    LLVMTypeRef type = LLVMFunctionType(b->nothing, types, 2, false);
    LLVMValueRef arguments[] = {p, LLVMConstAllOnes(b->word)};
    LLVMBuildCall2(b->builder, type, declared(b, write ? "__heddle_writes" : "__heddle_reads", type), arguments, 2, "");
}

static LLVMValueRef fresh(struct body *b)
{
    LLVMTypeRef type = LLVMFunctionType(b->pointer, &b->word, 1, false);
    LLVMValueRef size = LLVMBuildLoad2(b->builder, b->word, hidden(b, "size", "of memory", true), ""); /* not a constant */
    return LLVMBuildCall2(b->builder, type, declared(b, "__heddle_alloc", type), &size, 1, "");
}

static void call_back(struct body *b, LLVMValueRef function)
{
    enum { PARAMETERS = 4 };
    LLVMTypeRef types[PARAMETERS] = {b->pointer, b->pointer, b->pointer, b->pointer};
    LLVMTypeRef type = LLVMFunctionType(b->nothing, types, PARAMETERS, false);
    unsigned n = LLVMCountParams(b->function);
    LLVMValueRef kept = LLVMBuildLoad2(b->builder, b->pointer, hidden(b, "kept", "by the library", false), "");
    for (unsigned k = 0; k <= n; k++) {
        LLVMValueRef a = k < n ? LLVMGetParam(b->function, k) : kept;
        LLVMValueRef all[PARAMETERS] = {a, a, a, a};
        if (a != function && LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMPointerTypeKind)
            LLVMBuildCall2(b->builder, type, function, all, PARAMETERS, "");
    }
}

/* It may run at any later time, and again while it runs: two threads, as far as an analysis of threads is concerned. */
static void run_beside(struct body *b, LLVMValueRef function)
{
    LLVMTypeRef types[] = {b->pointer, b->pointer}, id = LLVMInt32TypeInContext(b->front->context);
    LLVMTypeRef type = LLVMFunctionType(id, types, 2, false);
    LLVMValueRef arguments[] = {function, LLVMConstNull(b->pointer)};
    for (int k = 0; k < 2; k++)
        LLVMBuildCall2(b->builder, type, declared(b, "__heddle_create", type), arguments, 2, "");
}

/* Arguments behind the parameters, at every call. */
static void further_arguments(struct body *b, char letter)
{
    VECTOR(LLVMValueRef) calls = {0};
    each_use(u, b->function) if (LLVMIsACallInst(LLVMGetUser(u)) && LLVMGetCalledValue(LLVMGetUser(u)) == b->function)
        vector_push(&calls, LLVMGetUser(u));
    vector_each(LLVMValueRef *, call, &calls) {
        LLVMPositionBuilderBefore(b->builder, *call);
        LLVMSetCurrentDebugLocation2(b->builder, LLVMInstructionGetDebugLoc(*call));
        for (unsigned k = LLVMCountParams(b->function); k < LLVMGetNumArgOperands(*call); k++) {
            LLVMValueRef p = LLVMGetArgOperand(*call, k);
            if (LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind)
                touch(b, p, letter == '&');
        }
    }
    LLVMSetCurrentDebugLocation2(b->builder, NULL);
    vector_free(&calls);
}

static void put(struct body *b, LLVMValueRef value, LLVMValueRef where)
{
    touch(b, where, true);
    LLVMBuildStore(b->builder, value, where);
}

static void parameter(struct body *b, char letter, LLVMValueRef p)
{
    if (LLVMGetTypeKind(LLVMTypeOf(p)) != LLVMPointerTypeKind)
        return;
    switch (letter) {
    case 'r':
    case 't':
    case 'b':
    case 'w':
        if (letter != 'w')
            touch(b, p, false);
        if (letter == 'b' || letter == 'w')
            touch(b, p, true);
        break;
    case 'k':
    case '?':
        LLVMBuildStore(b->builder, p, hidden(b, "kept", "by the library", false));
        if (letter == 'k')
            break;
        touch(b, p, false);
        touch(b, p, true);
        call_back(b, p);
        break;
    case 'c': call_back(b, p); break;
    case 'g': run_beside(b, p); break;
    case 'G':
        touch(b, p, false);
        run_beside(b, LLVMBuildLoad2(b->builder, b->pointer, p, ""));
        break;
    case 'N': put(b, fresh(b), p); break;
    case 'E': put(b, LLVMGetParam(b->function, 0), p); break;
    default: break;
    }
}

static void result(struct body *b, char letter, const char *name)
{
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(b->function));
    LLVMValueRef value = NULL;
    unsigned n = LLVMCountParams(b->function), k = (unsigned)(letter - '1');
    if (letter == 'n')
        value = fresh(b);
    else if (letter == 's')
        value = hidden(b, "memory of", name, false);
    else if (letter == 'e')
        value = address_of_hidden(b, hidden(b, "memory of", name, true));
    else if (letter >= '1' && letter <= '9' && k < n)
        value = LLVMGetParam(b->function, k);
    else if (letter == '?')
        value = LLVMBuildLoad2(b->builder, b->pointer, hidden(b, "kept", "by the library", false), "");
    if (letter == 'x')
        LLVMBuildUnreachable(b->builder);
    else if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b->builder);
    else
        LLVMBuildRet(b->builder, value && LLVMTypeOf(value) == type ? value : build_undefined(b->front, b->builder, type));
}

static void halt(struct body *b)
{
    LLVMTypeRef type = LLVMFunctionType(b->nothing, NULL, 0, false);
    LLVMBuildCall2(b->builder, type, declared(b, "__heddle_halt", type), NULL, 0, "");
}

static void write_body(struct body *b, const struct row *row)
{
    unsigned n = LLVMCountParams(b->function);
    size_t letters = row ? strlen(row->parameters) : 0;
    if (letters && strchr("*&", row->parameters[letters - 1]))
        further_arguments(b, row->parameters[letters - 1]);
    LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(b->front->context, b->function, "entry");
    LLVMPositionBuilderAtEnd(b->builder, block);
    LLVMValueRef state = row && row->state ? hidden(b, "state of", row->state, false) : NULL;
    if (state) {
        touch(b, state, false);
        touch(b, state, true);
    }
    for (unsigned k = 0; k < n; k++)
        parameter(b, row ? k < letters ? row->parameters[k] : 'v' : '?', LLVMGetParam(b->function, k));
    if (row && row->result == 'x')
        halt(b);
    result(b, row ? row->result : '?', value_name(b->function));
    LLVMSetLinkage(b->function, LLVMInternalLinkage);
}

static bool is_known(const char *name) { return starts_with(name, "llvm.") || starts_with(name, "__heddle_"); }

/* A model that does not model everything: the row is better for an outline. */
static bool gives_up(LLVMValueRef function)
{
    each_block(block, function) each_instruction(i, block) if (calls(i, "__heddle_unsupported")) return true;
    return false;
}

static void drop_models(struct front *f, const struct map *known, struct intern *names)
{
    each_function(fn, f->module)
    {
        bool users = LLVMGetStringAttributeAtIndex(fn, LLVMAttributeFunctionIndex, USERS_OWN, sizeof USERS_OWN - 1) != NULL;
        if (is_defined(fn) && !users && row_of(known, names, value_name(fn)) && gives_up(fn))
            drop_body(fn);
    }
}

/* A model that is at its end returns any value instead: what comes behind the call is looked at, too. */
static void go_on(struct body *b, LLVMValueRef call)
{
    LLVMValueRef end = LLVMGetNextInstruction(call), function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    if (!end || !LLVMIsAUnreachableInst(end))
        return;
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    LLVMPositionBuilderBefore(b->builder, end);
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b->builder);
    else
        LLVMBuildRet(b->builder, build_undefined(b->front, b->builder, type));
    LLVMInstructionEraseFromParent(end);
    LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, LLVMGetEnumAttributeKindForName("noreturn", 8));
}

static void models_go_on(struct body *b)
{
    LLVMValueRef fn = LLVMGetNamedFunction(b->front->module, "__heddle_unsupported");
    VECTOR(LLVMValueRef) calls = {0};
    if (!fn)
        return;
    LLVMRemoveEnumAttributeAtIndex(fn, LLVMAttributeFunctionIndex, LLVMGetEnumAttributeKindForName("noreturn", 8));
    each_use(u, fn) if (LLVMIsACallInst(LLVMGetUser(u))) vector_push(&calls, LLVMGetUser(u));
    vector_each(LLVMValueRef *, call, &calls) {
        LLVMRemoveCallSiteEnumAttribute(*call, LLVMAttributeFunctionIndex, LLVMGetEnumAttributeKindForName("noreturn", 8));
        go_on(b, *call);
    }
    vector_free(&calls);
}

/* A thread that joins itself is told so, and goes on: an outline, which knows no conditions, takes the threads that are joined for others. */
static void join_others(struct front *f, const char *name)
{
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, name);
    if (!fn || !is_defined(fn) || LLVMGetStringAttributeAtIndex(fn, LLVMAttributeFunctionIndex, USERS_OWN, sizeof USERS_OWN - 1))
        return;
    each_block(block, fn) each_instruction(i, block)
    {
        LLVMValueRef other = LLVMIsAICmpInst(i) ? LLVMGetOperand(i, 1) : NULL;
        if (other && LLVMIsAZExtInst(other))
            other = LLVMGetOperand(other, 0);
        if (other && calls(other, "__heddle_self") && LLVMGetICmpPredicate(i) == LLVMIntEQ)
            LLVMReplaceAllUsesWith(i, LLVMConstNull(LLVMTypeOf(i)));
    }
}

void write_library_bodies(struct front *f)
{
    struct intern names = {0};
    struct map known = {0};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        map_put(&known, intern_add(&names, rows[k].name, strlen(rows[k].name), NULL), k);
    drop_models(f, &known, &names);
    struct body b = {.front = f,
                     .builder = LLVMCreateBuilderInContext(f->context),
                     .pointer = LLVMPointerTypeInContext(f->context, 0),
                     .word = LLVMIntTypeInContext(f->context, 8 * f->pointer_bytes),
                     .nothing = LLVMVoidTypeInContext(f->context)};
    models_go_on(&b);
    join_others(f, "pthread_join");
    join_others(f, "thrd_join");
    VECTOR(LLVMValueRef) wanted = {0};
    each_function(fn, f->module) if (!is_defined(fn) && !is_known(value_name(fn)) && LLVMGetFirstUse(fn)) vector_push(&wanted, fn);
    vector_each(LLVMValueRef *, fn, &wanted) {
        const struct row *row = row_of(&known, &names, value_name(*fn));
        b.function = *fn;
        if (!row)
            LLVMAddAttributeAtIndex(*fn, LLVMAttributeFunctionIndex,
                                    LLVMCreateStringAttribute(f->context, WITHOUT_BODY, sizeof WITHOUT_BODY - 1, "", 0));
        write_body(&b, row);
    }
    vector_free(&wanted);
    LLVMDisposeBuilder(b.builder);
    map_free(&known);
    intern_free(&names);
}
