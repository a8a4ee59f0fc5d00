/* Threads that never move again, as seen from the text of the program alone (machine_frozen in machine_parts.h), however
 * many states follow. Assumed at first: none of the blocked threads moves, and nobody writes anything. Then every other
 * thread is walked through, from where it is along all steps whose guards may hold, where memory that nobody writes has the
 * value of this state, local variables the values that they have on all ways to a location, and everything else may have
 * any. What they may write is taken out of what nobody writes, a blocked thread that waits for it joins the others, and all
 * is done again until nothing changes. What remains is true: the first of the steps that contradicts it would have been
 * found. */
#include "program/machine_parts.h"

enum { MOST_SLOTS = 1024, MOST_VALUES = 4000000 };

struct local { /* a local variable at a location */
    bool known;
    uint64_t value;
};

struct freezer {
    struct machine *machine;
    const struct program *program;
    struct bitset changing; /* shared cells that may be written */
    uint64_t blocked;
    bool ends, holds; /* the program may end; somebody may be held by an assume, or do what is not followed here */
    bool changed;
    uint32_t code, instance; /* who walks; instance NONE: any further one */
    uint32_t locals;         /* that its code has */
    uint32_t *place;         /* by cell: its number among them */
    struct local *values;    /* by location and local */
    const struct local *here;
    struct expr_memo *memo;
};

/* The value that all slots of an array have, if it is one. */
static bool same_everywhere(const struct freezer *f, const struct cell *c, uint64_t *value)
{
    const uint32_t *counts = machine_counts(f->machine);
    uint64_t slots = cell_slots(c, counts);
    *value = c->init;
    bool same = !c->arbitrary && !c->inits && slots <= MOST_SLOTS;
    for (uint64_t s = 0; s < slots && same; s++)
        same = machine_read(f->machine, NONE, 0, c->id, cell_slot_index(c, s, counts)) == *value;
    return same;
}

static expr known(void *context, expr e, expr index)
{
    const struct freezer *f = context;
    const struct program *p = f->program;
    if (e->op == E_SELF)
        return f->instance == NONE ? NULL : expr_const(p->exprs, SELF_WIDTH, p->codes.data[f->code].first_id + f->instance);
    if (e->op != E_CELL && e->op != E_READ)
        return NULL;
    const struct cell *c = &p->cells.data[e->value];
    uint64_t value;
    if (!cell_is_shared(c)) {
        const struct local *l = c->owner == f->code && !cell_is_array(c) ? &f->here[f->place[c->id]] : NULL;
        return l && l->known ? expr_const(p->exprs, e->width, l->value) : NULL;
    }
    if (bitset_has(&f->changing, c->id))
        return NULL;
    if (index && !expr_is_const(index)) /* outside of all slots there is 0 */
        return same_everywhere(f, c, &value) && value == 0 ? expr_const(p->exprs, e->width, 0) : NULL;
    return expr_const(p->exprs, e->width, machine_read(f->machine, NONE, 0, c->id, index ? index->value : 0));
}

static expr fold(struct freezer *f, expr e) { return expr_rewrite(f->program->exprs, e, known, f, f->memo); }

/* --- one thread --- */

static void take(struct freezer *f, const struct action *a)
{
    f->ends |= a->kind == ACT_HALT;
    f->holds |= a->kind == ACT_CALL;
    for (uint32_t i = 0; i < a->update_count; i++) {
        uint32_t cell = a->updates[i].cell;
        if (!cell_is_shared(&f->program->cells.data[cell]) || bitset_has(&f->changing, cell))
            continue;
        bitset_add(&f->changing, cell);
        f->changed = true;
    }
}

/* What the locals are after the step, where it leads to. True if less is known there than before, or it is the first way
 * there. */
static bool arrive(struct freezer *f, const struct edge *e, bool first)
{
    struct local *after = NEW_ARRAY(struct local, f->locals + 1), *to = f->values + (size_t)e->to * f->locals;
    bool less = first;
    if (f->locals)
        memcpy(after, f->here, f->locals * sizeof *after);
    for (uint32_t i = 0; i < e->action.update_count; i++) {
        const struct cell *c = &f->program->cells.data[e->action.updates[i].cell];
        if (cell_is_shared(c) || cell_is_array(c) || c->owner != f->code)
            continue;
        expr value = fold(f, e->action.updates[i].value);
        after[f->place[c->id]] = expr_is_const(value) ? (struct local){true, value->value} : (struct local){false, 0};
    }
    for (uint32_t k = 0; k < f->locals; k++) {
        if (first)
            to[k] = after[k];
        else if (to[k].known && (!after[k].known || after[k].value != to[k].value)) {
            to[k].known = false;
            less = true;
        }
    }
    mem_free(after);
    return less;
}

static void leave(struct freezer *f, uint32_t l, struct bitset *seen, u32_vector *todo)
{
    const struct code *c = &f->program->codes.data[f->code];
    f->here = f->values + (size_t)l * f->locals;
    expr_memo_clear(f->memo);
    bool section = c->locations.data[l].flags & LOC_ATOMIC; /* who is held inside has not entered it */
    f->holds |= c->locations.data[l].flags & (LOC_ERROR | LOC_UNSUPPORTED);
    f->holds |= out_begin(c, l) == out_end(c, l) && l != c->exit && !section;
    for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
        const struct edge *e = out_edge(c, i);
        f->holds |= e->action.kind == ACT_ASSUME && !section;
        if (expr_is_false(fold(f, e->action.guard)))
            continue;
        take(f, &e->action);
        bool first = !bitset_has(seen, e->to);
        bitset_add(seen, e->to);
        if (arrive(f, e, first))
            vector_push(todo, e->to);
    }
}

static void walk(struct freezer *f, uint32_t from)
{
    const struct code *c = &f->program->codes.data[f->code];
    struct bitset seen = {0};
    u32_vector todo = {0};
    f->locals = 0;
    vector_each(const struct cell *, x, &f->program->cells)
        if (x->owner == f->code && !cell_is_array(x))
            f->place[x->id] = f->locals++;
    if ((uint64_t)f->locals * c->locations.size > MOST_VALUES) {
        f->blocked = 0;
        return;
    }
    f->values = NEW_ARRAY(struct local, (size_t)f->locals * c->locations.size + 1);
    vector_each(const struct cell *, x, &f->program->cells)
        if (x->owner == f->code && !cell_is_array(x) && f->instance != NONE)
            f->values[(size_t)from * f->locals + f->place[x->id]] =
                (struct local){true, machine_read(f->machine, f->code, f->instance, x->id, 0)};
    bitset_add(&seen, from);
    vector_push(&todo, from);
    while (todo.size)
        leave(f, vector_pop(&todo), &seen, &todo);
    mem_free(f->values);
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

/* --- those that wait --- */

static void find_changing(void *context, expr e)
{
    struct freezer *f = context;
    if ((e->op == E_CELL || e->op == E_READ) && bitset_has(&f->changing, (uint32_t)e->value))
        f->changed = true;
}

/* Whether what the instance waits for may change: all that the steps from where it is read, up to the end of a section that
 * they enter. */
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
    f.place = NEW_ARRAY(uint32_t, f.program->cells.size + 1);
    do {
        f.changed = f.ends = f.holds = false;
        walk_others(&f);
        release(&f);
    } while (f.changed);
    *goes_on = !f.ends && !f.holds;
    expr_memo_free(f.memo);
    mem_free(f.place);
    bitset_free(&f.changing);
    return f.blocked;
}
