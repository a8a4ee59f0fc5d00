/* Assignments to variables of all other threads, in one step: what __CPROVER_passive_broadcast labels (Kaiser's thesis, Fig. 29 and section 3.4).
 * Behind the label stands "if (!__heddle_begin_broadcast()); else" (annotated.h).
 *
 * Nobody writes to the memory of others. The value is left in a shared variable, with the number of the broadcast; a thread notes which number it knows, and when it
 * uses its variable and the number is another one, the value is the variable's. So every engine decides it, for any number of threads, and knows of nothing new.
 * Numbers have 64 bits: they come back after more broadcasts than a program has time for.
 *
 * A thread is there from its creation on, although its first step comes later: a broadcast waits until all that were created have taken it. They can, at any time.
 *
 * The thesis evaluates the whole statement over the variables of the other thread. Here the value must be the same for all: of constants and shared variables. */
#include "frontend/front.h"

enum { MOST_TARGETS = 16 };

struct target {               /* a thread-local variable that is assigned to */
    LLVMValueRef variable;    /* of each thread */
    LLVMValueRef known;       /* of each thread, too: the number that it knows */
    LLVMValueRef value, last; /* shared: what was assigned, and the number */
};

struct broadcasts {
    struct front *front;
    LLVMBuilderRef builder;
    LLVMValueRef marker; /* __heddle_begin_broadcast */
    struct target targets[MOST_TARGETS];
    uint32_t target_count;
    LLVMValueRef unborn; /* shared: how many threads were created and have not begun */
    LLVMValueRef born;   /* of each thread: whether it has begun */
};

static LLVMTypeRef number_type(const struct broadcasts *s) { return LLVMInt64TypeInContext(s->front->context); }

static LLVMValueRef call(struct broadcasts *s, const char *name, LLVMTypeRef result, LLVMValueRef *arguments, unsigned count)
{
    LLVMTypeRef types[1];
    for (unsigned k = 0; k < count; k++)
        types[k] = LLVMTypeOf(arguments[k]);
    LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
    LLVMValueRef fn = LLVMGetNamedFunction(s->front->module, name);
    return LLVMBuildCall2(s->builder, type, fn ? fn : LLVMAddFunction(s->front->module, name, type), arguments, count, "");
}

static void enter(struct broadcasts *s) { call(s, "__heddle_atomic_begin", LLVMVoidTypeInContext(s->front->context), NULL, 0); }
static void leave(struct broadcasts *s) { call(s, "__heddle_atomic_end", LLVMVoidTypeInContext(s->front->context), NULL, 0); }

static void stand_before(struct broadcasts *s, LLVMValueRef instruction)
{
    LLVMPositionBuilderBefore(s->builder, instruction);
    LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(instruction));
}

static LLVMValueRef address(struct broadcasts *s, LLVMValueRef variable)
{
    if (!LLVMIsThreadLocal(variable))
        return variable;
    return call(s, "llvm.threadlocal.address.p0", LLVMPointerTypeInContext(s->front->context, 0), &variable, 1);
}

static LLVMValueRef load(struct broadcasts *s, LLVMValueRef variable)
{
    return LLVMBuildLoad2(s->builder, LLVMGlobalGetValueType(variable), address(s, variable), "");
}

static void store(struct broadcasts *s, LLVMValueRef value, LLVMValueRef variable)
{
    LLVMBuildStore(s->builder, value, address(s, variable));
}

/* --- which statements and variables are understood --- */

static bool is_address(LLVMValueRef v) { return starts_with(called_name(v), "llvm.threadlocal.address"); }

static struct target *target_of(struct broadcasts *s, LLVMValueRef pointer)
{
    LLVMValueRef variable = is_address(pointer) ? LLVMGetArgOperand(pointer, 0) : NULL;
    for (uint32_t k = 0; variable && k < s->target_count; k++)
        if (s->targets[k].variable == variable)
            return &s->targets[k];
    return NULL;
}

/* Where the statement is: from the call of the marker the branch goes to it, and it goes on where the empty other branch does. NULL unless it is one block. */
static LLVMBasicBlockRef statement_of(LLVMValueRef marker_call)
{
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(marker_call));
    if (!LLVMIsABranchInst(branch) || LLVMGetNumSuccessors(branch) != 2)
        return NULL;
    LLVMBasicBlockRef statement = LLVMGetSuccessor(branch, 0), skipped = LLVMGetSuccessor(branch, 1);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(statement), other = LLVMGetBasicBlockTerminator(skipped);
    bool joins = LLVMGetFirstInstruction(skipped) == other && LLVMGetNumSuccessors(other) == 1 && LLVMGetNumSuccessors(end) == 1 &&
                 LLVMGetSuccessor(end, 0) == LLVMGetSuccessor(other, 0);
    return joins && !LLVMIsAPHINode(LLVMGetFirstInstruction(statement)) ? statement : NULL;
}

static bool is_scalar(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMIntegerTypeKind || k == LLVMPointerTypeKind || k == LLVMFloatTypeKind || k == LLVMDoubleTypeKind;
}

/* Only loads and stores of the whole know the address of the variable. */
static bool is_plain(LLVMValueRef variable)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(variable);
    if (!is_scalar(type))
        return false;
    each_use(u, variable)
    {
        LLVMValueRef taken = LLVMGetUser(u);
        if (!is_address(taken))
            return false;
        each_use(v, taken)
        {
            LLVMValueRef user = LLVMGetUser(v);
            bool loads = LLVMIsALoadInst(user) && LLVMTypeOf(user) == type;
            bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == taken && LLVMTypeOf(LLVMGetOperand(user, 0)) == type;
            if (!loads && !stores)
                return false;
        }
    }
    return true;
}

static bool add_target(struct broadcasts *s, LLVMValueRef pointer)
{
    if (target_of(s, pointer))
        return true;
    LLVMValueRef variable = is_address(pointer) ? LLVMIsAGlobalVariable(LLVMGetArgOperand(pointer, 0)) : NULL;
    if (!variable || s->target_count == MOST_TARGETS || !is_plain(variable))
        return false;
    s->targets[s->target_count++] = (struct target){.variable = variable};
    return true;
}

/* What the statement does: shared variables are read, values are computed, thread-local variables are written. */
static const char *objection_to(struct broadcasts *s, LLVMValueRef marker_call)
{
    LLVMBasicBlockRef statement = statement_of(marker_call);
    if (!statement)
        return "__CPROVER_passive_broadcast before anything but plain assignments";
    each_instruction(i, statement)
    {
        if (LLVMIsALoadInst(i) && (is_address(LLVMGetOperand(i, 0)) || !LLVMIsAGlobalVariable(LLVMGetOperand(i, 0))))
            return "__CPROVER_passive_broadcast of a value that is not the same for all threads";
        if (LLVMIsAStoreInst(i) && !add_target(s, LLVMGetOperand(i, 1)))
            return "__CPROVER_passive_broadcast to anything but thread-local scalars whose address is not taken";
        if (LLVMIsACallInst(i) && !is_address(i) && !is_debug_call(i))
            return "__CPROVER_passive_broadcast before a statement with a call";
    }
    return NULL;
}

/* What is right for threads that the program creates, and no others. */
static const char *objection_to_program(const struct front *f)
{
    if (f->handlers)
        return "__CPROVER_passive_broadcast beside signal handlers";
    return LLVMGetNamedGlobal(f->module, "llvm.global_ctors") ? "__CPROVER_passive_broadcast beside constructors" : NULL;
}

/* --- beginnings of threads --- */

static void count_creations(struct broadcasts *s)
{
    LLVMValueRef create = LLVMGetNamedFunction(s->front->module, "__heddle_create");
    if (!create)
        return;
    each_use(u, create)
    {
        LLVMValueRef made = LLVMGetUser(u);
        stand_before(s, made);
        enter(s);
        store(s, LLVMBuildAdd(s->builder, load(s, s->unborn), LLVMConstInt(number_type(s), 1, false), ""), s->unborn);
        stand_before(s, LLVMGetNextInstruction(made));
        leave(s);
    }
}

static LLVMValueRef first_instruction(LLVMValueRef function)
{
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    while (LLVMIsAAllocaInst(first))
        first = LLVMGetNextInstruction(first);
    return first;
}

static bool is_address_taken(LLVMValueRef function)
{
    each_use(u, function)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function)
            return true;
        for (unsigned k = 0; k < LLVMGetNumArgOperands(user); k++)
            if (LLVMGetArgOperand(user, k) == function)
                return true;
    }
    return false;
}

/* A function that a thread may begin with: if none has begun yet, this is the beginning, and nothing was broadcast to it. */
static void begin_with(struct broadcasts *s, LLVMValueRef function)
{
    stand_before(s, first_instruction(function));
    LLVMSetCurrentDebugLocation2(s->builder,
                                 LLVMInstructionGetDebugLoc(LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(function))));
    LLVMValueRef one = LLVMConstInt(number_type(s), 1, false);
    enter(s);
    LLVMValueRef born = load(s, s->born), is_born = LLVMBuildICmp(s->builder, LLVMIntEQ, born, one, "");
    LLVMValueRef unborn = load(s, s->unborn), less = LLVMBuildSub(s->builder, unborn, one, "");
    store(s, LLVMBuildSelect(s->builder, is_born, unborn, less, ""), s->unborn);
    store(s, one, s->born);
    for (uint32_t k = 0; k < s->target_count; k++) {
        struct target *t = &s->targets[k];
        store(s, LLVMBuildSelect(s->builder, is_born, load(s, t->known), load(s, t->last), ""), t->known);
    }
    leave(s);
}

static void note_beginnings(struct broadcasts *s)
{
    stand_before(s, first_instruction(s->front->main));
    store(s, LLVMConstInt(number_type(s), 1, false), s->born);
    each_function(fn, s->front->module) if (fn != s->front->main && LLVMGetFirstBasicBlock(fn) && is_address_taken(fn))
        begin_with(s, fn);
}

/* --- the variables --- */

static LLVMValueRef add_variable(struct broadcasts *s, LLVMTypeRef type, LLVMValueRef of, const char *what, bool of_thread)
{
    const char *name = arena_printf(&s->front->arena, "%s.%s", of ? value_name(of) : "threads", what);
    LLVMValueRef v = LLVMAddGlobal(s->front->module, type, name);
    LLVMSetInitializer(v, LLVMConstNull(type));
    LLVMSetLinkage(v, LLVMInternalLinkage);
    LLVMSetThreadLocal(v, of_thread);
    return v;
}

/* The variable as it is: the value of the last broadcast, if the thread does not know it yet. Inside of an atomic section. */
static LLVMValueRef catch_up(struct broadcasts *s, const struct target *t)
{
    LLVMValueRef last = load(s, t->last);
    LLVMValueRef is_new = LLVMBuildICmp(s->builder, LLVMIntNE, load(s, t->known), last, "");
    LLVMValueRef value = LLVMBuildSelect(s->builder, is_new, load(s, t->value), load(s, t->variable), "");
    store(s, value, t->variable);
    store(s, last, t->known);
    return value;
}

static void replace_load(struct broadcasts *s, const struct target *t, LLVMValueRef old)
{
    stand_before(s, old);
    enter(s);
    LLVMReplaceAllUsesWith(old, catch_up(s, t));
    leave(s);
    LLVMInstructionEraseFromParent(old);
}

static void replace_store(struct broadcasts *s, const struct target *t, LLVMValueRef old)
{
    stand_before(s, old);
    enter(s);
    store(s, LLVMGetOperand(old, 0), t->variable);
    store(s, load(s, t->last), t->known);
    leave(s);
    LLVMInstructionEraseFromParent(old);
}

static void send(struct broadcasts *s, const struct target *t, LLVMValueRef old)
{
    stand_before(s, old);
    catch_up(s, t);
    store(s, LLVMGetOperand(old, 0), t->value);
    LLVMValueRef next = LLVMBuildAdd(s->builder, load(s, t->last), LLVMConstInt(number_type(s), 1, false), "");
    store(s, next, t->last);
    store(s, next, t->known);
    LLVMInstructionEraseFromParent(old);
}

/* The statement: in one step, once all threads that were created have begun. */
static void make_step(struct broadcasts *s, LLVMBasicBlockRef statement)
{
    stand_before(s, LLVMGetFirstInstruction(statement));
    LLVMValueRef none = LLVMConstNull(number_type(s));
    enter(s);
    LLVMValueRef all = LLVMBuildICmp(s->builder, LLVMIntEQ, load(s, s->unborn), none, "");
    LLVMValueRef condition = LLVMBuildZExt(s->builder, all, LLVMInt32TypeInContext(s->front->context), "");
    call(s, "__heddle_assume", LLVMVoidTypeInContext(s->front->context), &condition, 1);
    stand_before(s, LLVMGetBasicBlockTerminator(statement));
    leave(s);
}

/* In a loop over all accesses, because each is replaced by others: those that are to be replaced are collected first. */
static void replace_accesses(struct broadcasts *s)
{
    VECTOR(LLVMValueRef) old = {0};
    for (uint32_t k = 0; k < s->target_count; k++) {
        each_use(u, s->targets[k].variable)
        {
            LLVMValueRef taken = LLVMGetUser(u);
            each_use(v, taken) vector_push(&old, LLVMGetUser(v));
        }
    }
    struct map sends = {0};
    each_use(u, s->marker) each_instruction(i, statement_of(LLVMGetUser(u))) map_put(&sends, map_pointer_key(i), 1);
    vector_each(LLVMValueRef *, i, &old) {
        uint64_t sent = 0;
        const struct target *t = target_of(s, LLVMGetOperand(*i, LLVMIsAStoreInst(*i) ? 1 : 0));
        if (map_get(&sends, map_pointer_key(*i), &sent))
            send(s, t, *i);
        else if (LLVMIsAStoreInst(*i))
            replace_store(s, t, *i);
        else
            replace_load(s, t, *i);
    }
    map_free(&sends);
    vector_free(&old);
}

static void refuse(struct broadcasts *s, LLVMValueRef marker_call, const char *why)
{
    stand_before(s, marker_call);
    LLVMValueRef text = LLVMBuildGlobalString(s->builder, why, "reason");
    call(s, "__heddle_unsupported", LLVMVoidTypeInContext(s->front->context), &text, 1);
}

static void write_out(struct broadcasts *s)
{
    s->unborn = add_variable(s, number_type(s), NULL, "unborn", false);
    s->born = add_variable(s, number_type(s), NULL, "born", true);
    for (uint32_t k = 0; k < s->target_count; k++) {
        struct target *t = &s->targets[k];
        t->known = add_variable(s, number_type(s), t->variable, "known", true);
        t->last = add_variable(s, number_type(s), t->variable, "broadcast", false);
        t->value = add_variable(s, LLVMGlobalGetValueType(t->variable), t->variable, "value", false);
    }
    replace_accesses(s);
    each_use(u, s->marker) make_step(s, statement_of(LLVMGetUser(u)));
    count_creations(s);
    note_beginnings(s);
}

void send_broadcasts(struct front *f)
{
    struct broadcasts s = {.front = f, .marker = LLVMGetNamedFunction(f->module, "__heddle_begin_broadcast")};
    if (!s.marker)
        return;
    s.builder = LLVMCreateBuilderInContext(f->context);
    const char *why = objection_to_program(f);
    each_use(u, s.marker) if (!why) why = objection_to(&s, LLVMGetUser(u));
    if (!why)
        write_out(&s);
    each_use(u, s.marker) if (why) refuse(&s, LLVMGetUser(u), why);
    for (LLVMUseRef u; (u = LLVMGetFirstUse(s.marker));) {
        LLVMValueRef begin = LLVMGetUser(u);
        LLVMReplaceAllUsesWith(begin, LLVMConstInt(LLVMTypeOf(begin), 1, false));
        LLVMInstructionEraseFromParent(begin);
    }
    LLVMDisposeBuilder(s.builder);
}
