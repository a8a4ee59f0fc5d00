/* Every distinct node of an edge's expressions is computed once. What depends on the acting instance alone (its id, and what
 * follows from it) is folded, so flag[self] is an access to one known field. Guards are split at their conjunctions, and
 * tests and stores of fields against constants, the usual case, are single instructions. All values are computed before the
 * first store: the code also works when the state is changed in place. */
#include "execute/assemble.h"

#include "base/map.h"
#include "program/machine_parts.h"

enum { WEAKENED_DEPTH = 8 };

struct operand {
    bool constant;
    uint64_t value; /* the constant, or the register */
};

struct assembler {
    const struct layout *layout;
    uint32_t instance;
    struct arena *arena;
    VECTOR(struct vm_instruction) code;
    VECTOR(struct vm_input) inputs;
    struct map memo; /* expression to index in operands */
    VECTOR(struct operand) operands;
    uint32_t registers;
};

static struct operand constant(uint64_t value) { return (struct operand){true, value}; }

static struct operand emit(struct assembler *a, struct vm_instruction i)
{
    i.dst = a->registers++;
    vector_push(&a->code, i);
    return (struct operand){false, i.dst};
}

static uint32_t in_register(struct assembler *a, struct operand o)
{
    return (uint32_t)(o.constant ? emit(a, (struct vm_instruction){.op = VM_CONST, .immediate = o.value}).value : o.value);
}

static struct operand operand_of(struct assembler *a, expr e);

/* --- memory --- */

/* The field that e reads, if it is one that is known now; slot as well. */
static bool known_field(struct assembler *a, expr e, struct field *f, const struct cell_place **place, uint64_t *slot)
{
    if (e->op != E_CELL && e->op != E_READ)
        return false;
    const struct cell_place *p = *place = layout_place(a->layout, a->instance, (uint32_t)e->value);
    *slot = 0;
    if (e->op == E_READ) {
        struct operand index = operand_of(a, e->arg[0]);
        if (!index.constant || p->kind != PLACE_SPAN)
            return false;
        *slot = slotter_slot(&a->layout->slotters[e->value], index.value);
        if (*slot == NONE64)
            return false;
        *f = span_field(&p->span, *slot);
        return true;
    }
    *f = p->field;
    return p->kind == PLACE_SCALAR;
}

static const struct vm_array *array_of(struct assembler *a, uint32_t cell)
{
    struct vm_array *r = ARENA_NEW(a->arena, struct vm_array);
    const struct cell *c = &a->layout->program->cells.data[cell];
    *r = (struct vm_array){layout_place(a->layout, a->instance, cell), &a->layout->slotters[cell], c->arbitrary ? 0 : c->init};
    return r;
}

static struct operand load(struct assembler *a, expr e)
{
    struct field f;
    const struct cell_place *p;
    uint64_t slot;
    if (known_field(a, e, &f, &p, &slot))
        return emit(a, (struct vm_instruction){.op = p->choosable ? VM_LOAD_CHOOSABLE : VM_LOAD,
                                               .word = f.word,
                                               .shift = f.shift,
                                               .mask = f.mask,
                                               .place = p,
                                               .immediate = slot});
    if (e->op == E_CELL || p->kind == PLACE_NONE)
        return constant(0);
    struct operand index = operand_of(a, e->arg[0]);
    if (index.constant && slotter_slot(&a->layout->slotters[e->value], index.value) == NONE64)
        return constant(0);
    return emit(a, (struct vm_instruction){.op = VM_READ, .a = in_register(a, index), .array = array_of(a, (uint32_t)e->value)});
}

static struct operand input(struct assembler *a, expr e)
{
    for (uint32_t k = 0; k < a->inputs.size; k++)
        if (a->inputs.data[k].site == e->value)
            return (struct operand){false, k};
    assert(!"inputs are numbered before anything is compiled");
    return constant(0);
}

/* --- operators --- */

static int binary_op(enum expr_op op)
{
    switch (op) {
    case E_AND: return VM_AND;
    case E_OR: return VM_OR;
    case E_XOR: return VM_XOR;
    case E_ADD: return VM_ADD;
    case E_SUB: return VM_SUB;
    case E_MUL: return VM_MUL;
    case E_EQ: return VM_EQ;
    case E_ULT: return VM_ULT;
    case E_ULE: return VM_ULE;
    case E_SLT: return VM_SLT;
    case E_SLE: return VM_SLE;
    case E_CONCAT: return VM_CONCAT;
    default: return -1;
    }
}

static bool commutes(enum expr_op op)
{
    return op == E_AND || op == E_OR || op == E_XOR || op == E_ADD || op == E_MUL || op == E_EQ;
}

static struct operand operator_value(struct assembler *a, expr e)
{
    struct operand x = operand_of(a, e->arg[0]), y = e->arity > 1 ? operand_of(a, e->arg[1]) : constant(0);
    unsigned wa = e->arg[0]->width;
    if (x.constant && y.constant && e->op != E_ITE)
        return constant(expr_apply(e, x.value, y.value, 0));
    struct vm_instruction i = {.width = (uint8_t)wa, .mask = width_mask(e->width)};
    int op = binary_op(e->op);
    if (op >= 0) {
        if (x.constant && commutes(e->op)) {
            struct operand swap = x;
            x = y;
            y = swap;
        }
        i.width = (uint8_t)(e->op == E_CONCAT ? e->arg[1]->width : wa);
        i.a = in_register(a, x);
        i.op = (uint8_t)(y.constant ? op + 1 : op);
        if (y.constant)
            i.immediate = y.value;
        else
            i.b = (uint32_t)y.value;
        return emit(a, i);
    }
    switch (e->op) {
    case E_ITE: {
        if (x.constant)
            return x.value ? y : operand_of(a, e->arg[2]);
        struct operand z = operand_of(a, e->arg[2]);
        i.op = VM_ITE;
        i.a = (uint32_t)x.value;
        i.b = in_register(a, y);
        i.immediate = in_register(a, z);
        return emit(a, i);
    }
    case E_ZEXT: return x;
    case E_NOT:
    case E_NEG:
    case E_SEXT:
    case E_EXTRACT:
        i.op = e->op == E_NOT ? VM_NOT : e->op == E_NEG ? VM_NEG : e->op == E_SEXT ? VM_SEXT : VM_EXTRACT;
        i.a = (uint32_t)x.value;
        if (e->op == E_EXTRACT)
            i.width = (uint8_t)e->value;
        return emit(a, i);
    default:
        i.op = VM_APPLY;
        i.node = e;
        i.a = in_register(a, x);
        i.b = in_register(a, y);
        return emit(a, i);
    }
}

static struct operand node_value(struct assembler *a, expr e)
{
    switch (e->op) {
    case E_CONST: return constant(e->value);
    case E_CELL:
    case E_READ: return load(a, e);
    case E_SELF: return constant(a->layout->instances[a->instance].self);
    case E_INPUT: return input(a, e);
    case E_AT: return constant(0); /* not in programs */
    default: return operator_value(a, e);
    }
}

static struct operand operand_of(struct assembler *a, expr e)
{
    uint64_t known;
    if (map_get(&a->memo, e->id, &known))
        return a->operands.data[known];
    struct operand o = node_value(a, e);
    map_put(&a->memo, e->id, a->operands.size);
    vector_push(&a->operands, o);
    return o;
}

/* --- guards and updates --- */

static bool test_field(struct assembler *a, expr e, uint64_t value, bool equal)
{
    struct field f;
    const struct cell_place *p;
    uint64_t slot;
    if (!known_field(a, e, &f, &p, &slot) || p->choosable)
        return false;
    vector_push(&a->code, (struct vm_instruction){.op = equal ? VM_TEST_FIELD_EQ : VM_TEST_FIELD_NE,
                                                  .word = f.word,
                                                  .shift = f.shift,
                                                  .mask = f.mask,
                                                  .immediate = value});
    return true;
}

static void test(struct assembler *a, expr e, bool positive)
{
    if (e->op == E_NOT) {
        test(a, e->arg[0], !positive);
        return;
    }
    if ((e->op == E_AND && positive) || (e->op == E_OR && !positive)) {
        test(a, e->arg[0], positive);
        test(a, e->arg[1], positive);
        return;
    }
    if (e->op == E_EQ)
        for (unsigned k = 0; k < 2; k++) {
            struct operand o = operand_of(a, e->arg[1 - k]);
            if (o.constant && test_field(a, e->arg[k], o.value, positive))
                return;
        }
    if (test_field(a, e, positive, true))
        return;
    struct operand o = operand_of(a, e);
    if (o.constant && (o.value != 0) == positive)
        return;
    struct vm_instruction i = {.op = positive ? VM_TEST : VM_TEST_NOT, .a = in_register(a, o)};
    vector_push(&a->code, i);
}

struct const_store {
    uint32_t word;
    uint64_t keep, bits;
};
typedef VECTOR(struct const_store) const_stores;

static void store_const(const_stores *stores, struct field f, uint64_t value)
{
    uint64_t mask = f.mask << f.shift;
    vector_each(struct const_store *, s, stores)
        if (s->word == f.word) {
            s->keep &= ~mask;
            s->bits = (s->bits & ~mask) | value << f.shift;
            return;
        }
    vector_push(stores, (struct const_store){f.word, ~mask, value << f.shift});
}

static void store(struct assembler *a, const struct update *u, const_stores *stores)
{
    const struct cell_place *p = layout_place(a->layout, a->instance, u->cell);
    if (p->kind == PLACE_NONE)
        return;
    struct operand value = operand_of(a, u->value);
    if (p->kind != PLACE_SCALAR) {
        struct vm_instruction write = {.op = VM_WRITE, .array = array_of(a, u->cell)};
        write.a = in_register(a, operand_of(a, u->index));
        write.b = in_register(a, value);
        vector_push(&a->code, write);
        return;
    }
    if (p->choosable)
        vector_push(&a->code, (struct vm_instruction){.op = VM_DEFINE, .place = p});
    if (value.constant)
        store_const(stores, p->field, value.value);
    else
        vector_push(
            &a->code,
            (struct vm_instruction){
                .op = VM_STORE, .a = (uint32_t)value.value, .word = p->field.word, .shift = p->field.shift, .mask = p->field.mask});
}

static void find_input(void *context, expr e)
{
    struct assembler *a = context;
    if (e->op != E_INPUT)
        return;
    vector_each(const struct vm_input *, i, &a->inputs)
        if (i->site == e->value)
            return;
    vector_push(&a->inputs, (struct vm_input){(uint32_t)e->value, e->width});
    a->registers++;
}

static struct assembled finish(struct assembler *a)
{
    vector_push(&a->code, (struct vm_instruction){.op = VM_DONE});
    struct assembled r = {ARENA_ARRAY(a->arena, struct vm_instruction, a->code.size),
                          ARENA_ARRAY(a->arena, struct vm_input, a->inputs.size + 1), a->inputs.size, a->registers};
    memcpy(r.code, a->code.data, a->code.size * sizeof *r.code);
    if (a->inputs.size)
        memcpy(r.inputs, a->inputs.data, a->inputs.size * sizeof *r.inputs);
    vector_free(&a->code);
    vector_free(&a->inputs);
    vector_free(&a->operands);
    map_free(&a->memo);
    return r;
}

static void visit_inputs(struct assembler *a, expr e)
{
    if (e)
        expr_visit(e, find_input, a);
}

/* A template with any number of instances is searched with a fixed number of them: creating one more ends the schedule. */
static void test_instances(struct assembler *a, const struct update *u)
{
    const struct program *p = a->layout->program;
    const struct cell *c = &p->cells.data[u->cell];
    if (c->role == CELL_STARTED && u->index && p->codes.data[c->subject].instances == UNBOUNDED)
        test(a, expr_binary(p->exprs, E_ULT, u->index, expr_const(p->exprs, u->index->width, a->layout->counts[c->subject])), true);
}

/* Whether e mentions a cell that may still be undefined; or, with inputs, also an input. */
struct finder {
    const struct assembler *assembler;
    bool inputs, found;
};

static void find_open(void *context, expr e)
{
    struct finder *f = context;
    if (e->op == E_CELL || e->op == E_READ)
        f->found = f->found || layout_place(f->assembler->layout, f->assembler->instance, (uint32_t)e->value)->choosable;
    f->found = f->found || (f->inputs && e->op == E_INPUT);
}

static bool mentions_open(const struct assembler *a, expr e, bool inputs)
{
    struct finder f = {a, inputs, false};
    expr_visit(e, find_open, &f);
    return f.found;
}

/* What the guard needs whatever is chosen for the parts that are still open: those are taken as true. */
static expr weakened(const struct assembler *a, expr e, bool inputs, unsigned depth)
{
    struct exprs *pool = a->layout->program->exprs;
    if (!mentions_open(a, e, inputs))
        return e;
    if (depth && (e->op == E_AND || e->op == E_OR)) {
        expr x = weakened(a, e->arg[0], inputs, depth - 1), y = weakened(a, e->arg[1], inputs, depth - 1);
        return e->op == E_AND ? expr_and(pool, x, y) : expr_or(pool, x, y);
    }
    return expr_bool(pool, true);
}

struct assembled assemble_possible(const struct layout *l, uint32_t instance, expr guard, struct arena *arena)
{
    assert(instance < l->instance_count && guard->width == 1);
    struct assembler a = {.layout = l, .instance = instance, .arena = arena};
    test(&a, weakened(&a, guard, true, WEAKENED_DEPTH), true);
    return finish(&a);
}

struct assembled assemble_edge(const struct layout *l, uint32_t instance, const struct assembling *what, struct arena *arena)
{
    assert(instance < l->instance_count && what->guard->width == 1);
    uint32_t code = what->code;
    expr guard = what->guard;
    const struct edge *e = &l->program->codes.data[code].edges.data[what->edge];
    const struct instance_layout *il = &l->instances[instance];
    struct assembler a = {.layout = l, .instance = instance, .arena = arena};
    visit_inputs(&a, guard);
    for (uint32_t k = 0; k < e->action.update_count; k++) {
        visit_inputs(&a, e->action.updates[k].index);
        visit_inputs(&a, e->action.updates[k].value);
    }
    expr needed = weakened(&a, guard, false, WEAKENED_DEPTH);
    if (needed != guard)
        test(&a, needed, true);
    test(&a, guard, true);
    for (uint32_t k = 0; k < e->action.update_count; k++)
        test_instances(&a, &e->action.updates[k]);
    for (uint32_t k = 0; k < e->action.update_count; k++) { /* compute before storing */
        operand_of(&a, e->action.updates[k].value);
        if (e->action.updates[k].index)
            operand_of(&a, e->action.updates[k].index);
    }
    if (!what->in_place)
        vector_push(&a.code, (struct vm_instruction){.op = VM_COPY});
    uint32_t next = l->location_base[code] + e->to;
    if (e->action.kind == ACT_CALL) {
        struct vm_call *c = ARENA_NEW(arena, struct vm_call);
        bool atomic = l->program->codes.data[code].locations.data[e->from].flags & LOC_ATOMIC;
        *c = (struct vm_call){il, code, what->edge, atomic, what->fresh};
        vector_push(&a.code, (struct vm_instruction){.op = VM_CALL, .call = c});
        next = l->location_base[e->action.object] + l->program->codes.data[e->action.object].entry;
    }
    const_stores stores = {0};
    store_const(&stores, il->location, next);
    for (uint32_t k = 0; k < e->action.update_count; k++)
        store(&a, &e->action.updates[k], &stores);
    vector_each(const struct const_store *, s, &stores)
        vector_push(&a.code, (struct vm_instruction){.op = VM_STORE_CONST, .word = s->word, .mask = s->keep, .immediate = s->bits});
    vector_free(&stores);
    return finish(&a);
}

struct assembled assemble_values(const struct layout *l, uint32_t instance, const expr *e, uint32_t count, uint32_t *result,
                                 struct arena *arena)
{
    struct assembler a = {.layout = l, .instance = instance, .arena = arena};
    for (uint32_t k = 0; k < count; k++)
        visit_inputs(&a, e[k]);
    for (uint32_t k = 0; k < count; k++)
        result[k] = e[k] ? in_register(&a, operand_of(&a, e[k])) : NONE;
    return finish(&a);
}

bool constant_for(const struct layout *l, uint32_t instance, expr e, uint64_t *value)
{
    assert(instance < l->instance_count);
    switch (e->op) {
    case E_CONST: *value = e->value; return true;
    case E_SELF: *value = l->instances[instance].self; return true;
    case E_CELL:
    case E_READ:
    case E_INPUT:
    case E_AT: return false;
    default: {
        uint64_t v[3] = {0};
        for (unsigned k = 0; k < e->arity; k++)
            if (!constant_for(l, instance, e->arg[k], &v[k]))
                return false;
        *value = expr_apply(e, v[0], v[1], v[2]);
        return true;
    }
    }
}
