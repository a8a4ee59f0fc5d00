/* Loads, stores and read-modify-writes.
 *
 * An access is guarded by the condition that its address is one of those that the points-to analysis allows: this makes the
 * analysis's assumptions (pointers stay in their arrays, arbitrary values are no pointers) part of the program. */
#include "frontend/lower_float.h"

#include "base/text.h"
#include "frontend/cut.h"
#include "frontend/leaves.h"

/* e = *constant + the rest, which is returned (NULL: nothing). */
static expr split_constant(struct lower *w, expr e, uint64_t *constant)
{
    *constant = 0;
    if (expr_is_const(e)) {
        *constant = e->value;
        return NULL;
    }
    if (e->op != E_ADD)
        return e;
    uint64_t a, b;
    expr x = split_constant(w, e->arg[0], &a), y = split_constant(w, e->arg[1], &b);
    *constant = a + b;
    if (!x || !y)
        return x ? x : y;
    return a || b ? expr_add(w->exprs, x, y) : e;
}

struct levels { /* addresses first + i * stride[0] + j * stride[1] + ..., i < count[0], ... */
    uint64_t stride[3], count[3];
    unsigned n;
};

static void add_level(struct levels *l, uint64_t stride, uint64_t count)
{
    l->stride[l->n] = stride;
    l->count[l->n++] = count;
}

static expr within(struct lower *w, expr rest, const struct levels *l, unsigned k)
{
    struct exprs *x = w->exprs;
    unsigned width = rest->width;
    uint64_t stride = l->stride[k], count = l->count[k];
    if (k + 1 == l->n) {
        /* i * stride: then i says it all */
        if (rest->op == E_MUL && (expr_is_value(rest->arg[1], stride) || expr_is_value(rest->arg[0], stride)))
            return expr_binary(x, E_ULT, expr_is_value(rest->arg[1], stride) ? rest->arg[0] : rest->arg[1],
                               expr_const(x, width, count));
        if (rest->op == E_SHL && expr_is_const(rest->arg[1]) && rest->arg[1]->value < 64 &&
            UINT64_C(1) << rest->arg[1]->value == stride)
            return expr_binary(x, E_ULT, rest->arg[0], expr_const(x, width, count));
    }
    expr below = expr_binary(x, E_ULT, rest, expr_const(x, width, stride * count));
    bool power = (stride & (stride - 1)) == 0;
    expr remainder = power ? expr_binary(x, E_AND, rest, expr_const(x, width, stride - 1))
                           : expr_binary(x, E_UREM, rest, expr_const(x, width, stride));
    expr inner = k + 1 == l->n ? expr_eq(x, remainder, expr_const(x, width, 0)) : within(w, remainder, l, k + 1);
    return expr_and(x, below, inner);
}

expr at_place(struct lower *w, expr address, const struct place *q, uint64_t bytes)
{
    assert(address->width == 8 * w->front->pointer_bytes && q->object < w->pointsto->places.objects.size);
    struct exprs *x = w->exprs;
    const struct object *o = &w->pointsto->places.objects.data[q->object];
    struct levels l = {.n = 0};
    if (o->kind == OBJECT_FUNCTION || q->first + bytes > o->size)
        return expr_bool(x, false);
    if (o->instance_stride)
        add_level(&l, o->instance_stride, o->instance_limit);
    if (o->many)
        add_level(&l, o->spacing, o->capacity);
    if (q->stride) {
        uint64_t end = q->end + bytes - 1 < o->size ? q->end + bytes - 1 : o->size; /* starts are below q->end */
        add_level(&l, q->stride, (end - bytes - q->first) / q->stride + 1);
    }
    uint64_t constant, first = o->base + q->first;
    expr rest = split_constant(w, address, &constant);
    expr in_length = o->is_variable ? inside_length(w, q->object, address, bytes) : expr_bool(x, true);
    if (l.n == 0) /* without the constant: then the members of one structure have one condition */
        return expr_and(x, in_length,
                        rest ? expr_eq(x, rest, expr_const(x, address->width, first - constant))
                             : expr_bool(x, ((constant - first) & width_mask(address->width)) == 0));
    uint64_t gap = (constant - first) & width_mask(address->width);
    if (rest && gap)
        rest = expr_add(x, rest, expr_const(x, address->width, gap));
    if (!rest)
        rest = expr_const(x, address->width, gap);
    return expr_and(x, in_length, within(w, rest, &l, 0));
}

static bool is_constant(const struct lower *w, const struct place *q)
{
    const struct object *o = &w->pointsto->places.objects.data[q->object];
    return o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value);
}

/* The address lies where the pointer may point to; constants cannot be written. */
static expr inside_of(struct lower *w, LLVMValueRef pointer, expr address, uint64_t bytes, bool written)
{
    const u32_vector *set = pointsto_of(w->pointsto, pointer);
    expr inside = expr_bool(w->exprs, false);
    vector_each(const uint32_t *, x, set)
        if (!written || !is_constant(w, place_get(&w->pointsto->places, *x)))
            inside = expr_or(w->exprs, inside, at_place(w, address, place_get(&w->pointsto->places, *x), bytes));
    return inside;
}

/* Whether the pointer may lead to memory of the library that is not modelled, and to no other that is not. */
static bool leads_to_library(struct lower *w, LLVMValueRef pointer)
{
    struct places *all = &w->pointsto->places;
    const u32_vector *set = pointsto_of(w->pointsto, pointer);
    bool library = false;
    vector_each(const uint32_t *, x, set) {
        uint32_t object = place_get(all, *x)->object;
        if (all->library && object == places_library(all))
            library = true;
        else if (object_is_elsewhere(&all->objects.data[object]))
            return false;
    }
    return library;
}

bool leads_elsewhere(const struct lower *w, LLVMValueRef pointer, bool instances)
{
    const u32_vector *set = pointsto_of(w->pointsto, pointer);
    vector_each(const uint32_t *, x, set) {
        const struct object *o = &w->pointsto->places.objects.data[place_get(&w->pointsto->places, *x)->object];
        uint32_t unit = o->instance_stride ? threads_unit(w->threads, o->function) : NONE;
        if (object_is_elsewhere(o) || (instances && unit != NONE && w->threads->units.data[unit].instances == UNBOUNDED))
            return true;
    }
    return false;
}

/* One check an access, if memory is asked for: it fails outside of all objects that the pointer may lead to. Where it leaves its array for
 * another part of the same object, C leaves undefined what happens, but nothing is there that tools would find. */
static void require_inside(struct lower *w, LLVMValueRef pointer, expr address, uint64_t bytes, expr inside)
{
    if (leads_to_library(w, pointer)) {
        demand(w, inside, LIMIT_REASON "access to memory of the library that is not modelled, or outside any object");
    } else if (leads_elsewhere(w, pointer, false)) {
        demand(w, inside, "access to memory that is not modelled, or outside any object");
    } else if (leads_elsewhere(w, pointer, true)) {
        demand(w, inside, LIMIT_REASON "access to memory of more threads than there are addresses for, or outside any object");
    } else {
        if (asks_for_memory(w) && !expr_is_true(inside) && !is_fact(w, inside))
            check_place(w, expr_or(w->exprs, inside, in_some_object(w, pointer, address, bytes)), address, bytes,
                        "access outside any object");
        demand_in_array(w, pointer, address, bytes, inside);
        require(w, inside, "undefined: access outside any object");
    }
}

/* Whether a load reads an array that is known by name, so that nothing is worse than reading behind its end: then the value is
 * arbitrary (docs/semantics.md). */
static bool reads_array(const struct lower *w, LLVMValueRef i, LLVMValueRef pointer)
{
    LLVMValueRef base = pointer;
    while (LLVMIsAGetElementPtrInst(base) || (LLVMIsAConstantExpr(base) && LLVMGetConstOpcode(base) == LLVMGetElementPtr))
        base = LLVMGetOperand(base, 0);
    bool named = LLVMIsAGlobalVariable(base) || LLVMIsAAllocaInst(base) || allocates(base);
    return LLVMIsALoadInst(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic &&
           w->front->options->undefined == UNDEFINED_UNKNOWN && !w->front->options->defined &&
           !front_needs(w->front, NEEDS_ACCESSES) && base != pointer && named;
}

struct view { /* one access to a region */
    const struct region *region;
    expr address;
    unsigned parts, bits; /* elements, and bits in each */
};

static expr part_index(struct lower *w, const struct view *v, unsigned k)
{
    if (v->region->scalar)
        return NULL;
    return expr_add(w->exprs, v->address, expr_const(w->exprs, v->address->width, (uint64_t)k * v->region->unit));
}

static expr read_view(struct lower *w, struct action *a, const struct view *v, enum memory_order order)
{
    expr value = NULL;
    for (unsigned k = 0; k < v->parts; k++) {
        expr index = part_index(w, v, k);
        expr part = program_cell_expr(w->program, v->region->cell, index);
        add_ordered(w, a, v->region->cell, index, false, order);
        value = value ? expr_binary(w->exprs, E_CONCAT, part, value) : part;
    }
    return value;
}

static void write_view(struct lower *w, struct action *a, const struct view *v, expr value, enum memory_order order)
{
    value = expr_resize(w->exprs, value, v->parts * v->bits, false);
    for (unsigned k = 0; k < v->parts; k++) {
        expr index = part_index(w, v, k);
        add_ordered(w, a, v->region->cell, index, true, order);
        add_update(w, a, v->region->cell, index, expr_extract(w->exprs, value, k * v->bits, v->bits));
    }
}

/* False: there is nothing to access (or the path has ended). */
static bool open_view(struct lower *w, LLVMValueRef pointer, uint64_t bytes, struct view *v)
{
    v->region = region_of(w->regions, pointer, bytes);
    v->address = value_of(w, pointer);
    if (!v->region || v->region->cell == NONE) {
        if (v->region && v->region->unsupported)
            unsupported(w, v->region->unsupported);
        return false;
    }
    if (v->region->unsupported) {
        unsupported(w, v->region->unsupported);
        return false;
    }
    v->parts = (unsigned)(bytes / v->region->unit);
    v->bits = 8 * v->region->unit;
    return true;
}

static struct action new_access(struct lower *w, const struct view *v, enum action_kind kind)
{
    if (cell_is_shared(&w->program->cells.data[v->region->cell]))
        return new_action(w, kind);
    struct action a = new_action(w, ACT_LOCAL);
    a.object = v->region->cell;
    return a;
}

/* What the load reads, if any value stands for it; otherwise NULL. */
static const char *any_contents(const struct lower *w, LLVMValueRef load)
{
    const u32_vector *set = pointsto_of(w->pointsto, LLVMGetOperand(load, 0));
    vector_each(const uint32_t *, p, set) {
        const struct object *o = &w->pointsto->places.objects.data[place_get(&w->pointsto->places, *p)->object];
        if (o->contents)
            return o->contents;
    }
    return NULL;
}

static void lower_load(struct lower *w, LLVMValueRef i, const struct view *v, uint32_t cell)
{
    struct action a = new_access(w, v, ACT_LOAD);
    expr value = expr_resize(w->exprs, read_view(w, &a, v, access_order(w->front, i)), value_width(w, LLVMTypeOf(i)), false);
    add_update(w, &a, cell, NULL, value);
    const char *contents = any_contents(w, i);
    if (contents)
        approximate(w, &a, LOC_APPROXIMATE | LOC_ANY_VALUE, contents);
    else
        step(w, &a);
}

static void load_anything(struct lower *w, uint32_t cell)
{
    struct action a = new_action(w, ACT_LOCAL);
    add_update(w, &a, cell, NULL, fresh_input(w, w->program->cells.data[cell].width));
    approximate(w, &a, LOC_APPROXIMATE, "what lies outside an array");
}

/* A load from an array that may lie behind its end. */
static void lower_array_read(struct lower *w, LLVMValueRef i, LLVMValueRef pointer, uint64_t bytes)
{
    struct view v;
    if (!LLVMGetFirstUse(i))
        return;
    bool exists = open_view(w, pointer, bytes, &v);
    if (w->ended)
        return;
    expr inside = exists ? inside_of(w, pointer, v.address, bytes, false) : expr_bool(w->exprs, false);
    uint32_t cell = cell_for(w, i);
    if (expr_is_true(inside) || is_fact(w, inside)) {
        lower_load(w, i, &v, cell);
    } else if (expr_is_false(inside)) {
        load_anything(w, cell);
    } else {
        uint32_t here = w->here;
        expr pending = w->pending;
        w->pending = expr_and(w->exprs, pending, expr_not(w->exprs, inside));
        load_anything(w, cell);
        uint32_t outside = w->here;
        w->here = here;
        w->pending = expr_and(w->exprs, pending, inside);
        lower_load(w, i, &v, cell);
        uint32_t both = w->here;
        struct action skip = new_action(w, ACT_LOCAL);
        w->here = outside;
        step_to(w, both, &skip);
        w->here = both;
    }
}

static void lower_store(struct lower *w, LLVMValueRef i, const struct view *v)
{
    if (v->region->read_as_bits)
        look_at_bits(w, LLVMGetOperand(i, 0));
    struct action a = new_access(w, v, ACT_STORE);
    expr value = value_of(w, LLVMGetOperand(i, 0));
    write_view(w, &a, v, value, access_order(w->front, i));
    step(w, &a);
}

static expr modified(struct lower *w, LLVMAtomicRMWBinOp op, expr old, expr with)
{
    struct exprs *x = w->exprs;
    switch (op) {
    case LLVMAtomicRMWBinOpXchg: return with;
    case LLVMAtomicRMWBinOpAdd: return expr_add(x, old, with);
    case LLVMAtomicRMWBinOpSub: return expr_sub(x, old, with);
    case LLVMAtomicRMWBinOpAnd: return expr_binary(x, E_AND, old, with);
    case LLVMAtomicRMWBinOpNand: return expr_not(x, expr_binary(x, E_AND, old, with));
    case LLVMAtomicRMWBinOpOr: return expr_binary(x, E_OR, old, with);
    case LLVMAtomicRMWBinOpXor: return expr_binary(x, E_XOR, old, with);
    case LLVMAtomicRMWBinOpMax: return expr_ite(x, expr_binary(x, E_SLT, old, with), with, old);
    case LLVMAtomicRMWBinOpMin: return expr_ite(x, expr_binary(x, E_SLT, old, with), old, with);
    case LLVMAtomicRMWBinOpUMax: return expr_ite(x, expr_binary(x, E_ULT, old, with), with, old);
    case LLVMAtomicRMWBinOpUMin: return expr_ite(x, expr_binary(x, E_ULT, old, with), old, with);
    default: return NULL;
    }
}

static void lower_rmw(struct lower *w, LLVMValueRef i, const struct view *v)
{
    if (v->region->read_as_bits)
        look_at_bits(w, LLVMGetOperand(i, 1));
    struct action a = new_access(w, v, ACT_ATOMIC);
    unsigned width = value_width(w, LLVMTypeOf(i));
    enum memory_order order = access_order(w->front, i);
    expr old = expr_resize(w->exprs, read_view(w, &a, v, order), width, false);
    expr value = modified(w, LLVMGetAtomicRMWBinOp(i), old, value_of(w, LLVMGetOperand(i, 1)));
    if (!value) {
        unsupported(w, "an atomic operation of a rare kind");
        return;
    }
    write_view(w, &a, v, value, order);
    if (LLVMGetFirstUse(i))
        add_update(w, &a, cell_for(w, i), NULL, old);
    step(w, &a);
}

/* An exchange that fails is a read alone, with an order of its own: success and failure are edges of their own where orders matter, and for races. */
static void lower_cmpxchg(struct lower *w, LLVMValueRef i, const struct view *v)
{
    enum memory_order order = access_order(w->front, i), failure = failure_order(i);
    expr expected = value_of(w, LLVMGetOperand(i, 1)), wanted = value_of(w, LLVMGetOperand(i, 2));
    uint32_t old_cell = local_cell(w, "%old", expected->width), done_cell = local_cell(w, "%exchanged", 1);
    struct action both = new_access(w, v, ACT_ATOMIC);
    expr old = expr_resize(w->exprs, read_view(w, &both, v, order), expected->width, false);
    expr same = expr_eq(w->exprs, old, expected);
    if (LLVMGetWeak(i)) /* may fail for no reason */
        same = expr_and(w->exprs, same, fresh_input(w, 1));
    add_update(w, &both, old_cell, NULL, old);
    set_part(w, i, 0, expr_cell(w->exprs, expected->width, old_cell));
    set_part(w, i, 1, expr_cell(w->exprs, 1, done_cell));
    bool races = front_needs(w->front, NEEDS_ACCESSES) && !front_needs(w->front, NEEDS_LIFETIMES);
    if (!w->front->weaker_orders && !races) {
        write_view(w, &both, v, expr_ite(w->exprs, same, wanted, old), order);
        add_update(w, &both, done_cell, NULL, same);
        step(w, &both);
        return;
    }
    struct action fails = new_access(w, v, ACT_ATOMIC);
    read_view(w, &fails, v, failure);
    fails.guard = expr_not(w->exprs, same);
    add_update(w, &fails, old_cell, NULL, old);
    add_update(w, &fails, done_cell, NULL, expr_bool(w->exprs, false));
    both.guard = same;
    write_view(w, &both, v, wanted, order);
    add_update(w, &both, done_cell, NULL, expr_bool(w->exprs, true));
    uint32_t to = new_location(w, w->depth ? LOC_ATOMIC : 0);
    step_to(w, to, &fails);
    step_to(w, to, &both);
    w->here = to;
    w->pending = expr_bool(w->exprs, true);
}

/* The place that a store makes uninitialised; NONE if it is another kind of store. */
static uint32_t undefined_place(struct lower *w, LLVMValueRef i)
{
    if (!LLVMIsAStoreInst(i) || !is_undefined_call(LLVMGetOperand(i, 0)))
        return NONE;
    const u32_vector *set = pointsto_of(w->pointsto, LLVMGetOperand(i, 1));
    if (set->size != 1)
        return NONE;
    LLVMValueRef base = w->pointsto->places.objects.data[place_get(&w->pointsto->places, set->data[0])->object].value;
    return LLVMIsAAllocaInst(base) ? set->data[0] : NONE;
}

void count_undefined(struct lower *w)
{
    vector_each(const LLVMBasicBlockRef *, b, &w->unit->cfg.blocks)
        each_instruction(i, *b)
        {
            uint32_t place = undefined_place(w, i);
            uint64_t n = 0;
            if (place == NONE)
                continue;
            map_get(&w->undefined, place, &n);
            map_put(&w->undefined, place, n + 1);
        }
}

bool is_first_undefined(struct lower *w, LLVMValueRef i)
{
    uint32_t place = undefined_place(w, i);
    uint64_t n = 0;
    if (place == NONE || !map_get(&w->undefined, place, &n) || n != 1 || cfg_on_cycle(&w->unit->cfg, i))
        return false;
    /* a procedure is called again, but has memory then that nobody had before */
    return w->as_template || w->pointsto->places.objects.data[place_get(&w->pointsto->places, place)->object].many;
}

/* Memory that heddle does not model, but that is apart from all that it does, as in a cut program, or if it is the library's: what is read
 * there is any value, what is written is lost. (Nobody says who else accesses it: for races that is not enough.) */
static bool lower_elsewhere(struct lower *w, LLVMValueRef i, LLVMValueRef pointer, uint64_t bytes)
{
    bool load = LLVMIsALoadInst(i), store = LLVMIsAStoreInst(i), library = leads_to_library(w, pointer);
    struct view v;
    if ((!load && !store) || !leads_elsewhere(w, pointer, false) ||
        !(cuts(w->front) || (library && !front_needs(w->front, NEEDS_ACCESSES))))
        return false;
    if (library && !cuts(w->front)) {
        expr address = value_of(w, pointer);
        require(w, expr_ne(w->exprs, address, expr_const(w->exprs, address->width, 0)), "undefined: access outside any object");
        if (w->ended)
            return true;
    }
    bool exists = open_view(w, pointer, bytes, &v);
    if (w->ended)
        return true;
    expr inside = exists ? inside_of(w, pointer, v.address, bytes, store) : expr_bool(w->exprs, false), pending = w->pending;
    uint32_t here = w->here, cell = load ? cell_for(w, i) : NONE, both = new_location(w, w->depth ? LOC_ATOMIC : 0);
    struct action any = new_action(w, ACT_LOCAL), skip = new_action(w, ACT_LOCAL);
    w->pending = expr_and(w->exprs, pending, expr_not(w->exprs, inside));
    if (load)
        add_update(w, &any, cell, NULL, fresh_input(w, w->program->cells.data[cell].width));
    approximate(w, &any, LOC_APPROXIMATE | LOC_ANY_VALUE, "memory that is not modelled");
    step_to(w, both, &skip);
    w->here = here;
    w->pending = expr_and(w->exprs, pending, inside);
    if (exists && load)
        lower_load(w, i, &v, cell);
    else if (exists)
        lower_store(w, i, &v);
    skip = new_action(w, ACT_LOCAL);
    if (exists)
        step_to(w, both, &skip);
    w->here = both;
    w->pending = expr_bool(w->exprs, true);
    return true;
}

void lower_access(struct lower *w, LLVMValueRef i)
{
    uint64_t bytes = 0;
    LLVMValueRef pointer = accessed_pointer(w->front, i, &bytes);
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMTypeRef type = LLVMTypeOf(op == LLVMLoad || op == LLVMAtomicRMW ? i : LLVMGetOperand(i, op == LLVMStore ? 0 : 1));
    if (!value_width(w, type)) {
        unsupported_type(w, type);
        return;
    }
    if (is_first_undefined(w, i))
        return;
    if (lower_elsewhere(w, i, pointer, bytes))
        return;
    if (reads_array(w, i, pointer)) {
        lower_array_read(w, i, pointer, bytes);
        return;
    }
    struct view v;
    bool exists = open_view(w, pointer, bytes, &v);
    if (!w->ended && op != LLVMLoad)
        check_written(w, pointer, v.address);
    if (!w->ended)
        require_inside(w, pointer, v.address, bytes,
                       exists ? inside_of(w, pointer, v.address, bytes, op != LLVMLoad) : expr_bool(w->exprs, false));
    if (!w->ended && op != LLVMLoad && !makes_argument(i))
        demand_no_argument(w, pointer, v.address);
    if (!w->ended && asks_for_memory(w) && !is_fresh(i, pointer))
        check_alive(w, pointer, v.address);
    if (w->ended ||
        (op == LLVMLoad && !LLVMGetFirstUse(i) && !w->front->options->executions && !front_needs(w->front, NEEDS_ACCESSES)))
        return;
    switch (op) {
    case LLVMLoad: lower_load(w, i, &v, cell_for(w, i)); break;
    case LLVMStore: lower_store(w, i, &v); break;
    case LLVMAtomicRMW: lower_rmw(w, i, &v); break;
    default: lower_cmpxchg(w, i, &v); break;
    }
}
