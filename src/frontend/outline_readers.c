/* Readers that are counted by hand, around a semaphore (Courtois, Heymans, Parnas, "Concurrent control with readers and writers", CACM 1971):
 *
 *     lock(m); if (count++ == 0) wait(s); unlock(m);    ... reads ...    lock(m); if (--count == 0) post(s); unlock(m);
 *
 * The count is a global variable that begins with zero, is only loaded and stored as a whole, and is only stored between locking and unlocking one mutex. On every way from a lock to its
 * unlock it goes up by one, and s is waited for if and only if it was zero; or it goes down by one, and s is posted if and only if it was one; or nothing happens to either. So if each thread only counts down
 * what it has counted up, the semaphore is taken as long as the count is not zero: a thread holds it, for reading, from the end of the section in which it counts up to the beginning of the one in
 * which it counts down. That is what the outline says; whether threads do that, and whether the mutex is one to trust, is for the engine.
 *
 * A section is followed along all its ways, which have no loops and call nothing else. */
#include "frontend/outline_parts.h"

enum { MOST_WAYS = 64, MOST_EXCLUDED = 4, MOST_VALUES = 16, MOST_BLOCKS = 32, MOST_MUTEXES = 8 };

/* What is known of the count at the beginning of the section, on one way. */
struct way {
    bool exact;
    int64_t value, excluded[MOST_EXCLUDED];
    unsigned excluded_count;
    int64_t change; /* of the count since then */
    unsigned waits, posts;
    unsigned blocks, known;
    struct {
        LLVMValueRef value;
        int64_t offset;
    } offsets[MOST_VALUES]; /* values that are the count at the beginning plus so much; the last one of a value counts */
};

struct finder {
    struct outliner *outliner;
    LLVMValueRef count, mutex, semaphore;
    struct map covered;      /* stores of the count, and calls on semaphores, in sections */
    struct map begins, ends; /* locks and unlocks of sections of readers, to the change of the count (biased) */
    struct map seen;         /* locks, and functions */
    /* of the current section: */
    unsigned ways;
    bool touches, odd; /* it does something with the count or a semaphore; something that is not followed */
    bool begun;        /* some way has come to its end */
    int64_t change;    /* of all ways up to now */
};

enum { BIAS = 16 };

static bool is_call_on(LLVMValueRef i, const char *name, LLVMValueRef object)
{
    return calls(i, name) && LLVMGetArgOperand(i, 0) == object;
}

static bool offset_of(const struct way *w, LLVMValueRef v, int64_t *offset)
{
    for (unsigned k = w->known; k-- > 0;)
        if (w->offsets[k].value == v) {
            *offset = w->offsets[k].offset;
            return true;
        }
    return false;
}

static void set_offset(struct finder *f, struct way *w, LLVMValueRef v, int64_t offset)
{
    if (w->known == MOST_VALUES) {
        f->odd = f->touches = true;
        return;
    }
    w->offsets[w->known].value = v;
    w->offsets[w->known++].offset = offset;
}

static void compute(struct finder *f, struct way *w, LLVMValueRef i)
{
    int64_t offset;
    LLVMValueRef by = LLVMIsAConstantInt(LLVMGetOperand(i, 1));
    bool up = is_instruction(i, LLVMAdd), down = is_instruction(i, LLVMSub);
    if ((up || down) && by && offset_of(w, LLVMGetOperand(i, 0), &offset)) {
        int64_t n = LLVMConstIntGetSExtValue(by);
        if (n >= -1 && n <= 1)
            set_offset(f, w, i, offset + (up ? n : -n));
    }
}

static void use_semaphore(struct finder *f, struct way *w, LLVMValueRef i, bool wait)
{
    LLVMValueRef semaphore = LLVMIsAGlobalVariable(LLVMGetArgOperand(i, 0));
    f->touches = true;
    f->odd |= !semaphore || (f->semaphore && f->semaphore != semaphore);
    f->semaphore = semaphore;
    ++*(wait ? &w->waits : &w->posts);
    map_put(&f->covered, map_pointer_key(i), 1);
}

static void instruction(struct finder *f, struct way *w, LLVMValueRef i)
{
    int64_t offset;
    if (LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == f->count) {
        set_offset(f, w, i, w->change);
    } else if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == f->count) {
        f->touches = true;
        f->odd |= !offset_of(w, LLVMGetOperand(i, 0), &offset);
        if (offset_of(w, LLVMGetOperand(i, 0), &offset))
            w->change = offset;
        map_put(&f->covered, map_pointer_key(i), 1);
    } else if (calls(i, "sem_wait") || calls(i, "sem_post")) {
        use_semaphore(f, w, i, calls(i, "sem_wait"));
    } else if (LLVMIsACallInst(i)) {
        f->odd |= !is_debug_call(i) && !calls(i, "__heddle_self");
    } else if (LLVMIsABinaryOperator(i)) {
        compute(f, w, i);
    }
}

/* --- ways --- */

/* Adds that the count was, or was not, this; whether that may be. */
static bool learn(struct finder *f, struct way *w, int64_t value, bool equal)
{
    for (unsigned k = 0; k < w->excluded_count && equal; k++)
        if (w->excluded[k] == value)
            return false;
    if (w->exact)
        return (w->value == value) == equal;
    if (equal) {
        w->exact = true;
        w->value = value;
    } else if (w->excluded_count < MOST_EXCLUDED) {
        w->excluded[w->excluded_count++] = value;
    } else {
        f->odd = true;
    }
    return true;
}

static bool was(const struct way *w, int64_t value) { return w->exact && w->value == value; }

static bool was_not(const struct way *w, int64_t value)
{
    for (unsigned k = 0; k < w->excluded_count; k++)
        if (w->excluded[k] == value)
            return true;
    return w->exact && w->value != value;
}

/* The way ends with an unlock. */
static void end(struct finder *f, const struct way *w, LLVMValueRef unlock)
{
    bool right = false;
    if (w->change == 1)
        right = !w->posts && (w->waits == 1 ? was(w, 0) : !w->waits && was_not(w, 0));
    else if (w->change == -1)
        right = !w->waits && (w->posts == 1 ? was(w, 1) : !w->posts && was_not(w, 1));
    else if (w->change == 0)
        right = !w->waits && !w->posts;
    uint64_t other;
    bool known = map_get(&f->ends, map_pointer_key(unlock), &other);
    f->odd |= !right || (f->begun && f->change != w->change) || (known && (int64_t)other - BIAS != w->change);
    f->begun = true;
    f->change = w->change;
    map_put(&f->ends, map_pointer_key(unlock), (uint64_t)(w->change + BIAS));
}

static void follow(struct finder *f, struct way *w, LLVMValueRef from);

static void follow_block(struct finder *f, struct way w, LLVMBasicBlockRef block)
{
    if (++w.blocks > MOST_BLOCKS)
        f->odd = f->touches = true; /* a loop, or too long: what it does is not known */
    else
        follow(f, &w, LLVMGetFirstInstruction(block));
}

/* Both ways of a branch; what is compared with a constant is known on each. */
static void branch(struct finder *f, const struct way *w, LLVMValueRef last)
{
    LLVMValueRef condition = LLVMIsABranchInst(last) && LLVMIsConditional(last) ? LLVMGetCondition(last) : NULL;
    LLVMValueRef compare = condition && LLVMIsAICmpInst(condition) ? condition : NULL;
    LLVMValueRef with = compare ? LLVMIsAConstantInt(LLVMGetOperand(compare, 1)) : NULL;
    LLVMIntPredicate p = compare ? LLVMGetICmpPredicate(compare) : LLVMIntSGT;
    int64_t offset = 0;
    bool known = with && (p == LLVMIntEQ || p == LLVMIntNE) && offset_of(w, LLVMGetOperand(compare, 0), &offset);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
        struct way next = *w;
        if (!known || learn(f, &next, LLVMConstIntGetSExtValue(with) - offset, (p == LLVMIntEQ) == (k == 0)))
            follow_block(f, next, LLVMGetSuccessor(last, k));
    }
}

static void follow(struct finder *f, struct way *w, LLVMValueRef from)
{
    if (++f->ways > MOST_WAYS) {
        f->odd = f->touches = true;
        return;
    }
    LLVMValueRef last = NULL;
    for (LLVMValueRef i = from; i; last = i, i = LLVMGetNextInstruction(i)) {
        if (is_call_on(i, "__heddle_mutex_unlock", f->mutex)) {
            end(f, w, i);
            return;
        }
        instruction(f, w, i);
    }
    if (LLVMIsABranchInst(last) || LLVMIsASwitchInst(last))
        branch(f, w, last);
    else
        f->odd = true; /* it is left with the mutex */
}

/* --- sections --- */

/* Follows the section that begins with a lock; whether it is one of readers, or has nothing to do with them. */
static bool section(struct finder *f, LLVMValueRef lock)
{
    struct way w = {0};
    f->ways = 0;
    f->touches = f->odd = f->begun = false;
    follow(f, &w, LLVMGetNextInstruction(lock));
    if (f->touches && !f->odd && f->begun)
        map_put(&f->begins, map_pointer_key(lock), (uint64_t)(f->change + BIAS));
    return !f->touches || !f->odd;
}

/* Whether an instruction is reached in sections only: backwards every way leads to the lock, and to no unlock before. */
static bool is_inside(const struct finder *f, LLVMValueRef instruction)
{
    VECTOR(LLVMValueRef) todo = {0}; /* walks on before each of them */
    struct map seen = {0};
    bool inside = true;
    vector_push(&todo, instruction);
    while (todo.size && inside) {
        LLVMValueRef i = vector_pop(&todo);
        LLVMBasicBlockRef block = LLVMGetInstructionParent(i);
        while ((i = LLVMGetPreviousInstruction(i)) && !is_call_on(i, "__heddle_mutex_lock", f->mutex) && inside)
            inside = !is_call_on(i, "__heddle_mutex_unlock", f->mutex);
        if (i || !inside || map_get(&seen, map_pointer_key(block), NULL))
            continue;
        map_put(&seen, map_pointer_key(block), 1);
        inside = block != LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
        each_use(u, LLVMBasicBlockAsValue(block))
        {
            LLVMValueRef last = LLVMIsAInstruction(LLVMGetUser(u));
            if (last && LLVMIsATerminatorInst(last))
                vector_push(&todo, last);
        }
    }
    vector_free(&todo);
    map_free(&seen);
    return inside;
}

static bool are_inside(struct finder *f)
{
    bool all = true;
    each_function(fn, f->outliner->front->module) each_block(b, fn)
        each_instruction(i, b) if (map_get(&f->covered, map_pointer_key(i), NULL)) all &= is_inside(f, i);
    return all;
}

/* Whether a lock of this mutex begins a section of readers wherever the count is stored. */
static bool is_guarded(struct finder *f)
{
    each_use(u, f->count)
    {
        LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(LLVMGetUser(u)));
        if (map_get(&f->seen, map_pointer_key(function), NULL))
            continue;
        map_put(&f->seen, map_pointer_key(function), 1);
        each_block(b, function) each_instruction(i, b) if (is_call_on(i, "__heddle_mutex_lock", f->mutex) &&
                                                           !map_get(&f->seen, map_pointer_key(i), NULL))
        {
            map_put(&f->seen, map_pointer_key(i), 1);
            if (!section(f, i))
                return false;
        }
    }
    each_use(u, f->count) if (LLVMIsAStoreInst(LLVMGetUser(u)) &&
                              !map_get(&f->covered, map_pointer_key(LLVMGetUser(u)), NULL)) return false;
    return f->semaphore && are_inside(f);
}

static void forget(struct finder *f)
{
    map_free(&f->covered);
    map_free(&f->begins);
    map_free(&f->ends);
    map_free(&f->seen);
}

/* Notes what the calls mean: those on the semaphore nothing by themselves. */
static void note(struct finder *f)
{
    struct outliner *b = f->outliner;
    uint64_t change;
    each_function(fn, b->front->module) each_block(block, fn) each_instruction(i, block)
    {
        if (LLVMIsACallInst(i) && map_get(&f->covered, map_pointer_key(i), NULL))
            map_put(&b->reader_calls, map_pointer_key(i), 0);
        bool begins = map_get(&f->begins, map_pointer_key(i), &change) && (int64_t)change - BIAS == -1;
        bool ends = map_get(&f->ends, map_pointer_key(i), &change) && (int64_t)change - BIAS == 1;
        if (begins || ends)
            map_put(&b->reader_calls, map_pointer_key(i), (uint64_t)(uintptr_t)f->semaphore);
    }
    uint32_t semaphore = outline_address_of(b, f->semaphore).places, mutex = outline_address_of(b, f->mutex).places;
    vector_push(&b->out->readers,
                (struct outline_readers){b->out->places.data[semaphore].object, b->out->places.data[mutex].object});
}

/* An integer that begins with zero and is only loaded and stored, as a whole. */
static bool may_count(LLVMValueRef variable)
{
    LLVMValueRef init = LLVMGetInitializer(variable);
    bool internal = LLVMGetLinkage(variable) == LLVMInternalLinkage, stored = false;
    if (!internal || !init || LLVMIsThreadLocal(variable) || !LLVMIsAConstantInt(init) || LLVMConstIntGetZExtValue(init))
        return false;
    each_use(u, variable)
    {
        LLVMValueRef user = LLVMGetUser(u), store = LLVMIsAStoreInst(user), load = LLVMIsALoadInst(user);
        bool whole = (load && LLVMTypeOf(load) == LLVMTypeOf(init)) ||
                     (store && LLVMGetOperand(store, 0) != variable && LLVMTypeOf(LLVMGetOperand(store, 0)) == LLVMTypeOf(init));
        if (!whole)
            return false;
        stored |= store != NULL;
    }
    return stored;
}

static LLVMValueRef any_store(LLVMValueRef variable)
{
    each_use(u, variable) if (LLVMIsAStoreInst(LLVMGetUser(u))) return LLVMGetUser(u);
    return NULL;
}

/* The mutex is one that is locked where the count is stored. */
static void find_mutex(struct outliner *b, LLVMValueRef count)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(any_store(count)));
    struct map tried = {0};
    bool found = false;
    each_block(block, function) each_instruction(i, block)
    {
        LLVMValueRef mutex = calls(i, "__heddle_mutex_lock") ? LLVMIsAGlobalVariable(LLVMGetArgOperand(i, 0)) : NULL;
        if (!mutex || found || tried.size >= MOST_MUTEXES || map_get(&tried, map_pointer_key(mutex), NULL))
            continue;
        map_put(&tried, map_pointer_key(mutex), 1);
        struct finder f = {.outliner = b, .count = count, .mutex = mutex};
        found = is_guarded(&f);
        if (found)
            note(&f);
        forget(&f);
    }
    map_free(&tried);
}

void outline_find_readers(struct outliner *b)
{
    LLVMValueRef post = LLVMGetNamedFunction(b->front->module, "sem_post");
    if (!post || !LLVMGetFirstUse(post) || b->handlers)
        return;
    each_global(count, b->front->module) if (may_count(count)) find_mutex(b, count);
}
