/* Ends of memory on the stack that is allocated where it is needed: arrays of variable length, alloca. LLVM says so by cutting the stack back to where it was
 * (llvm.stackrestore of llvm.stacksave): where a block with such an array ends, and where a function with alloca was inlined. What was allocated since
 * the save ends. That is so if the save dominates the allocation: every way to the restore passes the save, and an allocation that
 * has happened is behind it. One in a loop has to be on every way to the restore, too (then it was behind the last save), and
 * to be cut off in every round: then what ends is the latest incarnation alone. */
#include "frontend/incarnations.h"
#include "frontend/lower.h"

static bool is_restore(LLVMValueRef i) { return LLVMIsACallInst(i) && starts_with(called_name(i), "llvm.stackrestore"); }

/* Requires a restore. NULL: it is not known where the stack was saved. */
static LLVMValueRef save_of(LLVMValueRef restore)
{
    assert(is_restore(restore));
    LLVMValueRef save = LLVMGetArgOperand(restore, 0);
    return LLVMIsACallInst(save) && starts_with(called_name(save), "llvm.stacksave") ? save : NULL;
}

struct allocation {
    const struct cfg *cfg;
    LLVMValueRef alloca;
    bool again; /* it is in a loop */
};

static struct allocation allocation_of(const struct lower *w, const struct object *o)
{
    const struct cfg *cfg = &w->threads->units.data[threads_unit(w->threads, o->function)].cfg;
    return (struct allocation){cfg, o->value, cfg_on_cycle(cfg, o->value)};
}

static bool cuts_off(const struct allocation *a, LLVMValueRef i)
{
    LLVMValueRef save = is_restore(i) ? save_of(i) : NULL;
    return save && cfg_dominates(a->cfg, save, a->alloca) && (!a->again || cfg_dominates(a->cfg, a->alloca, i));
}

static bool is_cut_off_in(LLVMBasicBlockRef block, const void *allocation)
{
    each_instruction(i, block) if (cuts_off(allocation, i)) return true;
    return false;
}

void find_restores(struct lower *w)
{
    vector_each(const struct unit *, u, &w->threads->units)
        each_block(b, u->function) each_instruction(i, b) if (is_restore(i)) vector_push(&w->restores, i);
}

static bool is_in(LLVMValueRef i, LLVMValueRef function)
{
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)) == function;
}

bool has_known_cut(const struct lower *w, const struct object *o)
{
    struct allocation a = allocation_of(w, o);
    bool may_be_cut_off = false;
    vector_each(const LLVMValueRef *, i, &w->restores) {
        if (!is_in(*i, o->function))
            continue;
        if (!save_of(*i))
            return false;
        may_be_cut_off |= cfg_dominates(a.cfg, save_of(*i), o->value);
    }
    return !a.again || !may_be_cut_off || !comes_back(LLVMGetInstructionParent(o->value), is_cut_off_in, &a);
}

bool is_cut_off(const struct lower *w, const struct object *o)
{
    struct allocation a = allocation_of(w, o);
    vector_each(const LLVMValueRef *, i, &w->restores)
        if (is_in(*i, o->function) && cuts_off(&a, *i))
            return true;
    return false;
}

void lower_restore(struct lower *w, LLVMValueRef restore)
{
    for (uint32_t k = 0; k < w->pointsto->places.objects.size && asks_for_memory(w); k++) {
        struct object *o = &w->pointsto->places.objects.data[k];
        if (o->kind != OBJECT_STACK || o->function != w->unit->function || !o->mortal || !w->as_template)
            continue;
        struct allocation a = allocation_of(w, o);
        if (!cuts_off(&a, restore))
            continue;
        change_life(w, o, o->many ? value_of(w, o->value) : object_address(w, k), ENDS);
    }
}
