/* A large local variable whose lifetime begins again: in a loop, or in a function that is called again; and memory that is allocated again at the
 * same address. It holds anything then. A small variable is written by stores (undefine() in prepare.c); here any of its elements get any value, any number of them, one after the other. Every
 * content that C allows comes about so, and no other. */
#include "frontend/lower.h"

struct part { /* of the variable: elements of one cell */
    const struct region *region;
    expr first; /* address */
    uint64_t stride, count, width;
};

static void go_to(struct lower *w, uint32_t to)
{
    w->here = to;
    w->pending = expr_bool(w->exprs, true);
}

static unsigned bits_for(uint64_t count)
{
    unsigned bits = 1;
    while (bits < 64 && (count - 1) >> bits)
        bits++;
    return bits;
}

static void forget_element(struct lower *w, const struct part *p, expr address)
{
    const struct cell *c = &w->program->cells.data[p->region->cell];
    bool shared = cell_is_shared(c);
    for (uint64_t at = 0; at < p->width; at += p->region->unit) {
        struct action a = new_action(w, shared ? ACT_STORE : ACT_LOCAL);
        expr index = p->region->scalar ? NULL : expr_add(w->exprs, address, expr_const(w->exprs, address->width, at));
        add_access(w, &a, p->region->cell, index, true, false);
        add_update(w, &a, p->region->cell, index, fresh_input(w, c->width));
        step(w, &a);
    }
}

static void forget_any(struct lower *w, const struct part *p)
{
    struct exprs *x = w->exprs;
    unsigned width = w->program->pointer_width, bits = bits_for(p->count);
    uint32_t cell = local_cell(w, "element", width), to = new_location(w, w->depth ? LOC_ATOMIC : 0);
    struct action begin = new_action(w, ACT_LOCAL), end = new_action(w, ACT_LOCAL), choose = new_action(w, ACT_LOCAL);
    step(w, &begin);
    uint32_t head = w->here;
    step_to(w, to, &end);
    expr any = fresh_input(w, bits), number = expr_resize(x, any, width, false);
    if (p->count & (p->count - 1))
        number = expr_ite(x, expr_binary(x, E_ULT, number, expr_const(x, width, p->count)), number, expr_const(x, width, 0));
    add_update(w, &choose, cell, NULL, expr_binary(x, E_MUL, number, expr_const(x, width, p->stride)));
    step(w, &choose);
    forget_element(w, p, expr_add(x, p->first, expr_cell(x, width, cell)));
    struct action again = new_action(w, ACT_LOCAL);
    step_to(w, head, &again);
    go_to(w, to);
}

void forget_contents(struct lower *w, uint32_t object, expr base)
{
    const struct object *o = &w->pointsto->places.objects.data[object];
    for (uint32_t i = 0; i < w->regions->slices.size; i++) {
        const struct slice *s = &w->regions->slices.data[i];
        const struct place *q = place_get(&w->pointsto->places, s->place);
        if (q->object != object || s->region == NONE || q->first + s->width > o->size)
            continue;
        struct part p = {.region = &w->regions->list.data[s->region], .stride = q->stride, .count = 1, .width = s->width};
        if (p.region->cell == NONE || p.region->unsupported)
            continue;
        p.first = expr_add(w->exprs, base, expr_const(w->exprs, base->width, q->first));
        uint64_t end = q->end + s->width - 1 < o->size ? q->end + s->width - 1 : o->size;
        if (q->stride)
            p.count = (end - s->width - q->first) / q->stride + 1;
        if (p.count > 1)
            forget_any(w, &p);
        else
            forget_element(w, &p, p.first);
    }
}

void lower_begin_again(struct lower *w, LLVMValueRef call)
{
    LLVMValueRef variable = LLVMGetArgOperand(call, 0);
    if (w->as_template && !cfg_on_cycle(&w->unit->cfg, call))
        return;
    if (!LLVMIsAAllocaInst(variable)) {
        unsupported(w, "a large local variable that begins again uninitialised");
        return;
    }
    forget_contents(w, places_object(&w->pointsto->places, OBJECT_STACK, variable, w->unit->function), value_of(w, variable));
}
