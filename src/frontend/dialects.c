/* Habits of other tools: programs written for CBMC call assert without a declaration, and an error may be a label. What __CPROVER_ASYNC means is
 * in labels.c; types and storage classes are macros (clang.c); nondet_T() is known to lower_call.c. */
#include "frontend/front.h"

#include "program/property.h"

#include "base/log.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>

/* --- assert --- */

/* Whether a value of any scalar type is not zero, as an int; NULL if it is no scalar. */
static LLVMValueRef truth_of(struct front *f, LLVMBuilderRef b, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v), word = LLVMInt32TypeInContext(f->context);
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind:
    case LLVMPointerTypeKind: return LLVMBuildZExt(b, LLVMBuildICmp(b, LLVMIntNE, v, LLVMConstNull(t), ""), word, "");
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind: return LLVMBuildZExt(b, LLVMBuildFCmp(b, LLVMRealUNE, v, LLVMConstNull(t), ""), word, "");
    default: return NULL;
    }
}

void replace_plain_asserts(struct front *f)
{
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, "assert");
    if (!fn || is_defined(fn))
        return;
    LLVMTypeRef word = LLVMInt32TypeInContext(f->context);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), &word, 1, false);
    LLVMValueRef model = LLVMGetNamedFunction(f->module, "__VERIFIER_assert");
    VECTOR(LLVMValueRef) found = {0};
    each_use(u, fn) if (calls(LLVMGetUser(u), "assert") && LLVMGetNumArgOperands(LLVMGetUser(u)) == 1 &&
                        !LLVMGetFirstUse(LLVMGetUser(u))) vector_push(&found, LLVMGetUser(u));
    if (!model && found.size)
        model = LLVMAddFunction(f->module, "__VERIFIER_assert", type);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    vector_each(LLVMValueRef *, call, &found) {
        LLVMPositionBuilderBefore(b, *call);
        LLVMValueRef holds = truth_of(f, b, LLVMGetArgOperand(*call, 0));
        if (!holds || LLVMGlobalGetValueType(model) != type)
            continue; /* a function that nobody defines */
        LLVMBuildCall2(b, type, model, &holds, 1, "");
        LLVMInstructionEraseFromParent(*call);
    }
    LLVMDisposeBuilder(b);
    vector_free(&found);
}

/* --- labels that are errors --- */

/* clang gives the block behind a label its name, and a number after it where the function has the name for something else as well. */
static bool may_be_label(const char *block, const char *label, bool *certainly)
{
    size_t n = strlen(label);
    *certainly = strcmp(block, label) == 0;
    return starts_with(block, label) && block[n + strspn(block + n, "0123456789")] == '\0';
}

static LLVMValueRef declared(struct front *f, const char *name, LLVMTypeRef type)
{
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, name);
    return fn ? fn : LLVMAddFunction(f->module, name, type);
}

static void fail_at(struct front *f, LLVMBuilderRef b, LLVMBasicBlockRef block, const char *label, bool certainly)
{
    LLVMTypeRef nothing = LLVMVoidTypeInContext(f->context), word = LLVMInt32TypeInContext(f->context);
    LLVMTypeRef types[] = {word, LLVMPointerTypeInContext(f->context, 0)};
    LLVMTypeRef fails = LLVMFunctionType(nothing, types, 2, false), takes_text = LLVMFunctionType(nothing, types + 1, 1, false);
    LLVMValueRef first = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(first))
        first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(b, first);
    const char *words = arena_printf(&f->arena, certainly ? "label %s is not reached" : "what may be the label %s", label);
    LLVMValueRef text = LLVMBuildGlobalString(b, words, "reason"), property = LLVMConstInt(word, PROPERTY_REACH, false);
    if (certainly)
        LLVMBuildCall2(b, fails, declared(f, "__heddle_fail", fails), (LLVMValueRef[]){property, text}, 2, "");
    else
        LLVMBuildCall2(b, takes_text, declared(f, "__heddle_unsupported", takes_text), &text, 1, "");
}

void fail_at_labels(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    for (uint32_t k = 0; k < f->options->error_label_count; k++) {
        const char *label = f->options->error_labels[k];
        bool found = false, certainly;
        each_function(fn, f->module) if (LLVMGetSubprogram(fn)) each_block(block, fn)
        {
            if (!may_be_label(LLVMGetBasicBlockName(block), label, &certainly))
                continue;
            fail_at(f, b, block, label, certainly);
            found = true;
        }
        if (!found)
            f->error = arena_printf(f->words, "there is no label '%s' in the program", label);
    }
    LLVMDisposeBuilder(b);
}
