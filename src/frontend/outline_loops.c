/* Loops that end: a number begins with anything and goes up, or down, by one each time round, and is compared with a bound that does not change. */
#include "frontend/outline_parts.h"

struct counted {
    LLVMValueRef number; /* the phi of the first block */
    bool up;
    u32_vector again;       /* numbers of blocks */
    LLVMBasicBlockRef last; /* the one that leads back, if there is one only */
    LLVMValueRef next;      /* and the number that it brings */
};

static uint32_t number_of(const struct outliner *b, LLVMBasicBlockRef block)
{
    uint64_t number = NONE;
    map_get(&b->block_of, map_pointer_key(block), &number);
    return (uint32_t)number;
}

/* Whether v is the number moved on by one, and in which direction. */
static bool moves_on(LLVMValueRef number, LLVMValueRef v, bool *up)
{
    bool add = is_instruction(v, LLVMAdd), sub = is_instruction(v, LLVMSub);
    if ((!add && !sub) || LLVMGetOperand(v, 0) != number || !LLVMIsAConstantInt(LLVMGetOperand(v, 1)))
        return false;
    int64_t by = LLVMConstIntGetSExtValue(LLVMGetOperand(v, 1));
    *up = (by == 1) == add;
    return by == 1 || by == -1;
}

/* False if it does not count. */
static bool count_with(const struct outliner *b, LLVMValueRef phi, struct counted *out)
{
    *out = (struct counted){.number = phi};
    bool one_way = true;
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
        LLVMValueRef v = LLVMGetIncomingValue(phi, k);
        bool up = false;
        if (!moves_on(phi, v, &up))
            continue;
        one_way &= !out->again.size || up == out->up;
        out->up = up;
        out->last = LLVMGetIncomingBlock(phi, k);
        out->next = v;
        vector_push(&out->again, number_of(b, out->last));
    }
    if (out->again.size > 1)
        out->last = NULL;
    return one_way && out->again.size;
}

/* The number that is compared with the bound is on the left, and the comparison holds until it is reached; sooner or later, whatever the bound is. */
static bool holds_until(LLVMIntPredicate p, bool up, LLVMValueRef bound)
{
    bool constant = LLVMIsAConstantInt(bound) != NULL;
    int64_t value = constant ? LLVMConstIntGetSExtValue(bound) : 0;
    bool small = constant && LLVMGetIntTypeWidth(LLVMTypeOf(bound)) >= 32 && value > INT32_MIN && value < INT32_MAX;
    switch (p) {
    case LLVMIntNE: return true;
    case LLVMIntSLT:
    case LLVMIntULT: return up;
    case LLVMIntSGT:
    case LLVMIntUGT: return !up;
    case LLVMIntSLE: return up && small;
    case LLVMIntULE: return up && small && value >= 0;
    case LLVMIntSGE: return !up && small;
    case LLVMIntUGE: return !up && small && value > 0;
    default: return false;
    }
}

static LLVMIntPredicate opposite(LLVMIntPredicate p)
{
    static const LLVMIntPredicate of[] = {LLVMIntNE,  LLVMIntEQ,  LLVMIntULE, LLVMIntULT, LLVMIntUGE,
                                          LLVMIntUGT, LLVMIntSLE, LLVMIntSLT, LLVMIntSGE, LLVMIntSGT};
    return of[p - LLVMIntEQ];
}

/* With the sides exchanged. */
static LLVMIntPredicate turned(LLVMIntPredicate p)
{
    static const LLVMIntPredicate of[] = {LLVMIntEQ,  LLVMIntNE,  LLVMIntULT, LLVMIntULE, LLVMIntUGT,
                                          LLVMIntUGE, LLVMIntSLT, LLVMIntSLE, LLVMIntSGT, LLVMIntSGE};
    return of[p - LLVMIntEQ];
}

static bool is_number(const struct counted *c, LLVMValueRef v) { return v == c->number || (c->last && v == c->next); }

/* The block goes out where the number has reached its bound, by next number *out. */
static bool leaves_at_bound(const struct counted *c, LLVMBasicBlockRef test, LLVMValueRef *bound, uint32_t *out)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(test);
    LLVMValueRef compare = LLVMIsABranchInst(last) && LLVMIsConditional(last) ? LLVMIsAICmpInst(LLVMGetCondition(last)) : NULL;
    if (!compare || LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(compare, 0))) != LLVMIntegerTypeKind)
        return false;
    LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
    LLVMValueRef number = LLVMGetOperand(compare, 0);
    *bound = LLVMGetOperand(compare, 1);
    if (is_number(c, *bound)) {
        *bound = number;
        number = LLVMGetOperand(compare, 1);
        p = turned(p);
    }
    *out = holds_until(p, c->up, *bound) ? 1 : 0;
    return is_number(c, number) && (*out || holds_until(opposite(p), c->up, *bound));
}

static void add_loop(struct outliner *b, uint32_t procedure, LLVMBasicBlockRef first, struct counted *c)
{
    LLVMBasicBlockRef tests[] = {first, c->last};
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef bound;
        uint32_t out;
        if (!tests[k] || !leaves_at_bound(c, tests[k], &bound, &out))
            continue;
        if (!LLVMIsAConstantInt(bound) && !LLVMIsAArgument(bound) && !LLVMIsAInstruction(bound))
            continue;
        struct outline_loop made = {
            .procedure = procedure, .first = number_of(b, first), .test = number_of(b, tests[k]), .out = out, .bound = NONE};
        if (LLVMIsAInstruction(bound))
            made.bound = number_of(b, LLVMGetInstructionParent(bound));
        made.again = b->out->numbers.size;
        made.again_count = c->again.size;
        vector_each(const uint32_t *, a, &c->again)
            vector_push(&b->out->numbers, *a);
        vector_push(&b->out->loops, made);
    }
}

void outline_find_loops(struct outliner *b, uint32_t procedure)
{
    each_block(block, b->function) each_instruction(i, block)
    {
        struct counted c;
        if (!LLVMIsAPHINode(i))
            break;
        if (count_with(b, i, &c))
            add_loop(b, procedure, block, &c);
        vector_free(&c.again);
    }
}
