/* The concrete interpreter. A state is: a bank of shared cells, and for every instance a stack of frames, each with a bank of
 * the cells that its code owns (bank.h).
 *
 * What the header leaves open is settled here:
 *  - while a procedure runs, its caller stays at the source of the call edge, so a call made inside an atomic section keeps
 *    the section closed;
 *  - an instance at an error or unsupported location has stopped: it is in no section, and the others may go on. */
#include "program/machine.h"

#include "program/bank.h"
#include "program/machine_parts.h"

#include <assert.h>

struct frame {
    uint32_t code, location;
    uint32_t call; /* edge of the frame's code that waits for the frame above, or NONE */
    struct bank bank;
};

struct instance {
    uint32_t code, number;
    VECTOR(struct frame) frames;
};

struct machine_state {
    struct bank shared;
    VECTOR(struct instance) instances;
    bool halted;
};

struct memo { /* by expression: its value in the evaluation number stamp */
    uint32_t *stamp;
    uint64_t *value;
    uint32_t size, now;
};

struct machine {
    const struct program *program;
    struct machine_state state;
    struct bank_layout layout;
    uint32_t *first; /* by template: where its instances begin in state.instances */
    struct memo *memo;
};

/* --- states --- */

static void state_clear(const struct machine *m, struct machine_state *s)
{
    bank_free(&m->layout, NONE, &s->shared);
    vector_each(struct instance *, i, &s->instances) {
        vector_each(struct frame *, f, &i->frames)
            bank_free(&m->layout, f->code, &f->bank);
        vector_free(&i->frames);
    }
    vector_free(&s->instances);
}

static void state_copy(const struct machine *m, struct machine_state *to, const struct machine_state *from)
{
    *to = (struct machine_state){.shared = bank_copy(&m->layout, NONE, &from->shared), .halted = from->halted};
    vector_each(const struct instance *, i, &from->instances) {
        struct instance copy = {.code = i->code, .number = i->number};
        vector_each(const struct frame *, f, &i->frames) {
            struct frame g = *f;
            g.bank = bank_copy(&m->layout, f->code, &f->bank);
            vector_push(&copy.frames, g);
        }
        vector_push(&to->instances, copy);
    }
}

static void state_initial(struct machine *m)
{
    m->state = (struct machine_state){.shared = bank_new(&m->layout, NONE)};
    for (uint32_t t = 0; t < m->program->template_count; t++)
        for (uint32_t n = 0; n < m->layout.counts[t]; n++) {
            struct instance i = {.code = t, .number = n};
            vector_push(&i.frames, (struct frame){t, m->program->codes.data[t].entry, NONE, bank_new(&m->layout, t)});
            vector_push(&m->state.instances, i);
        }
}

struct machine *machine_new(const struct program *p, uint32_t unbounded)
{
    assert(p->template_count >= 1);
    struct machine *m = NEW(struct machine);
    m->program = p;
    m->memo = NEW(struct memo);
    bank_layout_make(&m->layout, p, unbounded);
    m->first = NEW_ARRAY(uint32_t, p->codes.size + 1);
    uint32_t total = 0;
    for (uint32_t t = 0; t < p->template_count; t++) {
        m->first[t] = total;
        total += m->layout.counts[t];
    }
    state_initial(m);
    return m;
}

void machine_free(struct machine *m)
{
    if (!m)
        return;
    state_clear(m, &m->state);
    bank_layout_free(&m->layout);
    mem_free(m->first);
    mem_free(m->memo->stamp);
    mem_free(m->memo->value);
    mem_free(m->memo);
    mem_free(m);
}

void machine_reset(struct machine *m)
{
    state_clear(m, &m->state);
    state_initial(m);
}

struct saved { /* what machine_save gives out: the state and whose it is */
    struct machine_state state;
    const struct machine *machine;
};

struct machine_state *machine_save(const struct machine *m)
{
    struct saved *s = NEW(struct saved);
    s->machine = m;
    state_copy(m, &s->state, &m->state);
    return &s->state;
}

void machine_restore(struct machine *m, const struct machine_state *s)
{
    assert(s);
    state_clear(m, &m->state);
    state_copy(m, &m->state, s);
}

void machine_state_free(struct machine_state *s)
{
    if (!s)
        return;
    struct saved *whole = (struct saved *)s;
    state_clear(whole->machine, s);
    mem_free(whole);
}

/* --- what a state is made of --- */

static void instance_key(const struct machine *m, const struct instance *i, const struct bitset *cells, machine_words *out)
{
    vector_push(out, i->frames.size);
    vector_each(const struct frame *, f, &i->frames) {
        vector_push(out, (uint64_t)f->code << 32 | f->location);
        vector_push(out, f->call);
        bank_key(&m->layout, f->code, &f->bank, cells, out);
    }
}

void machine_key(const struct machine *m, const struct bitset *cells, machine_words *out)
{
    vector_clear(out);
    vector_push(out, m->state.halted);
    bank_key(&m->layout, NONE, &m->state.shared, cells, out);
    vector_each(const struct instance *, i, &m->state.instances)
        instance_key(m, i, cells, out);
}

void machine_instance_key(const struct machine *m, uint32_t code, uint32_t instance, const struct bitset *cells, machine_words *out)
{
    instance_key(m, &m->state.instances.data[m->first[code] + instance], cells, out);
}

/* --- looking --- */

static bool instance_exists(const struct machine *m, uint32_t code, uint32_t instance)
{
    return code < m->program->template_count && instance < m->layout.counts[code];
}

static struct instance *find_instance(const struct machine *m, uint32_t code, uint32_t instance)
{
    assert(instance_exists(m, code, instance));
    return &m->state.instances.data[m->first[code] + instance];
}

static struct frame *top_frame(const struct machine *m, uint32_t code, uint32_t instance)
{
    return &vector_last(&find_instance(m, code, instance)->frames);
}

const struct program *machine_program(const struct machine *m) { return m->program; }
uint32_t machine_instances(const struct machine *m, uint32_t template) { return m->layout.counts[template]; }
const uint32_t *machine_counts(const struct machine *m) { return m->layout.counts; }
uint32_t machine_code(const struct machine *m, uint32_t code, uint32_t instance) { return top_frame(m, code, instance)->code; }
uint32_t machine_location(const struct machine *m, uint32_t code, uint32_t instance)
{
    assert(code < m->program->template_count);
    return top_frame(m, code, instance)->location;
}
uint32_t machine_depth(const struct machine *m, uint32_t code, uint32_t instance)
{
    assert(code < m->program->template_count);
    return find_instance(m, code, instance)->frames.size;
}
bool machine_halted(const struct machine *m) { return m->state.halted; }

static const struct location *frame_location(const struct machine *m, const struct frame *f)
{
    return &m->program->codes.data[f->code].locations.data[f->location];
}

bool machine_in_atomic(const struct machine *m, uint32_t code, uint32_t instance)
{
    assert(code < m->program->template_count);
    const struct instance *i = find_instance(m, code, instance);
    if (frame_location(m, &vector_last(&i->frames))->flags & (LOC_ERROR | LOC_UNSUPPORTED))
        return false;
    vector_each(const struct frame *, f, &i->frames)
        if (frame_location(m, f)->flags & LOC_ATOMIC)
            return true;
    return false;
}

/* The bank that holds a cell as the instance sees it: its topmost frame of the owner. NULL if it has none. */
static const struct bank *bank_of(const struct machine *m, const struct instance *i, const struct cell *c)
{
    if (cell_is_shared(c))
        return &m->state.shared;
    for (uint32_t f = i ? i->frames.size : 0; f-- > 0;)
        if (i->frames.data[f].code == c->owner)
            return &i->frames.data[f].bank;
    return NULL;
}

uint64_t machine_read(const struct machine *m, uint32_t code, uint32_t instance, uint32_t cell, uint64_t index)
{
    assert(cell < m->program->cells.size);
    const struct cell *c = &m->program->cells.data[cell];
    const struct bank *b = bank_of(m, code == NONE ? NULL : find_instance(m, code, instance), c);
    return b ? bank_read(&m->layout, b, c, index) : 0;
}

void machine_set_initial(struct machine *m, const struct trace_initial *initial)
{
    assert(initial->cell < m->program->cells.size);
    const struct cell *c = &m->program->cells.data[initial->cell];
    if (!cell_is_shared(c) && !instance_exists(m, initial->instance_code, initial->instance))
        return; /* its steps are refused */
    const struct bank *b = bank_of(m, cell_is_shared(c) ? NULL : find_instance(m, initial->instance_code, initial->instance), c);
    if (b)
        bank_write(&m->layout, b, c, cell_is_array(c) ? cell_slot_index(c, initial->slot, m->layout.counts) : 0, initial->value);
}

void machine_set_usual(struct machine *m)
{
    vector_each(const struct cell *, c, &m->program->cells)
        if (c->arbitrary && c->init && !cell_is_array(c) && !c->dropped)
            machine_set_initial(m, &(struct trace_initial){c->id, cell_is_shared(c) ? NONE : c->owner, 0, 0, c->init});
}

/* --- evaluation --- */

struct scope {
    const struct machine *machine;
    const struct instance *instance;
    const struct trace_step *inputs;
};

static bool at_location(const struct machine *m, uint64_t self, uint32_t code, uint32_t location)
{
    vector_each(const struct instance *, i, &m->state.instances) {
        const struct frame *f = &vector_last(&i->frames);
        if (m->program->codes.data[i->code].first_id + i->number == self && f->code == code && f->location == location)
            return true;
    }
    return false;
}

static uint64_t input_value(const struct trace_step *inputs, uint32_t site)
{
    for (uint32_t i = 0; inputs && i < inputs->input_count; i++)
        if (inputs->inputs[i].site == site)
            return inputs->inputs[i].value;
    return 0;
}

static uint64_t eval(const struct scope *s, expr e);

static uint64_t eval_node(const struct scope *s, expr e)
{
    const struct machine *m = s->machine;
    const struct cell *c = e->op == E_CELL || e->op == E_READ ? &m->program->cells.data[e->value] : NULL;
    switch (e->op) {
    case E_CONST: return e->value;
    case E_CELL:
    case E_READ: {
        const struct bank *b = bank_of(m, s->instance, c);
        return b ? bank_read(&m->layout, b, c, e->op == E_READ ? eval(s, e->arg[0]) : 0) : 0;
    }
    case E_SELF: return m->program->codes.data[s->instance->code].first_id + s->instance->number;
    case E_INPUT: return input_value(s->inputs, (uint32_t)e->value) & width_mask(e->width);
    case E_AT: return at_location(m, eval(s, e->arg[0]), (uint32_t)(e->value >> 32), (uint32_t)e->value);
    case E_ITE: return eval(s, eval(s, e->arg[0]) ? e->arg[1] : e->arg[2]);
    default: {
        uint64_t a = eval(s, e->arg[0]), b = e->arity > 1 ? eval(s, e->arg[1]) : 0;
        return expr_apply(e, a, b, 0);
    }
    }
}

static uint64_t eval(const struct scope *s, expr e)
{
    if (e->op == E_CONST)
        return e->value;
    struct memo *memo = s->machine->memo;
    if (memo->stamp[e->id] == memo->now)
        return memo->value[e->id];
    uint64_t v = eval_node(s, e);
    memo->stamp[e->id] = memo->now;
    return memo->value[e->id] = v;
}

/* Begins an evaluation in a new state: forgets all values. */
static void memo_begin(const struct machine *m)
{
    uint32_t n = exprs_count(m->program->exprs);
    struct memo *memo = m->memo;
    if (n > memo->size || memo->now == UINT32_MAX) {
        mem_free(memo->stamp);
        mem_free(memo->value);
        memo->size = n + n / 2;
        memo->stamp = NEW_ARRAY(uint32_t, memo->size);
        memo->value = NEW_ARRAY(uint64_t, memo->size);
        memo->now = 0;
    }
    memo->now++;
}

uint64_t machine_eval(const struct machine *m, uint32_t code, uint32_t instance, expr e, const struct trace_step *inputs)
{
    assert(code < m->program->template_count);
    assert(e);
    struct scope s = {m, code == NONE ? NULL : find_instance(m, code, instance), inputs};
    memo_begin(m);
    return eval(&s, e);
}

/* --- steps --- */

struct write {
    const struct cell *cell;
    uint64_t index, value;
};

/* Evaluates all updates before the first of them is done. */
static void take_edge(struct machine *m, struct instance *i, const struct edge *e, uint32_t edge, const struct scope *s)
{
    VECTOR(struct write) writes = {0};
    for (uint32_t k = 0; k < e->action.update_count; k++) {
        const struct update *u = &e->action.updates[k];
        uint64_t index = u->index ? eval(s, u->index) : 0;
        vector_push(&writes, (struct write){&m->program->cells.data[u->cell], index, eval(s, u->value)});
    }
    if (e->action.kind == ACT_CALL) {
        vector_last(&i->frames).call = edge;
        uint32_t callee = e->action.object;
        vector_push(&i->frames, (struct frame){callee, m->program->codes.data[callee].entry, NONE, bank_new(&m->layout, callee)});
    } else {
        vector_last(&i->frames).location = e->to;
        m->state.halted = e->action.kind == ACT_HALT;
    }
    vector_each(const struct write *, w, &writes) {
        const struct bank *b = bank_of(m, i, w->cell);
        if (b)
            bank_write(&m->layout, b, w->cell, w->index, w->value);
    }
    vector_free(&writes);
}

static enum step_result take_return(struct machine *m, struct instance *i)
{
    struct frame *top = &vector_last(&i->frames);
    const struct code *callee = &m->program->codes.data[top->code];
    if (i->frames.size < 2 || top->location != callee->exit)
        return STEP_NOT_THERE;
    struct frame *caller = top - 1;
    const struct edge *call = &m->program->codes.data[caller->code].edges.data[caller->call];
    uint64_t result = callee->result == NONE ? 0 : bank_read(&m->layout, &top->bank, &m->program->cells.data[callee->result], 0);
    bank_free(&m->layout, top->code, &top->bank);
    i->frames.size--;
    caller->location = call->to;
    caller->call = NONE;
    if (call->action.call_result != NONE) {
        const struct cell *c = &m->program->cells.data[call->action.call_result];
        bank_write(&m->layout, bank_of(m, i, c), c, 0, result);
    }
    return STEP_DONE;
}

enum step_result machine_step(struct machine *m, const struct trace_step *step)
{
    if (!instance_exists(m, step->code, step->instance))
        return STEP_NOT_THERE;
    if (m->state.halted)
        return STEP_NOT_ITS_TURN;
    struct instance *self = find_instance(m, step->code, step->instance);
    vector_each(struct instance *, i, &m->state.instances)
        if (i != self && machine_in_atomic(m, i->code, i->number))
            return STEP_NOT_ITS_TURN;
    const struct frame *top = &vector_last(&self->frames);
    if (top->code != step->in_code)
        return STEP_NOT_THERE;
    if (step->edge == NONE)
        return take_return(m, self);
    const struct code *c = &m->program->codes.data[top->code];
    if (step->edge >= c->edges.size || c->edges.data[step->edge].from != top->location)
        return STEP_NOT_THERE;
    const struct edge *e = &c->edges.data[step->edge];
    struct scope s = {m, self, step};
    memo_begin(m);
    if (!eval(&s, e->action.guard))
        return STEP_BLOCKED;
    take_edge(m, self, e, step->edge, &s);
    return STEP_DONE;
}
