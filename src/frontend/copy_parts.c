/* Loads and stores for the parts of a copy. */
#include "frontend/copy_parts.h"

#include "frontend/leaves.h"

typedef VECTOR(LLVMValueRef) values;

/* The bits of a scalar as 64, high ones zero. */
static LLVMValueRef bits_of(struct front *f, LLVMBuilderRef b, LLVMValueRef v)
{
    LLVMTypeRef all = LLVMInt64TypeInContext(f->context);
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
    if (kind == LLVMPointerTypeKind)
        v = LLVMBuildPtrToInt(b, v, LLVMIntTypeInContext(f->context, 8 * f->pointer_bytes), "");
    else if (kind != LLVMIntegerTypeKind)
        v = LLVMBuildBitCast(b, v, LLVMIntTypeInContext(f->context, (unsigned)LLVMSizeOfTypeInBits(f->layout, LLVMTypeOf(v))), "");
    return LLVMBuildZExt(b, v, all, "");
}

/* The bytes of a part, put together from those that were read. */
static LLVMValueRef assemble(struct front *f, LLVMBuilderRef b, const struct copy *c, const values *read, const struct part *wanted)
{
    LLVMTypeRef all = LLVMInt64TypeInContext(f->context);
    LLVMValueRef sum = LLVMConstInt(all, 0, false);
    for (uint32_t i = 0; i < c->reads.size; i++) {
        const struct part *r = &c->reads.data[i];
        bool fits = wanted->type || LLVMGetTypeKind(LLVMTypeOf(read->data[i])) == LLVMIntegerTypeKind;
        if (r->offset == wanted->offset && r->size == wanted->size && fits)
            return read->data[i];
        if (r->offset + r->size <= wanted->offset || r->offset >= wanted->offset + wanted->size)
            continue;
        LLVMValueRef bits = bits_of(f, b, read->data[i]);
        if (r->offset > wanted->offset)
            bits = LLVMBuildShl(b, bits, LLVMConstInt(all, 8 * (r->offset - wanted->offset), false), "");
        else if (r->offset < wanted->offset)
            bits = LLVMBuildLShr(b, bits, LLVMConstInt(all, 8 * (wanted->offset - r->offset), false), "");
        sum = LLVMBuildOr(b, sum, bits, "");
    }
    return LLVMBuildTrunc(b, sum, LLVMIntTypeInContext(f->context, 8 * wanted->size), "");
}

static LLVMValueRef pattern(struct front *f, LLVMValueRef call, const struct part *part)
{
    uint64_t byte = LLVMConstIntGetZExtValue(LLVMGetArgOperand(call, 1)) & 255;
    if (!byte)
        return LLVMConstNull(part->type);
    return LLVMConstInt(LLVMIntTypeInContext(f->context, 8 * part->size), byte * UINT64_C(0x0101010101010101), false);
}

/* Who only stores the value stores it in this form: clang passes pairs of floats as vectors. */
static void store_as(LLVMValueRef load, LLVMValueRef value)
{
    values stores = {0};
    each_use(u, load) if (LLVMIsAStoreInst(LLVMGetUser(u)) && LLVMGetOperand(LLVMGetUser(u), 0) == load)
        vector_push(&stores, LLVMGetUser(u));
    vector_each(LLVMValueRef *, s, &stores)
        LLVMSetOperand(*s, 0, value);
    vector_free(&stores);
}

/* What a load of a structure gives, in the type that clang has chosen. */
static void replace_load(struct front *f, LLVMBuilderRef b, const struct copy *c, const values *read)
{
    LLVMTypeRef t = LLVMTypeOf(c->at);
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    struct part whole = {0, c->size, NULL};
    LLVMValueRef v = assemble(f, b, c, read, &whole);
    if (kind == LLVMVectorTypeKind)
        store_as(c->at, v);
    if (kind == LLVMIntegerTypeKind)
        v = LLVMBuildIntCast2(b, v, t, false, "");
    else
        v = kind == LLVMPointerTypeKind ? LLVMBuildIntToPtr(b, v, t, "") : LLVMBuildBitCast(b, v, t, "");
    LLVMReplaceAllUsesWith(c->at, v);
}

void build_copy(struct front *f, LLVMBuilderRef b, struct copy *c)
{
    values read = {0};
    LLVMValueRef from = c->kind == COPY_LOAD ? LLVMGetOperand(c->at, 0) : c->kind == COPY_MOVE ? LLVMGetArgOperand(c->at, 1) : NULL;
    if (c->kind == COPY_LOAD)
        LLVMSetMetadata(c->at, by_value_kind(f), NULL);
    if (c->kind == COPY_LOAD && c->reads.size == 1 && LLVMGetTypeKind(LLVMTypeOf(c->at)) != LLVMVectorTypeKind)
        return;
    LLVMPositionBuilderBefore(b, c->at);
    vector_each(const struct part *, r, &c->reads) {
        LLVMValueRef v = LLVMBuildLoad2(b, r->type, build_address(f, b, from, r->offset), "copy");
        LLVMSetAlignment(v, 1);
        vector_push(&read, v);
    }
    if (c->kind == COPY_LOAD)
        replace_load(f, b, c, &read);
    values written = {0};
    vector_each(const struct part *, w, &c->writes) {
        LLVMValueRef v = c->kind == COPY_MOVE  ? assemble(f, b, c, &read, w)
                         : c->kind == COPY_SET ? pattern(f, c->at, w)
                                               : build_undefined(f, b, w->type);
        vector_push(&written, v);
    }
    for (uint32_t i = 0; i < c->writes.size; i++)
        LLVMSetAlignment(
            LLVMBuildStore(b, written.data[i], build_address(f, b, LLVMGetArgOperand(c->at, 0), c->writes.data[i].offset)), 1);
    LLVMInstructionEraseFromParent(c->at);
    vector_free(&read);
    vector_free(&written);
}
