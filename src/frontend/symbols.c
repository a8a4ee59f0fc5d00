#include "frontend/symbols.h"

#include "base/text.h"
#include "frontend/read_module.h"

static void note(struct symbols *out, LLVMValueRef symbol, bool is_here, struct arena *words)
{
    LLVMLinkage linkage = LLVMGetLinkage(symbol);
    const char *name = value_name(symbol);
    if (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage || starts_with(name, "llvm."))
        return;
    if (is_here && linkage != LLVMAvailableExternallyLinkage)
        vector_push(&out->defined, arena_strdup(words, name));
    else if (!is_here && LLVMGetFirstUse(symbol))
        vector_push(&out->wanted, arena_strdup(words, name));
}

bool symbols_read(const struct frontend_options *options, struct symbols *out, const char **error, struct arena *words)
{
    struct front f = {.options = options, .words = words};
    *out = (struct symbols){0};
    f.context = LLVMContextCreate();
    LLVMModuleRef m = read_module(&f, 0);
    if (m) {
        each_function(fn, m) note(out, fn, !LLVMIsDeclaration(fn), words);
        each_global(g, m) note(out, g, LLVMGetInitializer(g) != NULL, words);
        LLVMDisposeModule(m);
    }
    LLVMContextDispose(f.context);
    *error = m ? NULL : f.error;
    return m;
}

void symbols_free(struct symbols *s)
{
    vector_free(&s->defined);
    vector_free(&s->wanted);
}
