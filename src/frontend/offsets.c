/* Distances within structures that are written as addresses: `(char *)p - (unsigned long)&((struct task *)0)->list`, as offsetof was before it was one word, reaches heddle as an
 * expression over a null pointer, which LLVM folds only when it optimises. They become the numbers that they are. */
#include "frontend/front.h"

static bool number_of(const struct front *f, LLVMValueRef v, uint64_t *value);

bool constant_offset(const struct front *f, LLVMValueRef gep, int64_t *offset)
{
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    for (int k = 1; k < LLVMGetNumOperands(gep); k++) {
        LLVMValueRef index = LLVMIsAConstantInt(LLVMGetOperand(gep, (unsigned)k));
        if (!index)
            return false;
        int64_t i = LLVMConstIntGetSExtValue(index);
        if (k > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            *offset += (int64_t)LLVMOffsetOfElement(f->layout, t, (unsigned)i);
            t = LLVMStructGetTypeAtIndex(t, (unsigned)i);
            continue;
        }
        if (k > 1)
            t = LLVMGetElementType(t);
        *offset += i * (int64_t)type_size(f, t);
    }
    return true;
}

static bool expression_of(const struct front *f, LLVMValueRef v, uint64_t *value)
{
    uint64_t a, b;
    int64_t offset = 0;
    if (!number_of(f, LLVMGetOperand(v, 0), &a))
        return false;
    *value = a;
    switch (LLVMGetConstOpcode(v)) {
    case LLVMGetElementPtr:
        if (!constant_offset(f, v, &offset))
            return false;
        *value = a + (uint64_t)offset;
        return true;
    case LLVMPtrToInt:
    case LLVMTrunc: return true;
    case LLVMAdd:
    case LLVMSub:
        if (!number_of(f, LLVMGetOperand(v, 1), &b))
            return false;
        *value = LLVMGetConstOpcode(v) == LLVMAdd ? a + b : a - b;
        return true;
    default: return false;
    }
}

static bool number_of(const struct front *f, LLVMValueRef v, uint64_t *value)
{
    bool known = false;
    *value = 0;
    if (LLVMIsAConstantPointerNull(v))
        return true;
    if (LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64) {
        *value = LLVMConstIntGetZExtValue(v);
        known = true;
    } else if (LLVMIsAConstantExpr(v)) {
        known = expression_of(f, v, value);
    }
    uint64_t bytes = type_store_size(f, LLVMTypeOf(v));
    if (bytes < 8)
        *value &= (UINT64_C(1) << 8 * bytes) - 1;
    return known;
}

void fold_offsets(struct front *f)
{
    each_function(fn, f->module) each_block(b, fn) each_instruction(i, b)
    {
        for (int k = 0; k < LLVMGetNumOperands(i); k++) {
            LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
            uint64_t value;
            if (LLVMIsAConstantExpr(v) && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind &&
                LLVMGetIntTypeWidth(LLVMTypeOf(v)) % 8 == 0 && number_of(f, v, &value))
                LLVMSetOperand(i, (unsigned)k, LLVMConstInt(LLVMTypeOf(v), value, false));
        }
    }
}
