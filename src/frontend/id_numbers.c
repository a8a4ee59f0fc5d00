/* What number the id of a thread is: where glibc has put the thread, and ids of threads that have ended come again. Here ids are small numbers, so a program that calculates with
 * one, orders two, compares one with a number, or looks at its bytes is given any number there. That ids are equal, or null, says the id itself. So it is with keys of thread-specific values, but that null is a number
 * like others, and that they come again where any are deleted. */
#include "frontend/id_classes.h"

#include <assert.h>

enum { MOST_KEYS = 1024 }; /* glibc's PTHREAD_KEYS_MAX */

static bool is_none(LLVMValueRef v) { return LLVMIsAConstantInt(v) && LLVMConstIntGetSExtValue(v) == -1; }
static bool is_null_or_none(LLVMValueRef v) { return LLVMIsNull(v) || is_none(v); }

/* It is passed on to what is not followed. */
static bool leaves(LLVMValueRef call, unsigned operand)
{
    LLVMValueRef called = called_function(call);
    const char *name = called_name(call);
    if (operand >= LLVMGetNumArgOperands(call) || LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, operand))) == LLVMPointerTypeKind)
        return false;
    if (called && is_users_own(called))
        return operand >= LLVMCountParams(called);
    return called && !starts_with(name, "pthread_") && !starts_with(name, "thrd_") && !starts_with(name, "__") &&
           !starts_with(name, "tss_") && !starts_with(name, "llvm.");
}

/* Whether more is asked of the id than whose it is. */
static bool is_number(struct ids *s, LLVMValueRef i, unsigned operand)
{
    assert(operand < (unsigned)LLVMGetNumOperands(i));
    if (LLVMIsACallInst(i))
        return leaves(i, operand);
    if (!LLVMIsAICmpInst(i))
        return LLVMIsABinaryOperator(i) || LLVMIsASwitchInst(i) || LLVMIsASIToFPInst(i) || LLVMIsAUIToFPInst(i) ||
               (LLVMIsATruncInst(i) && LLVMGetIntTypeWidth(LLVMTypeOf(i)) < LEAST_BITS) || (LLVMIsAGetElementPtrInst(i) && operand);
    LLVMIntPredicate p = LLVMGetICmpPredicate(i);
    LLVMValueRef other = LLVMGetOperand(i, 1 - operand);
    if (ids_has_key(s, LLVMGetOperand(i, operand)))
        return (p != LLVMIntEQ && p != LLVMIntNE) || (!is_none(other) && (s->keys_deleted || LLVMIsAConstant(other)));
    if (is_null_or_none(other))
        return p != LLVMIntEQ && p != LLVMIntNE && !LLVMIsNull(other);
    s->compared = true;
    return (p != LLVMIntEQ && p != LLVMIntNE) || LLVMIsAConstantInt(other) || LLVMIsAConstantExpr(other);
}

static LLVMValueRef any_number(struct front *f, LLVMValueRef before, LLVMTypeRef wanted, bool is_key)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMInt64TypeInContext(f->context), &pointer, 1, false);
    LLVMValueRef any = LLVMGetNamedFunction(f->module, "__heddle_any_u64");
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    LLVMPositionBuilderBefore(b, before);
    const char *words = is_key ? "what number the key of thread-specific values is" : "what number the id of a thread is";
    LLVMValueRef what = LLVMBuildGlobalString(b, words, "reason");
    LLVMValueRef number = LLVMBuildCall2(b, type, any ? any : LLVMAddFunction(f->module, "__heddle_any_u64", type), &what, 1, "");
    if (is_key)
        number = LLVMBuildAnd(b, number, LLVMConstInt(LLVMInt64TypeInContext(f->context), MOST_KEYS - 1, false), "");
    number = LLVMGetTypeKind(wanted) == LLVMPointerTypeKind ? LLVMBuildIntToPtr(b, number, wanted, "")
                                                            : LLVMBuildIntCast2(b, number, wanted, false, "");
    LLVMDisposeBuilder(b);
    return number;
}

/* Bytes of an id, or how those of two compare. */
static bool is_look_inside(struct ids *s, LLVMValueRef i)
{
    if (LLVMIsALoadInst(i) && ids_width(LLVMTypeOf(i))) {
        struct value_class *c = ids_at(s, ids_content(s, ids_class(s, LLVMGetOperand(i, 0))));
        return c->id && ids_width(LLVMTypeOf(i)) < c->width;
    }
    if (!calls(i, "memcmp") && !calls(i, "bcmp"))
        return false;
    for (unsigned k = 0; k < 2; k++) {
        uint32_t number = ids_class(s, LLVMGetArgOperand(i, k));
        if (number != NONE && ids_at(s, ids_content(s, number))->id)
            return true;
    }
    return false;
}

static void look_at_uses(struct ids *s, LLVMValueRef i)
{
    assert(is_users_own(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i))));
    if (is_look_inside(s, i) && LLVMGetFirstUse(i))
        LLVMReplaceAllUsesWith(i, any_number(s->front, LLVMGetNextInstruction(i), LLVMTypeOf(i), false));
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++) {
        LLVMValueRef v = LLVMGetOperand(i, k);
        if (ids_has(s, v) && is_number(s, i, k))
            LLVMSetOperand(i, k, any_number(s->front, i, LLVMTypeOf(v), ids_has_key(s, v)));
    }
}

static bool has_ids(struct front *f)
{
    static const char *const names[] = {"pthread_self", "thrd_current",       "pthread_create",
                                        "thrd_create",  "pthread_key_create", "tss_create"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (LLVMGetNamedFunction(f->module, names[k]))
            return true;
    return false;
}

bool follow_ids(struct front *f)
{
    struct ids s = {.front = f};
    if (!has_ids(f))
        return false;
    s.keys_deleted = LLVMGetNamedFunction(f->module, "pthread_key_delete") || LLVMGetNamedFunction(f->module, "tss_delete");
    ids_follow(&s);
    ids_each_instruction(&s, look_at_uses);
    ids_free(&s);
    return s.compared;
}
