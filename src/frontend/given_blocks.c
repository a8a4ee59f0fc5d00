#include "frontend/given_blocks.h"

#include "frontend/incarnations.h"

/* The one creation of a thread that an address is handed to; NULL if there is none or another. */
static LLVMValueRef creation_with(LLVMValueRef block)
{
    LLVMValueRef found = NULL;
    each_use(u, block)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (!calls(user, "__heddle_create"))
            continue;
        if (found || LLVMGetArgOperand(user, 1) != block || LLVMGetArgOperand(user, 0) == block)
            return NULL;
        found = user;
    }
    return found;
}

static bool may_create(struct pointsto *p, LLVMValueRef create, LLVMValueRef function)
{
    const u32_vector *set = pointsto_of(p, LLVMGetArgOperand(create, 0));
    vector_each(const uint32_t *, x, set)
        if (p->places.objects.data[place_get(&p->places, *x)->object].value == function)
            return true;
    return false;
}

/* Whether this is the only place where such threads are created. */
static bool creates_alone(struct pointsto *p, const struct threads *t, LLVMValueRef create, LLVMValueRef function)
{
    vector_each(const struct unit *, u, &t->units)
        vector_each(LLVMBasicBlockRef *, b, &u->cfg.blocks)
            each_instruction(i, *b) if (i != create && calls(i, "__heddle_create") && may_create(p, i, function)) return false;
    return true;
}

uint32_t block_given_to(struct pointsto *p, const struct threads *t, const struct object *o, bool *again)
{
    LLVMValueRef create = o->kind == OBJECT_HEAP && o->many && !o->is_variable ? creation_with(o->value) : NULL;
    if (!create || threads_unit(t, o->function) != 0 || t->units.data[0].instances != 1)
        return 0;
    LLVMValueRef function = LLVMGetArgOperand(create, 0);
    uint32_t target = LLVMIsAFunction(function) ? threads_template(t, function) : NONE;
    bool called = LLVMIsAFunction(function) && threads_procedure(t, function) != NONE;
    if (called || target == NONE || target == 0 || t->units.data[target].instances != UNBOUNDED || !t->units.data[target].dynamic)
        return 0;
    *again = comes_back_without(o->value, create);
    bool fits =
        !comes_back_without(create, o->value) && is_only_followed(o->value, create) && !o->loosened && !(*again && o->zeroed);
    return fits && creates_alone(p, t, create, function) ? target : 0;
}
