/* Control flow of one function: order of the blocks, and strongly connected components (Tarjan, without recursion). */
#include "frontend/cfg.h"

struct frame {
    LLVMBasicBlockRef block;
    unsigned next;
};

struct walk {
    struct cfg *cfg;
    VECTOR(LLVMBasicBlockRef) post;
    VECTOR(struct frame) stack;
    VECTOR(LLVMBasicBlockRef) open;
    struct map index, low, closed, cyclic;
    uint64_t clock;
};

static void enter(struct walk *w, LLVMBasicBlockRef b)
{
    map_put(&w->index, map_pointer_key(b), ++w->clock);
    map_put(&w->low, map_pointer_key(b), w->clock);
    vector_push(&w->open, b);
    vector_push(&w->stack, (struct frame){b, 0});
}

static uint64_t get(const struct map *m, LLVMBasicBlockRef b)
{
    uint64_t v = 0;
    map_get(m, map_pointer_key(b), &v);
    return v;
}

static void lower_to(struct walk *w, LLVMBasicBlockRef b, uint64_t value)
{
    if (value < get(&w->low, b))
        map_put(&w->low, map_pointer_key(b), value);
}

static void leave(struct walk *w)
{
    LLVMBasicBlockRef b = vector_pop(&w->stack).block;
    vector_push(&w->post, b);
    if (w->stack.size)
        lower_to(w, vector_last(&w->stack).block, get(&w->low, b));
    if (get(&w->low, b) != get(&w->index, b))
        return;
    bool several = vector_last(&w->open) != b;
    LLVMBasicBlockRef x;
    do {
        x = vector_pop(&w->open);
        map_put(&w->closed, map_pointer_key(x), 1);
        if (several)
            map_put(&w->cyclic, map_pointer_key(x), 1);
    } while (x != b);
}

uint32_t cfg_number(const struct cfg *c, LLVMBasicBlockRef b)
{
    uint64_t n;
    return map_get(&c->number, map_pointer_key(b), &n) ? (uint32_t)n : NONE;
}

/* Immediate dominators: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001). */
static void find_dominators(struct cfg *c)
{
    uint32_t n = c->blocks.size;
    for (uint32_t k = 0; k < n; k++)
        vector_push(&c->dominator, k ? NONE : 0);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < n; k++) {
            LLVMValueRef end = LLVMGetBasicBlockTerminator(c->blocks.data[k]);
            if (c->dominator.data[k] == NONE)
                continue;
            for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
                uint32_t to = cfg_number(c, LLVMGetSuccessor(end, s)), a = k, b = c->dominator.data[to];
                if (to == 0)
                    continue;
                while (b != NONE && a != b) {
                    if (a > b)
                        a = c->dominator.data[a];
                    else
                        b = c->dominator.data[b];
                }
                if (a != c->dominator.data[to]) {
                    c->dominator.data[to] = a;
                    changed = true;
                }
            }
        }
    }
}

void cfg_make(struct cfg *c, LLVMValueRef function)
{
    struct walk w = {.cfg = c};
    *c = (struct cfg){0};
    enter(&w, LLVMGetEntryBasicBlock(function));
    while (w.stack.size) {
        struct frame *top = &vector_last(&w.stack);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(top->block);
        if (top->next == LLVMGetNumSuccessors(end)) {
            leave(&w);
            continue;
        }
        LLVMBasicBlockRef from = top->block, to = LLVMGetSuccessor(end, top->next++);
        if (from == to)
            map_put(&w.cyclic, map_pointer_key(to), 1);
        if (!get(&w.index, to))
            enter(&w, to);
        else if (!get(&w.closed, to))
            lower_to(&w, from, get(&w.index, to));
    }
    for (uint32_t i = w.post.size; i-- > 0;) {
        map_put(&c->number, map_pointer_key(w.post.data[i]), c->blocks.size);
        vector_push(&c->blocks, w.post.data[i]);
        vector_push(&c->on_cycle, get(&w.cyclic, w.post.data[i]) != 0);
    }
    find_dominators(c);
    vector_free(&w.post);
    vector_free(&w.stack);
    vector_free(&w.open);
    map_free(&w.index);
    map_free(&w.low);
    map_free(&w.closed);
    map_free(&w.cyclic);
}

void cfg_free(struct cfg *c)
{
    vector_free(&c->blocks);
    vector_free(&c->on_cycle);
    vector_free(&c->dominator);
    map_free(&c->number);
}

bool cfg_on_cycle(const struct cfg *c, LLVMValueRef instruction)
{
    uint32_t n = cfg_number(c, LLVMGetInstructionParent(instruction));
    return n != NONE && c->on_cycle.data[n];
}

bool cfg_comes_first(LLVMValueRef a, LLVMValueRef b)
{
    for (LLVMValueRef i = LLVMGetNextInstruction(a); i; i = LLVMGetNextInstruction(i))
        if (i == b)
            return true;
    return false;
}

bool cfg_dominates(const struct cfg *c, LLVMValueRef a, LLVMValueRef b)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(a), to = LLVMGetInstructionParent(b);
    if (from == to)
        return cfg_comes_first(a, b);
    uint32_t x = cfg_number(c, from), y = cfg_number(c, to);
    while (y != NONE && y != x && y != 0)
        y = c->dominator.data[y];
    return y == NONE || y == x;
}
