/* A local variable of a loop is another object in each round, which ends with its round. All rounds have it at one address, as compilers do it, so
 * whether a pointer is from this round or from an earlier one cannot be seen. Where somebody follows a pointer to it that is not its own name,
 * it is watched (lower_rounds.c): in one round, any one, it lies at another address. */
#include "frontend/rounds.h"

#include "base/bitset.h"
#include "frontend/regions.h"

static LLVMValueRef variable_of(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

/* Objects that are followed by another way than by name. */
static void follow(struct pointsto *p, LLVMValueRef pointer, struct bitset *followed)
{
    if (LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind || LLVMIsAConstant(pointer) ||
        LLVMIsAAllocaInst(variable_of(pointer)))
        return;
    const u32_vector *set = pointsto_of(p, pointer);
    vector_each(const uint32_t *, x, set)
        bitset_add(followed, place_get(&p->places, *x)->object);
}

static void find_followed(const struct front *f, struct pointsto *p, const struct unit *u, struct bitset *followed)
{
    each_block(b, u->function) each_instruction(i, b)
    {
        uint64_t bytes;
        LLVMValueRef pointer = accessed_pointer(f, i, &bytes);
        if (pointer)
            follow(p, pointer, followed);
        for (unsigned k = 0; !pointer && LLVMIsACallInst(i) && !is_debug_call(i) && k < LLVMGetNumArgOperands(i); k++)
            follow(p, LLVMGetArgOperand(i, k), followed);
    }
}

static void find_loops(struct pointsto *p, const struct unit *u)
{
    each_block(b, u->function) each_instruction(i, b)
    {
        if (!LLVMIsACallInst(i) || !starts_with(called_name(i), "llvm.lifetime.start") ||
            !LLVMIsAAllocaInst(LLVMGetArgOperand(i, 1)))
            continue;
        uint32_t object = places_object(&p->places, OBJECT_STACK, LLVMGetArgOperand(i, 1), u->function);
        p->places.objects.data[object].begins_again |= cfg_on_cycle(&u->cfg, i);
    }
}

void find_rounds(const struct front *f, struct pointsto *p, const struct threads *t)
{
    struct bitset followed = {0};
    vector_each(const struct unit *, u, &t->units) {
        find_loops(p, u);
        find_followed(f, p, u, &followed);
    }
    for (uint32_t k = 0; k < p->places.objects.size; k++) {
        struct object *o = &p->places.objects.data[k];
        uint32_t unit = o->begins_again ? threads_unit(t, o->function) : NONE;
        o->watched = unit != NONE && t->units.data[unit].is_template && !o->many && !o->is_variable &&
                     !has_unknown_end_mark(f, o->value) && bitset_has(&followed, k);
        o->many |= o->watched;
    }
    bitset_free(&followed);
}
