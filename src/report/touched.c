#include "report/touched.h"

#include "program/machine_parts.h"
#include "report/pointers.h"

static unsigned unit_of(const struct touched *t) { return t->cell->width / 8U; }

static uint64_t index_of(const struct machine *m, const struct trace_step *s, expr index)
{
    return index ? machine_eval(m, s->code, s->instance, index, s) : 0;
}

static struct touched touched_first(const struct machine *m, uint32_t unbounded, uint32_t cell, uint64_t index)
{
    const struct program *p = machine_program(m);
    struct touched t = {.machine = m, .unbounded = unbounded, .cell = &p->cells.data[cell], .index = index, .parts = 1};
    if (cell_is_array(t.cell) && t.cell->role == CELL_DATA)
        t.whole = place_of_parts(p, unbounded, index, unit_of(&t));
    return t;
}

static bool is_incomplete(const struct touched *t) { return t->whole && (uint64_t)t->parts * unit_of(t) < t->whole->size; }

/* Whether this is the next part. */
static bool continues(const struct touched *t, uint32_t cell, uint64_t index)
{
    return t->cell->id == cell && index == t->index + (uint64_t)t->parts * unit_of(t);
}

/* A part of a whole that is not all there stands alone. */
static struct touched settled(struct touched t)
{
    if (is_incomplete(&t)) {
        t.whole = NULL;
        t.parts = 1;
    }
    return t;
}

struct touched touched_by_access(const struct machine *m, uint32_t unbounded, const struct trace_step *s, const struct action *a,
                                 uint32_t i)
{
    const struct access *x = &a->accesses[i];
    struct touched t = touched_first(m, unbounded, x->cell, index_of(m, s, x->index));
    for (uint32_t j = i + 1; j < a->access_count && is_incomplete(&t); j++, t.parts++) {
        x = &a->accesses[j];
        if (x->write || !continues(&t, x->cell, index_of(m, s, x->index)))
            break;
    }
    return settled(t);
}

struct touched touched_by_update(const struct machine *m, uint32_t unbounded, const struct trace_step *s, const struct action *a,
                                 uint32_t i)
{
    const struct update *u = &a->updates[i];
    struct touched t = touched_first(m, unbounded, u->cell, index_of(m, s, u->index));
    for (uint32_t j = i + 1; j < a->update_count && is_incomplete(&t); j++, t.parts++) {
        u = &a->updates[j];
        if (!continues(&t, u->cell, index_of(m, s, u->index)))
            break;
    }
    return settled(t);
}

uint64_t touched_held(const struct touched *t)
{
    uint64_t value = 0;
    for (uint32_t j = 0; j < t->parts; j++)
        value |= machine_read(t->machine, NONE, 0, t->cell->id, t->index + (uint64_t)j * unit_of(t)) << j * t->cell->width;
    return value;
}

uint64_t touched_written(const struct touched *t, const struct trace_step *s, const struct update *first)
{
    uint64_t value = 0;
    for (uint32_t j = 0; j < t->parts; j++)
        value |= machine_eval(t->machine, s->code, s->instance, first[j].value, s) << j * t->cell->width;
    return value;
}

void touched_print(struct text *out, const struct touched *t, uint64_t value)
{
    const struct program *p = machine_program(t->machine);
    if (t->whole)
        joined_print(out, p, t->unbounded, t->cell, t->whole, value);
    else
        value_print(out, p, t->unbounded, t->cell, value);
}
