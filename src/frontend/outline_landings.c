/* Where a jump goes on, for outlines. setjmp has returned something else than zero then, and what is done with that first is nearly always to ask whether it is zero: `if (setjmp(b) == 0)`. So a jump
 * goes to a copy of what comes behind its landing, up to where that has been decided, and from there to the one way that is left. Without that, whatever comes behind the first return would come behind
 * the second one, too.
 *
 * Requires that no value is used in another block than its own. */
#include "frontend/front.h"

#include "base/text.h"

enum { MOST_BLOCKS = 16 };

enum known { UNKNOWN_VALUE, ZERO, OTHER_THAN_ZERO };

struct landing {
    struct front *front;
    struct map values; /* instruction to what is known of it */
    struct map memory; /* the same of variables that nobody else sees */
    VECTOR(LLVMBasicBlockRef) path;
    uint32_t decided; /* so many blocks of the path lead to a decision */
    LLVMBasicBlockRef next;
};

static enum known look_up(const struct map *m, LLVMValueRef v)
{
    uint64_t found = UNKNOWN_VALUE;
    map_get(m, map_pointer_key(v), &found);
    return (enum known)found;
}

static enum known value_of(const struct landing *l, LLVMValueRef v)
{
    if (LLVMIsAConstantInt(v))
        return LLVMIsNull(v) ? ZERO : OTHER_THAN_ZERO;
    return look_up(&l->values, v);
}

static enum known negated(enum known k) { return k == UNKNOWN_VALUE ? k : k == ZERO ? OTHER_THAN_ZERO : ZERO; }

static enum known compared(const struct landing *l, LLVMValueRef i)
{
    LLVMIntPredicate p = LLVMGetICmpPredicate(i);
    bool with_zero = LLVMIsAConstantInt(LLVMGetOperand(i, 1)) && LLVMIsNull(LLVMGetOperand(i, 1));
    enum known k = value_of(l, LLVMGetOperand(i, 0));
    return !with_zero || (p != LLVMIntEQ && p != LLVMIntNE) ? UNKNOWN_VALUE : p == LLVMIntNE ? k : negated(k);
}

static bool is_own_variable(LLVMValueRef v) { return LLVMIsAAllocaInst(v) && is_private(v); }

/* Whether it may be done in a copy as well; notes what is known of its result. */
static bool follow(struct landing *l, LLVMValueRef i)
{
    enum known k = UNKNOWN_VALUE;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMCall:
        if (!calls(i, "__heddle_landing") && !calls(i, "__heddle_land_again") && !starts_with(called_name(i), "llvm.expect.") &&
            !starts_with(called_name(i), "llvm.lifetime.") && !is_debug_call(i))
            return false;
        k = calls(i, "__heddle_landing")      ? OTHER_THAN_ZERO
            : calls(i, "__heddle_land_again") ? ZERO
            : LLVMGetNumArgOperands(i)        ? value_of(l, LLVMGetArgOperand(i, 0))
                                              : UNKNOWN_VALUE;
        break;
    case LLVMLoad:
        if (is_own_variable(LLVMGetOperand(i, 0)))
            k = look_up(&l->memory, LLVMGetOperand(i, 0));
        break;
    case LLVMStore:
        if (is_own_variable(LLVMGetOperand(i, 1)))
            map_put(&l->memory, map_pointer_key(LLVMGetOperand(i, 1)), value_of(l, LLVMGetOperand(i, 0)));
        break;
    case LLVMICmp: k = compared(l, i); break;
    case LLVMZExt:
    case LLVMSExt: k = value_of(l, LLVMGetOperand(i, 0)); break;
    case LLVMXor:
        if (LLVMGetIntTypeWidth(LLVMTypeOf(i)) == 1 && value_of(l, LLVMGetOperand(i, 1)) == OTHER_THAN_ZERO)
            k = negated(value_of(l, LLVMGetOperand(i, 0)));
        break;
    case LLVMAlloca:
    case LLVMPHI: return false;
    default: break;
    }
    map_put(&l->values, map_pointer_key(i), k);
    return true;
}

/* Where it goes on behind a block; NULL if that is not known. */
static LLVMBasicBlockRef leave(struct landing *l, LLVMValueRef last)
{
    if (!LLVMIsABranchInst(last))
        return NULL;
    if (!LLVMIsConditional(last))
        return LLVMGetSuccessor(last, 0);
    enum known k = value_of(l, LLVMGetCondition(last));
    if (k == UNKNOWN_VALUE)
        return NULL;
    l->decided = l->path.size;
    return l->next = LLVMGetSuccessor(last, k == ZERO ? 1 : 0);
}

static void find_path(struct landing *l, LLVMBasicBlockRef block)
{
    while (block && l->path.size < MOST_BLOCKS) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
        bool all = true;
        vector_push(&l->path, block);
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != last && all; i = LLVMGetNextInstruction(i))
            all = follow(l, i);
        block = all ? leave(l, last) : NULL;
    }
}

static void copy_block(LLVMBuilderRef b, LLVMBasicBlockRef block)
{
    struct map copies = {0};
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != last; i = LLVMGetNextInstruction(i)) {
        if (is_debug_call(i))
            continue;
        LLVMValueRef copy = LLVMInstructionClone(i);
        LLVMInsertIntoBuilder(b, copy);
        for (int k = 0; k < LLVMGetNumOperands(copy); k++) {
            uint64_t made;
            if (map_get(&copies, map_pointer_key(LLVMGetOperand(copy, (unsigned)k)), &made))
                LLVMSetOperand(copy, (unsigned)k, (LLVMValueRef)(uintptr_t)made);
        }
        map_put(&copies, map_pointer_key(i), (uint64_t)(uintptr_t)copy);
    }
    map_free(&copies);
}

LLVMBasicBlockRef landing_of_jumps(struct front *f, LLVMBuilderRef b, LLVMBasicBlockRef block)
{
    struct landing l = {.front = f};
    LLVMBasicBlockRef made = block;
    find_path(&l, block);
    if (l.decided) {
        made = LLVMAppendBasicBlockInContext(f->context, LLVMGetBasicBlockParent(block), "");
        LLVMPositionBuilderAtEnd(b, made);
        for (uint32_t k = 0; k < l.decided; k++)
            copy_block(b, l.path.data[k]);
        LLVMBuildBr(b, l.next);
    }
    map_free(&l.values);
    map_free(&l.memory);
    vector_free(&l.path);
    return made;
}
