/* Whether a thread might be joined twice, which is undefined: models/joined.c follows it where it might. It cannot where each id goes from the creation
 * to one join that is not repeated without it, through a variable or an element of an array that nothing else is put in. */
#include "frontend/cfg.h"

/* A variable that holds an id, or an element of an array of them. */
struct place {
    LLVMValueRef base;
    int64_t offset;
};

struct stores {
    struct front *front;
    int64_t offset;        /* of the place that is looked at */
    LLVMValueRef creation; /* whose id is stored there; NULL: none yet */
};

static LLVMValueRef without_casts(LLVMValueRef v)
{
    while (LLVMIsATruncInst(v) || LLVMIsAZExtInst(v))
        v = LLVMGetOperand(v, 0);
    return v;
}

static bool is_gep(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

static struct place place_of(struct front *f, LLVMValueRef pointer)
{
    struct place p = {.base = pointer};
    while (is_gep(p.base)) {
        int64_t offset = 0;
        if (!constant_offset(f, p.base, &offset))
            return (struct place){0};
        p.offset += offset;
        p.base = LLVMGetOperand(p.base, 0);
    }
    return p;
}

/* A large array that begins to be has no id in it yet. */
static bool is_harmless(LLVMValueRef call)
{
    const char *name = called_name(call);
    return starts_with(name, "llvm.lifetime.") || starts_with(name, "llvm.dbg.") || strcmp(name, "__heddle_writes") == 0 ||
           strcmp(name, "__heddle_reads") == 0 || strcmp(name, "__heddle_undefined_again") == 0;
}

/* What is stored, if it is no id that has been given: nothing yet, or a constant. */
static bool is_no_id(LLVMValueRef v) { return LLVMIsAConstant(v) || starts_with(called_name(v), "__heddle_undefined"); }

/* Whether memory is only loaded, and stored to at known places, at this one by a single creation. */
static bool collect(struct stores *s, LLVMValueRef pointer, int64_t offset)
{
    each_use(u, pointer)
    {
        LLVMValueRef user = LLVMGetUser(u);
        int64_t further = 0;
        if (is_gep(user)) {
            if (LLVMGetOperand(user, 0) != pointer || !constant_offset(s->front, user, &further) ||
                !collect(s, user, offset + further))
                return false;
        } else if (LLVMIsAStoreInst(user)) {
            LLVMValueRef value = without_casts(LLVMGetOperand(user, 0));
            if (LLVMGetOperand(user, 1) != pointer || (!calls(value, "__heddle_create") && !is_no_id(value)))
                return false;
            if (offset != s->offset || is_no_id(value))
                continue;
            if (s->creation)
                return false;
            s->creation = value;
        } else if (!LLVMIsALoadInst(user) && !(LLVMIsACallInst(user) && is_harmless(user))) {
            return false;
        }
    }
    return true;
}

/* A variable of one activation, or of the program in a function that runs once. */
static bool is_of_one_run(LLVMValueRef base, LLVMValueRef function)
{
    return LLVMIsAAllocaInst(base) ||
           (LLVMIsAGlobalVariable(base) && strcmp(value_name(function), "main") == 0 && !LLVMGetFirstUse(function));
}

/* The creation whose id is joined; NULL: not known. */
static LLVMValueRef creation_of(struct front *f, LLVMValueRef join)
{
    LLVMValueRef id = without_casts(LLVMGetArgOperand(join, 0)), function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(join));
    if (!LLVMIsALoadInst(id))
        return calls(id, "__heddle_create") ? id : NULL;
    struct place p = place_of(f, LLVMGetOperand(id, 0));
    struct stores s = {.front = f, .offset = p.offset};
    if (!p.base || !is_of_one_run(p.base, function) || !collect(&s, p.base, 0) || !s.creation)
        return NULL;
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(s.creation)) == function ? s.creation : NULL;
}

static bool is_repeated(LLVMValueRef join, LLVMValueRef creation)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(join);
    if (block == LLVMGetInstructionParent(creation))
        return false;
    struct cfg c;
    cfg_make(&c, LLVMGetBasicBlockParent(block));
    bool repeated = cfg_on_cycle(&c, join);
    cfg_free(&c);
    return repeated;
}

static bool joins_again(struct front *f)
{
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, "__heddle_join");
    struct map joined = {0};
    bool again = false;
    if (fn)
        each_use(u, fn)
        {
            LLVMValueRef join = LLVMGetUser(u), creation = calls(join, "__heddle_join") ? creation_of(f, join) : NULL;
            again |= !creation || map_get(&joined, map_pointer_key(creation), NULL) || is_repeated(join, creation);
            if (creation)
                map_put(&joined, map_pointer_key(creation), 1);
        }
    map_free(&joined);
    return again;
}

void settle_joins(struct front *f)
{
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, "__heddle_joins_again"), call;
    if (!fn || !LLVMGetFirstUse(fn))
        return;
    bool again = joins_again(f);
    while (LLVMGetFirstUse(fn) && (call = LLVMIsACallInst(LLVMGetUser(LLVMGetFirstUse(fn))))) {
        LLVMReplaceAllUsesWith(call, LLVMConstInt(LLVMTypeOf(call), again, false));
        LLVMInstructionEraseFromParent(call);
    }
    run_passes(f, "function(sccp,instsimplify,adce,instnamer),globaldce");
}
