/* The lowering of whole functions: blocks, branches, phi nodes, entry and exit. */
#include "frontend/lower_float.h"
#include "frontend/lower.h"

#include "base/text.h"
#include "frontend/constants.h"
#include "frontend/cut.h"
#include "frontend/written_first.h"
#include "frontend/names.h"

/* What the compiler made up (line 0) belongs to what came before. */
static void update_position(struct lower *w, LLVMValueRef i)
{
    LLVMMetadataRef at = i ? LLVMInstructionGetDebugLoc(i) : NULL;
    if (at && LLVMDILocationGetLine(at))
        w->pos = position_of(w->front, i);
}

/* The first location of a block; NONE (after an unsupported edge) if its atomic sections do not match. */
static uint32_t block_location(struct lower *w, LLVMBasicBlockRef b)
{
    uint64_t location, depth;
    if (!map_get(&w->location, map_pointer_key(b), &location)) {
        struct position saved = w->pos;
        LLVMValueRef first = LLVMGetFirstInstruction(b);
        while (first && (LLVMIsAPHINode(first) || is_debug_call(first)))
            first = LLVMGetNextInstruction(first);
        update_position(w, first);
        location = new_location(w, w->depth ? LOC_ATOMIC : 0);
        w->pos = saved;
        map_put(&w->location, map_pointer_key(b), location);
        map_put(&w->depths, map_pointer_key(b), w->depth);
    }
    map_get(&w->depths, map_pointer_key(b), &depth);
    return depth == w->depth ? (uint32_t)location : NONE;
}

static void edge_to_block(struct lower *w, LLVMBasicBlockRef from, LLVMBasicBlockRef to, expr guard)
{
    if (expr_is_false(expr_and(w->exprs, w->pending, guard)))
        return;
    uint32_t location = block_location(w, to);
    struct action a = new_action(w, ACT_LOCAL);
    a.guard = guard;
    if (location == NONE) {
        expr before = w->pending;
        w->pending = expr_and(w->exprs, w->pending, guard);
        unsupported(w, "an atomic section that is entered or left on some paths only");
        w->pending = before;
        w->ended = false;
        return;
    }
    each_instruction(phi, to)
    {
        if (!LLVMIsAPHINode(phi))
            break;
        if (!LLVMGetFirstUse(phi) || !value_width(w, LLVMTypeOf(phi)))
            continue;
        for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
            if (LLVMGetIncomingBlock(phi, k) != from)
                continue;
            expr cell = value_of(w, phi), value = value_of(w, LLVMGetIncomingValue(phi, k));
            if (cell != value)
                add_update(w, &a, (uint32_t)cell->value, NULL, value);
            break;
        }
    }
    step_to(w, location, &a);
}

/* SCCP has seen that one of the cases always applies, and put such a block in the place of the default. */
static bool is_never_taken(LLVMBasicBlockRef otherwise)
{
    return starts_with(LLVMGetBasicBlockName(otherwise), NEVER_TAKEN) && LLVMIsAUnreachableInst(LLVMGetFirstInstruction(otherwise));
}

static void lower_switch(struct lower *w, LLVMValueRef i, LLVMBasicBlockRef from)
{
    expr value = value_of(w, LLVMGetOperand(i, 0)), otherwise = expr_bool(w->exprs, true);
    for (unsigned k = 2; k + 1 < (unsigned)LLVMGetNumOperands(i); k += 2) {
        expr is = expr_eq(w->exprs, value, value_of(w, LLVMGetOperand(i, k)));
        edge_to_block(w, from, LLVMValueAsBasicBlock(LLVMGetOperand(i, k + 1)), is);
        otherwise = expr_and(w->exprs, otherwise, expr_not(w->exprs, is));
    }
    if (!is_never_taken(LLVMGetSwitchDefaultDest(i)))
        edge_to_block(w, from, LLVMGetSwitchDefaultDest(i), otherwise);
}

static void lower_return(struct lower *w, LLVMValueRef i)
{
    bool has_value = LLVMGetNumOperands(i) == 1;
    if (w->depth) {
        unsupported(w, "the end of a function inside an atomic section");
    } else if (w->as_template && w->code == 0) {
        check_end(w, true);
        end_mains_locals(w);
        lower_halt(w);
    } else if (w->as_template) {
        lower_exit(w, has_value ? value_of(w, LLVMGetOperand(i, 0)) : NULL);
    } else {
        struct code *c = &w->program->codes.data[w->code];
        struct action a = new_action(w, ACT_LOCAL);
        if (has_value && c->result != NONE)
            add_update(w, &a, c->result, NULL, value_of(w, LLVMGetOperand(i, 0)));
        step_to(w, c->exit, &a);
    }
}

static void lower_terminator(struct lower *w, LLVMValueRef i, LLVMBasicBlockRef b)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMBr:
        if (LLVMIsConditional(i)) {
            expr condition = value_of(w, LLVMGetCondition(i));
            edge_to_block(w, b, LLVMGetSuccessor(i, 0), condition);
            edge_to_block(w, b, LLVMGetSuccessor(i, 1), expr_not(w->exprs, condition));
        } else {
            edge_to_block(w, b, LLVMGetSuccessor(i, 0), expr_bool(w->exprs, true));
        }
        break;
    case LLVMSwitch: lower_switch(w, i, b); break;
    case LLVMRet: lower_return(w, i); break;
    case LLVMUnreachable: require(w, expr_bool(w->exprs, false), "undefined: code that must not be reached"); break;
    default: unsupported(w, "a computed goto");
    }
}

/* LLVM's folding leaves poison where C leaves the value undefined (a shift by too much, for one). */
static bool uses_poison(LLVMValueRef i)
{
    if (LLVMIsAInsertValueInst(i))
        return false;
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        if (LLVMIsPoison(LLVMGetOperand(i, (unsigned)k)))
            return true;
    return false;
}

/* C leaves the value open and everything else, too: a run goes on with any value, and nothing is TRUE. False if it ends here. */
static bool take_any_for_poison(struct lower *w, LLVMValueRef i)
{
    const char *reason = "undefined: the value of an expression that C leaves undefined";
    bool is_value = LLVMIsAStoreInst(i) || is_pure(i);
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
        bool is_integer = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind && value_width(w, LLVMTypeOf(v));
        is_value &= !LLVMIsPoison(v) || is_integer;
    }
    if (!is_value || w->front->options->undefined != UNDEFINED_UNKNOWN) {
        require(w, expr_bool(w->exprs, false), reason);
        return false;
    }
    uncovered(w, reason);
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
        if (!LLVMIsPoison(v))
            continue;
        struct action a = new_action(w, ACT_LOCAL);
        add_update(w, &a, cell_for(w, v), NULL, fresh_input(w, value_width(w, LLVMTypeOf(v))));
        step(w, &a);
    }
    return true;
}

static bool uses_unknown(struct lower *w, LLVMValueRef i)
{
    if (starts_with(called_name(i), "llvm.threadlocal.address"))
        return false;
    int n = LLVMIsACallInst(i) ? (int)LLVMGetNumArgOperands(i) : LLVMGetNumOperands(i);
    for (int k = 0; k < n; k++) {
        LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
        if (LLVMIsAConstant(v) && !LLVMIsAFunction(v) && !is_known(w, v))
            return true;
    }
    return false;
}

static void lower_instruction(struct lower *w, LLVMValueRef i, LLVMBasicBlockRef b)
{
    if (LLVMIsAPHINode(i) || is_debug_call(i)) {
        if (LLVMIsAPHINode(i) && LLVMGetFirstUse(i) && !value_width(w, LLVMTypeOf(i)))
            unsupported_type(w, LLVMTypeOf(i));
        else if (LLVMIsAPHINode(i) && uses_unknown(w, i))
            unsupported(w, "a constant that is not modelled");
        return;
    }
    update_position(w, i);
    if (!LLVMIsATerminatorInst(i) && uses_unknown(w, i)) {
        unsupported(w, "a constant that is not modelled");
        return;
    }
    if (uses_poison(i) && !take_any_for_poison(w, i))
        return;
    check_reuse(w, i);
    uint64_t width;
    if (LLVMIsATerminatorInst(i))
        lower_terminator(w, i, b);
    else if (accessed_pointer(w->front, i, &width))
        lower_access(w, i);
    else if (LLVMIsACallInst(i))
        lower_call(w, i);
    else if (LLVMIsAAllocaInst(i)) {
        expr count = value_of(w, LLVMGetOperand(i, 0));
        unsigned pointer = 8 * w->front->pointer_bytes;
        uint32_t object = places_object(&w->pointsto->places, OBJECT_STACK, i, w->unit->function);
        lower_alloc(w, i, object, expr_resize(w->exprs, count, pointer, false), type_size(w->front, LLVMGetAllocatedType(i)));
    } else if (is_float_operation(i))
        lower_float(w, i);
    else if (is_pure(i)) {
        check_pure(w, i);
        if (LLVMIsAGetElementPtrInst(i) && !w->ended)
            check_index(w, i);
    } else if (LLVMGetInstructionOpcode(i) == LLVMFence)
        lower_fence(w, i);
    else if (LLVMGetFirstUse(i))
        unsupported(w, "an operation that is not modelled");
}

static void lower_block(struct lower *w, LLVMBasicBlockRef b)
{
    uint64_t location = 0, depth = 0;
    map_get(&w->location, map_pointer_key(b), &location);
    map_get(&w->depths, map_pointer_key(b), &depth);
    w->here = (uint32_t)location;
    w->depth = (uint32_t)depth;
    w->ended = false;
    w->pending = expr_bool(w->exprs, true);
    w->pos = w->program->codes.data[w->code].locations.data[w->here].pos;
    each_instruction(i, b)
    {
        lower_instruction(w, i, b);
        if (w->ended)
            return;
    }
}

/* The object of which every instance is given one; NONE if there is none. */
static uint32_t given_block(const struct lower *w)
{
    const struct object *objects = w->pointsto->places.objects.data;
    for (uint32_t k = 0; k < w->pointsto->places.objects.size && w->unit->argument != NONE; k++)
        if (objects[k].given_to && objects[k].given_to == w->code)
            return k;
    return NONE;
}

/* An instance waits until it was created, and takes its argument. */
static void lower_start(struct lower *w)
{
    const struct unit *u = w->unit;
    struct exprs *x = w->exprs;
    if (u->started == NONE)
        return;
    struct action a = new_action(w, ACT_START);
    expr index = u->instances == 1 ? NULL : expr_sub(x, expr_self(x), expr_const(x, SELF_WIDTH, u->first_id));
    a.guard = program_cell_expr(w->program, u->started, index);
    add_access(w, &a, u->started, index, false, true);
    uint32_t given = given_block(w);
    if (given != NONE) {
        expr count = program_cell_expr(w->program, u->count, NULL);
        a.guard = expr_and(x, a.guard, expr_binary(x, E_ULT, index, count)); /* which is so, since it was created */
        add_access(w, &a, u->count, NULL, false, true);
        set_value(w, LLVMGetParam(u->function, 0), given_address(w, given, index));
    } else if (u->argument != NONE) {
        LLVMValueRef p = LLVMGetParam(u->function, 0);
        uint32_t cell = cell_for(w, p);
        expr value = program_cell_expr(w->program, u->argument, index);
        add_update(w, &a, cell, NULL, expr_resize(x, value, w->program->cells.data[cell].width, false));
        add_access(w, &a, u->argument, index, false, true);
    }
    step(w, &a);
}

static void lower_first_values(struct lower *w)
{
    struct action a = new_action(w, ACT_LOCAL);
    vector_each(const struct element_value *, v, &w->regions->first_values) {
        const struct cell *c = &w->program->cells.data[v->cell];
        if (c->owner != (w->code == 0 ? NONE : w->code) && c->owner != w->code)
            continue;
        add_update(w, &a, v->cell, cell_is_array(c) ? expr_const(w->exprs, c->index_width, v->index) : NULL,
                   expr_const(w->exprs, c->width, v->value));
    }
    if (a.update_count)
        step(w, &a);
}

/* Parameters that nobody passes (argc, argv; a thread function's beyond the first) are arbitrary. */
static void lower_free_parameters(struct lower *w)
{
    for (unsigned k = 0; k < LLVMCountParams(w->unit->function); k++) {
        LLVMValueRef p = LLVMGetParam(w->unit->function, k);
        unsigned width = value_width(w, LLVMTypeOf(p));
        if (!LLVMGetFirstUse(p) || map_get(&w->values, map_pointer_key(p), NULL) || !width)
            continue;
        uint32_t cell = cell_for(w, p);
        w->program->cells.data[cell].arbitrary = true;
        w->program->cells.data[cell].init = w->unit->function == w->front->main && k == 0; /* argc */
        bitset_remove(&w->front->ssa_cells, cell);
    }
}

static void lower_parameters(struct lower *w)
{
    struct code *c = &w->program->codes.data[w->code];
    for (unsigned k = 0; k < c->parameters.size; k++) {
        uint32_t cell = c->parameters.data[k];
        set_value(w, LLVMGetParam(w->unit->function, k), expr_cell(w->exprs, w->program->cells.data[cell].width, cell));
    }
}

static void lower_body(struct lower *w)
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(w->unit->function);
    struct action a = new_action(w, ACT_LOCAL);
    uint32_t first = block_location(w, entry);
    uint32_t n = w->unit->cfg.blocks.size;
    if (w->here == w->program->codes.data[w->code].entry && w->program->codes.data[w->code].edges.size == 0)
        w->program->codes.data[w->code].entry = first; /* nothing came before */
    else
        step_to(w, first, &a);
    bool *done = NEW_ARRAY(bool, n);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t k = 0; k < n; k++) {
            LLVMBasicBlockRef b = w->unit->cfg.blocks.data[k];
            if (done[k] || !map_get(&w->location, map_pointer_key(b), NULL))
                continue;
            done[k] = again = true;
            w->block = k;
            lower_block(w, b);
        }
    }
    mem_free(done);
}

static void lower_unit(struct lower *w, uint32_t unit)
{
    w->code = unit;
    w->unit = &w->threads->units.data[unit];
    w->as_template = w->unit->is_template;
    w->block = NONE;
    vector_clear(&w->facts);
    vector_clear(&w->first_fact);
    for (uint32_t k = 0; k < w->unit->cfg.blocks.size; k++)
        vector_push(&w->first_fact, NONE);
    w->depth = 0;
    w->ended = false;
    w->pending = expr_bool(w->exprs, true);
    w->pos = function_position(w->front, w->unit->function);
    variable_names(w->front, w->unit->function, &w->names);
    count_undefined(w);
    uint32_t entry = new_location(w, 0), exit = new_location(w, 0);
    w->program->codes.data[unit].entry = w->here = entry;
    w->program->codes.data[unit].exit = exit;
    uint32_t procedure = w->as_template ? threads_procedure(w->threads, w->unit->function) : NONE;
    if (w->as_template) {
        lower_start(w);
        lower_first_values(w);
        lower_free_parameters(w);
    } else {
        lower_parameters(w);
    }
    if (procedure != NONE)
        unsupported(w, "a thread that runs a recursive function directly");
    else
        lower_body(w);
    map_clear(&w->values);
    map_clear(&w->names);
    map_clear(&w->undefined);
    map_clear(&w->location);
    map_clear(&w->depths);
}

static void declare_procedure(struct lower *w, uint32_t unit)
{
    w->code = unit;
    LLVMValueRef fn = w->threads->units.data[unit].function;
    for (unsigned k = 0; k < LLVMCountParams(fn); k++) {
        unsigned width = value_width(w, LLVMTypeOf(LLVMGetParam(fn, k)));
        const char *name = plain_name(w->front, value_name(LLVMGetParam(fn, k)));
        uint32_t cell = local_cell(w, *name ? name : "parameter", width ? width : 1);
        vector_push(&w->program->codes.data[unit].parameters, cell);
    }
    unsigned width = value_width(w, LLVMGetReturnType(LLVMGlobalGetValueType(fn)));
    if (width) {
        uint32_t cell = local_cell(w, "result", width);
        w->program->codes.data[unit].result = cell;
    }
}

void lower_module(struct front *f, struct pointsto *p)
{
    struct threads t = {0};
    struct regions r;
    members_collect(f);
    f->weaker_orders = f->options->executions || find_weaker_orders(f);
    threads_find(f, p, &t);
    regions_make(f, p, &t, &r);
    objects_describe(f, &p->places, &t);
    struct lower w = {.front = f, .program = f->program, .exprs = f->exprs, .pointsto = p, .threads = &t, .regions = &r};
    find_mortal(&w);
    for (uint32_t u = t.template_count; u < t.units.size; u++)
        declare_procedure(&w, u);
    for (uint32_t u = 0; u < t.units.size; u++)
        lower_unit(&w, u);
    if (cuts(f))
        cut_calls(f, &r);
    if (cuts(f) && f->options->cut->coarse && !f->error) {
        cut_arrays(f);
        cut_stretches(f);
    }
    find_written_first(f->program, &f->ssa_cells);
    fold_constants(f->program, &f->ssa_cells, f->options->executions || front_needs(f, NEEDS_ACCESSES | NEEDS_BLOCKING),
                   front_needs(f, NEEDS_BLOCKING) || asks_for_lost_memory(&w));
    vector_each(struct code *, c, &f->program->codes)
        code_index(c);
    vector_free(&w.facts);
    vector_free(&w.first_fact);
    vector_free(&w.restores);
    map_free(&w.values);
    map_free(&w.names);
    map_free(&w.undefined);
    map_free(&w.location);
    map_free(&w.depths);
    regions_free(&r);
    threads_free(&t);
}
