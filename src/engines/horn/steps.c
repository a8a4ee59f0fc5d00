#include "engines/horn/steps.h"

#include "passes/edit.h"

enum { MOST_STEPS = 2000, LONGEST = 64 };

bool is_inside_section(const struct code *c, uint32_t location)
{
    assert(location < c->locations.size);
    uint8_t flags = c->locations.data[location].flags;
    return flags & LOC_ATOMIC && !(flags & (LOC_ERROR | LOC_UNSUPPORTED));
}

bool step_goes_on(const struct program *p, uint32_t code, const struct action *a, uint32_t to)
{
    return a->kind != ACT_HALT || p->codes.data[code].locations.data[to].flags & (LOC_ERROR | LOC_UNSUPPORTED);
}

struct walk {
    struct program *program;
    horn_steps *steps;
    uint32_t code, from;
    uint32_t on_way[LONGEST], length; /* locations inside the section */
    bool failed;
};

struct other_inputs {
    struct exprs *exprs;
    uint32_t added;
};

static expr other_input(void *context, expr leaf, expr index)
{
    const struct other_inputs *o = context;
    (void)index;
    return leaf->op == E_INPUT ? expr_input(o->exprs, leaf->width, (uint32_t)leaf->value + o->added) : NULL;
}

/* The next edge of a section; its inputs have nothing to do with those before. */
static struct action followed(struct walk *w, const struct action *before, const struct action *next)
{
    if (!before)
        return *next;
    struct action a = *next;
    struct other_inputs o = {w->program->exprs, w->length * w->program->input_count};
    struct update *own = ARENA_ARRAY(&w->program->arena, struct update, a.update_count);
    if (a.update_count)
        memcpy(own, a.updates, a.update_count * sizeof *own);
    a.updates = own;
    a.accesses = NULL;
    a.access_count = 0;
    action_rewrite(w->program, &a, other_input, &o, NULL);
    return action_sequence(w->program, before, &a);
}

static bool was_there(const struct walk *w, uint32_t location)
{
    for (uint32_t i = 0; i < w->length; i++)
        if (w->on_way[i] == location)
            return true;
    return false;
}

static void go_on(struct walk *w, const struct action *before, uint32_t at)
{
    const struct code *c = &w->program->codes.data[w->code];
    for (uint32_t i = out_begin(c, at); i < out_end(c, at) && !w->failed; i++) {
        const struct edge *e = out_edge(c, i);
        struct action whole = followed(w, before, &e->action);
        if (expr_is_false(whole.guard))
            continue;
        if (!is_inside_section(c, e->to) || e->action.kind == ACT_HALT) {
            vector_push(w->steps, (struct horn_step){w->code, w->from, e->to, whole});
            w->failed |= w->steps->size > MOST_STEPS;
            continue;
        }
        w->failed |= w->length == LONGEST || was_there(w, e->to);
        if (w->failed)
            return;
        w->on_way[w->length++] = e->to;
        go_on(w, &whole, e->to);
        w->length--;
    }
}

bool horn_steps_make(struct program *p, horn_steps *steps)
{
    assert(!steps->size);
    struct walk w = {.program = p, .steps = steps};
    for (w.code = 0; w.code < p->template_count; w.code++)
        for (w.from = 0; w.from < p->codes.data[w.code].locations.size; w.from++)
            if (!is_inside_section(&p->codes.data[w.code], w.from) && !w.failed)
                go_on(&w, NULL, w.from);
    if (!w.failed)
        return true;
    vector_clear(steps);
    for (uint32_t k = 0; k < p->template_count; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges)
            vector_push(steps, (struct horn_step){k, e->from, e->to, e->action});
    return false;
}
