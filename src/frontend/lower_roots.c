/* Whether global variables lead to a block when the program ends, for memory that is lost (lower_leaks.c). Where only global variables can hold the
 * block's address, and only few of them, they are looked at: what none of them holds is lost, and what one holds is not. One past the end of
 * a block is neither. Where blocks hold it, too, lists are gone through (lower_chains.c), and otherwise it is lost if no global variable leads to any
 * block from which a way leads there. */
#include "frontend/lower.h"

enum { MOST_ROOTS = 8 };

struct roots {
    VECTOR(struct root {
        uint32_t cell;
        expr index; /* NULL: a scalar */
        uint64_t address;
    })
    list;
};

const struct region *pointer_region(const struct lower *w, uint32_t place, uint64_t width)
{
    uint64_t slice;
    assert(place != NONE);
    if (width != w->front->pointer_bytes)
        return NULL;
    if (!map_get(&w->regions->slice_of, (uint64_t)place << 32 | width, &slice) || w->regions->slices.data[slice].region == NONE)
        return NULL;
    const struct region *g = &w->regions->list.data[w->regions->slices.data[slice].region];
    bool is_shared = g->cell != NONE && cell_is_shared(&w->program->cells.data[g->cell]);
    return !is_shared || g->unsupported || g->unit != width ? NULL : g;
}

static bool add_root(struct lower *w, struct roots *r, const struct region *g, uint64_t address)
{
    vector_each(const struct root *, k, &r->list)
        if (k->address == address)
            return true;
    expr index = g->scalar ? NULL : expr_const(w->exprs, w->program->pointer_width, address);
    vector_push(&r->list, (struct root){g->cell, index, address});
    return r->list.size <= MOST_ROOTS;
}

/* All pointers of a global variable that may lead to the object. False: not all are known. */
static bool add_holder(struct lower *w, struct roots *r, const struct memory_node *m, const struct object *holder)
{
    const struct place *q = place_get(&w->pointsto->places, m->place);
    const struct region *g = pointer_region(w, m->place, m->width);
    if (!g || holder->kind != OBJECT_GLOBAL)
        return false;
    bool all = add_root(w, r, g, holder->base + q->first);
    for (uint64_t at = q->first + q->stride; all && q->stride && at < q->end; at += q->stride)
        all = add_root(w, r, g, holder->base + at);
    return all;
}

bool may_lead_to(const struct lower *w, uint32_t node, const struct bitset *objects)
{
    assert(objects);
    vector_each(const uint32_t *, place, pointsto_at(w->pointsto, node))
        if (bitset_has(objects, place_get(&w->pointsto->places, *place)->object))
            return true;
    return false;
}

/* What may hold the address of one of them. */
static bool find_roots(struct lower *w, const struct bitset *objects, const struct bitset *reached, struct roots *r)
{
    const struct pointsto *p = w->pointsto;
    bool all = !may_lead_to(w, p->outside, objects);
    for (uint32_t k = 0; k < p->places.objects.size && all; k++) {
        uint64_t m = NONE;
        if (bitset_has(reached, k) && !bitset_has(objects, k))
            map_get(&p->content_of, k, &m);
        for (; m != NONE && all; m = p->memory.data[m].next)
            all = !may_lead_to(w, p->memory.data[m].node, objects) ||
                  add_holder(w, r, &p->memory.data[m], &p->places.objects.data[k]);
    }
    return all;
}

/* Adds the blocks from which a way may lead to one of the objects. */
static void add_ways(const struct lower *w, const struct bitset *reached, struct bitset *objects)
{
    const struct pointsto *p = w->pointsto;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < p->places.objects.size; k++) {
            uint64_t m = NONE;
            if (bitset_has(reached, k) && !bitset_has(objects, k) && p->places.objects.data[k].kind == OBJECT_HEAP)
                map_get(&p->content_of, k, &m);
            for (; m != NONE; m = p->memory.data[m].next)
                if (!bitset_has(objects, k) && may_lead_to(w, p->memory.data[m].node, objects)) {
                    bitset_add(objects, k);
                    changed = true;
                }
        }
    }
}

static bool leads_to_itself(const struct lower *w, uint32_t object, const struct bitset *objects)
{
    uint64_t m = NONE;
    map_get(&w->pointsto->content_of, object, &m);
    for (; m != NONE; m = w->pointsto->memory.data[m].next)
        if (may_lead_to(w, w->pointsto->memory.data[m].node, objects))
            return true;
    return false;
}

/* What the pointers hold, in cells of the thread. Nobody else is there, or it does not matter. */
static void read_roots(struct lower *w, const struct roots *r, u32_vector *values)
{
    bool apart = w->front->weaker_orders; /* memory models have no steps that read several variables */
    struct action a = new_action(w, ACT_ATOMIC);
    vector_each(const struct root *, k, &r->list) {
        vector_push(values, local_cell(w, "%root", w->program->pointer_width));
        add_access(w, &a, k->cell, k->index, false, true);
        add_update(w, &a, values->data[values->size - 1], NULL, program_cell_expr(w->program, k->cell, k->index));
        if (apart) {
            step(w, &a);
            a = new_action(w, ACT_ATOMIC);
        }
    }
    if (!apart)
        step(w, &a);
}

expr is_alive(struct lower *w, struct object *o, expr inside, expr start)
{
    if (!o->mortal)
        return inside;
    uint32_t cell = end_cell(w, o), alive = local_cell(w, "%there", 1);
    expr index = has_several(o) ? expr_ite(w->exprs, inside, start, expr_const(w->exprs, start->width, o->base)) : NULL;
    struct action a = new_action(w, ACT_ATOMIC);
    add_access(w, &a, cell, index, false, true);
    add_update(w, &a, alive, NULL, expr_and(w->exprs, inside, expr_not(w->exprs, program_cell_expr(w->program, cell, index))));
    step(w, &a);
    return expr_cell(w->exprs, 1, alive);
}

/* How many blocks the values lead to, each once. */
static struct led_to count_blocks(struct lower *w, uint32_t object, const u32_vector *values, unsigned width)
{
    struct exprs *x = w->exprs;
    struct object *o = &w->pointsto->places.objects.data[object];
    struct led_to found = {expr_const(x, width, 0), expr_bool(x, false)};
    VECTOR(expr) starts = {0}, alive = {0};
    vector_each(const uint32_t *, v, values) {
        expr address = expr_cell(x, w->program->pointer_width, *v), inside = in_object(w, object, address, 1);
        expr start = expr_sub(x, address, offset_in(w, o, address)), is_new = is_alive(w, o, inside, start), first = is_new;
        found.unclear = expr_or(x, found.unclear, expr_and(x, in_object(w, object, address, 0), expr_not(x, inside)));
        for (uint32_t k = 0; k < starts.size; k++) {
            expr same = has_several(o) ? expr_eq(x, starts.data[k], start) : expr_bool(x, true);
            first = expr_and(x, first, expr_not(x, expr_and(x, alive.data[k], same)));
        }
        vector_push(&starts, start);
        vector_push(&alive, is_new);
        found.blocks = expr_add(x, found.blocks, expr_resize(x, first, width, false));
    }
    vector_free(&starts);
    vector_free(&alive);
    return found;
}

/* Nothing leads to the blocks if no pointer is to one of these objects; otherwise it is not known. */
static struct led_to exclude_ways(struct lower *w, const struct bitset *objects, const u32_vector *values, unsigned width)
{
    struct exprs *x = w->exprs;
    struct led_to found = {expr_const(x, width, 0), expr_bool(x, false)};
    vector_each(const uint32_t *, v, values)
        bitset_each(k, objects)
            found.unclear = expr_or(x, found.unclear, in_object(w, k, expr_cell(x, w->program->pointer_width, *v), 0));
    return found;
}

bool globals_lead_to(struct lower *w, uint32_t object, const struct bitset *reached, unsigned width, struct led_to *found)
{
    assert(object < w->pointsto->places.objects.size);
    struct roots r = {0};
    struct bitset objects = {0};
    u32_vector values = {0};
    bitset_add(&objects, object);
    add_ways(w, reached, &objects);
    bool by_blocks = bitset_count(&objects) > 1 || leads_to_itself(w, object, &objects);
    bool known = find_roots(w, &objects, reached, &r) && r.list.size;
    if (known) {
        read_roots(w, &r, &values);
        expr all = by_blocks ? follow_chains(w, &objects, &values) : NULL;
        *found = by_blocks && !all ? exclude_ways(w, &objects, &values, width) : count_blocks(w, object, &values, width);
        if (all)
            found->unclear = expr_or(w->exprs, found->unclear, expr_not(w->exprs, all));
    }
    vector_free(&r.list);
    vector_free(&values);
    bitset_free(&objects);
    return known;
}
