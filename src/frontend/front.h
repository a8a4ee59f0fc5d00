/* The state of one load, as the files of this folder hand it on. In this order: module.c fills module; prepare.c, inline.c,
 * copies.c, indirect.c, unroll.c rewrite it; threads.c, pointsto.c, regions.c describe it; lower*.c make the program. */
#ifndef HEDDLE_FRONTEND_FRONT_H
#define HEDDLE_FRONTEND_FRONT_H

#include "base/bitset.h"
#include "base/map.h"
#include "base/vector.h"
#include "frontend/frontend.h"
#include "frontend/llvm.h"

#define NEVER_TAKEN "default.unreachable" /* LLVM's name for the default of a switch whose cases cover everything */

#define BY_VALUE "heddle.by_value" /* metadata of loads of structures that are passed or returned by value (by_value.c) */
#define UNDEFINED_BYTES "__heddle_undefined_bytes" /* (pointer, size): so many bytes become arbitrary */
#define VOLATILE_LOCAL "heddle.volatile"           /* metadata of local variables with volatile accesses */
#define VOLATILE_ACCESS                                                                                                            \
    "heddle.volatile_access"         /* metadata of accesses that are volatile in the user's text: LLVM's flag keeps others, too */
#define IF_ADDRESS "heddle.address"  /* metadata of accesses that are none where the pointer leads nowhere */
#define RUNS_ASIDE "heddle.aside"    /* metadata of calls that create what may run in the middle of another thread: handlers */
#define FILLED_FIRST "heddle.filled" /* metadata of local variables that are written before they are read */

struct front {
    const struct frontend_options *options;
    struct exprs *exprs;
    struct program *program;
    struct arena arena; /* of the load; what the program keeps is copied into its own */
    struct arena *words;
    struct arena *kept; /* of the program or outline that is made */
    bool wide;          /* for an outline: memory of variable size has no known end */
    const char *error;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetDataRef layout; /* owned by the module */
    unsigned pointer_bytes;   /* 4 or 8 */
    LLVMValueRef main;
    struct intern strings; /* file names, kept once (names.c) */
    struct map kept_strings, scope_names;
    struct map visible;  /* variables that other files can name */
    struct map declared; /* alloca or global to its debug variable (members.c) */
    struct intern struct_names;
    struct map struct_types;    /* struct name to its debug type */
    struct map enumerators;     /* enumerated type to its names (debug_types.c) */
    struct intern cell_names;   /* owner and name, so that they are unique */
    bool reads_numbers;         /* of the arguments of main, as numbers that are any (models/numbers.c) */
    bool arguments_at_once;     /* their texts are one object (argument_reads.h), which must not be written to */
    bool keeps_addresses;       /* that may come back from malloc, and compares them (lower_reuse.c) */
    bool compares_blocks;       /* with one another, and one of them may have been freed */
    uint32_t freed, given;      /* cells, and 1: whether some block was freed, and whether one was given since (lower_reuse.c) */
    bool handlers;              /* of signals, which are threads (handlers.h) */
    bool handlers_change_errno; /* maybe */
    bool stops_anywhere;        /* threads may be cancelled at any time (models/cancel.c) */
    enum signal_masks { MASKS_NONE, MASKS_FOLLOWED, MASKS_ANY } masks; /* who blocks signals (models/handlers.c) */
    bool weaker_orders;                                                /* some atomic access is weaker than seq_cst (orders.c) */
    uint64_t landings;                                                 /* of setjmp, in the whole program (jumps.c) */
    struct bitset ssa_cells;                                           /* local cells that are written before they are read */
};

/* What the properties that are asked for need: NEEDS_ACCESSES ... */
static inline bool front_needs(const struct front *f, unsigned what)
{
    return (properties_need(f->options->properties) & what) != 0;
}

/* module.c */
bool module_load(struct front *f); /* files, linked with the models; false with error */
/* After everything that calls models by name has been written out: those that nobody calls go. */
bool drop_unused_models(struct front *f);

/* entries.c: a main that starts the entries that were asked for; requires the linked files, without the models. Sets error. */
void make_main(struct front *f);

/* labels.c: labels that are not understood, those of async.c and broadcasts.c in files that are included; requires the linked module, nothing rewritten */
void obey_labels(struct front *f);
/* async.c: what __CPROVER_ASYNC_n labels becomes a thread; the same */
void start_labelled_threads(struct front *f);
/* broadcasts.c: what __CPROVER_passive_broadcast labels is done to the variables of all other threads; after that */
void send_broadcasts(struct front *f);

/* handlers.c: signal handlers become threads; requires the linked files, without the models */
void model_handlers(struct front *f, bool weaker_orders);
bool sets_handlers(const struct front *f); /* by any function that does */

/* dialects.c: assert without a declaration (before the models are linked), and labels that are errors (before anything else is rewritten). Sets error. */
void replace_plain_asserts(struct front *f);
void fail_at_labels(struct front *f);

/* offsets.c: distances that are written as addresses become numbers */
void fold_offsets(struct front *f);
/* Adds how far behind its base a getelementptr is; false if that is no constant. */
bool constant_offset(const struct front *f, LLVMValueRef gep, int64_t *offset);

/* assembly.c: inline assembly of x86 whose instructions are known becomes what it does; other becomes a call of a function that nobody defines, and whose name begins like this */
#define ASSEMBLY_NAME "inline assembly '"
void replace_assembly(struct front *f);
/* wide_values.c: vectors become elements, integers of more than 64 bits become words; again after calls were inlined */
void split_wide_values(struct front *f);
/* atomic_bools.c: compound assignments to an atomic _Bool that clang gets wrong. Before anything is rewritten. */
void refuse_atomic_bools(struct front *f);
/* computed_goto.c: labels as values become numbers */
void replace_computed_gotos(struct front *f);
/* prototypes.c: library functions that are declared without parameters, and have some. Before anything else is rewritten. */
void complete_prototypes(struct front *f);
/* fortified.c: __memcpy_chk and its relatives become memcpy. Before the models are linked. */
void replace_fortified(struct front *f);
/* builtin_jumps.c: __builtin_setjmp and __builtin_longjmp become setjmp and longjmp. The same. */
void replace_builtin_jumps(struct front *f);

/* named_copies.c: calls of memcpy, memmove and memset by name become intrinsics. After that, before the models are linked. */
void replace_named_copies(struct front *f);

/* unnamed_bytes.c: bytes of local unions that their initialisers do not name hold any value (approximately) */
void loosen_unnamed_bytes(struct front *f);

/* prepare.c: requires the linked module. Makes atomic functions, failures and uninitialised variables explicit. */
void prepare_module(struct front *f);
void drop_body(LLVMValueRef function); /* it is declared only, then */
void repair_calls(struct front *f);    /* calls whose type is not the callee's */

/* return_slots.c: whether the variable is where clang keeps the result of a function, and is set before it is read; requires nothing rewritten
 * but by prepare.c */
bool is_set_before_return(LLVMValueRef alloca);

/* formats.c: calls of scanf and its relatives become calls of models for each conversion */
void write_out_formats(struct front *f);
/* string_formats.c: the call of sscanf, if its format is a literal */
void write_out_sscanf(struct front *f, LLVMBuilderRef b, LLVMValueRef call);

/* world.c: of what comes from files and connections, what the program certainly has not written itself */
enum worlds { WORLDS_NONE, WORLDS_CONNECTIONS, WORLDS_ALL };
enum worlds input_is_the_worlds(struct front *f);
bool changes_standard_input(struct front *f);
bool files_have_several_numbers(struct front *f);

/* print_formats.c: printf and its relatives, and calls that only make accesses */
void write_out_printing(struct front *f);
/* sprintf_formats.c: the call of sprintf or snprintf, if its format is a literal */
void write_out_sprintf(struct front *f, LLVMBuilderRef b, LLVMValueRef call);
/* The same for arguments that lie in memory, one behind the other: what is printed is counted in the result. NULL if the format is not understood; what
 * was built then is to be erased. */
LLVMValueRef write_out_list(struct front *f, LLVMBuilderRef b, LLVMValueRef to, LLVMValueRef room, LLVMValueRef area,
                            const char *format);
/* handed_formats.c: calls of vsprintf and vsnprintf with a format that callers of the function give as a literal */
void write_out_handed_formats(struct front *f);
bool format_has(const char *text, char kind); /* a format of printf with such a conversion */

/* main_arguments.c: main gets argv from a model (models/arguments.c). makes_argument: whether a store is one by which the model makes the argument of an option. */
bool makes_argument(LLVMValueRef store);
bool reads_argument_numbers(struct front *f); /* as reads_numbers, before it is there */
void give_arguments(struct front *f);

/* endings.c: threads run the destructors of their thread-specific values, if there are any */
void run_destructors(struct front *f);
void drop_calls(LLVMValueRef function); /* a model that nobody needs goes, with all calls of it */
void cancel_threads(struct front *f);   /* cancellation.c */
bool is_called_by_user(struct front *f,
                       const char *name); /* the same: a model, from elsewhere than a model, or its address is taken */
void run_exit_functions(struct front *f); /* main runs what atexit was given, if anything was */

/* varargs.c: variable arguments go through memory; again after new calls have come in */
void pass_variable_arguments(struct front *f);
void forward_variable_arguments(struct front *f); /* where the function was inlined */

/* defined.c: what C leaves undefined, as calls that LLVM does not fold away */
void guard_arithmetic(struct front *f);
void insist_defined(struct front *f, LLVMBuilderRef b, const char *kind, LLVMValueRef condition); /* unless it is a true constant */
void guard_constant_load(struct front *f, LLVMValueRef load, LLVMValueRef global);

/* taken_formats.c: printf and its like, called through pointers; before the models are linked */
void name_taken_formats(struct front *f);

/* lifetimes.c: whether a local variable may be accessed by its name after its block has ended */
bool is_accessed_late(LLVMValueRef alloca);
#define IS_FIXED_TEXT "__heddle_is_fixed"
void settle_fixed_texts(struct front *f); /* after functions are inlined */
void mark_unknown_ends(struct front *f);  /* before functions are inlined */
bool has_unknown_end_mark(const struct front *f, LLVMValueRef alloca);
void give_own_results(
    struct front
        *f); /* before functions are inlined: a structure that is returned is a variable of the function, if its address is kept */
void build_lifetime_mark(struct front *f, LLVMBuilderRef b, const char *name, LLVMValueRef alloca, LLVMValueRef size);
bool stays_where_it_is(LLVMValueRef pointer); /* the address of a local variable is kept nowhere */

/* fresh.c: whether the pointer of an access leads to memory that was just allocated: nobody can have freed it */
bool is_fresh(LLVMValueRef access, LLVMValueRef pointer);

/* inline.c */
bool is_private(LLVMValueRef pointer); /* nothing but loads and stores know it */
/* LLVM promotes variables, or parts of them, to values, without regard to bounds: an access outside vanishes, and of an array of variable
 * length the first element is a scalar. As long as a call knows the variable, it cannot. */
void call_with_pointer(struct front *f, LLVMBuilderRef builder, const char *name,
                       LLVMValueRef argument); /* a function of heddle's own */
void keep_alloca(struct front *f, LLVMBuilderRef builder, LLVMValueRef alloca);
void inline_calls(struct front *f);       /* everything that is not recursive; then promotes local variables */
void inline_small_calls(struct front *f); /* small functions only; then promotes local variables, and nothing else */
void inline_jumps(struct front *f);       /* the same, and jumps are replaced in between */
void inline_these(struct front *f, const struct map *functions, uint64_t limit); /* that are not recursive, nor larger then */
void keep_accesses(struct front *f);                                             /* from LLVM's passes: all that are left now */
void protect_memory(struct front *f);                                            /* from LLVM's passes, after any rewriting */
bool run_passes(struct front *f, const char *passes);

/* function_variables.c: calls through variables that hold one function alone, for outlines */
void settle_function_variables(struct front *f);

/* wrappers.c: functions around allocation and creation of threads, for outlines; requires small ones inlined */
void inline_wrappers(struct front *f);

/* split_locals.c: for outlines, once all is inlined */
void split_locals(struct front *f);

/* known_ways.c: branches that go a known way from where they are come to, for outlines */
void follow_known_ways(struct front *f);

/* lent_locals.c: local pointers whose addresses are only lent to what is called become values, for outlines; once all is inlined */
void lend_locals(struct front *f);

/* jumps.c: longjmp in the function of its setjmp, once calls are inlined, goes there; what is left is unsupported */
void connect_jumps(struct front *f);
void add_jump_frames(struct front *f); /* before inlining: functions that call setjmp note that they have returned */

/* jump_ends.c: local variables that a jump leaves, if it matters when they end. Of a function before its jumps are connected; calls: its jumps, and the setjmps */
struct left_variables *find_left_variables(struct front *f, LLVMValueRef function, const struct map *calls);
void left_variables_free(struct left_variables *l);
/* to the landing of this setjmp, or out of the function: NULL */
bool leaves_variables(const struct left_variables *l, LLVMValueRef jump, LLVMValueRef set);
bool may_leave_array(const struct left_variables *l, LLVMValueRef jump, LLVMValueRef set); /* of variable length */
void end_left_variables(const struct left_variables *l, LLVMBuilderRef b, LLVMValueRef jump, LLVMValueRef set);
void mark_left_stacks(struct front *f); /* where threads run destructors of what they have, before anything is inlined */
void end_left_stacks(struct front *f);

/* unwinding.c: jumps out of functions that stay procedures, or are called through pointers */
void expect_jumps(struct front *f);           /* before anything is inlined, behind all other rewriting */
bool is_left_by_jumps(LLVMValueRef function); /* leave_by_jump() may be called for a jump in it */
bool may_call_itself(LLVMValueRef function);  /* known of functions that jump only */
void leave_by_jump(struct front *f, LLVMBuilderRef b,
                   LLVMValueRef call);     /* the function returns, and the jump goes on behind its call */
void end_from_procedures(struct front *f); /* threads that end in such functions; once all is inlined */

/* outline_jumps.c: for outlines, behind calls a jump may go on in the caller (false: there are none); handlers: of signals; once small functions are inlined, jumps go
 * to all landings of their function, or out of it */
bool pass_jumps_on(struct front *f, bool handlers);
void replace_jumps(struct front *f);
bool function_lands(LLVMValueRef function);     /* there is a landing in it */
bool function_jumps_out(LLVMValueRef function); /* requires replace_jumps() */
/* outline_landings.c: the block to which jumps go that land at the beginning of this one */
LLVMBasicBlockRef landing_of_jumps(struct front *f, LLVMBuilderRef b, LLVMBasicBlockRef block);
/* outline_ends.c: once all is inlined, a call that may be left by a jump becomes two: one that is left so (LEFT_BY_JUMP), and one that returns (LEFT_BY_RETURN) */
void split_calls_by_end(struct front *f);
#define JUMP_OUT "__heddle_jump_on"         /* what is called to leave a function by a jump */
#define MAY_JUMP "__heddle_nondet_jump"     /* is called behind calls that may be left so, and says whether that is how it was */
#define SIGNAL_MAY_JUMP MAY_JUMP "_signal"  /* the same, where a signal may have come as well */
#define LEFT_EITHER_WAY "heddle-either-end" /* attributes of calls */
#define LEFT_BY_JUMP "heddle-by-jump"
#define LEFT_BY_RETURN "heddle-by-return"

/* own_slots.c: thread-local variables that recursive functions use become arrays with a slot for each thread, or global ones; whether calls were added that are to be inlined */
bool give_own_slots(struct front *f);

/* thread_roots.c: threads that run a function which calls itself get one that calls it; once all is inlined */
void give_roots(struct front *f);

/* by_value.c: marks the loads by which structures are passed and returned; before calls are inlined */
void mark_values(struct front *f);
void copy_parameters(struct front *f); /* of procedures that stay */
LLVMValueRef copy_parameter(struct front *f, LLVMBuilderRef b, LLVMValueRef parameter,
                            LLVMTypeRef type); /* that is passed by its address */

/* structure_results.c: procedures that stay store structures that they return where the caller says */
void place_structure_results(struct front *f);

#define OVERLAP_CHECK "__heddle_defined.copy" /* (to, from, size), before a copy: copy_overlaps.c */
/* copies.c: memcpy, memmove, memset of a size that is not constant become calls of the models (whether there were any), unless they may wait for it to become so; then
 * those of constant size loads and stores */
bool prepare_copies(struct front *f, bool may_wait);
void expand_copies(struct front *f);

/* library_bodies.c: a body for a function of which nothing is known, not even its name */
void write_function_elsewhere(struct front *f, LLVMValueRef function);

/* indirect.c: indirect calls become comparisons and direct calls; true if there were any */
bool resolve_indirect_calls(struct front *f);

/* settled.c: reads of numbers in memory that main sets before anybody else runs become the numbers; whether there were any. Requires calls inlined. */
bool settle_numbers(struct front *f);

/* mains_own.c: main reads globals that it alone writes, and reads in these blocks, from copies of its own; whether there were any */
bool give_main_copies(struct front *f, const struct map *blocks);

/* uninitialised.c: of the uses of mutexes and the like, those stay that are of one that nobody initialises */
void find_uninitialised(struct front *f);

/* unroll.c: loops with constant or small trip counts that create or join threads; true if there were any */
bool unroll_thread_loops(struct front *f);
bool may_use_destroyed(struct front *f); /* destroyed.c: whether a mutex or the like might be used after it was destroyed */
void settle_joins(struct front *f);      /* joins.c: says whether a thread might be joined twice */
/* id_numbers.c: where ids of threads are used as numbers these are any; whether one is compared. Requires the linked module, nothing inlined. */
bool follow_ids(struct front *f);

static inline unsigned by_value_kind(const struct front *f)
{
    return LLVMGetMDKindIDInContext(f->context, BY_VALUE, sizeof BY_VALUE - 1);
}
static inline uint64_t type_size(const struct front *f, LLVMTypeRef t) { return LLVMABISizeOfType(f->layout, t); }
static inline uint64_t type_store_size(const struct front *f, LLVMTypeRef t) { return LLVMStoreSizeOfType(f->layout, t); }

/* orders.c: whether there is an atomic access weaker than seq_cst */
bool find_weaker_orders(const struct front *f);

#endif
