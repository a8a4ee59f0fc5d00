/* See retrace.h. */
#include "execute/retrace.h"

#include <assert.h>

struct finder {
    struct expander *expander;
    state_representative *representative;
    void *context;          /* its */
    const uint64_t *target; /* what stands for the state to be reached */
    uint64_t *reached;      /* the state itself, once it is found */
    size_t bytes;
    struct trace *trace;
    uint32_t instance; /* whose arbitrary value is being chosen */
    bool found;
};

static bool is_target(struct finder *f, const uint64_t *n)
{
    const uint64_t *stored = f->representative ? f->representative(f->context, n) : n;
    if (f->found || memcmp(stored, f->target, f->bytes) != 0)
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
    path_trace(&x->path, x->model->layout, f->trace);
    x->stop = true;
}

/* The child may be the state with the needed slot chosen; then the choice becomes part of the trace. */
static bool compare_choice(void *context, const uint64_t *n, uint64_t value)
{
    struct finder *f = context;
    if (!is_target(f, n))
        return true;
    const struct model *m = f->expander->model;
    const struct instance_layout *i = &m->layout->instances[f->instance];
    bool shared = cell_is_shared(&m->program->cells.data[m->vm.need->cell]);
    struct trace_initial initial = {m->vm.need->cell, shared ? NONE : i->code, shared ? NONE : i->number, m->vm.need_slot, value};
    vector_push(&f->trace->initials, initial);
    return false;
}

/* The same for a choice that was made for another reason (races look further than steps do): the slot that was undefined in
 * the state and is not in the child. */
static void chosen_elsewhere(struct finder *f, const uint64_t *state)
{
    struct model *m = f->expander->model;
    for (uint32_t c = 0; c < m->program->cells.size && !f->found; c++) {
        uint32_t owner = m->program->cells.data[c].owner;
        for (uint32_t i = 0; i < m->layout->instance_count && !f->found; i++) {
            if (owner == NONE ? i > 0 : m->layout->instances[i].code != owner)
                continue;
            const struct cell_place *p = layout_place(m->layout, i, c);
            for (uint64_t slot = 0; p->choosable && slot < p->slots && !f->found; slot++)
                if (place_undefined(&m->vm, p, state, slot) && !place_undefined(&m->vm, p, f->target, slot)) {
                    m->vm.need = p;
                    m->vm.need_slot = slot;
                    f->instance = i;
                    expand_choice(f->expander, state, compare_choice, f);
                    break;
                }
        }
    }
}

/* Goes on from the state by one step of the search, to one that the target stands for. */
static bool link_to(struct finder *f, uint64_t *state)
{
    struct expander *x = f->expander;
    f->found = false;
    for (uint32_t i = 0; i < x->model->layout->instance_count && !f->found; i++) {
        x->stop = x->undefined = false;
        f->instance = i;
        expand_instance(x, i, state);
        if (!f->found && x->undefined)
            expand_choice(x, state, compare_choice, f);
    }
    if (!f->found)
        chosen_elsewhere(f, state);
    x->stop = x->undefined = false;
    memcpy(state, f->reached, f->bytes);
    return f->found;
}

bool retrace(struct expander *x, const struct state_store *store, uint32_t number, state_representative *representative,
             void *context, struct trace *t)
{
    assert(number < store->size && store->words >= x->model->layout->words);
    struct expander saved = *x;
    uint32_t words = x->model->layout->words;
    uint64_t *state = NEW_ARRAY(uint64_t, words + 1);
    struct finder f = {.expander = x,
                       .representative = representative,
                       .context = context,
                       .reached = NEW_ARRAY(uint64_t, words + 1),
                       .bytes = words * sizeof *state,
                       .trace = t};
    u32_vector numbers = {0};
    for (uint32_t n = number; n != NONE; n = store->parent[n])
        vector_push(&numbers, n);
    x->context = &f;
    x->emit = compare;
    x->record = true;
    x->only = NULL;
    x->budget = NULL; /* the search may have spent its own; the way was short enough to be found once */
    x->out_of_budget = false;
    model_initial(x->model, state);
    bool ok = true;
    for (uint32_t k = numbers.size; k-- > 1 && ok;) {
        f.target = store_state(store, numbers.data[k - 1]);
        ok = link_to(&f, state);
    }
    x->context = saved.context;
    x->emit = saved.emit;
    x->record = saved.record;
    x->only = saved.only;
    x->budget = saved.budget;
    x->out_of_budget = saved.out_of_budget;
    mem_free(state);
    mem_free(f.reached);
    vector_free(&numbers);
    return ok;
}
