/* Whether a mutex or the like might be used after it was destroyed, which is undefined: glibc's lock fails then, and protects nothing. Models follow it where it might
 * (models/destroyed.h); a program where it cannot happen has none of this. It cannot if main alone destroys, when each thread that it has created is joined (handles.h), and neither a use of one of that
 * kind nor the beginning of a thread comes behind it without a new initialisation. Two variables that both have a name are told apart. */
#include "frontend/handles.h"
#include "frontend/outline_counters.h"

/* What a call has to do with objects of a kind: prefixes of names; what it is given first is the object. */
enum kind { MUTEX, CONDITION, READ_WRITE, SPIN, BARRIER, SEMAPHORE, KINDS };
static const char *const prefixes[KINDS][2] = {{"pthread_mutex_", "mtx_"}, {"pthread_cond_", "cnd_"},  {"pthread_rwlock_", NULL},
                                               {"pthread_spin_", NULL},    {"pthread_barrier_", NULL}, {"sem_", NULL}};

struct walk {
    struct front *front;
    LLVMValueRef from;               /* a destruction, or a creation: then it is for a destruction that is looked for */
    struct map seen;                 /* instructions where a stretch begins; functions that were looked into */
    VECTOR(LLVMValueRef) beginnings; /* of stretches to look at */
    bool found;
};

static bool starts_with_any(const char *name, enum kind kind, const char *end)
{
    for (int k = 0; k < 2 && prefixes[kind][k]; k++)
        if (starts_with(name, prefixes[kind][k]) && (!end || strcmp(name + strlen(prefixes[kind][k]), end) == 0))
            return true;
    return false;
}

static enum kind kind_of(const char *name, const char *end)
{
    enum kind kind = 0;
    while (kind < KINDS && !starts_with_any(name, kind, end))
        kind++;
    return kind;
}

static bool is_destruction(LLVMValueRef call)
{
    return kind_of(called_name(call), "destroy") != KINDS && LLVMGetNumArgOperands(call);
}

static bool is_creation(LLVMValueRef call) { return calls(call, "pthread_create") || calls(call, "thrd_create"); }

static bool is_join(LLVMValueRef call) { return calls(call, "pthread_join") || calls(call, "thrd_join"); }

/* By their names; who knows only one of them takes them for the same. */
static bool may_be_same(LLVMValueRef a, LLVMValueRef b) { return a == b || !LLVMIsAGlobalVariable(a) || !LLVMIsAGlobalVariable(b); }

static bool is_use_of(const struct front *f, LLVMValueRef call, LLVMValueRef destruction)
{
    enum kind kind = kind_of(called_name(destruction), "destroy");
    LLVMValueRef object = LLVMGetArgOperand(destruction, 0);
    unsigned given = LLVMGetNumArgOperands(call);
    const char *name = called_name(call);
    if (call == destruction && handle_differs_each_round(f, call))
        return false; /* one after the other */
    bool waits =
        kind == MUTEX && starts_with_any(name, CONDITION, NULL) && given > 1 && may_be_same(LLVMGetArgOperand(call, 1), object);
    return waits || (starts_with_any(name, kind, NULL) && kind_of(name, "init") == KINDS && given &&
                     may_be_same(LLVMGetArgOperand(call, 0), object));
}

static bool makes_again(LLVMValueRef call, LLVMValueRef destruction)
{
    return kind_of(called_name(call), "init") == kind_of(called_name(destruction), "destroy") && LLVMGetNumArgOperands(call) &&
           LLVMGetArgOperand(call, 0) == LLVMGetArgOperand(destruction, 0);
}

static bool is_looked_for(const struct walk *w, LLVMValueRef call)
{
    if (is_creation(w->from))
        return is_destruction(call) || (call == w->from && !handle_differs_each_round(w->front, call));
    return is_creation(call) || is_use_of(w->front, call, w->from);
}

/* Whether a call of that is somewhere in the function, or in what it calls. */
static bool is_inside(struct walk *w, LLVMValueRef function, bool (*is_it)(const struct walk *, LLVMValueRef))
{
    if (!is_users_own(function) || map_get(&w->seen, map_pointer_key(function), NULL))
        return false;
    map_put(&w->seen, map_pointer_key(function), 1);
    each_block(b, function) each_instruction(i, b)
    {
        if (!LLVMIsACallInst(i))
            continue;
        LLVMValueRef called = called_function(i);
        if (is_it(w, i) || (called && is_inside(w, called, is_it)))
            return true;
    }
    return false;
}

static bool call_has(struct walk *w, LLVMValueRef call, bool (*is_it)(const struct walk *, LLVMValueRef))
{
    struct walk inside = {.front = w->front, .from = w->from};
    LLVMValueRef called = called_function(call);
    bool has = is_it(w, call) || (called && is_inside(&inside, called, is_it));
    map_free(&inside.seen);
    return has;
}

static void look_from(struct walk *w, LLVMValueRef instruction)
{
    if (!instruction || map_get(&w->seen, map_pointer_key(instruction), NULL))
        return;
    map_put(&w->seen, map_pointer_key(instruction), 1);
    vector_push(&w->beginnings, instruction);
}

/* Where the function is called. */
static void look_at_callers(struct walk *w, LLVMValueRef function)
{
    each_use(u, function)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsACallInst(user) && called_function(user) == function)
            look_from(w, LLVMGetNextInstruction(user));
        else
            w->found = true;
    }
}

static void look_at_stretch(struct walk *w, LLVMValueRef begin)
{
    for (LLVMValueRef i = begin; i && !w->found; i = LLVMGetNextInstruction(i)) {
        if (!LLVMIsACallInst(i))
            continue;
        if (is_creation(w->from) ? is_join(i) && handle_is_joined_at(w->front, w->from, i) : makes_again(i, w->from))
            return;
        w->found |= call_has(w, i, is_looked_for);
    }
    LLVMBasicBlockRef block = LLVMGetInstructionParent(begin);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (w->found)
        return;
    if (LLVMIsAReturnInst(end))
        look_at_callers(w, LLVMGetBasicBlockParent(block));
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
        if (!is_creation(w->from) || !handle_is_joined_on(w->front, w->from, block, LLVMGetSuccessor(end, k)))
            look_from(w, LLVMGetFirstInstruction(LLVMGetSuccessor(end, k)));
}

/* Functions that the library calls, or a pointer: at exit, at the end of a thread, whenever. Threads: also those that threads begin with. */
static bool is_called_by_others(LLVMValueRef function, bool threads)
{
    each_use(u, function)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || (called_function(user) != function && (threads || !is_creation(user))))
            return true;
    }
    return false;
}

static bool destroys(const struct walk *w, LLVMValueRef call)
{
    (void)w;
    return is_destruction(call);
}

static bool do_others_destroy(struct front *f)
{
    struct walk w = {.front = f};
    bool found = false;
    each_function(fn, f->module) found |= is_called_by_others(fn, true) && is_inside(&w, fn, destroys);
    map_free(&w.seen);
    return found;
}

/* Not by its name, or back to where one was before. */
static bool is_used_in_disguise(struct front *f)
{
    static const char *const jumps[] = {"setjmp", "_setjmp", "__sigsetjmp"};
    each_function(fn,
                  f->module) if (kind_of(value_name(fn), NULL) != KINDS && !is_users_own(fn) && has_address_taken(fn)) return true;
    for (int k = 0; k < 3; k++) {
        LLVMValueRef jump = LLVMGetNamedFunction(f->module, jumps[k]);
        if (jump && LLVMGetFirstUse(jump))
            return true;
    }
    return false;
}

static bool others_come_to_it(struct front *f, LLVMValueRef from)
{
    struct walk w = {.front = f, .from = from};
    bool found = false;
    each_function(fn, f->module) found |= is_called_by_others(fn, false) && is_inside(&w, fn, is_looked_for);
    map_free(&w.seen);
    return found;
}

static bool comes_to_it(struct front *f, LLVMValueRef from)
{
    struct walk w = {.front = f, .from = from, .found = !is_creation(from) && others_come_to_it(f, from)};
    look_from(&w, LLVMGetNextInstruction(from));
    while (w.beginnings.size && !w.found) {
        LLVMValueRef begin = vector_last(&w.beginnings);
        w.beginnings.size--;
        look_at_stretch(&w, begin);
    }
    map_free(&w.seen);
    vector_free(&w.beginnings);
    return w.found;
}

bool may_use_destroyed(struct front *f)
{
    VECTOR(LLVMValueRef) starts = {0};
    bool may = false, any = false;
    each_function(fn, f->module) any |= kind_of(value_name(fn), "destroy") != KINDS && has_address_taken(fn);
    each_function(fn, f->module) if (is_users_own(fn)) each_block(b, fn) each_instruction(i, b)
    {
        if (!LLVMIsACallInst(i))
            continue;
        any |= is_destruction(i);
        may |= is_creation(i) && fn != f->main;
        if (is_creation(i) || is_destruction(i))
            vector_push(&starts, i);
    }
    may |= any && (do_others_destroy(f) || is_function_used(f->main));
    for (uint32_t k = 0; k < starts.size && any && !may; k++)
        may = comes_to_it(f, starts.data[k]);
    vector_free(&starts);
    return any && (may || is_used_in_disguise(f));
}
