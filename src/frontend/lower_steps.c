/* Locations and edges at the current point of the lowering. */
#include "frontend/lower.h"

struct action new_action(struct lower *w, enum action_kind kind)
{
    struct action a = action_skip(w->program);
    a.kind = (uint8_t)kind;
    a.pos = w->pos;
    return a;
}

uint32_t new_location(struct lower *w, uint8_t flags) { return code_add_location(w->program, w->code, flags, w->pos); }

void add_update(struct lower *w, struct action *a, uint32_t cell, expr index, expr value)
{
    assert(cell < w->program->cells.size && (index != NULL) == cell_is_array(&w->program->cells.data[cell]) &&
           value->width == w->program->cells.data[cell].width);
    struct update *all = ARENA_ARRAY(&w->front->arena, struct update, a->update_count + 1);
    if (a->update_count)
        memcpy(all, a->updates, a->update_count * sizeof *all);
    all[a->update_count++] = (struct update){cell, index, value};
    a->updates = all;
}

void add_access(struct lower *w, struct action *a, uint32_t cell, expr index, bool write, bool atomic)
{
    add_ordered(w, a, cell, index, write, atomic ? ORDER_SEQ_CST : ORDER_PLAIN);
}

void add_ordered(struct lower *w, struct action *a, uint32_t cell, expr index, bool write, enum memory_order order)
{
    assert(cell < w->program->cells.size);
    if (!cell_is_shared(&w->program->cells.data[cell]))
        return;
    struct access *all = ARENA_ARRAY(&w->front->arena, struct access, a->access_count + 1);
    if (a->access_count)
        memcpy(all, a->accesses, a->access_count * sizeof *all);
    all[a->access_count++] = (struct access){.id = w->program->access_count++,
                                             .cell = cell,
                                             .index = index,
                                             .write = write,
                                             .order = (uint8_t)(w->depth ? ORDER_SEQ_CST : order),
                                             .pos = w->pos};
    a->accesses = all;
}

void step_to(struct lower *w, uint32_t to, struct action *a)
{
    assert(to < w->program->codes.data[w->code].locations.size && w->here < w->program->codes.data[w->code].locations.size);
    a->guard = expr_and(w->exprs, w->pending, a->guard);
    if (!expr_is_false(a->guard))
        code_add_edge(w->program, w->code, w->here, to, a);
}

void step(struct lower *w, struct action *a)
{
    uint32_t to = new_location(w, w->depth ? LOC_ATOMIC : 0);
    step_to(w, to, a);
    w->here = to;
    w->pending = expr_bool(w->exprs, true);
}

void approximate(struct lower *w, struct action *a, uint8_t flags, const char *reason)
{
    uint32_t to = new_location(w, (uint8_t)((w->depth ? LOC_ATOMIC : 0) | flags));
    w->program->codes.data[w->code].locations.data[to].reason = arena_strdup(&w->program->arena, reason);
    step_to(w, to, a);
    w->here = to;
    w->pending = expr_bool(w->exprs, true);
}

uint32_t unique_cell(struct front *f, struct cell c)
{
    const char *base = c.name;
    for (unsigned k = 2;; k++) {
        bool fresh;
        char *key = arena_printf(&f->arena, "%u:%s", c.owner, c.name);
        intern_add(&f->cell_names, key, strlen(key), &fresh);
        if (fresh)
            break;
        c.name = arena_printf(&f->arena, "%s#%u", base, k);
    }
    return program_add_cell(f->program, c);
}

uint32_t local_cell(struct lower *w, const char *name, unsigned width)
{
    assert(width >= 1 && width <= 64);
    struct cell c = {.name = name, .width = (uint8_t)width, .owner = w->code, .subject = NONE, .pos = w->pos, .is_signed = true};
    return unique_cell(w->front, c);
}

expr fresh_input(struct lower *w, unsigned width)
{
    assert(width >= 1 && width <= 64);
    return expr_input(w->exprs, width, w->program->input_count++);
}

void assign(struct lower *w, LLVMValueRef v, expr value)
{
    if (!LLVMGetFirstUse(v))
        return;
    struct action a = new_action(w, ACT_LOCAL);
    uint32_t cell = cell_for(w, v);
    add_update(w, &a, cell, NULL, value);
    step(w, &a);
}

/* Other threads go on, as if this one never had a turn again. Inside of an atomic section it must have one: what they do then
 * shows nothing. */
void may_be_unsupported(struct lower *w, const char *reason, expr where)
{
    struct action a = new_action(w, ACT_LOCAL);
    a.guard = where;
    uint32_t to = new_location(w, (uint8_t)(LOC_UNSUPPORTED | (w->depth ? LOC_APPROXIMATE : 0)));
    w->program->codes.data[w->code].locations.data[to].reason = arena_strdup(&w->program->arena, reason);
    step_to(w, to, &a);
}

void unsupported(struct lower *w, const char *reason)
{
    assert(reason);
    if (!w->ended)
        may_be_unsupported(w, reason, expr_bool(w->exprs, true));
    w->ended = true;
}

/* In a block that dominates this point SSA values are still what they were there. */
bool is_fact(const struct lower *w, expr condition)
{
    assert(condition->width == 1);
    for (uint32_t b = w->block; b != NONE; b = b ? w->unit->cfg.dominator.data[b] : NONE)
        for (uint32_t i = w->first_fact.data[b]; i != NONE; i = w->facts.data[i].next)
            if (w->facts.data[i].condition == condition)
                return true;
    return false;
}

static void add_fact(struct lower *w, expr condition)
{
    if (w->block == NONE)
        return;
    vector_push(&w->facts, (struct fact){condition, w->first_fact.data[w->block]});
    w->first_fact.data[w->block] = w->facts.size - 1;
}

static bool has_input(expr e)
{
    bool found = e->op == E_INPUT;
    for (unsigned i = 0; i < e->arity && !found; i++)
        found = has_input(e->arg[i]);
    return found;
}

static void insist(struct lower *w, expr condition, const char *reason, bool assumed)
{
    if (expr_is_true(condition) || w->ended || is_fact(w, condition))
        return;
    if (!w->met_undef || !has_input(condition))
        add_fact(w, condition);
    if (!assumed)
        may_be_unsupported(w, reason, expr_not(w->exprs, condition));
    w->pending = expr_and(w->exprs, w->pending, condition);
    w->ended = expr_is_false(condition);
}

void require(struct lower *w, expr condition, const char *reason)
{
    assert(condition->width == 1 && reason);
    insist(w, condition, reason, w->front->options->undefined == UNDEFINED_ASSUME || w->front->options->defined);
}

void demand(struct lower *w, expr condition, const char *reason)
{
    assert(condition->width == 1 && reason);
    insist(w, condition, reason, false);
}

static uint32_t add_failure(struct lower *w, enum property property, const char *text)
{
    uint32_t to = new_location(w, LOC_ERROR);
    struct check c = {.property = (uint8_t)property,
                      .code = w->code,
                      .access_a = NONE,
                      .access_b = NONE,
                      .code_b = NONE,
                      .text = arena_strdup(&w->program->arena, text),
                      .pos = w->pos};
    w->program->codes.data[w->code].locations.data[to].check = program_add_check(w->program, c);
    return to;
}

static void fail_now(struct lower *w, enum property property, const char *text)
{
    struct action a = new_action(w, ACT_LOCAL);
    step_to(w, add_failure(w, property, text), &a);
    w->ended = true;
}

/* Whether it is asked for. */
static bool is_asked(const struct lower *w, enum property property)
{
    return property_in(w->front->options->properties, property) && !w->front->options->only_uncovered;
}

/* Whether only leaks are violations of it. */
static bool is_for_leaks(const struct lower *w, enum property property)
{
    return property_rows[property].needs & NEEDS_LIFETIMES && w->front->options->leaks == LEAKS_ONLY;
}

void check_that(struct lower *w, expr condition, enum property property, const char *text)
{
    if (is_asked(w, property) && !is_for_leaks(w, property))
        check_asked(w, condition, property, text);
    else
        require(w, condition, arena_printf(&w->front->arena, UNDEFINED_REASON "%s", text));
}

void check_asked(struct lower *w, expr condition, enum property property, const char *text)
{
    assert(condition->width == 1 && is_asked(w, property));
    if (w->ended || is_fact(w, condition))
        return;
    struct action a = new_action(w, ACT_LOCAL);
    a.guard = expr_not(w->exprs, condition);
    step_to(w, add_failure(w, property, text), &a);
    insist(w, condition, text, true);
}

void uncovered(struct lower *w, const char *what)
{
    if (w->front->options->only_uncovered)
        fail_now(w, PROPERTY_REACH, what);
    else
        program_add_uncovered(w->program, what, w->pos);
}

void fail(struct lower *w, enum property property, const char *text)
{
    assert(property < PROPERTIES);
    if (property_rows[property].ends_program)
        check_end(w, false);
    if (is_for_leaks(w, property) && is_asked(w, property)) {
        require(w, expr_bool(w->exprs, false), arena_printf(&w->front->arena, UNDEFINED_REASON "%s", text));
        return;
    }
    if (!is_asked(w, property)) {
        if (property_rows[property].ends_program)
            lower_halt(w);
        else if (w->front->options->only_uncovered && properties_need(property_only(property)) & NEEDS_ARITHMETIC)
            w->ended = true; /* what else is asked is proved: nobody comes here */
        return;
    }
    fail_now(w, property, text);
}
