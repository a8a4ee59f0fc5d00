/* See races.h. Accesses are found by expanding the state once more, with an eye on every edge that can be taken. */
#include "execute/races.h"

#include <assert.h>

struct access_code {
    struct assembled code;
    uint32_t *index; /* by access of the action: register, or NONE for a scalar */
};

struct races {
    struct model *model;
    const struct race_query *query; /* while a state is looked at */
    struct map checks;              /* a << 32 | b, both ways: id of the check */
    struct map codes;               /* of a model_edge: index in compiled */
    VECTOR(struct access_code) compiled;
    uint8_t *wanted;          /* by access: some check is about it */
    race_accesses noted;      /* in the state itself */
    race_accesses elsewhere;  /* of one other instance, in a state inside a section */
    struct expander probe;    /* finds the latter */
    struct expander finisher; /* finds out whether a section can be left */
    struct arena arena;
};

void races_free(struct races *r)
{
    if (!r)
        return;
    map_free(&r->checks);
    map_free(&r->codes);
    vector_free(&r->compiled);
    mem_free(r->wanted);
    vector_free(&r->noted);
    vector_free(&r->elsewhere);
    expander_free(&r->probe);
    expander_free(&r->finisher);
    arena_release(&r->arena);
    mem_free(r);
}

static const struct access_code *code_of(struct races *r, uint32_t instance, const struct model_edge *e, const struct action *a)
{
    uint64_t known;
    if (!map_get(&r->codes, map_pointer_key(e), &known)) {
        struct access_code c = {.index = ARENA_ARRAY(&r->arena, uint32_t, a->access_count + 1)};
        expr *index = ARENA_ARRAY(&r->arena, expr, a->access_count + 1);
        for (uint32_t k = 0; k < a->access_count; k++)
            index[k] = a->accesses[k].index;
        c.code = assemble_values(r->model->layout, instance, index, a->access_count, c.index, &r->arena);
        model_reserve_registers(r->model, c.code.register_count);
        known = r->compiled.size;
        vector_push(&r->compiled, c);
        map_put(&r->codes, map_pointer_key(e), known);
    }
    return &r->compiled.data[known];
}

/* Gives the inputs of the access code the values that those of the edge have. False if the edge does not have them all. */
static bool pass_inputs(struct vm *vm, const struct assembled *from, const struct assembled *to)
{
    uint64_t values[16] = {0};
    uint32_t given = 0;
    for (uint32_t k = 0; k < to->input_count && k < 16; k++)
        for (uint32_t j = 0; j < from->input_count; j++)
            if (from->inputs[j].site == to->inputs[k].site) {
                values[k] = vm->registers[j];
                given++;
            }
    for (uint32_t k = 0; k < to->input_count; k++)
        vm->registers[k] = k < 16 ? values[k] : 0;
    return given == to->input_count;
}

static bool wants(const struct races *r, const struct action *a)
{
    for (uint32_t k = 0; k < a->access_count; k++)
        if (r->wanted[a->accesses[k].id])
            return true;
    return false;
}

/* The machine has just computed where the accesses are. */
static void add_slots(struct races *r, uint32_t i, const struct action *a, const struct access_code *c, race_accesses *list)
{
    for (uint32_t k = 0; k < a->access_count; k++) {
        const struct access *access = &a->accesses[k];
        uint64_t slot = 0;
        if (access->index)
            slot = slotter_slot(&r->model->layout->slotters[access->cell], r->model->vm.registers[c->index[k]]);
        if (r->wanted[access->id] && slot != NONE64)
            vector_push(list, (struct race_access){i, access->id, slot});
    }
}

/* Adds the accesses of edge e, taken by instance i in state before, to the list. */
static void note(struct races *r, struct expander *x, uint32_t i, const struct model_edge *e, const uint64_t *before,
                 race_accesses *list)
{
    const struct action *a = &r->model->program->codes.data[e->code].edges.data[e->edge].action;
    if (!wants(r, a))
        return;
    const struct access_code *c = code_of(r, i, e, a);
    struct vm *vm = &r->model->vm;
    if (!pass_inputs(vm, &e->body, &c->code))
        x->incomplete = e;
    if (vm_run(vm, c->code.code, before, NULL) == VM_UNDEFINED)
        x->undefined = true;
    else
        add_slots(r, i, a, c, list);
}

bool races_wants(const struct races *r, const struct model_edge *e)
{
    return wants(r, &r->model->program->codes.data[e->code].edges.data[e->edge].action);
}

enum vm_result races_next(struct races *r, uint32_t instance, const struct model_edge *e, const uint64_t *state, uint64_t *scratch,
                          race_accesses *out)
{
    enum { MOST_INPUTS = 16 };
    struct vm *vm = &r->model->vm;
    const struct action *a = &r->model->program->codes.data[e->code].edges.data[e->edge].action;
    const struct access_code *c = code_of(r, instance, e, a);
    uint64_t inputs[MOST_INPUTS];
    if (e->body.input_count > MOST_INPUTS)
        return VM_FAILED;
    for (uint32_t k = 0; k < e->body.input_count; k++)
        inputs[k] = vm->registers[k];
    memcpy(scratch, state, r->model->layout->words * sizeof *state);
    enum vm_result result = vm_run(vm, e->body.code, scratch, scratch);
    for (uint32_t k = 0; k < e->body.input_count; k++)
        vm->registers[k] = inputs[k];
    if (result != VM_TAKEN || !pass_inputs(vm, &e->body, &c->code))
        return result;
    result = vm_run(vm, c->code.code, state, NULL);
    if (result == VM_TAKEN)
        add_slots(r, instance, a, c, out);
    else
        for (uint32_t k = 0; k < e->body.input_count; k++)
            vm->registers[k] = inputs[k];
    return result;
}

static void found_end(struct expander *x, uint32_t i, const uint64_t *n, uint8_t flags, uint32_t check)
{
    (void)i, (void)n, (void)flags, (void)check;
    x->stop = true;
}

/* Whether instance i, if it is inside a section after its step to state after, can go on to the section's end. */
static bool finishes(struct races *r, struct expander *x, uint32_t i, const uint64_t *after)
{
    struct expander *f = &r->finisher;
    if (!model_in_section(r->model, i, after, model_location(r->model, i, after)->flags))
        return true;
    f->stop = f->undefined = false;
    f->halts = 0;
    expand_instance(f, i, after);
    if (f->stop || f->halts)
        return true;
    x->undefined = x->undefined || f->undefined;
    x->incomplete = x->incomplete ? x->incomplete : f->incomplete;
    x->section_too_long = x->section_too_long || f->section_too_long;
    if (f->out_of_budget) {
        x->out_of_budget = true;
        x->budget_reason = f->budget_reason;
    }
    return false;
}

bool races_meet(const struct races *r, const struct race_access *p, const struct race_access *q, uint32_t *check)
{
    uint64_t id;
    if (p->instance == q->instance || p->slot != q->slot || !map_get(&r->checks, (uint64_t)p->access << 32 | q->access, &id))
        return false;
    *check = (uint32_t)id;
    return true;
}

/* Of another instance, while one is inside a section: then only accesses outside of sections matter. */
static void look_elsewhere(struct expander *probe, uint32_t i, const struct model_edge *e, const uint64_t *before,
                           const uint64_t *after)
{
    (void)after;
    struct races *r = probe->context;
    if (probe->path.steps.size == 1 && !(e->to_flags & LOC_ATOMIC))
        note(r, probe, i, e, before, &r->elsewhere);
}

/* The path of x leads into a section and ends with an edge that makes these accesses: who else is about to make one now? */
static void meet_inside(struct races *r, struct expander *x, uint32_t i, const uint64_t *before, const uint64_t *after,
                        const race_accesses *mine)
{
    vector_clear(&r->elsewhere);
    r->probe.undefined = false;
    for (uint32_t j = 0; j < r->model->layout->instance_count && !r->probe.undefined; j++)
        if (j != i)
            expand_instance(&r->probe, j, before);
    x->undefined = x->undefined || r->probe.undefined;
    x->incomplete = x->incomplete ? x->incomplete : r->probe.incomplete;
    vector_each(const struct race_access *, p, mine)
        vector_each(const struct race_access *, q, &r->elsewhere) {
            uint32_t check;
            if (!races_meet(r, p, q, &check) || !r->query->wants(r->query->context, check) || !finishes(r, x, i, after))
                continue;
            struct step_path into = {0};
            path_append(&into, &x->path, x->path.steps.size - 1);
            r->query->found(r->query->context, check, &into);
            path_free(&into);
        }
}

static void look(struct expander *x, uint32_t i, const struct model_edge *e, const uint64_t *before, const uint64_t *after)
{
    struct races *r = x->context;
    race_accesses mine = {0};
    note(r, x, i, e, before, &mine);
    if (mine.size && x->path.steps.size > 1)
        meet_inside(r, x, i, before, after, &mine);
    else if (mine.size && finishes(r, x, i, after))
        vector_each(const struct race_access *, p, &mine)
            vector_push(&r->noted, *p);
    vector_free(&mine);
}

static void nothing(struct expander *x, uint32_t i, const uint64_t *n, uint8_t flags, uint32_t check)
{
    (void)x, (void)i, (void)n, (void)flags, (void)check;
}

struct races *races_new(struct model *m, const struct budget *budget)
{
    const struct program *p = m->program;
    struct races *r = NEW(struct races);
    r->model = m;
    r->wanted = NEW_ARRAY(uint8_t, p->access_count + 1);
    vector_each(const struct check *, c, &p->checks) {
        if (c->kind != CHECK_PAIR || c->access_a >= p->access_count || c->access_b >= p->access_count)
            continue;
        r->wanted[c->access_a] = r->wanted[c->access_b] = 1;
        map_put(&r->checks, (uint64_t)c->access_a << 32 | c->access_b, c->id);
        map_put(&r->checks, (uint64_t)c->access_b << 32 | c->access_a, c->id);
    }
    expander_init(&r->probe, m, budget);
    r->probe.context = r;
    r->probe.emit = nothing;
    r->probe.look = look_elsewhere;
    r->probe.record = true;
    expander_init(&r->finisher, m, budget);
    r->finisher.emit = found_end;
    return r;
}

/* Expands every instance with x, which then is as it was. */
static void note_all(struct races *r, struct expander *x, const uint64_t *state)
{
    struct expander saved = *x;
    x->context = r;
    x->emit = nothing;
    x->look = look;
    x->record = true;
    x->only = NULL;
    for (uint32_t i = 0; i < r->model->layout->instance_count && !x->undefined; i++)
        expand_instance(x, i, state);
    x->context = saved.context;
    x->emit = saved.emit;
    x->look = saved.look;
    x->record = saved.record;
    x->only = saved.only;
    x->moves = x->halts = 0;
    x->transitions = saved.transitions;
}

void races_of_state(struct races *r, struct expander *x, const uint64_t *state, const struct race_query *q)
{
    assert(x->model == r->model && !x->undefined && !x->path.steps.size);
    r->query = q;
    vector_clear(&r->noted);
    note_all(r, x, state);
    for (uint32_t a = 0; a < r->noted.size; a++)
        for (uint32_t b = 0; b < a; b++) {
            uint32_t check;
            if (races_meet(r, &r->noted.data[a], &r->noted.data[b], &check) && q->wants(q->context, check))
                q->found(q->context, check, NULL);
        }
    r->query = NULL;
}
