/* Printing functions of the program's own, log(format, ...), that hand a format and a list of arguments on to vsnprintf or vsprintf. The formats that
 * their callers give as literals are collected, and the call becomes one of a function that is made for it: it asks which of these formats it was given,
 * and prints that one piece by piece (sprintf_formats.c), with arguments from where the list has them. So no format is read when the program
 * runs, unless some caller has one that is not a literal.
 * Requires: varargs.c comes later, which makes every list one of arguments that lie one behind the other. */
#include "frontend/front.h"

#include "base/text.h"
#include "frontend/leaves.h"

#include <assert.h>

enum { MOST_FORMATS = 64, MOST_HANDS = 4 };

struct handed {
    LLVMValueRef formats[MOST_FORMATS];
    unsigned count;
    bool others; /* there may be some that are not known */
};

/* The parameter that v is, also if it was kept in a variable of its own. NULL if it is none. */
static LLVMValueRef parameter_behind(LLVMValueRef v)
{
    LLVMValueRef variable = LLVMIsALoadInst(v) ? LLVMIsAAllocaInst(LLVMGetOperand(v, 0)) : NULL, stored = NULL;
    if (!variable)
        return LLVMIsAArgument(v);
    each_use(u, variable)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user) || is_debug_call(user) || starts_with(called_name(user), "llvm.lifetime"))
            continue;
        if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != variable || LLVMGetOperand(user, 0) == variable || stored)
            return NULL;
        stored = LLVMGetOperand(user, 0);
    }
    return stored ? LLVMIsAArgument(stored) : NULL;
}

static unsigned position_of(LLVMValueRef parameter)
{
    assert(parameter && LLVMIsAArgument(parameter));
    LLVMValueRef function = LLVMGetParamParent(parameter);
    unsigned k = 0;
    while (LLVMGetParam(function, k) != parameter)
        k++;
    return k;
}

static void add(struct handed *h, LLVMValueRef literal)
{
    for (unsigned k = 0; k < h->count; k++)
        if (h->formats[k] == literal)
            return;
    if (h->count == MOST_FORMATS)
        h->others = true;
    else
        h->formats[h->count++] = literal;
}

static void collect(struct handed *h, LLVMValueRef format, unsigned hands)
{
    size_t length;
    LLVMValueRef parameter = parameter_behind(format), function = parameter ? LLVMGetParamParent(parameter) : NULL;
    if (constant_text(format, &length)) {
        add(h, format);
        return;
    }
    if (!parameter || !hands || has_address_taken(function)) {
        h->others = true;
        return;
    }
    unsigned position = position_of(parameter);
    each_use(u, function)
    {
        LLVMValueRef call = LLVMGetUser(u);
        if (position < LLVMGetNumArgOperands(call))
            collect(h, LLVMGetArgOperand(call, position), hands - 1);
        else
            h->others = true;
    }
}

/* --- the function that is made --- */

static void erase_all(LLVMBasicBlockRef b)
{
    for (LLVMValueRef i; (i = LLVMGetLastInstruction(b));)
        LLVMInstructionEraseFromParent(i);
}

/* Blocks that print one format, if it is given, and go to the next one otherwise. False: it is not understood, and nothing is built. */
static bool build_format(struct front *f, LLVMBuilderRef b, LLVMValueRef made, LLVMValueRef format, bool is_last)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(b), print = LLVMAppendBasicBlockInContext(f->context, made, "");
    LLVMValueRef list = LLVMGetParam(made, 3), area = list;
    size_t length;
    const char *text = constant_text(format, &length);
    assert(text && LLVMCountParams(made) == 4);
    LLVMPositionBuilderAtEnd(b, print);
    if (f->pointer_bytes == 8)
        area = LLVMBuildLoad2(b, LLVMTypeOf(list), build_address(f, b, list, 8), "");
    LLVMValueRef printed =
        write_out_list(f, b, LLVMGetParam(made, 0), LLVMGetParam(made, 1), area, arena_strndup(&f->arena, text, length));
    if (!printed) {
        erase_all(print);
        LLVMDeleteBasicBlock(print);
        LLVMPositionBuilderAtEnd(b, here);
        return false;
    }
    LLVMBuildRet(b, printed);
    LLVMPositionBuilderAtEnd(b, here);
    if (is_last) {
        LLVMBuildBr(b, print);
        return true;
    }
    LLVMBasicBlockRef next = LLVMAppendBasicBlockInContext(f->context, made, "");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, LLVMGetParam(made, 2), format, ""), print, next);
    LLVMPositionBuilderAtEnd(b, next);
    return true;
}

static bool has_numbers_written(LLVMValueRef format)
{
    size_t length;
    const char *text = constant_text(format, &length);
    assert(text);
    return memchr(text, 0, length) || format_has(text, 'n');
}

/* int made(char *to, size_t room, const char *format, va_list list) */
static LLVMValueRef make(struct front *f, LLVMBuilderRef b, const struct handed *h, LLVMValueRef printer, bool limited)
{
    assert(h->count > 0 && h->count <= MOST_FORMATS);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0), word = LLVMIntTypeInContext(f->context, 8 * f->pointer_bytes);
    LLVMTypeRef types[] = {pointer, word, pointer, pointer}, result = LLVMInt32TypeInContext(f->context);
    LLVMValueRef made = LLVMAddFunction(f->module, "__heddle_handed_format", LLVMFunctionType(result, types, 4, false));
    LLVMSetLinkage(made, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(f->context, made, ""));
    bool others = h->others;
    for (unsigned k = 0; k < h->count; k++)
        others |= !build_format(f, b, made, h->formats[k], k + 1 == h->count && !others);
    if (!others)
        return made;
    LLVMValueRef limit[] = {LLVMGetParam(made, 0), LLVMGetParam(made, 1), LLVMGetParam(made, 2), LLVMGetParam(made, 3)};
    LLVMValueRef free[] = {limit[0], limit[2], limit[3]};
    LLVMBuildRet(b, LLVMBuildCall2(b, LLVMGlobalGetValueType(printer), printer, limited ? limit : free, limited ? 4 : 3, ""));
    return made;
}

static void write_out(struct front *f, LLVMBuilderRef b, LLVMValueRef call, bool limited)
{
    struct handed h = {.count = 0};
    unsigned format = limited ? 2 : 1;
    if (LLVMGetNumArgOperands(call) != format + 2)
        return;
    collect(&h, LLVMGetArgOperand(call, format), MOST_HANDS);
    for (unsigned k = 0; k < h.count; k++)
        if (has_numbers_written(h.formats[k]))
            return;
    if (!h.count)
        return;
    LLVMValueRef made = make(f, b, &h, called_function(call), limited);
    LLVMTypeRef word = LLVMIntTypeInContext(f->context, 8 * f->pointer_bytes);
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef room = limited ? LLVMBuildIntCast2(b, LLVMGetArgOperand(call, 1), word, false, "") : LLVMConstAllOnes(word);
    LLVMValueRef arguments[] = {LLVMGetArgOperand(call, 0), room, LLVMGetArgOperand(call, format),
                                LLVMGetArgOperand(call, format + 1)};
    LLVMValueRef fresh = LLVMBuildCall2(b, LLVMGlobalGetValueType(made), made, arguments, 4, "");
    LLVMReplaceAllUsesWith(call, fresh);
    LLVMInstructionEraseFromParent(call);
}

void write_out_handed_formats(struct front *f)
{
    static const char *const names[] = {"vsprintf", "vsnprintf"};
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    for (unsigned limited = 0; limited < 2; limited++) {
        LLVMValueRef printer = LLVMGetNamedFunction(f->module, names[limited]);
        VECTOR(LLVMValueRef) calls = {0};
        if (!printer || LLVMGetStringAttributeAtIndex(printer, LLVMAttributeFunctionIndex, USERS_OWN, sizeof USERS_OWN - 1))
            continue;
        each_use(u, printer)
        {
            LLVMValueRef user = LLVMGetUser(u);
            if (LLVMIsACallInst(user) && called_function(user) == printer)
                vector_push(&calls, user);
        }
        vector_each(LLVMValueRef *, call, &calls)
            write_out(f, b, *call, limited);
        vector_free(&calls);
    }
    LLVMDisposeBuilder(b);
}
