/* Branches that go a known way, depending on where they are come to from: for outlines. `return` in the middle of a block with variables of its own goes by way of where these end, and from there on by a number
 * that says what comes next; and a function that is inlined hands on whether it has succeeded. In an outline such a branch may go either way, so that who has given a lock back there seems to go on where it is held.
 *
 * A block in which nothing happens but that is passed by: each block before it, from where the way is known, gets a way of its own to where that leads. What the block chose goes by way of local
 * variables, which become values again. Heads of loops are left as they are, since what counts in them is looked for there. The program means the same afterwards.
 *
 * Requires small functions inlined and local variables promoted. */
#include "frontend/front.h"

#include "base/text.h"

enum { MOST_BLOCKS = 3000, MOST_ROUNDS = 4, DEEPEST = 6 };

struct known {
    bool known, not_null; /* not_null: an address that is not, and nothing else is known of it */
    uint64_t value;
};

static bool is_marker(LLVMValueRef i) { return starts_with(called_name(i), "llvm.lifetime."); }

static unsigned width_of(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : LLVMGetTypeKind(t) == LLVMPointerTypeKind ? 64 : 0;
}

static uint64_t cut_to(uint64_t value, unsigned width) { return width < 64 ? value & ((UINT64_C(1) << width) - 1) : value; }

static int64_t signed_of(uint64_t value, unsigned width)
{
    unsigned rest = 64 - width;
    return (int64_t)(value << rest) >> rest;
}

static bool compare(LLVMIntPredicate p, uint64_t a, uint64_t b, unsigned width)
{
    assert(width && width <= 64);
    int64_t x = signed_of(a, width), y = signed_of(b, width);
    switch (p) {
    case LLVMIntEQ: return a == b;
    case LLVMIntNE: return a != b;
    case LLVMIntUGT: return a > b;
    case LLVMIntUGE: return a >= b;
    case LLVMIntULT: return a < b;
    case LLVMIntULE: return a <= b;
    case LLVMIntSGT: return x > y;
    case LLVMIntSGE: return x >= y;
    case LLVMIntSLT: return x < y;
    default: return x <= y;
    }
}

static struct known number(uint64_t value, unsigned width) { return (struct known){.known = true, .value = cut_to(value, width)}; }

static struct known value_from(LLVMValueRef v, LLVMBasicBlockRef block, LLVMBasicBlockRef from, unsigned depth);

static struct known compared(LLVMValueRef v, LLVMBasicBlockRef block, LLVMBasicBlockRef from, unsigned depth)
{
    LLVMIntPredicate p = LLVMGetICmpPredicate(v);
    LLVMValueRef left = LLVMGetOperand(v, 0);
    struct known a = value_from(left, block, from, depth), b = value_from(LLVMGetOperand(v, 1), block, from, depth);
    if (a.known && b.known)
        return number(compare(p, a.value, b.value, width_of(left)), 1);
    bool apart = (a.not_null && b.known && !b.value) || (b.not_null && a.known && !a.value);
    return apart && (p == LLVMIntEQ || p == LLVMIntNE) ? number(p == LLVMIntNE, 1) : (struct known){0};
}

static LLVMValueRef incoming_from(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    assert(LLVMIsAPHINode(phi));
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
        if (LLVMGetIncomingBlock(phi, k) == from)
            return LLVMGetIncomingValue(phi, k);
    return NULL;
}

/* What a value of the block is if it is come to from there. */
static struct known value_from(LLVMValueRef v, LLVMBasicBlockRef block, LLVMBasicBlockRef from, unsigned depth)
{
    unsigned width = v ? width_of(v) : 0;
    if (!width || width > 64 || depth == DEEPEST)
        return (struct known){0};
    if (LLVMIsAConstantInt(v))
        return number(LLVMConstIntGetZExtValue(v), width);
    if (LLVMIsAConstantPointerNull(v))
        return number(0, 64);
    if (LLVMIsAAllocaInst(v) || (LLVMIsAGlobalValue(v) && LLVMGetLinkage(v) != LLVMExternalWeakLinkage))
        return (struct known){.not_null = true};
    if (!LLVMIsAInstruction(v) || LLVMGetInstructionParent(v) != block)
        return (struct known){0};
    if (LLVMIsAPHINode(v)) {
        LLVMValueRef in = incoming_from(v, from);
        return in && (LLVMIsAConstant(in) || LLVMIsAAllocaInst(in)) ? value_from(in, block, from, depth + 1) : (struct known){0};
    }
    if (LLVMIsAICmpInst(v))
        return compared(v, block, from, depth + 1);
    struct known a = value_from(LLVMGetOperand(v, 0), block, from, depth + 1);
    if (!a.known)
        return (struct known){0};
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMTrunc:
    case LLVMZExt: return number(a.value, width);
    case LLVMSExt: return number((uint64_t)signed_of(a.value, width_of(LLVMGetOperand(v, 0))), width);
    case LLVMXor: {
        struct known b = value_from(LLVMGetOperand(v, 1), block, from, depth + 1);
        return b.known ? number(a.value ^ b.value, width) : (struct known){0};
    }
    default: return (struct known){0};
    }
}

/* Where the block goes if it is come to from there; NULL: that is not known. */
static LLVMBasicBlockRef way_from(LLVMBasicBlockRef block, LLVMBasicBlockRef from)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    struct known k = value_from(LLVMIsASwitchInst(last) ? LLVMGetOperand(last, 0) : LLVMGetCondition(last), block, from, 0);
    if (!k.known)
        return NULL;
    if (!LLVMIsASwitchInst(last))
        return LLVMGetSuccessor(last, k.value ? 0 : 1);
    for (unsigned n = 1; n < LLVMGetNumSuccessors(last); n++) {
        LLVMValueRef one = LLVMGetOperand(last, 2 * n);
        if (cut_to(LLVMConstIntGetZExtValue(one), width_of(one)) == k.value)
            return LLVMGetSuccessor(last, n);
    }
    return LLVMGetSwitchDefaultDest(last);
}

/* --- which blocks --- */

static bool stays_inside(LLVMValueRef i, LLVMBasicBlockRef block)
{
    each_use(u, i) if (LLVMIsAPHINode(LLVMGetUser(u)) || LLVMGetInstructionParent(LLVMGetUser(u)) != block) return false;
    return true;
}

/* Nothing happens there but that a way is chosen, by what comes from the blocks before. */
static bool only_chooses(LLVMBasicBlockRef block)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    bool branches = last && (LLVMIsASwitchInst(last) || (LLVMIsABranchInst(last) && LLVMIsConditional(last)));
    if (!branches || !LLVMIsAPHINode(LLVMGetFirstInstruction(block)))
        return false;
    each_instruction(i, block)
    {
        bool simple =
            LLVMIsAICmpInst(i) || LLVMIsATruncInst(i) || LLVMIsAZExtInst(i) || LLVMIsASExtInst(i) || is_instruction(i, LLVMXor);
        if (i != last && !LLVMIsAPHINode(i) && !is_debug_call(i) && !is_marker(i) && !(simple && stays_inside(i, block)))
            return false;
    }
    return true;
}

/* A way leads from it to a block before it. */
static bool is_in_front_of_itself(LLVMBasicBlockRef block, LLVMBasicBlockRef entry)
{
    struct map seen = {0};
    VECTOR(LLVMBasicBlockRef) todo = {0};
    vector_push(&todo, entry);
    map_put(&seen, map_pointer_key(entry), 1);
    map_put(&seen, map_pointer_key(block), 1);
    while (todo.size) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(vector_pop(&todo));
        for (unsigned k = 0; last && k < LLVMGetNumSuccessors(last); k++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(last, k);
            if (!map_get(&seen, map_pointer_key(next), NULL)) {
                map_put(&seen, map_pointer_key(next), 1);
                vector_push(&todo, next);
            }
        }
    }
    bool found = false; /* a block before it to which all ways lead by it */
    LLVMValueRef phi = LLVMGetFirstInstruction(block);
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
        found |= !map_get(&seen, map_pointer_key(LLVMGetIncomingBlock(phi, k)), NULL);
    vector_free(&todo);
    map_free(&seen);
    return found;
}

/* --- new ways --- */

struct way {
    LLVMBasicBlockRef from, to;
};

typedef VECTOR(struct way) ways;

static LLVMValueRef load_before(struct front *f, LLVMValueRef place, LLVMTypeRef t, LLVMValueRef before)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    LLVMPositionBuilderBefore(b, before);
    LLVMValueRef loaded = LLVMBuildLoad2(b, t, place, "");
    LLVMDisposeBuilder(b);
    return loaded;
}

static void use_variable(struct front *f, LLVMValueRef phi, LLVMValueRef place)
{
    LLVMTypeRef t = LLVMTypeOf(phi);
    for (LLVMUseRef u = LLVMGetFirstUse(phi); u; u = LLVMGetFirstUse(phi)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAPHINode(user)) {
            LLVMValueRef loaded = load_before(f, place, t, user);
            for (int k = 0; k < LLVMGetNumOperands(user); k++)
                if (LLVMGetOperand(user, (unsigned)k) == phi)
                    LLVMSetOperand(user, (unsigned)k, loaded);
            continue;
        }
        for (unsigned k = 0; k < LLVMCountIncoming(user); k++)
            if (LLVMGetIncomingValue(user, k) == phi) {
                LLVMBasicBlockRef from = LLVMGetIncomingBlock(user, k);
                LLVMValueRef loaded = load_before(f, place, t, LLVMGetBasicBlockTerminator(from));
                for (unsigned n = k; n < LLVMCountIncoming(user); n++) /* of one block, all the same */
                    if (LLVMGetIncomingBlock(user, n) == from)
                        LLVMSetOperand(user, n, loaded);
            }
    }
}

/* What the block chooses goes by way of local variables. */
static void demote_choices(struct front *f, LLVMValueRef function, LLVMBasicBlockRef block)
{
    for (LLVMValueRef phi = LLVMGetFirstInstruction(block); LLVMIsAPHINode(phi); phi = LLVMGetFirstInstruction(block)) {
        LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
        LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
        LLVMValueRef place = LLVMBuildAlloca(b, LLVMTypeOf(phi), "");
        for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
            LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, k)));
            LLVMBuildStore(b, LLVMGetIncomingValue(phi, k), place);
        }
        LLVMDisposeBuilder(b);
        use_variable(f, phi, place);
        LLVMInstructionEraseFromParent(phi);
    }
}

static void add_way(struct front *f, LLVMValueRef function, LLVMBasicBlockRef block, const struct way *w)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    LLVMBasicBlockRef made = LLVMAppendBasicBlockInContext(f->context, function, "");
    LLVMPositionBuilderAtEnd(b, made);
    each_instruction(i, block) if (is_marker(i)) LLVMInsertIntoBuilder(b, LLVMInstructionClone(i));
    for (LLVMValueRef q = LLVMGetFirstInstruction(w->to); LLVMIsAPHINode(q); q = LLVMGetNextInstruction(q)) {
        LLVMValueRef v = incoming_from(q, block);
        if (LLVMIsALoadInst(v) && LLVMGetInstructionParent(v) == block) /* of a variable that was made above */
            v = LLVMBuildLoad2(b, LLVMTypeOf(v), LLVMGetOperand(v, 0), "");
        LLVMAddIncoming(q, &v, &made, 1);
    }
    LLVMBuildBr(b, w->to);
    LLVMDisposeBuilder(b);
    LLVMValueRef last = LLVMGetBasicBlockTerminator(w->from);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
        if (LLVMGetSuccessor(last, k) == block)
            LLVMSetSuccessor(last, k, made);
}

static bool look_at(struct front *f, LLVMValueRef function, LLVMBasicBlockRef block)
{
    ways found = {0};
    if (!only_chooses(block))
        return false;
    LLVMValueRef phi = LLVMGetFirstInstruction(block);
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
        struct way w = {LLVMGetIncomingBlock(phi, k), way_from(block, LLVMGetIncomingBlock(phi, k))};
        bool is_new = w.to != NULL;
        vector_each(const struct way *, x, &found)
            is_new &= x->from != w.from;
        if (is_new)
            vector_push(&found, w);
    }
    bool any = found.size && !is_in_front_of_itself(block, LLVMGetEntryBasicBlock(function));
    if (any) {
        demote_choices(f, function, block);
        vector_each(const struct way *, w, &found)
            add_way(f, function, block, w);
    }
    vector_free(&found);
    return any;
}

void follow_known_ways(struct front *f)
{
    bool changed = true;
    for (unsigned round = 0; changed && round < MOST_ROUNDS; round++) {
        changed = false;
        each_function(fn, f->module)
        {
            if (!is_defined(fn) || LLVMCountBasicBlocks(fn) > MOST_BLOCKS)
                continue;
            each_block(block, fn) changed |= look_at(f, fn, block);
        }
        if (changed)
            run_passes(f, "function(mem2reg,sccp)");
    }
}
