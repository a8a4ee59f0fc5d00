/* Links the modules of all files, and adds the models of library functions. Model functions are weak or have names
 * of their own, so a definition in the user's files wins. Everything but main becomes internal, and what is unused goes. A weak
 * symbol that nobody defines is null. */
#include "base/log.h"
#include "base/text.h"
#include "frontend/front.h"
#include "frontend/models.h"
#include "frontend/parts.h"
#include "frontend/read_module.h"

#include <dlfcn.h>

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *context)
{
    struct front *f = context;
    LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);
    if (severity != LLVMDSError && severity != LLVMDSWarning)
        return;
    char *message = LLVMGetDiagInfoDescription(info);
    if (severity == LLVMDSWarning) /* debug information of another version, or the like */
        log_warning("%s", message);
    else if (!f->error)
        f->error = arena_strdup(f->words, message);
    LLVMDisposeMessage(message);
}

/* The second one goes into the first. */
static bool link_into(struct front *f, LLVMModuleRef first, LLVMModuleRef second, const char *what)
{
    if (!LLVMLinkModules2(first, second)) /* consumes the second */
        return true;
    f->error = arena_printf(f->words, "%s: cannot be linked: %s", what, f->error ? f->error : "linker error");
    return false;
}

/* Modules of neighbouring files, each linked from as many files as its number says. To link, LLVM goes through all of the module that it links
 * into, so modules of the same size are linked with each other: each file is gone through as often as the number of files has digits. */
struct linked {
    LLVMModuleRef module;
    uint32_t files;
};

typedef VECTOR(struct linked) linked_modules;

static bool link_last_two(struct front *f, linked_modules *l, const char *what)
{
    struct linked second = vector_pop(l);
    struct linked *first = &l->data[l->size - 1];
    first->files += second.files;
    return link_into(f, first->module, second.module, what);
}

static bool fits_first(struct front *f, const linked_modules *l, LLVMModuleRef m, const char *what)
{
    if (!l->size || !strcmp(LLVMGetDataLayoutStr(l->data[0].module), LLVMGetDataLayoutStr(m)))
        return true;
    f->error = arena_printf(f->words, "%s: cannot be linked: made for %s, and the files before it for %s", what, LLVMGetTarget(m),
                            LLVMGetTarget(l->data[0].module));
    return false;
}

static bool read_and_link(struct front *f, linked_modules *l)
{
    for (uint32_t i = 0; i < f->options->file_count; i++) {
        const char *file = f->options->files[i];
        LLVMModuleRef m = read_module(f, i);
        if (!m)
            return false;
        parts_number(m);
        bool fits = fits_first(f, l, m, file);
        vector_push(l, (struct linked){m, 1});
        if (!fits)
            return false;
        while (l->size > 1 && l->data[l->size - 2].files == l->data[l->size - 1].files)
            if (!link_last_two(f, l, file))
                return false;
    }
    while (l->size > 1)
        if (!link_last_two(f, l, f->options->files[f->options->file_count - 1]))
            return false;
    return true;
}

static bool link_files(struct front *f)
{
    linked_modules l = {0};
    bool ok = read_and_link(f, &l);
    if (l.size)
        f->module = l.data[0].module;
    for (uint32_t k = 1; k < l.size; k++)
        LLVMDisposeModule(l.data[k].module);
    vector_free(&l);
    return ok;
}

/* What any pass may bring in, so it must survive globaldce. */
static bool is_always_needed(const char *name)
{
    return strcmp(name, "main") == 0 || strcmp(name, "memset") == 0 || strcmp(name, "memcpy") == 0 ||
           strcmp(name, "memmove") == 0 || strcmp(name, "__heddle_wide_division") == 0;
}

static bool is_needed_for_long_doubles(const char *name) { return starts_with(name, "__heddle_long_double_"); }

/* What only prepare_module and what comes before it bring in; for calls of certain functions, some of it. */
static bool is_needed_for_printing(const char *name)
{
    return starts_with(name, "__heddle_print_") || strcmp(name, "__heddle_counting_printf") == 0 ||
           strcmp(name, "__heddle_reads_arguments") == 0;
}

static bool is_needed_for_cancelling(const char *name)
{
    return starts_with(name, "__heddle_cancel_") || ends_with(name, "_or_cancel");
}

static bool is_needed_for_scanning(const char *name) { return starts_with(name, "__heddle_scan"); }

static bool is_needed_to_prepare(const char *name)
{
    return is_needed_for_long_doubles(name) || starts_with(name, "__heddle_argument") ||
           strcmp(name, "__heddle_thread_ends") == 0 || strcmp(name, "__heddle_program_ends") == 0 ||
           starts_with(name, "__heddle_reads_") || starts_with(name, "__heddle_library_") || is_needed_for_printing(name) ||
           is_needed_for_scanning(name) || is_needed_for_cancelling(name);
}

static bool has_long_doubles(LLVMModuleRef files)
{
    each_function(fn, files) each_block(b, fn) each_instruction(i, b)
    {
        if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMX86_FP80TypeKind)
            return true;
        for (int k = 0; k < LLVMGetNumOperands(i); k++)
            if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, (unsigned)k))) == LLVMX86_FP80TypeKind)
                return true;
    }
    return false;
}

static bool names_any(LLVMModuleRef files, const char *part)
{
    each_function(fn, files) if (strstr(value_name(fn), part)) return true;
    return false;
}

/* What a model keeps for itself is no variable of the program: reports know it by the first letter of its name. What has a blank in its name is named
 * for people, and so are literals. */
static void name_as_own(struct front *f, LLVMValueRef g)
{
    const char *name = value_name(g);
    const char *own = arena_printf(&f->arena, "%%%s", name);
    if (!strpbrk(name, " .%"))
        LLVMSetValueName2(g, own, strlen(own));
}

/* Most programs call a few of the models: the linker takes what is linked once only where something refers to it, and only that is read. */
static void make_optional(struct front *f, LLVMModuleRef models, LLVMModuleRef files)
{
    bool prints = names_any(files, "printf") || names_any(files, "syslog"), scans = names_any(files, "scanf"),
         cancels = names_any(files, "pthread_cancel"), long_doubles = has_long_doubles(files);
    each_function(fn, models)
    {
        const char *name = value_name(fn);
        bool spared = (!prints && is_needed_for_printing(name)) || (!scans && is_needed_for_scanning(name)) ||
                      (!cancels && is_needed_for_cancelling(name)) || (!long_doubles && is_needed_for_long_doubles(name));
        bool needed = is_always_needed(name) || (is_needed_to_prepare(name) && !spared);
        if (is_defined(fn) && LLVMGetLinkage(fn) != LLVMInternalLinkage && !needed)
            LLVMSetLinkage(fn, LLVMLinkOnceAnyLinkage);
    }
    each_global(g, models)
    {
        LLVMLinkage linkage = LLVMGetLinkage(g);
        if (LLVMGetInitializer(g) && (linkage == LLVMWeakAnyLinkage || linkage == LLVMExternalLinkage))
            LLVMSetLinkage(g, LLVMLinkOnceAnyLinkage);
        if (linkage == LLVMInternalLinkage)
            name_as_own(f, g);
    }
}

static void make_internal(struct front *f)
{
    each_function(fn, f->module)
    {
        const char *name = value_name(fn);
        if (is_defined(fn))
            LLVMSetLinkage(fn, is_always_needed(name) || is_needed_to_prepare(name) ? LLVMExternalLinkage : LLVMInternalLinkage);
    }
    each_global(g, f->module) if (LLVMGetInitializer(g) && LLVMGetLinkage(g) != LLVMAppendingLinkage)
        LLVMSetLinkage(g, LLVMInternalLinkage);
}

bool drop_unused_models(struct front *f)
{
    each_function(fn, f->module) if (is_defined(fn) && !is_always_needed(value_name(fn)) &&
                                     !is_needed_for_long_doubles(value_name(fn))) LLVMSetLinkage(fn, LLVMInternalLinkage);
    return run_passes(f, "globaldce");
}

/* What the C library defines, or the lowering knows by name, is there, with or without a model. */
static bool is_elsewhere(void *library, const char *name)
{
    return starts_with(name, "__heddle_") || starts_with(name, "__VERIFIER_") || starts_with(name, "__CPROVER_") ||
           strcmp(name, "reach_error") == 0 || (library && dlsym(library, name));
}

static void null_if_weak(LLVMValueRef symbol, void *library)
{
    if (LLVMGetLinkage(symbol) == LLVMExternalWeakLinkage && LLVMIsDeclaration(symbol) &&
        !is_elsewhere(library, value_name(symbol)))
        LLVMReplaceAllUsesWith(symbol, LLVMConstNull(LLVMTypeOf(symbol)));
}

static void null_weak_symbols(struct front *f)
{
    void *library = dlopen(NULL, RTLD_LAZY);
    each_function(fn, f->module) null_if_weak(fn, library);
    each_global(g, f->module) null_if_weak(g, library);
    if (library)
        dlclose(library);
}

static void set_number(struct front *f, const char *name, unsigned value)
{
    LLVMValueRef g = LLVMGetNamedGlobal(f->module, name);
    if (g && value)
        LLVMSetInitializer(g, LLVMConstInt(LLVMGlobalGetValueType(g), value, false));
}

/* The attributes of most programs only say what is true anyway. */
static bool makes_joinable(LLVMValueRef call)
{
    return LLVMIsACallInst(call) && LLVMGetNumArgOperands(call) == 2 && LLVMIsAConstantInt(LLVMGetArgOperand(call, 1)) &&
           LLVMConstIntGetZExtValue(LLVMGetArgOperand(call, 1)) == 0;
}

static bool is_any_called(struct front *f, const char *const *names, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (is_called_by_user(f, names[k]))
            return true;
    return false;
}

/* Whether a thread may be joined that is detached, or detached that is created so. */
static bool detaches(struct front *f)
{
    static const char *const detach[] = {"pthread_detach", "thrd_detach"}, *const join[] = {"pthread_join", "pthread_tryjoin_np",
                                                                                            "pthread_timedjoin_np", "thrd_join"};
    if (is_called_by_user(f, "pthread_attr_getdetachstate"))
        return true; /* who asks is to be told */
    bool joins = is_any_called(f, join, sizeof join / sizeof *join),
         later = is_any_called(f, detach, sizeof detach / sizeof *detach);
    if (!joins && !later)
        return false;
    LLVMValueRef set = LLVMGetNamedFunction(f->module, "pthread_attr_setdetachstate");
    for (LLVMUseRef use = set ? LLVMGetFirstUse(set) : NULL; use; use = LLVMGetNextUse(use))
        if (!makes_joinable(LLVMGetUser(use)))
            return true;
    return joins && later;
}

static void allow_detaching(struct front *f)
{
    static const char *const parts[] = {"__heddle_created", "__heddle_detach", "__heddle_is_detached"}; /* models/detached.c */
    bool wanted = detaches(f);
    set_number(f, "__heddle_detaches", wanted);
    for (size_t k = 0; k < sizeof parts / sizeof *parts && !wanted; k++)
        if (LLVMGetNamedFunction(f->module, parts[k]))
            drop_calls(LLVMGetNamedFunction(f->module, parts[k]));
}

/* Whether it does more with its own id than to say whom it means: pthread_detach(pthread_self()). */
static bool keeps_own_id(struct front *f, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(f->module, name);
    if (function)
        each_use(u, function)
        {
            LLVMValueRef call = LLVMIsACallInst(LLVMGetUser(u));
            if (!call || called_function(call) != function)
                return true;
            each_use(v, call) if (!calls(LLVMGetUser(v), "pthread_detach") && !calls(LLVMGetUser(v), "thrd_detach")) return true;
        }
    return false;
}

/* Whether the program can tell that an id is given again. */
static bool looks_at_ids(struct front *f)
{
    static const char *const names[] = {"pthread_equal", "thrd_equal"};
    return !f->wide && (follow_ids(f) || keeps_own_id(f, "pthread_self") || keeps_own_id(f, "thrd_current") ||
                        is_any_called(f, names, sizeof names / sizeof *names));
}

/* Whether something is tried, or looked at, that orders nothing if it fails (models/weak_memory.h): for races that is a weaker order of its own. */
static bool tries_for_races(struct front *f)
{
    static const char *const names[] = {"pthread_mutex_trylock",
                                        "pthread_mutex_timedlock",
                                        "pthread_mutex_clocklock",
                                        "pthread_spin_trylock",
                                        "pthread_rwlock_tryrdlock",
                                        "pthread_rwlock_trywrlock",
                                        "pthread_rwlock_timedrdlock",
                                        "pthread_rwlock_timedwrlock",
                                        "pthread_rwlock_clockrdlock",
                                        "pthread_rwlock_clockwrlock",
                                        "sem_trywait",
                                        "sem_timedwait",
                                        "sem_clockwait",
                                        "sem_getvalue",
                                        "mtx_timedlock"};
    return f->options->orders_of_language && front_needs(f, NEEDS_ACCESSES) && !front_needs(f, NEEDS_LIFETIMES) &&
           is_any_called(f, names, sizeof names / sizeof *names);
}

/* Whether a thread might end in a function that runs once (models/once.h). */
static void allow_leaving_once(struct front *f)
{
    static const char *const ends[] = {"pthread_exit", "thrd_exit", "pthread_cancel"}, *const runs[] = {"pthread_once",
                                                                                                        "call_once"};
    LLVMValueRef left = LLVMGetNamedFunction(f->module, "__heddle_once_left");
    bool wanted =
        !f->wide && is_any_called(f, ends, sizeof ends / sizeof *ends) && is_any_called(f, runs, sizeof runs / sizeof *runs);
    set_number(f, "__heddle_once_is_left", wanted);
    if (left && !wanted)
        drop_calls(left);
}

static void set_options(struct front *f, bool weaker_orders)
{
    set_number(f, "__heddle_ids_matter", looks_at_ids(f)); /* models/threads.c */
    set_number(f, "__heddle_condvars_signalled",
               front_needs(f, NEEDS_BLOCKING) ? 2 : f->options->condvars_signalled); /* models/cond.h */
    set_number(f, "__heddle_malloc_may_fail", f->options->malloc_may_fail);
    set_number(f, "__heddle_store_buffers", f->options->store_buffers); /* models/weak_memory.h */
    set_number(f, "__heddle_weaker_orders", weaker_orders ? 1 : tries_for_races(f) ? 2 : 0);
    set_number(f, "__heddle_handlers", f->handlers || (f->wide && sets_handlers(f))); /* models/handlers.c */
    set_number(f, "__heddle_masks", f->masks);
    set_number(f, "__heddle_errno_changes", f->handlers_change_errno); /* models/errors.c */
    allow_detaching(f);
    allow_leaving_once(f);
    set_number(f, "__heddle_destroyed", !f->wide && may_use_destroyed(f)); /* models/destroyed.h */
    LLVMValueRef makes_robust = LLVMGetNamedFunction(f->module, "pthread_mutexattr_setrobust");
    set_number(f, "__heddle_robust", makes_robust && LLVMGetFirstUse(makes_robust)); /* models/robust.c */
}

/* LLVM is to know that it does not fail: code for that case goes, and does not count when loops are looked at. */
static void mark_allocation(struct front *f)
{
    LLVMValueRef allocate = LLVMGetNamedFunction(f->module, "__heddle_alloc");
    if (allocate)
        LLVMAddAttributeAtIndex(allocate, LLVMAttributeReturnIndex, enum_attribute(f->context, "nonnull"));
}

bool module_load(struct front *f)
{
    f->context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(f->context, on_diagnostic, f);
    if (!link_files(f))
        return false;
    if (!f->module) {
        f->error = "no input file";
        return false;
    }
    f->layout = LLVMGetModuleDataLayout(f->module);
    f->pointer_bytes = LLVMPointerSize(f->layout);
    f->main = LLVMGetNamedFunction(f->module, "main");
    if (f->options->entry_count || f->options->init_count)
        make_main(f);
    if (f->error)
        return false;
    if (!f->main || !is_defined(f->main)) {
        f->error = arena_printf(f->words, "%s: no function main (--entry=FUNCTION verifies a library)", f->options->files[0]);
        return false;
    }
    replace_fortified(f);
    replace_builtin_jumps(f);
    replace_named_copies(f);
    replace_plain_asserts(f);
    each_global(g, f->module) if (LLVMGetLinkage(g) != LLVMInternalLinkage && LLVMGetLinkage(g) != LLVMPrivateLinkage)
        map_put(&f->visible, map_pointer_key(g), 1);
    bool weaker_orders = f->options->orders_of_language && find_weaker_orders(f); /* of the user, not of models */
    model_handlers(f, weaker_orders);
    LLVMModuleRef models = read_models(f, f->pointer_bytes);
    if (!models)
        return false;
    LLVMSetTarget(models, LLVMGetTarget(f->module));
    LLVMSetDataLayout(models, LLVMGetDataLayoutStr(f->module));
    make_optional(f, models, f->module);
    each_function(fn, f->module) if (is_defined(fn)) LLVMAddAttributeAtIndex(
        fn, LLVMAttributeFunctionIndex, LLVMCreateStringAttribute(f->context, USERS_OWN, sizeof USERS_OWN - 1, "", 0));
    if (!link_into(f, f->module, models, "models"))
        return false;
    f->layout = LLVMGetModuleDataLayout(f->module);
    f->main = LLVMGetNamedFunction(f->module, "main");
    LLVMSetIsNewDbgInfoFormat(f->module, 0);
    null_weak_symbols(f);
    set_options(f, weaker_orders);
    mark_allocation(f);
    make_internal(f);
    return run_passes(f, "globaldce");
}
