/* What the threads' arguments are called in the procedures that they run: parameters that certainly point into the argument of whichever thread it is, or are it, but for an offset. */
#include "engines/wide/wide.h"

enum { NOT_YET, EXACT, POINTS, NOT }; /* what is said of a parameter; each less than the one before */

struct parameter {
    uint8_t state;
    int64_t offset; /* EXACT */
};

struct arguments {
    VECTOR(struct parameter) parameters;
    u32_vector first; /* procedure: its first one */
};

static struct parameter *parameter_at(const struct arguments *a, uint32_t procedure, uint32_t k)
{
    return &a->parameters.data[a->first.data[procedure] + k];
}

static bool lower(struct parameter *p, struct parameter to)
{
    if (to.state == NOT_YET)
        return false;
    struct parameter before = *p;
    if (p->state == NOT_YET)
        *p = to;
    else if (p->state == EXACT && to.state == EXACT && p->offset != to.offset)
        p->state = POINTS;
    else if (to.state > p->state)
        *p = to;
    return before.state != p->state || before.offset != p->offset;
}

/* What a call passes, said of the caller's parameters. */
static struct parameter passed(const struct wide *w, const struct arguments *a, uint32_t step, uint32_t k)
{
    const struct outline *o = w->outline;
    const struct outline_step *s = &o->steps.data[step];
    uint32_t caller = w->procedure_of.data[step], own = o->procedures.data[caller].parameter_count;
    if (k >= s->argument_count)
        return (struct parameter){.state = NOT};
    const struct outline_address *x = &o->arguments.data[s->arguments + k];
    if (x->base < own && parameter_at(a, caller, x->base)->state <= EXACT) {
        struct parameter p = *parameter_at(a, caller, x->base);
        p.offset += x->offset;
        return p;
    }
    if (x->root < own && parameter_at(a, caller, x->root)->state <= POINTS) {
        uint8_t state = parameter_at(a, caller, x->root)->state;
        return (struct parameter){.state = state == NOT_YET ? NOT_YET : POINTS};
    }
    return (struct parameter){.state = NOT};
}

void wide_arguments(struct wide *w)
{
    const struct outline *o = w->outline;
    struct arguments *a = NEW(struct arguments);
    w->arguments = a;
    vector_each(const struct outline_procedure *, p, &o->procedures) {
        vector_push(&a->first, a->parameters.size);
        vector_resize(&a->parameters, a->parameters.size + p->parameter_count);
    }
    vector_each(const struct wide_kind *, kind, &w->kinds)
        for (uint32_t k = 0; k < o->procedures.data[kind->entry].parameter_count; k++)
            lower(parameter_at(a, kind->entry, k), (struct parameter){.state = k ? NOT : EXACT});
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const uint32_t *, p, &w->callees_first)
            vector_each(const uint32_t *, s, &w->callers.data[*p])
                for (uint32_t k = 0; k < o->procedures.data[*p].parameter_count; k++)
                    if (!bitset_empty(&w->kinds_of.data[w->procedure_of.data[*s]]))
                        changed |= lower(parameter_at(a, *p, k), passed(w, a, *s, k));
    }
}

void wide_arguments_free(struct arguments *a)
{
    if (!a)
        return;
    vector_free(&a->parameters);
    vector_free(&a->first);
    mem_free(a);
}

bool wide_is_argument(const struct wide *w, uint32_t procedure, uint32_t value, int64_t *offset)
{
    if (value >= w->outline->procedures.data[procedure].parameter_count)
        return false;
    const struct parameter *p = parameter_at(w->arguments, procedure, value);
    *offset = p->offset;
    return p->state == EXACT;
}

bool wide_through_argument(const struct wide *w, uint32_t step)
{
    uint32_t root = w->outline->steps.data[step].address.root, p = w->procedure_of.data[step];
    if (root >= w->outline->procedures.data[p].parameter_count)
        return false;
    uint8_t state = parameter_at(w->arguments, p, root)->state;
    return state == EXACT || state == POINTS;
}
