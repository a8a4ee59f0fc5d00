/* Bitcode and LLVM text from outside may be anything: LLVM reads and verifies them in a process of their own first, so
 * that a file on which LLVM crashes is bad input and nothing else. */
#include "frontend/read_module.h"

#include "base/log.h"
#include "base/process.h"
#include "frontend/clang.h"
#include "frontend/models.h"

#include <llvm-c/Analysis.h>

#include <errno.h>
#include <unistd.h>

struct source {
    struct front *front;
    const char *file;
    struct text bytes;
};

static const char *first_line(struct front *f, const char *message)
{
    return arena_strndup(f->words, message ? message : "", message ? strcspn(message, "\n") : 0);
}

static LLVMModuleRef parse_bitcode(struct front *f, const char *bytes, size_t size, const char *file)
{
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, size, file);
    LLVMModuleRef m = NULL;
    f->error = NULL;
    bool failed = LLVMParseBitcodeInContext2(f->context, buffer, &m);
    LLVMDisposeMemoryBuffer(buffer);
    if (failed)
        f->error = arena_printf(f->words, "%s: not valid LLVM bitcode%s%s", file, f->error ? ": " : "",
                                f->error ? first_line(f, f->error) : "");
    return failed ? NULL : m;
}

static LLVMModuleRef parse_text(struct front *f, const struct text *t, const char *file)
{
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text_string(t), t->size, file);
    LLVMModuleRef m = NULL;
    char *message = NULL;
    if (LLVMParseIRInContext(f->context, buffer, &m, &message)) { /* takes the buffer */
        f->error = arena_printf(f->words, "%s: not valid LLVM assembly: %s", file, first_line(f, message));
        m = NULL;
    }
    if (message)
        LLVMDisposeMessage(message);
    return m;
}

static LLVMModuleRef parse(const struct source *s)
{
    return ends_with(s->file, ".bc") ? parse_bitcode(s->front, text_string(&s->bytes), s->bytes.size, s->file)
                                     : parse_text(s->front, &s->bytes, s->file);
}

/* --- what comes from outside --- */

/* In a process of its own. What it writes is why the file is no good; nothing if it is. */
static void try_source(void *context, int fd)
{
    const struct source *s = context;
    char *message = NULL;
    int silent = dup(STDERR_FILENO); /* LLVM's words about a crash are for its developers */
    close(STDERR_FILENO);
    LLVMModuleRef m = parse(s);
    if (m && LLVMVerifyModule(m, LLVMReturnStatusAction, &message))
        s->front->error = arena_printf(s->front->words, "%s: a broken LLVM module: %s", s->file, first_line(s->front, message));
    else if (m)
        s->front->error = NULL;
    if (s->front->error)
        write_all(fd, s->front->error, strlen(s->front->error));
    dup2(silent, STDERR_FILENO);
}

static bool holds(struct source *s)
{
    struct process p;
    struct front *f = s->front;
    bool ok = process_fork(&p, try_source, s, &f->options->limits) && process_finish(&p) && !p.output.size;
    if (p.output.size)
        f->error = arena_strdup(f->words, text_string(&p.output));
    else if (p.end == PROCESS_CRASHED || p.end == PROCESS_EXITED)
        f->error = arena_printf(f->words, "%s: LLVM crashes when it reads this file", s->file);
    else
        f->error = arena_printf(f->words, "%s: %s", s->file, process_end_words(&p));
    if (!ok && f->options->stopped && p.end != PROCESS_CRASHED && p.end != PROCESS_EXITED)
        *f->options->stopped = true;
    if (ok)
        f->error = NULL;
    process_free(&p);
    return ok;
}

/* Pointers, alignments and the order of bytes must be those of the models; a module that names none gets them. */
static bool fits_models(struct front *f, LLVMModuleRef m, const char *file)
{
    const char *layout = LLVMGetDataLayoutStr(m), *target = LLVMGetTarget(m);
    bool known = false;
    for (unsigned bytes = 4; bytes <= 8; bytes += 4) {
        LLVMModuleRef models = read_models(f, bytes);
        bool asked = bytes == (f->options->m32 ? 4 : 8);
        if (!*layout && asked) {
            log_warning("%s: it names no data layout; taken for one of %s", file, LLVMGetTarget(models));
            LLVMSetDataLayout(m, LLVMGetDataLayoutStr(models));
            LLVMSetTarget(m, LLVMGetTarget(models));
            layout = LLVMGetDataLayoutStr(m);
        }
        known |= !strcmp(layout, LLVMGetDataLayoutStr(models));
        LLVMDisposeModule(models);
    }
    if (!known)
        f->error = arena_printf(f->words, "%s: made for the target '%s' with the data layout '%s', which heddle does not know",
                                file, target, layout);
    return known;
}

static LLVMModuleRef read_llvm(struct front *f, const char *file)
{
    struct source s = {.front = f, .file = file};
    LLVMModuleRef m = NULL;
    if (!text_read_regular_file(&s.bytes, file))
        f->error = arena_printf(f->words, "cannot read %s: %s", file, file_problem(file) ? file_problem(file) : strerror(errno));
    else if (holds(&s) && (m = parse(&s)) && !fits_models(f, m, file)) {
        LLVMDisposeModule(m);
        m = NULL;
    }
    text_free(&s.bytes);
    return m;
}

/* --- all files --- */

void compiled_free(struct compiled *c)
{
    for (int k = 0; k < 2; k++) {
        vector_each(struct text *, t, &c->bitcode[k])
            text_free(t);
        vector_free(&c->bitcode[k]);
    }
}

/* What was compiled for another property does not count if that needs other flags. */
static struct text *known_bitcode(struct front *f, uint32_t number)
{
    struct compiled *all = f->options->compiled;
    int kind = has_guards(f->options);
    if (!all->bitcode[kind].size)
        vector_resize(&all->bitcode[kind], f->options->file_count);
    return &all->bitcode[kind].data[number];
}

LLVMModuleRef read_module(struct front *f, uint32_t number)
{
    const char *file = f->options->files[number];
    struct text one = {0}, *bitcode = &one;
    LLVMModuleRef m = NULL;
    if (f->options->compiled)
        bitcode = known_bitcode(f, number);
    if (ends_with(file, ".bc") || ends_with(file, ".ll")) {
        if (!front_needs(f, NEEDS_ARITHMETIC))
            return read_llvm(f, file);
        f->error = arena_printf(f->words, "%s: --property=overflow needs C: LLVM does not say what the source computes", file);
        return NULL;
    }
    if (!ends_with(file, ".c") && !ends_with(file, ".i"))
        f->error = arena_printf(f->words, "%s: not a .c, .i, .bc or .ll file", file);
    else if (bitcode->size || clang_compile(f->options, file, bitcode, &f->error, f->words))
        m = parse_bitcode(f, text_string(bitcode), bitcode->size, file);
    if (m && has_guards(f->options) && (f->wide || !keeps_guards(f->options)))
        forget_guards(m);
    text_free(&one);
    return m;
}

LLVMModuleRef read_models(struct front *f, unsigned pointer_bytes)
{
    bool m32 = pointer_bytes == 4;
    const char *begin = m32 ? models32_begin : models64_begin, *end = m32 ? models32_end : models64_end;
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(begin, (size_t)(end - begin), "models", false);
    LLVMModuleRef m = NULL;
    if (LLVMGetBitcodeModuleInContext2(f->context, buffer, &m)) { /* takes the buffer */
        f->error = "the models are not valid LLVM bitcode";
        return NULL;
    }
    return m;
}
