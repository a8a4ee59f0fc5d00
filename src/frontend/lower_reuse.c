/* Reuse of memory. malloc never gives an address twice here; a real one gives the address of a block that was freed to a later
 * allocation. A program can tell where it compares an address that it has kept from before the free with that of another block, or
 * exchanges memory if it holds such an address: what differs here may be equal there (an ABA bug needs that). Where this may be, it is
 * followed whether blocks are freed, and such a comparison forbids TRUE. The run goes on: that the block does not come back is possible.
 * So is that it does: such a program is loaded again with models in which blocks come back (models/allocation.c), to find what that may
 * violate.
 * Nothing comes back before a block is given after some free: two cells say whether that has been, where two addresses are compared. (What
 * memory holds where it is exchanged may be of the library.) The one is set before the free, and read behind malloc: they may say
 * so too early, and never too late. */
#include "frontend/lower.h"

#define KEPT "an address that was kept after free, which may have come back from malloc, is compared"

static struct object *object(const struct lower *w, uint32_t number) { return &w->pointsto->places.objects.data[number]; }

/* What the instruction compares for equality, in *a and *b; *b is NULL if that is what memory holds. */
static bool compares(LLVMValueRef i, LLVMValueRef *a, LLVMValueRef *b)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    bool equality = op == LLVMICmp && (LLVMGetICmpPredicate(i) == LLVMIntEQ || LLVMGetICmpPredicate(i) == LLVMIntNE);
    if (!equality && op != LLVMAtomicCmpXchg)
        return false;
    *a = LLVMGetOperand(i, equality ? 0 : 1);
    *b = equality ? LLVMGetOperand(i, 1) : NULL;
    return !LLVMIsAConstant(*a) && !(*b && LLVMIsAConstant(*b));
}

/* Whether a block of the one can come back as one of the others; NULL: of any. */
static bool comes_back(const struct lower *w, uint32_t kept, const u32_vector *others)
{
    const struct object *o = object(w, kept);
    bool found = !others || has_several(o);
    for (uint32_t k = 0; others && k < others->size; k++)
        found |= others->data[k] != kept && object(w, others->data[k])->kind == OBJECT_HEAP;
    return found && o->kind == OBJECT_HEAP && o->freed;
}

static bool any_comes_back(const struct lower *w, const u32_vector *kept, const u32_vector *others)
{
    vector_each(const uint32_t *, k, kept)
        if (comes_back(w, *k, others))
            return true;
    return false;
}

static void follow_side(struct lower *w, LLVMValueRef kept, LLVMValueRef other)
{
    u32_vector objects = {0}, others = {0};
    objects_of(w, kept, &objects);
    if (other)
        objects_of(w, other, &others);
    vector_each(const uint32_t *, k, &objects)
        object(w, *k)->mortal |= comes_back(w, *k, other ? &others : NULL);
    w->front->compares_blocks |= other && any_comes_back(w, &objects, &others);
    vector_free(&objects);
    vector_free(&others);
}

void follow_reuse(struct lower *w, LLVMValueRef i)
{
    LLVMValueRef a, b;
    if (!compares(i, &a, &b))
        return;
    follow_side(w, a, b);
    if (b)
        follow_side(w, b, a);
}

/* --- whether anything can have come back --- */

static expr noted(struct lower *w, uint32_t *cell, const char *name)
{
    if (!*cell)
        *cell = 1 + unique_cell(
                        w->front,
                        (struct cell){.name = name, .width = 1, .owner = NONE, .subject = NONE, .role = CELL_HEAP, .pos = w->pos});
    return program_cell_expr(w->program, *cell - 1, NULL);
}

static bool notes_order(const struct lower *w) { return w->front->compares_blocks && !w->front->options->executions; }

void note_freed(struct lower *w)
{
    if (!notes_order(w) || w->ended)
        return;
    noted(w, &w->front->freed, "freed.any");
    struct action a = new_action(w, ACT_STORE);
    add_access(w, &a, w->front->freed - 1, NULL, true, true);
    add_update(w, &a, w->front->freed - 1, NULL, expr_bool(w->exprs, true));
    step(w, &a);
}

void note_given(struct lower *w)
{
    if (!notes_order(w) || w->ended)
        return;
    expr freed = noted(w, &w->front->freed, "freed.any"), given = noted(w, &w->front->given, "given.since");
    struct action a = new_action(w, ACT_ATOMIC);
    add_access(w, &a, w->front->freed - 1, NULL, false, true);
    add_access(w, &a, w->front->given - 1, NULL, true, true);
    add_update(w, &a, w->front->given - 1, NULL, expr_or(w->exprs, given, freed));
    step(w, &a);
}

/* Into a cell of the thread's. */
static expr may_be_back(struct lower *w)
{
    expr given = noted(w, &w->front->given, "given.since");
    uint32_t was = local_cell(w, "%given", 1);
    struct action a = new_action(w, ACT_LOAD);
    add_access(w, &a, w->front->given - 1, NULL, false, true);
    add_update(w, &a, was, NULL, given);
    step(w, &a);
    return expr_cell(w->exprs, 1, was);
}

/* --- comparisons --- */

/* Whether the one is inside of a heap object, and not where the other is. */
static expr is_another_block(struct lower *w, expr address, const u32_vector *objects, expr other)
{
    expr inside = expr_bool(w->exprs, false);
    vector_each(const uint32_t *, k, objects)
        if (object(w, *k)->kind == OBJECT_HEAP)
            inside = expr_or(w->exprs, inside, in_object(w, *k, address, 0));
    return expr_and(w->exprs, inside, expr_ne(w->exprs, address, other));
}

static void check_side(struct lower *w, LLVMValueRef kept, LLVMValueRef other)
{
    struct exprs *x = w->exprs;
    u32_vector objects = {0}, others = {0};
    objects_of(w, kept, &objects);
    if (other)
        objects_of(w, other, &others);
    expr address = value_of(w, kept), differs = expr_bool(x, true);
    if (address->width == w->program->pointer_width && any_comes_back(w, &objects, other ? &others : NULL)) {
        if (other)
            differs = is_another_block(w, value_of(w, other), &others, address);
        if (other && notes_order(w))
            differs = expr_and(x, differs, may_be_back(w));
        uint32_t was = local_cell(w, "%kept", 1);
        look_at_any(w, &objects, address, was, LEFT_ALONE);
        w->front->keeps_addresses = true;
        may_be_unsupported(w, KEPT, expr_and(x, differs, expr_cell(x, 1, was)));
    }
    vector_free(&objects);
    vector_free(&others);
}

void check_reuse(struct lower *w, LLVMValueRef i)
{
    LLVMValueRef a, b;
    if (!compares(i, &a, &b))
        return;
    check_compared(w, a);
    check_side(w, a, b);
    if (b) {
        check_compared(w, b);
        check_side(w, b, a);
    }
}

void lower_revive(struct lower *w, LLVMValueRef call)
{
    u32_vector objects = {0};
    objects_of(w, LLVMGetArgOperand(call, 0), &objects);
    if (objects.size && !w->front->options->executions)
        look_at_any(w, &objects, argument(w, call, 0), local_cell(w, "%revived", 1), BEGINS);
    note_given(w);
    vector_free(&objects);
}

void end_freed(struct lower *w, LLVMValueRef pointer, expr address)
{
    u32_vector objects = {0};
    bool followed = false;
    objects_of(w, pointer, &objects);
    vector_each(const uint32_t *, k, &objects)
        followed |= object(w, *k)->mortal;
    if (followed)
        look_at_any(w, &objects, address, local_cell(w, "%freed", 1), ENDS);
    vector_free(&objects);
}
