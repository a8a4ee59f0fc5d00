#include "engines/explore/expand.h"

enum { INPUTS = 12, SHORT_SECTION = 256, LONG_SECTION = 10000000, MANY_TRIES = 64 };

/* Goes through the (edge, inputs) that are possible at a location. */
struct cursor {
    uint32_t edge;
    bool begun; /* the edge's inputs have values; positions in at: */
    uint32_t at[INPUTS];
};

static uint64_t *buffer(struct expander *x, uint32_t k)
{
    while (x->buffers.size <= k)
        vector_push(&x->buffers, NEW_ARRAY(uint64_t, x->model->layout->words + 1));
    return x->buffers.data[k];
}

static void first_inputs(struct expander *x, const struct model_edge *e, struct cursor *c)
{
    for (uint32_t k = 0; k < e->body.input_count; k++) {
        if (k < INPUTS)
            c->at[k] = 0;
        x->model->vm.registers[k] = e->domains[k].values[0];
    }
    c->begun = true;
}

static bool next_inputs(struct expander *x, const struct model_edge *e, struct cursor *c)
{
    for (uint32_t k = 0; k < e->body.input_count && k < INPUTS; k++) {
        if (++c->at[k] == e->domains[k].count)
            c->at[k] = 0;
        x->model->vm.registers[k] = e->domains[k].values[c->at[k]];
        if (c->at[k])
            return true;
    }
    return false;
}

/* Puts the registers of the inputs back to where the cursor is: code that ran meanwhile has used them. */
static void again_inputs(struct expander *x, const struct model_edge *e, const struct cursor *c)
{
    for (uint32_t k = 0; k < e->body.input_count; k++)
        x->model->vm.registers[k] = e->domains[k].values[k < INPUTS ? c->at[k] : 0];
}

/* Runs the edge with the inputs where the cursor is, and with those that follow until one is possible. */
static enum vm_result first_success(struct expander *x, const struct model_edge *e, struct cursor *c, const uint64_t *s, uint64_t *n)
{
    for (uint32_t tries = 1;; tries++) {
        enum vm_result r = vm_run(&x->model->vm, e->body.code, s, n);
        if (r == VM_TOO_DEEP)
            x->too_deep = true;
        if (r == VM_TAKEN || r == VM_UNDEFINED || !e->guard_has_inputs)
            return r;
        if (tries % MANY_TRIES == 0 && budget_spent(x->budget, &x->budget_reason)) {
            x->out_of_budget = true;
            return r;
        }
        if (!next_inputs(x, e, c))
            return r;
    }
}

/* The next successor n of s by a step of instance i at location l; *edge is NULL for a return. */
static bool cursor_next(struct expander *x, uint32_t i, const struct model_location *l, const uint64_t *s, uint64_t *n,
                        struct cursor *c, const struct model_edge **edge)
{
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

static void path_push(struct expander *x, uint32_t i, uint32_t in_code, const struct model_edge *e)
{
    vector_push(&x->path, (struct path_step){e, i, in_code, x->path_inputs.size});
    for (uint32_t k = 0; e && k < e->body.input_count; k++)
        vector_push(&x->path_inputs, x->model->vm.registers[k]);
}

static void path_cut(struct expander *x, uint32_t size)
{
    if (x->path.size > size) {
        x->path_inputs.size = x->path.data[size].inputs;
        x->path.size = size;
    }
}

static void section(struct expander *x, uint32_t i, uint32_t slot);

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
    if (budget_spent(x->budget, &x->budget_reason))
        x->out_of_budget = true;
    x->circled = x->circled || !is_new;
    return !is_new || x->section_too_long || x->out_of_budget;
}

/* Goes on from the state in buffer(slot), inside a section of instance i. Of several ways the last is taken without
 * recursion, so that loops in sections do not make the stack deep. Buffers from slot on are used. */
static void section(struct expander *x, uint32_t i, uint32_t slot)
{
    uint32_t path = x->path.size;
    size_t bytes = x->model->layout->words * sizeof(uint64_t);
    uint64_t *s = buffer(x, slot), *pending = buffer(x, slot + 1), *n = buffer(x, slot + 2);
    for (bool more = true; more && !x->stop && !x->undefined && !section_ends_here(x, s);) {
        const struct model_location *l = model_location(x->model, i, s);
        struct cursor c = {0};
        const struct model_edge *e;
        uint32_t here = x->path.size;
        struct path_step pending_step = {0};
        VECTOR(uint64_t) pending_inputs = {0};
        more = false;
        while (!x->stop && cursor_next(x, i, l, s, n, &c, &e)) {
            if (x->record)
                path_push(x, i, l->code, e);
            if (x->look && e)
                x->look(x, i, e, s);
            if (!goes_on(x, i, e, n)) {
                path_cut(x, here);
                continue;
            }
            if (more) { /* the one before was not the last */
                struct path_step step = x->record ? vector_last(&x->path) : pending_step;
                VECTOR(uint64_t) inputs = {0};
                for (uint32_t k = step.inputs; x->record && k < x->path_inputs.size; k++)
                    vector_push(&inputs, x->path_inputs.data[k]);
                path_cut(x, here);
                if (x->record) {
                    pending_step.inputs = x->path_inputs.size;
                    vector_push(&x->path, pending_step);
                    vector_each(const uint64_t *, v, &pending_inputs)
                        vector_push(&x->path_inputs, *v);
                }
                memcpy(buffer(x, slot + 3), pending, bytes);
                section(x, i, slot + 3);
                path_cut(x, here);
                pending_step = step;
                vector_free(&pending_inputs);
                memcpy(&pending_inputs, &inputs, sizeof inputs);
            } else if (x->record) {
                pending_step = vector_last(&x->path);
                for (uint32_t k = pending_step.inputs; k < x->path_inputs.size; k++)
                    vector_push(&pending_inputs, x->path_inputs.data[k]);
                path_cut(x, here);
            }
            more = true;
            memcpy(pending, n, bytes);
        }
        if (more && x->record) {
            pending_step.inputs = x->path_inputs.size;
            vector_push(&x->path, pending_step);
            vector_each(const uint64_t *, v, &pending_inputs)
                vector_push(&x->path_inputs, *v);
        }
        vector_free(&pending_inputs);
        memcpy(s, pending, bytes);
    }
    path_cut(x, path);
}

void expand_instance(struct expander *x, uint32_t i, const uint64_t *s)
{
    const struct model_location *l = model_location(x->model, i, s);
    struct cursor c = {0};
    const struct model_edge *e;
    uint64_t *n = buffer(x, 0);
    uint32_t path = x->path.size;
    while (!x->stop && !x->undefined && cursor_next(x, i, l, s, n, &c, &e)) {
        if (x->record)
            path_push(x, i, l->code, e);
        if (x->look && e)
            x->look(x, i, e, s);
        if (goes_on(x, i, e, n)) {
            if (x->section_steps >= SHORT_SECTION) {
                intern_free(&x->seen);
                memset(&x->seen, 0, sizeof x->seen);
            }
            x->section_steps = 0;
            section(x, i, 0);
        }
        path_cut(x, path);
    }
}

void expander_init(struct expander *x, struct model *m, const struct budget *budget)
{
    *x = (struct expander){.model = m, .budget = budget};
    buffer(x, 3);
}

void expander_free(struct expander *x)
{
    vector_each(uint64_t **, b, &x->buffers)
        mem_free(*b);
    vector_free(&x->buffers);
    vector_free(&x->path);
    vector_free(&x->path_inputs);
    intern_free(&x->seen);
}
