/* The front end from end to end. */
#include "frontend/front.h"
#include "frontend/library.h"

#include "base/log.h"
#include "frontend/cut.h"
#include "frontend/handlers.h"
#include "frontend/lower.h"
#include "frontend/names.h"
#include "frontend/outline.h"
#include "frontend/pointsto.h"
#include "frontend/race_checks.h"
#include "frontend/race_watch.h"

#include <stdlib.h>

/* For developers: HEDDLE_DUMP names a file that gets the module as it is lowered. */
static void dump(struct front *f)
{
    const char *file = getenv("HEDDLE_DUMP");
    if (file)
        LLVMPrintModuleToFile(f->module, file, NULL);
}

static bool rewrite_module(struct front *f)
{
    refuse_atomic_bools(f);
    complete_prototypes(f);
    fail_at_labels(f);
    obey_labels(f);
    start_labelled_threads(f);
    send_broadcasts(f);
    fold_offsets(f);
    replace_assembly(f);
    replace_computed_gotos(f);
    split_wide_values(f);
    cut_library(f);
    write_library_models(f);
    loosen_unnamed_bytes(f);
    prepare_module(f);
    cut_by_value(f);
    if (front_needs(f, NEEDS_LIFETIMES))
        give_own_results(f);
    inline_calls(f);
    if (f->error)
        return false;
    split_wide_values(f);
    prepare_copies(f, true);
    resolve_indirect_calls(f);
    pass_variable_arguments(f);
    repair_calls(f);
    inline_calls(f);
    end_from_procedures(f);
    give_roots(f);
    if (give_own_slots(f))
        inline_calls(f);
    if (!f->options->cut) /* who asks about two accesses must find them, also where they are never reached */
        settle_numbers(f);
    if (prepare_copies(f, false))
        inline_calls(f);
    copy_parameters(f);
    place_structure_results(f);
    split_wide_values(f);
    find_uninitialised(f);
    expand_copies(f);
    unroll_thread_loops(f);
    protect_memory(f);
    run_passes(f, "function(sroa,sccp,instsimplify,adce,instnamer),globaldce");
    settle_joins(f);
    cut_locals(f);
    cut_thread_locals(f);
    return !f->error;
}

static void front_release(struct front *f)
{
    if (f->module)
        LLVMDisposeModule(f->module);
    if (f->context)
        LLVMContextDispose(f->context);
    arena_release(&f->arena);
    intern_free(&f->strings);
    intern_free(&f->cell_names);
    map_free(&f->kept_strings);
    map_free(&f->scope_names);
    map_free(&f->visible);
    map_free(&f->declared);
    map_free(&f->struct_types);
    map_free(&f->enumerators);
    intern_free(&f->struct_names);
    bitset_free(&f->ssa_cells);
}

/* Those that the lowering has not made as it went: checks that fail at error locations. */
static void make_checks(struct program *p, enum property property, const struct frontend_options *options)
{
    const struct property_row *row = &property_rows[property];
    if (row->kind == CHECK_PAIR) {
        make_race_checks(p, property, options->cut);
        if (!options->executions && needs_watch(p) && !program_has_calls(p))
            watch_races(p);
    } else if (row->kind == CHECK_STUCK) {
        program_add_check(
            p,
            (struct check){.property = (uint8_t)property, .access_a = NONE, .access_b = NONE, .code_b = NONE, .text = row->text});
    }
}

static struct program *load(const struct frontend_options *options, struct exprs *exprs, const char **error, struct arena *words,
                            bool *keeps_addresses)
{
    struct front f = {.options = options, .exprs = exprs, .words = words};
    if (module_load(&f) && rewrite_module(&f)) {
        dump(&f);
        f.program = program_new(exprs);
        f.program->pointer_width = (uint8_t)(8 * f.pointer_bytes);
        f.kept = &f.program->arena;
        struct pointsto *p = pointsto_run(&f);
        lower_module(&f, p);
        pointsto_free(p);
        for (unsigned q = 0; q < PROPERTIES; q++)
            if (property_in(options->properties, (enum property)q))
                make_checks(f.program, (enum property)q, options);
        const char *why;
        if (!program_valid(f.program, &why))
            fatal("the front end made an invalid program: %s", why);
    }
    front_release(&f);
    if (f.error && f.program) {
        program_free(f.program);
        f.program = NULL;
    }
    *error = f.error;
    *keeps_addresses = f.keeps_addresses;
    return f.program;
}

struct program *frontend_load(const struct frontend_options *options, struct exprs *exprs, const char **error, struct arena *words)
{
    assert(options->file_count);
    struct compiled own = {0};
    struct frontend_options o = *options;
    bool keeps_addresses;
    if (!o.compiled)
        o.compiled = &own;
    struct program *p = load(&o, exprs, error, words, &keeps_addresses);
    if (p && keeps_addresses && !o.executions && !o.only_uncovered) {
        program_free(p);
        o.reuse = true;
        p = load(&o, exprs, error, words, &keeps_addresses);
    }
    compiled_free(&own);
    return p;
}

static bool is_called(const struct front *f, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(f->module, name);
    return function && LLVMGetFirstUse(function);
}

static const char *const makes_robust = "pthread_mutexattr_setrobust";

static struct position first_call_of(struct front *f, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(f->module, name);
    LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL;
    return use && LLVMIsAInstruction(LLVMGetUser(use)) ? position_of(f, LLVMGetUser(use)) : (struct position){0};
}

/* What is called at the end of a thread. */
static bool has_destructors(const struct front *f)
{
    return is_called(f, "pthread_key_create") || is_called(f, "tss_create") || is_called(f, "__pthread_register_cancel") ||
           is_called(f, "_pthread_cleanup_push");
}

/* Threads that end without anybody waiting for them, or waited for by who may give up. */
static bool may_use_ids_again(const struct front *f)
{
    return is_called(f, "pthread_detach") || is_called(f, "thrd_detach") || is_called(f, "pthread_attr_setdetachstate") ||
           is_called(f, "pthread_tryjoin_np") || is_called(f, "pthread_timedjoin_np");
}

static void add_unknown(struct outline *o, const char *what, struct position at)
{
    vector_push(&o->unknown, what);
    vector_push(&o->unknown_at, at);
}

bool sets_handlers(const struct front *f)
{
    static const char *const names[] = {"signal",      "sigaction",     "sigset",  "bsd_signal",
                                        "sysv_signal", "__sysv_signal", "ssignal", "sigvec"};
    return any_function_is_used(f, names, sizeof names / sizeof *names);
}

/* Of structures that are copied, of local variables, and what goes where. */
static void make_values(struct front *f)
{
    copy_parameters(f);
    prepare_copies(f, false);
    inline_small_calls(f); /* so that where one copies does not look like where all do */
    expand_copies(f);
    inline_small_calls(f);
    split_locals(f);
    follow_known_ways(f);
    lend_locals(f);
    split_calls_by_end(f);
    keep_accesses(f);
    run_passes(f, "function(instsimplify,sccp,adce)");
}

struct outline *frontend_outline(const struct frontend_options *options, const char **error, struct arena *words)
{
    struct arena kept = ARENA_EMPTY;
    struct front f = {.options = options, .words = words, .kept = &kept, .wide = true};
    struct outline *made = NULL;
    if (module_load(&f)) {
        bool lock_kinds = is_called(&f, "pthread_mutexattr_settype"), cancels = is_called(&f, "pthread_cancel");
        bool handlers = sets_handlers(&f), ids_again = may_use_ids_again(&f), destructors = has_destructors(&f),
             robust = is_called(&f, makes_robust), destroyed = may_use_destroyed(&f);
        struct position robust_at = first_call_of(&f, makes_robust);
        complete_prototypes(&f);
        fail_at_labels(&f);
        obey_labels(&f);
        start_labelled_threads(&f);
        send_broadcasts(&f);
        fold_offsets(&f);
        replace_assembly(&f);
        replace_computed_gotos(&f);
        split_wide_values(&f);
        write_library_bodies(&f);
        prepare_module(&f);
        settle_function_variables(&f);
        if (pass_jumps_on(&f, handlers))
            inline_jumps(&f);
        else
            inline_small_calls(&f);
        forward_variable_arguments(&f);
        inline_wrappers(&f);
        make_values(&f);
        dump(&f);
        if (!f.error) {
            struct pointsto *p = pointsto_run(&f);
            made = outline_make(&f, p, handlers);
            made->lock_kinds = lock_kinds;
            made->cancels = cancels;
            made->destructors = destructors;
            made->ids_again = ids_again;
            if (robust) /* who locks such a mutex need not get it */
                add_unknown(made, makes_robust, robust_at);
            if (destroyed && properties_in_library(options->properties)) /* for the others it is undefined */
                add_unknown(made, "use of a mutex or the like that was destroyed", (struct position){0});
            pointsto_free(p);
        }
    }
    front_release(&f);
    *error = f.error;
    if (made)
        made->strings = kept;
    else
        arena_release(&kept);
    return made;
}
