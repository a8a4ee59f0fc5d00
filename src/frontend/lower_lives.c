/* Whether objects are alive, for the property memory (and, of memory, for reuse: lower_reuse.c). An object that may end before the program does (it is given to free, or it is a
 * local variable whose block ends or whose thread may end) is mortal: a cell says of each of its incarnations whether it has ended. An access
 * to it first looks there. That is a step of its own: whoever ends the object in between could have ended it before. */
#include "frontend/lower.h"

#include "base/text.h"

static struct object *object_of(const struct lower *w, uint32_t place)
{
    return &w->pointsto->places.objects.data[place_get(&w->pointsto->places, place)->object];
}

bool asks_for_memory(const struct lower *w) { return front_needs(w->front, NEEDS_LIFETIMES) && !w->front->options->only_uncovered; }

/* --- which objects are mortal --- */

#define each_unit_instruction(w, u, i)                                                                                             \
    vector_each(const struct unit *, u, &(w)->threads->units)                                                                      \
    each_block(b, u->function) each_instruction(i, b)

static void make_mortal(struct lower *w, LLVMValueRef pointer, enum object_kind kind)
{
    const u32_vector *set = pointsto_of(w->pointsto, pointer);
    vector_each(const uint32_t *, p, set) {
        struct object *o = object_of(w, *p);
        o->freed |= o->kind == kind && kind == OBJECT_HEAP;
        o->mortal |= o->kind == kind && asks_for_memory(w);
    }
}

/* Right before main returns, and nothing is done in between but by other threads. */
static bool ends_program(const struct lower *w, LLVMValueRef i)
{
    LLVMBasicBlockRef b = LLVMGetInstructionParent(i);
    if (LLVMGetBasicBlockParent(b) != w->threads->units.data[0].function || !LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(b)))
        return false;
    uint64_t bytes;
    for (; i; i = LLVMGetNextInstruction(i))
        if (accessed_pointer(w->front, i, &bytes) ||
            (LLVMIsACallInst(i) && !is_debug_call(i) && !starts_with(called_name(i), "llvm.lifetime.") &&
             !starts_with(called_name(i), "llvm.stackrestore")))
            return false;
    return true;
}

static void add_objects(const struct lower *w, LLVMValueRef pointer, struct bitset *objects)
{
    if (LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind)
        vector_each(const uint32_t *, p, pointsto_of(w->pointsto, pointer))
            bitset_add(objects, place_get(&w->pointsto->places, *p)->object);
}

/* The objects that threads other than main access, or let a function access. */
static void find_accessed_by_others(struct lower *w, struct bitset *objects)
{
    uint64_t bytes;
    each_unit_instruction(w, u, i)
    {
        LLVMValueRef pointer = accessed_pointer(w->front, i, &bytes);
        if (u == w->threads->units.data)
            continue;
        if (pointer)
            add_objects(w, pointer, objects);
        for (unsigned k = 0; LLVMIsACallInst(i) && !is_debug_call(i) && k < LLVMGetNumArgOperands(i); k++)
            add_objects(w, LLVMGetArgOperand(i, k), objects);
    }
}

static bool calls_exit(LLVMValueRef function)
{
    each_block(b, function) each_instruction(i, b) if (LLVMIsACallInst(i) && !strcmp(called_name(i), "__heddle_exit")) return true;
    return false;
}

static void find_mortal_locals(struct lower *w)
{
    each_unit_instruction(w, u, i)
    {
        const char *name = LLVMIsACallInst(i) ? called_name(i) : "";
        if (starts_with(name, "llvm.lifetime.end") && !ends_program(w, i))
            make_mortal(w, LLVMGetArgOperand(i, 1), OBJECT_STACK);
    }
    find_restores(w);
    struct bitset others = {0};
    find_accessed_by_others(w, &others);
    bool main_ends = calls_exit(w->threads->units.data[0].function);
    vector_each(struct object *, o, &w->pointsto->places.objects) {
        uint32_t unit = o->kind == OBJECT_STACK || o->kind == OBJECT_THREAD_LOCAL ? threads_unit(w->threads, o->function) : NONE;
        o->mortal |= unit != NONE && o->escapes && (unit != 0 || main_ends);
        o->mortal |= unit != NONE && o->kind == OBJECT_STACK && (o->watched || is_cut_off(w, o));
        o->mortal |= unit == 0 && o->kind == OBJECT_STACK && bitset_has(&others, (uint32_t)(o - w->pointsto->places.objects.data));
    }
    bitset_free(&others);
}

void find_mortal(struct lower *w)
{
    each_unit_instruction(w, u, i) if (LLVMIsACallInst(i) && !strcmp(called_name(i), "__heddle_free"))
        make_mortal(w, LLVMGetArgOperand(i, 0), OBJECT_HEAP);
    each_unit_instruction(w, u, i) follow_reuse(w, i);
    if (asks_for_memory(w))
        find_mortal_locals(w);
}

/* --- the cell --- */

bool has_several(const struct object *o) { return o->many || o->instance_stride; }

uint32_t end_cell(struct lower *w, struct object *o)
{
    uint32_t unit = threads_unit(w->threads, o->function);
    bool own = !o->escapes && unit != NONE && w->threads->units.data[unit].is_template;
    if (o->ended == NONE) {
        o->ended = object_cell(w, o, "ended", 1, own);
        w->program->cells.data[o->ended].role = o->kind == OBJECT_HEAP ? CELL_FREED : CELL_ENDED;
    }
    return o->ended;
}

static expr start_of(struct lower *w, const struct object *o, expr address)
{
    return has_several(o) ? expr_sub(w->exprs, address, offset_in(w, o, address)) : NULL;
}

/* A step that reads into *was (unless it is NONE) whether the object has ended at that address, and may change it. */
static struct action look_at(struct lower *w, struct object *o, expr address, uint32_t was, enum life_change change)
{
    uint32_t cell = end_cell(w, o);
    bool shared = cell_is_shared(&w->program->cells.data[cell]);
    struct action a = new_action(w, !shared ? ACT_LOCAL : change == LEFT_ALONE ? ACT_LOAD : was == NONE ? ACT_STORE : ACT_ATOMIC);
    expr index = start_of(w, o, address);
    if (was != NONE) {
        add_access(w, &a, cell, index, false, true);
        add_update(w, &a, was, NULL, program_cell_expr(w->program, cell, index));
    }
    if (change != LEFT_ALONE) {
        add_access(w, &a, cell, index, true, true);
        add_update(w, &a, cell, index, expr_bool(w->exprs, change == ENDS));
        count_change(w, o, &a, change == BEGINS, program_cell_expr(w->program, cell, index));
    }
    return a;
}

/* --- where an address lies --- */

expr in_object(struct lower *w, uint32_t object, expr address, uint64_t bytes)
{
    const struct object *o = &w->pointsto->places.objects.data[object];
    struct place whole = {.object = object, .first = 0, .stride = 1, .start = 0, .end = o->size + (bytes == 0)};
    return o->size < bytes ? expr_bool(w->exprs, false) : at_place(w, address, &whole, bytes);
}

void objects_of(const struct lower *w, LLVMValueRef pointer, u32_vector *out)
{
    const u32_vector *set = pointsto_of(w->pointsto, pointer);
    vector_each(const uint32_t *, p, set) {
        uint32_t object = place_get(&w->pointsto->places, *p)->object;
        bool known = false;
        vector_each(const uint32_t *, k, out)
            known |= *k == object;
        if (!known)
            vector_push(out, object);
    }
}

expr in_some_object(struct lower *w, LLVMValueRef pointer, expr address, uint64_t bytes)
{
    expr inside = expr_bool(w->exprs, false);
    u32_vector objects = {0};
    objects_of(w, pointer, &objects);
    vector_each(const uint32_t *, o, &objects)
        inside = expr_or(w->exprs, inside, in_object(w, *o, address, bytes));
    vector_free(&objects);
    return inside;
}

void demand_in_array(struct lower *w, LLVMValueRef pointer, expr address, uint64_t bytes, expr inside)
{
    const struct places *all = &w->pointsto->places;
    const u32_vector *set = pointsto_of(w->pointsto, pointer);
    bool may_leave = false;
    vector_each(const uint32_t *, x, set)
        may_leave |= place_leaves_array(all, place_get(all, *x));
    if (may_leave && !expr_is_true(inside))
        demand(w, expr_or(w->exprs, inside, expr_not(w->exprs, in_some_object(w, pointer, address, bytes))),
               LIMIT_REASON "access byte by byte beyond an array of a structure");
}

/* In an object that some pointer has left: where a pointer came back, the points-to analysis does not know that it leads there. */
static expr in_strayed_object(struct lower *w, expr address, uint64_t bytes)
{
    expr inside = expr_bool(w->exprs, false);
    for (uint32_t k = 0; k < w->pointsto->places.objects.size; k++)
        if (w->pointsto->places.objects.data[k].strayed)
            inside = expr_or(w->exprs, inside, in_object(w, k, address, bytes));
    return inside;
}

void check_place(struct lower *w, expr fine, expr address, uint64_t bytes, const char *words)
{
    expr strayed = in_strayed_object(w, address, bytes);
    check_that(w, expr_or(w->exprs, fine, strayed), PROPERTY_MEMORY, words);
    if (!w->ended && !expr_is_false(strayed))
        require(w, fine, UNDEFINED_REASON "a pointer that leaves its object");
}

/* Both addresses lie in one incarnation of an object, or one past its end. */
static expr in_same_object(struct lower *w, LLVMValueRef pointer, expr a, expr b, bool past_end)
{
    expr same = expr_bool(w->exprs, false);
    u32_vector objects = {0};
    objects_of(w, pointer, &objects);
    vector_each(const uint32_t *, k, &objects) {
        const struct object *o = &w->pointsto->places.objects.data[*k];
        expr both = expr_and(w->exprs, in_object(w, *k, a, !past_end), in_object(w, *k, b, !past_end));
        if (has_several(o))
            both = expr_and(w->exprs, both, expr_eq(w->exprs, start_of(w, o, a), start_of(w, o, b)));
        same = expr_or(w->exprs, same, both);
    }
    vector_free(&objects);
    return same;
}

/* A pointer stays in the object that it was made from, as C has it: where several lie within its reach, its address alone does not tell
 * that it has left one for another. One that is not moved leaves none: a null pointer, whose first character is looked at. */
void check_index(struct lower *w, LLVMValueRef gep)
{
    LLVMValueRef base = LLVMGetOperand(gep, 0);
    bool fixed = true, several = false;
    if (!asks_for_memory(w))
        return;
    const u32_vector *set = pointsto_of(w->pointsto, base);
    for (int k = 1; k < LLVMGetNumOperands(gep); k++)
        fixed = fixed && LLVMIsAConstantInt(LLVMGetOperand(gep, (unsigned)k));
    vector_each(const uint32_t *, p, set) {
        const struct place *q = place_get(&w->pointsto->places, *p);
        several |= has_several(object_of(w, *p)) || q->object != place_get(&w->pointsto->places, set->data[0])->object;
        fixed = fixed && !q->stride;
    }
    if (several && !fixed) {
        expr from = value_of(w, base), to = value_of(w, gep);
        require(w, expr_or(w->exprs, in_same_object(w, base, from, to, true), expr_eq(w->exprs, from, to)),
                "undefined: a pointer that leaves its object");
    }
}

/* A string literal, or a global variable that is const: it lies where nothing can be written. By the rules of the competition that is no error of
 * memory; then it forbids TRUE, as for other properties. */
void check_written(struct lower *w, LLVMValueRef pointer, expr address)
{
    u32_vector objects = {0};
    expr constant = expr_bool(w->exprs, false);
    if (!asks_for_memory(w) || w->front->options->competition)
        return;
    objects_of(w, pointer, &objects);
    vector_each(const uint32_t *, k, &objects) {
        const struct object *o = &w->pointsto->places.objects.data[*k];
        if (o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value))
            constant = expr_or(w->exprs, constant, in_object(w, *k, address, 1));
    }
    if (!expr_is_false(constant))
        check_that(w, expr_not(w->exprs, constant), PROPERTY_MEMORY, "write to a constant");
    vector_free(&objects);
}

void check_range(struct lower *w, LLVMValueRef pointer, expr address, expr size)
{
    struct exprs *x = w->exprs;
    expr last = expr_sub(x, expr_add(x, address, size), expr_const(x, address->width, 1));
    expr none = expr_eq(x, size, expr_const(x, size->width, 0));
    check_place(w, expr_or(x, none, in_same_object(w, pointer, address, last, false)), address, 1,
                "access of a library function outside any object");
    if (!w->ended)
        check_alive(w, pointer, address);
}

/* Addresses wrap around: the ways from each to the other are both as long as what is copied, or there is no way. */
void check_overlap(struct lower *w, LLVMValueRef call)
{
    struct exprs *x = w->exprs;
    if (!asks_for_memory(w))
        return;
    expr to = value_of(w, LLVMGetArgOperand(call, 0)), from = value_of(w, LLVMGetArgOperand(call, 1)),
         size = value_of(w, LLVMGetArgOperand(call, 2));
    expr apart =
        expr_and(x, expr_binary(x, E_ULE, size, expr_sub(x, to, from)), expr_binary(x, E_ULE, size, expr_sub(x, from, to)));
    expr fine = expr_or(x, expr_eq(x, to, from), apart);
    if (w->front->options->competition) /* whose rules know of no such error */
        require(w, fine, UNDEFINED_REASON "copy of memory onto a part of itself");
    else
        check_that(w, fine, PROPERTY_MEMORY, "copy of memory onto a part of itself");
}

/* --- ends --- */

static const char *words_for_end(const struct lower *w, const u32_vector *objects)
{
    bool heap = false, local = false;
    vector_each(const uint32_t *, k, objects) {
        const struct object *o = &w->pointsto->places.objects.data[*k];
        heap |= o->mortal && o->kind == OBJECT_HEAP;
        local |= o->mortal && o->kind != OBJECT_HEAP;
    }
    return !local ? "access to memory that was freed"
           : heap ? "access to memory that was freed, or to a variable that has ended"
                  : "access to a variable that has ended";
}

static bool is_in_procedure(const struct lower *w, const struct object *o)
{
    uint32_t unit = threads_unit(w->threads, o->function);
    return o->kind == OBJECT_STACK && unit != NONE && !w->threads->units.data[unit].is_template;
}

/* Memory that is allocated where it is needed ends where the stack is cut back, and with its thread. */
static bool has_unknown_cut(const struct lower *w, const struct object *o)
{
    bool ends_alone = !o->many || !o->escapes || (o->function == w->threads->units.data[0].function && !calls_exit(o->function));
    return (o->is_variable || o->many) && !o->watched && !(has_known_cut(w, o) && ends_alone);
}

/* Local variables of recursive functions are one object for all activations, those of loops for all rounds, unless they are watched. By
 * its own name a variable is accessed only while it is there, if pointers to it have not become its name. */
static bool has_unknown_end(const struct lower *w, const struct object *o, LLVMValueRef pointer)
{
    if (o->kind == OBJECT_STACK &&
        (has_unknown_end_mark(w->front, o->value) || (is_in_procedure(w, o) && is_accessed_late(o->value))))
        return true;
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    if (o->kind != OBJECT_STACK || pointer == o->value)
        return false;
    return is_in_procedure(w, o) ? o->mortal || o->is_variable || o->many || o->begins_again
                                 : has_unknown_cut(w, o) || (o->begins_again && !o->watched);
}

void look_at_any(struct lower *w, const u32_vector *objects, expr address, uint32_t was, enum life_change change)
{
    struct exprs *x = w->exprs;
    uint32_t to = new_location(w, w->depth ? LOC_ATOMIC : 0);
    bool is_there = objects->size == 1 && change == LEFT_ALONE;
    expr none = expr_bool(x, true);
    vector_each(const uint32_t *, k, objects) {
        struct object *o = &w->pointsto->places.objects.data[*k];
        if (!o->mortal || is_in_procedure(w, o))
            continue;
        struct action a = look_at(w, o, address, was, change == ASKED_ABOUT ? LEFT_ALONE : change);
        a.guard = is_there ? expr_bool(x, true) : in_object(w, *k, address, 0);
        none = expr_and(x, none, expr_not(x, a.guard));
        step_to(w, to, &a);
    }
    struct action other = new_action(w, ACT_LOCAL);
    other.guard = none;
    add_update(w, &other, was, NULL, expr_bool(x, false));
    step_to(w, to, &other);
    w->here = to;
    w->pending = expr_bool(x, true);
}

/* A variable of another thread that may be stopped at any time (models/cancel.c), and has ended then. */
static bool may_have_stopped(const struct lower *w, const struct object *o)
{
    bool local = o->kind == OBJECT_STACK || o->kind == OBJECT_THREAD_LOCAL;
    uint32_t unit = local && w->front->stops_anywhere ? threads_unit(w->threads, o->function) : NONE;
    return unit != NONE && (o->function != w->unit->function || w->threads->units.data[unit].instances != 1);
}

void check_alive(struct lower *w, LLVMValueRef pointer, expr address)
{
    u32_vector objects = {0};
    bool mortal = false, unknown = false, stopped = false;
    objects_of(w, pointer, &objects);
    vector_each(const uint32_t *, k, &objects) {
        const struct object *o = &w->pointsto->places.objects.data[*k];
        mortal |= o->mortal && !is_in_procedure(w, o);
        unknown |= has_unknown_end(w, o, pointer);
        stopped |= may_have_stopped(w, o);
    }
    if (stopped) {
        unsupported(w, "access to a variable of a thread that may be cancelled at any time");
    } else if (unknown) {
        unsupported(
            w,
            "the end of a local variable of a loop, of a recursive function, or of which the compiler does not say where it ends");
    } else if (mortal) {
        uint32_t was = local_cell(w, "%ended", 1);
        look_at_any(w, &objects, address, was, LEFT_ALONE);
        check_that(w, expr_not(w->exprs, expr_cell(w->exprs, 1, was)), PROPERTY_MEMORY, words_for_end(w, &objects));
    }
    vector_free(&objects);
}

/* The address is 0, or that of a block as malloc has given it. */
static expr can_be_freed(struct lower *w, const u32_vector *objects, expr address)
{
    struct exprs *x = w->exprs;
    expr zero = expr_const(x, address->width, 0), block = expr_eq(x, address, zero);
    vector_each(const uint32_t *, k, objects) {
        const struct object *o = &w->pointsto->places.objects.data[*k];
        if (o->kind == OBJECT_HEAP)
            block = expr_or(x, block, expr_and(x, in_object(w, *k, address, 0), expr_eq(x, offset_in(w, o, address), zero)));
    }
    return block;
}

void check_free(struct lower *w, LLVMValueRef pointer, expr address)
{
    u32_vector objects = {0};
    objects_of(w, pointer, &objects);
    expr block = can_be_freed(w, &objects, address);
    if (leads_elsewhere(w, pointer, true))
        demand(w, block, "free of memory that is not modelled");
    else
        check_place(w, block, address, 0, "free of what malloc did not give");
    if (!w->ended && objects.size) {
        uint32_t was = local_cell(w, "%freed", 1);
        look_at_any(w, &objects, address, was, ENDS);
        check_that(w, expr_not(w->exprs, expr_cell(w->exprs, 1, was)), PROPERTY_MEMORY, "free of what is freed");
    }
    vector_free(&objects);
}

void change_life(struct lower *w, struct object *o, expr address, enum life_change change)
{
    struct action a = look_at(w, o, address, NONE, change);
    step(w, &a);
}

void lower_lifetime(struct lower *w, LLVMValueRef call, bool ends)
{
    LLVMValueRef variable = LLVMIsAAllocaInst(LLVMGetArgOperand(call, 1));
    if (!asks_for_memory(w) || !variable)
        return;
    struct object *o =
        &w->pointsto->places.objects.data[places_object(&w->pointsto->places, OBJECT_STACK, variable, w->unit->function)];
    if (!o->mortal || is_in_procedure(w, o))
        return;
    if (o->watched && !ends)
        begin_round(w, variable);
    change_life(w, o, value_of(w, variable), ends ? ENDS : BEGINS);
}

void end_locals(struct lower *w, struct action *exit)
{
    for (uint32_t k = 0; k < w->pointsto->places.objects.size && asks_for_memory(w); k++) {
        struct object *o = &w->pointsto->places.objects.data[k];
        bool local = o->kind == OBJECT_STACK || o->kind == OBJECT_THREAD_LOCAL;
        if (!local || !o->mortal || !o->escapes || (o->many && !o->watched) || o->function != w->unit->function)
            continue;
        uint32_t cell = end_cell(w, o);
        if (o->watched) {
            end_rounds(w, k, exit);
            continue;
        }
        expr index = start_of(w, o, object_address(w, k));
        add_access(w, exit, cell, index, true, true);
        add_update(w, exit, cell, index, expr_bool(w->exprs, true));
    }
}

static bool has_end(LLVMValueRef variable)
{
    each_use(u, variable) if (LLVMIsACallInst(LLVMGetUser(u)) &&
                              starts_with(called_name(LLVMGetUser(u)), "llvm.lifetime.end")) return true;
    return false;
}

void end_mains_locals(struct lower *w)
{
    for (uint32_t k = 0; k < w->pointsto->places.objects.size && asks_for_memory(w); k++) {
        struct object *o = &w->pointsto->places.objects.data[k];
        if (o->kind == OBJECT_STACK && o->mortal && o->escapes && !o->many && !o->watched && o->function == w->unit->function &&
            !has_end(o->value))
            change_life(w, o, object_address(w, k), ENDS);
    }
}
