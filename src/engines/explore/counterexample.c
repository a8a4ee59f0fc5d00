/* Only the parent of a state is stored. The steps between a state and its child are found by expanding the state again. With
 * symmetry, the stored states stand for those that the schedule goes through, which are made anew from the start. */
#include "engines/explore/search.h"

struct finder {
    struct search *search;
    const uint64_t *target; /* what stands for the state to be reached */
    uint64_t *reached;      /* the state itself, once it is found */
    size_t bytes;
    struct trace *trace;
    bool found;
};

static void add_steps(struct trace *t, const struct layout *l, const struct path_step *steps, uint32_t count,
                      const uint64_t *inputs)
{
    for (uint32_t k = 0; k < count; k++) {
        const struct path_step *p = &steps[k];
        const struct instance_layout *i = &l->instances[p->instance];
        struct trace_step *step = trace_add(t, i->code, i->number, p->in_code, p->edge ? p->edge->edge : NONE);
        for (uint32_t j = 0; p->edge && j < p->edge->body.input_count; j++)
            trace_add_input(t, step, p->edge->body.inputs[j].site, inputs[p->inputs + j]);
    }
}

static bool is_target(struct finder *f, const uint64_t *n)
{
    if (f->found || memcmp(search_normal(f->search, n), f->target, f->bytes) != 0)
        return false;
    memcpy(f->reached, n, f->bytes);
    return f->found = true;
}

static void compare(struct expander *x, uint32_t i, const uint64_t *n, uint8_t flags, uint32_t check)
{
    (void)i, (void)flags, (void)check;
    struct finder *f = x->context;
    if (!is_target(f, n))
        return;
    add_steps(f->trace, x->model->layout, x->path.data, x->path.size, x->path_inputs.data);
    x->stop = true;
}

/* Whether the child is the state with the needed slot chosen; then the choice becomes part of the trace. */
static bool chosen(struct search *s, const uint64_t *state, uint32_t instance, struct finder *f)
{
    struct model *m = s->model;
    const struct place *p = m->vm.need;
    struct domain d = domain_of_cell(m->domains, p->cell);
    uint64_t *n = NEW_ARRAY(uint64_t, m->layout->words + 1);
    for (uint32_t k = 0; k < d.count && !f->found; k++) {
        memcpy(n, state, f->bytes);
        place_write(&m->vm, p, 0, n, m->vm.need_slot, d.values[k]);
        if (!is_target(f, n))
            continue;
        const struct instance_layout *i = &m->layout->instances[instance];
        bool shared = cell_is_shared(&m->program->cells.data[p->cell]);
        vector_push(&f->trace->initials, (struct trace_initial){p->cell, shared ? NONE : i->code, shared ? NONE : i->number,
                                                                m->vm.need_slot, d.values[k]});
    }
    mem_free(n);
    return f->found;
}

/* The same for a choice that was made for another reason (races look further than steps do): the slot that was undefined in
 * the state and is not in the child. */
static void chosen_elsewhere(struct search *s, const uint64_t *state, struct finder *f)
{
    struct model *m = s->model;
    for (uint32_t c = 0; c < m->program->cells.size && !f->found; c++) {
        uint32_t owner = m->program->cells.data[c].owner;
        for (uint32_t i = 0; i < m->layout->instance_count && !f->found; i++) {
            if (owner == NONE ? i > 0 : m->layout->instances[i].code != owner)
                continue;
            const struct place *p = layout_place(m->layout, i, c);
            for (uint64_t slot = 0; p->choosable && slot < p->slots && !f->found; slot++)
                if (place_undefined(&m->vm, p, state, slot) && !place_undefined(&m->vm, p, f->target, slot)) {
                    m->vm.need = p;
                    m->vm.need_slot = slot;
                    chosen(s, state, i, f);
                    break;
                }
        }
    }
}

/* Goes on from the state by one step of the search, to one that the stored state `to` stands for. */
static bool link(struct search *s, uint64_t *state, uint32_t to, struct trace *t)
{
    struct expander *x = &s->expander;
    uint32_t words = s->model->layout->words;
    uint64_t *reached = NEW_ARRAY(uint64_t, words + 1);
    struct finder f = {s, store_state(&s->store, to), reached, words * sizeof *reached, t, false};
    x->context = &f;
    x->emit = compare;
    x->record = true;
    for (uint32_t i = 0; i < s->model->layout->instance_count && !f.found; i++) {
        x->stop = x->undefined = false;
        expand_instance(x, i, state);
        if (!f.found && x->undefined)
            chosen(s, state, i, &f);
    }
    if (!f.found)
        chosen_elsewhere(s, state, &f);
    x->record = x->stop = x->undefined = false;
    memcpy(state, reached, f.bytes);
    mem_free(reached);
    return f.found;
}

struct trace *search_trace(struct search *s, uint32_t check, uint32_t unbounded, const char **why)
{
    const struct violation *v = &s->violations[check];
    struct expander *x = &s->expander, saved = *x;
    struct trace *t = trace_new(check);
    t->unbounded = unbounded;
    u32_vector numbers = {0};
    for (uint32_t n = v->state; n != NONE; n = s->store.parent[n])
        vector_push(&numbers, n);
    x->budget = NULL; /* the search may have spent its own; the way was short enough to be found once */
    x->out_of_budget = false;
    bool ok = true;
    uint64_t *state = NEW_ARRAY(uint64_t, s->model->layout->words + 1);
    model_initial(s->model, state);
    for (uint32_t k = numbers.size; k-- > 1 && ok;)
        ok = link(s, state, numbers.data[k - 1], t);
    mem_free(state);
    vector_free(&numbers);
    x->budget = saved.budget;
    x->out_of_budget = saved.out_of_budget;
    x->context = saved.context;
    x->emit = saved.emit;
    if (!ok) {
        *why = "a step of the counterexample could not be found again";
        trace_free(t);
        return NULL;
    }
    add_steps(t, s->model->layout, v->prefix.data, v->prefix.size, v->prefix_inputs.data);
    return t;
}
