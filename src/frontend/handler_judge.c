/* What a function does that is a signal handler. The models are not linked yet: what is defined is the user's. */
#include "frontend/cfg.h"
#include "frontend/handlers.h"

#include <string.h>

enum { DEEPEST = 8 }; /* calls below a handler that are looked at */

struct judge {
    struct front *front;
    struct judgement *out;
    unsigned depth;
};

/* What clang calls where an operation has overflowed, if that is asked (models/overflow.c): the thread goes on no further. */
static bool is_overflow(const char *name) { return starts_with(name, "__ubsan_handle_"); }

static bool is_safe(const char *name)
{
    static const char *const names[] = {
#define SAFE(name) #name,
#include "frontend/signal_safe.def"
    };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (!strcmp(name, names[k]))
            return true;
    return starts_with(name, "llvm.") || starts_with(name, "__VERIFIER_") || starts_with(name, "nondet_") || is_overflow(name);
}

static bool keeps_errno(const char *name)
{
    static const char *const names[] = {"_exit", "_Exit", "abort", "signal", "sigaction", "sleep", "reach_error", "__assert_fail"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (!strcmp(name, names[k]))
            return true;
    return starts_with(name, "llvm.") || starts_with(name, "mem") || starts_with(name, "str") || starts_with(name, "__VERIFIER_") ||
           starts_with(name, "nondet_") || is_overflow(name);
}

static void object(struct judge *j, const char *words, const char *name)
{
    if (!j->out->objection)
        j->out->objection = arena_printf(&j->front->arena, words, name);
}

static bool ends_program(const char *name)
{
    return !strcmp(name, "_exit") || !strcmp(name, "_Exit") || !strcmp(name, "abort") || !strcmp(name, "__assert_fail") ||
           !strcmp(name, "reach_error") || is_overflow(name);
}

static bool is_thread_local(LLVMValueRef v) { return LLVMIsAGlobalVariable(v) && LLVMIsThreadLocal(v); }

static unsigned judge_function(struct judge *j, LLVMValueRef function);

/* How many steps it takes that others notice. */
static unsigned judge_call(struct judge *j, LLVMValueRef call)
{
    LLVMValueRef callee = called_function(call);
    const char *name = callee ? value_name(callee) : "";
    if (!callee) {
        object(j, "a signal handler that calls a function through a pointer%s", "");
    } else if (is_defined(callee)) {
        return judge_function(j, callee);
    } else if (!is_safe(name)) {
        object(j, "a signal handler that calls '%s'", name);
    } else {
        j->out->changes_errno |= !keeps_errno(name);
    }
    if (is_debug_call(call) || ends_program(name) || starts_with(name, "llvm.lifetime"))
        return 0;
    j->out->returns = false;
    return 2;
}

static unsigned judge_instruction(struct judge *j, LLVMValueRef i)
{
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        if (is_thread_local(indexed_object(LLVMGetOperand(i, (unsigned)k))))
            object(j, "a signal handler that uses variables of its thread%s", "");
    if (LLVMIsACallInst(i))
        return judge_call(j, i);
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad: return !LLVMIsAAllocaInst(indexed_object(LLVMGetOperand(i, 0)));
    case LLVMStore: return !LLVMIsAAllocaInst(indexed_object(LLVMGetOperand(i, 1)));
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return 1;
    case LLVMInvoke:
    case LLVMCallBr:
    case LLVMIndirectBr: return 2;
    default: return 0;
    }
}

/* The most of them on any way through it; with a loop 2, which is as good as many. */
static unsigned judge_function(struct judge *j, LLVMValueRef function)
{
    struct cfg c = {0};
    unsigned most = 0;
    if (j->depth == DEEPEST) {
        object(j, "a signal handler with calls that are too deep%s", "");
        return 2;
    }
    j->depth++;
    cfg_make(&c, function);
    u32_vector before = {0};
    vector_resize(&before, c.blocks.size);
    for (uint32_t k = 0; k < c.blocks.size; k++) {
        unsigned here = before.data[k];
        each_instruction(i, c.blocks.data[k]) here += judge_instruction(j, i);
        if (c.on_cycle.data[k]) {
            j->out->returns = false;
            here += here ? 2 : 0;
        }
        LLVMValueRef end = LLVMGetBasicBlockTerminator(c.blocks.data[k]);
        for (unsigned n = 0; n < LLVMGetNumSuccessors(end); n++) {
            uint32_t next = cfg_number(&c, LLVMGetSuccessor(end, n));
            if (next != NONE && before.data[next] < here)
                before.data[next] = here;
        }
        most = here > most ? here : most;
    }
    vector_free(&before);
    cfg_free(&c);
    j->depth--;
    return most < 2 ? most : 2;
}

/* "(void)x" loads it, and that is all. */
static bool matters(LLVMValueRef user) { return !is_debug_call(user) && (!LLVMIsALoadInst(user) || LLVMGetFirstUse(user)); }

/* What comes with the signal beside its number is not modelled. */
static bool uses_more(LLVMValueRef function)
{
    unsigned n = LLVMCountParams(function);
    for (unsigned k = 1; k < n; k++)
        each_use(u, LLVMGetParam(function, k))
        {
            LLVMValueRef to = LLVMIsAStoreInst(LLVMGetUser(u)) ? LLVMGetOperand(LLVMGetUser(u), 1) : NULL;
            if (!to || !LLVMIsAAllocaInst(to))
                return true;
            each_use(v, to) if (LLVMGetUser(v) != LLVMGetUser(u) && matters(LLVMGetUser(v))) return true;
        }
    return n > 0 && LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, 0))) != LLVMIntegerTypeKind;
}

struct judgement judge_handler(struct front *f, LLVMValueRef function)
{
    struct judgement out = {.returns = true};
    struct judge j = {.front = f, .out = &out};
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) || uses_more(function))
        object(&j, "a signal handler that looks at more than the signal's number%s", "");
    out.one_step = judge_function(&j, function) < 2;
    return out;
}
