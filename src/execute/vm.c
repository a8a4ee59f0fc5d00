#include "execute/vm.h"

uint64_t place_read(const struct vm *vm, const struct cell_place *p, uint64_t by_default, const uint64_t *s, uint64_t slot)
{
    assert(slot < p->slots);
    switch (p->kind) {
    case PLACE_SCALAR: return field_get(s, p->field);
    case PLACE_SPAN: return field_get(s, span_field(&p->span, slot));
    case PLACE_TREE: return tree_read(vm->objects, (uint32_t)field_get(s, p->field), p->depth, slot, by_default);
    default: return 0;
    }
}

bool place_undefined(const struct vm *vm, const struct cell_place *p, const uint64_t *s, uint64_t slot)
{
    if (!p->choosable)
        return false;
    if (p->kind == PLACE_TREE)
        return tree_read(vm->objects, (uint32_t)field_get(s, p->undefined_root), p->depth, slot, 1);
    return field_get(s, span_field(&p->undefined, slot));
}

void place_write(struct vm *vm, const struct cell_place *p, uint64_t by_default, uint64_t *s, uint64_t slot, uint64_t value)
{
    assert(slot < p->slots);
    switch (p->kind) {
    case PLACE_SCALAR: field_set(s, p->field, value); break;
    case PLACE_SPAN: field_set(s, span_field(&p->span, slot), value); break;
    case PLACE_TREE: {
        uint32_t root = (uint32_t)field_get(s, p->field);
        field_set(s, p->field, tree_write(vm->objects, root, p->depth, slot, value, by_default));
        break;
    }
    default: return;
    }
    if (!p->choosable)
        return;
    if (p->kind == PLACE_TREE) {
        uint32_t root = (uint32_t)field_get(s, p->undefined_root);
        field_set(s, p->undefined_root, tree_write(vm->objects, root, p->depth, slot, 0, 1));
    } else
        field_set(s, span_field(&p->undefined, slot), 0);
}

/* Saves the caller's cells as a frame below, and gives the callee fresh ones. False if the stack is too deep. */
static bool push_frame(struct vm *vm, const struct vm_call *c, uint64_t *n)
{
    const struct instance_layout *i = c->instance;
    uint32_t below = (uint32_t)field_get(n, i->stack);
    uint32_t depth = 1;
    bool atomic = c->atomic;
    if (below) {
        const struct frame_object *f = frame_get(vm->objects, below);
        depth = f->depth + 1;
        atomic = atomic || f->atomic;
    }
    if (depth >= vm->depth_limit)
        return false;
    uint64_t buffer[64];
    size_t bytes = sizeof(struct frame_object) + i->area_size * sizeof(uint64_t);
    struct frame_object *f = bytes <= sizeof buffer ? (struct frame_object *)buffer : mem_alloc(bytes);
    *f = (struct frame_object){.below = below, .depth = depth, .code = c->code, .edge = c->edge, .atomic = atomic};
    memcpy(f->words, n + i->area, i->area_size * sizeof(uint64_t));
    field_set(n, i->stack, frame_push(vm->objects, f, i->area_size));
    memcpy(n + i->area, c->fresh, i->area_size * sizeof(uint64_t));
    if ((uint64_t *)f != buffer)
        mem_free(f);
    return true;
}

static enum vm_result undefined(struct vm *vm, const struct cell_place *p, uint64_t slot)
{
    vm->need = p;
    vm->need_slot = slot;
    return VM_UNDEFINED;
}

#define FIELD (s[i->word] >> i->shift & i->mask)

enum vm_result vm_run(struct vm *vm, const struct vm_instruction *code, const uint64_t *s, uint64_t *n)
{
    static const void *const labels[] = {
#define X(name, value) &&do_##name, &&do_##name##_I,
        VM_BINARY(X)
#undef X
#define X(name) &&do_##name,
            VM_OTHER(X)
#undef X
    };
    uint64_t *r = vm->registers;
    const struct vm_instruction *i = code;
#define NEXT goto *labels[(++i)->op]
    goto *labels[i->op];

#define X(name, value)                                                                                                             \
    do_##name:                                                                                                                     \
    {                                                                                                                              \
        uint64_t a = r[i->a], b = r[i->b];                                                                                         \
        r[i->dst] = (value);                                                                                                       \
        NEXT;                                                                                                                      \
    }                                                                                                                              \
    do_##name##_I:                                                                                                                 \
    {                                                                                                                              \
        uint64_t a = r[i->a], b = i->immediate;                                                                                    \
        r[i->dst] = (value);                                                                                                       \
        NEXT;                                                                                                                      \
    }
    VM_BINARY(X)
#undef X

do_CONST:
    r[i->dst] = i->immediate;
    NEXT;
do_LOAD:
    r[i->dst] = FIELD;
    NEXT;
do_LOAD_CHOOSABLE:
    if (place_undefined(vm, i->place, s, i->immediate))
        return undefined(vm, i->place, i->immediate);
    r[i->dst] = FIELD;
    NEXT;
do_READ: {
    uint64_t slot = slotter_slot(i->array->slotter, r[i->a]);
    if (slot != NONE64 && place_undefined(vm, i->array->place, s, slot))
        return undefined(vm, i->array->place, slot);
    r[i->dst] = slot == NONE64 ? 0 : place_read(vm, i->array->place, i->array->by_default, s, slot);
    NEXT;
}
do_NOT:
    r[i->dst] = ~r[i->a] & i->mask;
    NEXT;
do_NEG:
    r[i->dst] = -r[i->a] & i->mask;
    NEXT;
do_SEXT:
    r[i->dst] = (uint64_t)sign_extend(r[i->a], i->width) & i->mask;
    NEXT;
do_EXTRACT:
    r[i->dst] = r[i->a] >> i->width & i->mask;
    NEXT;
do_ITE:
    r[i->dst] = r[i->a] ? r[i->b] : r[i->immediate];
    NEXT;
do_APPLY: {
    expr e = i->node;
    r[i->dst] = expr_apply(e, r[i->a], r[i->b], 0);
    NEXT;
}
do_TEST:
    if (!r[i->a])
        return VM_FAILED;
    NEXT;
do_TEST_NOT:
    if (r[i->a])
        return VM_FAILED;
    NEXT;
do_TEST_FIELD_EQ:
    if (FIELD != i->immediate)
        return VM_FAILED;
    NEXT;
do_TEST_FIELD_NE:
    if (FIELD == i->immediate)
        return VM_FAILED;
    NEXT;
do_COPY:
    for (uint32_t w = 0; w < vm->words; w++)
        n[w] = s[w];
    NEXT;
do_STORE:
    n[i->word] = (n[i->word] & ~(i->mask << i->shift)) | r[i->a] << i->shift;
    NEXT;
do_STORE_CONST:
    n[i->word] = (n[i->word] & i->mask) | i->immediate;
    NEXT;
do_WRITE: {
    uint64_t slot = slotter_slot(i->array->slotter, r[i->a]);
    if (slot != NONE64)
        place_write(vm, i->array->place, i->array->by_default, n, slot, r[i->b]);
    NEXT;
}
do_DEFINE:
    field_set(n, span_field(&i->place->undefined, 0), 0);
    NEXT;
do_CALL:
    if (!push_frame(vm, i->call, n))
        return VM_TOO_DEEP;
    NEXT;
do_DONE:
    return VM_TAKEN;
}
