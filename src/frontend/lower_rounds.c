/* Local variables of loops that are watched (rounds.h). A thread chooses one round, any or none, in which such a variable lies at its second address; in all
 * others it lies at its first. What ends there never begins again, so whoever follows a pointer into that round when it is over is seen. No
 * such access is missed: up to the first one in a run, everything is as it would be if that round had been the chosen one. In the other
 * rounds a pointer of an earlier one leads to the variable as it is now, as in a real run. */
#include "frontend/lower.h"

static struct object *object_of(const struct lower *w, LLVMValueRef variable, uint32_t *object)
{
    *object = places_object(&w->pointsto->places, OBJECT_STACK, variable, w->unit->function);
    return &w->pointsto->places.objects.data[*object];
}

static expr second_address(struct lower *w, uint32_t object)
{
    expr first = object_address(w, object);
    return expr_add(w->exprs, first, expr_const(w->exprs, first->width, w->pointsto->places.objects.data[object].spacing));
}

void lower_watched(struct lower *w, LLVMValueRef variable)
{
    uint32_t object;
    struct object *o = object_of(w, variable, &object);
    expr first = object_address(w, object);
    o->address = local_cell(w, arena_printf(&w->front->arena, "%%%s", object_name(w->front, o)), first->width);
    w->program->cells.data[o->address].is_pointer = true;
    o->counter = local_cell(w, "%watched", 1);
    struct action a = new_action(w, ACT_LOCAL);
    add_update(w, &a, o->address, NULL, first);
    add_update(w, &a, o->counter, NULL, expr_bool(w->exprs, false));
    set_value(w, variable, expr_cell(w->exprs, first->width, o->address));
    step(w, &a);
}

void begin_round(struct lower *w, LLVMValueRef variable)
{
    struct exprs *x = w->exprs;
    uint32_t object;
    const struct object *o = object_of(w, variable, &object);
    assert(o->watched);
    expr chosen = expr_and(x, expr_not(x, expr_cell(x, 1, o->counter)), fresh_input(w, 1));
    struct action a = new_action(w, ACT_LOCAL);
    add_update(w, &a, o->address, NULL, expr_ite(x, chosen, second_address(w, object), object_address(w, object)));
    add_update(w, &a, o->counter, NULL, expr_or(x, expr_cell(x, 1, o->counter), chosen));
    step(w, &a);
}

void end_rounds(struct lower *w, uint32_t object, struct action *exit)
{
    const struct object *o = &w->pointsto->places.objects.data[object];
    assert(o->watched && o->ended != NONE);
    expr addresses[] = {object_address(w, object), second_address(w, object)};
    for (int k = 0; k < 2; k++) {
        add_access(w, exit, o->ended, addresses[k], true, true);
        add_update(w, exit, o->ended, addresses[k], expr_bool(w->exprs, true));
    }
}

void check_compared(struct lower *w, LLVMValueRef pointer)
{
    u32_vector objects = {0}, watched = {0};
    objects_of(w, pointer, &objects);
    vector_each(const uint32_t *, k, &objects)
        if (w->pointsto->places.objects.data[*k].watched && w->pointsto->places.objects.data[*k].value != pointer)
            vector_push(&watched, *k);
    expr address = watched.size ? value_of(w, pointer) : NULL;
    if (address && address->width == w->program->pointer_width) {
        uint32_t was = local_cell(w, "%over", 1);
        look_at_any(w, &watched, address, was, ASKED_ABOUT);
        demand(w, expr_not(w->exprs, expr_cell(w->exprs, 1, was)), "the address of a local variable that is over, compared");
    }
    vector_free(&objects);
    vector_free(&watched);
}
