/* Reads bitcode or LLVM text, links the files, and adds the models of library functions. Model functions are weak or have names
 * of their own, so a definition in the user's files wins. Everything but main becomes internal, and what is unused goes. A weak
 * symbol that nobody defines is null. */
#include "frontend/clang.h"
#include "frontend/front.h"
#include "frontend/parts.h"
#include "frontend/models.h"

#include <dlfcn.h>
#include <errno.h>

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *context)
{
    struct front *f = context;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
        return;
    char *message = LLVMGetDiagInfoDescription(info);
    if (!f->error)
        f->error = arena_strdup(f->words, message);
    LLVMDisposeMessage(message);
}

static LLVMModuleRef parse_bitcode(struct front *f, const char *bytes, size_t size, const char *file)
{
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, size, file);
    LLVMModuleRef m = NULL;
    bool failed = LLVMParseBitcodeInContext2(f->context, buffer, &m);
    LLVMDisposeMemoryBuffer(buffer);
    if (failed)
        f->error = arena_printf(f->words, "%s: not valid LLVM bitcode", file);
    return failed ? NULL : m;
}

static LLVMModuleRef parse_text(struct front *f, const struct text *t, const char *file)
{
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text_string(t), t->size, file);
    LLVMModuleRef m = NULL;
    char *message = NULL;
    if (LLVMParseIRInContext(f->context, buffer, &m, &message)) { /* takes the buffer */
        size_t line = message ? strcspn(message, "\n") : 0;
        f->error = arena_printf(f->words, "%s: not valid LLVM assembly: %.*s", file, (int)line, message ? message : "");
        m = NULL;
    }
    if (message)
        LLVMDisposeMessage(message);
    return m;
}

static LLVMModuleRef load_file(struct front *f, const char *file)
{
    struct text content = {0};
    LLVMModuleRef m = NULL;
    if (ends_with(file, ".bc") || ends_with(file, ".ll")) {
        if (!text_read_file(&content, file))
            f->error = arena_printf(f->words, "%s: %s", file, strerror(errno));
        else
            m = ends_with(file, ".bc") ? parse_bitcode(f, text_string(&content), content.size, file) : parse_text(f, &content, file);
    } else if (ends_with(file, ".c") || ends_with(file, ".i")) {
        if (clang_compile(f->options, file, &content, &f->error, f->words))
            m = parse_bitcode(f, text_string(&content), content.size, file);
    } else {
        f->error = arena_printf(f->words, "%s: not a .c, .i, .bc or .ll file", file);
    }
    text_free(&content);
    return m;
}

static bool link_into(struct front *f, LLVMModuleRef m, const char *what)
{
    if (!f->module) {
        f->module = m;
        return true;
    }
    if (!LLVMLinkModules2(f->module, m)) /* consumes m */
        return true;
    f->error = arena_printf(f->words, "%s: cannot be linked: %s", what, f->error ? f->error : "linker error");
    return false;
}

/* What passes may bring in later, so it must survive globaldce until then. */
static bool needed_later(const char *name)
{
    return strcmp(name, "main") == 0 || strcmp(name, "memset") == 0 || strcmp(name, "memcpy") == 0 || strcmp(name, "memmove") == 0
           || strcmp(name, "__heddle_arguments") == 0 || strcmp(name, "__heddle_thread_ends") == 0 || strcmp(name, "__heddle_program_ends") == 0
           || starts_with(name, "__heddle_scan")
           || starts_with(name, "__heddle_reads_") || strcmp(name, "__heddle_counting_printf") == 0;
}

static void make_internal(struct front *f)
{
    each_function(fn, f->module)
    {
        if (!is_defined(fn))
            continue;
        LLVMSetLinkage(fn, needed_later(value_name(fn)) ? LLVMExternalLinkage : LLVMInternalLinkage);
    }
    each_global(g, f->module)
        if (LLVMGetInitializer(g) && LLVMGetLinkage(g) != LLVMAppendingLinkage)
            LLVMSetLinkage(g, LLVMInternalLinkage);
}

/* What the C library defines, or the lowering knows by name, is there, with or without a model. */
static bool is_elsewhere(void *library, const char *name)
{
    return starts_with(name, "__heddle_") || starts_with(name, "__VERIFIER_") || starts_with(name, "__CPROVER_")
           || strcmp(name, "reach_error") == 0 || (library && dlsym(library, name));
}

static void null_if_weak(LLVMValueRef symbol, void *library)
{
    if (LLVMGetLinkage(symbol) == LLVMExternalWeakLinkage && LLVMIsDeclaration(symbol) && !is_elsewhere(library, value_name(symbol)))
        LLVMReplaceAllUsesWith(symbol, LLVMConstNull(LLVMTypeOf(symbol)));
}

static void null_weak_symbols(struct front *f)
{
    void *library = dlopen(NULL, RTLD_LAZY);
    each_function(fn, f->module) null_if_weak(fn, library);
    each_global(g, f->module) null_if_weak(g, library);
    if (library)
        dlclose(library);
}

static void set_options(struct front *f)
{
    LLVMValueRef g = LLVMGetNamedGlobal(f->module, "__heddle_condvars_signalled");
    int level = f->options->property == PROPERTY_DEADLOCK ? 2 : f->options->condvars_signalled; /* models/cond.h */
    if (g && level)
        LLVMSetInitializer(g, LLVMConstInt(LLVMGlobalGetValueType(g), (unsigned)level, false));
}

bool module_load(struct front *f)
{
    f->context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(f->context, on_diagnostic, f);
    for (uint32_t i = 0; i < f->options->file_count; i++) {
        LLVMModuleRef m = load_file(f, f->options->files[i]);
        if (m)
            parts_number(m);
        if (!m || !link_into(f, m, f->options->files[i]))
            return false;
    }
    if (!f->module) {
        f->error = "no input file";
        return false;
    }
    f->layout = LLVMGetModuleDataLayout(f->module);
    f->pointer_bytes = LLVMPointerSize(f->layout);
    f->main = LLVMGetNamedFunction(f->module, "main");
    if (!f->main || !is_defined(f->main)) {
        f->error = arena_printf(f->words, "%s: no function main", f->options->files[0]);
        return false;
    }
    bool m32 = f->pointer_bytes == 4;
    LLVMModuleRef models = parse_bitcode(f, m32 ? models32_begin : models64_begin,
                                         (size_t)(m32 ? models32_end - models32_begin : models64_end - models64_begin), "models");
    if (!models)
        return false;
    LLVMSetTarget(models, LLVMGetTarget(f->module));
    LLVMSetDataLayout(models, LLVMGetDataLayoutStr(f->module));
    each_function(fn, f->module) if (is_defined(fn)) LLVMAddAttributeAtIndex(
        fn, LLVMAttributeFunctionIndex, LLVMCreateStringAttribute(f->context, USERS_OWN, sizeof USERS_OWN - 1, "", 0));
    if (!link_into(f, models, "models"))
        return false;
    f->layout = LLVMGetModuleDataLayout(f->module);
    f->main = LLVMGetNamedFunction(f->module, "main");
    LLVMSetIsNewDbgInfoFormat(f->module, 0);
    null_weak_symbols(f);
    set_options(f);
    make_internal(f);
    return run_passes(f, "globaldce");
}
