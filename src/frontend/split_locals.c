/* Local structures that are only copied from and to become values, member by member, for outlines: `*job = (struct job){f, x, NULL}`. What is written as a number and read as a pointer stays in memory: there the points-to
 * sets follow it. Requires copies expanded and calls inlined. */
#include "frontend/front.h"

enum { MOST_PARTS = 1000 }; /* of one variable: more take too long to compare */

struct part {
    LLVMTypeRef type;
    uint64_t offset, width;
};

typedef VECTOR(struct part) parts;

static bool offset_of(const struct front *f, LLVMValueRef gep, uint64_t *offset)
{
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    for (int k = 1; k < LLVMGetNumOperands(gep); k++) {
        LLVMValueRef index = LLVMIsAConstantInt(LLVMGetOperand(gep, (unsigned)k));
        int64_t i = index ? LLVMConstIntGetSExtValue(index) : -1;
        if (i < 0 || i > INT32_MAX)
            return false;
        if (k > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            *offset += LLVMOffsetOfElement(f->layout, t, (unsigned)i);
            t = LLVMStructGetTypeAtIndex(t, (unsigned)i);
            continue;
        }
        if (k > 1)
            t = LLVMGetElementType(t);
        *offset += (uint64_t)i * type_size(f, t);
    }
    return true;
}

/* False if it is not known which bytes are accessed. */
static bool add_parts(const struct front *f, LLVMValueRef pointer, uint64_t offset, parts *out)
{
    bool known = true;
    each_use(u, pointer)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAGetElementPtrInst(user)) {
            uint64_t at = offset;
            known &= offset_of(f, user, &at) && add_parts(f, user, at, out);
        } else if (LLVMIsALoadInst(user) || LLVMIsAStoreInst(user)) {
            LLVMTypeRef t = LLVMTypeOf(LLVMIsALoadInst(user) ? user : LLVMGetOperand(user, 0));
            vector_push(out, (struct part){t, offset, type_store_size(f, t)});
        }
    }
    return known;
}

static bool all_alike(const parts *all)
{
    assert(all->size <= MOST_PARTS);
    vector_each(const struct part *, a, all)
        vector_each(const struct part *, b, all)
            if (a->offset < b->offset + b->width && b->offset < a->offset + a->width &&
                (a->offset != b->offset || a->type != b->type))
                return false;
    return true;
}

static void let_go(struct front *f)
{
    VECTOR(LLVMValueRef) found = {0};
    LLVMValueRef keep = LLVMGetNamedFunction(f->module, "__heddle_keep");
    if (keep)
        each_use(u, keep) vector_push(&found, LLVMGetUser(u));
    vector_each(LLVMValueRef *, call, &found)
        LLVMInstructionEraseFromParent(*call);
    vector_free(&found);
}

void split_locals(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    each_function(fn, f->module) each_block(block, fn) each_instruction(i, block)
    {
        parts all = {0};
        if (LLVMIsAAllocaInst(i) && is_private(i) && (!add_parts(f, i, 0, &all) || all.size > MOST_PARTS || !all_alike(&all))) {
            LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(i));
            keep_alloca(f, b, i); /* LLVM leaves it alone */
        }
        vector_free(&all);
    }
    LLVMDisposeBuilder(b);
    run_passes(f, "function(sroa)");
    let_go(f);
}
