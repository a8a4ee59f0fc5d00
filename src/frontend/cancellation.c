/* Points of cancellation, where the program calls pthread_cancel (models/cancel.c): before a call of a function that is one, the thread looks
 * whether it is to end. Other programs have none of that, and those without pthread_cleanup_push no handlers at their threads' ends. */
#include "frontend/front.h"

#include "base/text.h"

/* POSIX.1-2017, 2.9.5.2: functions that shall be points of cancellation ... */
static const char *const points[] = {"accept",
                                     "accept4",
                                     "aio_suspend",
                                     "clock_nanosleep",
                                     "close",
                                     "connect",
                                     "creat",
                                     "fdatasync",
                                     "fsync",
                                     "lockf",
                                     "mq_receive",
                                     "mq_send",
                                     "msgrcv",
                                     "msgsnd",
                                     "msync",
                                     "nanosleep",
                                     "open",
                                     "open64",
                                     "openat",
                                     "pause",
                                     "poll",
                                     "ppoll",
                                     "pread",
                                     "pread64",
                                     "preadv",
                                     "pselect",
                                     "pthread_join",
                                     "putmsg",
                                     "pwrite",
                                     "pwrite64",
                                     "pwritev",
                                     "read",
                                     "readv",
                                     "recv",
                                     "recvfrom",
                                     "recvmsg",
                                     "select",
                                     "sem_wait",
                                     "sem_timedwait",
                                     "sem_clockwait",
                                     "send",
                                     "sendmsg",
                                     "sendto",
                                     "sigsuspend",
                                     "sigtimedwait",
                                     "sigwait",
                                     "sigwaitinfo",
                                     "sleep",
                                     "system",
                                     "tcdrain",
                                     "usleep",
                                     "wait",
                                     "wait3",
                                     "wait4",
                                     "waitid",
                                     "waitpid",
                                     "write",
                                     "writev",
                                     "epoll_wait",
                                     "epoll_pwait",
                                     "pthread_timedjoin_np",
                                     "thrd_sleep"};

/* ... that wait for a signal ... */
static const char *const waits[] = {"pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_wait",
                                    "cnd_timedwait"};

/* ... and functions that never are: they neither look at files nor at the system's tables. All others may be. */
static const char *const never[] = {"pthread_",
                                    "mtx_",
                                    "cnd_",
                                    "tss_",
                                    "thrd_",
                                    "call_once",
                                    "sem_",
                                    "malloc",
                                    "calloc",
                                    "realloc",
                                    "free",
                                    "mem",
                                    "str",
                                    "is",
                                    "to",
                                    "atomic_",
                                    "__atomic",
                                    "abs",
                                    "labs",
                                    "div",
                                    "exit",
                                    "_exit",
                                    "abort",
                                    "_Exit",
                                    "atexit",
                                    "ato",
                                    "rand",
                                    "srand",
                                    "qsort",
                                    "bsearch",
                                    "sched_",
                                    "time",
                                    "clock",
                                    "gettime",
                                    "getpid",
                                    "__errno_location",
                                    "__ctype_",
                                    "sprintf",
                                    "snprintf",
                                    "vsnprintf",
                                    "vsprintf",
                                    "sscanf",
                                    "htons",
                                    "htonl",
                                    "ntohs",
                                    "ntohl",
                                    "setjmp",
                                    "_setjmp",
                                    "__sigsetjmp",
                                    "longjmp",
                                    "_longjmp",
                                    "siglongjmp",
                                    "__assert",
                                    "llvm.",
                                    "__heddle",
                                    "__VERIFIER",
                                    "__CPROVER",
                                    "reach_error",
                                    "nondet_",
                                    "__pthread_",
                                    "posix_memalign",
                                    "aligned_alloc"};

static bool is_one_of(const char *name, const char *const *list, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (strcmp(name, list[k]) == 0)
            return true;
    return false;
}

/* Of those names, functions that may be points all the same. */
static const char *const may_be[] = {"isatty",
                                     "strerror",
                                     "strftime",
                                     "pthread_rwlock_rdlock",
                                     "pthread_rwlock_timedrdlock",
                                     "pthread_rwlock_timedwrlock",
                                     "pthread_rwlock_wrlock"};

static bool never_is(const char *name)
{
    if (is_one_of(name, may_be, sizeof may_be / sizeof *may_be))
        return false;
    for (size_t k = 0; k < sizeof never / sizeof *never; k++)
        if (starts_with(name, never[k]))
            return true;
    return false;
}

bool is_called_by_user(struct front *f, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(f->module, name);
    if (function && !is_users_own(function))
        each_use(u, function)
        {
            LLVMValueRef i = LLVMIsAInstruction(LLVMGetUser(u));
            if (!i || is_users_own(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i))))
                return true;
        }
    return false;
}

static void call_model(struct front *f, LLVMBuilderRef b, const char *name)
{
    LLVMValueRef model = LLVMGetNamedFunction(f->module, name);
    if (model)
        LLVMBuildCall2(b, LLVMGlobalGetValueType(model), model, NULL, 0, "");
}

static void call_other(struct front *f, LLVMBuilderRef b, LLVMValueRef call, const char *name)
{
    LLVMValueRef model = LLVMGetNamedFunction(f->module, name);
    if (model && LLVMGlobalGetValueType(model) == LLVMGetCalledFunctionType(call))
        LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, model);
    else
        call_model(f, b, "__heddle_cancel_unmodelled");
}

static void make_point(struct front *f, LLVMBuilderRef b, LLVMValueRef call, const char *name)
{
    bool wait = is_one_of(name, waits, sizeof waits / sizeof *waits);
    LLVMPositionBuilderBefore(b, call);
    if (strcmp(name, "thrd_join") == 0)
        call_model(f, b, "__heddle_cancel_unmodelled");
    else if (wait || is_one_of(name, points, sizeof points / sizeof *points))
        call_model(f, b, "__heddle_cancel_point");
    else if (!never_is(name))
        call_model(f, b, "__heddle_cancel_maybe");
    if (strcmp(name, "pthread_join") == 0)
        call_other(f, b, call, "__heddle_join_or_cancel");
    if (strcmp(name, "sem_wait") == 0)
        call_other(f, b, call, "__heddle_sem_wait_or_cancel");
    if (wait) {
        LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(call));
        call_model(f, b, "__heddle_cancel_woken");
    }
}

static void make_points(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    VECTOR(LLVMValueRef) found = {0};
    each_function(fn, f->module) if (is_defined(fn) && is_users_own(fn)) each_block(block, fn) each_instruction(i, block)
    {
        LLVMValueRef callee = LLVMIsACallInst(i) ? called_function(i) : NULL;
        if (callee && !is_users_own(callee) && !is_debug_call(i))
            vector_push(&found, i);
    }
    vector_each(LLVMValueRef *, call, &found)
        make_point(f, b, *call, value_name(called_function(*call)));
    vector_free(&found);
    LLVMDisposeBuilder(b);
}

/* --- points that are called through pointers --- */

static bool may_be_point(const char *name)
{
    return is_one_of(name, waits, sizeof waits / sizeof *waits) || is_one_of(name, points, sizeof points / sizeof *points) ||
           !never_is(name);
}

/* Whoever has the address of the function gets that of one which calls it, and which counts as the user's. */
static void wrap(struct front *f, LLVMBuilderRef b, LLVMValueRef function)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    if (LLVMIsFunctionVarArg(type)) {
        LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f->main)));
        call_model(f, b, "__heddle_cancel_unmodelled");
        return;
    }
    LLVMValueRef wrapper = LLVMAddFunction(f->module, arena_printf(&f->arena, "%s.called", value_name(function)), type);
    LLVMSetLinkage(wrapper, LLVMInternalLinkage);
    LLVMAddAttributeAtIndex(wrapper, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(f->context, USERS_OWN, sizeof USERS_OWN - 1, "", 0));
    LLVMReplaceAllUsesWith(function, wrapper);
    unsigned n = LLVMCountParams(wrapper);
    LLVMValueRef *parameters = ARENA_ARRAY(&f->arena, LLVMValueRef, n + 1);
    LLVMGetParams(wrapper, parameters);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(f->context, wrapper, "entry"));
    LLVMValueRef result = LLVMBuildCall2(b, type, function, parameters, n, "");
    if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, result);
}

static void wrap_points(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    VECTOR(LLVMValueRef) found = {0};
    each_function(fn, f->module) if (!is_users_own(fn) && may_be_point(value_name(fn)) && has_address_taken(fn))
        vector_push(&found, fn);
    vector_each(LLVMValueRef *, fn, &found)
        wrap(f, b, *fn);
    vector_free(&found);
    LLVMDisposeBuilder(b);
}

/* By a type of cancellation that is not deferred for sure. */
static bool cancels_at_any_time(struct front *f)
{
    LLVMValueRef set = LLVMGetNamedFunction(f->module, "pthread_setcanceltype");
    bool any = false;
    if (set && is_called_by_user(f, "pthread_setcanceltype"))
        each_use(u, set) any |=
            !calls(LLVMGetUser(u), "pthread_setcanceltype") || !LLVMIsNull(LLVMGetArgOperand(LLVMGetUser(u), 0));
    return any;
}

void cancel_threads(struct front *f)
{
    LLVMValueRef unwind = LLVMGetNamedFunction(f->module, "__heddle_unwind"),
                 cancels = LLVMGetNamedGlobal(f->module, "__heddle_cancels");
    if (unwind && !is_called_by_user(f, "__pthread_register_cancel"))
        drop_calls(unwind);
    bool coarse = f->options->cut && f->options->cut->coarse; /* pthread_cancel is not supported, then */
    if (f->wide || coarse || !cancels || !is_called_by_user(f, "pthread_cancel")) {
        static const char *const unneeded[] = {"__heddle_cancel_point", "__heddle_cancel_handler", "__heddle_cancel_type"};
        for (size_t k = 0; k < sizeof unneeded / sizeof *unneeded; k++)
            if (LLVMGetNamedFunction(f->module, unneeded[k]))
                drop_calls(LLVMGetNamedFunction(f->module, unneeded[k]));
        return;
    }
    LLVMSetInitializer(cancels, LLVMConstInt(LLVMGlobalGetValueType(cancels), 1, false));
    f->stops_anywhere = cancels_at_any_time(f);
    wrap_points(f);
    make_points(f);
}
