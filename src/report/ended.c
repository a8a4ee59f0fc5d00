#include "report/ended.h"

#include "program/machine_parts.h"
#include "report/pointers.h"
#include "report/schedule.h"

#include <inttypes.h>

void ended_begin(struct ended *l, const struct machine *m, const struct trace *t, struct arena *arena)
{
    *l = (struct ended){.machine = m, .trace = t, .arena = arena, .looked.step = NONE};
}

void ended_free(struct ended *l) { vector_free(&l->ends); }

static struct life life_at(const struct ended *l, uint32_t step, const struct action *a, uint32_t cell, expr index)
{
    const struct trace_step *s = &l->trace->steps.data[step];
    bool shared = cell_is_shared(&machine_program(l->machine)->cells.data[cell]);
    return (struct life){.cell = cell,
                         .owner = shared ? NONE : s->instance,
                         .index = index ? machine_eval(l->machine, s->code, s->instance, index, s) : 0,
                         .step = step,
                         .pos = a->pos};
}

static bool is_life(const struct ended *l, uint32_t cell) { return cell_is_life(&machine_program(l->machine)->cells.data[cell]); }

void ended_step(struct ended *l, uint32_t step, const struct action *a)
{
    const struct trace_step *s = &l->trace->steps.data[step], *last = &vector_last(&l->trace->steps);
    for (uint32_t i = 0; i < a->access_count; i++)
        if (!a->accesses[i].write && is_life(l, a->accesses[i].cell) && s->code == last->code && s->instance == last->instance)
            l->looked = life_at(l, step, a, a->accesses[i].cell, a->accesses[i].index);
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        if (!is_life(l, u->cell))
            continue;
        struct life now = life_at(l, step, a, u->cell, u->index);
        bool ended = machine_read(l->machine, s->code, s->instance, u->cell, now.index);
        if (!ended && machine_eval(l->machine, s->code, s->instance, u->value, s))
            vector_push(&l->ends, now);
    }
}

const char *ended_name(const struct program *p, uint32_t unbounded, const struct cell *c, uint64_t index, struct arena *arena)
{
    struct text t = {0};
    const char *name = strchr(c->name, '.'); /* "ended.malloc@12" */
    name = name ? name + 1 : c->name;
    if (cell_is_array(c))
        pointer_print(&t, p, unbounded, index);
    bool found = t.size && *text_string(&t) == '&';
    const char *words = arena_strndup(arena, found ? text_string(&t) + 1 : name, found ? t.size - 1 : strcspn(name, "["));
    text_free(&t);
    return words;
}

const char *ended_words(const struct ended *l)
{
    const struct program *p = machine_program(l->machine);
    for (uint32_t i = l->ends.size; l->looked.step != NONE && i-- > 0;) {
        const struct life *e = &l->ends.data[i];
        if (e->cell != l->looked.cell || e->index != l->looked.index || e->owner != l->looked.owner || e->step >= l->looked.step)
            continue;
        const struct trace_step *s = &l->trace->steps.data[e->step];
        if (!machine_read(l->machine, s->code, s->instance, e->cell, e->index))
            return NULL; /* another one lies there since */
        const struct cell *c = &p->cells.data[e->cell];
        const char *name = ended_name(p, l->trace->unbounded, c, e->index, l->arena),
                   *thread = thread_name(p, l->trace->unbounded, s->code, s->instance, l->arena),
                   *at = e->pos.line ? arena_printf(l->arena, " at line %u", e->pos.line) : "";
        if (c->role == CELL_FREED)
            return arena_printf(l->arena, "%s had been freed by %s%s", name, thread, at);
        return arena_printf(l->arena, "%s had ended before, in %s%s", name, thread, at);
    }
    return NULL;
}
