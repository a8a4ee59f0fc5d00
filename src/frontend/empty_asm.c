/* Inline assembly without a single instruction. Programs use it (asm volatile("" : "+r"(x))) to keep an optimiser from knowing a
 * value. An output that shares its register with an input (by "+" or by a number) has that input's value; the call goes.
 * Outputs that share with nobody hold what was left in a register: such a call stays, and is unsupported. */
#include "frontend/front.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OUTPUTS = 16 };

struct operands {
    unsigned outputs;                 /* all, in the order of their numbers */
    bool direct[MOST_OUTPUTS];        /* a result, not a place in memory */
    LLVMValueRef value[MOST_OUTPUTS]; /* the input that shares the register, or NULL */
};

/* Operands of the call come in the order of the constraints: places that are written, then inputs. */
static bool read_constraints(LLVMValueRef call, const char *constraints, struct operands *o)
{
    unsigned argument = 0, arguments = LLVMGetNumArgOperands(call);
    for (const char *c = constraints; c && *c; c = strchr(c, ',') ? strchr(c, ',') + 1 : NULL) {
        if (*c == '~' || *c == '!')
            continue;
        if (*c == '=') {
            if (o->outputs == MOST_OUTPUTS)
                return false;
            bool direct = c[1 + (c[1] == '&')] != '*';
            o->direct[o->outputs++] = direct;
            argument += !direct;
            continue;
        }
        unsigned long shared = isdigit((unsigned char)*c) ? strtoul(c, NULL, 10) : MOST_OUTPUTS;
        if (argument >= arguments || (shared < MOST_OUTPUTS && shared >= o->outputs))
            return false;
        if (shared < MOST_OUTPUTS)
            o->value[shared] = LLVMGetOperand(call, argument);
        argument++;
    }
    return true;
}

/* The values of the results, one after the other; false if one of them is not known. */
static bool results(const struct operands *o, LLVMValueRef values[MOST_OUTPUTS], unsigned *count)
{
    *count = 0;
    for (unsigned i = 0; i < o->outputs; i++)
        if (o->direct[i] && !(values[(*count)++] = o->value[i]))
            return false;
    return *count > 0;
}

static bool only_taken_apart(LLVMValueRef call, LLVMValueRef const *values, unsigned count)
{
    each_use(u, call)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (!is_instruction(user, LLVMExtractValue) || LLVMGetNumIndices(user) != 1 || LLVMGetIndices(user)[0] >= count ||
            LLVMTypeOf(user) != LLVMTypeOf(values[LLVMGetIndices(user)[0]]))
            return false;
    }
    return true;
}

static void take_values(LLVMValueRef call, LLVMValueRef const *values)
{
    LLVMUseRef u;
    while ((u = LLVMGetFirstUse(call))) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMReplaceAllUsesWith(user, values[LLVMGetIndices(user)[0]]);
        LLVMInstructionEraseFromParent(user);
    }
    LLVMInstructionEraseFromParent(call);
}

static void replace(LLVMValueRef call)
{
    size_t length;
    LLVMValueRef callee = LLVMGetCalledValue(call), values[MOST_OUTPUTS];
    const char *code = LLVMGetInlineAsmAsmString(callee, &length);
    unsigned count;
    struct operands o = {0};
    if (strspn(code, " \t\n;") < length)
        return;
    const char *constraints = LLVMGetInlineAsmConstraintString(callee, &length);
    if (!read_constraints(call, constraints, &o) || !results(&o, values, &count))
        return;
    if (count == 1 && LLVMTypeOf(call) == LLVMTypeOf(values[0])) {
        LLVMReplaceAllUsesWith(call, values[0]);
        LLVMInstructionEraseFromParent(call);
    } else if (count > 1 && only_taken_apart(call, values, count))
        take_values(call, values);
}

void replace_empty_asm(struct front *f)
{
    each_function(fn, f->module) each_block(b, fn) for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next)
    {
        next = LLVMGetNextInstruction(i);
        if (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
            replace(i);
    }
}
