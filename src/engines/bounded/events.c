/* Groups and what they read and write. */
#include "engines/bounded/unroll.h"

uint32_t new_group(struct unroller *r)
{
    struct unfolding *u = r->u;
    const struct unrolled_node *n = &u->nodes.data[r->node];
    struct group g = {.instance = r->instance, .node = r->node};
    bitset_copy(&g.past, &n->past);
    bitset_copy(&g.sure, &n->sure);
    vector_push(&u->groups, g);
    return u->groups.size - 1;
}

uint32_t current_group(struct unroller *r)
{
    struct unfolding *u = r->u;
    struct unrolled_node *n = &u->nodes.data[r->node];
    if (r->final != NONE)
        return r->final;
    if (n->section != NONE)
        return n->section;
    if (n->group == NONE)
        n->group = new_group(r);
    return n->group;
}

static bool same_index(word a, word b, unsigned width) { return a == b || (a && b && word_same(a, b, width)); }

word group_read(void *context, uint32_t group, uint32_t cell, word index)
{
    struct unroller *r = context;
    struct unfolding *u = r->u;
    const struct cell *c = &u->program->cells.data[cell];
    uint64_t constant;
    const struct slots *slots = &u->contents.slots[cell];
    if (index && word_is_const(index, slots->width, &constant) && slots_from_index(slots, c, constant, u->counts) == NONE64)
        return word_const(&u->blaster, c->width, 0);
    struct group *g = &u->groups.data[group];
    uint32_t id = NONE;
    for (uint32_t i = 0; i < g->reads.size && id == NONE; i++) {
        const struct read *x = &u->reads.data[g->reads.data[i]];
        if (x->cell == cell && same_index(x->index, index, slots->width))
            id = g->reads.data[i];
    }
    if (id == NONE) {
        id = u->reads.size;
        vector_push(&g->reads, id);
        word value = u->given ? known_word(&u->given[cell], &u->blaster, c->width) : word_input(&u->blaster, c->width);
        vector_push(&u->reads, (struct read){group, cell, index, value, LIT_FALSE});
    }
    vector_push(&r->touched, id);
    return u->reads.data[id].value;
}

word index_word(struct unroller *r, uint32_t cell, expr address, lit *inside)
{
    const struct slots *s = &r->u->contents.slots[cell];
    struct exprs *pool = r->u->program->exprs;
    *inside = LIT_TRUE;
    if (!s->numbered)
        return evaluation_word(&r->evaluation, address);
    *inside = evaluation_word(&r->evaluation, slots_inside(s, pool, address))[0];
    return evaluation_word(&r->evaluation, slots_number(s, pool, address));
}

/* What is read outside of a cell is 0. */
static word only_if(struct unroller *r, lit inside, word value, unsigned width)
{
    return inside == LIT_TRUE ? value : word_mux(&r->u->blaster, inside, value, word_const(&r->u->blaster, width, 0), width);
}

word leaf(void *context, expr e, word index)
{
    struct unroller *r = context;
    struct unfolding *u = r->u;
    if (e->op == E_SELF)
        return word_const(&u->blaster, SELF_WIDTH, r->self);
    if (e->op == E_INPUT) {
        uint64_t known;
        if (map_get(&r->inputs, e->value, &known))
            return (word)(uintptr_t)known;
        unsigned bits = known_input_bits(r->code, u->nodes.data[r->node].location, (uint32_t)e->value, e->width);
        struct known_bits high = {bits < e->width ? width_mask(e->width) & ~(bits ? width_mask(bits) : 0) : 0, 0, 0};
        word w = known_word(&high, &u->blaster, e->width);
        map_put(&r->inputs, e->value, (uintptr_t)w);
        vector_push(&u->inputs, (struct used_input){r->node, (uint32_t)e->value, w});
        return w;
    }
    uint32_t cell = (uint32_t)e->value;
    const void *held = r->env[u->place[cell]];
    lit inside = LIT_TRUE;
    if (e->op == E_READ)
        index = index_word(r, cell, e->arg[0], &inside);
    if (inside == LIT_FALSE)
        return word_const(&u->blaster, e->width, 0);
    if (!held)
        return only_if(r, inside, group_read(r, current_group(r), cell, index), e->width);
    if (e->op == E_CELL)
        return held;
    return only_if(r, inside, array_read(&u->contents, held, index, group_read, r), e->width);
}

void add_write(struct unroller *r, uint32_t step, lit x, uint32_t cell, word index, word value)
{
    struct unfolding *u = r->u;
    uint32_t group = current_group(r);
    struct group *g = &u->groups.data[group];
    for (uint32_t i = 0; i < g->writes.size; i++) {
        struct unrolled_write *w = &u->writes.data[g->writes.data[i]];
        if (w->cell != cell || (w->step != step && u->steps.data[w->step].from == r->node))
            continue; /* another way out of the same node: never both */
        lit same = index ? word_equal(&u->blaster, w->index, index, u->contents.slots[cell].width) : LIT_TRUE;
        w->x = circuit_and(u->circuit, w->x, lit_not(circuit_and(u->circuit, x, same)));
    }
    vector_push(&g->writes, u->writes.size);
    vector_push(&u->writes, (struct unrolled_write){group, cell, step, index, value, x});
}

/* Every step with an access belongs to a group then, so that there is something to order. */
void remember_accesses(struct unroller *r, uint32_t step, const struct action *a)
{
    struct unfolding *u = r->u;
    for (uint32_t i = 0; i < a->access_count; i++) {
        current_group(r);
        lit inside = LIT_TRUE;
        word index = a->accesses[i].index ? index_word(r, a->accesses[i].cell, a->accesses[i].index, &inside) : NULL;
        if (inside != LIT_FALSE)
            vector_push(&u->accesses, (struct used_access){a->accesses[i].id, a->accesses[i].cell, step, index, inside});
    }
}

/* Whether the section that the thread is in may have written the cell itself: then it does not read what others have written. */
static bool knows_already(struct unroller *r, uint32_t cell)
{
    struct unfolding *u = r->u;
    uint32_t place = u->place[cell];
    vector_each(const uint32_t *, w, &u->groups.data[current_group(r)].writes)
        if (u->writes.data[*w].cell == cell)
            return true;
    return r->env[place] && !bitset_has(&r->owned, place);
}

static void note_item(struct unroller *r, uint32_t step, const struct item *i, bool in_section)
{
    struct unfolding *u = r->u;
    const struct cell *c = &u->program->cells.data[i->cell];
    const struct slots *slots = &u->contents.slots[i->cell];
    struct noted_event e = {.step = step, .item = i, .order = i->order, .read = NONE, .inside = LIT_TRUE, .in_section = in_section};
    bool solo = u->nodes.data[r->node].solo; /* then all that others see is that they are started */
    uint64_t constant;
    bool touches = !i->reads && !i->writes; /* which matters for races alone */
    if ((touches && !u->bound.accesses) || (solo && c->role != CELL_STARTED))
        return;
    e.index = i->index ? index_word(r, i->cell, i->index, &e.inside) : NULL;
    if (e.inside == LIT_FALSE ||
        (e.index && word_is_const(e.index, slots->width, &constant) && slots_from_index(slots, c, constant, u->counts) == NONE64))
        return;
    current_group(r);
    if (i->reads && !solo && !(in_section && knows_already(r, i->cell))) {
        group_read(r, current_group(r), i->cell, e.index);
        e.read = vector_last(&r->touched);
    }
    vector_push(&u->events, e);
}

/* Reads whose value is of no use are events, too, and so are fences; they belong to a group, by which threads are in order. */
void note_events(struct unroller *r, uint32_t step, bool in_section)
{
    struct unfolding *u = r->u;
    uint32_t edge = u->steps.data[step].edge;
    const struct edge_plan *plan = &u->bound.plan->codes[u->instances.data[r->instance].code].edges[edge];
    uint8_t fence = r->code->edges.data[edge].action.fence;
    vector_each(const struct item *, i, &plan->items)
        note_item(r, step, i, in_section);
    if (fence != ORDER_PLAIN && !u->nodes.data[r->node].solo) {
        current_group(r);
        vector_push(&u->events, (struct noted_event){.step = step, .order = fence, .read = NONE, .inside = LIT_TRUE});
    }
}
