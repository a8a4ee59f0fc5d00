/* Memory that was just allocated: nobody else has its address yet, so it cannot have been freed. Most programs fill in what they have allocated
 * before they hand it on; that such an access is fine need not be found out by an engine. */
#include "frontend/front.h"

typedef VECTOR(LLVMValueRef) values;

/* From here to the end of the block: 1: what is looked for; -1: what ends the search. */
static int look(LLVMValueRef i, LLVMValueRef wanted, LLVMValueRef avoided)
{
    for (; i; i = LLVMGetNextInstruction(i))
        if (i == wanted || i == avoided)
            return i == wanted ? 1 : -1;
    return 0;
}

/* Whether there is a way from behind the one instruction to another that does not come by a third one. */
static bool leads_to(LLVMValueRef from, LLVMValueRef wanted, LLVMValueRef avoided)
{
    struct map seen = {0};
    VECTOR(LLVMBasicBlockRef) work = {0};
    int found = look(LLVMGetNextInstruction(from), wanted, avoided);
    if (!found)
        vector_push(&work, LLVMGetInstructionParent(from));
    for (uint32_t k = 0; k < work.size && found != 1; k++) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(work.data[k]);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(last) && found != 1; s++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(last, s);
            if (map_get(&seen, map_pointer_key(next), NULL))
                continue;
            map_put(&seen, map_pointer_key(next), 1);
            found = look(LLVMGetFirstInstruction(next), wanted, avoided);
            if (!found)
                vector_push(&work, next);
        }
    }
    map_free(&seen);
    vector_free(&work);
    return found == 1;
}

/* The only value besides null of a choice; the value itself if it is none; NULL if there are several. */
static LLVMValueRef only_value(LLVMValueRef v)
{
    LLVMValueRef only = NULL;
    bool phi = LLVMIsAPHINode(v), select = LLVMIsASelectInst(v);
    unsigned first = select ? 1 : 0, end = phi ? LLVMCountIncoming(v) : select ? 3 : 0;
    if (!phi && !select)
        return v;
    for (unsigned k = first; k < end; k++) {
        LLVMValueRef one = phi ? LLVMGetIncomingValue(v, k) : LLVMGetOperand(v, k);
        if (LLVMIsAConstantPointerNull(one))
            continue;
        if (only && one != only)
            return NULL;
        only = one;
    }
    return only;
}

static bool is_harmless_call(LLVMValueRef call)
{
    return is_debug_call(call) || starts_with(called_name(call), "llvm.lifetime.") || starts_with(called_name(call), "llvm.mem") ||
           calls(call, UNDEFINED_BYTES) || calls(call, "__heddle_keep");
}

static void add_once(values *list, LLVMValueRef v)
{
    vector_each(const LLVMValueRef *, known, list)
        if (*known == v)
            return;
    vector_push(list, v);
}

/* Instructions after which somebody else may have the address, or the memory may be freed. */
static void find_escapes(LLVMValueRef allocation, values *escapes)
{
    values same = {0};
    vector_push(&same, allocation);
    for (uint32_t k = 0; k < same.size; k++)
        each_use(u, same.data[k])
        {
            LLVMValueRef user = LLVMGetUser(u), pointer = same.data[k];
            bool is_accessed = LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer);
            if (LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user))
                add_once(&same, user);
            else if (!is_accessed && !LLVMIsAICmpInst(user) && !(LLVMIsACallInst(user) && is_harmless_call(user)))
                add_once(escapes, user);
        }
    vector_free(&same);
}

bool is_fresh(LLVMValueRef access, LLVMValueRef pointer)
{
    LLVMValueRef object = pointer;
    while (LLVMIsAGetElementPtrInst(object))
        object = LLVMGetOperand(object, 0);
    LLVMValueRef allocation = only_value(object);
    if (!allocation || !allocates(allocation) || !LLVMIsAInstruction(access) ||
        LLVMGetBasicBlockParent(LLVMGetInstructionParent(access)) != LLVMGetBasicBlockParent(LLVMGetInstructionParent(allocation)))
        return false;
    if (object != allocation && leads_to(allocation, access, object)) /* it may be what was allocated before */
        return false;
    values escapes = {0};
    find_escapes(allocation, &escapes);
    bool fresh = true;
    vector_each(const LLVMValueRef *, e, &escapes)
        fresh = fresh && LLVMIsAInstruction(*e) && !leads_to(*e, access, allocation);
    vector_free(&escapes);
    return fresh;
}
