#include "report/ending.h"

#include "program/machine.h"
#include "report/schedule.h"

/* What a thread at this location would do next; false if that has nothing to do with the check. */
static bool next_of(struct ending *e, const struct program *p, const struct check *c, const struct code *at, uint32_t l,
                    struct arena *words)
{
    for (uint32_t i = out_begin(at, l); i < out_end(at, l); i++) {
        const struct action *a = &out_edge(at, i)->action;
        if (c->property == PROPERTY_DEADLOCK) {
            e->pos = a->pos;
            e->kind = 'c';
            e->words = "is blocked here";
            return true;
        }
        for (uint32_t k = 0; k < a->access_count; k++) {
            const struct access *x = &a->accesses[k];
            if (x->id != c->access_a && x->id != c->access_b)
                continue;
            e->pos = x->pos.line ? x->pos : a->pos;
            e->kind = a->kind == ACT_LOAD ? 'r' : a->kind == ACT_STORE ? 'w' : 'c';
            e->words =
                arena_printf(words, "is about to %s %s", x->write ? "write" : "read", p->cells.data[x->cell].name);
            return true;
        }
    }
    return false;
}

void endings_find(ending_vector *out, const struct program *p, const struct trace *t, struct arena *words)
{
    const struct check *check = &p->checks.data[t->check];
    if (check->property != PROPERTY_RACE && check->property != PROPERTY_DEADLOCK)
        return;
    struct machine *m = machine_new(p, t->unbounded);
    vector_each(const struct trace_initial *, i, &t->initials)
        machine_set_initial(m, i);
    vector_each(const struct trace_step *, s, &t->steps)
        machine_step(m, s);
    for (uint32_t code = 0; code < p->template_count; code++) {
        uint32_t n = p->codes.data[code].instances == UNBOUNDED ? t->unbounded : p->codes.data[code].instances;
        for (uint32_t i = 0; i < n; i++) {
            const struct code *at = &p->codes.data[machine_code(m, code, i)];
            uint32_t l = machine_location(m, code, i);
            bool runs = l != p->codes.data[code].entry || machine_depth(m, code, i) > 1 || code == 0;
            struct ending e = {.thread = thread_name(p, t->unbounded, code, i, words), .code = code, .instance = i};
            if (runs && next_of(&e, p, check, at, l, words))
                vector_push(out, e);
        }
    }
    machine_free(m);
}
