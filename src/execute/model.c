#include "execute/model.h"

#include "program/machine_parts.h"

#include <assert.h>

enum { DEPTH_LIMIT = 2000, MANY_INPUTS = 1 << 20, SOME_INPUTS = 1 << 10 };

/* Writes the initial values of an owner's cells; places are those of one owner. */
static void initialise(struct model *m, const struct cell_place *places, uint32_t owner, uint64_t *state)
{
    const struct layout *l = m->layout;
    vector_each(const struct cell *, c, &m->program->cells) {
        if (c->owner != owner)
            continue;
        const struct cell_place *p = &places[l->local_index[c->id]];
        uint64_t by_default = c->arbitrary ? 0 : c->init;
        uint64_t listed = p->kind == PLACE_TREE ? (c->inits && !c->arbitrary ? p->slots : 0) : p->slots;
        if (p->kind == PLACE_NONE)
            continue;
        for (uint64_t slot = 0; slot < listed; slot++) {
            uint64_t value = cell_initial(c, slot, l->counts) & width_mask(c->width);
            if (p->kind != PLACE_TREE || value != by_default)
                place_write(&m->vm, p, by_default, state, slot, value);
        }
        if (p->choosable && p->kind != PLACE_TREE)
            for (uint64_t slot = 0; slot < p->slots; slot++)
                field_set(state, span_field(&p->undefined, slot), 1);
        if (p->choosable && p->kind == PLACE_TREE)
            field_set(state, p->undefined_root, 0); /* all ones, by default */
    }
}

static uint64_t *fresh_area(struct model *m, uint32_t instance, uint32_t code)
{
    const struct instance_layout *i = &m->layout->instances[instance];
    uint64_t **known = &m->fresh[instance][code];
    if (!*known) {
        uint64_t *state = NEW_ARRAY(uint64_t, m->layout->words + 1);
        initialise(m, i->places[code], code, state);
        *known = ARENA_ARRAY(&m->arena, uint64_t, i->area_size + 1);
        memcpy(*known, state + i->area, i->area_size * sizeof **known);
        mem_free(state);
    }
    return *known;
}

struct model *model_new(const struct program *p, uint32_t unbounded, struct model_options options)
{
    struct model *m = NEW(struct model);
    m->program = p;
    m->options = options;
    m->layout = layout_new(p, unbounded, options.inline_slots);
    m->inputs = inputs_new(p, options.input_limit);
    uint32_t n = m->layout->instance_count;
    m->vm = (struct vm){.words = m->layout->words, .objects = &m->objects, .depth_limit = DEPTH_LIMIT};
    m->locations = ARENA_ARRAY(&m->arena, struct model_location **, n + 1);
    m->fresh = ARENA_ARRAY(&m->arena, uint64_t **, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const struct instance_layout *il = &m->layout->instances[i];
        m->locations[i] = ARENA_ARRAY(&m->arena, struct model_location *, il->location.mask + 1);
        m->fresh[i] = ARENA_ARRAY(&m->arena, uint64_t *, p->codes.size + 1);
    }
    return m;
}

void model_free(struct model *m)
{
    if (!m)
        return;
    layout_free(m->layout);
    objects_free(&m->objects);
    inputs_free(m->inputs);
    mem_free(m->vm.registers);
    arena_release(&m->arena);
    mem_free(m);
}

bool model_valid(const struct model *m)
{
    const struct layout *l = m->layout;
    bool ok = layout_valid(l) && l->program == m->program && m->vm.words == l->words && m->vm.objects == &m->objects;
    for (uint32_t i = 0; i < l->instance_count && ok; i++)
        for (uint64_t n = 0; n <= l->instances[i].location.mask && ok; n++) {
            const struct model_location *at = m->locations[i][n];
            ok = !at || l->location_base[at->code] + at->location == n;
            for (uint32_t k = 0; ok && at && k < at->edge_count; k++)
                ok = at->edges[k].body.register_count <= m->register_capacity && at->edges[k].code == at->code;
        }
    return ok;
}

void model_initial(struct model *m, uint64_t *state)
{
    assert(model_valid(m));
    const struct layout *l = m->layout;
    memset(state, 0, l->words * sizeof *state);
    initialise(m, l->shared, NONE, state);
    for (uint32_t i = 0; i < l->instance_count; i++) {
        const struct instance_layout *il = &l->instances[i];
        initialise(m, il->places[il->code], il->code, state);
        field_set(state, il->location, l->location_base[il->code] + m->program->codes.data[il->code].entry);
    }
}

void model_reserve_registers(struct model *m, uint32_t count)
{
    uint32_t before = m->register_capacity;
    if (count <= before)
        return;
    m->register_capacity = 2 * count;
    m->vm.registers = mem_realloc(m->vm.registers, m->register_capacity * sizeof *m->vm.registers);
    /* Who looks at registers behind a failed test finds the same whenever the same is run. */
    memset(m->vm.registers + before, 0, (m->register_capacity - before) * sizeof *m->vm.registers);
}

static void note_input(void *context, expr e)
{
    if (e->op == E_INPUT)
        *(bool *)context = true;
}

/* Of a template without bound only as many instances as are explored may be created: a run that creates more is not looked at
 * (and nothing is proved anyway). Without this the number of creations would grow forever. */
static expr bounded_guard(const struct model *m, const struct action *a)
{
    struct exprs *pool = m->program->exprs;
    expr guard = a->guard;
    for (uint32_t k = 0; k < a->update_count; k++) {
        const struct cell *c = &m->program->cells.data[a->updates[k].cell];
        if (c->role == CELL_COUNT && c->subject != NONE && m->program->codes.data[c->subject].instances == UNBOUNDED &&
            !cell_is_array(c))
            guard =
                expr_and(pool, guard,
                         expr_binary(pool, E_ULE, a->updates[k].value, expr_const(pool, c->width, m->layout->counts[c->subject])));
    }
    return guard;
}

/* Which values of an input to try: where they do not stand for all, those that the guard leaves, if they are few. */
static struct input_values values_of(struct model *m, expr guard, const struct vm_input *input)
{
    struct input_values r = inputs_of_site(m->inputs, input->site, input->width);
    u64_vector within = {0};
    if (!r.complete && input_within(guard, input->site, input->width, m->options.input_limit, &within)) {
        r = (struct input_values){ARENA_ARRAY(&m->arena, uint64_t, within.size), within.size, true};
        memcpy(r.values, within.data, within.size * sizeof *r.values);
    }
    vector_free(&within);
    return r;
}

/* Which values of the inputs to try. If the combinations are too many, the longest lists are cut down. */
static void limit_combinations(struct model *m, expr guard, struct model_edge *e)
{
    for (uint32_t k = 0; k < e->body.input_count; k++)
        e->tried[k] = values_of(m, guard, &e->body.inputs[k]);
    for (;;) {
        uint64_t combinations = 1;
        struct input_values *largest = NULL;
        bool complete = true;
        for (uint32_t k = 0; k < e->body.input_count; k++) {
            struct input_values *d = &e->tried[k];
            combinations = combinations > MANY_INPUTS ? combinations : combinations * d->count;
            complete = complete && d->complete;
            if (!largest || d->count > largest->count)
                largest = d;
        }
        e->complete = complete;
        if (combinations <= (complete ? MANY_INPUTS : SOME_INPUTS))
            return;
        *largest = (struct input_values){largest->values, (largest->count + 1) / 2, false};
    }
}

static void compile_edge(struct model *m, uint32_t instance, uint32_t code, uint32_t edge, struct model_edge *out)
{
    const struct code *c = &m->program->codes.data[code];
    const struct edge *e = &c->edges.data[edge];
    bool call = e->action.kind == ACT_CALL;
    const struct code *to_code = call ? &m->program->codes.data[e->action.object] : c;
    const struct location *to = &to_code->locations.data[call ? to_code->entry : e->to];
    *out = (struct model_edge){.code = code, .edge = edge, .kind = e->action.kind, .to_flags = to->flags, .complete = true};
    out->to_check = to->flags & LOC_ERROR ? to->check : NONE;
    expr_visit(e->action.guard, note_input, &out->guard_has_inputs);
    for (uint32_t k = 0; k < e->action.update_count; k++) {
        expr_visit(e->action.updates[k].value, note_input, &out->updates_have_inputs);
        if (e->action.updates[k].index)
            expr_visit(e->action.updates[k].index, note_input, &out->updates_have_inputs);
    }
    for (uint32_t k = 0; k < e->action.access_count; k++) /* which slot may race depends on them */
        if (e->action.accesses[k].index)
            expr_visit(e->action.accesses[k].index, note_input, &out->updates_have_inputs);
    const uint64_t *fresh = call ? fresh_area(m, instance, e->action.object) : NULL;
    expr guard = bounded_guard(m, &e->action);
    if (out->guard_has_inputs) {
        out->possible = assemble_possible(m->layout, instance, guard, &m->arena);
        model_reserve_registers(m, out->possible.register_count);
    }
    struct assembling what = {code, edge, guard, fresh, m->options.in_place};
    out->body = assemble_edge(m->layout, instance, &what, &m->arena);
    out->tried = ARENA_ARRAY(&m->arena, struct input_values, out->body.input_count + 1);
    limit_combinations(m, guard, out);
    model_reserve_registers(m, out->body.register_count);
}

struct model_location *model_compile(struct model *m, uint32_t instance, uint64_t number)
{
    assert(instance < m->layout->instance_count);
    assert(instance < m->layout->instance_count && number <= m->layout->instances[instance].location.mask);
    uint32_t code = layout_code_of(m->layout, instance, number), location = (uint32_t)number - m->layout->location_base[code];
    const struct code *c = &m->program->codes.data[code];
    struct model_location *l = ARENA_NEW(&m->arena, struct model_location);
    m->locations[instance][number] = l;
    *l = (struct model_location){.code = code, .location = location, .flags = c->locations.data[location].flags};
    l->is_return = code >= m->program->template_count && location == c->exit;
    uint32_t first = out_begin(c, location), end = out_end(c, location);
    l->edge_count = end - first;
    l->edges = ARENA_ARRAY(&m->arena, struct model_edge, l->edge_count + 1);
    for (uint32_t i = first; i < end; i++) {
        compile_edge(m, instance, code, c->out_edge.data[i], &l->edges[i - first]);
        l->waits_to_start = l->waits_to_start || l->edges[i - first].kind == ACT_START;
        l->assumes = l->assumes || l->edges[i - first].kind == ACT_ASSUME;
    }
    return l;
}

void model_return(struct model *m, uint32_t instance, uint32_t procedure, const uint64_t *s, uint64_t *n)
{
    assert(m->program->codes.size > procedure && procedure >= m->program->template_count);
    const struct layout *l = m->layout;
    const struct instance_layout *i = &l->instances[instance];
    assert(i->calls && field_get(s, i->stack));
    const struct frame_object *f = frame_get(&m->objects, (uint32_t)field_get(s, i->stack));
    const struct edge *call = &m->program->codes.data[f->code].edges.data[f->edge];
    uint32_t result = m->program->codes.data[procedure].result;
    uint64_t value = 0;
    if (result != NONE)
        value = place_read(&m->vm, layout_place(l, instance, result), 0, s, 0);
    if (n != s)
        memcpy(n, s, l->words * sizeof *n);
    memcpy(n + i->area, f->words, i->area_size * sizeof *n);
    field_set(n, i->stack, f->below);
    field_set(n, i->location, l->location_base[f->code] + call->to);
    uint32_t to = call->action.call_result;
    if (to != NONE)
        place_write(&m->vm, layout_place(l, instance, to), 0, n, 0, value);
}

bool model_in_section(const struct model *m, uint32_t instance, const uint64_t *s, uint8_t flags)
{
    if (flags & (LOC_ERROR | LOC_UNSUPPORTED))
        return false;
    if (flags & LOC_ATOMIC)
        return true;
    const struct instance_layout *i = &m->layout->instances[instance];
    if (!i->calls)
        return false;
    uint32_t below = (uint32_t)field_get(s, i->stack);
    return below && frame_get(&m->objects, below)->atomic;
}
