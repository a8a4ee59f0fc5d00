/* memcpy, memmove, memset, and structures passed and returned by value. All become loads and stores of the scalars that the memory consists of
 * (scalars.h), those of the source and those of the destination each by their own, in one step each; all loads come first.
 * Bytes that nobody accesses but by copying are left out. Sizes that are not constant become calls of the models.
 * Zeroing memory right where it was allocated becomes an allocation of zeroed memory (calloc). */
#include "frontend/copy_parts.h"
#include "frontend/leaves.h"
#include "frontend/scalars.h"

#include "base/text.h"

/* calloc: marks the allocation instead of storing. */
static bool zeroes_fresh_memory(struct front *f, LLVMValueRef call)
{
    LLVMValueRef p = LLVMGetArgOperand(call, 0), byte = LLVMGetArgOperand(call, 1);
    if (!LLVMIsAInstruction(p) || !allocates(p) || !LLVMIsAConstantInt(byte) || LLVMConstIntGetZExtValue(byte))
        return false;
    LLVMValueRef size = LLVMGetArgOperand(call, 2), allocated = LLVMGetArgOperand(p, 0);
    if (size != allocated && !(LLVMIsAConstantInt(size) && LLVMIsAConstantInt(allocated) &&
                               LLVMConstIntGetZExtValue(size) == LLVMConstIntGetZExtValue(allocated)))
        return false;
    for (LLVMValueRef i = LLVMGetNextInstruction(p); i != call; i = LLVMGetNextInstruction(i))
        if (!i || LLVMIsALoadInst(i) || LLVMIsAStoreInst(i) || (LLVMIsACallInst(i) && !is_debug_call(i)))
            return false;
    LLVMSetMetadata(p, LLVMGetMDKindIDInContext(f->context, "heddle.zeroed", 13), LLVMMDNodeInContext(f->context, NULL, 0));
    return true;
}

/* The model of an intrinsic that copies; NULL: there is none, which will be an unsupported location. */
static LLVMValueRef copy_model(const struct front *f, const char *name)
{
    const char *c_name = starts_with(name, "llvm.memset") ? "memset" : starts_with(name, "llvm.memcpy") ? "memcpy" : "memmove";
    LLVMValueRef model = LLVMGetNamedFunction(f->module, c_name);
    return model && is_defined(model) && LLVMCountParamTypes(LLVMGlobalGetValueType(model)) == 3 ? model : NULL;
}

bool has_copy_model(const struct front *f, const char *name) { return copy_model(f, name); }

bool call_copy_model(struct front *f, LLVMBuilderRef b, const char *name, LLVMValueRef arguments[static 3])
{
    LLVMValueRef model = copy_model(f, name);
    if (!model)
        return false;
    LLVMTypeRef type = LLVMGlobalGetValueType(model), types[3];
    LLVMGetParamTypes(type, types);
    for (unsigned i = 0; i < 3; i++)
        if (LLVMGetTypeKind(types[i]) == LLVMIntegerTypeKind)
            arguments[i] = LLVMBuildIntCast2(b, arguments[i], types[i], false, "");
    LLVMBuildCall2(b, type, model, arguments, 3, "");
    return true;
}

static bool use_model(struct front *f, LLVMBuilderRef b, LLVMValueRef call, const char *name)
{
    if (!call_copy_model(f, b, name,
                         (LLVMValueRef[]){LLVMGetArgOperand(call, 0), LLVMGetArgOperand(call, 1), LLVMGetArgOperand(call, 2)}))
        return false;
    LLVMInstructionEraseFromParent(call);
    return true;
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
        if (is_load) {
            LLVMValueRef v = LLVMBuildLoad2(b, part, address, "part");
            LLVMSetMetadata(v, by_value_kind(f), LLVMMDNodeInContext(f->context, NULL, 0));
            whole = LLVMBuildInsertValue(b, whole, v, k, "");
        } else
            LLVMBuildStore(b, LLVMBuildExtractValue(b, whole, k, ""), address);
    }
    if (is_load)
        LLVMReplaceAllUsesWith(i, whole);
    LLVMInstructionEraseFromParent(i);
}

static enum copy_kind kind_of(LLVMValueRef i, const char *name)
{
    return LLVMIsALoadInst(i)                 ? COPY_LOAD
           : starts_with(name, "llvm.memset") ? COPY_SET
           : starts_with(name, "llvm.mem")    ? COPY_MOVE
                                              : COPY_UNDEFINE;
}

/* UINT64_MAX: not known */
static uint64_t size_of(const struct front *f, LLVMValueRef i, enum copy_kind kind)
{
    if (kind == COPY_LOAD)
        return type_store_size(f, LLVMTypeOf(i));
    LLVMValueRef size = LLVMIsAConstantInt(LLVMGetArgOperand(i, kind == COPY_UNDEFINE ? 1 : 2));
    return size ? LLVMConstIntGetZExtValue(size) : UINT64_MAX;
}

/* What happens to copies whose size is not known. */
struct unsized {
    bool wait;   /* nothing, yet */
    bool called; /* a model: that was so for one at least */
};

/* Whether it is a copy to be expanded. Others are done with here. */
static bool stays(struct front *f, LLVMBuilderRef b, LLVMValueRef i, struct unsized *others)
{
    const char *name = called_name(i);
    enum copy_kind kind = kind_of(i, name);
    uint64_t bytes = size_of(f, i, kind);
    LLVMPositionBuilderBefore(b, i);
    if (bytes == 0 || (kind == COPY_SET && zeroes_fresh_memory(f, i))) {
        LLVMInstructionEraseFromParent(i);
        return false;
    }
    if (kind == COPY_LOAD)
        return bytes <= 8;
    if (bytes <= LARGEST_COPY && (kind != COPY_SET || LLVMIsAConstantInt(LLVMGetArgOperand(i, 1))))
        return true;
    others->called |= !others->wait && (copy_by_members(f, b, i) || use_model(f, b, i, name));
    return false;
}

static bool is_copy(struct front *f, LLVMValueRef i)
{
    const char *name = called_name(i);
    return starts_with(name, "llvm.memcpy") || starts_with(name, "llvm.memmove") || starts_with(name, "llvm.memset") ||
           strcmp(name, UNDEFINED_BYTES) == 0 || (LLVMIsALoadInst(i) && LLVMGetMetadata(i, by_value_kind(f)));
}

static bool moves_aggregate(LLVMValueRef i)
{
    return (LLVMIsALoadInst(i) && is_aggregate(LLVMTypeOf(i))) ||
           (LLVMIsAStoreInst(i) && is_aggregate(LLVMTypeOf(LLVMGetOperand(i, 0))));
}

static void find_copies(struct front *f, LLVMBuilderRef b, copies *all, struct unsized *others)
{
    LLVMValueRef next;
    each_function(fn, f->module) each_block(block, fn)
    {
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (moves_aggregate(i))
                split_aggregate(f, b, i);
        }
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!is_copy(f, i) || !stays(f, b, i, others))
                continue;
            enum copy_kind kind = kind_of(i, called_name(i));
            vector_push(all, (struct copy){.at = i, .kind = kind, .size = (uint32_t)size_of(f, i, kind)});
        }
    }
}

bool prepare_copies(struct front *f, bool may_wait)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    struct unsized others = {.wait = may_wait};
    copies all = {0};
    find_copies(f, b, &all, &others);
    vector_free(&all);
    LLVMDisposeBuilder(b);
    return others.called;
}

void expand_copies(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    struct unsized others = {0};
    copies all = {0};
    drop_overlap_checks(f);
    find_copies(f, b, &all, &others);
    if (all.size)
        plan_copies(f, &all);
    vector_each(struct copy *, c, &all) {
        if (c->kind == COPY_MOVE)
            guard_overlap(f, b, c->at);
        build_copy(f, b, c);
        vector_free(&c->reads);
        vector_free(&c->writes);
    }
    vector_free(&all);
    LLVMDisposeBuilder(b);
}
