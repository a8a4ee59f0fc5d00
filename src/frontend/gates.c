/* See gates.h. */
#include "frontend/gates.h"

#include "frontend/clang.h"
#include "frontend/llvm.h"
#include "frontend/parts.h"

#include <llvm-c/BitWriter.h>
#include <stdio.h>

struct gates {
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMModuleRef module;
    LLVMTypeRef type;
    LLVMValueRef gate;
};

static bool is_local(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return LLVMIsAAllocaInst(pointer) != NULL && LLVMGetFirstUse(pointer) != NULL;
}

/* A local whose address is stored or passed somewhere may be seen by other threads. */
static bool escapes(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    each_use(u, pointer)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (is_instruction(user, LLVMLoad) || (is_instruction(user, LLVMStore) && LLVMGetOperand(user, 0) != pointer) ||
            is_debug_call(user) || !strncmp(called_name(user), "llvm.lifetime", 13))
            continue;
        return true;
    }
    return false;
}

/* 'r', 'w', 'c', or 0 for none. */
static char gate_class(LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad: {
        LLVMValueRef p = LLVMGetOperand(i, 0);
        return is_local(p) && !escapes(p) ? 0 : 'r';
    }
    case LLVMStore: {
        LLVMValueRef p = LLVMGetOperand(i, 1);
        return is_local(p) && !escapes(p) ? 0 : 'w';
    }
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return 'c';
    case LLVMCall: {
        LLVMValueRef f = called_function(i);
        if (is_debug_call(i) || (f && is_defined(f)) || !strncmp(called_name(i), "llvm.lifetime", 13))
            return 0;
        return f ? 'c' : 0;
    }
    default: return 0;
    }
}

static void put_gate(struct gates *g, LLVMValueRef instruction, char class)
{
    unsigned line = 0, column = 0;
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(instruction);
    if (!at)
        return;
    line = LLVMDILocationGetLine(at);
    column = LLVMDILocationGetColumn(at);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(g->context);
    LLVMValueRef part = LLVMConstInt(i32, part_of(instruction), 0);
    LLVMValueRef address = LLVMConstNull(LLVMPointerTypeInContext(g->context, 0));
    unsigned long long bytes = 0;
    if (!is_instruction(instruction, LLVMCall)) {
        bool load = class == 'r', store = class == 'w';
        LLVMValueRef value = load ? instruction : LLVMGetOperand(instruction, store ? 0 : 1);
        address = LLVMGetOperand(instruction, store ? 1 : 0);
        bytes = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(g->module), LLVMTypeOf(value));
    }
    LLVMValueRef arguments[] = {
        LLVMConstInt(i32, line, 0), LLVMConstInt(i32, column, 0), LLVMConstInt(i32, (unsigned char)class, 0), part, address,
        LLVMConstInt(i32, bytes, 0)};
    LLVMPositionBuilderBefore(g->builder, instruction);
    LLVMSetCurrentDebugLocation2(g->builder, at);
    LLVMBuildCall2(g->builder, g->type, g->gate, arguments, 6, "");
}

/* The runtime's function is called instead of the program's own. */
static void replace(LLVMModuleRef module, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(module, name);
    if (!f || !is_defined(f))
        return;
    LLVMSetValueName2(f, "heddle_unused", 13);
    LLVMSetLinkage(f, LLVMInternalLinkage);
    LLVMReplaceAllUsesWith(f, LLVMAddFunction(module, name, LLVMGlobalGetValueType(f)));
}

/* Bodies of C99 inline functions are kept, and the runtime has a main and an end of its own. */
static void prepare(LLVMModuleRef module)
{
    each_function(f, module)
    {
        if (LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage)
            LLVMSetLinkage(f, LLVMInternalLinkage);
        if (!strcmp(value_name(f), "main"))
            LLVMSetValueName2(f, "heddle_main", 11);
    }
    replace(module, "reach_error");
    replace(module, "__VERIFIER_error");
}

/* For AddressSanitizer, which looks only at functions that ask for it. */
static void ask_for_watch(struct gates *g, LLVMValueRef function)
{
    static const char name[] = "sanitize_address";
    LLVMAttributeRef watched = LLVMCreateEnumAttribute(g->context, LLVMGetEnumAttributeKindForName(name, strlen(name)), 0);
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, watched);
}

static void put_gates(struct gates *g, LLVMModuleRef module)
{
    each_function(f, module) each_block(b, f) each_instruction(i, b)
    {
        char class = gate_class(i);
        if (class)
            put_gate(g, i, class);
    }
}

bool gates_compile(const struct frontend_options *options, const char *file, const char *output, const char **error,
                   struct arena *words)
{
    struct text bitcode = {0};
    if (!clang_compile(options, file, &bitcode, error, words)) {
        text_free(&bitcode);
        return false;
    }
    struct gates g = {.context = LLVMContextCreate()};
    LLVMModuleRef module = NULL;
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bitcode.data, bitcode.size, file);
    bool ok = !LLVMParseBitcodeInContext2(g.context, buffer, &module);
    LLVMDisposeMemoryBuffer(buffer);
    if (ok) {
        LLVMTypeRef i32 = LLVMInt32TypeInContext(g.context), pointer = LLVMPointerTypeInContext(g.context, 0);
        LLVMTypeRef parameters[] = {i32, i32, i32, i32, pointer, i32};
        g.module = module;
        parts_number(module);
        g.type = LLVMFunctionType(LLVMVoidTypeInContext(g.context), parameters, 6, 0);
        g.gate = LLVMAddFunction(module, "heddle_gate", g.type);
        g.builder = LLVMCreateBuilderInContext(g.context);
        prepare(module);
        put_gates(&g, module);
        if (properties_need(options->properties) & NEEDS_LIFETIMES)
            each_function(f, module) if (is_defined(f)) ask_for_watch(&g, f);
        LLVMDisposeBuilder(g.builder);
        ok = !LLVMWriteBitcodeToFile(module, output);
        LLVMDisposeModule(module);
    }
    if (!ok)
        *error = arena_printf(words, "%s: cannot put gates into its bitcode", file);
    LLVMContextDispose(g.context);
    text_free(&bitcode);
    return ok;
}
