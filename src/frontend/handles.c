/* For code as clang writes it, with every variable in memory: for (i = 0; i < n; i++) is a block that compares (the head), which is entered from one block and from the one that counts, and a body of which it is
 * the only predecessor. What is not of this form is not known. */
#include "frontend/handles.h"

#include "frontend/outline_counters.h"

#include <assert.h>

struct counted { /* a loop */
    LLVMBasicBlockRef head, body, latch, out;
    LLVMValueRef counter; /* a variable of the function; 0 at first, and one more in each round */
    LLVMValueRef bound;   /* a constant, or a variable that is written once */
};

struct blocks {
    struct map seen;
    VECTOR(LLVMBasicBlockRef) all;
};

static void add(struct blocks *s, LLVMBasicBlockRef b)
{
    if (map_get(&s->seen, map_pointer_key(b), NULL))
        return;
    map_put(&s->seen, map_pointer_key(b), 1);
    vector_push(&s->all, b);
}

static bool has(const struct blocks *s, LLVMBasicBlockRef b) { return map_get(&s->seen, map_pointer_key(b), NULL); }

static void blocks_free(struct blocks *s)
{
    map_free(&s->seen);
    vector_free(&s->all);
}

/* All that can follow a block, without passing another one (NULL: whatever). */
static void add_following(struct blocks *s, LLVMBasicBlockRef from, LLVMBasicBlockRef without)
{
    add(s, from);
    for (uint32_t k = 0; k < s->all.size; k++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(s->all.data[k]);
        for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
            if (LLVMGetSuccessor(end, i) != without)
                add(s, LLVMGetSuccessor(end, i));
    }
}

static bool can_follow(LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMBasicBlockRef without)
{
    struct blocks s = {0};
    add_following(&s, from, without);
    bool can = has(&s, to);
    blocks_free(&s);
    return can;
}

static bool is_marker(LLVMValueRef user) { return LLVMIsACallInst(user) && starts_with(called_name(user), "llvm.lifetime."); }

/* A local variable, or one of this file, that is loaded and stored as a whole, and nothing else. */
static bool is_only_loaded_and_stored(LLVMValueRef variable, uint32_t *stores)
{
    if (!LLVMIsAAllocaInst(variable))
        return false;
    *stores = 0;
    each_use(u, variable)
    {
        LLVMValueRef user = LLVMGetUser(u);
        bool store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable && LLVMGetOperand(user, 0) != variable;
        if (!store && !LLVMIsALoadInst(user) && !is_marker(user))
            return false;
        *stores += store;
    }
    return true;
}

static LLVMValueRef loaded_from(LLVMValueRef v) { return v && LLVMIsALoadInst(v) ? LLVMGetOperand(v, 0) : NULL; }

static bool is_number(LLVMValueRef v, int64_t n) { return LLVMIsAConstantInt(v) && LLVMConstIntGetSExtValue(v) == n; }

/* The two numbers that are added, or NULL; a sum that clang has guarded (clang.c) ends the block that it is in. */
static LLVMValueRef sum_of(LLVMValueRef v)
{
    if (LLVMIsAExtractValueInst(v) && *LLVMGetIndices(v) == 0 &&
        starts_with(called_name(LLVMGetOperand(v, 0)), "llvm.sadd.with.overflow."))
        return LLVMGetOperand(v, 0);
    return LLVMIsABinaryOperator(v) && LLVMGetInstructionOpcode(v) == LLVMAdd ? v : NULL;
}

/* The one block that the block is entered from; NULL: there are others. */
static LLVMBasicBlockRef entered_from(LLVMBasicBlockRef block)
{
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
    LLVMValueRef end = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
    return end && LLVMIsATerminatorInst(end) ? LLVMGetInstructionParent(end) : NULL;
}

static bool is_increment(LLVMValueRef store)
{
    LLVMValueRef sum = sum_of(LLVMGetOperand(store, 0)), variable = LLVMGetOperand(store, 1);
    if (!sum || !is_number(LLVMGetOperand(sum, 1), 1) || loaded_from(LLVMGetOperand(sum, 0)) != variable)
        return false;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(LLVMGetOperand(sum, 0)), last = LLVMGetInstructionParent(store);
    return block == last || block == entered_from(last);
}

/* The last store to a variable in a block, and how many there are. */
static LLVMValueRef last_store(LLVMBasicBlockRef block, LLVMValueRef variable, uint32_t *count)
{
    LLVMValueRef last = NULL;
    *count = 0;
    each_instruction(i, block) if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == variable)
    {
        last = i;
        ++*count;
    }
    return last;
}

static LLVMValueRef bound_of(LLVMValueRef v)
{
    uint32_t stores;
    LLVMValueRef variable = loaded_from(v);
    if (LLVMIsAConstantInt(v))
        return v;
    return variable && is_only_loaded_and_stored(variable, &stores) && stores == 1 ? variable : NULL;
}

/* Entered from one block, which sets the counter to 0 and does not come again; and from the block that counts. */
static bool has_two_ways_in(struct counted *c)
{
    LLVMBasicBlockRef before = NULL;
    each_use(u, LLVMBasicBlockAsValue(c->head))
    {
        LLVMValueRef end = LLVMGetUser(u);
        if (!LLVMIsATerminatorInst(end))
            return false;
        LLVMBasicBlockRef from = LLVMGetInstructionParent(end);
        LLVMBasicBlockRef *way = can_follow(c->head, from, NULL) ? &c->latch : &before;
        if (*way)
            return false;
        *way = from;
    }
    uint32_t count;
    LLVMValueRef first = before ? last_store(before, c->counter, &count) : NULL;
    LLVMValueRef next = c->latch ? last_store(c->latch, c->counter, &count) : NULL;
    return first && next && count == 1 && is_number(LLVMGetOperand(first, 0), 0) && is_increment(next);
}

/* Nobody else writes the counter in the loop. */
static bool only_latch_counts(const struct counted *c)
{
    struct blocks s = {0};
    bool only = true;
    uint32_t count;
    add_following(&s, c->body, c->head);
    vector_each(const LLVMBasicBlockRef *, b, &s.all)
        if (*b != c->latch && can_follow(*b, c->latch, c->head))
            only &= !last_store(*b, c->counter, &count);
    only &= !last_store(c->head, c->counter, &count);
    blocks_free(&s);
    return only;
}

/* The loop whose body begins with this block, and which counts by this variable. */
static bool counted_of(LLVMBasicBlockRef body, LLVMValueRef counter, struct counted *c)
{
    uint32_t stores, ways = 0;
    *c = (struct counted){.body = body, .counter = counter};
    each_use(u, LLVMBasicBlockAsValue(body))
    {
        if (!LLVMIsATerminatorInst(LLVMGetUser(u)))
            return false;
        c->head = LLVMGetInstructionParent(LLVMGetUser(u));
        ways++;
    }
    LLVMValueRef end = ways == 1 ? LLVMGetBasicBlockTerminator(c->head) : NULL;
    if (!end || LLVMGetInstructionOpcode(end) != LLVMBr || !LLVMIsConditional(end) || !is_only_loaded_and_stored(counter, &stores))
        return false;
    LLVMValueRef compared = LLVMIsAICmpInst(LLVMGetCondition(end));
    if (!compared || (LLVMGetICmpPredicate(compared) != LLVMIntSLT && LLVMGetICmpPredicate(compared) != LLVMIntULT) ||
        LLVMGetSuccessor(end, 0) != body || LLVMGetSuccessor(end, 1) == body)
        return false;
    LLVMValueRef now = LLVMGetOperand(compared, 0);
    c->out = LLVMGetSuccessor(end, 1);
    c->bound = bound_of(LLVMGetOperand(compared, 1));
    return loaded_from(now) == counter && LLVMGetInstructionParent(now) == c->head && c->bound && has_two_ways_in(c) &&
           only_latch_counts(c);
}

/* An element of an array by the counter of a loop, at the beginning of its body. */
static bool element_of(const struct front *f, LLVMValueRef pointer, LLVMBasicBlockRef block, struct indexed *at,
                       struct counted *loop)
{
    uint32_t count;
    if (!indexed_of(f, pointer, at) || !at->index || !at->scale)
        return false;
    LLVMValueRef counter = loaded_from(at->index);
    return counter && LLVMGetInstructionParent(at->index) == block && !last_store(block, counter, &count) &&
           counted_of(block, counter, loop);
}

static bool is_creation(LLVMValueRef i) { return LLVMIsACallInst(i) && (calls(i, "pthread_create") || calls(i, "thrd_create")); }

static bool is_creation_into(LLVMValueRef user, LLVMValueRef pointer)
{
    return is_creation(user) && LLVMGetArgOperand(user, 0) == pointer;
}

/* Whether an id is written to this memory by creations alone, and by which. */
static bool add_creations(LLVMValueRef pointer, uint32_t *creations)
{
    each_use(u, pointer)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAGetElementPtrInst(user) ? !add_creations(user, creations)
                                           : !LLVMIsALoadInst(user) && !is_marker(user) && !is_creation_into(user, pointer))
            return false;
        *creations += is_creation_into(user, pointer);
    }
    return true;
}

/* Every creation that writes there has a place of its own. */
static bool has_own_place(const struct front *f, LLVMValueRef creation, const struct indexed *at)
{
    uint32_t there = 0, apart = 0;
    bool is_global = LLVMIsAGlobalVariable(at->base) && !LLVMIsDeclaration(at->base);
    if ((!is_global && !LLVMIsAAllocaInst(at->base)) || !add_creations(at->base, &there))
        return false;
    each_block(b, LLVMGetBasicBlockParent(LLVMGetInstructionParent(creation))) each_instruction(i, b)
    {
        struct indexed other;
        if (i != creation && is_creation(i) && indexed_of(f, LLVMGetArgOperand(i, 0), &other) && other.base == at->base)
            apart += !at->index && !other.index && at->offset != other.offset;
    }
    return there == apart + 1;
}

static LLVMValueRef joined_place(LLVMValueRef join) { return loaded_from(LLVMGetArgOperand(join, 0)); }

bool handle_is_joined_at(const struct front *f, LLVMValueRef creation, LLVMValueRef join)
{
    assert(is_creation(creation) && LLVMIsACallInst(join));
    struct indexed made, joined;
    LLVMValueRef place = joined_place(join);
    return place && indexed_of(f, LLVMGetArgOperand(creation, 0), &made) && indexed_of(f, place, &joined) && !made.index &&
           !joined.index && made.base == joined.base && made.offset == joined.offset && has_own_place(f, creation, &made);
}

/* Every round comes to its end, or the program does. */
static bool is_left_by_head_alone(const struct counted *c)
{
    struct blocks s = {0};
    bool alone = true;
    add_following(&s, c->body, c->head);
    vector_each(const LLVMBasicBlockRef *, b, &s.all)
        alone &= can_follow(*b, c->latch, c->head) || LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(*b));
    blocks_free(&s);
    return alone;
}

static bool goes_through_all(const struct front *f, LLVMValueRef join, const struct indexed *made, const struct counted *creating,
                             struct counted *joining)
{
    struct indexed joined;
    LLVMValueRef place = joined_place(join);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(join);
    return place && LLVMGetInstructionParent(LLVMGetArgOperand(join, 0)) == block &&
           element_of(f, place, block, &joined, joining) && joining->head != creating->head && joined.base == made->base &&
           joined.offset == made->offset && joined.scale == made->scale && joining->bound == creating->bound &&
           is_left_by_head_alone(joining) && !can_follow(joining->head, creating->head, NULL);
}

bool handle_is_joined_on(const struct front *f, LLVMValueRef creation, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    assert(is_creation(creation));
    struct indexed made;
    struct counted creating, joining;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    if (!element_of(f, LLVMGetArgOperand(creation, 0), LLVMGetInstructionParent(creation), &made, &creating) ||
        !has_own_place(f, creation, &made))
        return false;
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
        each_instruction(i, LLVMGetSuccessor(end, k)) if ((calls(i, "pthread_join") || calls(i, "thrd_join")) &&
                                                          goes_through_all(f, i, &made, &creating, &joining) &&
                                                          joining.head == from && joining.out == to) return true;
    return false;
}

bool handle_differs_each_round(const struct front *f, LLVMValueRef call)
{
    struct indexed at;
    struct counted loop;
    return element_of(f, LLVMGetArgOperand(call, 0), LLVMGetInstructionParent(call), &at, &loop);
}
