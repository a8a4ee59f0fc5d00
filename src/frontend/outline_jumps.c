/* setjmp and longjmp (models/jumps.c), for outlines. An outline has no values, so a jump need not know where it goes: it goes to any landing of its
 * function, or out of it by a return, and behind every call that a jump may come out of there is a branch to a jump of the caller. So all ways of the program are among
 * those of the outline, and others, too: what is called returns by a jump and the caller goes on as if nothing had happened.
 *
 * A handler of a signal that jumps leaves the thread that it interrupts, at any point: then a jump may come out of every call, which is where anything changes that
 * orders accesses. */
#include "frontend/front.h"

#include "base/text.h"

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
           !strcmp(value_name(function), "__heddle_jump_on");
}

static bool is_users_own(LLVMValueRef function)
{
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, USERS_OWN, sizeof USERS_OWN - 1);
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
    static const char *const others[] = {"sigaction", "timer_create", "sigvec"};
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

static LLVMValueRef declared(struct front *f, const char *name, LLVMTypeRef type)
{
    LLVMValueRef known = LLVMGetNamedFunction(f->module, name);
    return known ? known : LLVMAddFunction(f->module, name, type);
}

/* void pass_on(void) { if (any) __heddle_jump_on(); }, to be inlined, which makes the blocks. */
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
    LLVMValueRef any = LLVMBuildCall2(j->b, any_type, declared(f, "__heddle_nondet_jump", any_type), NULL, 0, "");
    LLVMBuildCondBr(j->b, any, jumps, goes_on);
    LLVMPositionBuilderAtEnd(j->b, jumps);
    LLVMBuildCall2(j->b, j->type, declared(f, "__heddle_jump_on", j->type), NULL, 0, "");
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
        LLVMPositionBuilderBefore(j->b, LLVMGetNextInstruction(i));
        i = LLVMBuildCall2(j->b, j->type, j->pass_on, NULL, 0, "");
    }
}

bool pass_jumps_on(struct front *f, bool handlers)
{
    bool any = false;
    each_function(fn, f->module) any |= is_jump(fn) && LLVMGetFirstUse(fn);
    if (!any)
        return false;
    struct jumpers j = {.front = f, .b = LLVMCreateBuilderInContext(f->context)};
    find_jumpers(&j);
    make_pass_on(&j);
    j.anywhere = handlers && j.as_handler;
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

static LLVMBasicBlockRef way_out(LLVMBuilderRef b, LLVMValueRef function)
{
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    LLVMBasicBlockRef out = LLVMAppendBasicBlockInContext(LLVMGetModuleContext(LLVMGetGlobalParent(function)), function, "");
    LLVMPositionBuilderAtEnd(b, out);
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, LLVMGetUndef(result));
    return out;
}

static void replace_jump(struct front *f, LLVMBuilderRef b, LLVMValueRef call, LLVMBasicBlockRef *landings, unsigned count)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(call);
    LLVMBasicBlockRef out = way_out(b, LLVMGetBasicBlockParent(from));
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
        LLVMAddCase(choice, LLVMConstInt(word, k, false), landings[k]);
    LLVMInstructionEraseFromParent(call);
}

/* Requires that no value is used in another block than its own: a landing gets new ways in. */
void replace_jumps(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    each_function(fn, f->module)
    {
        VECTOR(LLVMBasicBlockRef) landings = {0};
        VECTOR(LLVMValueRef) jumps = {0};
        each_block(block, fn) each_instruction(i, block)
        {
            if (calls(i, "__heddle_landing"))
                vector_push(&landings, block);
            else if (LLVMIsACallInst(i) && called_function(i) && is_jump(called_function(i)))
                vector_push(&jumps, i);
        }
        vector_each(LLVMValueRef *, call, &jumps)
            replace_jump(f, b, *call, landings.data, landings.size);
        vector_free(&landings);
        vector_free(&jumps);
    }
    LLVMDisposeBuilder(b);
}
