/* What number the id of a thread is: where glibc has put the thread, and ids of threads that have ended come again. Here ids are small numbers, so a program that calculates with
 * one, orders two, or compares one with a number is given any number there. That ids are equal, or null, says the id itself. An id is followed from pthread_self and from where
 * pthread_create puts it, through variables, members of structures (by their types), parameters and results; not through other pointers. */
#include "frontend/front.h"

#include <assert.h>

enum { LEAST_BITS = 16 }; /* what is cut to fewer is a number */

struct ids {
    struct front *front;
    struct map known; /* values that are ids; places that hold some; functions that return one (the address and 1) */
    bool changed, compared;
};

typedef void visit_function(struct ids *, LLVMValueRef instruction);

static void add(struct ids *s, uint64_t key)
{
    if (!key || map_get(&s->known, key, NULL))
        return;
    map_put(&s->known, key, 1);
    s->changed = true;
}

static bool has(const struct ids *s, uint64_t key) { return key && map_get(&s->known, key, NULL); }

static bool is_id(const struct ids *s, LLVMValueRef v) { return has(s, map_pointer_key(v)); }

static void add_value(struct ids *s, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) >= LEAST_BITS)
        add(s, map_pointer_key(v));
}

static bool is_gep(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

/* The innermost member of a structure that the address is of; 0: there is none. */
static uint64_t member_of(LLVMValueRef gep)
{
    assert(is_gep(gep));
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    uint64_t member = 0;
    for (unsigned k = 2; k < (unsigned)LLVMGetNumOperands(gep); k++) {
        LLVMValueRef index = LLVMGetOperand(gep, k);
        if (LLVMGetTypeKind(type) != LLVMStructTypeKind) {
            type = LLVMGetElementType(type);
            continue;
        }
        uint64_t number = LLVMConstIntGetZExtValue(index);
        member = map_pointer_key(type) + number + 2;
        type = LLVMStructGetTypeAtIndex(type, (unsigned)number);
    }
    return member;
}

/* A variable, whatever element of it, or a member of structures of a type; 0: not known. */
static uint64_t place_of(LLVMValueRef pointer)
{
    while (is_gep(pointer)) {
        uint64_t member = member_of(pointer);
        LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
        if (member)
            return member;
        if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8)
            return 0;
        pointer = LLVMGetOperand(pointer, 0);
    }
    return LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer) ? map_pointer_key(pointer) : 0;
}

static bool is_users_own(LLVMValueRef function)
{
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, USERS_OWN, sizeof USERS_OWN - 1) != NULL;
}

static uint64_t result_of(LLVMValueRef function) { return map_pointer_key(function) + 1; }

static void follow_call(struct ids *s, LLVMValueRef call)
{
    LLVMValueRef called = called_function(call);
    unsigned given = LLVMGetNumArgOperands(call);
    if (calls(call, "pthread_self") || calls(call, "thrd_current"))
        add_value(s, call);
    if ((calls(call, "pthread_create") || calls(call, "thrd_create")) && given)
        add(s, place_of(LLVMGetArgOperand(call, 0)));
    if (!called || !is_users_own(called))
        return;
    for (unsigned k = 0; k < given && k < LLVMCountParams(called); k++)
        if (is_id(s, LLVMGetArgOperand(call, k)))
            add_value(s, LLVMGetParam(called, k));
    if (has(s, result_of(called)))
        add_value(s, call);
}

static bool passes_on(LLVMValueRef i)
{
    return LLVMIsAZExtInst(i) || LLVMIsASExtInst(i) || LLVMIsATruncInst(i) || LLVMIsAFreezeInst(i) || LLVMIsAPHINode(i) ||
           LLVMIsASelectInst(i);
}

static void follow(struct ids *s, LLVMValueRef i)
{
    if (LLVMIsACallInst(i))
        follow_call(s, i);
    else if (LLVMIsALoadInst(i) && has(s, place_of(LLVMGetOperand(i, 0))))
        add_value(s, i);
    else if (LLVMIsAStoreInst(i) && is_id(s, LLVMGetOperand(i, 0)))
        add(s, place_of(LLVMGetOperand(i, 1)));
    else if (LLVMIsAReturnInst(i) && LLVMGetNumOperands(i) && is_id(s, LLVMGetOperand(i, 0)))
        add(s, result_of(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i))));
    else if (passes_on(i))
        for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
            if (is_id(s, LLVMGetOperand(i, k)))
                add_value(s, i);
}

static bool is_null_or_none(LLVMValueRef v)
{
    return LLVMIsNull(v) || (LLVMIsAConstantInt(v) && LLVMConstIntGetSExtValue(v) == -1);
}

/* Whether more is asked of the id than whose it is. */
static bool is_number(struct ids *s, LLVMValueRef i, unsigned operand)
{
    if (!LLVMIsAICmpInst(i))
        return LLVMIsABinaryOperator(i) || LLVMIsASwitchInst(i) || LLVMIsASIToFPInst(i) || LLVMIsAUIToFPInst(i) ||
               (LLVMIsATruncInst(i) && LLVMGetIntTypeWidth(LLVMTypeOf(i)) < LEAST_BITS);
    LLVMIntPredicate p = LLVMGetICmpPredicate(i);
    LLVMValueRef other = LLVMGetOperand(i, 1 - operand);
    if (is_null_or_none(other))
        return p != LLVMIntEQ && p != LLVMIntNE && !LLVMIsNull(other);
    s->compared = true;
    return (p != LLVMIntEQ && p != LLVMIntNE) || LLVMIsAConstantInt(other);
}

static void give_any_number(struct front *f, LLVMValueRef i, unsigned operand)
{
    assert(is_users_own(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i))) && !LLVMIsAPHINode(i));
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMInt64TypeInContext(f->context), &pointer, 1, false);
    LLVMValueRef any = LLVMGetNamedFunction(f->module, "__heddle_any_u64");
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    LLVMPositionBuilderBefore(b, i);
    LLVMValueRef what = LLVMBuildGlobalString(b, "what number the id of a thread is", "reason");
    LLVMValueRef number = LLVMBuildCall2(b, type, any ? any : LLVMAddFunction(f->module, "__heddle_any_u64", type), &what, 1, "");
    LLVMSetOperand(i, operand, LLVMBuildIntCast2(b, number, LLVMTypeOf(LLVMGetOperand(i, operand)), false, ""));
    LLVMDisposeBuilder(b);
}

static void look_at_uses(struct ids *s, LLVMValueRef i)
{
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
        if (is_id(s, LLVMGetOperand(i, k)) && is_number(s, i, k))
            give_any_number(s->front, i, k);
}

static void each_users_instruction(struct ids *s, visit_function *visit)
{
    each_function(fn, s->front->module) if (is_defined(fn) && is_users_own(fn)) each_block(b, fn) each_instruction(i, b)
        visit(s, i);
}

bool follow_ids(struct front *f)
{
    struct ids s = {.front = f};
    do {
        s.changed = false;
        each_users_instruction(&s, follow);
    } while (s.changed);
    each_users_instruction(&s, look_at_uses);
    map_free(&s.known);
    return s.compared;
}
