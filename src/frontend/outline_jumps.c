/* setjmp and longjmp (models/jumps.c), for outlines. An outline has no values, so a jump need not know where it goes: it goes to any landing of its
 * function, or out of it, and behind every call that a jump may come out of there is a branch to a jump of the caller. So all ways of the program are among
 * those of the outline. Once everything is inlined, such a call and its branch become two calls (outline_ends.c), so that what is called does not come back by a jump where the caller
 * goes on as if nothing had happened.
 *
 * A handler of a signal that jumps leaves the thread that it interrupts, at any point: then a jump may come out of every call, which is where anything changes that
 * orders accesses. */
#include "frontend/front.h"

#include "base/text.h"

#define JUMP_BEHIND "__heddle_jump_behind" /* to a landing, but not to the one with this buffer */

struct jumpers {
    struct front *front;
    LLVMBuilderRef b;
    struct map set;     /* functions that a jump may come out of */
    bool through_value; /* one of them may be called through a pointer */
    bool as_handler;    /* and may be what signals call: void f(int), or with two further arguments */
    bool anywhere;      /* there are handlers, and it may be one: what the program calls may jump */
    LLVMTypeRef type;   /* of pass_on */
    LLVMValueRef pass_on;
};

static bool is_jumper(const struct jumpers *j, LLVMValueRef function) { return map_get(&j->set, map_pointer_key(function), NULL); }

/* longjmp, or what runs a cleanup handler, which glibc's macros write behind a setjmp. */
static bool is_jump(LLVMValueRef function)
{
    return !strcmp(value_name(function), "__heddle_jump") || !strcmp(value_name(function), "__heddle_jump_to_handler") ||
           !strcmp(value_name(function), JUMP_OUT) || !strcmp(value_name(function), JUMP_BEHIND);
}

static bool may_jump(const struct jumpers *j, LLVMValueRef i)
{
    if (!LLVMIsACallInst(i) || LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
        return false;
    LLVMValueRef callee = called_function(i);
    if (j->anywhere && is_users_own(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i))))
        return callee ? !starts_with(value_name(callee), "llvm.") && !starts_with(value_name(callee), "__heddle_nondet") : true;
    return callee ? is_jumper(j, callee) : j->through_value;
}

static bool contains_jump(const struct jumpers *j, LLVMValueRef function)
{
    each_block(b, function) each_instruction(i, b) if (may_jump(j, i)) return true;
    return false;
}

/* The second argument is one. */
static bool takes_handler(LLVMValueRef function)
{
    static const char *const names[] = {"signal", "bsd_signal", "sysv_signal", "__sysv_signal", "ssignal", "sigset"};
    bool takes = false;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        takes |= !strcmp(value_name(function), names[k]);
    return takes;
}

/* Whether all that signal() and its like are given is named there, and there is nothing else that takes handlers. */
static bool handlers_are_named(const struct front *f)
{
    static const char *const others[] = {"sigaction", "timer_create", "mq_notify", "sigvec"};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        LLVMValueRef fn = LLVMGetNamedFunction(f->module, others[k]);
        if (fn && LLVMGetFirstUse(fn))
            return false;
    }
    each_function(fn, f->module) if (takes_handler(fn)) each_use(u, fn)
    {
        LLVMValueRef call = LLVMGetUser(u);
        if (!LLVMIsACallInst(call) || called_function(call) != fn || LLVMGetNumArgOperands(call) < 2 ||
            !LLVMIsConstant(LLVMGetArgOperand(call, 1)))
            return false;
    }
    return true;
}

static bool is_named_handler(LLVMValueRef function)
{
    each_use(u, function)
    {
        LLVMValueRef callee = LLVMIsACallInst(LLVMGetUser(u)) ? called_function(LLVMGetUser(u)) : NULL;
        if (callee && callee != function && takes_handler(callee))
            return true;
    }
    return false;
}

static bool fits_handler(LLVMValueRef function)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(function), types[3];
    unsigned count = LLVMCountParamTypes(type);
    if (LLVMGetTypeKind(LLVMGetReturnType(type)) != LLVMVoidTypeKind || (count != 1 && count != 3))
        return false;
    LLVMGetParamTypes(type, types);
    return LLVMGetTypeKind(types[0]) == LLVMIntegerTypeKind;
}

static void find_jumpers(struct jumpers *j)
{
    bool named = handlers_are_named(j->front);
    each_function(fn, j->front->module) if (is_jump(fn)) map_put(&j->set, map_pointer_key(fn), 1);
    for (bool grows = true; grows;) {
        grows = false;
        each_function(fn, j->front->module) if (!is_jumper(j, fn) && contains_jump(j, fn))
        {
            map_put(&j->set, map_pointer_key(fn), 1);
            j->through_value |= has_address_taken(fn);
            j->as_handler |= named ? is_named_handler(fn) : has_address_taken(fn) && fits_handler(fn);
            grows = true;
        }
    }
}

static LLVMAttributeRef string_attribute(const struct front *f, const char *name)
{
    return LLVMCreateStringAttribute(f->context, name, (unsigned)strlen(name), "", 0);
}

static LLVMValueRef declared(struct front *f, const char *name, LLVMTypeRef type)
{
    LLVMValueRef known = LLVMGetNamedFunction(f->module, name);
    return known ? known : LLVMAddFunction(f->module, name, type);
}

/* void pass_on(void) { if (any) JUMP_OUT(); }, to be inlined, which makes the blocks. */
static void make_pass_on(struct jumpers *j)
{
    struct front *f = j->front;
    LLVMTypeRef any_type = LLVMFunctionType(LLVMInt1TypeInContext(f->context), NULL, 0, false);
    j->type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), NULL, 0, false);
    j->pass_on = LLVMAddFunction(f->module, "__heddle_pass_jump_on", j->type);
    LLVMSetLinkage(j->pass_on, LLVMInternalLinkage);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(f->context, j->pass_on, "entry");
    LLVMBasicBlockRef jumps = LLVMAppendBasicBlockInContext(f->context, j->pass_on, "jumps");
    LLVMBasicBlockRef goes_on = LLVMAppendBasicBlockInContext(f->context, j->pass_on, "goes_on");
    LLVMPositionBuilderAtEnd(j->b, entry);
    const char *name = j->anywhere ? SIGNAL_MAY_JUMP : MAY_JUMP;
    LLVMValueRef any = LLVMBuildCall2(j->b, any_type, declared(f, name, any_type), NULL, 0, "");
    LLVMBuildCondBr(j->b, any, jumps, goes_on);
    LLVMPositionBuilderAtEnd(j->b, jumps);
    LLVMBuildCall2(j->b, j->type, declared(f, JUMP_OUT, j->type), NULL, 0, "");
    LLVMBuildUnreachable(j->b);
    LLVMPositionBuilderAtEnd(j->b, goes_on);
    LLVMBuildRetVoid(j->b);
}

/* They return now, by a jump. */
static void let_return(struct jumpers *j, LLVMValueRef function)
{
    unsigned noreturn = LLVMGetEnumAttributeKindForName("noreturn", strlen("noreturn"));
    LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, noreturn);
    each_block(b, function) each_instruction(i, b) if (may_jump(j, i))
        LLVMRemoveCallSiteEnumAttribute(i, LLVMAttributeFunctionIndex, noreturn);
}

static void pass_on_from(struct jumpers *j, LLVMValueRef function)
{
    each_block(b, function) each_instruction(i, b) if (may_jump(j, i) && !(called_function(i) && is_jump(called_function(i))))
    {
        LLVMValueRef callee = called_function(i);
        if (!callee || is_jumper(j, callee) || (is_users_own(callee) && is_defined(callee)))
            LLVMAddCallSiteAttribute(i, LLVMAttributeFunctionIndex, string_attribute(j->front, LEFT_EITHER_WAY));
        LLVMPositionBuilderBefore(j->b, LLVMGetNextInstruction(i));
        i = LLVMBuildCall2(j->b, j->type, j->pass_on, NULL, 0, "");
    }
}

/* What comes behind a cleanup handler goes on to the one that was there before it, and not to itself: the call of __heddle_unwind becomes if (any) JUMP_BEHIND(buffer). */
static void unwind_behind(struct front *f, LLVMBuilderRef b)
{
    LLVMValueRef next = LLVMGetNamedFunction(f->module, "__pthread_unwind_next"), unwind = NULL;
    if (!next || !is_defined(next))
        return;
    each_block(block, next) each_instruction(i, block) if (calls(i, "__heddle_unwind")) unwind = i;
    if (!unwind)
        return;
    LLVMTypeRef nothing = LLVMVoidTypeInContext(f->context), pointer = LLVMPointerTypeInContext(f->context, 0);
    LLVMTypeRef type = LLVMFunctionType(nothing, &pointer, 1, false),
                any = LLVMFunctionType(LLVMInt1TypeInContext(f->context), NULL, 0, false);
    LLVMValueRef made = LLVMAddFunction(f->module, "__heddle_unwind_behind", type), buffer = LLVMGetParam(made, 0);
    LLVMSetLinkage(made, LLVMInternalLinkage);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(f->context, made, "entry");
    LLVMBasicBlockRef jumps = LLVMAppendBasicBlockInContext(f->context, made, "jumps");
    LLVMBasicBlockRef last = LLVMAppendBasicBlockInContext(f->context, made, "last");
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMBuildCondBr(b, LLVMBuildCall2(b, any, declared(f, "__heddle_nondet_handler", any), NULL, 0, ""), jumps, last);
    LLVMPositionBuilderAtEnd(b, jumps);
    LLVMBuildCall2(b, type, declared(f, JUMP_BEHIND, type), &buffer, 1, "");
    LLVMBuildUnreachable(b);
    LLVMPositionBuilderAtEnd(b, last);
    LLVMBuildRetVoid(b);
    LLVMPositionBuilderBefore(b, unwind);
    buffer = LLVMGetParam(next, 0);
    LLVMBuildCall2(b, type, made, &buffer, 1, "");
    LLVMInstructionEraseFromParent(unwind);
}

bool pass_jumps_on(struct front *f, bool handlers)
{
    bool any = false;
    each_function(fn, f->module) any |= is_jump(fn) && LLVMGetFirstUse(fn);
    if (!any)
        return false;
    struct jumpers j = {.front = f, .b = LLVMCreateBuilderInContext(f->context)};
    unwind_behind(f, j.b);
    find_jumpers(&j);
    j.anywhere = handlers && j.as_handler;
    make_pass_on(&j);
    each_function(fn, f->module) if (is_users_own(fn) || is_jumper(&j, fn))
    {
        let_return(&j, fn);
        pass_on_from(&j, fn);
    }
    LLVMDisposeBuilder(j.b);
    map_free(&j.set);
    return true;
}

/* --- once the pieces are inlined --- */

static LLVMBasicBlockRef way_out(struct front *f, LLVMBuilderRef b, LLVMValueRef function)
{
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), NULL, 0, false);
    LLVMBasicBlockRef out = LLVMAppendBasicBlockInContext(f->context, function, "");
    LLVMPositionBuilderAtEnd(b, out);
    LLVMBuildCall2(b, type, declared(f, JUMP_OUT, type), NULL, 0, "");
    LLVMBuildUnreachable(b);
    return out;
}

struct landing {
    LLVMBasicBlockRef block, to; /* to: where jumps go */
    LLVMValueRef buffer;         /* a local variable; NULL if it is not known which */
    struct map reached;          /* blocks where a thread may be when its setjmp has been called */
};

typedef VECTOR(struct landing) landing_vector;
typedef VECTOR(LLVMValueRef) jump_vector;

static void reach_from(struct map *reached, LLVMBasicBlockRef block)
{
    VECTOR(LLVMBasicBlockRef) todo = {0};
    vector_push(&todo, block);
    while (todo.size) {
        LLVMBasicBlockRef at = vector_pop(&todo);
        if (map_get(reached, map_pointer_key(at), NULL))
            continue;
        map_put(reached, map_pointer_key(at), 1);
        LLVMValueRef last = LLVMGetBasicBlockTerminator(at);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
            vector_push(&todo, LLVMGetSuccessor(last, k));
    }
    vector_free(&todo);
}

static bool is_reached(const struct landing *l, LLVMBasicBlockRef block)
{
    return map_get(&l->reached, map_pointer_key(block), NULL);
}

/* A jump goes to a landing only if its setjmp has been called before in this activation. */
static void find_reached(landing_vector *landings, const jump_vector *jumps)
{
    vector_each(struct landing *, l, landings)
        reach_from(&l->reached, l->block);
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(struct landing *, l, landings)
            vector_each(const LLVMValueRef *, jump, jumps)
                vector_each(struct landing *, other, landings) {
                    LLVMBasicBlockRef from = LLVMGetInstructionParent(*jump);
                    if (!is_reached(l, from) || !is_reached(other, from) || is_reached(l, other->block))
                        continue;
                    reach_from(&l->reached, other->block);
                    changed = true;
                }
    }
}

/* The local variable that a pointer leads to, through parameters of what was inlined; NULL if there is none. */
static LLVMValueRef local_at(LLVMValueRef pointer)
{
    for (unsigned left = 16; left; left--) {
        LLVMValueRef at = LLVMIsALoadInst(pointer) ? LLVMGetOperand(pointer, 0) : NULL, stored = NULL;
        if (LLVMIsAAllocaInst(pointer))
            return pointer;
        if (LLVMIsAGetElementPtrInst(pointer)) {
            pointer = LLVMGetOperand(pointer, 0);
            continue;
        }
        if (!at || !LLVMIsAAllocaInst(at) || !is_private(at))
            return NULL;
        each_use(u, at)
        {
            LLVMValueRef user = LLVMGetUser(u);
            bool begins = LLVMIsAStoreInst(user) && starts_with(called_name(LLVMGetOperand(user, 0)), "__heddle_undefined");
            if (LLVMIsAGetElementPtrInst(user) || (LLVMIsAStoreInst(user) && !begins && stored))
                return NULL;
            stored = LLVMIsAStoreInst(user) && !begins ? LLVMGetOperand(user, 0) : stored;
        }
        if (!stored)
            return NULL;
        pointer = stored;
    }
    return NULL;
}

static bool lands_in(LLVMValueRef set, LLVMBasicBlockRef block)
{
    LLVMBasicBlockRef at = LLVMGetInstructionParent(set);
    for (unsigned left = 8; left && at != block; left--) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(at);
        if (!LLVMIsABranchInst(last) || LLVMIsConditional(last))
            return false;
        at = LLVMGetSuccessor(last, 0);
    }
    return at == block;
}

/* That of the setjmp that comes before it. */
static LLVMValueRef buffer_of_landing(LLVMValueRef function, LLVMBasicBlockRef block)
{
    LLVMValueRef found = NULL;
    unsigned count = 0;
    each_block(b, function) each_instruction(i, b) if (calls(i, "__heddle_set_jump") && lands_in(i, block))
    {
        found = local_at(LLVMGetArgOperand(i, 0));
        count++;
    }
    return count == 1 ? found : NULL;
}

static void replace_jump(struct front *f, LLVMBuilderRef b, LLVMValueRef call, const struct landing *landings, unsigned count)
{
    LLVMValueRef not_to = calls(call, JUMP_BEHIND) ? local_at(LLVMGetArgOperand(call, 0)) : NULL;
    LLVMBasicBlockRef from = LLVMGetInstructionParent(call);
    LLVMBasicBlockRef out = way_out(f, b, LLVMGetBasicBlockParent(from));
    LLVMTypeRef word = LLVMInt32TypeInContext(f->context), type = LLVMFunctionType(word, NULL, 0, false);
    for (LLVMValueRef last; (last = LLVMGetLastInstruction(from)) != call;) {
        if (LLVMGetFirstUse(last))
            LLVMReplaceAllUsesWith(last, LLVMGetUndef(LLVMTypeOf(last)));
        LLVMInstructionEraseFromParent(last);
    }
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef any = LLVMBuildCall2(b, type, declared(f, "__heddle_nondet_landing", type), NULL, 0, "");
    LLVMValueRef choice = LLVMBuildSwitch(b, any, out, count);
    for (unsigned k = 0; k < count; k++)
        if (is_reached(&landings[k], from) && (!not_to || landings[k].buffer != not_to))
            LLVMAddCase(choice, LLVMConstInt(word, k, false), landings[k].to);
    LLVMInstructionEraseFromParent(call);
}

/* Requires that no value is used in another block than its own: a landing gets new ways in. */
void replace_jumps(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    each_function(fn, f->module)
    {
        landing_vector landings = {0};
        jump_vector jumps = {0};
        each_block(block, fn) each_instruction(i, block)
        {
            if (calls(i, "__heddle_landing"))
                vector_push(&landings, (struct landing){.block = block, .buffer = buffer_of_landing(fn, block)});
            else if (LLVMIsACallInst(i) && called_function(i) && is_jump(called_function(i)))
                vector_push(&jumps, i);
        }
        find_reached(&landings, &jumps);
        vector_each(struct landing *, l, &landings)
            l->to = jumps.size ? landing_of_jumps(f, b, l->block) : l->block;
        vector_each(LLVMValueRef *, call, &jumps)
            replace_jump(f, b, *call, landings.data, landings.size);
        vector_each(struct landing *, l, &landings)
            map_free(&l->reached);
        vector_free(&landings);
        vector_free(&jumps);
    }
    LLVMDisposeBuilder(b);
}

static bool function_calls(LLVMValueRef function, const char *name)
{
    each_block(b, function) each_instruction(i, b) if (calls(i, name)) return true;
    return false;
}

bool function_lands(LLVMValueRef function) { return function_calls(function, "__heddle_landing"); }

bool function_jumps_out(LLVMValueRef function) { return function_calls(function, JUMP_OUT); }
