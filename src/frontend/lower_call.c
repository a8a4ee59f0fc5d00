/* Calls: the intrinsics that the models are written in (models/heddle.h), what SV-COMP programs call by name, and recursive
 * procedures. lower_threads.c has creation and joining, lower_intrinsic.c LLVM's own intrinsics. Anything else is unsupported. */
#include "frontend/lower.h"

#include "base/text.h"
#include "frontend/leaves.h"

expr argument(struct lower *w, LLVMValueRef call, unsigned k) { return value_of(w, LLVMGetArgOperand(call, k)); }

static const char *text_argument(struct lower *w, LLVMValueRef call, unsigned k, const char *otherwise)
{
    size_t length;
    const char *s = literal_text(LLVMGetArgOperand(call, k), &length);
    return s ? arena_strndup(&w->front->arena, s, length) : otherwise;
}

static void atomic_begin(struct lower *w)
{
    if (w->depth++)
        return;
    struct action a = new_action(w, ACT_LOCAL);
    step(w, &a);
}

static void atomic_end(struct lower *w)
{
    if (w->depth == 0) {
        unsupported(w, "the end of an atomic section that was not begun");
        return;
    }
    if (--w->depth)
        return;
    struct action a = new_action(w, ACT_LOCAL);
    step(w, &a);
}

static void note(struct lower *w, LLVMValueRef call)
{
    static const enum action_kind kinds[] = {ACT_LOCAL, ACT_LOCK, ACT_UNLOCK, ACT_WAIT, ACT_SIGNAL, ACT_ATOMIC};
    expr kind = argument(w, call, 0);
    if (!expr_is_const(kind) || kind->value >= sizeof kinds / sizeof *kinds)
        return;
    struct action a = new_action(w, kinds[kind->value]);
    const struct region *g = region_of(w->regions, LLVMGetArgOperand(call, 1), 4);
    if (g && (a.kind == ACT_LOCK || a.kind == ACT_UNLOCK || a.kind == ACT_WAIT))
        a.object = g->cell;
    step(w, &a);
}

/* An input that nobody uses is taken all the same: heddle replay has to know which call gets which. */
static void take_unused(struct lower *w, LLVMValueRef call, unsigned width)
{
    struct action a = new_action(w, ACT_LOCAL);
    if (!width || is_undefined_call(call))
        return;
    add_update(w, &a, local_cell(w, "unused", width), NULL, fresh_input(w, width));
    step(w, &a);
}

static void nondet(struct lower *w, LLVMValueRef call)
{
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
        return;
    unsigned width = value_width(w, LLVMTypeOf(call));
    if (!LLVMGetFirstUse(call)) {
        take_unused(w, call, width);
        return;
    }
    if (is_undefined_call(call)) {
        bool needed = false;
        each_use(u, call) needed |= !is_first_undefined(w, LLVMGetUser(u));
        if (!needed)
            return;
    }
    if (!width)
        unsupported(w, "an arbitrary value of more than 64 bits");
    else
        assign(w, call, fresh_input(w, width));
}

void lower_arbitrary(struct lower *w, LLVMValueRef v, const char *reason)
{
    unsigned width = value_width(w, LLVMTypeOf(v));
    if (!LLVMGetFirstUse(v))
        return;
    if (!width) {
        unsupported_type(w, LLVMTypeOf(v));
        return;
    }
    struct action a = new_action(w, ACT_LOCAL);
    add_update(w, &a, cell_for(w, v), NULL, fresh_input(w, width));
    approximate(w, &a, LOC_APPROXIMATE | LOC_ANY_VALUE, reason);
}

static void call_approximate(struct lower *w, LLVMValueRef call)
{
    struct action a = new_action(w, ACT_LOCAL);
    approximate(w, &a, LOC_APPROXIMATE, text_argument(w, call, 0, "something that is not modelled"));
}

/* A signal handler begins, or ends. */
static void call_interrupts(struct lower *w, LLVMValueRef call)
{
    struct action a = new_action(w, ACT_LOCAL);
    bool blocks = calls(call, "__heddle_interrupts_blocking");
    approximate(w, &a, LOC_INTERRUPT | (blocks ? LOC_BLOCKING : 0),
                "a signal handler that interrupts a thread, which does not go on meanwhile,");
}

static void call_self(struct lower *w, LLVMValueRef call)
{
    set_value(w, call, expr_resize(w->exprs, expr_self(w->exprs), value_width(w, LLVMTypeOf(call)), false));
}

static void call_assume(struct lower *w, LLVMValueRef call)
{
    expr c = argument(w, call, 0);
    struct action a = new_action(w, ACT_ASSUME);
    a.guard = expr_ne(w->exprs, c, expr_const(w->exprs, c->width, 0));
    if (expr_is_true(a.guard))
        return;
    step(w, &a);
    w->ended = expr_is_false(a.guard);
}

static void call_fail(struct lower *w, LLVMValueRef call)
{
    expr property = argument(w, call, 0);
    const char *text = text_argument(w, call, 1, "failure");
    if (!expr_is_const(property) || property->value >= PROPERTIES) {
        unsupported(w, "failure of an unknown property");
        return;
    }
    const char *words = property_rows[property->value].text, *place = words ? strstr(words, "%s") : NULL;
    if (place && strcmp(text, "reach_error()") != 0)
        text = arena_printf(&w->front->arena, "%.*s%s%s", (int)(place - words), words, text, place + strlen("%s"));
    fail(w, (enum property)property->value, text);
}

static void call_error(struct lower *w, LLVMValueRef call)
{
    fail(w, PROPERTY_REACH, arena_printf(&w->front->arena, "%s()", called_name(call)));
}

static void call_unsupported(struct lower *w, LLVMValueRef call)
{
    const char *what = text_argument(w, call, 0, "something that is not modelled");
    if (starts_with(what, "undefined:"))
        require(w, expr_bool(w->exprs, false), what);
    else
        unsupported(w, what);
}

static void call_alloc(struct lower *w, LLVMValueRef call)
{
    uint32_t object = places_object(&w->pointsto->places, OBJECT_HEAP, call, w->unit->function);
    check_leaks(w, &w->pointsto->places.objects.data[object]);
    count_allocation(w, object);
    lower_alloc(w, call, object, argument(w, call, 0), 1);
    note_given(w);
}

static void call_moves(struct lower *w, LLVMValueRef call) { (void)call, note_freed(w); }

/* See defined.c. */
static void call_shift(struct lower *w, LLVMValueRef call)
{
    require(w, argument(w, call, 0), "undefined: shift by the width or more");
}

static void call_division(struct lower *w, LLVMValueRef call) { require(w, argument(w, call, 0), "undefined: division by zero"); }

static void call_overflow(struct lower *w, LLVMValueRef call)
{
    require(w, argument(w, call, 0), "undefined: signed division overflows");
}

static void call_bits(struct lower *w, LLVMValueRef call)
{
    require(w, argument(w, call, 0), "undefined: number of leading or trailing zeroes of 0");
}

/* By the rules of the competition that is no error of memory. */
static void call_length(struct lower *w, LLVMValueRef call)
{
    const char *words = "array of variable length without elements, or of negative length";
    if (w->front->options->competition)
        require(w, argument(w, call, 0), arena_printf(&w->front->arena, UNDEFINED_REASON "%s", words));
    else
        check_that(w, argument(w, call, 0), PROPERTY_MEMORY, words);
}

static void call_conversion(struct lower *w, LLVMValueRef call)
{
    require(w, argument(w, call, 0), "undefined: a floating-point number converted to an integer type that cannot hold it");
}

static void call_access(struct lower *w, LLVMValueRef call)
{
    require(w, argument(w, call, 0), "undefined: access outside any object");
}

/* A text of the user's for the engine monotone; without one (a file that was preprocessed elsewhere) it says nothing. */
static void call_predicate(struct lower *w, LLVMValueRef call)
{
    const char *text = LLVMGetNumArgOperands(call) == 1 ? text_argument(w, call, 0, NULL) : NULL;
    vector_each(const char *const *, known, &w->program->predicates)
        if (text && strcmp(*known, text) == 0)
            return;
    if (text)
        vector_push(&w->program->predicates, arena_strdup(&w->program->arena, text));
}

static void call_uncovered(struct lower *w, LLVMValueRef call)
{
    uncovered(w, text_argument(w, call, 0, "something that is not modelled"));
}

/* What it does then nobody knows; most implementations go on. */
static void call_initialised(struct lower *w, LLVMValueRef call)
{
    expr never = expr_bool(w->exprs, false);
    const char *text =
        arena_printf(&w->front->arena, "%s is used that nobody has initialised", text_argument(w, call, 2, "something"));
    if (property_in(w->front->options->properties, PROPERTY_LOCKS))
        check_that(w, never, PROPERTY_LOCKS, text);
    else if (!w->front->options->competition && w->front->options->undefined != UNDEFINED_ASSUME)
        may_be_unsupported(w, arena_printf(&w->front->arena, UNDEFINED_REASON "%s", text), expr_bool(w->exprs, true));
}

static void call_same(struct lower *w, LLVMValueRef call) { set_value(w, call, argument(w, call, 0)); }
static void call_begin(struct lower *w, LLVMValueRef call) { (void)call, atomic_begin(w); }
static void call_end(struct lower *w, LLVMValueRef call) { (void)call, atomic_end(w); }

static void call_halt(struct lower *w, LLVMValueRef call)
{
    (void)call;
    check_end(w, false);
    lower_halt(w);
}

/* Where main leaves the others, the program ends with the last of them. */
static void call_exit(struct lower *w, LLVMValueRef call)
{
    if (w->code == 0)
        check_end(w, false);
    lower_exit(w, argument(w, call, 0));
}

static void call_reads(struct lower *w, LLVMValueRef call) { lower_range(w, call, false); }
static void call_writes(struct lower *w, LLVMValueRef call) { lower_range(w, call, true); }
static void call_no(struct lower *w, LLVMValueRef call)
{
    set_value(w, call, expr_const(w->exprs, value_width(w, LLVMTypeOf(call)), 0));
}

static void call_variable(struct lower *w, LLVMValueRef call) { lower_readable(w, call, false); }
static void call_readable(struct lower *w, LLVMValueRef call) { lower_readable(w, call, true); }
static void call_nothing(struct lower *w, LLVMValueRef call) { (void)w, (void)call; }

static const struct {
    const char *name;
    void (*lower)(struct lower *, LLVMValueRef);
} intrinsics[] = {
    {"__heddle_atomic_begin", call_begin},
    {"__heddle_atomic_end", call_end},
    {"__VERIFIER_atomic_begin", call_begin},
    {"__VERIFIER_atomic_end", call_end},
    {"__heddle_assume", call_assume},
    {"__VERIFIER_assume", call_assume},
    {"__heddle_self", call_self},
    {"__heddle_fail", call_fail},
    {"__heddle_undefined_again", lower_begin_again},
    {"reach_error", call_error},
    {"__VERIFIER_error", call_error},
    {"__heddle_unsupported", call_unsupported},
    {"__heddle_halt", call_halt},
    {"__heddle_approximate", call_approximate},
    {"__heddle_interrupts", call_interrupts},
    {"__heddle_interrupts_blocking", call_interrupts},
    {"__heddle_interrupts_no_more", call_interrupts},
    {"__heddle_create", lower_create},
    {"__heddle_join", lower_join},
    {"__heddle_exit", call_exit},
    {"__heddle_alloc", call_alloc},
    {"__heddle_alloc_page", call_alloc},
    {"__heddle_alloc_text", call_alloc},
    {"__heddle_alloc_option", call_alloc},
    {"__heddle_alloc_any", call_alloc},
    {"__heddle_alloc_own", call_alloc},
    {"__heddle_free", lower_free},
    {"__heddle_revive", lower_revive},
    {"__heddle_moves", call_moves},
    {"__heddle_reads", call_reads},
    {"__heddle_writes", call_writes},
    {"__heddle_variable", call_variable},
    {"__heddle_readable", call_readable},
    {IS_FIXED_TEXT, call_no}, /* others are true by now (fixed_texts.c) */
    {"__heddle_is_given", lower_is_given},
    {"__heddle_is_argument", lower_is_argument},
    {"__heddle_is_lent", lower_is_lent},
    {"__heddle_is_text", lower_is_text},
    {"__heddle_format_has", lower_format_has},
    {"__heddle_keep", call_nothing},
    {"__heddle_size", lower_size},
    {"__heddle_shared", lower_shared},
    {"__heddle_havoc", lower_havoc},
    {"__heddle_reach", lower_reach},
    {"__heddle_open_ended", call_same},
    {"__heddle_uncovered", call_uncovered},
    {"__heddle_initialises", call_nothing},
    {"__heddle_initialised", call_initialised},
    {"__heddle_note", note},
    {"__heddle_predicate", call_predicate},
    {"__CPROVER_predicate", call_predicate},
    {"__heddle_defined.shift", call_shift},
    {"__heddle_defined.division", call_division},
    {"__heddle_defined.overflow", call_overflow},
    {"__heddle_defined.bits", call_bits},
    {"__heddle_defined.conversion", call_conversion},
    {"__heddle_defined.access", call_access},
    {"__heddle_defined.length", call_length},
    {OVERLAP_CHECK, check_overlap},
};

static void call_procedure(struct lower *w, LLVMValueRef call, uint32_t procedure)
{
    const struct code *c = &w->program->codes.data[procedure];
    struct action a = new_action(w, ACT_CALL);
    a.object = procedure;
    a.call_result = NONE;
    for (uint32_t k = 0; k < c->parameters.size && k < LLVMGetNumArgOperands(call); k++) {
        unsigned width = w->program->cells.data[c->parameters.data[k]].width;
        add_update(w, &a, c->parameters.data[k], NULL, expr_resize(w->exprs, argument(w, call, k), width, false));
    }
    if (w->depth)
        unsupported(w, "a call of a recursive function in an atomic section");
    if (w->ended)
        return;
    if (LLVMGetFirstUse(call) && c->result != NONE)
        a.call_result = cell_for(w, call);
    step(w, &a);
}

void lower_call(struct lower *w, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsAInlineAsm(callee)) { /* with too many operands */
        unsupported(w, "inline assembly");
        return;
    }
    const char *name = called_name(call);
    for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++)
        if (strcmp(name, intrinsics[i].name) == 0) {
            intrinsics[i].lower(w, call);
            return;
        }
    if (starts_with(name, "__heddle_nondet") || starts_with(name, "__heddle_undefined.") ||
        starts_with(name, "__VERIFIER_nondet_") || (starts_with(name, "nondet_") && !LLVMGetNumArgOperands(call))) {
        nondet(w, call);
        return;
    }
    if (starts_with(name, "__heddle_any_")) {
        lower_arbitrary(w, call, text_argument(w, call, 0, "something that is not modelled"));
        return;
    }
    if (starts_with(name, "llvm.")) {
        lower_intrinsic(w, call, name);
        return;
    }
    uint32_t procedure = threads_procedure(w->threads, LLVMIsAFunction(callee) ? callee : NULL);
    if (procedure != NONE)
        call_procedure(w, call, procedure);
    else if (*name)
        unsupported(w, arena_printf(&w->front->arena, "call of '%s', which is not defined", name));
    else
        unsupported(w, "a call through a pointer");
}
