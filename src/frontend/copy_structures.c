/* A structure that is too large to be copied, or zeroed, scalar by scalar: member by member. Arrays of bytes in it are gone through by a loop of their own (the models of
 * memcpy and memset), so that nobody goes byte by byte from one member into the next; what lies between members is copied as well. */
#include "frontend/copy_parts.h"
#include "frontend/leaves.h"
#include "frontend/scalars.h"

#include "base/text.h"

enum { LONG_TEXT = 64 }; /* bytes, beyond which an array is gone through by a loop */

/* The structure of so many bytes at an offset in a type; NULL if there is none. */
static LLVMTypeRef structure_at(const struct front *f, LLVMTypeRef t, uint64_t offset, uint64_t bytes)
{
    while (type_size(f, t) >= bytes && offset < type_size(f, t)) {
        bool is_structure = LLVMGetTypeKind(t) == LLVMStructTypeKind;
        if (is_structure && offset == 0 && type_size(f, t) == bytes)
            return t;
        if (is_structure && LLVMCountStructElementTypes(t)) {
            unsigned k = LLVMElementAtOffset(f->layout, t, offset);
            offset -= LLVMOffsetOfElement(f->layout, t, k);
            t = LLVMStructGetTypeAtIndex(t, k);
        } else if (LLVMGetTypeKind(t) == LLVMArrayTypeKind && type_size(f, LLVMGetElementType(t))) {
            t = LLVMGetElementType(t);
            offset %= type_size(f, t);
        } else
            return NULL;
    }
    return NULL;
}

/* The same for a pointer into a variable. */
static LLVMTypeRef structure_behind(const struct front *f, LLVMValueRef pointer, uint64_t bytes)
{
    uint64_t offset = 0;
    LLVMValueRef object = indexed_object(pointer);
    for (LLVMValueRef v = pointer; v != object; v = LLVMGetOperand(v, 0)) {
        int64_t step;
        if (!constant_offset(f, v, &step))
            return NULL;
        offset += (uint64_t)step;
    }
    LLVMTypeRef t = LLVMIsAAllocaInst(object)       ? LLVMGetAllocatedType(object)
                    : LLVMIsAGlobalVariable(object) ? LLVMGlobalGetValueType(object)
                                                    : NULL;
    return t && LLVMTypeIsSized(t) ? structure_at(f, t, offset, bytes) : NULL;
}

/* from: NULL for memset of the byte. */
struct whole_copy {
    struct front *front;
    LLVMBuilderRef builder;
    LLVMValueRef byte, size; /* what is written without a source; the size of the whole, for its type */
    const char *name;
};

static bool build_piece(const struct whole_copy *c, LLVMValueRef to, LLVMValueRef from, uint64_t bytes, bool by_loop)
{
    assert(bytes && (by_loop || bytes <= LARGEST_COPY));
    LLVMValueRef size = LLVMConstInt(LLVMTypeOf(c->size), bytes, false);
    if (by_loop)
        return call_copy_model(c->front, c->builder, c->name, (LLVMValueRef[]){to, from ? from : c->byte, size});
    if (from)
        LLVMBuildMemCpy(c->builder, to, 1, from, 1, size);
    else
        LLVMBuildMemSet(c->builder, to, c->byte, size, 1);
    return true;
}

static bool is_text(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMArrayTypeKind && LLVMGetElementType(t) == LLVMInt8TypeInContext(LLVMGetTypeContext(t));
}

static bool build_members(const struct whole_copy *c, LLVMTypeRef t, LLVMValueRef to, LLVMValueRef from)
{
    assert(LLVMGetTypeKind(t) == LLVMStructTypeKind);
    struct front *f = c->front;
    unsigned n = LLVMCountStructElementTypes(t);
    for (unsigned k = 0; k < n; k++) {
        LLVMTypeRef member = LLVMStructGetTypeAtIndex(t, k);
        uint64_t bytes = type_size(f, member), end = LLVMOffsetOfElement(f->layout, t, k) + bytes;
        uint64_t next = k + 1 < n ? LLVMOffsetOfElement(f->layout, t, k + 1) : type_size(f, t);
        LLVMValueRef to_member = LLVMBuildStructGEP2(c->builder, t, to, k, "member");
        LLVMValueRef from_member = from ? LLVMBuildStructGEP2(c->builder, t, from, k, "member") : NULL;
        bool is_large = bytes > LARGEST_COPY, is_structure = LLVMGetTypeKind(member) == LLVMStructTypeKind;
        bool built = !bytes || (is_large && is_structure ? build_members(c, member, to_member, from_member)
                                                         : build_piece(c, to_member, from_member, bytes,
                                                                       is_large || (is_text(member) && bytes > LONG_TEXT)));
        if (!built)
            return false;
        if (next > end &&
            !build_piece(c, build_address(f, c->builder, to, end), from ? build_address(f, c->builder, from, end) : NULL,
                         next - end, next - end > LARGEST_COPY))
            return false;
    }
    return true;
}

bool copy_by_members(struct front *f, LLVMBuilderRef b, LLVMValueRef call)
{
    const char *name = called_name(call);
    bool is_set = starts_with(name, "llvm.memset");
    LLVMValueRef to = LLVMGetArgOperand(call, 0), other = LLVMGetArgOperand(call, 1), size = LLVMGetArgOperand(call, 2);
    if (!LLVMIsAConstantInt(size) || (!is_set && !starts_with(name, "llvm.memcpy")) || (is_set && !LLVMIsAConstantInt(other)))
        return false;
    uint64_t bytes = LLVMConstIntGetZExtValue(size);
    LLVMTypeRef t = structure_behind(f, to, bytes);
    if (!t && !is_set)
        t = structure_behind(f, other, bytes);
    if (!t || !has_copy_model(f, name))
        return false;
    assert(bytes > LARGEST_COPY);
    if (!is_set)
        guard_overlap(f, b, call);
    LLVMPositionBuilderBefore(b, call);
    struct whole_copy c = {.front = f, .builder = b, .byte = other, .size = size, .name = name};
    build_members(&c, t, to, is_set ? NULL : other);
    LLVMInstructionEraseFromParent(call);
    return true;
}
