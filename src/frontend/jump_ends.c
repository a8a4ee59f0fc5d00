/* Local variables that a jump leaves (jumps.c), where it matters when they end: clang marks their ends on all ways out of a block but those by longjmp, and by the end of a thread that has cleanup handlers.
 *
 * A jump ends what lives where it is made and does not live where its setjmp is called: there is a way from the beginning of the variable to the jump, and none to the setjmp, that passes no end. Ways are those of the function before any of its jumps is
 * connected, so a block is left by its ends alone.
 *
 * Destructors of thread-specific values run when the thread has left all its functions: what pthread_exit has called them from has ended. */
#include "frontend/front.h"

#include "base/text.h"

struct left_variables {
    struct front *front;
    VECTOR(struct life {
        LLVMValueRef variable, begin; /* begin: a mark */
        struct map reached;           /* the calls where it lives */
    })
    lives;
    VECTOR(LLVMValueRef) arrays; /* allocated where they are needed: their ends have no marks */
};

static bool is_mark(LLVMValueRef i, const char *name, LLVMValueRef variable)
{
    return LLVMIsACallInst(i) && starts_with(called_name(i), name) && LLVMGetArgOperand(i, 1) == variable;
}

/* Which of the calls are reached from there before the variable ends, and before another call: NULL, or a setjmp. */
static void follow(LLVMValueRef begin, LLVMValueRef variable, LLVMValueRef stop, const struct map *calls, struct map *reached)
{
    struct map seen = {0};
    VECTOR(LLVMValueRef) waiting = {0};
    vector_push(&waiting, LLVMGetNextInstruction(begin));
    while (waiting.size) {
        LLVMValueRef i = vector_pop(&waiting), last = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(i));
        bool ends = false;
        for (; i && !ends; i = LLVMGetNextInstruction(i)) {
            if (map_get(calls, map_pointer_key(i), NULL))
                map_put(reached, map_pointer_key(i), 1);
            ends = i == stop || is_mark(i, "llvm.lifetime.end", variable);
        }
        for (unsigned k = 0; !ends && k < LLVMGetNumSuccessors(last); k++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(last, k);
            if (map_get(&seen, map_pointer_key(next), NULL))
                continue;
            map_put(&seen, map_pointer_key(next), 1);
            vector_push(&waiting, LLVMGetFirstInstruction(next));
        }
    }
    vector_free(&waiting);
    map_free(&seen);
}

static bool is_at_beginning(LLVMValueRef alloca)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(alloca);
    return LLVMIsAConstantInt(LLVMGetOperand(alloca, 0)) && block == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
}

static void add_life(struct left_variables *l, LLVMValueRef variable, const struct map *calls)
{
    assert(LLVMIsAAllocaInst(variable));
    struct life life = {.variable = variable};
    each_use(u, variable) if (is_mark(LLVMGetUser(u), "llvm.lifetime.start", variable))
    {
        life.begin = LLVMGetUser(u);
        follow(life.begin, variable, NULL, calls, &life.reached);
    }
    if (life.begin)
        vector_push(&l->lives, life);
    if (!is_at_beginning(variable))
        vector_push(&l->arrays, variable);
}

struct left_variables *find_left_variables(struct front *f, LLVMValueRef function, const struct map *calls)
{
    struct left_variables *l = NEW(struct left_variables);
    l->front = f;
    each_block(block, function) each_instruction(i, block) if (front_needs(f, NEEDS_LIFETIMES) && LLVMIsAAllocaInst(i) &&
                                                               !stays_where_it_is(i)) add_life(l, i, calls);
    return l;
}

void left_variables_free(struct left_variables *l)
{
    vector_each(struct life *, v, &l->lives)
        map_free(&v->reached);
    vector_free(&l->lives);
    vector_free(&l->arrays);
    mem_free(l);
}

static bool leaves(const struct life *v, LLVMValueRef jump, LLVMValueRef set)
{
    return map_get(&v->reached, map_pointer_key(jump), NULL) && !(set && map_get(&v->reached, map_pointer_key(set), NULL));
}

bool leaves_variables(const struct left_variables *l, LLVMValueRef jump, LLVMValueRef set)
{
    vector_each(const struct life *, v, &l->lives)
        if (leaves(v, jump, set))
            return true;
    return false;
}

/* Somebody may have the address of an array that was allocated since. */
bool may_leave_array(const struct left_variables *l, LLVMValueRef jump, LLVMValueRef set)
{
    struct map calls = {0}, reached = {0};
    map_put(&calls, map_pointer_key(jump), 1);
    vector_each(const LLVMValueRef *, v, &l->arrays)
        follow(*v, *v, set, &calls, &reached);
    bool may = map_get(&reached, map_pointer_key(jump), NULL);
    map_free(&calls);
    map_free(&reached);
    return may;
}

void end_left_variables(const struct left_variables *l, LLVMBuilderRef b, LLVMValueRef jump, LLVMValueRef set)
{
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(jump));
    vector_each(const struct life *, v, &l->lives)
        if (leaves(v, jump, set))
            build_lifetime_mark(l->front, b, "llvm.lifetime.end", v->variable, LLVMGetArgOperand(v->begin, 0));
}

/* --- destructors of threads --- */

static const char stack_mark[] = "__heddle_stack_left"; /* a call: local variables that live here end */

void mark_left_stacks(struct front *f)
{
    LLVMValueRef ends = LLVMGetNamedFunction(f->module, "__heddle_thread_ends");
    if (!ends || f->wide || !front_needs(f, NEEDS_LIFETIMES))
        return;
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), NULL, 0, false);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    each_use(u, ends) if (calls(LLVMGetUser(u), "__heddle_thread_ends"))
    {
        LLVMValueRef mark = LLVMGetNamedFunction(f->module, stack_mark);
        LLVMPositionBuilderBefore(b, LLVMGetUser(u));
        LLVMBuildCall2(b, type, mark ? mark : LLVMAddFunction(f->module, stack_mark, type), NULL, 0, "");
    }
    LLVMDisposeBuilder(b);
}

static void end_stacks(struct front *f, LLVMBuilderRef b, LLVMValueRef function)
{
    struct map marks = {0};
    VECTOR(LLVMValueRef) found = {0};
    each_block(block, function) each_instruction(i, block) if (calls(i, stack_mark))
    {
        map_put(&marks, map_pointer_key(i), 1);
        vector_push(&found, i);
    }
    struct left_variables *l = found.size ? find_left_variables(f, function, &marks) : NULL;
    vector_each(const LLVMValueRef *, mark, &found) {
        LLVMPositionBuilderBefore(b, *mark);
        end_left_variables(l, b, *mark, NULL);
        LLVMInstructionEraseFromParent(*mark);
    }
    if (l)
        left_variables_free(l);
    vector_free(&found);
    map_free(&marks);
}

void end_left_stacks(struct front *f)
{
    if (!LLVMGetNamedFunction(f->module, stack_mark))
        return;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    each_function(fn, f->module) if (is_defined(fn)) end_stacks(f, b, fn);
    LLVMDisposeBuilder(b);
}
