/* Creation, end and joining of threads, as actions on the cells started, argument, done and result of their template (threads.h). */
#include "frontend/lower.h"

static expr instance_number(struct lower *w, const struct unit *u)
{
    return expr_sub(w->exprs, expr_self(w->exprs), expr_const(w->exprs, SELF_WIDTH, u->first_id));
}

static expr slot(const struct unit *u, expr number) { return u->instances == 1 ? NULL : number; }

void lower_halt(struct lower *w)
{
    struct action a = new_action(w, ACT_HALT);
    step_to(w, w->program->codes.data[w->code].exit, &a);
    w->ended = true;
}

void lower_exit(struct lower *w, expr result)
{
    if (!w->as_template) {
        unsupported(w, "the end of a thread inside a recursive function");
        return;
    }
    struct action a = new_action(w, ACT_EXIT);
    const struct unit *u = w->unit;
    expr index = slot(u, instance_number(w, u));
    if (u->result != NONE) {
        expr value = result ? result : fresh_input(w, w->program->pointer_width);
        add_update(w, &a, u->result, index, expr_resize(w->exprs, value, w->program->pointer_width, false));
        add_access(w, &a, u->result, index, true, true);
    }
    if (u->done != NONE) {
        add_update(w, &a, u->done, index, expr_bool(w->exprs, true));
        add_access(w, &a, u->done, index, true, true);
    }
    end_locals(w, &a);
    step_to(w, w->program->codes.data[w->code].exit, &a);
    w->ended = true;
}

static void create_instance(struct lower *w, LLVMValueRef call, uint32_t target, expr guard, uint32_t id_cell, uint32_t to)
{
    struct exprs *x = w->exprs;
    const struct unit *u = &w->threads->units.data[target];
    struct action a = new_action(w, ACT_CREATE);
    a.guard = guard;
    a.object = target;
    expr number =
        u->dynamic ? program_cell_expr(w->program, u->count, NULL) : expr_const(x, SELF_WIDTH, threads_number(w->threads, call));
    expr index = slot(u, number);
    add_update(w, &a, u->started, index, expr_bool(x, true));
    add_access(w, &a, u->started, index, true, true);
    if (u->argument != NONE) {
        expr value = argument(w, call, 1);
        add_update(w, &a, u->argument, index, expr_resize(x, value, w->program->pointer_width, false));
        add_access(w, &a, u->argument, index, true, true);
    }
    if (u->dynamic) {
        add_update(w, &a, u->count, NULL, expr_add(x, number, expr_const(x, SELF_WIDTH, 1)));
        add_access(w, &a, u->count, NULL, true, true);
    }
    expr id = expr_add(x, number, expr_const(x, SELF_WIDTH, u->first_id));
    if (id_cell != NONE)
        add_update(w, &a, id_cell, NULL, id);
    else if (expr_is_const(id))
        set_value(w, call, id);
    step_to(w, to, &a);
}

void lower_create(struct lower *w, LLVMValueRef call)
{
    struct exprs *x = w->exprs;
    expr function = argument(w, call, 0), none = expr_bool(x, true);
    u32_vector targets = {0};
    const u32_vector *set = pointsto_of(w->pointsto, LLVMGetArgOperand(call, 0));
    vector_each(const uint32_t *, p, set) {
        const struct object *o = &w->pointsto->places.objects.data[place_get(&w->pointsto->places, *p)->object];
        uint32_t t = o->kind == OBJECT_FUNCTION ? threads_template(w->threads, o->value) : NONE;
        if (t != NONE && t != 0) {
            vector_push(&targets, t);
            none = expr_and(x, none, expr_ne(x, function, expr_const(x, function->width, o->base)));
        }
    }
    demand(w, expr_not(x, none), "creation of a thread with a function that is not known");
    if (!w->ended) {
        bool is_static = targets.size == 1 && !w->threads->units.data[targets.data[0]].dynamic;
        uint32_t to = new_location(w, w->depth ? LOC_ATOMIC : 0);
        uint32_t cell = is_static || !LLVMGetFirstUse(call) ? NONE : cell_for(w, call);
        vector_each(const uint32_t *, t, &targets) {
            uint64_t object = 0;
            map_get(&w->pointsto->places.object_of, map_pointer_key(w->threads->units.data[*t].function), &object);
            expr address = expr_const(x, function->width, w->pointsto->places.objects.data[object].base);
            create_instance(w, call, *t, targets.size == 1 ? expr_bool(x, true) : expr_eq(x, function, address), cell, to);
        }
        w->here = to;
        w->pending = expr_bool(x, true);
    }
    vector_free(&targets);
}

void lower_join(struct lower *w, LLVMValueRef call)
{
    struct exprs *x = w->exprs;
    expr id = argument(w, call, 0), some = expr_bool(x, false);
    bool used = LLVMGetFirstUse(call) != NULL;
    uint32_t n = w->threads->template_count;
    expr *is = ARENA_ARRAY(&w->front->arena, expr, n);
    for (uint32_t t = 1; t < n; t++) {
        const struct unit *u = &w->threads->units.data[t];
        uint32_t count = u->instances == UNBOUNDED ? UNBOUNDED_IDS : u->instances;
        expr number = expr_sub(x, id, expr_const(x, SELF_WIDTH, u->first_id));
        is[t] = count == 1 ? expr_eq(x, id, expr_const(x, SELF_WIDTH, u->first_id))
                           : expr_binary(x, E_ULT, number, expr_const(x, SELF_WIDTH, count));
        some = expr_or(x, some, is[t]);
    }
    require(w, some, "undefined: join of a thread that was never created");
    if (w->ended)
        return;
    uint32_t to = new_location(w, w->depth ? LOC_ATOMIC : 0);
    uint32_t cell = used ? cell_for(w, call) : NONE;
    for (uint32_t t = 1; t < n; t++) {
        if (expr_is_false(is[t]))
            continue;
        const struct unit *u = &w->threads->units.data[t];
        struct action a = new_action(w, ACT_JOIN);
        a.object = t;
        expr index = slot(u, expr_sub(x, id, expr_const(x, SELF_WIDTH, u->first_id)));
        a.guard = expr_and(x, is[t], program_cell_expr(w->program, u->done, index));
        add_access(w, &a, u->done, index, false, true);
        if (cell != NONE) {
            add_update(w, &a, cell, NULL, program_cell_expr(w->program, u->result, index));
            add_access(w, &a, u->result, index, false, true);
        }
        step_to(w, to, &a);
    }
    w->here = to;
    w->pending = expr_bool(x, true);
}
