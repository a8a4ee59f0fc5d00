/* Homes that are found anew for each access (`t->buckets[h].head`, where t->buckets is read each time): what a function reads again is taken to be what it has read first, if it leads the same way there, and neither
 * the function nor what it calls writes anywhere on that way, or creates threads. That nobody else does meanwhile is for the engine to show (engines/wide/readings.c): where it does not, what is said of the class is not used. */
#include "frontend/homes.h"

enum { MOST_STORES = 4000, MOST_LOADS = 500 };

struct reads {
    struct homes *h;
    VECTOR(LLVMValueRef) stores; /* where it writes */
    struct map seen;             /* functions */
    bool unknown;                /* it may write anywhere, or creates threads */
};

static void look_through(struct reads *r, LLVMValueRef fn);

static void look_at_call(struct reads *r, LLVMValueRef call)
{
    LLVMValueRef callee = called_function(call);
    if (LLVMIsAMemCpyInst(call) || LLVMIsAMemMoveInst(call) || LLVMIsAMemSetInst(call))
        vector_push(&r->stores, LLVMGetArgOperand(call, 0));
    else if (!callee || calls(call, "__heddle_create"))
        r->unknown |= !callee || calls(call, "__heddle_create");
    else if (is_defined(callee))
        look_through(r, callee);
}

static void look_through(struct reads *r, LLVMValueRef fn)
{
    if (map_get(&r->seen, map_pointer_key(fn), NULL) || r->unknown)
        return;
    map_put(&r->seen, map_pointer_key(fn), 1);
    each_block(block, fn) each_instruction(i, block)
    {
        LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
        if (opcode == LLVMStore)
            vector_push(&r->stores, LLVMGetOperand(i, 1));
        else if (opcode == LLVMAtomicRMW || opcode == LLVMAtomicCmpXchg)
            vector_push(&r->stores, LLVMGetOperand(i, 0));
        else if (opcode == LLVMCall && !is_debug_call(i))
            look_at_call(r, i);
    }
    r->unknown |= r->stores.size > MOST_STORES;
}

static bool may_be_written(const struct reads *r, LLVMValueRef address)
{
    struct pointsto *p = r->h->b->pointsto;
    const u32_vector *to = pointsto_of(p, address);
    vector_each(const LLVMValueRef *, store, &r->stores) {
        const u32_vector *from = pointsto_of(p, *store);
        vector_each(const uint32_t *, x, from)
            vector_each(const uint32_t *, y, to)
                if (place_get(&p->places, *x)->object == place_get(&p->places, *y)->object &&
                    place_overlaps(place_get(&p->places, *x), 8, place_get(&p->places, *y), 8))
                    return true;
    }
    return false;
}

/* Something on the way to what is read may be written. */
static bool may_change(const struct reads *r, LLVMValueRef load)
{
    assert(LLVMIsALoadInst(load));
    while (LLVMIsALoadInst(load)) {
        struct outline_sum s;
        int64_t offset;
        outline_sum_of(r->h->b->front, LLVMGetOperand(load, 0), &s, &offset);
        if (s.count || may_be_written(r, LLVMGetOperand(load, 0)))
            return true;
        load = s.base;
    }
    return LLVMIsAInstruction(load) && !LLVMIsAAllocaInst(load);
}

static bool is_read(LLVMValueRef i)
{
    return LLVMIsALoadInst(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic &&
           LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind;
}

static void look_at(struct homes *h, LLVMValueRef fn)
{
    struct reads r = {.h = h};
    struct intern findings = {0};
    VECTOR(LLVMValueRef) first = {0}; /* by how it is found */
    uint32_t count = 0;
    look_through(&r, fn);
    each_block(block, fn) each_instruction(i, block)
    {
        if (!is_read(i) || r.unknown || count++ > MOST_LOADS)
            continue;
        uint32_t k = outline_finding_of(h->b->front, &findings, i);
        while (first.size <= k)
            vector_push(&first, NULL);
        if (!first.data[k])
            first.data[k] = i;
        else if (!may_change(&r, i) && !may_change(&r, first.data[k]))
            map_put(&h->first_read, map_pointer_key(i), (uint64_t)(uintptr_t)first.data[k]);
    }
    vector_free(&first);
    intern_free(&findings);
    vector_free(&r.stores);
    map_free(&r.seen);
}

LLVMValueRef homes_first_read(struct homes *h, LLVMValueRef v)
{
    uint64_t found = 0;
    if (!is_read(v))
        return v;
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(v));
    if (!map_get(&h->first_read, map_pointer_key(fn), NULL)) {
        map_put(&h->first_read, map_pointer_key(fn), 1);
        look_at(h, fn);
    }
    if (!map_get(&h->first_read, map_pointer_key(v), &found))
        return v;
    struct home_reading made = {(uint32_t)(h->class - h->all.data), fn, (LLVMValueRef)(uintptr_t)found, v};
    vector_each(const struct home_reading *, r, &h->readings)
        if (r->class == made.class && r->again == v)
            return made.first;
    vector_push(&h->readings, made);
    return made.first;
}
