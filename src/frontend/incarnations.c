#include "frontend/incarnations.h"

#include "base/text.h"

/* Calls that look at the memory, and keep nothing of its address. */
static bool forgets(LLVMValueRef call)
{
    static const char *const names[] = {"__heddle_free", "__heddle_reads",   "__heddle_writes", "__heddle_size",
                                        "__heddle_keep", "__heddle_is_lent", OVERLAP_CHECK};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (calls(call, names[k]))
            return true;
    return is_debug_call(call);
}

static bool compares_with_constant(LLVMValueRef i)
{
    return LLVMIsAICmpInst(i) && (LLVMIsAConstant(LLVMGetOperand(i, 0)) || LLVMIsAConstant(LLVMGetOperand(i, 1)));
}

/* Whether the pointer, and whatever is made of it, is only followed, compared with null and freed. All these values are made anew behind the next allocation
 * before they are used: the allocation dominates them, so a way from it to a use passes all that comes in between. That is not so for phis. */
bool is_only_followed(LLVMValueRef pointer, LLVMValueRef create)
{
    each_use(u, pointer)
    {
        LLVMValueRef user = LLVMGetUser(u);
        bool followed = LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer) ||
                        compares_with_constant(user) || (LLVMIsACallInst(user) && (forgets(user) || user == create)) ||
                        (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == pointer && is_only_followed(user, NULL));
        if (!followed)
            return false;
    }
    return true;
}

bool lives_in_turn(const struct object *o)
{
    return o->kind == OBJECT_HEAP && !o->escapes && !o->is_variable && !o->zeroed && !o->loosened &&
           is_only_followed(o->value, NULL);
}

bool comes_back(LLVMBasicBlockRef at, bool (*stops)(LLVMBasicBlockRef, const void *), const void *context)
{
    VECTOR(LLVMBasicBlockRef) waiting = {0};
    struct map seen = {0};
    bool back = false;
    vector_push(&waiting, at);
    while (waiting.size && !back) {
        LLVMBasicBlockRef b = vector_pop(&waiting);
        if (stops(b, context))
            continue;
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(last, k);
            back |= next == at;
            if (!map_get(&seen, map_pointer_key(next), NULL)) {
                map_put(&seen, map_pointer_key(next), 1);
                vector_push(&waiting, next);
            }
        }
    }
    vector_free(&waiting);
    map_free(&seen);
    return back;
}

static bool creates_thread(LLVMBasicBlockRef block, const void *context)
{
    (void)context;
    each_instruction(i, block) if (calls(i, "__heddle_create")) return true;
    return false;
}

bool has_thread_each(const struct unit *owner, LLVMValueRef allocation)
{
    return owner->is_template && !comes_back(LLVMGetInstructionParent(allocation), creates_thread, NULL);
}

static bool has_it(LLVMBasicBlockRef block, const void *instruction)
{
    return LLVMGetInstructionParent(*(const LLVMValueRef *)instruction) == block;
}

bool comes_back_without(LLVMValueRef from, LLVMValueRef other)
{
    return comes_back(LLVMGetInstructionParent(from), has_it, &other);
}
