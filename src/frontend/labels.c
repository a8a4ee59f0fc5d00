/* Labels that mean something: __CPROVER_ASYNC_n before a call starts a thread that makes the call, as in CBMC, and
 * __CPROVER_passive_broadcast stands for a statement over the variables of all other threads. clang gives the block
 * after a label its name.
 *
 * Which instructions belong to the labelled statement is not said in the bitcode. So the text of the source is looked
 * at: the label, one call of a function by name, a semicolon. Arguments are evaluated before the thread starts, so they
 * must be constants or local variables. Everything else that is labelled so is unsupported. */
#include "frontend/front.h"

#include "base/text.h"

#include <ctype.h>

static const char async_label[] = "__CPROVER_ASYNC_", broadcast_label[] = "__CPROVER_passive_broadcast";

static void insert_unsupported(struct front *f, LLVMBuilderRef b, LLVMBasicBlockRef block, const char *what)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), &pointer, 1, false);
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(block));
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, "__heddle_unsupported"), text = LLVMBuildGlobalString(b, what, "reason");
    LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(f->module, "__heddle_unsupported", type), &text, 1, "");
}

/* --- the text of the source --- */

static const char *line_of(const char *text, unsigned line)
{
    while (text && --line)
        text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL;
    return text;
}

/* Whether `at` is just behind "label :", spaces aside. */
static bool is_labelled(const char *text, const char *at, const char *label)
{
    while (at > text && isspace((unsigned char)at[-1]))
        at--;
    if (at == text || *--at != ':')
        return false;
    while (at > text && isspace((unsigned char)at[-1]))
        at--;
    size_t n = strlen(label);
    return (size_t)(at - text) >= n && strncmp(at - n, label, n) == 0;
}

/* Whether a call of the function, and nothing more, is the statement that begins here. */
static bool is_whole_call(const char *at, const char *function)
{
    size_t n = strlen(function);
    if (strncmp(at, function, n) != 0)
        return false;
    at += n + strspn(at + n, " \t\r\n");
    unsigned depth = 0;
    for (bool first = true; first || depth; first = false, at++) {
        if (!*at || *at == '"' || *at == '\'' || *at == '/' || (first && *at != '('))
            return false;
        depth += *at == '(';
        depth -= *at == ')';
    }
    return at[strspn(at, " \t\r\n")] == ';';
}

static bool source_agrees(struct front *f, LLVMValueRef call, const char *label)
{
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(call), scope = at ? LLVMDILocationGetScope(at) : NULL;
    LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
    if (!file || !LLVMDILocationGetLine(at) || !LLVMDILocationGetColumn(at))
        return false;
    unsigned length, folder_length;
    const char *name = LLVMDIFileGetFilename(file, &length), *folder = LLVMDIFileGetDirectory(file, &folder_length);
    const char *path = arena_printf(&f->arena, "%.*s%s%.*s", length && *name == '/' ? 0 : (int)folder_length, folder,
                                    length && *name == '/' ? "" : "/", (int)length, name);
    struct text source = {0};
    const char *line = text_read_regular_file(&source, path) ? line_of(text_string(&source), LLVMDILocationGetLine(at)) : NULL;
    unsigned column = LLVMDILocationGetColumn(at) - 1;
    bool agrees = line && strcspn(line, "\n") > column && is_labelled(text_string(&source), line + column, label) &&
                  is_whole_call(line + column, called_name(call));
    text_free(&source);
    return agrees;
}

/* --- the thread --- */

static bool is_evaluated_early(LLVMValueRef v)
{
    return LLVMIsConstant(v) || (LLVMIsALoadInst(v) && LLVMIsAAllocaInst(LLVMGetOperand(v, 0)));
}

/* Whether the argument can be handed over as the one of a thread function. */
static bool is_passable(const struct front *f, LLVMValueRef v)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
    return is_evaluated_early(v) && (kind == LLVMPointerTypeKind || kind == LLVMIntegerTypeKind) &&
           type_size(f, LLVMTypeOf(v)) <= f->pointer_bytes;
}

/* The call that the statement begins with; NULL if it begins with anything but the evaluation of arguments. */
static LLVMValueRef first_call(LLVMBasicBlockRef block)
{
    each_instruction(i, block)
    {
        if (is_debug_call(i) || (LLVMIsALoadInst(i) && is_evaluated_early(i)))
            continue;
        return LLVMIsACallInst(i) && called_function(i) ? i : NULL;
    }
    return NULL;
}

static void make_thread(struct front *f, LLVMBuilderRef b, LLVMValueRef call)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0), id = LLVMInt32TypeInContext(f->context);
    LLVMTypeRef type = LLVMFunctionType(id, (LLVMTypeRef[]){pointer, pointer}, 2, false);
    LLVMValueRef create = LLVMGetNamedFunction(f->module, "__heddle_create");
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef passed = LLVMConstNull(pointer);
    if (LLVMGetNumArgOperands(call)) {
        LLVMValueRef v = LLVMGetArgOperand(call, 0);
        bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
        passed = is_pointer ? v : LLVMBuildIntToPtr(b, v, pointer, "");
    }
    LLVMValueRef arguments[] = {called_function(call), passed};
    LLVMBuildCall2(b, type, create ? create : LLVMAddFunction(f->module, "__heddle_create", type), arguments, 2, "");
    LLVMInstructionEraseFromParent(call);
}

void obey_labels(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    each_function(fn, f->module) each_block(block, fn)
    {
        const char *label = LLVMGetBasicBlockName(block);
        if (starts_with(label, broadcast_label))
            insert_unsupported(f, b, block, broadcast_label);
        if (!starts_with(label, async_label))
            continue;
        LLVMValueRef call = first_call(block);
        bool fits = call && LLVMGetNumArgOperands(call) <= 1 && !LLVMGetFirstUse(call) && is_defined(called_function(call)) &&
                    (!LLVMGetNumArgOperands(call) || is_passable(f, LLVMGetArgOperand(call, 0))) && source_agrees(f, call, label);
        if (fits)
            make_thread(f, b, call);
        else
            insert_unsupported(f, b, block, "__CPROVER_ASYNC before anything but a call with at most one simple argument");
    }
    LLVMDisposeBuilder(b);
}
