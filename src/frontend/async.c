/* Statements that run as threads: what __CPROVER_ASYNC_n labels, as in CBMC. Behind the label stands "if (!__heddle_begin_async()); else"
 * (annotated.h), so the blocks between the else and the end of the if are the statement. They become a function of their own, and the call
 * becomes a creation.
 *
 * The thread has the local variables of the function as they are at its start, and they are its own (CBMC's symex_start_thread does the same).
 * A pointer or integers that fit into one are the argument of the thread; more of them go through memory that it frees. */
#include "frontend/front.h"

#include <string.h>

typedef VECTOR(LLVMBasicBlockRef) block_vector;
typedef VECTOR(LLVMValueRef) value_vector;

struct statement {
    struct front *front;
    LLVMBuilderRef builder;
    LLVMValueRef begin, outer;                /* the call; the function that it is in */
    LLVMBasicBlockRef entry, skipped, behind; /* where it begins; the empty other branch; where both meet */
    block_vector blocks;
    value_vector copied, fresh, moved; /* local variables: with their value, slots of the compiler's, of the statement alone */
    value_vector copies;               /* by copied */
    LLVMValueRef thread;
};

static bool has_block(const struct statement *s, LLVMBasicBlockRef block)
{
    vector_each(const LLVMBasicBlockRef *, b, &s->blocks)
        if (*b == block)
            return true;
    return false;
}

static bool has_value(const value_vector *v, LLVMValueRef value)
{
    vector_each(const LLVMValueRef *, x, v)
        if (*x == value)
            return true;
    return false;
}

static bool is_inside(const struct statement *s, LLVMValueRef instruction)
{
    return has_block(s, LLVMGetInstructionParent(instruction));
}

/* --- which blocks they are --- */

static void find_blocks(struct statement *s)
{
    vector_push(&s->blocks, s->entry);
    for (uint32_t k = 0; k < s->blocks.size; k++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(s->blocks.data[k]);
        for (unsigned n = 0; n < LLVMGetNumSuccessors(end); n++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(end, n);
            if (next != s->behind && !has_block(s, next) && !LLVMIsAUnreachableInst(LLVMGetFirstInstruction(next)))
                vector_push(&s->blocks, next);
        }
    }
}

/* Entered at its beginning alone, and left at its end alone. */
static bool is_closed(const struct statement *s)
{
    vector_each(const LLVMBasicBlockRef *, b, &s->blocks)
        if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(*b)) || LLVMIsAIndirectBrInst(LLVMGetBasicBlockTerminator(*b)))
            return false;
    each_block(b, s->outer)
    {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        for (unsigned n = 0; n < LLVMGetNumSuccessors(end) && !has_block(s, b); n++)
            if (has_block(s, LLVMGetSuccessor(end, n)) &&
                (LLVMGetSuccessor(end, n) != s->entry || b != LLVMGetInstructionParent(s->begin)))
                return false;
    }
    return !LLVMIsAPHINode(LLVMGetFirstInstruction(s->behind));
}

/* --- its local variables --- */

static bool is_used_inside_alone(const struct statement *s, LLVMValueRef variable)
{
    each_use(u, variable) if (!is_inside(s, LLVMGetUser(u))) return false;
    return true;
}

/* Whether the program has a name for it: the compiler's own slots hold nothing between statements. */
static bool is_declared(const struct statement *s, LLVMValueRef variable)
{
    each_block(b, s->outer) each_instruction(i, b)
    {
        if (!calls(i, "llvm.dbg.declare"))
            continue;
        LLVMValueRef wrapped = LLVMGetArgOperand(i, 0);
        if (LLVMGetNumOperands(wrapped) == 1 && LLVMGetOperand(wrapped, 0) == variable)
            return true;
    }
    return false;
}

/* False if the statement uses what is neither a local variable nor its own. */
static bool sort_operand(struct statement *s, LLVMValueRef v)
{
    if (LLVMIsAArgument(v))
        return false;
    if (!LLVMIsAInstruction(v) || is_inside(s, v))
        return true;
    if (!LLVMIsAAllocaInst(v) || LLVMGetInstructionParent(v) != LLVMGetEntryBasicBlock(s->outer))
        return false;
    if (has_value(&s->copied, v) || has_value(&s->fresh, v) || has_value(&s->moved, v))
        return true;
    value_vector *kind = is_used_inside_alone(s, v) ? &s->moved : is_declared(s, v) ? &s->copied : &s->fresh;
    vector_push(kind, v);
    return true;
}

static bool find_variables(struct statement *s)
{
    vector_each(LLVMBasicBlockRef *, b, &s->blocks)
        each_instruction(i, *b)
        {
            for (int k = 0; k < LLVMGetNumOperands(i); k++)
                if (!sort_operand(s, LLVMGetOperand(i, (unsigned)k)))
                    return false;
            each_use(u, i) if (!is_inside(s, LLVMGetUser(u))) return false;
        }
    return true;
}

/* --- how their values get to the thread --- */

static LLVMTypeRef pointer_type(const struct statement *s) { return LLVMPointerTypeInContext(s->front->context, 0); }

static LLVMTypeRef word_type(const struct statement *s)
{
    return LLVMIntTypeInContext(s->front->context, 8 * s->front->pointer_bytes);
}

static bool is_scalar(LLVMTypeRef t)
{
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

/* Integers, all together no wider than an address. */
static bool fits_into_word(const struct statement *s)
{
    uint64_t bytes = 0;
    vector_each(const LLVMValueRef *, v, &s->copied) {
        LLVMTypeRef t = LLVMGetAllocatedType(*v);
        if (LLVMGetTypeKind(t) != LLVMIntegerTypeKind)
            return false;
        bytes += type_size(s->front, t);
    }
    return bytes <= s->front->pointer_bytes;
}

static LLVMValueRef packed(struct statement *s)
{
    LLVMTypeRef word = word_type(s);
    LLVMValueRef all = LLVMConstInt(word, 0, false);
    uint64_t shift = 0;
    vector_each(LLVMValueRef *, v, &s->copied) {
        LLVMTypeRef t = LLVMGetAllocatedType(*v);
        LLVMValueRef value = LLVMBuildZExtOrBitCast(s->builder, LLVMBuildLoad2(s->builder, t, *v, ""), word, "");
        all = LLVMBuildOr(s->builder, all, LLVMBuildShl(s->builder, value, LLVMConstInt(word, shift, false), ""), "");
        shift += 8 * type_size(s->front, t);
    }
    return LLVMBuildIntToPtr(s->builder, all, pointer_type(s), "");
}

static void unpack(struct statement *s, LLVMValueRef argument)
{
    LLVMTypeRef word = word_type(s);
    LLVMValueRef all = LLVMBuildPtrToInt(s->builder, argument, word, "");
    uint64_t shift = 0;
    for (uint32_t k = 0; k < s->copied.size; k++) {
        LLVMTypeRef t = LLVMGetAllocatedType(s->copied.data[k]);
        LLVMValueRef value = LLVMBuildLShr(s->builder, all, LLVMConstInt(word, shift, false), "");
        LLVMBuildStore(s->builder, LLVMBuildTruncOrBitCast(s->builder, value, t, ""), s->copies.data[k]);
        shift += 8 * type_size(s->front, t);
    }
}

static LLVMValueRef call_known(struct statement *s, const char *name, LLVMTypeRef result, LLVMValueRef *arguments, unsigned count)
{
    LLVMTypeRef types[2];
    for (unsigned k = 0; k < count; k++)
        types[k] = LLVMTypeOf(arguments[k]);
    LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
    LLVMValueRef fn = LLVMGetNamedFunction(s->front->module, name);
    return LLVMBuildCall2(s->builder, type, fn ? fn : LLVMAddFunction(s->front->module, name, type), arguments, count, "");
}

static void copy(struct statement *s, LLVMTypeRef t, LLVMValueRef to, LLVMValueRef from)
{
    if (is_scalar(t)) {
        LLVMBuildStore(s->builder, LLVMBuildLoad2(s->builder, t, from, ""), to);
        return;
    }
    unsigned align = LLVMABIAlignmentOfType(s->front->layout, t);
    LLVMBuildMemCpy(s->builder, to, align, from, align, LLVMConstInt(word_type(s), type_size(s->front, t), false));
}

/* A structure with all of them as members. */
static LLVMTypeRef frame_type(struct statement *s)
{
    LLVMTypeRef *types = ARENA_ARRAY(&s->front->arena, LLVMTypeRef, s->copied.size);
    for (uint32_t k = 0; k < s->copied.size; k++)
        types[k] = LLVMGetAllocatedType(s->copied.data[k]);
    return LLVMStructTypeInContext(s->front->context, types, s->copied.size, false);
}

static LLVMValueRef in_memory(struct statement *s)
{
    LLVMTypeRef type = frame_type(s);
    LLVMValueRef size = LLVMConstInt(word_type(s), type_size(s->front, type), false);
    LLVMValueRef frame = call_known(s, "__heddle_alloc", pointer_type(s), &size, 1);
    for (uint32_t k = 0; k < s->copied.size; k++)
        copy(s, LLVMGetAllocatedType(s->copied.data[k]), LLVMBuildStructGEP2(s->builder, type, frame, k, ""), s->copied.data[k]);
    return frame;
}

static void from_memory(struct statement *s, LLVMValueRef frame)
{
    LLVMTypeRef type = frame_type(s);
    for (uint32_t k = 0; k < s->copied.size; k++)
        copy(s, LLVMGetAllocatedType(s->copied.data[k]), s->copies.data[k], LLVMBuildStructGEP2(s->builder, type, frame, k, ""));
    call_known(s, "__heddle_free", LLVMVoidTypeInContext(s->front->context), &frame, 1);
}

static bool is_one_pointer(const struct statement *s)
{
    return s->copied.size == 1 && LLVMGetTypeKind(LLVMGetAllocatedType(s->copied.data[0])) == LLVMPointerTypeKind;
}

static LLVMValueRef argument_of(struct statement *s)
{
    if (!s->copied.size)
        return LLVMConstNull(pointer_type(s));
    if (is_one_pointer(s))
        return LLVMBuildLoad2(s->builder, pointer_type(s), s->copied.data[0], "");
    return fits_into_word(s) ? packed(s) : in_memory(s);
}

static void take_argument(struct statement *s, LLVMValueRef argument)
{
    if (!s->copied.size)
        return;
    if (is_one_pointer(s))
        LLVMBuildStore(s->builder, argument, s->copies.data[0]);
    else if (fits_into_word(s))
        unpack(s, argument);
    else
        from_memory(s, argument);
}

/* --- the thread --- */

static void use_instead(struct statement *s, LLVMValueRef variable, LLVMValueRef copy)
{
    vector_each(LLVMBasicBlockRef *, b, &s->blocks)
        each_instruction(i, *b) for (int k = 0; k < LLVMGetNumOperands(i); k++) if (LLVMGetOperand(i, (unsigned)k) == variable)
            LLVMSetOperand(i, (unsigned)k, copy);
}

static LLVMValueRef same_variable(struct statement *s, LLVMValueRef variable)
{
    LLVMValueRef copy = LLVMBuildAlloca(s->builder, LLVMGetAllocatedType(variable), value_name(variable));
    LLVMSetAlignment(copy, LLVMGetAlignment(variable));
    return copy;
}

static void make_variables(struct statement *s)
{
    vector_each(LLVMValueRef *, v, &s->copied)
        vector_push(&s->copies, same_variable(s, *v));
    for (uint32_t k = 0; k < s->copied.size; k++)
        use_instead(s, s->copied.data[k], s->copies.data[k]);
    vector_each(LLVMValueRef *, v, &s->fresh)
        use_instead(s, *v, same_variable(s, *v));
    vector_each(LLVMValueRef *, v, &s->moved) {
        LLVMValueRef place = *v;
        LLVMInstructionRemoveFromParent(place);
        LLVMInsertIntoBuilder(s->builder, place);
    }
}

/* Wherever it goes on behind the statement, or to the end of what cannot happen: to blocks of its own. */
static void close_ends(struct statement *s)
{
    LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(s->front->context, s->thread, "end");
    LLVMBasicBlockRef never = LLVMAppendBasicBlockInContext(s->front->context, s->thread, "never");
    LLVMPositionBuilderAtEnd(s->builder, end);
    LLVMBuildRet(s->builder, LLVMConstNull(pointer_type(s)));
    LLVMPositionBuilderAtEnd(s->builder, never);
    LLVMBuildUnreachable(s->builder);
    vector_each(LLVMBasicBlockRef *, b, &s->blocks) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(*b);
        for (unsigned n = 0; n < LLVMGetNumSuccessors(last); n++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(last, n);
            if (!has_block(s, next))
                LLVMSetSuccessor(last, n, next == s->behind ? end : never);
        }
    }
}

static void make_thread(struct statement *s)
{
    LLVMContextRef c = s->front->context;
    LLVMTypeRef pointer = pointer_type(s);
    const char *name = arena_printf(&s->front->arena, "%s.thread", value_name(s->outer));
    s->thread = LLVMAddFunction(s->front->module, name, LLVMFunctionType(pointer, &pointer, 1, false));
    LLVMSetLinkage(s->thread, LLVMInternalLinkage);
    LLVMAddAttributeAtIndex(s->thread, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(c, USERS_OWN, sizeof USERS_OWN - 1, "", 0));
    LLVMBasicBlockRef first = LLVMAppendBasicBlockInContext(c, s->thread, "entry"), anchor = first;
    LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(s->begin));
    close_ends(s);
    LLVMPositionBuilderAtEnd(s->builder, first);
    make_variables(s);
    take_argument(s, LLVMGetParam(s->thread, 0));
    vector_each(LLVMBasicBlockRef *, b, &s->blocks) {
        LLVMMoveBasicBlockAfter(*b, anchor);
        anchor = *b;
    }
    LLVMBuildBr(s->builder, s->entry);
}

/* The creator goes on behind the statement. */
static void create_instead(struct statement *s)
{
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(s->begin));
    LLVMPositionBuilderBefore(s->builder, branch);
    LLVMValueRef arguments[] = {s->thread, argument_of(s)};
    call_known(s, "__heddle_create", LLVMInt32TypeInContext(s->front->context), arguments, 2);
    LLVMBuildBr(s->builder, s->behind);
    LLVMInstructionEraseFromParent(branch);
    LLVMDeleteBasicBlock(s->skipped);
}

static void leave_begin(LLVMValueRef begin)
{
    LLVMReplaceAllUsesWith(begin, LLVMConstNull(LLVMTypeOf(begin)));
    LLVMInstructionEraseFromParent(begin);
}

static bool find_statement(struct statement *s)
{
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(s->begin));
    if (!LLVMIsABranchInst(branch) || LLVMGetNumSuccessors(branch) != 2)
        return false;
    s->entry = LLVMGetSuccessor(branch, 0);
    s->skipped = LLVMGetSuccessor(branch, 1);
    LLVMValueRef only = LLVMGetFirstInstruction(s->skipped);
    if (only != LLVMGetBasicBlockTerminator(s->skipped) || LLVMGetNumSuccessors(only) != 1)
        return false;
    s->behind = LLVMGetSuccessor(only, 0);
    find_blocks(s);
    return is_closed(s) && find_variables(s);
}

static void start_thread(struct front *f, LLVMBuilderRef b, LLVMValueRef begin)
{
    struct statement s = {
        .front = f, .builder = b, .begin = begin, .outer = LLVMGetBasicBlockParent(LLVMGetInstructionParent(begin))};
    if (find_statement(&s)) {
        make_thread(&s);
        create_instead(&s);
    } else {
        LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(begin));
        LLVMPositionBuilderBefore(b, begin);
        LLVMValueRef text = LLVMBuildGlobalString(
            b, "__CPROVER_ASYNC before a statement that jumps out, is jumped into, or uses an array of variable length", "reason");
        call_known(&s, "__heddle_unsupported", LLVMVoidTypeInContext(f->context), &text, 1);
    }
    leave_begin(begin);
    vector_free(&s.blocks);
    vector_free(&s.copied);
    vector_free(&s.fresh);
    vector_free(&s.moved);
    vector_free(&s.copies);
}

void start_labelled_threads(struct front *f)
{
    LLVMValueRef marker = LLVMGetNamedFunction(f->module, "__heddle_begin_async");
    if (!marker)
        return;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    for (LLVMUseRef u; (u = LLVMGetFirstUse(marker));)
        start_thread(f, b, LLVMGetUser(u));
    LLVMDisposeBuilder(b);
}
