/* Leaks, for the property memory if --leaks asks for them: a cell for each place that allocates says how many of its blocks are there, and
 * where main returns it is looked at. Of what is not freed by then, memory is lost if nothing can lead to it any more: no variable that
 * outlives main (by the analysis of pointers, or by looking: lower_roots.c), and no thread that is still there. Where that is not known, what is not freed forbids TRUE and is
 * no violation; so where the program ends in another way, but for what global variables lead to. */
#include "frontend/lower.h"

enum { COUNT_WIDTH = 40, MOST_INSTANCES = 16 };

static bool is_followed(const struct lower *w, const struct object *o)
{
    bool allocated = o->kind == OBJECT_HEAP && allocates(o->value);
    bool others =
        calls(o->value, "__heddle_alloc_text") || calls(o->value, "__heddle_alloc_option") || calls(o->value, "__heddle_alloc_own");
    return allocated && !others && asks_for_memory(w) && w->front->options->leaks != LEAKS_NOT_ASKED;
}

/* What the library gives may be its own, unless the program frees it somewhere. */
static bool is_programs_own(const struct object *o) { return o->freed || !calls(o->value, "__heddle_alloc_any"); }

static uint32_t live_cell(struct lower *w, struct object *o)
{
    if (o->live == NONE) {
        struct cell c = {.name = arena_printf(&w->front->arena, "live.%s", object_name(w->front, o)),
                         .width = has_several(o) ? COUNT_WIDTH : 1,
                         .owner = NONE,
                         .subject = NONE,
                         .role = CELL_HEAP,
                         .pos = object_position(w->front, o)};
        o->live = unique_cell(w->front, c);
    }
    return o->live;
}

/* Adds one, or takes one away, where that holds. */
static void count(struct lower *w, struct object *o, struct action *a, bool more, expr where)
{
    struct exprs *x = w->exprs;
    uint32_t cell = live_cell(w, o);
    expr live = program_cell_expr(w->program, cell, NULL), one = expr_const(x, live->width, 1);
    a->kind = ACT_ATOMIC;
    add_access(w, a, cell, NULL, true, true);
    add_update(w, a, cell, NULL, expr_ite(x, where, more ? expr_add(x, live, one) : expr_sub(x, live, one), live));
}

void count_allocation(struct lower *w, uint32_t object)
{
    struct object *o = &w->pointsto->places.objects.data[object];
    if (!is_followed(w, o))
        return;
    struct action a = new_action(w, ACT_ATOMIC);
    count(w, o, &a, true, expr_bool(w->exprs, true));
    step(w, &a);
}

void count_change(struct lower *w, struct object *o, struct action *a, bool begins, expr ended)
{
    if (is_followed(w, o))
        count(w, o, a, begins, begins ? ended : expr_not(w->exprs, ended));
}

bool asks_for_lost_memory(const struct lower *w) { return asks_for_memory(w) && w->front->options->leaks == LEAKS_LOST; }

/* A program may lose memory and never end: its allocations forbid TRUE, unless it is found later that it can always end
 * (portfolio/endings.h). */
void check_leaks(struct lower *w, struct object *o)
{
    uint32_t to = w->program->codes.data[w->code].locations.size;
    if (!asks_for_lost_memory(w) || !is_followed(w, o))
        return;
    may_be_unsupported(w, "memory that may be lost by a program that need not end", expr_bool(w->exprs, true));
    w->program->codes.data[w->code].locations.data[to].flags |= LOC_MAY_NOT_END;
}

/* --- the end --- */

static void reach_object(u32_vector *todo, struct bitset *seen, uint32_t object)
{
    if (bitset_has(seen, object))
        return;
    bitset_add(seen, object);
    vector_push(todo, object);
}

/* What variables lead to that outlive main, and what functions know that nobody defines. */
static void find_reached(const struct lower *w, struct bitset *seen)
{
    const struct pointsto *p = w->pointsto;
    u32_vector todo = {0};
    vector_each(const uint32_t *, place, pointsto_at(p, p->outside))
        reach_object(&todo, seen, place_get(&p->places, *place)->object);
    for (uint32_t k = 0; k < p->places.objects.size; k++)
        if (p->places.objects.data[k].kind == OBJECT_GLOBAL || p->places.objects.data[k].kind == OBJECT_THREAD_LOCAL)
            reach_object(&todo, seen, k);
    while (todo.size) {
        uint64_t m = NONE;
        map_get(&p->content_of, vector_pop(&todo), &m);
        for (; m != NONE; m = p->memory.data[m].next)
            vector_each(const uint32_t *, place, pointsto_at(p, p->memory.data[m].node))
                reach_object(&todo, seen, place_get(&p->places, *place)->object);
    }
    vector_free(&todo);
}

/* What a shared cell holds, read by this action; or by a step of its own, since memory models have none that read several variables. */
static expr read_at_end(struct lower *w, struct action *a, uint32_t cell, expr index)
{
    if (!w->front->weaker_orders) {
        add_access(w, a, cell, index, false, true);
        return program_cell_expr(w->program, cell, index);
    }
    struct action own = new_action(w, ACT_LOAD);
    unsigned width = w->program->cells.data[cell].width;
    uint32_t held = local_cell(w, "%held", width);
    add_access(w, &own, cell, index, false, true);
    add_update(w, &own, held, NULL, program_cell_expr(w->program, cell, index));
    step(w, &own);
    return expr_cell(w->exprs, width, held);
}

typedef VECTOR(expr) flag_list;

/* Of each instance of the template whether the cell of the unit holds, if it has one. */
static void read_flags(struct lower *w, const struct unit *u, uint32_t cell, struct action *a, flag_list *out)
{
    for (uint32_t i = 0; i < u->instances; i++) {
        expr index = u->instances == 1 ? NULL : expr_const(w->exprs, SELF_WIDTH, i);
        vector_push(out, cell == NONE ? expr_bool(w->exprs, false) : read_at_end(w, a, cell, index));
    }
}

/* All threads that have begun have ended. Who has ended is read before who has begun: otherwise one could be seen that has not begun, and then its creator that
 * has ended. */
static expr others_ended(struct lower *w)
{
    struct exprs *x = w->exprs;
    expr all = expr_bool(x, true);
    struct action a = new_action(w, ACT_ATOMIC);
    uint32_t cell = local_cell(w, "%alone", 1), templates = w->threads->template_count;
    const struct unit *units = w->threads->units.data;
    flag_list done = {0}, begun = {0};
    for (uint32_t t = 1; t < templates; t++)
        if (units[t].dynamic || units[t].instances > MOST_INSTANCES)
            all = expr_bool(x, false);
    for (uint32_t t = 1; t < templates && !expr_is_false(all); t++)
        read_flags(w, &units[t], units[t].done, &a, &done);
    for (uint32_t t = 1; t < templates && !expr_is_false(all); t++)
        read_flags(w, &units[t], units[t].started, &a, &begun);
    for (uint32_t i = 0; i < begun.size; i++)
        all = expr_and(x, all, expr_or(x, expr_not(x, begun.data[i]), done.data[i]));
    vector_free(&done);
    vector_free(&begun);
    add_update(w, &a, cell, NULL, all);
    step(w, &a);
    return expr_cell(x, 1, cell);
}

/* How many are there, in a local cell. */
static expr look(struct lower *w, struct object *o)
{
    uint32_t cell = live_cell(w, o), width = w->program->cells.data[cell].width, was = local_cell(w, "%live", width);
    struct action a = new_action(w, ACT_LOAD);
    add_access(w, &a, cell, NULL, false, true);
    add_update(w, &a, was, NULL, program_cell_expr(w->program, cell, NULL));
    step(w, &a);
    return expr_cell(w->exprs, width, was);
}

/* there: whether something is that should not; known: whether that is known to be a violation. */
static void judge(struct lower *w, const struct object *o, expr there, expr known, const char *text)
{
    struct position here = w->pos;
    w->pos = object_position(w->front, o);
    if (!expr_is_true(known))
        may_be_unsupported(w, "memory that may never be freed", expr_and(w->exprs, there, expr_not(w->exprs, known)));
    if (!expr_is_false(known))
        check_asked(w, expr_not(w->exprs, expr_and(w->exprs, there, known)), PROPERTY_MEMORY, text);
    w->pos = here;
}

/* Memory that is lost, if the program ends here with nobody else there. Where main does not return, its variables are there, too, and may lead to what nothing else
 * leads to: what global variables lead to is not lost, of other memory nothing is known. */
static void judge_lost(struct lower *w, uint32_t object, const struct bitset *reached, expr alone, bool returns)
{
    struct exprs *x = w->exprs;
    struct object *o = &w->pointsto->places.objects.data[object];
    expr live = look(w, o), there = expr_ne(x, live, expr_const(x, live->width, 0)), known = alone;
    struct led_to found;
    if (bitset_has(reached, object) && globals_lead_to(w, object, reached, live->width, &found)) {
        expr fine = expr_and(x, alone, expr_eq(x, live, found.blocks));
        there = expr_and(x, there, expr_not(x, fine));
        known = expr_and(x, alone, expr_not(x, found.unclear));
    } else if (bitset_has(reached, object)) {
        known = expr_bool(x, false);
    }
    judge(w, o, there, returns ? known : expr_bool(x, false), "loss of this memory, which nothing leads to in the end,");
}

void check_end(struct lower *w, bool returns)
{
    struct exprs *x = w->exprs;
    bool lost = w->front->options->leaks == LEAKS_LOST;
    struct bitset reached = {0};
    expr alone = NULL;
    if (lost)
        find_reached(w, &reached);
    for (uint32_t k = 0; k < w->pointsto->places.objects.size && !w->ended; k++) {
        struct object *o = &w->pointsto->places.objects.data[k];
        if (!is_followed(w, o))
            continue;
        if (lost && is_programs_own(o)) {
            alone = alone ? alone : others_ended(w);
            judge_lost(w, k, &reached, alone, returns);
            continue;
        }
        expr live = look(w, o);
        judge(w, o, expr_ne(x, live, expr_const(x, live->width, 0)), expr_bool(x, !lost && returns && is_programs_own(o)),
              "end of the program without freeing this memory");
    }
    bitset_free(&reached);
}
