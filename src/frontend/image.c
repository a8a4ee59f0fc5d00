/* Initial contents of global and thread-local variables, read from LLVM constants; and values of constants. */
#include "frontend/regions.h"

static bool gep_offset(struct front *f, LLVMValueRef v, uint64_t *offset)
{
    LLVMTypeRef t = LLVMGetGEPSourceElementType(v);
    *offset = 0;
    for (int k = 1; k < LLVMGetNumOperands(v); k++) {
        LLVMValueRef index = LLVMGetOperand(v, (unsigned)k);
        if (!LLVMIsAConstantInt(index))
            return false;
        uint64_t i = (uint64_t)LLVMConstIntGetSExtValue(index);
        if (k == 1) {
            *offset += i * type_size(f, t);
        } else if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            *offset += LLVMOffsetOfElement(f->layout, t, (unsigned)i);
            t = LLVMStructGetTypeAtIndex(t, (unsigned)i);
        } else {
            t = LLVMGetElementType(t);
            *offset += i * type_size(f, t);
        }
    }
    return true;
}

static bool expression_value(struct pointsto *p, LLVMValueRef v, uint64_t *value)
{
    struct front *f = p->places.front;
    uint64_t a, b;
    if (!constant_value(p, LLVMGetOperand(v, 0), &a))
        return false;
    switch (LLVMGetConstOpcode(v)) {
    case LLVMGetElementPtr:
        if (!gep_offset(f, v, &b))
            return false;
        *value = a + b;
        break;
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMTrunc: *value = a; break;
    case LLVMAdd:
        if (!constant_value(p, LLVMGetOperand(v, 1), &b))
            return false;
        *value = a + b;
        break;
    case LLVMSub:
        if (!constant_value(p, LLVMGetOperand(v, 1), &b))
            return false;
        *value = a - b;
        break;
    case LLVMMul:
        if (!constant_value(p, LLVMGetOperand(v, 1), &b))
            return false;
        *value = a * b;
        break;
    case LLVMXor:
        if (!constant_value(p, LLVMGetOperand(v, 1), &b))
            return false;
        *value = a ^ b;
        break;
    default: return false;
    }
    uint64_t bytes = type_store_size(f, LLVMTypeOf(v));
    if (bytes < 8)
        *value &= (UINT64_C(1) << 8 * bytes) - 1;
    return true;
}

/* As they are: a detour over C's double would make a signalling NaN a quiet one. */
static bool real_bits(LLVMValueRef v, uint64_t *value)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
    if (kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind)
        return false;
    LLVMTypeRef bits = LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)), kind == LLVMFloatTypeKind ? 32 : 64);
    LLVMValueRef same = LLVMIsAConstantInt(LLVMConstBitCast(v, bits));
    *value = same ? LLVMConstIntGetZExtValue(same) : 0;
    return same;
}

bool constant_value(struct pointsto *p, LLVMValueRef v, uint64_t *value)
{
    *value = 0;
    if (LLVMIsAConstantInt(v)) {
        *value = LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64 ? LLVMConstIntGetZExtValue(v) : 0;
        return LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64;
    }
    if (LLVMIsAConstantPointerNull(v))
        return true;
    if (LLVMIsAConstantFP(v))
        return real_bits(v, value);
    if (LLVMIsAFunction(v) || LLVMIsAGlobalVariable(v)) {
        if (LLVMIsAGlobalVariable(v) && LLVMIsThreadLocal(v))
            return false;
        uint64_t object;
        if (!map_get(&p->places.object_of, map_pointer_key(v), &object))
            return false;
        *value = p->places.objects.data[object].base;
        return true;
    }
    if (LLVMIsAGlobalAlias(v))
        return constant_value(p, LLVMAliasGetAliasee(v), value);
    return LLVMIsAConstantExpr(v) && expression_value(p, v, value);
}

/* Of an integer that is wider than a word; little endian. */
static bool wide_bytes(struct front *f, LLVMValueRef v, uint64_t offset, unsigned bytes, uint64_t *value)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context); /* it folds */
    if (8 * offset < LLVMGetIntTypeWidth(t)) {
        LLVMValueRef moved = LLVMBuildLShr(b, v, LLVMConstInt(t, 8 * offset, false), "");
        *value = LLVMConstIntGetZExtValue(LLVMBuildTrunc(b, moved, LLVMIntTypeInContext(f->context, 8 * bytes), ""));
    }
    LLVMDisposeBuilder(b);
    return true;
}

/* One byte of a constant at an offset; false if unknown. */
static bool constant_bytes(struct pointsto *p, LLVMValueRef v, uint64_t offset, unsigned bytes, uint64_t *value)
{
    struct front *f = p->places.front;
    LLVMTypeRef t = LLVMTypeOf(v);
    *value = 0;
    if (LLVMIsNull(v) || LLVMIsUndef(v))
        return true;
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    if (LLVMIsAConstantFP(v) && kind == LLVMX86_FP80TypeKind)
        v = LLVMConstBitCast(v, LLVMIntTypeInContext(f->context, 80));
    if (LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
        return wide_bytes(f, v, offset, bytes, value);
    if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
        bool is_struct = kind == LLVMStructTypeKind;
        uint64_t size = is_struct ? 0 : type_size(f, LLVMGetElementType(t));
        if (offset >= type_size(f, t) || (kind == LLVMVectorTypeKind && offset >= LLVMGetVectorSize(t) * size))
            return true;
        unsigned k = is_struct ? LLVMElementAtOffset(f->layout, t, offset) : (unsigned)(offset / size);
        uint64_t start = is_struct ? LLVMOffsetOfElement(f->layout, t, k) : k * size;
        LLVMValueRef part = LLVMGetAggregateElement(v, k);
        uint64_t part_size = type_size(f, LLVMTypeOf(part));
        if (offset - start + bytes <= part_size)
            return constant_bytes(p, part, offset - start, bytes, value);
        for (unsigned i = 0; i < bytes; i++) { /* spans several parts, or padding */
            uint64_t byte = 0;
            if (bytes == 1 || !constant_bytes(p, v, offset + i, 1, &byte))
                return bytes == 1;
            *value |= byte << 8 * i;
        }
        return true;
    }
    uint64_t whole;
    if (!constant_value(p, v, &whole))
        return false;
    *value = offset < 8 ? whole >> 8 * offset : 0;
    if (bytes < 8)
        *value &= (UINT64_C(1) << 8 * bytes) - 1;
    return true;
}

bool initial_value(struct regions *r, const struct object *o, uint64_t offset, unsigned bytes, uint64_t *value)
{
    assert(bytes >= 1 && bytes <= 8);
    *value = 0;
    if (o->kind != OBJECT_GLOBAL && o->kind != OBJECT_THREAD_LOCAL)
        return o->zeroed;
    LLVMValueRef init = LLVMGetInitializer(o->value);
    return init && constant_bytes(r->pointsto, init, offset, bytes, value);
}
