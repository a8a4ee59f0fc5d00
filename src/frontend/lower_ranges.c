/* Ranges of bytes that library functions read or write, for the property race: accesses that change nothing. One element of the range
 * is accessed, no matter which: the thread is about to access any of them, so that every race is there, and the rest costs nothing. */
#include "frontend/lower.h"

enum { MOST_ELEMENTS = 4096 };
#define MOST_ELEMENTS_TEXT "4096"

struct range {
    LLVMValueRef pointer;
    expr address, size; /* size: NULL for the whole object that begins at address */
    bool write;
    uint32_t to; /* location behind it */
};

typedef VECTOR(uint64_t) offsets;

/* Where the elements of a region lie in an object, in any order. */
static void find_elements(const struct lower *w, uint32_t object, uint32_t region, offsets *out)
{
    const struct regions *r = w->regions;
    struct map known = {0};
    vector_each(const struct slice *, s, &r->slices)
    {
        const struct place *q = place_get(&w->pointsto->places, s->place);
        uint64_t size = w->pointsto->places.objects.data[object].size;
        if (s->region != region || q->object != object)
            continue;
        for (uint64_t at = q->first; at + s->width <= size && (!q->stride || at < q->end); at += q->stride) {
            for (uint64_t part = 0; part < s->width; part += r->list.data[region].unit) {
                if (!map_get(&known, at + part, NULL))
                    vector_push(out, at + part);
                map_put(&known, at + part, 1);
            }
            if (!q->stride || out->size > MOST_ELEMENTS)
                break;
        }
    }
    map_free(&known);
}

/* Where the object begins that the range lies in. */
static expr start_of(struct lower *w, const struct range *g, const struct object *o)
{
    struct exprs *x = w->exprs;
    return o->many || o->instance_stride ? expr_sub(x, g->address, offset_in(w, o, g->address)) : expr_const(x, g->address->width, o->base);
}

/* The element at this offset is one of those that the range touches. */
static expr touches(struct lower *w, const struct range *g, uint32_t object, uint64_t offset, unsigned unit)
{
    struct exprs *x = w->exprs;
    const struct object *o = &w->pointsto->places.objects.data[object];
    unsigned width = g->address->width;
    expr from = offset_in(w, o, g->address), at = expr_const(x, width, offset), touched = expr_bool(x, true);
    if (g->size) {
        expr behind = expr_binary(x, E_ULT, from, expr_const(x, width, offset + unit));
        expr below = expr_or(x, expr_binary(x, E_ULT, at, from), expr_binary(x, E_ULT, expr_sub(x, at, from), g->size));
        touched = expr_and(x, behind, expr_and(x, below, expr_ne(x, g->size, expr_const(x, g->size->width, 0))));
    }
    expr address = expr_add(x, start_of(w, g, o), at);
    return o->is_variable ? expr_and(x, touched, inside_length(w, object, address, unit)) : touched;
}

/* The part of the range that lies in one region of one object: an edge for each element, all with one access. */
static void access_region(struct lower *w, const struct range *g, uint32_t object, expr member, uint32_t region)
{
    struct exprs *x = w->exprs;
    const struct region *r = &w->regions->list.data[region];
    offsets all = {0};
    if (r->cell != NONE && !r->unsupported && cell_is_shared(&w->program->cells.data[r->cell]))
        find_elements(w, object, region, &all);
    if (all.size > MOST_ELEMENTS) {
        unsupported(w, "race on an object of more than " MOST_ELEMENTS_TEXT " elements that a library function is given");
        all.size = 0;
    }
    expr start = start_of(w, g, &w->pointsto->places.objects.data[object]);
    uint32_t id = w->program->access_count;
    for (uint32_t i = 0; i < all.size; i++) {
        struct action a = new_action(w, g->write ? ACT_STORE : ACT_LOAD);
        a.guard = expr_and(x, member, touches(w, g, object, all.data[i], r->unit));
        w->program->access_count = id;
        add_access(w, &a, r->cell, r->scalar ? NULL : expr_add(x, start, expr_const(x, start->width, all.data[i])), g->write, false);
        step_to(w, g->to, &a);
    }
    vector_free(&all);
}

static bool is_constant_object(const struct lower *w, uint32_t object)
{
    const struct object *o = &w->pointsto->places.objects.data[object];
    return o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value);
}

static void access_object(struct lower *w, const struct range *g, uint32_t object)
{
    const struct object *o = &w->pointsto->places.objects.data[object];
    const u32_vector *set = pointsto_of(w->pointsto, g->pointer);
    expr member = expr_bool(w->exprs, false);
    if (o->kind == OBJECT_FUNCTION || is_constant_object(w, object) || (!g->size && o->kind != OBJECT_HEAP))
        return;
    vector_each(const uint32_t *, p, set)
    {
        const struct place *q = place_get(&w->pointsto->places, *p);
        if (q->object == object && (g->size || (!q->first && !q->stride)))
            member = expr_or(w->exprs, member, at_place(w, g->address, q, 0));
    }
    for (uint32_t k = 0; k < w->regions->list.size && !expr_is_false(member) && !w->ended; k++)
        access_region(w, g, object, member, k);
}

static void access_range(struct lower *w, struct range *g)
{
    struct bitset seen = {0};
    uint32_t edges = w->program->codes.data[w->code].edges.size;
    g->to = new_location(w, w->depth ? LOC_ATOMIC : 0);
    const u32_vector *set = pointsto_of(w->pointsto, g->pointer);
    for (uint32_t i = 0; i < set->size; i++) {
        uint32_t object = place_get(&w->pointsto->places, set->data[i])->object;
        if (!bitset_has(&seen, object))
            access_object(w, g, object);
        bitset_add(&seen, object);
    }
    bitset_free(&seen);
    if (w->program->codes.data[w->code].edges.size == edges || w->ended)
        return;
    struct action skip = new_action(w, ACT_LOCAL);
    step_to(w, g->to, &skip);
    w->here = g->to;
    w->pending = expr_bool(w->exprs, true);
}

void lower_range(struct lower *w, LLVMValueRef call, bool write)
{
    expr address = argument(w, call, 0);
    struct range g = {.pointer = LLVMGetArgOperand(call, 0), .address = address, .write = write,
                      .size = expr_resize(w->exprs, argument(w, call, 1), address->width, false)};
    if (w->front->options->property == PROPERTY_RACE)
        access_range(w, &g);
}

void lower_free(struct lower *w, LLVMValueRef call)
{
    struct range g = {.pointer = LLVMGetArgOperand(call, 0), .address = argument(w, call, 0), .write = true};
    if (w->front->options->property == PROPERTY_RACE)
        access_range(w, &g);
}

void lower_readable(struct lower *w, LLVMValueRef call, bool constants)
{
    LLVMValueRef pointer = LLVMGetArgOperand(call, 0);
    expr inside = expr_bool(w->exprs, false);
    const u32_vector *set = pointsto_of(w->pointsto, pointer);
    vector_each(const uint32_t *, p, set)
    {
        const struct place *q = place_get(&w->pointsto->places, *p);
        if (constants || !is_constant_object(w, q->object))
            inside = expr_or(w->exprs, inside, at_place(w, value_of(w, pointer), q, 1));
    }
    set_value(w, call, expr_resize(w->exprs, inside, value_width(w, LLVMTypeOf(call)), false));
}
