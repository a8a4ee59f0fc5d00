/* Functions that are to be cut stay procedures; what they need for that. */
#include "frontend/cut.h"

#include "base/map.h"
#include "base/text.h"
#include "frontend/leaves.h"
#include "frontend/library.h"

typedef VECTOR(LLVMValueRef) instructions;

static bool is_users(LLVMValueRef function)
{
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, USERS_OWN, sizeof USERS_OWN - 1) != NULL;
}

bool cuts(const struct front *f) { return f->options->cut && !f->options->cut->nothing; }

bool is_cut(const struct front *f, LLVMValueRef function)
{
    const struct frontend_cut *cut = f->options->cut;
    const char *name = value_name(function);
    return cuts(f) && is_users(function) && intern_find(&cut->functions, name, strlen(name)) != INTERN_NONE;
}

/* --- library functions --- */

/* Any value comes back instead. */
static void go_on(struct front *f, LLVMBuilderRef b, LLVMValueRef call)
{
    LLVMValueRef end = LLVMGetNextInstruction(call), approximate = LLVMGetNamedFunction(f->module, "__heddle_approximate"),
                 text = LLVMGetArgOperand(call, 0);
    LLVMTypeRef pointer = LLVMTypeOf(text), type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), &pointer, 1, false);
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))));
    if (!end || !LLVMIsAUnreachableInst(end))
        return;
    LLVMPositionBuilderBefore(b, call);
    LLVMBuildCall2(b, type, approximate ? approximate : LLVMAddFunction(f->module, "__heddle_approximate", type), &text, 1, "");
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, build_undefined(f, b, result));
    LLVMInstructionEraseFromParent(end);
    LLVMInstructionEraseFromParent(call);
}

/* Asking for more memory than there can be: whatever comes of it, any value is more. */
static bool is_about_sizes(LLVMValueRef call)
{
    static const char *const reasons[] = {"calloc of more bytes than there are", "reallocarray of more bytes than there are",
                                          "memory that is aligned to more than 16 bytes"};
    size_t length;
    const char *what = literal_text(LLVMGetArgOperand(call, 0), &length);
    for (size_t k = 0; what && k < sizeof reasons / sizeof *reasons; k++)
        if (!strcmp(what, reasons[k]))
            return true;
    return false;
}

/* All that it does is to values and to memory that it is given. */
static bool is_plain(const struct library_row *row)
{
    return !starts_with(row->name, "pthread_") && !strpbrk(row->parameters, "ugGckKW") && !strchr("uyx", row->result);
}

static LLVMValueRef variable_of(LLVMValueRef operand)
{
    while (LLVMIsAConstantExpr(operand) && LLVMGetConstOpcode(operand) == LLVMGetElementPtr)
        operand = LLVMGetOperand(operand, 0);
    return LLVMIsAGlobalVariable(operand) && !LLVMIsGlobalConstant(operand) ? operand : NULL;
}

/* The variables that a function names, as keys; of library functions, those that they call included. */
static void find_variables(LLVMValueRef function, bool users, struct map *seen, struct map *out)
{
    map_put(seen, map_pointer_key(function), 1);
    each_block(b, function) each_instruction(i, b)
    {
        LLVMValueRef callee = !users && LLVMIsACallInst(i) ? called_function(i) : NULL;
        if (callee && is_defined(callee) && !is_users(callee) && !map_get(seen, map_pointer_key(callee), NULL))
            find_variables(callee, users, seen, out);
        for (int k = 0; k < LLVMGetNumOperands(i); k++) {
            LLVMValueRef variable = variable_of(LLVMGetOperand(i, (unsigned)k));
            if (variable)
                map_put(out, map_pointer_key(variable), 1);
        }
    }
}

/* The program looks at a variable that it has to do with (optarg): the row says nothing of that. */
static bool shares_variables(LLVMValueRef function, const struct map *users)
{
    struct map seen = {0}, own = {0};
    bool shares = false;
    find_variables(function, false, &seen, &own);
    for (uint32_t s = 0; s < own.capacity; s++)
        shares |= own.used[s] == 1 && map_get(users, own.slots[s].key, NULL);
    map_free(&seen);
    map_free(&own);
    return shares;
}

void cut_library(struct front *f)
{
    LLVMValueRef unsupported = LLVMGetNamedFunction(f->module, "__heddle_unsupported");
    instructions calls = {0};
    if (!cuts(f))
        return;
    struct map seen = {0}, users = {0};
    each_function(fn, f->module) if (is_defined(fn) && is_users(fn)) find_variables(fn, true, &seen, &users);
    each_function(fn, f->module)
    {
        const struct library_row *row = is_defined(fn) && !is_users(fn) ? library_find(value_name(fn)) : NULL;
        if (row && is_plain(row) && !shares_variables(fn, &users))
            drop_body(fn);
    }
    map_free(&seen);
    map_free(&users);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    if (unsupported)
        each_use(u, unsupported) if (LLVMIsACallInst(LLVMGetUser(u)) && is_about_sizes(LLVMGetUser(u)))
            vector_push(&calls, LLVMGetUser(u));
    vector_each(LLVMValueRef *, call, &calls)
        go_on(f, b, *call);
    LLVMDisposeBuilder(b);
    vector_free(&calls);
}

/* --- functions that stay --- */

void cut_by_value(struct front *f)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    if (!cuts(f))
        return;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    each_function(fn, f->module) for (unsigned k = 0; is_defined(fn) && is_cut(f, fn) && k < LLVMCountParams(fn); k++)
    {
        LLVMAttributeRef by_value = LLVMGetEnumAttributeAtIndex(fn, k + 1, kind);
        if (!by_value)
            continue;
        LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
        copy_parameter(f, b, LLVMGetParam(fn, k), LLVMGetTypeAttributeValue(by_value));
        LLVMRemoveEnumAttributeAtIndex(fn, k + 1, kind);
    }
    LLVMDisposeBuilder(b);
}

static bool is_called(LLVMValueRef function)
{
    each_use(u, function) if (LLVMIsACallInst(LLVMGetUser(u)) && called_function(LLVMGetUser(u)) == function) return true;
    return false;
}

static void allocate(struct front *f, LLVMBuilderRef b, LLVMValueRef alloca)
{
    LLVMTypeRef word = LLVMIntTypeInContext(f->context, 8 * f->pointer_bytes), pointer = LLVMPointerTypeInContext(f->context, 0);
    LLVMTypeRef type = LLVMFunctionType(pointer, &word, 1, false);
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, "__heddle_alloc");
    LLVMPositionBuilderBefore(b, alloca);
    LLVMValueRef count = LLVMBuildIntCast2(b, LLVMGetOperand(alloca, 0), word, false, "");
    LLVMValueRef one = LLVMConstInt(word, type_size(f, LLVMGetAllocatedType(alloca)), false);
    LLVMValueRef size = LLVMBuildMul(b, count, one, "");
    LLVMValueRef made = LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(f->module, "__heddle_alloc", type), &size, 1, "");
    LLVMReplaceAllUsesWith(alloca, made);
    LLVMInstructionEraseFromParent(alloca);
}

/* --- thread-local variables --- */

/* Its loads and stores; false if its address goes anywhere else. */
static bool find_accesses(LLVMValueRef pointer, instructions *out)
{
    each_use(u, pointer)
    {
        LLVMValueRef user = LLVMGetUser(u);
        bool address = LLVMIsAGetElementPtrInst(user) || starts_with(called_name(user), "llvm.threadlocal.address") ||
                       (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr);
        if (LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer))
            vector_push(out, user);
        else if (!address || !find_accesses(user, out))
            return false;
    }
    return true;
}

static void forget_value(struct front *f, LLVMBuilderRef b, LLVMValueRef access)
{
    if (LLVMIsALoadInst(access)) {
        LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0),
                    type = LLVMFunctionType(LLVMTypeOf(access), &pointer, 1, false);
        char *words = LLVMPrintTypeToString(LLVMTypeOf(access));
        const char *name = arena_printf(&f->arena, "__heddle_any_value.%s", words);
        LLVMValueRef fn = LLVMGetNamedFunction(f->module, name);
        LLVMPositionBuilderBefore(b, access);
        LLVMValueRef text = LLVMBuildGlobalString(b, "a thread-local variable", "cut");
        LLVMReplaceAllUsesWith(access, LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(f->module, name, type), &text, 1, ""));
        LLVMDisposeMessage(words);
    }
    LLVMInstructionEraseFromParent(access);
}

void cut_thread_locals(struct front *f)
{
    if (!cuts(f))
        return;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    each_global(g, f->module)
    {
        instructions all = {0};
        bool in_procedure = false;
        if (LLVMIsThreadLocal(g) && find_accesses(g, &all))
            vector_each(LLVMValueRef *, i, &all)
                in_procedure |= is_called(LLVMGetBasicBlockParent(LLVMGetInstructionParent(*i)));
        if (in_procedure)
            vector_each(LLVMValueRef *, i, &all)
                forget_value(f, b, *i);
        vector_free(&all);
    }
    LLVMDisposeBuilder(b);
}

/* --- local variables --- */

/* What only local variables need: that they begin again uninitialised, and that LLVM is not to promote them. */
static bool is_about_locals(LLVMValueRef i)
{
    return calls(i, "__heddle_undefined_again") || calls(i, "__heddle_keep") || starts_with(called_name(i), "llvm.lifetime.");
}

void cut_locals(struct front *f)
{
    if (!cuts(f))
        return;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    each_function(fn, f->module)
    {
        if (!is_defined(fn) || !is_called(fn))
            continue;
        each_block(block, fn)
        {
            LLVMValueRef next;
            for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (LLVMIsAAllocaInst(i))
                    allocate(f, b, i);
                else if (is_about_locals(i))
                    LLVMInstructionEraseFromParent(i);
            }
        }
    }
    LLVMDisposeBuilder(b);
}
