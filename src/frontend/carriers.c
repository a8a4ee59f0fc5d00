/* Which integers may carry addresses, for outlines: those that become a pointer, are stored, passed or returned, or that such ones are computed from. Of all others (counters of
 * loops, indices, what is only compared) nobody needs to know where they might lead. */
#include "frontend/pointsto.h"

static bool is_integer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind; }

struct carriers {
    struct map *carried;
    VECTOR(LLVMValueRef) todo;
};

static void carry(struct carriers *c, LLVMValueRef v)
{
    if (!LLVMIsAInstruction(v) || !is_integer(v) || map_get(c->carried, map_pointer_key(v), NULL))
        return;
    map_put(c->carried, map_pointer_key(v), 1);
    vector_push(&c->todo, v);
}

static void carry_operands(struct carriers *c, LLVMValueRef i)
{
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        if (!LLVMValueIsBasicBlock(LLVMGetOperand(i, (unsigned)k)))
            carry(c, LLVMGetOperand(i, (unsigned)k));
}

/* It only looks at numbers, or moves a pointer by one. */
static bool only_looks(LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMICmp:
    case LLVMGetElementPtr:
    case LLVMSwitch:
    case LLVMBr:
    case LLVMAlloca: return true;
    default: return is_integer(i) && !LLVMIsACallInst(i) && !LLVMIsAAtomicRMWInst(i); /* what comes out of it decides */
    }
}

void find_carriers(struct front *f, struct map *carried)
{
    struct carriers c = {.carried = carried};
    each_function(fn, f->module) each_block(b, fn) each_instruction(i, b) if (!only_looks(i)) carry_operands(&c, i);
    while (c.todo.size)
        carry_operands(&c, vector_pop(&c.todo));
    vector_free(&c.todo);
}
