/* Allocation. An object whose size is known only at run time has a cell with the number of bytes that were asked for (0 before): accesses must
 * lie below that. An object that is allocated again and again has such a number for each incarnation, at its first address. It is written once,
 * before anyone has a pointer, so reading it is no step of its own. Where more is asked for than there is room for (layout.c), the object
 * is taken to end at its room: an access behind that is one outside any object, and no violation behind such an allocation counts. */
#include "frontend/lower.h"

enum { COUNTER_WIDTH = 40 };

static bool is_shared(const struct lower *w, const struct object *o)
{
    uint32_t unit = threads_unit(w->threads, o->function);
    return o->escapes || unit == NONE || (o->many && !w->threads->units.data[unit].is_template);
}

uint32_t object_cell(struct lower *w, const struct object *o, const char *what, uint8_t width, bool own)
{
    uint32_t unit = threads_unit(w->threads, o->function);
    struct cell c = {.name = arena_printf(&w->front->arena, "%s.%s", what, object_name(w->front, o)),
                     .width = width,
                     .owner = own ? unit : NONE,
                     .subject = NONE,
                     .role = CELL_HEAP,
                     .pos = object_position(w->front, o)};
    if (has_several(o)) {
        c.index_width = w->program->pointer_width;
        c.ranges = ARENA_NEW(&w->program->arena, struct cell_range);
        *c.ranges = (struct cell_range){.first = o->base,
                                        .stride = o->many ? o->spacing : 1,
                                        .count = o->capacity,
                                        .per_instance = o->instance_stride ? unit : NONE,
                                        .instance_stride = o->instance_stride};
        c.range_count = 1;
    }
    return unique_cell(w->front, c);
}

/* The cell with the length of a variable object, made when it is first needed. */
static uint32_t length_cell(struct lower *w, uint32_t object)
{
    struct object *o = &w->pointsto->places.objects.data[object];
    if (o->length == NONE)
        o->length = object_cell(w, o, "length", w->program->pointer_width, !is_shared(w, o));
    return o->length;
}

expr offset_in(struct lower *w, const struct object *o, expr address)
{
    assert(address->width == 8 * w->front->pointer_bytes);
    struct exprs *x = w->exprs;
    expr offset = expr_sub(x, address, expr_const(x, address->width, o->base));
    uint64_t distance = o->many ? o->spacing : o->instance_stride; /* powers of 2 */
    return has_several(o) ? expr_binary(x, E_AND, offset, expr_const(x, address->width, distance - 1)) : offset;
}

expr inside_length(struct lower *w, uint32_t object, expr address, uint64_t bytes)
{
    assert(object < w->pointsto->places.objects.size);
    struct exprs *x = w->exprs;
    uint32_t cell = length_cell(w, object);
    const struct object *o = &w->pointsto->places.objects.data[object];
    expr offset = offset_in(w, o, address), start = has_several(o) ? expr_sub(x, address, offset) : NULL;
    expr length = expr_resize(x, program_cell_expr(w->program, cell, start), address->width, false);
    return expr_binary(x, E_ULE, expr_add(x, offset, expr_const(x, address->width, bytes)), length);
}

void lower_size(struct lower *w, LLVMValueRef call)
{
    struct exprs *x = w->exprs;
    LLVMValueRef pointer = LLVMGetArgOperand(call, 0);
    expr address = argument(w, call, 0), known = expr_bool(x, false), size = expr_const(x, value_width(w, LLVMTypeOf(call)), 0);
    const u32_vector *set = pointsto_of(w->pointsto, pointer);
    for (uint32_t i = 0; i < set->size; i++) {
        const struct place *q = place_get(&w->pointsto->places, set->data[i]);
        if (q->stride || q->first || w->pointsto->places.objects.data[q->object].kind != OBJECT_HEAP)
            continue;
        uint32_t cell = w->pointsto->places.objects.data[q->object].is_variable ? length_cell(w, q->object) : NONE;
        const struct object *o = &w->pointsto->places.objects.data[q->object];
        expr is = at_place(w, address, q, 0);
        expr its = cell == NONE
                       ? expr_const(x, size->width, o->size)
                       : expr_resize(x, program_cell_expr(w->program, cell, has_several(o) ? address : NULL), size->width, false);
        size = expr_ite(x, is, its, size);
        known = expr_or(x, known, is);
    }
    require(w, known, "undefined: realloc of what malloc did not give");
    if (!w->ended)
        assign(w, call, size);
}

static void set_length(struct lower *w, struct action *a, uint32_t object, expr address, expr size)
{
    if (!w->pointsto->places.objects.data[object].is_variable)
        return;
    uint32_t cell = length_cell(w, object);
    if (cell_is_shared(&w->program->cells.data[cell]))
        a->kind = ACT_ATOMIC;
    add_update(w, a, cell, has_several(&w->pointsto->places.objects.data[object]) ? address : NULL,
               expr_resize(w->exprs, size, w->program->pointer_width, false));
}

expr given_address(struct lower *w, uint32_t object, expr number)
{
    struct exprs *x = w->exprs;
    const struct object *o = &w->pointsto->places.objects.data[object];
    unsigned width = w->program->pointer_width;
    expr offset = expr_binary(x, E_MUL, expr_resize(x, number, width, false), expr_const(x, width, o->spacing));
    return expr_add(x, expr_const(x, width, o->base), offset);
}

/* The cell that counts the incarnations. */
static uint32_t counter_cell(struct lower *w, struct object *o)
{
    if (o->counter == NONE) {
        struct cell c = {.name = arena_printf(&w->front->arena, "allocated.%s", object_name(w->front, o)),
                         .width = COUNTER_WIDTH,
                         .owner = w->as_template ? w->code : NONE,
                         .subject = NONE,
                         .role = CELL_HEAP,
                         .pos = w->pos};
        o->counter = unique_cell(w->front, c);
    }
    return o->counter;
}

/* How many there can be of the texts of argv that are allocated here: Linux has room for 6 MB, with a pointer to each. The argument of an option comes with two
 * characters more at least. */
static uint64_t most_texts(const struct lower *w, LLVMValueRef i)
{
    unsigned pointer = w->program->pointer_width / 8;
    bool option = calls(i, "__heddle_alloc_option");
    return option || calls(i, "__heddle_alloc_text") ? (6u << 20) / (pointer + (option ? 4 : 1)) : UINT64_MAX;
}

static void allocate_again(struct lower *w, LLVMValueRef i, uint32_t object, expr size)
{
    struct exprs *x = w->exprs;
    struct object *o = &w->pointsto->places.objects.data[object];
    uint32_t cell = counter_cell(w, o);
    expr counter = program_cell_expr(w->program, cell, NULL), address = object_address(w, object);
    unsigned width = address->width;
    expr fits = expr_binary(x, E_ULT, counter, expr_const(x, counter->width, o->capacity));
    if (o->capacity >= most_texts(w, i)) {
        struct action enough = new_action(w, ACT_LOCAL); /* there is no room for more */
        enough.guard = fits;
        step(w, &enough);
    } else if (o->thread_each && o->capacity > (uint64_t)w->threads->template_count * UNBOUNDED_IDS) {
        struct action enough = new_action(w, ACT_LOCAL); /* more threads than that have no ids (threads.h) */
        enough.guard = fits;
        step(w, &enough);
    } else {
        demand(w, fits, TOO_MANY_ALLOCATIONS);
    }
    struct action a = new_action(w, w->as_template ? ACT_LOCAL : ACT_ATOMIC);
    expr offset = expr_binary(x, E_MUL, expr_resize(x, counter, width, false), expr_const(x, width, o->spacing));
    address = expr_add(x, address, offset);
    add_access(w, &a, cell, NULL, true, true);
    add_update(w, &a, cell_for(w, i), NULL, address);
    add_update(w, &a, cell, NULL, expr_add(x, counter, expr_const(x, COUNTER_WIDTH, 1)));
    set_length(w, &a, object, address, size);
    step(w, &a);
}

/* The next block that is given to a thread lies where that thread will look for it. */
static void allocate_given(struct lower *w, LLVMValueRef i, uint32_t object)
{
    struct exprs *x = w->exprs;
    const struct object *o = &w->pointsto->places.objects.data[object];
    uint32_t count = w->threads->units.data[o->given_to].count;
    expr number = program_cell_expr(w->program, count, NULL);
    bool enough = o->capacity >= UNBOUNDED_IDS;
    expr fits = expr_binary(x, E_ULT, number, expr_const(x, number->width, enough ? UNBOUNDED_IDS : o->capacity));
    if (!enough)
        demand(w, fits, TOO_MANY_ALLOCATIONS);
    struct action a = new_action(w, ACT_ATOMIC);
    a.guard = fits; /* more threads than that have no ids (threads.h) */
    add_access(w, &a, count, NULL, false, true);
    add_update(w, &a, cell_for(w, i), NULL, given_address(w, object, number));
    step(w, &a);
    if (o->given_again)
        forget_contents(w, object, value_of(w, i));
}

/* A run that asks for more than there is room for goes on, but shows nothing. */
static void note_larger(struct lower *w, expr fits)
{
    struct action larger = new_action(w, ACT_LOCAL), other = new_action(w, ACT_LOCAL), on = new_action(w, ACT_LOCAL);
    uint32_t here = w->here;
    expr pending = w->pending;
    w->pending = expr_and(w->exprs, pending, expr_not(w->exprs, fits));
    approximate(w, &larger, LOC_APPROXIMATE, "an allocation that is larger than any that heddle models");
    uint32_t behind = w->here;
    w->here = here;
    w->pending = expr_and(w->exprs, pending, fits);
    step(w, &other);
    uint32_t both = w->here;
    w->here = behind;
    step_to(w, both, &on);
    w->here = both;
}

/* The number of bytes of an object of variable size, which has room for them. */
static expr bounded_size(struct lower *w, const struct object *o, expr count, uint64_t bytes)
{
    struct exprs *x = w->exprs;
    expr size = expr_binary(x, E_MUL, count, expr_const(x, count->width, bytes));
    expr fits = expr_binary(x, E_ULE, count, expr_const(x, count->width, bytes ? o->room / bytes : UINT64_MAX));
    if (expr_is_true(fits))
        return size;
    if (o->kind == OBJECT_STACK)
        require(w, fits, "undefined: an array of variable length that is larger than any stack");
    else if (w->front->options->undefined == UNDEFINED_ASSUME) /* or else an access behind its end would be assumed away */
        demand(w, fits, TOO_LARGE_ALLOCATION);
    else
        note_larger(w, fits);
    return expr_ite(x, fits, size, expr_const(x, size->width, o->room));
}

void lower_alloc(struct lower *w, LLVMValueRef i, uint32_t object, expr count, uint64_t bytes)
{
    assert(object < w->pointsto->places.objects.size);
    struct exprs *x = w->exprs;
    struct object *o = &w->pointsto->places.objects.data[object];
    expr size =
        o->is_variable ? bounded_size(w, o, count, bytes) : expr_binary(x, E_MUL, count, expr_const(x, count->width, bytes));
    if (w->ended)
        return;
    if (o->loosened) {
        struct action a = new_action(w, ACT_LOCAL);
        approximate(w, &a, LOC_APPROXIMATE, "what memory holds that is allocated as zeros and shares a cell with other memory");
    }
    if (o->given_to) {
        allocate_given(w, i, object);
        return;
    }
    if (o->watched) {
        lower_watched(w, i);
        return;
    }
    if (o->many) {
        allocate_again(w, i, object, size);
        return;
    }
    expr address = object_address(w, object);
    set_value(w, i, address);
    if (o->kind == OBJECT_STACK && o->mortal && w->as_template && asks_for_memory(w) && is_cut_off(w, o))
        change_life(w, o, address, BEGINS); /* a restore may have come before */
    if (o->in_turn)
        forget_contents(w, object, address);
    if (o->is_variable) {
        struct action a = new_action(w, ACT_LOCAL);
        set_length(w, &a, object, address, size);
        step(w, &a);
    }
}
