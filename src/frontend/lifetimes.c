/* Where local variables end, where the property memory is asked for. LLVM makes values of variables without regard to that, so one that is
 * accessed after its block has ended is kept from it; and one of an inner block of which clang does not say where it ends is marked. */
#include "frontend/front.h"

#include <llvm-c/DebugInfo.h>

#include "base/text.h"

#define UNKNOWN_END "heddle.unknown_end"

static bool is_mark(LLVMValueRef i, const char *name, LLVMValueRef alloca)
{
    return LLVMIsACallInst(i) && starts_with(called_name(i), name) && LLVMGetArgOperand(i, 1) == alloca;
}

static bool accesses(LLVMValueRef i, LLVMValueRef alloca)
{
    if (!LLVMIsALoadInst(i) && !LLVMIsAStoreInst(i))
        return false;
    LLVMValueRef pointer = LLVMGetOperand(i, LLVMIsALoadInst(i) ? 0 : 1);
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer == alloca;
}

/* From here to the end of the block: 1: there is an access before it begins again; -1: it begins again. */
static int look(LLVMValueRef i, LLVMValueRef alloca)
{
    for (; i; i = LLVMGetNextInstruction(i)) {
        if (is_mark(i, "llvm.lifetime.start", alloca))
            return -1;
        if (accesses(i, alloca))
            return 1;
    }
    return 0;
}

static bool reaches_access(LLVMValueRef end, LLVMValueRef alloca)
{
    struct map seen = {0};
    VECTOR(LLVMBasicBlockRef) work = {0};
    int found = look(LLVMGetNextInstruction(end), alloca);
    if (!found)
        vector_push(&work, LLVMGetInstructionParent(end));
    for (uint32_t k = 0; k < work.size && found != 1; k++) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(work.data[k]);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(last) && found != 1; s++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(last, s);
            if (map_get(&seen, map_pointer_key(next), NULL))
                continue;
            map_put(&seen, map_pointer_key(next), 1);
            found = look(LLVMGetFirstInstruction(next), alloca);
            if (!found)
                vector_push(&work, next);
        }
    }
    map_free(&seen);
    vector_free(&work);
    return found == 1;
}

bool is_accessed_late(LLVMValueRef alloca)
{
    each_use(u, alloca)
    {
        LLVMValueRef i = LLVMGetUser(u);
        if (is_mark(i, "llvm.lifetime.end", alloca) && reaches_access(i, alloca))
            return true;
    }
    return false;
}

/* --- variables without marks --- */

static bool has_marks(LLVMValueRef alloca)
{
    each_use(u, alloca) if (is_mark(LLVMGetUser(u), "llvm.lifetime.", alloca)) return true;
    return false;
}

/* Whether it is known in the whole function: its name is used outside of all inner blocks. */
static bool is_of_function(LLVMValueRef alloca)
{
    each_use(u, alloca)
    {
        LLVMValueRef i = LLVMGetUser(u);
        LLVMMetadataRef at = LLVMIsAInstruction(i) ? LLVMInstructionGetDebugLoc(i) : NULL;
        LLVMMetadataRef scope = at ? LLVMDILocationGetScope(at) : NULL;
        if (scope && LLVMGetMetadataKind(scope) == LLVMDISubprogramMetadataKind)
            return true;
    }
    return false;
}

/* Whether its address is kept nowhere: it is accessed where its name is, or its text if it has none, and there it has not ended. */
bool stays_where_it_is(LLVMValueRef pointer)
{
    each_use(u, pointer)
    {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_accessed = LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer);
        bool is_copied = LLVMIsAIntrinsicInst(user) && starts_with(called_name(user), "llvm.mem");
        bool is_heddles = calls(user, UNDEFINED_BYTES) || calls(user, "__heddle_keep");
        if (!is_accessed && !is_copied && !is_heddles && !(LLVMIsAGetElementPtrInst(user) && stays_where_it_is(user)))
            return false;
    }
    return true;
}

/* Not at the beginning of the function: an array of variable length, or alloca. It ends where the stack is cut back (lower_restore.c). */
static bool is_allocated_where_needed(LLVMValueRef alloca)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(alloca);
    return !LLVMIsAConstantInt(LLVMGetOperand(alloca, 0)) || block != LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
}

static bool is_stored(LLVMValueRef pointer)
{
    each_use(u, pointer)
    {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_same = LLVMIsAGetElementPtrInst(user) || LLVMIsASelectInst(user) || LLVMIsAPHINode(user);
        if ((LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == pointer) || (is_same && is_stored(user)))
            return true;
    }
    return false;
}

void build_lifetime_mark(struct front *f, LLVMBuilderRef b, const char *name, LLVMValueRef alloca, LLVMValueRef size)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMTypeRef type = LLVMTypeOf(alloca);
    LLVMValueRef with[] = {size, alloca};
    LLVMBuildCall2(b, LLVMIntrinsicGetType(f->context, id, &type, 1), LLVMGetIntrinsicDeclaration(f->module, id, &type, 1), with, 2,
                   "");
}

/* A large structure that is returned is made where the caller wants it, though it is a variable of the function: so a pointer to it that is kept would lead to the caller's. */
static void give_own_result(struct front *f, LLVMBuilderRef b, LLVMValueRef function)
{
    LLVMAttributeRef result = LLVMGetEnumAttributeAtIndex(function, 1, LLVMGetEnumAttributeKindForName("sret", 4));
    LLVMTypeRef type = LLVMGetTypeAttributeValue(result);
    LLVMValueRef size = LLVMConstInt(LLVMInt64TypeInContext(f->context), type_size(f, type), false), to = LLVMGetParam(function, 0);
    unsigned alignment = LLVMABIAlignmentOfType(f->layout, type);
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)), said = first;
    while (said && !LLVMInstructionGetDebugLoc(said))
        said = LLVMGetNextInstruction(said);
    LLVMPositionBuilderBefore(b, first);
    LLVMSetCurrentDebugLocation2(b, said ? LLVMInstructionGetDebugLoc(said) : NULL);
    LLVMValueRef own = copy_parameter(f, b, to, type);
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(own));
    build_lifetime_mark(f, b, "llvm.lifetime.start", own, size);
    each_block(block, function)
    {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
        if (!LLVMIsAReturnInst(last))
            continue;
        LLVMPositionBuilderBefore(b, last);
        LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(last));
        LLVMBuildMemCpy(b, to, alignment, own, alignment, size);
        build_lifetime_mark(f, b, "llvm.lifetime.end", own, size);
    }
}

void give_own_results(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    each_function(fn, f->module) if (is_defined(fn) && returns_structure(fn) && is_stored(LLVMGetParam(fn, 0)))
        give_own_result(f, b, fn);
    LLVMDisposeBuilder(b);
}

/* What a function returns, or a statement expression has, as a structure: it ends with the full expression, and is accessed by pointers later if one to a part of it is kept. */
static bool is_kept_temporary(const struct front *f, LLVMValueRef alloca)
{
    static const char *const names[] = {"tmp", "coerce", "agg.tmp", "ref.tmp", "undef.agg.tmp"};
    bool is_temporary = false;
    for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
        is_temporary |= starts_with(value_name(alloca), names[k]);
    return is_temporary && !map_get(&f->declared, map_pointer_key(alloca), NULL) && is_stored(alloca);
}

/* clang gives no marks to compound literals, to variables whose declaration is jumped over, and to temporary objects. */
void mark_unknown_ends(struct front *f)
{
    unsigned kind = LLVMGetMDKindIDInContext(f->context, UNKNOWN_END, sizeof UNKNOWN_END - 1);
    each_function(fn, f->module) each_block(block, fn) each_instruction(i, block)
    {
        bool is_unmarked = LLVMIsAAllocaInst(i) && !has_marks(i) && !stays_where_it_is(i) && !is_allocated_where_needed(i);
        if (is_unmarked && (is_kept_temporary(f, i) || (!starts_with(value_name(i), "agg.tmp") && !is_of_function(i))))
            LLVMSetMetadata(i, kind, LLVMMDNodeInContext(f->context, NULL, 0));
    }
}

bool has_unknown_end_mark(const struct front *f, LLVMValueRef alloca)
{
    unsigned kind = LLVMGetMDKindIDInContext(f->context, UNKNOWN_END, sizeof UNKNOWN_END - 1);
    return LLVMIsAAllocaInst(alloca) && LLVMGetMetadata(alloca, kind);
}
