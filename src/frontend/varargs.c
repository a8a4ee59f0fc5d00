/* Functions that read variable arguments. The caller puts the arguments behind the named ones into a variable of its own, laid out
 * as on the stack, and leaves its address in a thread-local variable of the function that it calls; the function takes it from there when it
 * begins, and va_start makes it the list. The x86-64 ABI keeps the first arguments in registers, but a list may say that none are left:
 * then va_arg, which clang has written out, takes everything from the stack. After this nothing is special about such a function, so
 * it can be inlined. */
#include "frontend/front.h"

#include "base/text.h"
#include "frontend/leaves.h"

enum { REGISTERS_END = 48, REALS_END = 176 }; /* gp_offset and fp_offset once all registers have been taken */

static const char mark[] = "heddle-variable-arguments"; /* attribute of functions that read them */

static bool is_marked(LLVMValueRef function)
{
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, mark, sizeof mark - 1);
}

static bool reads_arguments(LLVMValueRef function)
{
    if (!is_defined(function) || !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)))
        return false;
    each_block(b, function) each_instruction(i, b) if (starts_with(called_name(i), "llvm.va_start")) return true;
    return false;
}

static const char cells[] = "__heddle_varargs."; /* and the name of the function */

/* The address, in this thread, of the variable that passes the arguments of this function. */
static LLVMValueRef build_passed(struct front *f, LLVMBuilderRef b, LLVMValueRef function)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0);
    const char *cell = arena_printf(&f->arena, "%s%s", cells, value_name(function));
    LLVMValueRef global = LLVMGetNamedGlobal(f->module, cell);
    if (!global) {
        global = LLVMAddGlobal(f->module, pointer, cell);
        LLVMSetThreadLocal(global, true);
        LLVMSetInitializer(global, LLVMConstNull(pointer));
        LLVMSetLinkage(global, LLVMInternalLinkage);
    }
    const char *name = "llvm.threadlocal.address";
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef address = LLVMGetIntrinsicDeclaration(f->module, id, &pointer, 1);
    return LLVMBuildCall2(b, LLVMIntrinsicGetType(f->context, id, &pointer, 1), address, &global, 1, "");
}

static void build_unsupported(struct front *f, LLVMBuilderRef b, const char *what)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), &pointer, 1, false);
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, "__heddle_unsupported"), text = LLVMBuildGlobalString(b, what, "reason");
    LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(f->module, "__heddle_unsupported", type), &text, 1, "");
}

/* The structure that is passed in memory, or NULL. */
static LLVMTypeRef structure_at(LLVMValueRef call, unsigned k)
{
    LLVMAttributeRef byval = LLVMGetCallSiteEnumAttribute(call, k + 1, LLVMGetEnumAttributeKindForName("byval", 5));
    return byval ? LLVMGetTypeAttributeValue(byval) : NULL;
}

static bool is_passable(const struct front *f, LLVMValueRef call, unsigned k)
{
    LLVMTypeRef t = LLVMTypeOf(LLVMGetArgOperand(call, k));
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    bool scalar = kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind || kind == LLVMFloatTypeKind ||
                  kind == LLVMDoubleTypeKind || kind == LLVMVectorTypeKind;
    return structure_at(call, k) || kind == LLVMX86_FP80TypeKind || (scalar && type_size(f, t) <= 8) ||
           (kind == LLVMIntegerTypeKind && type_size(f, t) == 16);
}

/* Before a call: stores the arguments from the first unnamed one on. NULL if that cannot be. */
static LLVMValueRef store_arguments(struct front *f, LLVMBuilderRef b, LLVMValueRef call, unsigned named)
{
    unsigned n = LLVMGetNumArgOperands(call), members = 0;
    LLVMTypeRef *types = ARENA_ARRAY(&f->arena, LLVMTypeRef, 2 * n + 1), byte = LLVMInt8TypeInContext(f->context);
    LLVMPositionBuilderBefore(b, call);
    for (unsigned k = named; k < n; k++) {
        if (!is_passable(f, call, k)) {
            build_unsupported(f, b, "a vector as a variable argument");
            return NULL;
        }
        LLVMTypeRef whole = structure_at(call, k), t = whole ? whole : LLVMTypeOf(LLVMGetArgOperand(call, k));
        uint64_t size = type_size(f, t), slot = f->pointer_bytes, room = (size + slot - 1) / slot * slot;
        types[members++] = t;
        types[members++] = LLVMArrayType2(byte, room - size);
    }
    LLVMTypeRef area = LLVMStructTypeInContext(f->context, types, members, true);
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMValueRef passed = LLVMBuildAlloca(b, area, "arguments");
    LLVMSetMetadata(passed, LLVMGetMDKindIDInContext(f->context, FILLED_FIRST, sizeof FILLED_FIRST - 1),
                    LLVMMDNodeInContext(f->context, NULL, 0));
    LLVMPositionBuilderBefore(b, call);
    for (unsigned k = named; k < n; k++) {
        LLVMTypeRef whole = structure_at(call, k);
        LLVMValueRef to = LLVMBuildStructGEP2(b, area, passed, 2 * (k - named), ""), size;
        if (whole) {
            size = LLVMConstInt(LLVMInt64TypeInContext(f->context), type_size(f, whole), false);
            LLVMBuildMemCpy(b, to, 1, LLVMGetArgOperand(call, k), 1, size);
        } else
            LLVMBuildStore(b, LLVMGetArgOperand(call, k), to);
    }
    return passed;
}

static void start_list(struct front *f, LLVMBuilderRef b, LLVMValueRef list, LLVMValueRef passed)
{
    LLVMTypeRef word = LLVMInt32TypeInContext(f->context);
    if (f->pointer_bytes == 4) {
        LLVMBuildStore(b, passed, list);
        return;
    }
    LLVMBuildStore(b, LLVMConstInt(word, REGISTERS_END, false), list);
    LLVMBuildStore(b, LLVMConstInt(word, REALS_END, false), build_address(f, b, list, 4));
    LLVMBuildStore(b, passed, build_address(f, b, list, 8));
    LLVMBuildStore(b, LLVMConstNull(LLVMPointerTypeInContext(f->context, 0)), build_address(f, b, list, 16));
}

/* Whether an address is that of where the next argument lies on the stack, in a list. */
static bool is_in_list(LLVMValueRef address)
{
    LLVMTypeRef list = LLVMIsAGetElementPtrInst(address) ? LLVMGetGEPSourceElementType(address) : NULL;
    const char *name = list && LLVMGetTypeKind(list) == LLVMStructTypeKind ? LLVMGetStructName(list) : NULL;
    return name && starts_with(name, "struct.__va_list_tag");
}

/* The stack has gaps before what is aligned to two slots (a long double); whether an integer of 128 bits has one depends on the registers that are left. Here nothing has:
 * va_arg rounds no address up. */
static void close_gaps(struct front *f)
{
    LLVMValueRef next;
    each_function(fn, f->module) each_block(block, fn) for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next)
    {
        next = LLVMGetNextInstruction(i);
        LLVMValueRef up = starts_with(called_name(i), "llvm.ptrmask") ? LLVMIsAGetElementPtrInst(LLVMGetArgOperand(i, 0)) : NULL;
        LLVMValueRef place = up ? LLVMIsALoadInst(LLVMGetOperand(up, 0)) : NULL;
        if (place && is_in_list(LLVMGetOperand(place, 0))) {
            LLVMReplaceAllUsesWith(i, place);
            LLVMInstructionEraseFromParent(i);
        }
    }
}

static void copy_list(struct front *f, LLVMBuilderRef b, LLVMValueRef to, LLVMValueRef from)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0), word = LLVMInt32TypeInContext(f->context);
    const struct {
        LLVMTypeRef type;
        unsigned at;
    } parts[] = {{word, 0}, {word, 4}, {pointer, 8}, {pointer, 16}};
    if (f->pointer_bytes == 4)
        LLVMBuildStore(b, LLVMBuildLoad2(b, pointer, from, ""), to);
    else
        for (int i = 0; i < 4; i++)
            LLVMBuildStore(b, LLVMBuildLoad2(b, parts[i].type, build_address(f, b, from, parts[i].at), ""),
                           build_address(f, b, to, parts[i].at));
}

static void take_arguments(struct front *f, LLVMBuilderRef b, LLVMValueRef function)
{
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    while (LLVMIsAAllocaInst(first))
        first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(b, first);
    LLVMValueRef passed = LLVMBuildLoad2(b, LLVMPointerTypeInContext(f->context, 0), build_passed(f, b, function), "passed"), next;
    each_block(block, function) for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next)
    {
        next = LLVMGetNextInstruction(i);
        if (!starts_with(called_name(i), "llvm.va_start"))
            continue;
        LLVMPositionBuilderBefore(b, i);
        start_list(f, b, LLVMGetArgOperand(i, 0), passed);
        LLVMInstructionEraseFromParent(i);
    }
}

static void copy_lists(struct front *f, LLVMBuilderRef b)
{
    LLVMValueRef next;
    each_function(fn, f->module) each_block(block, fn) for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next)
    {
        next = LLVMGetNextInstruction(i);
        if (!starts_with(called_name(i), "llvm.va_copy"))
            continue;
        LLVMPositionBuilderBefore(b, i);
        copy_list(f, b, LLVMGetArgOperand(i, 0), LLVMGetArgOperand(i, 1));
        LLVMInstructionEraseFromParent(i);
    }
}

/* Calls that do not pass them yet. */
static void pass_at_calls(struct front *f, LLVMBuilderRef b, LLVMValueRef function)
{
    VECTOR(LLVMValueRef) found = {0};
    unsigned done = LLVMGetMDKindIDInContext(f->context, "heddle.passed", 13);
    each_use(u, function)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsACallInst(user) && called_function(user) == function && !LLVMGetMetadata(user, done))
            vector_push(&found, user);
    }
    vector_each(LLVMValueRef *, call, &found) {
        LLVMValueRef passed = store_arguments(f, b, *call, LLVMCountParams(function));
        if (passed)
            LLVMBuildStore(b, passed, build_passed(f, b, function));
        LLVMSetMetadata(*call, done, LLVMMDNodeInContext(f->context, NULL, 0));
    }
    vector_free(&found);
}

/* A call through a pointer, in an outline: whichever of these functions it calls. */
static void pass_at_pointer(struct front *f, LLVMBuilderRef b, LLVMValueRef call)
{
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    LLVMValueRef passed = store_arguments(f, b, call, LLVMCountParamTypes(type));
    each_function(fn, f->module) if (passed && is_marked(fn) && has_address_taken(fn))
        LLVMBuildStore(b, passed, build_passed(f, b, fn));
}

static void pass_at_pointers(struct front *f, LLVMBuilderRef b)
{
    VECTOR(LLVMValueRef) found = {0};
    each_function(fn, f->module) each_block(block, fn)
        each_instruction(i, block) if (LLVMIsACallInst(i) && !called_function(i) && !LLVMIsAInlineAsm(LLVMGetCalledValue(i)) &&
                                       LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(i))) vector_push(&found, i);
    vector_each(LLVMValueRef *, call, &found)
        pass_at_pointer(f, b, *call);
    vector_free(&found);
}

static LLVMValueRef cell_at(LLVMValueRef address)
{
    LLVMValueRef cell = starts_with(called_name(address), "llvm.threadlocal.address") ? LLVMGetArgOperand(address, 0) : NULL;
    return cell && starts_with(value_name(cell), cells) ? cell : NULL;
}

/* What was passed just before, in the same block. */
static LLVMValueRef passed_before(LLVMValueRef load, LLVMValueRef cell)
{
    for (LLVMValueRef i = LLVMGetPreviousInstruction(load); i; i = LLVMGetPreviousInstruction(i)) {
        if (LLVMIsAStoreInst(i) && cell_at(LLVMGetOperand(i, 1)) == cell)
            return LLVMGetOperand(i, 0);
        if (LLVMIsACallInst(i) && !starts_with(called_name(i), "llvm."))
            return NULL;
    }
    return NULL;
}

void forward_variable_arguments(struct front *f)
{
    LLVMValueRef next;
    each_function(fn, f->module) each_block(block, fn) for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next)
    {
        next = LLVMGetNextInstruction(i);
        LLVMValueRef cell = LLVMIsALoadInst(i) ? cell_at(LLVMGetOperand(i, 0)) : NULL;
        LLVMValueRef passed = cell ? passed_before(i, cell) : NULL;
        if (passed) {
            LLVMReplaceAllUsesWith(i, passed);
            LLVMInstructionEraseFromParent(i);
        }
    }
}

void pass_variable_arguments(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    close_gaps(f);
    each_function(fn, f->module) if (reads_arguments(fn))
    {
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                                LLVMCreateStringAttribute(f->context, mark, sizeof mark - 1, "", 0));
        take_arguments(f, b, fn);
    }
    each_function(fn, f->module) if (is_marked(fn)) pass_at_calls(f, b, fn);
    if (f->wide)
        pass_at_pointers(f, b);
    copy_lists(f, b);
    LLVMDisposeBuilder(b);
}
