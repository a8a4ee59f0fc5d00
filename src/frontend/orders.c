/* Memory orders of instructions, and fences. Consume is acquire (so clang compiles it), unordered (which C does not have) relaxed. A signal
 * fence orders nothing between threads. */
#include "frontend/lower.h"

static enum memory_order order_of(LLVMAtomicOrdering o)
{
    switch (o) {
    case LLVMAtomicOrderingNotAtomic: return ORDER_PLAIN;
    case LLVMAtomicOrderingUnordered:
    case LLVMAtomicOrderingMonotonic: return ORDER_RELAXED;
    case LLVMAtomicOrderingAcquire: return ORDER_ACQUIRE;
    case LLVMAtomicOrderingRelease: return ORDER_RELEASE;
    case LLVMAtomicOrderingAcquireRelease: return ORDER_ACQ_REL;
    default: return ORDER_SEQ_CST;
    }
}

enum memory_order access_order(const struct front *f, LLVMValueRef instruction)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(instruction);
    if (op == LLVMAtomicCmpXchg)
        return order_of(LLVMGetCmpXchgSuccessOrdering(instruction));
    enum memory_order order = order_of(LLVMGetOrdering(instruction));
    unsigned mark = LLVMGetMDKindIDInContext(f->context, VOLATILE_ACCESS, sizeof VOLATILE_ACCESS - 1);
    bool counts = f->options->volatile_atomic && (op == LLVMLoad || op == LLVMStore) && LLVMGetMetadata(instruction, mark);
    return order == ORDER_PLAIN && counts ? ORDER_SEQ_CST : order;
}

enum memory_order failure_order(LLVMValueRef exchange) { return order_of(LLVMGetCmpXchgFailureOrdering(exchange)); }

bool find_weaker_orders(const struct front *f)
{
    each_function(function, f->module) each_block(b, function) each_instruction(i, b)
    {
        uint64_t bytes;
        if (!accessed_pointer(f, i, &bytes))
            continue;
        enum memory_order order = access_order(f, i);
        bool fails_weaker = LLVMGetInstructionOpcode(i) == LLVMAtomicCmpXchg && failure_order(i) != ORDER_SEQ_CST;
        if (fails_weaker || (order != ORDER_PLAIN && order != ORDER_SEQ_CST))
            return true;
    }
    return false;
}

void lower_fence(struct lower *w, LLVMValueRef fence)
{
    if (LLVMIsAtomicSingleThread(fence))
        return;
    struct action a = new_action(w, ACT_LOCAL);
    a.fence = (uint8_t)order_of(LLVMGetOrdering(fence));
    step(w, &a);
}
