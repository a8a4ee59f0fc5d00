/* Whether a mutex or the like might be used after it was destroyed, which is undefined: glibc's lock fails then, and protects nothing. Models follow it where it might
 * (models/destroyed.h); a program where it cannot happen has none of this. It might if a use of one of that kind, or the beginning of a thread, comes behind a destruction in the same thread, without
 * a new initialisation; if a thread that was created may still run; or if it is not known who calls. Two variables that both have a name are told apart. */
#include "frontend/cfg.h"

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
static bool may_be_same(LLVMValueRef a, LLVMValueRef b) { return a == b || !LLVMIsAConstant(a) || !LLVMIsAConstant(b); }

static bool is_use_of(LLVMValueRef call, LLVMValueRef destruction)
{
    enum kind kind = kind_of(called_name(destruction), "destroy");
    LLVMValueRef object = LLVMGetArgOperand(destruction, 0);
    unsigned given = LLVMGetNumArgOperands(call);
    const char *name = called_name(call);
    if (is_destruction(call) && (!LLVMIsAConstant(object) || LLVMGetArgOperand(call, 0) != object))
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
    return is_creation(w->from) ? is_destruction(call) : is_creation(call) || is_use_of(call, w->from);
}

static bool is_wrapper(LLVMValueRef function) { return kind_of(value_name(function), NULL) != KINDS; }

/* Whether a call of that is somewhere in the function, or in what it calls. */
static bool is_inside(struct walk *w, LLVMValueRef function, bool (*is_it)(const struct walk *, LLVMValueRef))
{
    if (!is_defined(function) || is_wrapper(function) || map_get(&w->seen, map_pointer_key(function), NULL))
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

static bool joins(const struct walk *w, LLVMValueRef call)
{
    (void)w;
    return is_join(call);
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

/* Where the function is called; a thread ends. */
static void look_at_callers(struct walk *w, LLVMValueRef function)
{
    each_use(u, function)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsACallInst(user) && called_function(user) == function)
            look_from(w, LLVMGetNextInstruction(user));
        else
            w->found |= !LLVMIsACallInst(user) || !is_creation(user);
    }
}

/* A loop that joins threads has joined all of them behind it. */
static bool is_left_after_joins(struct walk *w, LLVMBasicBlockRef block)
{
    struct cfg c;
    bool joined = false;
    cfg_make(&c, LLVMGetBasicBlockParent(block));
    LLVMValueRef first = LLVMGetFirstInstruction(block);
    if (cfg_number(&c, block) != NONE && cfg_on_cycle(&c, first)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
            each_instruction(i, LLVMGetSuccessor(end, k)) joined |=
                LLVMIsACallInst(i) && cfg_on_cycle(&c, i) && call_has(w, i, joins);
    }
    cfg_free(&c);
    return joined;
}

static void look_at_stretch(struct walk *w, LLVMValueRef begin)
{
    for (LLVMValueRef i = begin; i && !w->found; i = LLVMGetNextInstruction(i)) {
        if (!LLVMIsACallInst(i))
            continue;
        if (is_creation(w->from) ? call_has(w, i, joins) : makes_again(i, w->from))
            return;
        w->found |= call_has(w, i, is_looked_for);
    }
    LLVMBasicBlockRef block = LLVMGetInstructionParent(begin);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (w->found || (is_creation(w->from) && is_left_after_joins(w, block)))
        return;
    if (LLVMIsAReturnInst(end))
        look_at_callers(w, LLVMGetBasicBlockParent(block));
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
        look_from(w, LLVMGetFirstInstruction(LLVMGetSuccessor(end, k)));
}

/* Functions that the library calls, or a pointer: at exit, at the end of a thread, whenever. */
static bool is_called_by_others(LLVMValueRef function)
{
    each_use(u, function)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || (called_function(user) != function && !is_creation(user)))
            return true;
    }
    return false;
}

static bool others_come_to_it(struct front *f, LLVMValueRef from)
{
    struct walk w = {.front = f, .from = from};
    bool found = false;
    each_function(fn, f->module) found |= is_called_by_others(fn) && is_inside(&w, fn, is_looked_for);
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
    unsigned created = 0, joined = 0;
    bool may = false, destroys = false;
    each_function(fn, f->module) if (!is_wrapper(fn)) each_block(b, fn) each_instruction(i, b)
    {
        if (!LLVMIsACallInst(i))
            continue;
        created += is_creation(i);
        joined += is_join(i);
        destroys |= is_destruction(i);
        if (is_creation(i) || is_destruction(i))
            vector_push(&starts, i);
    }
    may = destroys && created > joined;
    for (uint32_t k = 0; k < starts.size && destroys && !may; k++)
        may = comes_to_it(f, starts.data[k]);
    vector_free(&starts);
    return may;
}
