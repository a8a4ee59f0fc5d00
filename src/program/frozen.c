/* Threads that never move again, as seen from the text of the program alone (machine_frozen in machine_parts.h), however many
 * states follow. Assumed at first: none of the blocked threads moves, and nobody writes anything. Then every other thread is walked
 * through, from where it is along all steps whose guards may hold, where memory that nobody writes has the value of this
 * state and everything else may have any; what they may write is taken out of what nobody writes, a blocked thread
 * that waits for it joins the others, and all is done again until nothing changes. What remains is true: the first of the
 * steps that contradicts it would have been found. */
#include "program/machine_parts.h"

struct freezer {
    struct machine *machine;
    const struct program *program;
    struct bitset changing; /* shared cells that may be written */
    uint64_t blocked;
    bool ends, holds;  /* the program may end; somebody may be held by an assume, or do what is not followed here */
    bool changed;
    uint32_t code, instance; /* who walks; instance NONE: any further one */
    struct expr_memo *memo;
};

static expr known(void *context, expr e, expr index)
{
    const struct freezer *f = context;
    const struct program *p = f->program;
    if (e->op == E_SELF)
        return f->instance == NONE ? NULL : expr_const(p->exprs, SELF_WIDTH, p->codes.data[f->code].first_id + f->instance);
    if ((e->op != E_CELL && e->op != E_READ) || !cell_is_shared(&p->cells.data[e->value]) || bitset_has(&f->changing, (uint32_t)e->value))
        return NULL;
    if (index && !expr_is_const(index))
        return NULL;
    return expr_const(p->exprs, e->width, machine_read(f->machine, NONE, 0, (uint32_t)e->value, index ? index->value : 0));
}

static void take(struct freezer *f, const struct action *a)
{
    f->ends |= a->kind == ACT_HALT;
    f->holds |= a->kind == ACT_ASSUME || a->kind == ACT_CALL;
    for (uint32_t i = 0; i < a->update_count; i++) {
        uint32_t cell = a->updates[i].cell;
        if (!cell_is_shared(&f->program->cells.data[cell]) || bitset_has(&f->changing, cell))
            continue;
        bitset_add(&f->changing, cell);
        f->changed = true;
    }
}

static void walk(struct freezer *f, uint32_t from)
{
    const struct code *c = &f->program->codes.data[f->code];
    struct bitset seen = {0};
    u32_vector todo = {0};
    expr_memo_clear(f->memo);
    bitset_add(&seen, from);
    vector_push(&todo, from);
    while (todo.size) {
        uint32_t l = vector_pop(&todo);
        f->holds |= c->locations.data[l].flags & (LOC_ERROR | LOC_UNSUPPORTED) || (out_begin(c, l) == out_end(c, l) && l != c->exit);
        for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
            const struct edge *e = out_edge(c, i);
            f->holds |= e->action.kind == ACT_ASSUME;
            if (expr_is_false(expr_rewrite(f->program->exprs, e->action.guard, known, f, f->memo)))
                continue;
            take(f, &e->action);
            if (!bitset_has(&seen, e->to))
                vector_push(&todo, e->to);
            bitset_add(&seen, e->to);
        }
    }
    bitset_free(&seen);
    vector_free(&todo);
}

static void walk_others(struct freezer *f)
{
    uint32_t k = 0;
    for (f->code = 0; f->code < f->program->template_count; f->code++) {
        for (f->instance = 0; f->instance < machine_instances(f->machine, f->code); f->instance++, k++)
            if (!(f->blocked >> k & 1))
                walk(f, machine_location(f->machine, f->code, f->instance));
        f->instance = NONE;
        bool more = false; /* of an unbounded template */
        vector_each(const struct cell *, c, &f->program->cells)
            more |= c->role == CELL_STARTED && c->subject == f->code && bitset_has(&f->changing, c->id);
        if (more && f->program->codes.data[f->code].instances == UNBOUNDED)
            walk(f, f->program->codes.data[f->code].entry);
    }
}

static void find_changing(void *context, expr e)
{
    struct freezer *f = context;
    if ((e->op == E_CELL || e->op == E_READ) && bitset_has(&f->changing, (uint32_t)e->value))
        f->changed = true;
}

/* Whether what the instance waits for may change: all that the steps from where it is read, up to the end of a section that they enter. */
static bool waits_for_changing(struct freezer *f, uint32_t code, uint32_t from)
{
    const struct code *c = &f->program->codes.data[code];
    struct bitset seen = {0};
    u32_vector todo = {0};
    bool before = f->changed;
    f->changed = false;
    vector_push(&todo, from);
    while (todo.size) {
        uint32_t l = vector_pop(&todo);
        for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
            const struct edge *e = out_edge(c, i);
            expr_visit(e->action.guard, find_changing, f);
            for (uint32_t u = 0; u < e->action.update_count; u++)
                expr_visit(e->action.updates[u].value, find_changing, f);
            if (c->locations.data[e->to].flags & LOC_ATOMIC && !bitset_has(&seen, e->to)) {
                bitset_add(&seen, e->to);
                vector_push(&todo, e->to);
            }
        }
    }
    bool result = f->changed;
    f->changed = before;
    bitset_free(&seen);
    vector_free(&todo);
    return result;
}

static void release(struct freezer *f)
{
    uint32_t k = 0;
    for (uint32_t t = 0; t < f->program->template_count; t++)
        for (uint32_t n = 0; n < machine_instances(f->machine, t); n++, k++)
            if (f->blocked >> k & 1 && waits_for_changing(f, t, machine_location(f->machine, t, n))) {
                f->blocked &= ~(UINT64_C(1) << k);
                f->changed = true;
            }
}

uint64_t machine_frozen(struct machine *m, uint64_t blocked, bool *goes_on)
{
    struct freezer f = {.machine = m, .program = machine_program(m), .blocked = blocked};
    *goes_on = false;
    if (program_has_calls(f.program))
        return 0;
    f.memo = expr_memo_new();
    do {
        f.changed = f.ends = f.holds = false;
        walk_others(&f);
        release(&f);
    } while (f.changed);
    *goes_on = !f.ends && !f.holds;
    expr_memo_free(f.memo);
    bitset_free(&f.changing);
    return f.blocked;
}
