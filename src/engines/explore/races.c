/* Data races: in every state, the accesses that each instance is about to make (inside the atomic section that it could go
 * through, too) are collected, and two of different instances on one slot are looked up among the checks. Two accesses that both
 * lie inside sections never meet. */
#include "engines/explore/search.h"

struct noted {
    uint32_t instance, access;
    uint64_t slot;
    uint32_t path, path_size; /* steps into the section, in paths; none if the access comes at once */
    uint32_t inputs, input_size;
};

struct access_code {
    struct assembled code;
    uint32_t *index; /* by access of the action: register, or NONE for a scalar */
};

struct races {
    struct map checks; /* a << 32 | b, both ways: id of the check */
    struct map codes;  /* of a model_edge: index in compiled */
    VECTOR(struct access_code) compiled;
    uint8_t *wanted; /* by access: some check is about it */
    VECTOR(struct noted) noted;
    path_steps paths;
    path_values inputs;
    struct arena arena;
};

struct races *races_new(const struct program *p)
{
    struct races *r = NEW(struct races);
    r->wanted = NEW_ARRAY(uint8_t, p->access_count + 1);
    vector_each(const struct check *, c, &p->checks) {
        if (c->property != PROPERTY_RACE || c->access_a >= p->access_count || c->access_b >= p->access_count)
            continue;
        r->wanted[c->access_a] = r->wanted[c->access_b] = 1;
        map_put(&r->checks, (uint64_t)c->access_a << 32 | c->access_b, c->id);
        map_put(&r->checks, (uint64_t)c->access_b << 32 | c->access_a, c->id);
    }
    return r;
}

void races_free(struct races *r)
{
    if (!r)
        return;
    map_free(&r->checks);
    map_free(&r->codes);
    vector_free(&r->compiled);
    mem_free(r->wanted);
    vector_free(&r->noted);
    vector_free(&r->paths);
    vector_free(&r->inputs);
    arena_release(&r->arena);
    mem_free(r);
}

static const struct access_code *code_of(struct search *s, uint32_t instance, const struct model_edge *e, const struct action *a)
{
    struct races *r = s->races;
    uint64_t known;
    if (!map_get(&r->codes, map_pointer_key(e), &known)) {
        struct access_code c = {.index = ARENA_ARRAY(&r->arena, uint32_t, a->access_count + 1)};
        expr *index = ARENA_ARRAY(&r->arena, expr, a->access_count + 1);
        for (uint32_t k = 0; k < a->access_count; k++)
            index[k] = a->accesses[k].index;
        c.code = assemble_values(s->model->layout, instance, NULL, index, a->access_count, c.index, &r->arena);
        model_reserve_registers(s->model, c.code.register_count);
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

static void look(struct expander *x, uint32_t i, const struct model_edge *e, const uint64_t *before)
{
    struct search *s = x->context;
    struct races *r = s->races;
    const struct action *a = &s->task->program->codes.data[e->code].edges.data[e->edge].action;
    bool any = false;
    for (uint32_t k = 0; k < a->access_count; k++)
        any = any || r->wanted[a->accesses[k].id];
    if (!any)
        return;
    const struct access_code *c = code_of(s, i, e, a);
    struct vm *vm = &s->model->vm;
    if (!pass_inputs(vm, &e->body, &c->code))
        x->incomplete = e;
    if (vm_run(vm, c->code.code, before, NULL) == VM_UNDEFINED) {
        x->undefined = true;
        return;
    }
    uint32_t path = r->paths.size, inputs = r->inputs.size, steps = x->path.size - 1;
    for (uint32_t k = 0; k < a->access_count; k++) {
        const struct access *access = &a->accesses[k];
        if (!r->wanted[access->id])
            continue;
        uint64_t slot = 0;
        if (access->index)
            slot = slotter_slot(&s->model->layout->slotters[access->cell], vm->registers[c->index[k]]);
        if (slot == NONE64)
            continue;
        if (path == r->paths.size && steps) {
            for (uint32_t j = 0; j < steps; j++)
                vector_push(&r->paths, x->path.data[j]);
            for (uint32_t j = 0; j < x->path.data[steps].inputs; j++)
                vector_push(&r->inputs, x->path_inputs.data[j]);
        }
        vector_push(&r->noted, (struct noted){i, access->id, slot, path, steps, inputs, r->inputs.size - inputs});
    }
}

static void nothing(struct expander *x, uint32_t i, const uint64_t *n, uint8_t flags, uint32_t check)
{
    (void)x, (void)i, (void)n, (void)flags, (void)check;
}

static void report(struct search *s, uint32_t check, const struct noted *inside, uint32_t number)
{
    struct races *r = s->races;
    if (s->violations[check].state != NONE)
        return;
    search_violation(s, check, number);
    struct violation *v = &s->violations[check];
    for (uint32_t k = 0; k < inside->path_size; k++)
        vector_push(&v->prefix, r->paths.data[inside->path + k]);
    for (uint32_t k = 0; k < inside->input_size; k++)
        vector_push(&v->prefix_inputs, r->inputs.data[inside->inputs + k]);
}

void races_of_state(struct search *s, const uint64_t *state, uint32_t number)
{
    struct races *r = s->races;
    struct expander *x = &s->expander;
    vector_clear(&r->noted);
    vector_clear(&r->paths);
    vector_clear(&r->inputs);
    void (*emit)(struct expander *, uint32_t, const uint64_t *, uint8_t, uint32_t) = x->emit;
    uint64_t transitions = x->transitions;
    x->emit = nothing;
    x->look = look;
    x->record = true;
    for (uint32_t i = 0; i < s->model->layout->instance_count && !x->undefined; i++)
        expand_instance(x, i, state);
    x->emit = emit;
    x->look = NULL;
    x->record = false;
    x->moves = x->halts = 0;
    x->transitions = transitions;
    for (uint32_t a = 0; a < r->noted.size; a++)
        for (uint32_t b = 0; b < a; b++) {
            const struct noted *p = &r->noted.data[a], *q = &r->noted.data[b];
            uint64_t check;
            if (p->instance != q->instance && p->slot == q->slot && !(p->path_size && q->path_size) &&
                map_get(&r->checks, (uint64_t)p->access << 32 | q->access, &check))
                report(s, (uint32_t)check, p->path_size ? p : q, number);
        }
}
