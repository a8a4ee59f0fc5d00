#include "execute/expand.h"

#include <assert.h>

enum { INPUTS = WALK_INPUTS, SHORT_SECTION = 256, LONG_SECTION = 10000000, MANY_TRIES = 64 };

static uint64_t *buffer(struct expander *x, uint32_t k)
{
    while (x->buffers.size <= k)
        vector_push(&x->buffers, NEW_ARRAY(uint64_t, x->model->layout->words + 1));
    return x->buffers.data[k];
}

static void first_inputs(struct expander *x, const struct model_edge *e, struct walk_cursor *c)
{
    for (uint32_t k = 0; k < e->body.input_count; k++) {
        if (k < INPUTS)
            c->at[k] = 0;
        x->model->vm.registers[k] = e->tried[k].values[0];
    }
    c->begun = true;
}

static bool next_inputs(struct expander *x, const struct model_edge *e, struct walk_cursor *c)
{
    for (uint32_t k = 0; k < e->body.input_count && k < INPUTS; k++) {
        if (++c->at[k] == e->tried[k].count)
            c->at[k] = 0;
        x->model->vm.registers[k] = e->tried[k].values[c->at[k]];
        if (c->at[k])
            return true;
    }
    return false;
}

/* Puts the registers of the inputs back to where the cursor is: code that ran meanwhile has used them. */
static void again_inputs(struct expander *x, const struct model_edge *e, const struct walk_cursor *c)
{
    for (uint32_t k = 0; k < e->body.input_count; k++)
        x->model->vm.registers[k] = e->tried[k].values[k < INPUTS ? c->at[k] : 0];
}

/* Runs the edge with the inputs where the cursor is, and with those that follow until one is possible. */
static enum vm_result first_success(struct expander *x, const struct model_edge *e, struct walk_cursor *c, const uint64_t *s,
                                    uint64_t *n)
{
    for (uint32_t tries = 1;; tries++) {
        enum vm_result r = vm_run(&x->model->vm, e->body.code, s, n);
        if (r == VM_TOO_DEEP)
            x->too_deep = true;
        if (r == VM_TAKEN || r == VM_UNDEFINED || !e->guard_has_inputs)
            return r;
        if (tries % MANY_TRIES == 0 && budget_ends(x->budget, &x->budget_reason)) {
            x->out_of_budget = true;
            return r;
        }
        if (!next_inputs(x, e, c))
            return r;
    }
}

/* The next successor n of s by a step of instance i at the place; *edge is NULL for a return. */
static bool cursor_next(struct expander *x, uint32_t i, struct walk_place *at, const uint64_t *s, uint64_t *n,
                        const struct model_edge **edge)
{
    const struct model_location *l = at->location;
    struct walk_cursor *c = &at->cursor;
    struct model *m = x->model;
    if (l->is_return) {
        if (c->begun)
            return false;
        c->begun = true;
        *edge = NULL;
        model_return(m, i, l->code, s, n);
        x->transitions++;
        return true;
    }
    for (; c->edge < l->edge_count; c->edge++, c->begun = false) {
        const struct model_edge *e = &l->edges[c->edge];
        if (x->only && !bitset_has(&x->only[l->code], e->edge))
            continue;
        if (!c->begun) {
            if (e->guard_has_inputs && vm_run(&m->vm, e->possible.code, s, n) != VM_TAKEN)
                continue;
            first_inputs(x, e, c);
        } else if (!e->updates_have_inputs)
            continue; /* one way to satisfy the guard is as good as another */
        else {
            again_inputs(x, e, c);
            if (!next_inputs(x, e, c))
                continue;
        }
        enum vm_result r = first_success(x, e, c, s, n);
        bool complete = e->complete && e->body.input_count <= INPUTS;
        if (!complete && (r == VM_TAKEN ? e->updates_have_inputs : e->guard_has_inputs))
            x->incomplete = e;
        if (r == VM_TAKEN) {
            *edge = e;
            x->transitions++;
            return true;
        }
        if (r == VM_UNDEFINED) {
            x->undefined = true;
            return false;
        }
        if (x->out_of_budget)
            return false;
    }
    return false;
}

/* --- paths --- */

static void path_push(struct expander *x, uint32_t i, uint32_t in_code, const struct model_edge *e)
{
    vector_push(&x->path.steps, (struct path_step){e, i, in_code, x->path.inputs.size});
    for (uint32_t k = 0; e && k < e->body.input_count; k++)
        vector_push(&x->path.inputs, x->model->vm.registers[k]);
}

static void path_cut(struct step_path *p, uint32_t steps)
{
    if (p->steps.size > steps) {
        p->inputs.size = p->steps.data[steps].inputs;
        p->steps.size = steps;
    }
}

void path_append(struct step_path *p, const struct step_path *from, uint32_t steps)
{
    assert(steps <= from->steps.size);
    uint32_t base = p->inputs.size, inputs = steps < from->steps.size ? from->steps.data[steps].inputs : from->inputs.size;
    for (uint32_t k = 0; k < steps; k++) {
        vector_push(&p->steps, from->steps.data[k]);
        vector_last(&p->steps).inputs += base;
    }
    for (uint32_t k = 0; k < inputs; k++)
        vector_push(&p->inputs, from->inputs.data[k]);
}

void path_trace(const struct step_path *p, const struct layout *l, struct trace *t)
{
    vector_each(const struct path_step *, s, &p->steps) {
        const struct instance_layout *i = &l->instances[s->instance];
        struct trace_step *step = trace_add(t, i->code, i->number, s->in_code, s->edge ? s->edge->edge : NONE);
        for (uint32_t j = 0; s->edge && j < s->edge->body.input_count; j++)
            trace_add_input(t, step, s->edge->body.inputs[j].site, p->inputs.data[s->inputs + j]);
    }
}

void path_free(struct step_path *p)
{
    vector_free(&p->steps);
    vector_free(&p->inputs);
}

/* --- steps --- */

/* What comes of a step to n by e: the end of the program, a successor, or (true) a place inside a section. */
static bool goes_on(struct expander *x, uint32_t i, const struct model_edge *e, const uint64_t *n)
{
    if (e && e->kind == ACT_HALT) {
        x->halts++;
        return false;
    }
    uint8_t flags = e ? e->to_flags : model_location(x->model, i, n)->flags;
    if (model_in_section(x->model, i, n, flags))
        return true;
    x->moves++;
    x->emit(x, i, n, flags, e ? e->to_check : NONE);
    return false;
}

/* Whether the state in the section was met before in this very section, or the budget is used up. */
static bool section_ends_here(struct expander *x, const uint64_t *s)
{
    if (++x->section_steps < SHORT_SECTION)
        return false;
    bool is_new = true;
    intern_add(&x->seen, s, x->model->layout->words * sizeof *s, &is_new);
    if (x->section_steps > LONG_SECTION)
        x->section_too_long = true;
    if (budget_ends(x->budget, &x->budget_reason))
        x->out_of_budget = true;
    x->circled = x->circled || !is_new;
    return !is_new || x->section_too_long || x->out_of_budget;
}

/* Where the walk is: the state, and which of its steps comes next. The first is the state that is expanded, the others lie
 * inside the section that it entered. */
static void walk_push(struct expander *x, uint32_t i, const uint64_t *state)
{
    uint32_t depth = x->walk.size;
    uint64_t *copy = buffer(x, depth + 1);
    memcpy(copy, state, x->model->layout->words * sizeof *copy);
    vector_push(&x->walk, (struct walk_place){.location = model_location(x->model, i, copy), .path = x->path.steps.size});
}

static void begin_section(struct expander *x)
{
    if (x->section_steps >= SHORT_SECTION) {
        intern_free(&x->seen);
        memset(&x->seen, 0, sizeof x->seen);
    }
    x->section_steps = 0;
}

void expand_instance(struct expander *x, uint32_t i, const uint64_t *s)
{
    assert(i < x->model->layout->instance_count && x->emit);
    uint64_t *n = buffer(x, 0);
    uint32_t path = x->path.steps.size;
    vector_clear(&x->walk);
    walk_push(x, i, s);
    while (x->walk.size && !x->stop && !x->undefined) {
        struct walk_place *top = &vector_last(&x->walk);
        uint64_t *here = buffer(x, x->walk.size);
        const struct model_edge *e;
        path_cut(&x->path, top->path);
        if (!cursor_next(x, i, top, here, n, &e)) {
            x->walk.size--;
            continue;
        }
        if (x->record)
            path_push(x, i, top->location->code, e);
        if (x->look && e)
            x->look(x, i, e, here, n);
        if (!goes_on(x, i, e, n))
            continue;
        if (x->walk.size == 1)
            begin_section(x);
        if (!section_ends_here(x, n))
            walk_push(x, i, n);
    }
    path_cut(&x->path, path);
    assert(expander_valid(x));
}

bool expand_choice(struct expander *x, const uint64_t *s, choice_emit *emit, void *context)
{
    struct model *m = x->model;
    const struct cell_place *p = m->vm.need;
    uint64_t slot = m->vm.need_slot;
    assert(p && p->choosable && slot < p->slots);
    struct input_values d = inputs_of_cell(m->inputs, p->cell);
    uint64_t *n = NEW_ARRAY(uint64_t, m->layout->words + 1);
    bool go_on = true;
    for (uint32_t k = 0; k < d.count && go_on; k++) {
        memcpy(n, s, m->layout->words * sizeof *n);
        place_write(&m->vm, p, 0, n, slot, d.values[k]);
        go_on = emit(context, n, d.values[k]);
    }
    mem_free(n);
    return d.complete;
}

bool expander_valid(const struct expander *x)
{
    uint32_t inputs = 0;
    vector_each(const struct path_step *, s, &x->path.steps) {
        if (s->inputs != inputs || s->instance >= x->model->layout->instance_count)
            return false;
        inputs += s->edge ? s->edge->body.input_count : 0;
    }
    return inputs == x->path.inputs.size && x->walk.size <= x->buffers.size;
}

void expander_init(struct expander *x, struct model *m, const struct budget *budget)
{
    *x = (struct expander){.model = m, .budget = budget};
}

void expander_free(struct expander *x)
{
    vector_each(uint64_t **, b, &x->buffers)
        mem_free(*b);
    vector_free(&x->buffers);
    vector_free(&x->walk);
    path_free(&x->path);
    intern_free(&x->seen);
}
