/* Calls: the intrinsics that the models are written in (models/heddle.h), what SV-COMP programs call by name, a few of LLVM's own
 * intrinsics, and recursive procedures. Anything else is unsupported. */
#include "frontend/lower.h"

#include "base/text.h"
#include "frontend/leaves.h"

static expr argument(struct lower *w, LLVMValueRef call, unsigned k)
{
    return value_of(w, LLVMGetArgOperand(call, k));
}

static const char *text_argument(struct lower *w, LLVMValueRef call, unsigned k, const char *otherwise)
{
    size_t length;
    const char *s = literal_text(LLVMGetArgOperand(call, k), &length);
    return s ? arena_strndup(&w->front->arena, s, length) : otherwise;
}

/* ---- atomic sections ---- */

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

/* ---- threads ---- */

static expr instance_number(struct lower *w, const struct unit *u)
{
    return expr_sub(w->exprs, expr_self(w->exprs), expr_const(w->exprs, SELF_WIDTH, u->first_id));
}

static expr slot(const struct unit *u, expr number)
{
    return u->instances == 1 ? NULL : number;
}

void lower_halt(struct lower *w)
{
    struct action a = new_action(w, ACT_HALT);
    step_to(w, w->program->codes.data[w->code].exit, &a);
    w->ended = true;
}

void lower_exit(struct lower *w, expr result)
{
    if (!w->as_template) {
        unsupported(w, "the end of a thread inside a recursive function");
        return;
    }
    struct action a = new_action(w, ACT_EXIT);
    const struct unit *u = w->unit;
    expr index = slot(u, instance_number(w, u));
    if (u->result != NONE) {
        expr value = result ? result : fresh_input(w, w->program->pointer_width);
        add_update(w, &a, u->result, index, expr_resize(w->exprs, value, w->program->pointer_width, false));
        add_access(w, &a, u->result, index, true, true);
    }
    if (u->done != NONE) {
        add_update(w, &a, u->done, index, expr_bool(w->exprs, true));
        add_access(w, &a, u->done, index, true, true);
    }
    step_to(w, w->program->codes.data[w->code].exit, &a);
    w->ended = true;
}

static void create_instance(struct lower *w, LLVMValueRef call, uint32_t target, expr guard, uint32_t id_cell, uint32_t to)
{
    struct exprs *x = w->exprs;
    const struct unit *u = &w->threads->units.data[target];
    struct action a = new_action(w, ACT_CREATE);
    a.guard = guard;
    a.object = target;
    expr number = u->dynamic ? program_cell_expr(w->program, u->count, NULL)
                             : expr_const(x, SELF_WIDTH, threads_number(w->threads, call));
    expr index = slot(u, number);
    add_update(w, &a, u->started, index, expr_bool(x, true));
    add_access(w, &a, u->started, index, true, true);
    if (u->argument != NONE) {
        expr value = argument(w, call, 1);
        add_update(w, &a, u->argument, index, expr_resize(x, value, w->program->pointer_width, false));
        add_access(w, &a, u->argument, index, true, true);
    }
    if (u->dynamic) {
        add_update(w, &a, u->count, NULL, expr_add(x, number, expr_const(x, SELF_WIDTH, 1)));
        add_access(w, &a, u->count, NULL, true, true);
    }
    expr id = expr_add(x, number, expr_const(x, SELF_WIDTH, u->first_id));
    if (id_cell != NONE)
        add_update(w, &a, id_cell, NULL, id);
    else if (expr_is_const(id))
        set_value(w, call, id);
    step_to(w, to, &a);
}

static void create(struct lower *w, LLVMValueRef call)
{
    struct exprs *x = w->exprs;
    expr function = argument(w, call, 0), none = expr_bool(x, true);
    u32_vector targets = {0};
    const u32_vector *set = pointsto_of(w->pointsto, LLVMGetArgOperand(call, 0));
    vector_each(const uint32_t *, p, set)
    {
        const struct object *o = &w->pointsto->places.objects.data[place_get(&w->pointsto->places, *p)->object];
        uint32_t t = o->kind == OBJECT_FUNCTION ? threads_template(w->threads, o->value) : NONE;
        if (t != NONE && t != 0) {
            vector_push(&targets, t);
            none = expr_and(x, none, expr_ne(x, function, expr_const(x, function->width, o->base)));
        }
    }
    demand(w, expr_not(x, none), "creation of a thread with a function that is not known");
    if (!w->ended) {
        bool is_static = targets.size == 1 && !w->threads->units.data[targets.data[0]].dynamic;
        uint32_t to = new_location(w, w->depth ? LOC_ATOMIC : 0);
        uint32_t cell = is_static || !LLVMGetFirstUse(call) ? NONE : cell_for(w, call);
        vector_each(const uint32_t *, t, &targets)
        {
            uint64_t object = 0;
            map_get(&w->pointsto->places.object_of, map_pointer_key(w->threads->units.data[*t].function), &object);
            expr address = expr_const(x, function->width, w->pointsto->places.objects.data[object].base);
            create_instance(w, call, *t, targets.size == 1 ? expr_bool(x, true) : expr_eq(x, function, address), cell, to);
        }
        w->here = to;
        w->pending = expr_bool(x, true);
    }
    vector_free(&targets);
}

static void join(struct lower *w, LLVMValueRef call)
{
    struct exprs *x = w->exprs;
    expr id = argument(w, call, 0), some = expr_bool(x, false);
    bool used = LLVMGetFirstUse(call) != NULL;
    uint32_t n = w->threads->template_count;
    expr *is = ARENA_ARRAY(&w->front->arena, expr, n);
    for (uint32_t t = 1; t < n; t++) {
        const struct unit *u = &w->threads->units.data[t];
        uint32_t count = u->instances == UNBOUNDED ? UNBOUNDED_IDS : u->instances;
        expr number = expr_sub(x, id, expr_const(x, SELF_WIDTH, u->first_id));
        is[t] = count == 1 ? expr_eq(x, id, expr_const(x, SELF_WIDTH, u->first_id))
                           : expr_binary(x, E_ULT, number, expr_const(x, SELF_WIDTH, count));
        some = expr_or(x, some, is[t]);
    }
    require(w, some, "undefined: join of a thread that was never created");
    if (w->ended)
        return;
    uint32_t to = new_location(w, w->depth ? LOC_ATOMIC : 0);
    uint32_t cell = used ? cell_for(w, call) : NONE;
    for (uint32_t t = 1; t < n; t++) {
        if (expr_is_false(is[t]))
            continue;
        const struct unit *u = &w->threads->units.data[t];
        struct action a = new_action(w, ACT_JOIN);
        a.object = t;
        expr index = slot(u, expr_sub(x, id, expr_const(x, SELF_WIDTH, u->first_id)));
        a.guard = expr_and(x, is[t], program_cell_expr(w->program, u->done, index));
        add_access(w, &a, u->done, index, false, true);
        if (cell != NONE) {
            add_update(w, &a, cell, NULL, program_cell_expr(w->program, u->result, index));
            add_access(w, &a, u->result, index, false, true);
        }
        step_to(w, to, &a);
    }
    w->here = to;
    w->pending = expr_bool(x, true);
}

/* ---- LLVM's intrinsics ---- */

static void with_overflow(struct lower *w, LLVMValueRef call, enum expr_op op, bool is_signed)
{
    struct exprs *x = w->exprs;
    expr a = argument(w, call, 0), b = argument(w, call, 1);
    unsigned width = a->width, wide = op == E_MUL ? 2 * width : width + 1;
    if (wide > 64) {
        unsupported(w, "an overflow check on 64 bits");
        return;
    }
    expr exact = expr_binary(x, op, expr_resize(x, a, wide, is_signed), expr_resize(x, b, wide, is_signed));
    expr value = expr_extract(x, exact, 0, width);
    set_part(w, call, 0, value);
    set_part(w, call, 1, expr_ne(x, expr_resize(x, value, wide, is_signed), exact));
}

static bool starts(const char *name, const char *prefix) { return starts_with(name, prefix); }

static expr choice(struct lower *w, LLVMValueRef call, enum expr_op less, bool smaller)
{
    expr a = argument(w, call, 0), b = argument(w, call, 1);
    expr first = expr_binary(w->exprs, less, a, b);
    return smaller ? expr_ite(w->exprs, first, a, b) : expr_ite(w->exprs, first, b, a);
}

static expr swap_bytes(struct lower *w, expr a)
{
    expr e = NULL;
    for (unsigned k = 0; k < a->width; k += 8) {
        expr byte = expr_extract(w->exprs, a, k, 8);
        e = e ? expr_binary(w->exprs, E_CONCAT, e, byte) : byte;
    }
    return e;
}

static void llvm_intrinsic(struct lower *w, LLVMValueRef call, const char *name)
{
    struct exprs *x = w->exprs;
    name += strlen("llvm.");
    if (starts(name, "lifetime.") || starts(name, "stackrestore") || starts(name, "prefetch") || starts(name, "assume")
        || starts(name, "donothing") || starts(name, "va_end") || starts(name, "experimental.noalias"))
        return;
    if (starts(name, "stacksave") || starts(name, "is.constant"))
        set_value(w, call, expr_const(x, value_width(w, LLVMTypeOf(call)), 0));
    else if (starts(name, "objectsize"))
        set_value(w, call, expr_const(x, value_width(w, LLVMTypeOf(call)), LLVMIsNull(LLVMGetArgOperand(call, 1)) ? UINT64_MAX : 0));
    else if (starts(name, "expect"))
        set_value(w, call, argument(w, call, 0));
    else if (starts(name, "threadlocal.address"))
        set_value(w, call, object_address(w, places_object(&w->pointsto->places, OBJECT_THREAD_LOCAL, LLVMGetArgOperand(call, 0), w->unit->function)));
    else if (starts(name, "abs.")) {
        expr a = argument(w, call, 0);
        set_value(w, call, expr_ite(x, expr_binary(x, E_SLT, a, expr_const(x, a->width, 0)), expr_unary(x, E_NEG, a), a));
    } else if (starts(name, "smax."))
        set_value(w, call, choice(w, call, E_SLT, false));
    else if (starts(name, "smin."))
        set_value(w, call, choice(w, call, E_SLT, true));
    else if (starts(name, "umax."))
        set_value(w, call, choice(w, call, E_ULT, false));
    else if (starts(name, "umin."))
        set_value(w, call, choice(w, call, E_ULT, true));
    else if (starts(name, "bswap."))
        set_value(w, call, swap_bytes(w, argument(w, call, 0)));
    else if (starts(name, "sadd.with.overflow"))
        with_overflow(w, call, E_ADD, true);
    else if (starts(name, "uadd.with.overflow"))
        with_overflow(w, call, E_ADD, false);
    else if (starts(name, "ssub.with.overflow"))
        with_overflow(w, call, E_SUB, true);
    else if (starts(name, "usub.with.overflow"))
        with_overflow(w, call, E_SUB, false);
    else if (starts(name, "smul.with.overflow"))
        with_overflow(w, call, E_MUL, true);
    else if (starts(name, "umul.with.overflow"))
        with_overflow(w, call, E_MUL, false);
    else if (starts(name, "trap") || starts(name, "ubsantrap") || starts(name, "debugtrap"))
        lower_halt(w);
    else
        unsupported(w, arena_printf(&w->front->arena, "operation '%s'", name));
}

/* ---- the table ---- */

static void nondet(struct lower *w, LLVMValueRef call)
{
    unsigned width = value_width(w, LLVMTypeOf(call));
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind || !LLVMGetFirstUse(call))
        return;
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
    bool is_condition = property->value == PROPERTY_REACH && strcmp(text, "reach_error()") != 0;
    fail(w, (enum property)property->value, is_condition ? arena_printf(&w->front->arena, "assertion '%s'", text) : text);
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
    lower_alloc(w, call, places_object(&w->pointsto->places, OBJECT_HEAP, call, w->unit->function), argument(w, call, 0));
}

static void call_begin(struct lower *w, LLVMValueRef call) { (void)call, atomic_begin(w); }
static void call_end(struct lower *w, LLVMValueRef call) { (void)call, atomic_end(w); }
static void call_halt(struct lower *w, LLVMValueRef call) { (void)call, lower_halt(w); }
static void call_exit(struct lower *w, LLVMValueRef call) { lower_exit(w, argument(w, call, 0)); }
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
    {"reach_error", call_error},
    {"__VERIFIER_error", call_error},
    {"__heddle_unsupported", call_unsupported},
    {"__heddle_halt", call_halt},
    {"__heddle_create", create},
    {"__heddle_join", join},
    {"__heddle_exit", call_exit},
    {"__heddle_alloc", call_alloc},
    {"__heddle_free", call_nothing},
    {"__heddle_note", note},
};

static void call_procedure(struct lower *w, LLVMValueRef call, uint32_t procedure)
{
    const struct code *c = &w->program->codes.data[procedure];
    struct action a = new_action(w, ACT_CALL);
    a.object = procedure;
    a.call_result = NONE;
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
    for (uint32_t k = 0; k < c->parameters.size && k < LLVMGetNumArgOperands(call); k++) {
        if (LLVMGetEnumAttributeAtIndex(w->threads->units.data[procedure].function, k + 1, byval))
            unsupported(w, "a structure passed by value to a recursive function");
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
    if (LLVMIsAInlineAsm(callee)) {
        size_t length;
        const char *code = LLVMGetInlineAsmAsmString(callee, &length);
        if (strspn(code, " \t\n;") != length || LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
            unsupported(w, "inline assembly");
        return;
    }
    const char *name = called_name(call);
    for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++)
        if (strcmp(name, intrinsics[i].name) == 0) {
            intrinsics[i].lower(w, call);
            return;
        }
    if (starts(name, "__heddle_nondet") || starts(name, "__heddle_undefined.") || starts(name, "__VERIFIER_nondet_")) {
        nondet(w, call);
        return;
    }
    if (starts(name, "llvm.")) {
        llvm_intrinsic(w, call, name);
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
