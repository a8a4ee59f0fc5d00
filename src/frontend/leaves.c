/* Walks over LLVM types by byte offsets. */
#include "frontend/leaves.h"

#include "base/text.h"

/* A wide integer, or a long double, by powers of two. */
static bool words_of(const struct front *f, LLVMTypeRef t, uint64_t offset, uint32_t limit, leaves *out)
{
    uint64_t size = type_store_size(f, t), bytes = 8;
    for (uint64_t at = 0; at < size; at += bytes) {
        while (bytes > size - at)
            bytes /= 2;
        if (out->size >= limit)
            return false;
        vector_push(out, (struct leaf){offset + at, LLVMIntTypeInContext(f->context, 8 * (unsigned)bytes)});
    }
    return true;
}

bool type_leaves(const struct front *f, LLVMTypeRef t, uint64_t offset, uint32_t limit, leaves *out)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMX86_FP80TypeKind: return words_of(f, t, offset, limit, out);
    case LLVMIntegerTypeKind:
        if (type_store_size(f, t) > 8)
            return words_of(f, t, offset, limit, out);
        /* fall through */
    case LLVMPointerTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
        if (out->size >= limit)
            return false;
        vector_push(out, (struct leaf){offset, t});
        return true;
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            if (!type_leaves(f, LLVMStructGetTypeAtIndex(t, i), offset + LLVMOffsetOfElement(f->layout, t, i), limit, out))
                return false;
        return true;
    case LLVMVectorTypeKind:
    case LLVMArrayTypeKind: {
        LLVMTypeRef element = LLVMGetElementType(t);
        bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
        uint64_t size = type_size(f, element), count = vector ? LLVMGetVectorSize(t) : LLVMGetArrayLength2(t);
        if (count > limit)
            return false;
        for (uint64_t i = 0; i < count; i++)
            if (!type_leaves(f, element, offset + i * size, limit, out))
                return false;
        return true;
    }
    default: return false;
    }
}

bool array_at(const struct front *f, LLVMTypeRef t, uint64_t offset, uint64_t element, uint64_t *first, uint64_t *end)
{
    bool found = false, in_array = false;
    uint64_t start = 0, matrix = 0, matrix_end = 0;
    for (;;) {
        if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            in_array = false;
            if (offset - start >= type_size(f, t) || LLVMCountStructElementTypes(t) == 0)
                return found;
            unsigned i = LLVMElementAtOffset(f->layout, t, offset - start);
            start += LLVMOffsetOfElement(f->layout, t, i);
            t = LLVMStructGetTypeAtIndex(t, i);
        } else if (LLVMGetTypeKind(t) == LLVMArrayTypeKind) {
            LLVMTypeRef inner = LLVMGetElementType(t);
            uint64_t size = type_size(f, inner), count = LLVMGetArrayLength2(t);
            if (size == 0 || offset - start >= size * count)
                return found;
            if (!in_array) {
                matrix = start;
                matrix_end = start + size * count;
            }
            in_array = true;
            if (size == element) {
                *first = matrix;
                *end = matrix_end;
                found = true;
            }
            start += (offset - start) / size * size;
            t = inner;
        } else {
            return found;
        }
    }
}

uint64_t structure_end(const struct front *f, LLVMTypeRef t, uint64_t offset)
{
    uint64_t start = 0;
    for (;;) {
        LLVMTypeRef element = t;
        while (LLVMGetTypeKind(element) == LLVMArrayTypeKind)
            element = LLVMGetElementType(element);
        if (LLVMGetTypeKind(element) != LLVMStructTypeKind || offset - start >= type_size(f, t))
            return 0;
        if (start == offset)
            return start + type_size(f, t);
        if (LLVMGetTypeKind(t) == LLVMArrayTypeKind) {
            t = LLVMGetElementType(t);
            start += (offset - start) / type_size(f, t) * type_size(f, t);
        } else {
            unsigned k = LLVMElementAtOffset(f->layout, t, offset - start);
            start += LLVMOffsetOfElement(f->layout, t, k);
            t = LLVMStructGetTypeAtIndex(t, k);
        }
    }
}

LLVMValueRef build_conversion(struct front *f, LLVMBuilderRef b, LLVMValueRef v, LLVMTypeRef to)
{
    LLVMTypeRef from = LLVMTypeOf(v);
    LLVMTypeKind kf = LLVMGetTypeKind(from), kt = LLVMGetTypeKind(to);
    if (from == to)
        return v;
    if (kf == LLVMIntegerTypeKind && kt == LLVMIntegerTypeKind)
        return LLVMBuildIntCast2(b, v, to, true, "");
    if (kf == LLVMPointerTypeKind && kt == LLVMIntegerTypeKind)
        return LLVMBuildPtrToInt(b, v, to, "");
    if (kf == LLVMIntegerTypeKind && kt == LLVMPointerTypeKind)
        return LLVMBuildIntToPtr(b, v, to, "");
    return build_undefined(f, b, to);
}

LLVMValueRef build_undefined(struct front *f, LLVMBuilderRef b, LLVMTypeRef t)
{
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind && kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind)
        return LLVMGetUndef(t);
    char *text = LLVMPrintTypeToString(t);
    char *name = arena_printf(&f->arena, "__heddle_undefined.%s", text);
    LLVMDisposeMessage(text);
    LLVMTypeRef type = LLVMFunctionType(t, NULL, 0, false);
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, name);
    if (!fn) {
        fn = LLVMAddFunction(f->module, name, type);
        const char *const attributes[] = {"nounwind", "willreturn"};
        for (int i = 0; i < 2; i++)
            LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, enum_attribute(f->context, attributes[i]));
        unsigned memory = LLVMGetEnumAttributeKindForName("memory", 6);
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(f->context, memory, 0));
    }
    return LLVMBuildCall2(b, type, fn, NULL, 0, "undefined");
}

bool is_undefined_call(LLVMValueRef v) { return LLVMIsAInstruction(v) && starts_with(called_name(v), "__heddle_undefined."); }

/* As a member of a structure, so that the points-to analysis takes it for one and not for pointer arithmetic. */
LLVMValueRef build_address(struct front *f, LLVMBuilderRef b, LLVMValueRef base, uint64_t offset)
{
    if (offset == 0)
        return base;
    LLVMTypeRef byte = LLVMInt8TypeInContext(f->context), word = LLVMInt32TypeInContext(f->context);
    LLVMTypeRef members[] = {LLVMArrayType2(byte, offset), byte};
    LLVMValueRef indices[] = {LLVMConstInt(word, 0, false), LLVMConstInt(word, 1, false)};
    return LLVMBuildGEP2(b, LLVMStructTypeInContext(f->context, members, 2, true), base, indices, 2, "part");
}
