/* Signal handlers become threads (handlers.h). For each signal that the program names there is a variable, the handler that is installed, and a thread that runs it again and again, once there is
 * one. Two at a time of one signal there are if the program has several threads; where that makes a difference, the thread creates another one each time instead.
 *
 * Calls of signal and sigaction become calls of models (models/handlers.c), which say that a handler is not covered if it cannot be modelled. Where that is so of all (which signal it is
 * is no constant, waiting for ever is asked for, memory is weaker) nothing changes: their rows in library.def say it. */
#include "frontend/handlers.h"

#include "frontend/errno_uses.h"

#include "frontend/cfg.h"

enum { SIGNALS = 64, SIGNAL_KILL = 9, SIGNAL_STOP = 19, SIGNAL_OWN = 32 /* glibc's, and the next */ };

struct sites {
    struct front *front;
    LLVMBuilderRef builder;
    LLVMTypeRef pointer, number, nothing, installed; /* as in models/handlers.c */
    VECTOR(LLVMValueRef) calls;                      /* of signal and sigaction */
    VECTOR(LLVMValueRef) candidates;                 /* functions that may be handlers */
    VECTOR(struct judgement) judgements;
    VECTOR(LLVMValueRef) raises; /* calls of raise, if they run the handler themselves */
    bool threads;                /* the program has several */
    bool at_once;                /* no handler is interrupted */
    bool overlap;                /* handlers of which it matters that two run at a time */
    bool many;                   /* of the signal that is looked at: a thread each time */
};

static LLVMValueRef call(struct sites *s, const char *name, LLVMTypeRef result, LLVMValueRef *arguments, unsigned count)
{
    LLVMTypeRef types[3];
    for (unsigned k = 0; k < count; k++)
        types[k] = LLVMTypeOf(arguments[k]);
    LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
    LLVMValueRef fn = LLVMGetNamedFunction(s->front->module, name);
    return LLVMBuildCall2(s->builder, type, fn ? fn : LLVMAddFunction(s->front->module, name, type), arguments, count, "");
}

#define CALL(s, name, result, ...)                                                                                                 \
    call(s, name, result, (LLVMValueRef[]){__VA_ARGS__}, sizeof((LLVMValueRef[]){__VA_ARGS__}) / sizeof(LLVMValueRef))

static bool has_threads(const struct front *f)
{
    static const char *const names[] = {"pthread_create", "thrd_create", "__heddle_create", "__heddle_begin_async"};
    return any_function_is_used(f, names, sizeof names / sizeof *names);
}

/* Where there is one thread it is known what it blocks, if it says so by the usual functions. By others a signal may interrupt what is not modelled so; and a thread that raises a signal blocks
 * it meanwhile. */
static enum signal_masks find_masks(const struct front *f, bool threads, bool raises_known)
{
    bool masks = signals_blocked_as_usual(f);
    if (signals_blocked_otherwise(f) || (function_is_used(f, "raise") && (threads || !raises_known)) || (masks && threads))
        return MASKS_ANY;
    return masks ? MASKS_FOLLOWED : MASKS_NONE;
}

/* Then no handler waits to be installed: it looks again and again, since whoever waits may be stuck. */
static bool is_blocking(const struct front *f) { return (properties_need(f->options->asked_for) & NEEDS_BLOCKING) != 0; }

static bool is_beyond(const struct front *f, bool weaker_orders)
{
    static const char *const names[] = {"pthread_cancel", "sigset",  "bsd_signal", "sysv_signal",
                                        "__sysv_signal",  "ssignal", "sigvec"};
    return f->wide || f->options->cut || f->options->executions || f->options->store_buffers || weaker_orders ||
           (is_blocking(f) && (function_is_used(f, "raise") || signals_blocked_as_usual(f) || signals_blocked_otherwise(f))) ||
           LLVMGetNamedGlobal(f->module, "llvm.global_ctors") /* they run before the threads begin */ ||
           any_function_is_used(f, names, sizeof names / sizeof *names);
}

/* --- which calls, and which functions --- */

static LLVMValueRef number_of(LLVMValueRef call) { return LLVMIsAConstantInt(LLVMGetArgOperand(call, 0)); }

static uint64_t signal_of(LLVMValueRef call) { return LLVMConstIntGetZExtValue(number_of(call)); }

static bool takes_handlers(uint64_t n)
{
    return n > 0 && n <= SIGNALS && n != SIGNAL_KILL && n != SIGNAL_STOP && n != SIGNAL_OWN && n != SIGNAL_OWN + 1;
}

/* False if one cannot be understood. */
static bool find_calls(struct sites *s, const char *name, unsigned arguments)
{
    LLVMValueRef fn = LLVMGetNamedFunction(s->front->module, name);
    if (!fn || is_defined(fn))
        return true;
    each_use(u, fn)
    {
        LLVMValueRef site = LLVMGetUser(u);
        if (!LLVMIsACallInst(site) || called_function(site) != fn || LLVMGetNumArgOperands(site) != arguments || !number_of(site) ||
            !takes_handlers(signal_of(site)) || LLVMTypeOf(LLVMGetArgOperand(site, 1)) != s->pointer)
            return false;
        vector_push(&s->calls, site);
    }
    return true;
}

static bool is_thread(LLVMValueRef user, LLVMValueRef function)
{
    return calls(user, "pthread_create") && LLVMGetArgOperand(user, 2) == function;
}

/* Whether it is used for more than being called and being the function of a thread. */
static bool may_be_handler(LLVMValueRef function)
{
    each_use(u, function)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (!is_thread(user, function) && (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function))
            return true;
    }
    return false;
}

static void find_candidates(struct sites *s)
{
    each_function(fn, s->front->module)
    {
        if (!is_defined(fn) || LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(fn))) != LLVMVoidTypeKind ||
            !may_be_handler(fn))
            continue;
        vector_push(&s->candidates, fn);
        vector_push(&s->judgements, judge_handler(s->front, fn));
    }
}

/* --- what is written --- */

static LLVMBasicBlockRef new_block(struct sites *s, LLVMValueRef function)
{
    return LLVMAppendBasicBlockInContext(s->front->context, function, "");
}

static LLVMValueRef begin(struct sites *s, const char *name, LLVMTypeRef result)
{
    LLVMTypeRef type = LLVMFunctionType(result, &s->pointer, 1, false);
    LLVMValueRef fn = LLVMGetNamedFunction(s->front->module, name);
    fn = fn ? fn : LLVMAddFunction(s->front->module, name, type);
    LLVMSetLinkage(fn, starts_with(name, "__heddle_") ? LLVMExternalLinkage : LLVMInternalLinkage); /* a model calls it */
    LLVMPositionBuilderAtEnd(s->builder, new_block(s, fn));
    return fn;
}

/* Goes on where the handler is this function, and leaves the builder there; the block for others comes back. */
static LLVMBasicBlockRef if_it_is(struct sites *s, LLVMValueRef fn, LLVMValueRef handler, LLVMValueRef candidate)
{
    LLVMBasicBlockRef yes = new_block(s, fn), no = new_block(s, fn);
    LLVMBuildCondBr(s->builder, LLVMBuildICmp(s->builder, LLVMIntEQ, handler, candidate, ""), yes, no);
    LLVMPositionBuilderAtEnd(s->builder, yes);
    return no;
}

static void uncovered(struct sites *s, const char *what)
{
    LLVMValueRef text = LLVMBuildGlobalString(s->builder, what, "what");
    LLVMSetLinkage(text, LLVMPrivateLinkage);
    CALL(s, "__heddle_uncovered", s->nothing, text);
    if (is_blocking(s->front)) /* it may help whoever waits */
        CALL(s, "__heddle_approximate", s->nothing, text);
}

/* Says of a handler that it is not covered. SIG_DFL and SIG_IGN are known to the caller. */
static void write_judge(struct sites *s)
{
    LLVMValueRef fn = begin(s, "__heddle_judge_handler", s->nothing);
    for (uint32_t k = 0; k < s->candidates.size; k++) {
        LLVMBasicBlockRef others = if_it_is(s, fn, LLVMGetParam(fn, 0), s->candidates.data[k]);
        if (s->judgements.data[k].objection)
            uncovered(s, s->judgements.data[k].objection);
        LLVMBuildRetVoid(s->builder);
        LLVMPositionBuilderAtEnd(s->builder, others);
    }
    uncovered(s, "a signal handler that is not known");
    LLVMBuildRetVoid(s->builder);
}

static void run_candidate(struct sites *s, uint32_t k, uint64_t signal)
{
    LLVMValueRef fn = s->candidates.data[k], arguments[3];
    LLVMTypeRef type = LLVMGlobalGetValueType(fn);
    unsigned n = LLVMCountParams(fn);
    if (s->judgements.data[k].objection || n > sizeof arguments / sizeof *arguments)
        return;
    for (unsigned i = 0; i < n; i++)
        arguments[i] =
            i ? LLVMConstNull(LLVMTypeOf(LLVMGetParam(fn, i))) : LLVMConstInt(LLVMTypeOf(LLVMGetParam(fn, 0)), signal, false);
    LLVMBuildCall2(s->builder, type, fn, arguments, n, "");
}

/* Waits until one is installed, and runs it. */
static void run_handler(struct sites *s, LLVMValueRef fn, LLVMValueRef installed, uint64_t signal, LLVMBasicBlockRef then)
{
    if (s->at_once)
        call(s, "__heddle_atomic_begin", s->nothing, NULL, 0);
    LLVMValueRef handler = CALL(s, is_blocking(s->front) ? "__heddle_signal_may_come" : "__heddle_signal_comes", s->pointer,
                                installed, LLVMConstInt(s->number, signal, false));
    LLVMBasicBlockRef behind = new_block(s, fn);
    for (uint32_t k = 0; k < s->candidates.size; k++) {
        LLVMBasicBlockRef others = if_it_is(s, fn, handler, s->candidates.data[k]);
        run_candidate(s, k, signal);
        LLVMBuildBr(s->builder, behind);
        LLVMPositionBuilderAtEnd(s->builder, others);
    }
    LLVMBuildBr(s->builder, behind);
    LLVMPositionBuilderAtEnd(s->builder, behind);
    call(s, "__heddle_interrupts_no_more", s->nothing, NULL, 0);
    if (s->at_once)
        call(s, "__heddle_atomic_end", s->nothing, NULL, 0);
    if (then)
        LLVMBuildBr(s->builder, then);
    else
        LLVMBuildRet(s->builder, LLVMConstNull(s->pointer));
}

static LLVMValueRef write_thread(struct sites *s, LLVMValueRef installed, uint64_t signal)
{
    const char *name = arena_printf(&s->front->arena, "signal.%u", (unsigned)signal);
    LLVMValueRef one = NULL;
    if (s->many) {
        one = begin(s, arena_printf(&s->front->arena, "handler.%u", (unsigned)signal), s->pointer);
        run_handler(s, one, installed, signal, NULL);
    }
    LLVMValueRef fn = begin(s, name, s->pointer);
    LLVMBasicBlockRef loop = new_block(s, fn);
    LLVMBuildBr(s->builder, loop);
    LLVMPositionBuilderAtEnd(s->builder, loop);
    if (!s->many) {
        run_handler(s, fn, installed, signal, loop);
        return fn;
    }
    CALL(s, "__heddle_wait_for_handler", s->nothing, installed);
    CALL(s, "__heddle_create", s->number, one, LLVMConstNull(s->pointer));
    LLVMBuildBr(s->builder, loop);
    return fn;
}

/* --- where the threads begin --- */

/* Whether main comes here once at most, and nobody else does. */
static bool runs_once(const struct front *f, LLVMValueRef instruction, unsigned depth)
{
    enum { DEEPEST = 8 };
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
    struct cfg c = {0};
    cfg_make(&c, fn);
    bool again = cfg_on_cycle(&c, instruction);
    cfg_free(&c);
    if (again || depth == DEEPEST)
        return false;
    if (fn == f->main)
        return !LLVMGetFirstUse(fn);
    LLVMUseRef use = LLVMGetFirstUse(fn);
    return use && !LLVMGetNextUse(use) && LLVMIsACallInst(LLVMGetUser(use)) && called_function(LLVMGetUser(use)) == fn &&
           runs_once(f, LLVMGetUser(use), depth + 1);
}

static LLVMValueRef only_call(const struct sites *s, uint64_t signal)
{
    LLVMValueRef found = NULL;
    vector_each(const LLVMValueRef *, c, &s->calls) {
        if (signal_of(*c) != signal)
            continue;
        if (found)
            return NULL;
        found = *c;
    }
    return found && runs_once(s->front, found, 0) ? found : NULL;
}

static LLVMValueRef first_in_main(const struct front *f)
{
    LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f->main));
    while (LLVMIsAAllocaInst(i) || is_debug_call(i))
        i = LLVMGetNextInstruction(i);
    return i;
}

static void begin_thread(struct sites *s, LLVMValueRef thread, LLVMValueRef only)
{
    LLVMPositionBuilderBefore(s->builder, only ? only : first_in_main(s->front));
    if (only)
        LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(only));
    CALL(s, "__heddle_create", s->number, thread, LLVMConstNull(s->pointer));
    LLVMSetCurrentDebugLocation2(s->builder, NULL);
}

static void replace_call(struct sites *s, LLVMValueRef site, LLVMValueRef installed)
{
    bool is_signal = calls(site, "signal");
    LLVMPositionBuilderBefore(s->builder, site);
    LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(site));
    LLVMValueRef result =
        is_signal ? CALL(s, "__heddle_signal", s->pointer, installed, LLVMGetArgOperand(site, 1))
                  : CALL(s, "__heddle_sigaction", s->number, installed, LLVMGetArgOperand(site, 1), LLVMGetArgOperand(site, 2));
    LLVMSetCurrentDebugLocation2(s->builder, NULL);
    LLVMReplaceAllUsesWith(site, result);
    LLVMInstructionEraseFromParent(site);
}

/* --- signals that the program sends to itself --- */

static bool is_candidate(const struct sites *s, LLVMValueRef function)
{
    vector_each(const LLVMValueRef *, c, &s->candidates)
        if (*c == function)
            return true;
    return false;
}

/* Whether only threads of the program come here, and not in a handler. */
static bool is_outside_handlers(const struct sites *s, LLVMValueRef instruction, unsigned depth)
{
    enum { DEEPEST = 8 };
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
    if (is_candidate(s, fn) || depth == DEEPEST)
        return false;
    each_use(u, fn)
    {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_called = LLVMIsACallInst(user) && called_function(user) == fn;
        if (!is_thread(user, fn) && !(is_called && is_outside_handlers(s, user, depth + 1)))
            return false;
    }
    return true;
}

static bool is_handled(const struct sites *s, uint64_t signal)
{
    vector_each(const LLVMValueRef *, c, &s->calls)
        if (signal_of(*c) == signal)
            return true;
    return false;
}

/* All calls of raise, or none: outside of handlers, of signals that the program handles; where there are several threads, none of which blocks signals. The handler has run in this thread
 * before raise returns. */
static void find_raises(struct sites *s)
{
    LLVMValueRef fn = LLVMGetNamedFunction(s->front->module, "raise");
    bool all =
        fn && !is_defined(fn) && !(s->threads && (signals_blocked_as_usual(s->front) || signals_blocked_otherwise(s->front)));
    for (LLVMUseRef u = all ? LLVMGetFirstUse(fn) : NULL; u && all; u = LLVMGetNextUse(u)) {
        LLVMValueRef site = LLVMGetUser(u);
        all = LLVMIsACallInst(site) && called_function(site) == fn && LLVMGetNumArgOperands(site) == 1 && number_of(site) &&
              is_handled(s, signal_of(site)) && is_outside_handlers(s, site, 0);
        vector_push(&s->raises, site);
    }
    if (!all)
        s->raises.size = 0;
}

static void refuse_raise(struct sites *s)
{
    LLVMValueRef text = LLVMBuildGlobalString(s->builder, "raise, with a signal handler that is not covered", "what");
    LLVMSetLinkage(text, LLVMPrivateLinkage);
    CALL(s, "__heddle_unsupported", s->nothing, text);
}

/* A function that runs the handler, as raise does. */
static LLVMValueRef write_raise(struct sites *s, LLVMValueRef installed, uint64_t signal)
{
    LLVMValueRef fn = begin(s, arena_printf(&s->front->arena, "raise.%u", (unsigned)signal), s->number);
    LLVMValueRef number = LLVMConstInt(s->number, signal, false);
    LLVMValueRef handler = CALL(s, s->threads ? "__heddle_raise_beside" : "__heddle_raise", s->pointer, installed, number);
    LLVMBasicBlockRef behind = new_block(s, fn);
    for (uint32_t k = 0; k < s->candidates.size; k++) {
        LLVMBasicBlockRef others = if_it_is(s, fn, handler, s->candidates.data[k]);
        if (s->judgements.data[k].objection)
            refuse_raise(s);
        run_candidate(s, k, signal);
        LLVMBuildBr(s->builder, behind);
        LLVMPositionBuilderAtEnd(s->builder, others);
    }
    CALL(s, "__heddle_raise_unhandled", s->nothing, handler, number);
    LLVMBuildBr(s->builder, behind);
    LLVMPositionBuilderAtEnd(s->builder, behind);
    if (!s->threads)
        CALL(s, "__heddle_raised", s->nothing, installed);
    LLVMBuildRet(s->builder, LLVMConstNull(s->number));
    return fn;
}

static void replace_raises(struct sites *s, LLVMValueRef installed, uint64_t signal)
{
    LLVMValueRef raise = NULL;
    vector_each(const LLVMValueRef *, r, &s->raises) {
        if (!*r || signal_of(*r) != signal)
            continue;
        raise = raise ? raise : write_raise(s, installed, signal);
        LLVMPositionBuilderBefore(s->builder, *r);
        LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(*r));
        LLVMValueRef none = LLVMConstNull(s->pointer);
        LLVMReplaceAllUsesWith(*r, LLVMBuildCall2(s->builder, LLVMGlobalGetValueType(raise), raise, &none, 1, ""));
        LLVMSetCurrentDebugLocation2(s->builder, NULL);
        LLVMInstructionEraseFromParent(*r);
        s->raises.data[r - s->raises.data] = NULL;
    }
}

/* All of one signal. */
static void model_signal(struct sites *s, uint64_t signal)
{
    LLVMValueRef only = only_call(s, signal);
    s->many = s->overlap || (s->threads && !only); /* which may have begun before it was taken away */
    LLVMValueRef installed =
        LLVMAddGlobal(s->front->module, s->installed, arena_printf(&s->front->arena, "handler of %u", (unsigned)signal));
    LLVMSetInitializer(installed, LLVMConstNull(s->installed));
    LLVMSetLinkage(installed, LLVMInternalLinkage);
    begin_thread(s, write_thread(s, installed, signal), only);
    replace_raises(s, installed, signal);
    uint32_t left = 0;
    for (uint32_t k = 0; k < s->calls.size; k++) {
        LLVMValueRef site = s->calls.data[k];
        if (signal_of(site) == signal)
            replace_call(s, site, installed);
        else
            s->calls.data[left++] = site;
    }
    s->calls.size = left;
}

/* What C promises of volatile sig_atomic_t: a handler and the thread that it interrupts may both use it. Where there is no other thread, it is as good as atomic. */
static void trust_volatile(struct front *f)
{
    each_function(fn, f->module) each_block(b, fn) each_instruction(i, b)
    {
        bool is_store = is_instruction(i, LLVMStore);
        if ((!is_store && !is_instruction(i, LLVMLoad)) || !LLVMGetVolatile(i) ||
            !LLVMIsAGlobalVariable(LLVMGetOperand(i, is_store)))
            continue;
        LLVMTypeRef t = is_store ? LLVMTypeOf(LLVMGetOperand(i, 0)) : LLVMTypeOf(i);
        if (t == LLVMInt32TypeInContext(f->context)) /* int is what sig_atomic_t is */
            LLVMSetOrdering(i, LLVMAtomicOrderingSequentiallyConsistent);
    }
}

static bool are_of_one_signal(const struct sites *s)
{
    vector_each(const LLVMValueRef *, c, &s->calls)
        if (signal_of(*c) != signal_of(s->calls.data[0]))
            return false;
    return true;
}

/* With several threads: then a thread waits for a handler to be installed. */
static bool is_any_installed_again(const struct sites *s)
{
    vector_each(const LLVMValueRef *, c, &s->calls)
        if (s->threads && !only_call(s, signal_of(*c)))
            return true;
    return false;
}

static void model_all(struct sites *s)
{
    find_candidates(s);
    s->threads = has_threads(s->front);
    s->at_once = !s->threads && !front_needs(s->front, NEEDS_ACCESSES);
    bool nested = !are_of_one_signal(s); /* which makes no difference to handlers of one step */
    bool changes_errno = false, single = true;
    vector_each(struct judgement *, j, &s->judgements) {
        if (j->changes_errno && errno_is_kept(s->front))
            j->objection = j->objection ? j->objection : "a signal handler that changes errno, whose address is kept";
        s->overlap |= s->threads && !j->objection && !j->one_step;
        s->at_once &= j->objection || (j->returns && (j->one_step || !nested));
        changes_errno |= !j->objection && j->changes_errno;
        single &= j->objection || j->one_step;
    }
    if (is_blocking(s->front) && (changes_errno || (nested && !single) || s->overlap || is_any_installed_again(s)))
        return;
    s->front->handlers_change_errno |= changes_errno;
    s->front->handlers = true;
    find_raises(s);
    s->front->masks = find_masks(s->front, s->threads, s->raises.size > 0);
    if (!s->threads)
        trust_volatile(s->front);
    write_judge(s);
    while (s->calls.size)
        model_signal(s, signal_of(s->calls.data[0]));
}

void model_handlers(struct front *f, bool weaker_orders)
{
    struct sites s = {.front = f,
                      .builder = LLVMCreateBuilderInContext(f->context),
                      .pointer = LLVMPointerTypeInContext(f->context, 0),
                      .number = LLVMInt32TypeInContext(f->context),
                      .nothing = LLVMVoidTypeInContext(f->context)};
    s.installed = LLVMStructTypeInContext(f->context, (LLVMTypeRef[]){s.pointer, s.number, s.number}, 3, false);
    fold_signal_numbers(f);
    if (!is_beyond(f, weaker_orders) && find_calls(&s, "signal", 2) && find_calls(&s, "sigaction", 3) && s.calls.size)
        model_all(&s);
    LLVMDisposeBuilder(s.builder);
    vector_free(&s.calls);
    vector_free(&s.candidates);
    vector_free(&s.judgements);
    vector_free(&s.raises);
}
