/* Joins one after the other: `for (i = 0; i < n; i++) pthread_join(t[i], 0)`, where a single creation has filled the array or the block, puts each id into one element, and
 * no element is taken twice. */
#include "frontend/joins.h"
#include "frontend/outline_counters.h"

/* Whether ids are put into this memory by a single creation alone, each once. phi: the pointer to it, which may be null as well; or NULL. */
static bool is_filled_by_one(LLVMValueRef pointer, LLVMValueRef phi, LLVMValueRef *creation)
{
    each_use(u, pointer)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAGetElementPtrInst(user)) {
            if (LLVMGetOperand(user, 0) != pointer || !is_filled_by_one(user, NULL, creation))
                return false;
        } else if (LLVMIsAStoreInst(user)) {
            LLVMValueRef value = without_casts(LLVMGetOperand(user, 0));
            bool creates = calls(value, "__heddle_create") && LLVMGetInstructionParent(value) == LLVMGetInstructionParent(user);
            if (LLVMGetOperand(user, 1) != pointer || (!creates && !is_no_id(value)) ||
                (creates && *creation && *creation != value))
                return false;
            *creation = creates ? value : *creation;
        } else if (LLVMIsACallInst(user)) {
            if (!is_harmless(user) && !calls(user, "__heddle_keep") && !calls(user, "__heddle_is_lent") &&
                !calls(user, "__heddle_free"))
                return false;
        } else if (!LLVMIsALoadInst(user) && !LLVMIsAICmpInst(user) && user != phi) {
            return false;
        }
    }
    return true;
}

static bool is_allocated(LLVMValueRef v) { return calls(v, "__heddle_alloc"); }

/* An array of one activation, or of the program in main, or a block that was allocated: whoever knows it got it from base. */
static bool is_array_of_one_run(LLVMValueRef base, LLVMValueRef function, LLVMValueRef *creation)
{
    if (is_of_one_run(base, function) || is_allocated(base))
        return is_filled_by_one(base, NULL, creation);
    if (!LLVMIsAPHINode(base) || !is_filled_by_one(base, NULL, creation))
        return false;
    for (unsigned i = 0; i < LLVMCountIncoming(base); i++) {
        LLVMValueRef from = LLVMGetIncomingValue(base, i);
        if (!LLVMIsAConstantPointerNull(from) && (!is_allocated(from) || !is_filled_by_one(from, base, creation)))
            return false;
    }
    return true;
}

struct beginning { /* of a counter */
    LLVMValueRef call;
    bool again; /* it may begin again behind the call */
};

static void look_for_beginning(void *context, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    struct beginning *b = context;
    (void)to;
    b->again |= leads_past(b->call, LLVMGetBasicBlockTerminator(from), NULL, 0);
}

/* Whether the call has another value of the counter each time, in one run of the function. Should it go round all 32 bits, it has had more values than there are
 * threads. */
static bool counts_on(LLVMValueRef call, LLVMValueRef counter)
{
    struct count_web web;
    LLVMValueRef addition = NULL;
    uint32_t additions = 0;
    if (!counter_of(counter, &web))
        return false;
    vector_each(const LLVMValueRef *, m, &web.members)
        if (!LLVMIsAPHINode(*m)) {
            addition = *m;
            additions++;
        }
    struct beginning b = {.call = call};
    counter_begins(&web, look_for_beginning, &b);
    counter_free(&web);
    return additions == 1 && !b.again && !leads_past(call, call, &addition, 1);
}

/* The creation that has filled an array that the call goes through, one element after the other: no two have the same id. (The load is the last one before the
 * call, by the counter as it is there: it lies behind the counter, and all ways to the call pass it.) NULL: not known. */
LLVMValueRef creation_in_turn(struct front *f, LLVMValueRef call)
{
    LLVMValueRef id = without_casts(LLVMGetArgOperand(call, 0)), function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMValueRef creation = NULL;
    struct indexed at;
    assert(LLVMIsACallInst(call));
    if (!LLVMIsALoadInst(id) || !indexed_of(f, LLVMGetOperand(id, 0), &at) || !at.index || !at.scale ||
        !counts_on(call, at.index) || !is_array_of_one_run(at.base, function, &creation) || !creation)
        return NULL;
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(creation)) == function ? creation : NULL;
}
