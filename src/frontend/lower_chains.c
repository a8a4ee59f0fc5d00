/* Lists that global variables lead to when the program ends (lower_roots.c): blocks are gone through one after the other, as far as each leads on
 * to one other at most. Beside it a block may hold what leads on nowhere. A list that is too long, or goes round in circles, is not gone through to
 * its end. */
#include "frontend/lower.h"

enum { MOST_VALUES = 32, LONGEST_CHAIN = 6, SHORTEST_CHAIN = 2 };

struct link { /* a pointer that blocks of a place hold */
    uint32_t object, cell;
    uint64_t offset;
    bool scalar, goes_on;
};

struct chains {
    struct lower *lower;
    const struct bitset *objects;
    struct bitset leading; /* those that hold any pointer to one of them */
    VECTOR(struct link) links;
};

/* The pointers of a block that may lead to some of the objects: the next of them after m, or NONE. */
static uint64_t next_way(const struct chains *c, uint64_t m)
{
    const struct pointsto *p = c->lower->pointsto;
    while (m != NONE && !may_lead_to(c->lower, p->memory.data[m].node, c->objects))
        m = p->memory.data[m].next;
    return m;
}

static uint64_t first_way(const struct chains *c, uint32_t object)
{
    uint64_t m = NONE;
    map_get(&c->lower->pointsto->content_of, object, &m);
    return next_way(c, m);
}

static bool add_link(struct chains *c, uint32_t object, const struct memory_node *m)
{
    const struct lower *w = c->lower;
    const struct place *q = place_get(&w->pointsto->places, m->place);
    const struct region *g = q->stride ? NULL : pointer_region(w, m->place, m->width);
    if (!g)
        return false;
    vector_push(&c->links, (struct link){object, g->cell, (uint64_t)q->first, g->scalar, may_lead_to(w, m->node, &c->leading)});
    return true;
}

/* False: some pointer is not one variable, or a block leads on to several. */
static bool find_links(struct chains *c)
{
    const struct pointsto *p = c->lower->pointsto;
    bitset_each(k, c->objects)
        if (first_way(c, k) != NONE)
            bitset_add(&c->leading, k);
    bitset_each(k, &c->leading) {
        uint32_t on = 0;
        for (uint64_t m = first_way(c, k); m != NONE; m = next_way(c, p->memory.data[m].next)) {
            if (!add_link(c, k, &p->memory.data[m]))
                return false;
            on += vector_last(&c->links).goes_on;
        }
        if (on > 1)
            return false;
    }
    return true;
}

/* Which blocks the address lies in: of each object whether it does, and where the block begins. */
struct found {
    expr is, start;
};

static struct found find_block(struct lower *w, uint32_t object, expr address)
{
    struct object *o = &w->pointsto->places.objects.data[object];
    expr inside = in_object(w, object, address, 1), start = expr_sub(w->exprs, address, offset_in(w, o, address));
    return (struct found){is_alive(w, o, inside, start), start};
}

/* What the link holds where the block is, and otherwise the other value. */
static expr held_by(struct lower *w, struct action *a, const struct link *l, struct found block, expr other)
{
    assert(l->cell < w->program->cells.size);
    struct exprs *x = w->exprs;
    const struct object *o = &w->pointsto->places.objects.data[l->object];
    unsigned width = w->program->pointer_width;
    expr base = expr_const(x, width, o->base), start = has_several(o) ? expr_ite(x, block.is, block.start, base) : base;
    expr index = l->scalar ? NULL : expr_add(x, start, expr_const(x, width, l->offset));
    add_access(w, a, l->cell, index, false, true);
    return expr_ite(x, block.is, program_cell_expr(w->program, l->cell, index), other);
}

static uint32_t read_into_cell(struct lower *w, struct action *a, expr value)
{
    uint32_t to = local_cell(w, "%behind", value->width);
    add_update(w, a, to, NULL, value);
    step(w, a);
    return to;
}

/* How far each list is gone through: all values are compared with each other. */
static uint32_t longest(uint32_t roots, uint32_t links)
{
    uint32_t n = roots && links && MOST_VALUES > roots ? (MOST_VALUES - roots) / (roots * links) : 0;
    return n < LONGEST_CHAIN ? n : LONGEST_CHAIN;
}

/* Adds what is behind a value and does not lead on to the others; the result does. */
static uint32_t go_on(struct chains *c, uint32_t from, u32_vector *others, expr *unclear)
{
    assert(c->links.size);
    struct lower *w = c->lower;
    struct exprs *x = w->exprs;
    unsigned width = w->program->pointer_width;
    expr address = expr_cell(x, width, from), null = expr_const(x, width, 0), next = null;
    VECTOR(struct found) blocks = {0};
    vector_each(const struct link *, l, &c->links) {
        expr past = expr_and(x, in_object(w, l->object, address, 0), expr_not(x, in_object(w, l->object, address, 1)));
        *unclear = expr_or(x, *unclear, past);
        vector_push(&blocks, find_block(w, l->object, address));
    }
    struct action on = new_action(w, ACT_ATOMIC);
    for (uint32_t i = 0; i < c->links.size; i++) {
        const struct link *l = &c->links.data[i];
        struct action a = new_action(w, ACT_ATOMIC);
        if (l->goes_on)
            next = held_by(w, &on, l, blocks.data[i], next);
        else
            vector_push(others, read_into_cell(w, &a, held_by(w, &a, l, blocks.data[i], null)));
    }
    vector_free(&blocks);
    return read_into_cell(w, &on, next);
}

expr follow_chains(struct lower *w, const struct bitset *objects, u32_vector *values)
{
    assert(!bitset_empty(objects));
    struct exprs *x = w->exprs;
    struct chains c = {.lower = w, .objects = objects};
    expr all = NULL, unclear = expr_bool(x, false);
    uint32_t roots = values->size, length = find_links(&c) ? longest(roots, c.links.size) : 0;
    if (length >= SHORTEST_CHAIN) {
        for (uint32_t r = 0; r < roots; r++) {
            uint32_t at = values->data[r];
            for (uint32_t k = 0; k < length; k++) {
                at = go_on(&c, at, values, &unclear);
                vector_push(values, at);
            }
            bitset_each(k, &c.leading)
                unclear = expr_or(x, unclear, in_object(w, k, expr_cell(x, w->program->pointer_width, at), 0));
        }
        all = expr_not(x, unclear);
    }
    vector_free(&c.links);
    bitset_free(&c.leading);
    return all;
}
