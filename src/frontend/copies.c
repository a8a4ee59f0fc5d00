/* memcpy, memmove and memset. With a constant size they become loads and stores of the scalars that the memory consists of, as
 * far as a declaration says what these are, and of words otherwise; all loads come first. Other sizes become calls of the models.
 * Zeroing memory right where it was allocated becomes an allocation of zeroed memory (calloc). */
#include "frontend/front.h"

#include "base/text.h"
#include "frontend/leaves.h"

enum { LARGEST_COPY = 1024, MOST_PARTS = 512 };

/* Type of the variable that p points into, and where; NULL if unknown. */
static LLVMTypeRef declared_type(const struct front *f, LLVMValueRef p, uint64_t *offset)
{
    *offset = 0;
    for (;;) {
        if (LLVMIsAAllocaInst(p)) {
            LLVMValueRef count = LLVMGetOperand(p, 0);
            return LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 1 ? LLVMGetAllocatedType(p) : NULL;
        }
        if (LLVMIsAGlobalVariable(p))
            return LLVMGlobalGetValueType(p);
        bool is_gep = is_instruction(p, LLVMGetElementPtr) || (LLVMIsAConstantExpr(p) && LLVMGetConstOpcode(p) == LLVMGetElementPtr);
        if (!is_gep)
            return NULL;
        LLVMTypeRef t = LLVMGetGEPSourceElementType(p);
        for (int k = 1; k < LLVMGetNumOperands(p); k++) {
            LLVMValueRef index = LLVMGetOperand(p, (unsigned)k);
            if (!LLVMIsAConstantInt(index))
                return NULL;
            uint64_t i = LLVMConstIntGetZExtValue(index);
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
        p = LLVMGetOperand(p, 0);
    }
}

/* The parts of size bytes at p, offsets from p. Gaps between scalars (padding) are left out. */
static bool parts_of(const struct front *f, LLVMValueRef p, uint64_t size, leaves *parts)
{
    uint64_t offset;
    LLVMTypeRef t = declared_type(f, p, &offset);
    leaves all = {0};
    bool ok = t && offset + size <= type_size(f, t) && type_leaves(f, t, 0, 4 * MOST_PARTS, &all);
    vector_each(const struct leaf *, l, &all)
    {
        uint64_t bytes = type_store_size(f, l->type);
        if (!ok || l->offset + bytes <= offset || l->offset >= offset + size)
            continue;
        if (l->offset < offset || l->offset + bytes > offset + size)
            ok = false;
        else
            vector_push(parts, (struct leaf){l->offset - offset, l->type});
    }
    vector_free(&all);
    return ok && parts->size <= MOST_PARTS;
}

static void words_of(const struct front *f, uint64_t size, leaves *parts)
{
    vector_clear(parts);
    for (uint64_t at = 0; at < size;) {
        uint64_t bytes = f->pointer_bytes == 8 && size - at >= 8 && size % 8 == 0 ? 8 : 4;
        while (at + bytes > size || at % bytes)
            bytes /= 2;
        vector_push(parts, (struct leaf){at, LLVMIntTypeInContext(f->context, 8 * (unsigned)bytes)});
        at += bytes;
    }
}

static void expand_copy(struct front *f, LLVMBuilderRef b, LLVMValueRef call, const leaves *parts)
{
    VECTOR(LLVMValueRef) values = {0};
    LLVMValueRef to = LLVMGetArgOperand(call, 0), from = LLVMGetArgOperand(call, 1);
    vector_each(const struct leaf *, l, parts)
    {
        LLVMValueRef v = LLVMBuildLoad2(b, l->type, build_address(f, b, from, l->offset), "copy");
        LLVMSetAlignment(v, 1);
        vector_push(&values, v);
    }
    for (uint32_t i = 0; i < parts->size; i++)
        LLVMSetAlignment(LLVMBuildStore(b, values.data[i], build_address(f, b, to, parts->data[i].offset)), 1);
    vector_free(&values);
}

static void expand_set(struct front *f, LLVMBuilderRef b, LLVMValueRef call, const leaves *parts)
{
    LLVMValueRef to = LLVMGetArgOperand(call, 0), byte = LLVMGetArgOperand(call, 1);
    uint64_t value = LLVMConstIntGetZExtValue(byte) & 255;
    vector_each(const struct leaf *, l, parts)
    {
        LLVMTypeKind kind = LLVMGetTypeKind(l->type);
        unsigned bits = 8 * (unsigned)type_store_size(f, l->type);
        LLVMTypeRef integer = LLVMIntTypeInContext(f->context, bits);
        LLVMValueRef pattern = LLVMConstInt(integer, value * UINT64_C(0x0101010101010101), false);
        if (value == 0)
            pattern = LLVMConstNull(l->type);
        else if (kind == LLVMPointerTypeKind)
            pattern = LLVMConstIntToPtr(pattern, l->type);
        LLVMSetAlignment(LLVMBuildStore(b, pattern, build_address(f, b, to, l->offset)), 1);
    }
}

/* calloc: marks the allocation instead of storing. */
static bool zeroes_fresh_memory(struct front *f, LLVMValueRef call)
{
    LLVMValueRef p = LLVMGetArgOperand(call, 0), byte = LLVMGetArgOperand(call, 1);
    if (!LLVMIsAInstruction(p) || !calls(p, "__heddle_alloc") || !LLVMIsAConstantInt(byte) || LLVMConstIntGetZExtValue(byte))
        return false;
    LLVMValueRef size = LLVMGetArgOperand(call, 2), allocated = LLVMGetArgOperand(p, 0);
    if (size != allocated && !(LLVMIsAConstantInt(size) && LLVMIsAConstantInt(allocated)
                               && LLVMConstIntGetZExtValue(size) == LLVMConstIntGetZExtValue(allocated)))
        return false;
    for (LLVMValueRef i = LLVMGetNextInstruction(p); i != call; i = LLVMGetNextInstruction(i))
        if (!i || LLVMIsALoadInst(i) || LLVMIsAStoreInst(i) || (LLVMIsACallInst(i) && !is_debug_call(i)))
            return false;
    LLVMSetMetadata(p, LLVMGetMDKindIDInContext(f->context, "heddle.zeroed", 13), LLVMMDNodeInContext(f->context, NULL, 0));
    return true;
}

static void use_model(struct front *f, LLVMBuilderRef b, LLVMValueRef call, const char *name)
{
    LLVMValueRef model = LLVMGetNamedFunction(f->module, name);
    if (!model || !is_defined(model))
        return; /* an unsupported location later */
    LLVMTypeRef type = LLVMGlobalGetValueType(model);
    LLVMTypeRef types[3];
    if (LLVMCountParamTypes(type) != 3)
        return;
    LLVMGetParamTypes(type, types);
    LLVMValueRef arguments[3];
    for (unsigned i = 0; i < 3; i++) {
        arguments[i] = LLVMGetArgOperand(call, i);
        if (LLVMGetTypeKind(types[i]) == LLVMIntegerTypeKind)
            arguments[i] = LLVMBuildIntCast2(b, arguments[i], types[i], false, "");
    }
    LLVMBuildCall2(b, type, model, arguments, 3, "");
    LLVMInstructionEraseFromParent(call);
}

static void expand(struct front *f, LLVMBuilderRef b, LLVMValueRef call, const char *name)
{
    bool is_set = starts_with(name, "llvm.memset");
    LLVMValueRef size = LLVMGetArgOperand(call, 2);
    LLVMPositionBuilderBefore(b, call);
    if (is_set && zeroes_fresh_memory(f, call)) {
        LLVMInstructionEraseFromParent(call);
        return;
    }
    bool known = LLVMIsAConstantInt(size) && LLVMConstIntGetZExtValue(size) <= LARGEST_COPY
                 && (!is_set || LLVMIsAConstantInt(LLVMGetArgOperand(call, 1)));
    if (!known) {
        use_model(f, b, call, is_set ? "memset" : starts_with(name, "llvm.memcpy") ? "memcpy" : "memmove");
        return;
    }
    uint64_t bytes = LLVMConstIntGetZExtValue(size);
    leaves parts = {0};
    if (!parts_of(f, LLVMGetArgOperand(call, 0), bytes, &parts)) {
        vector_clear(&parts);
        if (is_set || !parts_of(f, LLVMGetArgOperand(call, 1), bytes, &parts))
            words_of(f, bytes, &parts);
    }
    if (is_set) {
        uint64_t value = LLVMConstIntGetZExtValue(LLVMGetArgOperand(call, 1));
        bool floats = false;
        vector_each(const struct leaf *, l, &parts)
            floats |= LLVMGetTypeKind(l->type) != LLVMIntegerTypeKind && LLVMGetTypeKind(l->type) != LLVMPointerTypeKind;
        if (value && floats)
            words_of(f, bytes, &parts);
        expand_set(f, b, call, &parts);
    } else {
        expand_copy(f, b, call, &parts);
    }
    vector_free(&parts);
    LLVMInstructionEraseFromParent(call);
}

static bool is_aggregate(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMStructTypeKind || LLVMGetTypeKind(t) == LLVMArrayTypeKind;
}

/* A structure that is loaded or stored as one value (a small one that a function returns), by its members. */
static void split_aggregate(struct front *f, LLVMBuilderRef b, LLVMValueRef i)
{
    bool is_load = LLVMIsALoadInst(i);
    LLVMTypeRef t = LLVMTypeOf(is_load ? i : LLVMGetOperand(i, 0));
    LLVMValueRef whole = is_load ? LLVMGetUndef(t) : LLVMGetOperand(i, 0);
    bool is_struct = LLVMGetTypeKind(t) == LLVMStructTypeKind;
    unsigned n = is_struct ? LLVMCountStructElementTypes(t) : (unsigned)LLVMGetArrayLength2(t);
    LLVMPositionBuilderBefore(b, i);
    for (unsigned k = 0; k < n; k++) {
        LLVMTypeRef part = is_struct ? LLVMStructGetTypeAtIndex(t, k) : LLVMGetElementType(t);
        uint64_t offset = is_struct ? LLVMOffsetOfElement(f->layout, t, k) : k * type_size(f, part);
        LLVMValueRef address = build_address(f, b, LLVMGetOperand(i, is_load ? 0 : 1), offset);
        if (is_load)
            whole = LLVMBuildInsertValue(b, whole, LLVMBuildLoad2(b, part, address, "part"), k, "");
        else
            LLVMBuildStore(b, LLVMBuildExtractValue(b, whole, k, ""), address);
    }
    if (is_load)
        LLVMReplaceAllUsesWith(i, whole);
    LLVMInstructionEraseFromParent(i);
}

void expand_copies(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    each_function(fn, f->module) each_block(block, fn)
    {
        LLVMValueRef next;
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
            next = LLVMGetNextInstruction(i);
            const char *name = called_name(i);
            if (starts_with(name, "llvm.memcpy") || starts_with(name, "llvm.memmove") || starts_with(name, "llvm.memset"))
                expand(f, b, i, name);
            else if ((LLVMIsALoadInst(i) && is_aggregate(LLVMTypeOf(i)))
                     || (LLVMIsAStoreInst(i) && is_aggregate(LLVMTypeOf(LLVMGetOperand(i, 0)))))
                split_aggregate(f, b, i);
        }
    }
    LLVMDisposeBuilder(b);
}
