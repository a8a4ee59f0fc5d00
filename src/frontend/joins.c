/* Whether a thread might be joined or detached twice, or meant by its id after that, which is undefined: models/joined.c follows it where it might. It cannot where each
 * id goes from its creation, or one of several, to one join that is not repeated without another creation, through a variable or an element of an array that nothing else is put in;
 * through an array that one creation fills and one join goes through, one element after the other (joins_in_turn.c); or where a thread detaches itself, once.
 *
 * The second of two calls means another thread than the first if its id was taken from where it lies after the first one's, was put there after that, and the thread was created
 * after that. */
#include "frontend/joins.h"

#include <assert.h>

enum { UNKNOWN_THREAD = 2 }; /* models/heddle.h */

/* A variable that holds an id, or an element of an array of them. */
struct place {
    LLVMValueRef base;
    int64_t offset;
};

enum { MOST_CREATIONS = 8 }; /* whose ids come to one call */

/* An id that may lie there: the step that puts it there (of a value: the end of the block that it comes from), and its creation. */
struct origin {
    LLVMValueRef put, creation;
};

struct origins {
    struct origin data[MOST_CREATIONS];
    uint32_t size;
};

struct stores {
    struct front *front;
    int64_t offset; /* of the place that is looked at */
    struct origins origins;
};

static bool add_origin(struct origins *o, LLVMValueRef put, LLVMValueRef creation)
{
    if (o->size == MOST_CREATIONS)
        return false;
    o->data[o->size++] = (struct origin){put, creation};
    return true;
}

LLVMValueRef without_casts(LLVMValueRef v)
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
bool is_harmless(LLVMValueRef call)
{
    const char *name = called_name(call);
    return starts_with(name, "llvm.lifetime.") || starts_with(name, "llvm.dbg.") || strcmp(name, "__heddle_writes") == 0 ||
           strcmp(name, "__heddle_reads") == 0 || strcmp(name, "__heddle_undefined_again") == 0;
}

bool is_no_id(LLVMValueRef v) { return LLVMIsAConstant(v) || starts_with(called_name(v), "__heddle_undefined"); }

/* Whether memory is only loaded, and stored to at known places, at this one ids of few creations. */
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
            if (!add_origin(&s->origins, user, value))
                return false;
        } else if (!LLVMIsALoadInst(user) && !(LLVMIsACallInst(user) && is_harmless(user))) {
            return false;
        }
    }
    return true;
}

bool is_of_one_run(LLVMValueRef base, LLVMValueRef function)
{
    return LLVMIsAAllocaInst(base) ||
           (LLVMIsAGlobalVariable(base) && strcmp(value_name(function), "main") == 0 && !LLVMGetFirstUse(function));
}

/* Values of which each is one of several, by the way there. false: others, or too many. */
static bool collect_values(LLVMValueRef id, LLVMValueRef put, struct origins *o, uint32_t depth)
{
    enum { DEEPEST = 4 };
    id = without_casts(id);
    if (is_no_id(id))
        return true;
    if (calls(id, "__heddle_create"))
        return add_origin(o, put, id);
    bool known = LLVMIsAPHINode(id) && depth < DEEPEST;
    for (unsigned k = 0; known && k < LLVMCountIncoming(id); k++)
        known = collect_values(LLVMGetIncomingValue(id, k), LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(id, k)), o, depth + 1);
    return known;
}

/* The creations whose id may be given to the call; none: not known. */
static struct origins origins_of(struct front *f, LLVMValueRef join)
{
    static const struct origins none;
    LLVMValueRef id = without_casts(LLVMGetArgOperand(join, 0)), function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(join));
    struct stores s = {.front = f};
    if (!LLVMIsALoadInst(id))
        return collect_values(id, join, &s.origins, 0) ? s.origins : none;
    struct place p = place_of(f, LLVMGetOperand(id, 0));
    s.offset = p.offset;
    if (!p.base || !is_of_one_run(p.base, function) || !collect(&s, p.base, 0))
        return none;
    for (uint32_t k = 0; k < s.origins.size; k++)
        if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(s.origins.data[k].creation)) != function)
            return none;
    return s.origins;
}

static bool is_one_of(LLVMValueRef i, const LLVMValueRef *steps, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        if (steps[k] == i)
            return true;
    return false;
}

/* What comes first from there on in the block: b (1), one of the others (-1), or its end (0). */
static int comes_next(LLVMValueRef i, LLVMValueRef b, const LLVMValueRef *others, uint32_t n)
{
    for (; i; i = LLVMGetNextInstruction(i))
        if (i == b || is_one_of(i, others, n))
            return i == b ? 1 : -1;
    return 0;
}

bool leads_past(LLVMValueRef a, LLVMValueRef b, const LLVMValueRef *others, uint32_t n)
{
    assert(LLVMIsAInstruction(a) && LLVMIsAInstruction(b));
    VECTOR(LLVMBasicBlockRef) blocks = {0};
    struct map seen = {0}, named = {0}; /* blocks that nothing has to be looked for in are not gone through */
    map_put(&named, map_pointer_key(LLVMGetInstructionParent(b)), 1);
    for (uint32_t k = 0; k < n; k++)
        map_put(&named, map_pointer_key(LLVMGetInstructionParent(others[k])), 1);
    int next = comes_next(LLVMGetNextInstruction(a), b, others, n);
    if (next == 0)
        vector_push(&blocks, LLVMGetInstructionParent(a));
    for (uint32_t k = 0; k < blocks.size && next != 1; k++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(blocks.data[k]);
        for (unsigned i = 0; i < LLVMGetNumSuccessors(end) && next != 1; i++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor(end, i);
            if (map_get(&seen, map_pointer_key(to), NULL))
                continue;
            map_put(&seen, map_pointer_key(to), 1);
            next = map_get(&named, map_pointer_key(to), NULL) ? comes_next(LLVMGetFirstInstruction(to), b, others, n) : 0;
            if (next == 0)
                vector_push(&blocks, to);
        }
    }
    vector_free(&blocks);
    map_free(&seen);
    map_free(&named);
    return next == 1;
}

/* A thread is joined or detached, or only meant (models/joined.c). */
struct use_of_id {
    LLVMValueRef call;
    struct origins origins; /* none: not known, or its own */
    LLVMValueRef taken;     /* where the id is taken from memory, or is one of several; NULL: it is that of the last creation */
    LLVMValueRef starts;    /* its own id: the function that the thread begins with */
    bool in_turn;           /* one creation: each time another thread of it */
    bool if_equal;          /* one creation: if the id has not been overwritten, which is asked there */
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
    LLVMValueRef id = without_casts(LLVMGetArgOperand(call, 0)), last;
    if (calls(id, "__heddle_self"))
        u.starts = is_run_once_a_thread(function) ? function : NULL;
    else
        u.origins = origins_of(f, call);
    if (u.origins.size && !calls(id, "__heddle_create"))
        u.taken = id;
    if (!u.origins.size && !u.starts && (last = creation_in_turn(f, call))) {
        add_origin(&u.origins, call, last);
        u.in_turn = true;
    }
    if (!u.origins.size && !u.starts && (last = last_creation(f, call))) {
        add_origin(&u.origins, call, last);
        u.if_equal = true;
    }
    return u;
}

static bool may_start(LLVMValueRef creation, LLVMValueRef function)
{
    LLVMValueRef started = LLVMGetArgOperand(creation, 0);
    return !LLVMIsAFunction(started) || started == function;
}

static bool may_be_same(const struct use_of_id *a, const struct use_of_id *b)
{
    bool same = a->starts && b->starts && a->starts == b->starts;
    for (uint32_t i = 0; i < a->origins.size; i++) {
        same |= b->starts && may_start(a->origins.data[i].creation, b->starts);
        for (uint32_t k = 0; k < b->origins.size; k++)
            same |= a->origins.data[i].creation == b->origins.data[k].creation;
    }
    for (uint32_t k = 0; k < b->origins.size; k++)
        same |= a->starts && may_start(b->origins.data[k].creation, a->starts);
    return same;
}

/* Whether the value that comes there is of a creation behind the step, by whatever way it comes. */
static bool is_newer(LLVMValueRef step, LLVMValueRef value, LLVMValueRef at)
{
    value = without_casts(value);
    return is_no_id(value) || !leads_past(step, at, &value, 1);
}

/* The same of one of several values, when it becomes one of them. */
static bool becomes_newer(LLVMValueRef step, LLVMValueRef phi, uint32_t depth)
{
    enum { DEEPEST = 4 };
    bool newer = depth < DEEPEST;
    for (unsigned k = 0; newer && k < LLVMCountIncoming(phi); k++) {
        LLVMValueRef value = without_casts(LLVMGetIncomingValue(phi, k));
        newer = is_newer(step, value, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, k))) &&
                (!LLVMIsAPHINode(value) || becomes_newer(step, value, depth + 1));
    }
    return newer;
}

/* The same of what is read there: all that lies there was put there behind the step, and created behind it. */
static bool reads_newer(LLVMValueRef step, const struct use_of_id *b)
{
    LLVMValueRef puts[MOST_CREATIONS];
    for (uint32_t k = 0; k < b->origins.size; k++) {
        puts[k] = b->origins.data[k].put;
        if (!is_newer(step, b->origins.data[k].creation, puts[k]))
            return false;
    }
    return !leads_past(step, b->taken, puts, b->origins.size);
}

/* Whether the thread may be gone already, by a, when it comes to b. */
static bool is_late(const struct use_of_id *a, const struct use_of_id *b)
{
    if (!may_be_same(a, b))
        return false;
    if (a->starts || b->starts)
        return a->starts != b->starts || leads_past(a->call, b->call, NULL, 0);
    if (!leads_past(a->call, b->call, NULL, 0))
        return false;
    if (a->in_turn || b->in_turn)
        return a != b;
    LLVMValueRef since = a->taken ? a->taken : a->call; /* when a's id was there */
    if (!b->taken)
        return leads_past(since, b->call, &b->origins.data[0].creation, 1);
    if (leads_past(a->call, b->call, &b->taken, 1))
        return true;
    return LLVMIsALoadInst(b->taken) ? !reads_newer(since, b) : !becomes_newer(since, b->taken, 0);
}

static bool joins_again(const uses_of_ids *all)
{
    bool again = false, any_gone = false;
    vector_each(const struct use_of_id *, x, all)
        any_gone |= x->gone;
    vector_each(const struct use_of_id *, x, all)
        again |= any_gone && !x->origins.size && !x->starts;
    for (uint32_t a = 0; a < all->size && !again; a++)
        for (uint32_t b = 0; b < all->size && all->data[a].gone; b++)
            again |= is_late(&all->data[a], &all->data[b]);
    return again;
}

static void answer(struct front *f, const struct use_of_id *u, bool again)
{
    assert(u->origins.size || u->starts || again || !u->gone);
    LLVMTypeRef type = LLVMTypeOf(u->call);
    LLVMValueRef is = LLVMConstInt(type, again, false);
    if (u->if_equal && !again) {
        LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
        LLVMValueRef id = LLVMGetArgOperand(u->call, 0);
        LLVMPositionBuilderBefore(b, u->call);
        LLVMValueRef created = LLVMBuildIntCast2(b, u->origins.data[0].creation, LLVMTypeOf(id), false, "");
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
