/* The flags of x86: what comparisons and arithmetic leave behind, and conditions over it. */
#include "frontend/assembly.h"

#include <stdio.h>
#include <string.h>

LLVMValueRef asm_apply(struct assembly *a, LLVMAtomicRMWBinOp op, LLVMValueRef old, LLVMValueRef with)
{
    switch (op) {
    case LLVMAtomicRMWBinOpAdd: return LLVMBuildAdd(a->builder, old, with, "");
    case LLVMAtomicRMWBinOpSub: return LLVMBuildSub(a->builder, old, with, "");
    case LLVMAtomicRMWBinOpAnd: return LLVMBuildAnd(a->builder, old, with, "");
    case LLVMAtomicRMWBinOpOr: return LLVMBuildOr(a->builder, old, with, "");
    case LLVMAtomicRMWBinOpXor: return LLVMBuildXor(a->builder, old, with, "");
    default: return with;
    }
}

void asm_forget_flags(struct assembly *a)
{
    for (unsigned k = 0; k < FLAGS; k++)
        a->flag[k] = NULL;
}

static LLVMValueRef is_negative(struct assembly *a, LLVMValueRef v)
{
    return LLVMBuildICmp(a->builder, LLVMIntSLT, v, LLVMConstNull(LLVMTypeOf(v)), "");
}

void asm_set_result_flags(struct assembly *a, LLVMValueRef result)
{
    a->flag[FLAG_ZERO] = LLVMBuildICmp(a->builder, LLVMIntEQ, result, LLVMConstNull(LLVMTypeOf(result)), "");
    a->flag[FLAG_SIGN] = is_negative(a, result);
}

void asm_set_flags(struct assembly *a, LLVMAtomicRMWBinOp op, LLVMValueRef old, LLVMValueRef with)
{
    LLVMBuilderRef b = a->builder;
    LLVMValueRef result = asm_apply(a, op, old, with);
    bool sum = op == LLVMAtomicRMWBinOpAdd, difference = op == LLVMAtomicRMWBinOpSub;
    asm_set_result_flags(a, result);
    a->flag[FLAG_CARRY] = a->flag[FLAG_OVERFLOW] = LLVMConstInt(LLVMInt1TypeInContext(a->front->context), 0, false);
    if (!sum && !difference)
        return;
    LLVMValueRef other = sum ? LLVMBuildXor(b, with, result, "") : LLVMBuildXor(b, old, with, "");
    a->flag[FLAG_CARRY] = sum ? LLVMBuildICmp(b, LLVMIntULT, result, old, "") : LLVMBuildICmp(b, LLVMIntULT, old, with, "");
    a->flag[FLAG_OVERFLOW] = is_negative(a, LLVMBuildAnd(b, LLVMBuildXor(b, old, result, ""), other, ""));
}

static LLVMValueRef either(struct assembly *a, LLVMValueRef x, LLVMValueRef y)
{
    return x && y ? LLVMBuildOr(a->builder, x, y, "") : NULL;
}

static LLVMValueRef differ(struct assembly *a, LLVMValueRef x, LLVMValueRef y)
{
    return x && y ? LLVMBuildXor(a->builder, x, y, "") : NULL;
}

LLVMValueRef asm_condition(struct assembly *a, const char *code)
{
    static const struct {
        const char *names; /* each with a blank behind */
        char what;
        bool negated;
    } table[] = {{"z e ", 'z', false},   {"nz ne ", 'z', true}, {"c b nae ", 'c', false}, {"nc nb ae ", 'c', true},
                 {"s ", 's', false},     {"ns ", 's', true},    {"o ", 'o', false},       {"no ", 'o', true},
                 {"be na ", 'b', false}, {"a nbe ", 'b', true}, {"l nge ", 'l', false},   {"ge nl ", 'l', true},
                 {"le ng ", 'g', false}, {"g nle ", 'g', true}};
    char wanted[8];
    if (snprintf(wanted, sizeof wanted, "%s ", code) >= (int)sizeof wanted)
        return NULL;
    for (unsigned k = 0; k < sizeof table / sizeof *table; k++) {
        const char *at = strstr(table[k].names, wanted);
        if (!at || (at != table[k].names && at[-1] != ' '))
            continue;
        LLVMValueRef *f = a->flag, bit;
        switch (table[k].what) {
        case 'z': bit = f[FLAG_ZERO]; break;
        case 'c': bit = f[FLAG_CARRY]; break;
        case 's': bit = f[FLAG_SIGN]; break;
        case 'o': bit = f[FLAG_OVERFLOW]; break;
        case 'b': bit = either(a, f[FLAG_CARRY], f[FLAG_ZERO]); break;
        case 'l': bit = differ(a, f[FLAG_SIGN], f[FLAG_OVERFLOW]); break;
        default: bit = either(a, f[FLAG_ZERO], differ(a, f[FLAG_SIGN], f[FLAG_OVERFLOW])); break;
        }
        return bit && table[k].negated ? LLVMBuildNot(a->builder, bit, "") : bit;
    }
    return NULL;
}
