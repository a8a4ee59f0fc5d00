#include "frontend/outline_counters.h"

enum { MOST_MEMBERS = 32, LEAST_BITS = 32 }; /* fewer bits may come around: nobody has so many threads otherwise */

static unsigned bits_of(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 64;
}

LLVMValueRef behind_conversions(LLVMValueRef v)
{
    while ((LLVMIsASExtInst(v) || LLVMIsAZExtInst(v) || LLVMIsAIntToPtrInst(v) || LLVMIsAPtrToIntInst(v) || LLVMIsATruncInst(v)) &&
           bits_of(v) >= LEAST_BITS && bits_of(LLVMGetOperand(v, 0)) >= LEAST_BITS)
        v = LLVMGetOperand(v, 0);
    return v;
}

/* --- addresses --- */

static bool add_index(struct indexed *out, LLVMValueRef index, uint64_t size)
{
    if (LLVMIsAConstantInt(index)) {
        out->offset += LLVMConstIntGetSExtValue(index) * (int64_t)size;
        return true;
    }
    if (out->index)
        return false;
    out->index = behind_conversions(index);
    out->scale = size;
    return true;
}

static bool add_indices(const struct front *f, LLVMValueRef gep, struct indexed *out)
{
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    for (int k = 1; k < LLVMGetNumOperands(gep); k++) {
        LLVMValueRef index = LLVMGetOperand(gep, (unsigned)k);
        if (k > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
            out->offset += (int64_t)LLVMOffsetOfElement(f->layout, t, member);
            t = LLVMStructGetTypeAtIndex(t, member);
            continue;
        }
        if (k > 1)
            t = LLVMGetElementType(t);
        if (!add_index(out, index, type_size(f, t)))
            return false;
    }
    return true;
}

bool indexed_of(const struct front *f, LLVMValueRef pointer, struct indexed *out)
{
    *out = (struct indexed){.base = pointer};
    while (LLVMIsAGetElementPtrInst(out->base)) {
        if (!add_indices(f, out->base, out))
            return false;
        out->base = LLVMGetOperand(out->base, 0);
    }
    return true;
}

/* --- counters --- */

uint32_t counter_member(const struct count_web *c, LLVMValueRef v)
{
    for (uint32_t k = 0; k < c->members.size; k++)
        if (c->members.data[k] == v)
            return k;
    return NONE;
}

/* A value that the counter may have at some time is a constant (its first one) or a member, which is added. */
static bool add_source(struct count_web *c, LLVMValueRef v, bool *begun)
{
    if (LLVMIsAConstantInt(v)) {
        int64_t first = LLVMConstIntGetSExtValue(v);
        bool same = !*begun || c->first == first;
        c->first = first;
        *begun = true;
        return same && first >= 0;
    }
    if (counter_member(c, v) == NONE)
        vector_push(&c->members, v);
    return c->members.size <= MOST_MEMBERS;
}

static bool is_one(LLVMValueRef v) { return LLVMIsAConstantInt(v) && LLVMConstIntGetSExtValue(v) == 1; }

bool counter_of(LLVMValueRef v, struct count_web *out)
{
    *out = (struct count_web){0};
    bool begun = false, is_counter = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind && bits_of(v) >= LEAST_BITS &&
                                     add_source(out, v, &begun) && out->members.size;
    for (uint32_t k = 0; k < out->members.size && is_counter; k++) {
        LLVMValueRef m = out->members.data[k];
        if (LLVMIsAPHINode(m)) {
            for (unsigned i = 0; i < LLVMCountIncoming(m); i++)
                is_counter &= add_source(out, LLVMGetIncomingValue(m, i), &begun);
        } else {
            is_counter = is_instruction(m, LLVMAdd) && is_one(LLVMGetOperand(m, 1)) && !LLVMIsAConstantInt(LLVMGetOperand(m, 0)) &&
                         add_source(out, LLVMGetOperand(m, 0), &begun);
        }
    }
    if (!is_counter || !begun)
        counter_free(out);
    return is_counter && begun;
}

void counter_free(struct count_web *c) { vector_free(&c->members); }

void counter_begins(const struct count_web *c, void (*visit)(void *, LLVMBasicBlockRef, LLVMBasicBlockRef), void *context)
{
    vector_each(const LLVMValueRef *, m, &c->members)
        for (unsigned i = 0; LLVMIsAPHINode(*m) && i < LLVMCountIncoming(*m); i++)
            if (LLVMIsAConstantInt(LLVMGetIncomingValue(*m, i)))
                visit(context, LLVMGetIncomingBlock(*m, i), LLVMGetInstructionParent(*m));
}

/* --- what is certain where --- */

static uint8_t lower(uint8_t a, uint8_t b) { return a < b ? a : b; }

static void event(const struct counting *c, uint32_t member, uint8_t *levels)
{
    if (c->joining && member != NONE) {
        levels[member] = levels[member] >= LEVEL_BELOW_JOINED ? LEVEL_UP_TO_JOINED : LEVEL_NOTHING;
        return;
    }
    bool new = !c->joining &&member != NONE &&levels[member] >= LEVEL_BELOW_CREATED;
    for (uint32_t k = 0; k < c->counter->members.size; k++)
        levels[k] = LEVEL_NOTHING; /* it may have the number of this thread */
    if (new)
        levels[member] = LEVEL_UP_TO_CREATED;
}

static void step(const struct counting *c, LLVMValueRef i, uint8_t *levels)
{
    uint32_t member = is_instruction(i, LLVMAdd) ? counter_member(c->counter, i) : NONE;
    if (member != NONE) {
        uint8_t before = levels[counter_member(c->counter, LLVMGetOperand(i, 0))];
        if (c->joining)
            levels[member] = before == LEVEL_UP_TO_JOINED ? LEVEL_BELOW_JOINED : LEVEL_NOTHING;
        else
            levels[member] = before >= LEVEL_UP_TO_CREATED ? LEVEL_BELOW_CREATED : LEVEL_NOTHING;
    }
    vector_each(const struct count_event *, e, &c->events)
        if (e->instruction == i)
            event(c, e->member, levels);
}

/* What comes into a block by an edge. */
static void along(const struct counting *c, LLVMBasicBlockRef from, LLVMBasicBlockRef to, const uint8_t *before, uint8_t *after)
{
    for (uint32_t k = 0; k < c->counter->members.size; k++) {
        LLVMValueRef m = c->counter->members.data[k];
        after[k] = before[k];
        for (unsigned i = 0; LLVMIsAPHINode(m) && LLVMGetInstructionParent(m) == to && i < LLVMCountIncoming(m); i++)
            if (LLVMGetIncomingBlock(m, i) == from) {
                LLVMValueRef v = LLVMGetIncomingValue(m, i);
                uint8_t first = c->joining ? LEVEL_BELOW_JOINED : LEVEL_BELOW_CREATED;
                after[k] = LLVMIsAConstantInt(v) ? first : before[counter_member(c->counter, v)];
            }
    }
}

static uint8_t *levels_of(const struct counting *c, LLVMBasicBlockRef block)
{
    uint64_t number = 0;
    map_get(&c->blocks, map_pointer_key(block), &number);
    return &c->begins.data[number * c->counter->members.size];
}

static bool run_block(struct counting *c, LLVMBasicBlockRef block)
{
    uint32_t n = c->counter->members.size;
    uint8_t at[MOST_MEMBERS + 1], next[MOST_MEMBERS + 1];
    bool changed = false;
    memcpy(at, levels_of(c, block), n);
    if (at[0] == LEVEL_UNREACHED)
        return false;
    each_instruction(i, block) step(c, i, at);
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(last, k);
        along(c, block, to, at, next);
        uint8_t *known = levels_of(c, to);
        for (uint32_t m = 0; m < n; m++) {
            uint8_t met = lower(known[m], next[m]);
            changed |= met != known[m];
            known[m] = met;
        }
    }
    return changed;
}

void counting_run(struct counting *c, LLVMValueRef function)
{
    uint32_t count = 0, n = c->counter->members.size;
    each_block(b, function) map_put(&c->blocks, map_pointer_key(b), count++);
    vector_resize(&c->begins, count * n);
    memset(c->begins.data, LEVEL_UNREACHED, (size_t)count * n);
    memset(c->begins.data, LEVEL_NOTHING, n); /* the entry comes first */
    for (bool changed = true; changed;) {
        changed = false;
        each_block(b, function) changed |= run_block(c, b);
    }
}

enum level counting_at(const struct counting *c, LLVMValueRef instruction, uint32_t member)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
    uint8_t at[MOST_MEMBERS + 1];
    memcpy(at, levels_of(c, block), c->counter->members.size);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && i != instruction; i = LLVMGetNextInstruction(i))
        step(c, i, at);
    return at[member] == LEVEL_UNREACHED ? LEVEL_NOTHING : at[member];
}

void counting_free(struct counting *c)
{
    vector_free(&c->events);
    vector_free(&c->begins);
    map_free(&c->blocks);
}
