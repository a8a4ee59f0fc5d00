/* Ranges of bytes that library functions read or write. For the property race: accesses that change nothing. One element of the range
 * is accessed, no matter which: the thread is about to access any of them, so that every race is there, and the rest costs nothing.
 * And ranges that hold any value from now on: all of their elements are written, one after the other. */
#include "frontend/lower.h"

#include <stdlib.h>

enum { FEW_ELEMENTS = 32, MOST_ELEMENTS = 4096 }; /* few have an edge each; many that do not lie in a row are not modelled */
#define MOST_ELEMENTS_TEXT "4096"

struct range {
    LLVMValueRef pointer;
    expr address, size; /* size: NULL for the whole object that begins at address */
    bool write;
    uint32_t to;          /* location behind it */
    const char *what;     /* all elements get any value, which is that of this; NULL: one of them is accessed */
    LLVMValueRef beneath; /* where pointers may lead to then, or NULL */
};

typedef VECTOR(uint64_t) offsets;

/* Where the elements of a region lie in an object, in any order. */
static void find_elements(const struct lower *w, uint32_t object, uint32_t region, offsets *out)
{
    const struct regions *r = w->regions;
    struct map known = {0};
    vector_each(const struct slice *, s, &r->slices) {
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
            if (!q->stride)
                break;
        }
    }
    map_free(&known);
}

/* Where the object begins that the range lies in. */
static expr start_of(struct lower *w, const struct range *g, const struct object *o)
{
    struct exprs *x = w->exprs;
    return o->many || o->instance_stride ? expr_sub(x, g->address, offset_in(w, o, g->address))
                                         : expr_const(x, g->address->width, o->base);
}

/* The element at this offset is one of those that the range touches. */
static expr touches(struct lower *w, const struct range *g, uint32_t object, expr at, unsigned unit)
{
    struct exprs *x = w->exprs;
    const struct object *o = &w->pointsto->places.objects.data[object];
    expr from = offset_in(w, o, g->address), touched = expr_bool(x, true);
    if (g->size) {
        expr behind = expr_binary(x, E_ULT, from, expr_add(x, at, expr_const(x, at->width, unit)));
        expr below = expr_or(x, expr_binary(x, E_ULT, at, from), expr_binary(x, E_ULT, expr_sub(x, at, from), g->size));
        touched = expr_and(x, behind, expr_and(x, below, expr_ne(x, g->size, expr_const(x, g->size->width, 0))));
    }
    expr address = expr_add(x, start_of(w, g, o), at);
    return o->is_variable ? expr_and(x, touched, inside_length(w, object, address, unit)) : touched;
}

struct part { /* of a range: what lies in one region of one object */
    const struct range *range;
    uint32_t object, id; /* id: of the access, one for all elements */
    expr member;         /* the range begins in the object */
    const struct region *region;
    offsets elements;
};

struct run { /* offsets first, first + distance, ... up to last */
    uint64_t first, distance, last;
};

/* An edge that accesses the element at this offset, if the guard holds. */
static void access_element(struct lower *w, const struct part *p, expr offset, expr guard)
{
    const struct range *g = p->range;
    struct action a = new_action(w, g->write ? ACT_STORE : ACT_LOAD);
    expr start = start_of(w, g, &w->pointsto->places.objects.data[p->object]);
    a.guard = expr_and(w->exprs, guard, touches(w, g, p->object, offset, p->region->unit));
    w->program->access_count = p->id;
    add_access(w, &a, p->region->cell, p->region->scalar ? NULL : expr_add(w->exprs, start, offset), g->write, false);
    step_to(w, g->to, &a);
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The distance between the elements; 0 if there is none that is the same everywhere. */
static uint64_t find_distance(offsets *all)
{
    qsort(all->data, all->size, sizeof *all->data, by_number);
    for (uint32_t i = 2; i < all->size; i++)
        if (all->data[i] - all->data[i - 1] != all->data[1] - all->data[0])
            return 0;
    return all->data[1] - all->data[0];
}

/* Of many elements the thread chooses one by going through them, as far as it likes. */
static void access_by_loop(struct lower *w, const struct part *p, const struct run *r)
{
    struct exprs *x = w->exprs;
    const struct object *o = &w->pointsto->places.objects.data[p->object];
    unsigned width = p->range->address->width;
    uint32_t here = w->here, cell = local_cell(w, "element", width), head = new_location(w, w->depth ? LOC_ATOMIC : 0);
    expr pending = w->pending, at = expr_cell(x, width, cell), next = expr_add(x, at, expr_const(x, width, r->distance));
    struct action begin = new_action(w, ACT_LOCAL), on = new_action(w, ACT_LOCAL), end = new_action(w, ACT_LOCAL);
    begin.guard = p->member;
    add_update(w, &begin, cell, NULL, expr_const(x, width, r->first));
    step_to(w, head, &begin);
    w->here = head;
    w->pending = expr_bool(x, true);
    access_element(w, p, at, expr_bool(x, true));
    on.guard = expr_binary(x, E_ULE, next, expr_const(x, width, r->last));
    if (o->is_variable)
        on.guard = expr_and(x, on.guard, inside_length(w, p->object, expr_add(x, start_of(w, p->range, o), next), p->region->unit));
    add_update(w, &on, cell, NULL, next);
    step_to(w, head, &on);
    step_to(w, p->range->to, &end);
    w->here = here;
    w->pending = pending;
}

static void access_part(struct lower *w, struct part *p)
{
    uint64_t distance = p->elements.size > FEW_ELEMENTS ? find_distance(&p->elements) : 0;
    struct run all = {distance ? p->elements.data[0] : 0, distance, distance ? vector_last(&p->elements) : 0};
    if (distance)
        access_by_loop(w, p, &all);
    else if (p->elements.size > MOST_ELEMENTS)
        unsupported(w, "race on an object of more than " MOST_ELEMENTS_TEXT " elements that a library function is given");
    else
        vector_each(const uint64_t *, offset, &p->elements)
            access_element(w, p, expr_const(w->exprs, p->range->address->width, *offset), p->member);
}

/* Where an address may lie that a library put into its own memory: nowhere, or at one of the places beneath. */
static expr any_pointer(struct lower *w, LLVMValueRef beneath)
{
    struct exprs *x = w->exprs;
    unsigned width = w->program->pointer_width;
    expr place = expr_binary(x, E_MUL, expr_resize(x, fresh_input(w, 3), width, false), expr_const(x, width, BENEATH_STRIDE));
    _Static_assert(BENEATH_COUNT == 1 << 3, "the width of the number of places");
    return expr_ite(x, fresh_input(w, 1), expr_const(x, width, 0), expr_add(x, value_of(w, beneath), place));
}

/* The element gets any value if the range touches it. */
static void change_element(struct lower *w, const struct part *p, expr offset)
{
    const struct range *g = p->range;
    const struct cell *c = &w->program->cells.data[p->region->cell];
    bool shared = cell_is_shared(c), pointer = c->is_pointer && g->beneath && !LLVMIsNull(g->beneath);
    struct action a = new_action(w, shared ? ACT_STORE : ACT_LOCAL), skip = new_action(w, ACT_LOCAL), on = new_action(w, ACT_LOCAL);
    expr start = start_of(w, g, &w->pointsto->places.objects.data[p->object]);
    expr index = p->region->scalar ? NULL : expr_add(w->exprs, start, offset);
    expr touched = expr_and(w->exprs, p->member, touches(w, g, p->object, offset, p->region->unit));
    expr value = pointer && c->width == w->program->pointer_width ? any_pointer(w, g->beneath) : fresh_input(w, c->width);
    uint8_t section = w->depth ? LOC_ATOMIC : 0;
    if (expr_is_false(touched))
        return;
    uint32_t changed = new_location(w, (uint8_t)(section | LOC_APPROXIMATE | LOC_ANY_VALUE)), to = new_location(w, section);
    w->program->codes.data[w->code].locations.data[changed].reason = arena_strdup(&w->program->arena, g->what);
    a.guard = touched;
    add_access(w, &a, p->region->cell, index, true, false);
    add_update(w, &a, p->region->cell, index, value);
    step_to(w, changed, &a);
    skip.guard = expr_not(w->exprs, touched);
    step_to(w, to, &skip);
    w->here = changed;
    w->pending = expr_bool(w->exprs, true);
    step_to(w, to, &on);
    w->here = to;
}

/* Of many elements the thread changes as many as it likes: those that it does not change might have been given the value that they have. */
static void change_by_loop(struct lower *w, const struct part *p, const struct run *r)
{
    struct exprs *x = w->exprs;
    unsigned width = p->range->address->width;
    uint32_t cell = local_cell(w, "element", width);
    expr at = expr_cell(x, width, cell), next = expr_add(x, at, expr_const(x, width, r->distance));
    struct action begin = new_action(w, ACT_LOCAL), on = new_action(w, ACT_LOCAL), end = new_action(w, ACT_LOCAL);
    add_update(w, &begin, cell, NULL, expr_const(x, width, r->first));
    step(w, &begin);
    uint32_t head = w->here, behind = new_location(w, w->depth ? LOC_ATOMIC : 0);
    step_to(w, behind, &end);
    change_element(w, p, at);
    on.guard = expr_binary(x, E_ULE, next, expr_const(x, width, r->last));
    add_update(w, &on, cell, NULL, next);
    step_to(w, head, &on);
    struct action last = new_action(w, ACT_LOCAL);
    step_to(w, behind, &last);
    w->here = behind;
}

static void change_part(struct lower *w, struct part *p)
{
    uint64_t distance = p->elements.size > FEW_ELEMENTS ? find_distance(&p->elements) : 0;
    struct run all = {distance ? p->elements.data[0] : 0, distance, distance ? vector_last(&p->elements) : 0};
    if (distance)
        change_by_loop(w, p, &all);
    else if (p->elements.size > MOST_ELEMENTS)
        unsupported(w, "an object of more than " MOST_ELEMENTS_TEXT " elements that a library function changes");
    else
        vector_each(const uint64_t *, offset, &p->elements)
            change_element(w, p, expr_const(w->exprs, p->range->address->width, *offset));
}

/* Whether the elements of the region in an object of variable size are an array: they cannot be listed. */
static bool is_endless(const struct lower *w, uint32_t object, uint32_t region)
{
    vector_each(const struct slice *, s, &w->regions->slices) {
        const struct place *q = place_get(&w->pointsto->places, s->place);
        if (s->region == region && q->object == object && q->stride)
            return w->pointsto->places.objects.data[object].is_variable;
    }
    return false;
}

/* The ranges of the cell say where they are; one that has the elements of all incarnations begins with those of the first. */
static void each_run(struct lower *w, const struct part *p)
{
    const struct object *o = &w->pointsto->places.objects.data[p->object];
    for (uint32_t k = 0; k < w->program->cells.data[p->region->cell].range_count && !w->ended; k++) {
        const struct cell_range *c = &w->program->cells.data[p->region->cell].ranges[k];
        struct run run = {c->first - o->base, c->stride, o->room - p->region->unit};
        if (c->first < o->base || run.first >= o->room || !c->count)
            continue;
        if (p->range->what)
            change_by_loop(w, p, &run);
        else
            access_by_loop(w, p, &run);
    }
}

static void access_region(struct lower *w, const struct range *g, uint32_t object, expr member, uint32_t region)
{
    struct part p = {
        .range = g, .object = object, .id = w->program->access_count, .member = member, .region = &w->regions->list.data[region]};
    if (p.region->cell == NONE || p.region->unsupported || (!g->what && !cell_is_shared(&w->program->cells.data[p.region->cell])))
        return;
    bool endless = is_endless(w, object, region);
    if (!endless)
        find_elements(w, object, region, &p.elements);
    if (endless)
        each_run(w, &p);
    else if (p.elements.size && g->what)
        change_part(w, &p);
    else if (p.elements.size)
        access_part(w, &p);
    vector_free(&p.elements);
}

static bool is_constant_object(const struct lower *w, uint32_t object)
{
    const struct object *o = &w->pointsto->places.objects.data[object];
    return o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value);
}

/* Regions that have a part of the object. */
static void find_regions(const struct lower *w, uint32_t object, struct bitset *out)
{
    vector_each(const struct slice *, s, &w->regions->slices)
        if (place_get(&w->pointsto->places, s->place)->object == object)
            bitset_add(out, s->region);
}

static void access_object(struct lower *w, const struct range *g, uint32_t object)
{
    const struct object *o = &w->pointsto->places.objects.data[object];
    const u32_vector *set = pointsto_of(w->pointsto, g->pointer);
    expr member = expr_bool(w->exprs, false);
    if (o->kind == OBJECT_FUNCTION || is_constant_object(w, object) || (!g->size && o->kind != OBJECT_HEAP))
        return;
    vector_each(const uint32_t *, p, set) {
        const struct place *q = place_get(&w->pointsto->places, *p);
        if (q->object == object)
            member = expr_or(w->exprs, member, at_place(w, g->address, q, 0));
    }
    if (!g->size)
        member =
            expr_and(w->exprs, member, expr_eq(w->exprs, offset_in(w, o, g->address), expr_const(w->exprs, g->address->width, 0)));
    struct bitset regions = {0};
    if (!expr_is_false(member))
        find_regions(w, object, &regions);
    bitset_each(k, &regions)
        if (!w->ended)
            access_region(w, g, object, member, k);
    bitset_free(&regions);
}

static void each_object(struct lower *w, const struct range *g)
{
    struct bitset seen = {0};
    for (uint32_t i = 0; i < pointsto_of(w->pointsto, g->pointer)->size && !w->ended; i++) {
        uint32_t object = place_get(&w->pointsto->places, pointsto_of(w->pointsto, g->pointer)->data[i])->object;
        if (!bitset_has(&seen, object))
            access_object(w, g, object);
        bitset_add(&seen, object);
    }
    bitset_free(&seen);
}

static void access_range(struct lower *w, struct range *g)
{
    uint32_t edges = w->program->codes.data[w->code].edges.size;
    g->to = new_location(w, w->depth ? LOC_ATOMIC : 0);
    each_object(w, g);
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
    struct range g = {.pointer = LLVMGetArgOperand(call, 0),
                      .address = address,
                      .write = write,
                      .size = expr_resize(w->exprs, argument(w, call, 1), address->width, false)};
    if (asks_for_memory(w))
        check_range(w, g.pointer, address, g.size);
    else if (front_needs(w->front, NEEDS_ACCESSES))
        access_range(w, &g);
}

/* Of those that are one object, nobody knows where they end; and the number of an option's argument is that of its characters. */
static bool is_only_read(const struct lower *w, const struct object *o)
{
    const struct front *f = w->front;
    return o->kind == OBJECT_HEAP && ((f->arguments_at_once && calls(o->value, "__heddle_alloc_text")) ||
                                      (f->reads_numbers && calls(o->value, "__heddle_alloc_option")));
}

void demand_no_argument(struct lower *w, LLVMValueRef pointer, expr address)
{
    const struct front *f = w->front;
    const u32_vector *set = f->arguments_at_once || f->reads_numbers ? pointsto_of(w->pointsto, pointer) : NULL;
    for (uint32_t k = 0; set && k < set->size && !w->ended; k++) {
        const struct place *place = place_get(&w->pointsto->places, set->data[k]);
        const struct object *o = &w->pointsto->places.objects.data[place->object];
        if (is_only_read(w, o))
            demand(w, expr_not(w->exprs, at_place(w, address, place, 1)), LIMIT_REASON "writing to an argument of main");
    }
}

void lower_havoc(struct lower *w, LLVMValueRef call)
{
    expr address = argument(w, call, 0);
    demand_no_argument(w, LLVMGetArgOperand(call, 0), address);
    if (w->ended)
        return;
    size_t length = 0;
    const char *what = literal_text(LLVMGetArgOperand(call, 2), &length);
    struct range g = {.pointer = LLVMGetArgOperand(call, 0),
                      .address = address,
                      .write = true,
                      .size = expr_resize(w->exprs, argument(w, call, 1), address->width, false),
                      .what = what ? arena_strndup(&w->front->arena, what, length) : "what a library function writes",
                      .beneath = LLVMGetArgOperand(call, 3)};
    each_object(w, &g);
}

void lower_free(struct lower *w, LLVMValueRef call)
{
    struct range g = {.pointer = LLVMGetArgOperand(call, 0), .address = argument(w, call, 0), .write = true};
    note_freed(w);
    if (asks_for_memory(w)) {
        check_free(w, g.pointer, g.address);
        return;
    }
    if (front_needs(w->front, NEEDS_ACCESSES) && !w->front->options->competition)
        access_range(w, &g);
    end_freed(w, g.pointer, g.address);
}

void lower_readable(struct lower *w, LLVMValueRef call, bool constants)
{
    LLVMValueRef pointer = LLVMGetArgOperand(call, 0);
    expr inside = expr_bool(w->exprs, false);
    const u32_vector *set = pointsto_of(w->pointsto, pointer);
    vector_each(const uint32_t *, p, set) {
        const struct place *q = place_get(&w->pointsto->places, *p);
        if (constants || !is_constant_object(w, q->object))
            inside = expr_or(w->exprs, inside, at_place(w, value_of(w, pointer), q, 1));
    }
    set_value(w, call, expr_resize(w->exprs, inside, value_width(w, LLVMTypeOf(call)), false));
}

/* Whether it lies in memory that one of these has made. */
static void lower_is_made_by(struct lower *w, LLVMValueRef call, const char *const *makers, size_t count, bool asked_where_read)
{
    LLVMValueRef pointer = LLVMGetArgOperand(call, 0);
    expr inside = expr_bool(w->exprs, false), at = value_of(w, pointer);
    const u32_vector *set = pointsto_of(w->pointsto, pointer);
    bool all = set->size > 0;
    vector_each(const uint32_t *, p, set) {
        const struct place *q = place_get(&w->pointsto->places, *p);
        LLVMValueRef made = w->pointsto->places.objects.data[q->object].value;
        bool is = false;
        for (size_t k = 0; k < count; k++)
            is |= calls(made, makers[k]);
        all &= is;
        if (is)
            inside = expr_or(w->exprs, inside, at_place(w, at, q, 1));
    }
    if (all && asked_where_read) /* whether it is there at all */
        inside = expr_ne(w->exprs, at, expr_const(w->exprs, at->width, 0));
    set_value(w, call, expr_resize(w->exprs, inside, value_width(w, LLVMTypeOf(call)), false));
}

static const char *const makers[] = {"__heddle_alloc_any", "__heddle_alloc_text", "__heddle_alloc_option", "__heddle_alloc_own"};

enum { LIBRARYS = 1, WITH_ARGUMENTS = 3, ALL_MAKERS = 4 };

void lower_is_argument(struct lower *w, LLVMValueRef call) { lower_is_made_by(w, call, makers + LIBRARYS, 1, true); }

void lower_is_lent(struct lower *w, LLVMValueRef call) { lower_is_made_by(w, call, makers, ALL_MAKERS, false); }

void lower_is_text(struct lower *w, LLVMValueRef call)
{
    lower_is_made_by(w, call, makers, w->front->reads_numbers ? WITH_ARGUMENTS : LIBRARYS, true);
}

void lower_is_given(struct lower *w, LLVMValueRef call)
{
    bool digits = w->front->options->cut && w->front->options->cut->nothing;
    lower_is_made_by(w, call, makers, digits ? LIBRARYS : WITH_ARGUMENTS, false);
}

void lower_shared(struct lower *w, LLVMValueRef call)
{
    bool shared = false;
    const u32_vector *set = pointsto_of(w->pointsto, LLVMGetArgOperand(call, 0));
    vector_each(const uint32_t *, p, set) {
        uint32_t object = place_get(&w->pointsto->places, *p)->object;
        const struct object *o = &w->pointsto->places.objects.data[object];
        shared |= o->kind == OBJECT_GLOBAL ? !is_constant_object(w, object) : o->kind != OBJECT_FUNCTION && o->escapes;
    }
    set_value(w, call, expr_const(w->exprs, value_width(w, LLVMTypeOf(call)), shared));
}
