/* Whether a thread might be joined or detached twice, or meant by its id after that, which is undefined: models/joined.c follows it where it might. It cannot where each
 * id goes from the creation to one join that is not repeated without it, through a variable or an element of an array that nothing else is put in; or through an
 * array that one creation fills and one join goes through, one element after the other; or where a thread detaches itself, once. */
#include "frontend/cfg.h"
#include "frontend/outline_counters.h"

#include <assert.h>

enum { UNKNOWN_THREAD = 2 }; /* models/heddle.h */

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

/* The creation whose id is given to the call; NULL: not known. */
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

/* Whether a way leads from one call to another that does not pass the creation, which gives a new id (NULL: there is none). */
static bool comes_to(LLVMValueRef a, LLVMValueRef b, LLVMValueRef creation)
{
    assert(LLVMIsACallInst(a) && LLVMIsACallInst(b));
    LLVMBasicBlockRef from = LLVMGetInstructionParent(a), to = LLVMGetInstructionParent(b);
    LLVMBasicBlockRef made = creation ? LLVMGetInstructionParent(creation) : NULL;
    bool made_after = made == from && cfg_comes_first(a, creation), found = false;
    if (from == to && cfg_comes_first(a, b))
        return !made_after || !cfg_comes_first(creation, b);
    if (made_after)
        return false;
    VECTOR(LLVMBasicBlockRef) blocks = {0};
    struct map seen = {0};
    vector_push(&blocks, from);
    for (uint32_t k = 0; k < blocks.size && !found; k++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(blocks.data[k]);
        for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
            found |= next == to && (next != made || cfg_comes_first(b, creation));
            if (next == made || map_get(&seen, map_pointer_key(next), NULL))
                continue;
            map_put(&seen, map_pointer_key(next), 1);
            vector_push(&blocks, next);
        }
    }
    vector_free(&blocks);
    map_free(&seen);
    return found;
}

/* --- one element after the other --- */

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
    LLVMBasicBlockRef behind;
    bool again; /* it may begin again behind this block */
};

static void look_for_beginning(void *context, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    struct beginning *b = context;
    VECTOR(LLVMBasicBlockRef) blocks = {0};
    struct map seen = {0};
    (void)to;
    vector_push(&blocks, b->behind);
    for (uint32_t k = 0; k < blocks.size && !b->again; k++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(blocks.data[k]);
        b->again |= blocks.data[k] == from;
        for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
            if (!map_get(&seen, map_pointer_key(LLVMGetSuccessor(end, i)), NULL)) {
                map_put(&seen, map_pointer_key(LLVMGetSuccessor(end, i)), 1);
                vector_push(&blocks, LLVMGetSuccessor(end, i));
            }
    }
    vector_free(&blocks);
    map_free(&seen);
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
    struct beginning b = {.behind = LLVMGetInstructionParent(call)};
    counter_begins(&web, look_for_beginning, &b);
    counter_free(&web);
    return additions == 1 && !b.again && !comes_to(call, call, addition);
}

/* The creation that has filled an array that the call goes through, one element after the other: no two have the same id. (The load is the last one before the
 * call, by the counter as it is there: it lies behind the counter, and all ways to the call pass it.) NULL: not known. */
static LLVMValueRef creation_in_turn(struct front *f, LLVMValueRef call)
{
    LLVMValueRef id = without_casts(LLVMGetArgOperand(call, 0)), function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMValueRef creation = NULL;
    struct indexed at;
    if (!LLVMIsALoadInst(id) || !indexed_of(f, LLVMGetOperand(id, 0), &at) || !at.index || !at.scale ||
        !counts_on(call, at.index) || !is_array_of_one_run(at.base, function, &creation) || !creation)
        return NULL;
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(creation)) == function ? creation : NULL;
}

/* --- uses of ids --- */

/* A thread is joined or detached, or only meant (models/joined.c). */
struct use_of_id {
    LLVMValueRef call;
    LLVMValueRef creation; /* NULL: not known, or its own */
    LLVMValueRef starts;   /* its own id: the function that the thread begins with */
    bool in_turn;          /* each time another thread of the creation */
    bool if_equal;         /* creation: if the id has not been overwritten, which is asked there */
    bool gone;
};
typedef VECTOR(struct use_of_id) uses_of_ids;

/* Each thread runs the function once, or it is main. */
static bool is_run_once_a_thread(LLVMValueRef function)
{
    each_use(u, function)
    {
        LLVMValueRef call = LLVMGetUser(u);
        if (!calls(call, "__heddle_create") || LLVMGetOperand(call, 0) != function || LLVMGetOperand(call, 1) == function)
            return false;
    }
    return LLVMGetFirstUse(function) || strcmp(value_name(function), "main") == 0;
}

/* Whether the id is stored there by its creation. */
static bool is_stored_at(struct front *f, LLVMValueRef id, struct place p)
{
    each_use(u, id)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (without_casts(user) == id && user != id && is_stored_at(f, user, p))
            return true;
        if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) != id)
            continue;
        struct place q = place_of(f, LLVMGetOperand(user, 1));
        if (q.base == p.base && q.offset == p.offset)
            return true;
    }
    return false;
}

/* A creation before the call that puts its id where the call takes it from, in memory that others may write. */
static LLVMValueRef last_creation(struct front *f, LLVMValueRef call)
{
    LLVMValueRef id = without_casts(LLVMGetArgOperand(call, 0)), function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    struct place p = LLVMIsALoadInst(id) ? place_of(f, LLVMGetOperand(id, 0)) : (struct place){0};
    LLVMValueRef create = LLVMGetNamedFunction(f->module, "__heddle_create"), last = NULL;
    if (!p.base || !create)
        return NULL;
    struct cfg c;
    cfg_make(&c, function);
    each_use(u, create)
    {
        LLVMValueRef creation = LLVMGetUser(u);
        if (calls(creation, "__heddle_create") && LLVMGetBasicBlockParent(LLVMGetInstructionParent(creation)) == function &&
            is_stored_at(f, creation, p) && cfg_dominates(&c, creation, call))
            last = creation;
    }
    cfg_free(&c);
    return last;
}

static struct use_of_id use_of(struct front *f, LLVMValueRef call)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)), gone = LLVMGetArgOperand(call, 1);
    struct use_of_id u = {.call = call, .gone = !LLVMIsAConstantInt(gone) || LLVMConstIntGetZExtValue(gone)};
    if (calls(without_casts(LLVMGetArgOperand(call, 0)), "__heddle_self"))
        u.starts = is_run_once_a_thread(function) ? function : NULL;
    else
        u.creation = creation_of(f, call);
    if (!u.creation && !u.starts)
        u.in_turn = (u.creation = creation_in_turn(f, call)) != NULL;
    if (!u.creation && !u.starts && (u.creation = last_creation(f, call)))
        u.if_equal = true;
    return u;
}

static bool may_be_same(const struct use_of_id *a, const struct use_of_id *b)
{
    if (a->creation && b->creation)
        return a->creation == b->creation;
    if (a->starts && b->starts)
        return a->starts == b->starts;
    LLVMValueRef creation = a->creation ? a->creation : b->creation, started = LLVMGetArgOperand(creation, 0);
    return !LLVMIsAFunction(started) || started == (a->starts ? a->starts : b->starts);
}

/* Whether the thread may be gone already, by a, when it comes to b. */
static bool is_late(const struct use_of_id *a, const struct use_of_id *b)
{
    if (a == b && a->in_turn)
        return false;
    if (a == b || (may_be_same(a, b) && a->creation == b->creation && !a->in_turn && !b->in_turn))
        return comes_to(a->call, b->call, a->creation);
    return may_be_same(a, b);
}

static bool joins_again(const uses_of_ids *all)
{
    bool again = false, any_gone = false;
    vector_each(const struct use_of_id *, x, all)
        any_gone |= x->gone;
    vector_each(const struct use_of_id *, x, all)
        again |= any_gone && !x->creation && !x->starts;
    for (uint32_t a = 0; a < all->size && !again; a++)
        for (uint32_t b = 0; b < all->size && all->data[a].gone; b++)
            again |= is_late(&all->data[a], &all->data[b]);
    return again;
}

static void answer(struct front *f, const struct use_of_id *u, bool again)
{
    assert(u->creation || u->starts || again || !u->gone);
    LLVMTypeRef type = LLVMTypeOf(u->call);
    LLVMValueRef is = LLVMConstInt(type, again, false);
    if (u->if_equal && !again) {
        LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
        LLVMValueRef id = LLVMGetArgOperand(u->call, 0);
        LLVMPositionBuilderBefore(b, u->call);
        LLVMValueRef created = LLVMBuildIntCast2(b, u->creation, LLVMTypeOf(id), false, "");
        is = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntEQ, id, created, ""), is, LLVMConstInt(type, UNKNOWN_THREAD, false), "");
        LLVMDisposeBuilder(b);
    }
    LLVMReplaceAllUsesWith(u->call, is);
    LLVMInstructionEraseFromParent(u->call);
}

void settle_joins(struct front *f)
{
    LLVMValueRef question = LLVMGetNamedFunction(f->module, "__heddle_joins_again");
    uses_of_ids all = {0};
    if (!question || !LLVMGetFirstUse(question))
        return;
    each_use(u, question) if (LLVMIsACallInst(LLVMGetUser(u))) vector_push(&all, use_of(f, LLVMGetUser(u)));
    bool again = joins_again(&all);
    vector_each(const struct use_of_id *, u, &all)
        answer(f, u, again);
    vector_free(&all);
    run_passes(f, "function(sccp,instsimplify,adce,instnamer),globaldce");
}
