/* What a function may reach that heddle does not see into: from its arguments, and, if nothing at all is known of it, from variables that
 * other files can name and from whatever such functions were given before. Each of these objects is read, or holds any value from then on. */
#include "frontend/lower.h"

enum { MOST_SINGLE = 64 }; /* elements of an object that are changed one by one */

struct reach {
    struct lower *lower;
    const char *what;
    bool writes; /* what is reached is any value from then on */
    struct bitset seen;
    u32_vector todo;
};

static void see(struct reach *r, uint32_t object)
{
    const struct object *o = &r->lower->pointsto->places.objects.data[object];
    if (bitset_has(&r->seen, object) || o->kind == OBJECT_FUNCTION || object_is_elsewhere(o))
        return;
    bitset_add(&r->seen, object);
    vector_push(&r->todo, object);
}

static void see_places(struct reach *r, const u32_vector *places)
{
    for (uint32_t i = 0; i < places->size; i++)
        see(r, place_get(&r->lower->pointsto->places, places->data[i])->object);
}

static void see_contents(struct reach *r, uint32_t object)
{
    struct pointsto *p = r->lower->pointsto;
    uint64_t m = NONE;
    map_get(&p->content_of, object, &m);
    for (; m != NONE; m = p->memory.data[m].next)
        see_places(r, pointsto_at(p, p->memory.data[m].node));
}

/* An edge that accesses a part of an element, whose address is given, if the guard holds; and goes to the location. */
static void touch(struct reach *r, const struct region *g, expr address, expr guard, uint32_t to)
{
    struct lower *w = r->lower;
    const struct cell *c = &w->program->cells.data[g->cell];
    bool shared = cell_is_shared(c);
    struct action a = new_action(w, !shared ? ACT_LOCAL : r->writes ? ACT_STORE : ACT_LOAD);
    a.guard = guard;
    add_access(w, &a, g->cell, g->scalar ? NULL : address, r->writes, false);
    for (uint32_t k = 0; k < a.access_count; k++)
        a.accesses[k].perhaps = true;
    if (r->writes)
        add_update(w, &a, g->cell, g->scalar ? NULL : address, fresh_input(w, c->width));
    step_to(w, to, &a);
}

static uint32_t behind(struct reach *r)
{
    struct lower *w = r->lower;
    uint8_t section = w->depth ? LOC_ATOMIC : 0;
    uint32_t to = new_location(w, section | LOC_APPROXIMATE | LOC_ANY_VALUE);
    w->program->codes.data[w->code].locations.data[to].reason = arena_strdup(&w->program->arena, r->what);
    return to;
}

static void go_to(struct lower *w, uint32_t to)
{
    w->here = to;
    w->pending = expr_bool(w->exprs, true);
}

/* The one element of an object that exists once. */
static void change_one(struct reach *r, const struct region *g, const struct object *o, uint64_t offset)
{
    struct lower *w = r->lower;
    uint32_t to = behind(r);
    expr address = expr_const(w->exprs, w->program->pointer_width, o->base + offset);
    if (!r->writes) {
        struct action skip = new_action(w, ACT_LOCAL);
        step_to(w, to, &skip);
    }
    touch(r, g, address, expr_bool(w->exprs, true), to);
    go_to(w, to);
}

/* Any elements, any number of them: each time the address is any, and one of those of the slice. */
static void change_any(struct reach *r, const struct slice *s)
{
    struct lower *w = r->lower;
    struct exprs *x = w->exprs;
    const struct region *g = &w->regions->list.data[s->region];
    unsigned width = w->program->pointer_width;
    uint32_t cell = local_cell(w, "element", width), to = new_location(w, w->depth ? LOC_ATOMIC : 0);
    struct action begin = new_action(w, ACT_LOCAL), end = new_action(w, ACT_LOCAL), choose = new_action(w, ACT_LOCAL);
    step(w, &begin);
    uint32_t head = w->here, chosen = new_location(w, w->depth ? LOC_ATOMIC : 0), changed = behind(r);
    step_to(w, to, &end);
    add_update(w, &choose, cell, NULL, fresh_input(w, width));
    step_to(w, chosen, &choose);
    go_to(w, chosen);
    expr at = expr_cell(x, width, cell), inside = at_place(w, at, place_get(&w->pointsto->places, s->place), s->width);
    for (uint64_t part = 0; part < s->width; part += g->unit)
        touch(r, g, expr_add(x, at, expr_const(x, width, part)), inside, changed);
    struct action again = new_action(w, ACT_LOCAL);
    go_to(w, changed);
    step_to(w, head, &again);
    go_to(w, to);
}

/* All elements of the slice, which lies in an object that exists once; false if they are too many. */
static bool change_all(struct reach *r, const struct slice *s)
{
    struct lower *w = r->lower;
    const struct place *q = place_get(&w->pointsto->places, s->place);
    const struct object *o = &w->pointsto->places.objects.data[q->object];
    const struct region *g = &w->regions->list.data[s->region];
    uint64_t count = q->stride ? (q->end - q->first + q->stride - 1) / q->stride : 1;
    if (o->many || o->instance_stride || o->is_variable || count * (s->width / g->unit) > MOST_SINGLE)
        return false;
    for (uint64_t at = q->first; at + s->width <= o->size && count; at += q->stride, count--)
        for (uint64_t part = 0; part < s->width; part += g->unit)
            change_one(r, g, o, at + part);
    return true;
}

static void change_object(struct reach *r, uint32_t object)
{
    struct lower *w = r->lower;
    const struct object *o = &w->pointsto->places.objects.data[object];
    if (o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value))
        return;
    for (uint32_t i = 0; i < w->regions->slices.size; i++) {
        const struct slice *s = &w->regions->slices.data[i];
        if (place_get(&w->pointsto->places, s->place)->object != object || s->region == NONE)
            continue;
        const struct region *g = &w->regions->list.data[s->region];
        if (g->cell == NONE || g->unsupported)
            continue;
        const struct cell *c = &w->program->cells.data[g->cell];
        if (!cell_is_shared(c) && (c->owner != w->code || !r->writes))
            continue;
        if (!change_all(r, s))
            change_any(r, s);
    }
}

void lower_reach(struct lower *w, LLVMValueRef call)
{
    size_t length = 0;
    const char *what = literal_text(LLVMGetArgOperand(call, 0), &length);
    bool written = !LLVMIsNull(LLVMGetArgOperand(call, 1)), everything = !LLVMIsNull(LLVMGetArgOperand(call, 2));
    struct reach r = {.lower = w, .writes = written};
    r.what = what ? arena_strndup(&w->front->arena, what, length) : "what a function does that is not defined";
    if (!written && !front_needs(w->front, NEEDS_ACCESSES))
        return;
    for (unsigned k = 3; k < LLVMGetNumArgOperands(call); k++)
        see_places(&r, pointsto_of(w->pointsto, LLVMGetArgOperand(call, k)));
    if (everything) { /* a step of its own, so that there is a note even if nothing is reached */
        struct action a = new_action(w, ACT_LOCAL);
        approximate(w, &a, LOC_APPROXIMATE | LOC_ANY_VALUE, r.what);
    }
    if (everything)
        see_places(&r, pointsto_at(w->pointsto, w->pointsto->outside));
    while (r.todo.size) {
        uint32_t object = vector_pop(&r.todo);
        see_contents(&r, object);
        change_object(&r, object);
    }
    bitset_free(&r.seen);
    vector_free(&r.todo);
}
