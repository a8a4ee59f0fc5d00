/* Runs clang on one file. The flags keep the meaning of the source: no optimisation runs (-O1 is there for lifetime markers and
 * for the bodies of C99 inline functions only), signed overflow wraps, and null is not assumed away. Old tasks rely on implicit
 * declarations, so these are no errors. The bitcode comes through a pipe: there is no temporary file to leave behind. */
#include "frontend/clang.h"

#include "base/printable.h"
#include "base/process.h"
#include "frontend/annotated.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* clang-format off */
static const char *const fixed_flags[] = {
    "-O1", "-Xclang", "-disable-llvm-passes", "-fno-strict-aliasing", "-fwrapv", "-fno-delete-null-pointer-checks", "-g",
    "-fno-discard-value-names", "-emit-llvm", "-c", "-w", "-Wno-int-conversion", "-Wno-implicit-function-declaration",
    "-Wno-implicit-int", "-Wno-incompatible-function-pointer-types", "-Wno-return-mismatch", "-fno-caret-diagnostics",
    "-fno-vectorize", "-ffp-contract=off", "-fno-crash-diagnostics", /* it would leave files behind */
    "-ferror-limit=20", "-fno-spell-checking",
    "-fno-builtin-strchr", /* clang does not convert its second argument to char where it computes it by itself */
    /* gcc's attribute may name the function that frees; clang's takes no arguments. */
    "-D__malloc__(...)=__malloc__",
    "-D__CPROVER_bool=_Bool", "-D__CPROVER_thread_local=__thread", "-D__CPROVER_size_t=__SIZE_TYPE__",
    /* The argument stays text, macros expanded: it may name variables of other threads, which C has no words for. */
    "-D__heddle_text(...)=#__VA_ARGS__", "-D__CPROVER_predicate(...)=__heddle_predicate(__heddle_text(__VA_ARGS__))",
    ANNOTATION_FLAGS,
};

/* For the property overflow: a call before each operation that is undefined (models/overflow.c), in functions that want none, too. */
static const char *const arithmetic_flags[] = {
    "-fno-wrapv", "-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift", "-fno-sanitize-recover=all",
    "-fsanitize-minimal-runtime", "-Dno_sanitize(...)=unused", "-D__no_sanitize__(...)=unused",
    "-Dno_sanitize_undefined=unused", "-D__no_sanitize_undefined__=unused",
};
/* clang-format on */

/* clang's words, but no line longer than anybody reads, and not what it says to its own developers after a crash. */
static void pass_on(const struct text *errors)
{
    enum { LONGEST = 1000 };
    struct text shown = {0};
    const char *end = text_string(errors) + errors->size;
    for (const char *p = text_string(errors); p < end && !starts_with(p, "PLEASE submit a bug report");) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        size_t n = (size_t)((newline ? newline : end) - p);
        text_append_printable(&shown, p, n < LONGEST ? n : LONGEST, PRINTABLE_WORDS);
        text_append(&shown, n < LONGEST ? "\n" : "...\n");
        p += n + (newline != NULL);
    }
    fputs(text_string(&shown), stderr);
    text_free(&shown);
}

typedef VECTOR(const char *) argument_vector;

/* "N:FLAG" for those files that this is. */
static void add_file_flags(const struct frontend_options *o, const char *file, argument_vector *argv)
{
    for (uint32_t i = 0; i < o->file_flag_count; i++) {
        char *rest;
        unsigned long n = strtoul(o->file_flags[i], &rest, 10);
        if (n < o->file_count && o->files[n] == file && *rest == ':')
            vector_push(argv, rest + 1);
    }
}

/* Why there is no bitcode. */
static const char *failure(const struct frontend_options *o, const struct process *p, const char *file, struct arena *words)
{
    bool crashed = p->end == PROCESS_CRASHED || (p->end == PROCESS_EXITED && (p->status == 70 || p->status > 128));
    if (o->stopped && (p->end == PROCESS_TIMED_OUT || p->end == PROCESS_OUT_OF_MEMORY || p->end == PROCESS_KILLED))
        *o->stopped = true;
    return crashed                    ? arena_printf(words, "%s: clang crashed", file)
           : p->end == PROCESS_EXITED ? arena_printf(words, "%s: does not compile", file)
                                      : arena_printf(words, "%s: clang: %s", file, process_end_words(p));
}

bool keeps_guards(const struct frontend_options *o)
{
    return properties_need(o->only_uncovered ? o->asked_for : o->properties) & NEEDS_ARITHMETIC;
}

bool has_guards(const struct frontend_options *o) { return keeps_guards(o) || (o->compiled && o->compiled->guarded); }

/* If the file has annotations (annotated.h): clang finds the text with them as code in its place. Returns the memory file that holds it, or -1. */
static int replace_text(const struct frontend_options *o, const char *file, argument_vector *argv, struct arena *words)
{
    struct text source = {0}, made = {0};
    int fd = -1;
    if (text_read_regular_file(&source, file) && text_with_annotations(text_string(&source), !o->competition, &made))
        fd = memfd_create("annotated", 0); /* clang inherits it */
    if (fd >= 0 && write_all(fd, text_string(&made), made.size)) {
        vector_push(argv, "-Xclang");
        vector_push(argv, "-remap-file");
        vector_push(argv, "-Xclang");
        vector_push(argv, arena_printf(words, "%s;/proc/self/fd/%d", as_argument(file, words), fd));
    }
    text_free(&source);
    text_free(&made);
    return fd;
}

/* What gcc has preprocessed names types that clang does not know (stdlib.h with _GNU_SOURCE, math.h); what clang has preprocessed defines them itself, as glibc does for compilers without. */
static void name_floats(const char *file, argument_vector *argv)
{
    static const char *const flags[] = {"-D_Float32=float", "-D_Float64=double", "-D_Float32x=double", "-D_Float64x=long double",
                                        "-D_Float128=__float128"};
    struct text source = {0};
    if (text_read_regular_file(&source, file)) {
        const char *s = text_string(&source);
        bool preprocessed = ends_with(file, ".i") || starts_with(s, "# 0 \"") || starts_with(s, "# 1 \"");
        if (preprocessed && strstr(s, "_Float") && !strstr(s, "typedef float _Float32;"))
            for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
                vector_push(argv, flags[k]);
    }
    text_free(&source);
}

/* more: NULL, or an argument besides; *annotated: what replace_text says */
static argument_vector arguments_for(const struct frontend_options *o, const char *file, const char *more, int *annotated,
                                     struct arena *words)
{
    argument_vector argv = {0};
    vector_push(&argv, o->clang ? o->clang : "clang-19");
    vector_push(&argv, o->m32 ? "-m32" : "-m64");
    for (size_t i = 0; i < sizeof fixed_flags / sizeof *fixed_flags; i++)
        vector_push(&argv, fixed_flags[i]);
    for (size_t i = 0; i < sizeof arithmetic_flags / sizeof *arithmetic_flags && has_guards(o); i++)
        vector_push(&argv, arithmetic_flags[i]);
    for (uint32_t i = 0; i < o->clang_argument_count; i++)
        vector_push(&argv, o->clang_arguments[i]);
    add_file_flags(o, file, &argv);
    vector_push(&argv, "-o");
    vector_push(&argv, "-");
    if (ends_with(file, ".i")) { /* preprocessed, but not with the macros above */
        vector_push(&argv, "-x");
        vector_push(&argv, "c");
    }
    name_floats(file, &argv);
    if (more)
        vector_push(&argv, more);
    *annotated = replace_text(o, file, &argv, words);
    vector_push(&argv, as_argument(file, words));
    vector_push(&argv, NULL);
    return argv;
}

static bool run(const struct frontend_options *o, argument_vector *argv, int annotated, struct process *p)
{
    bool ok = process_run(p, argv->data, &o->limits);
    if (annotated >= 0)
        close(annotated);
    return ok;
}

bool clang_preprocess(const struct frontend_options *o, const char *file, struct text *out, struct arena *words)
{
    int annotated;
    argument_vector argv = arguments_for(o, file, "-E", &annotated, words);
    struct process p;
    bool ok = run(o, &argv, annotated, &p);
    if (ok)
        text_append_bytes(out, text_string(&p.output), p.output.size);
    process_free(&p);
    vector_free(&argv);
    return ok;
}

bool clang_compile(const struct frontend_options *o, const char *file, struct text *bitcode, const char **error,
                   struct arena *words)
{
    const char *problem = source_problem(file);
    if (problem) {
        *error = arena_printf(words, "cannot read %s: %s", file, problem);
        return false;
    }
    int annotated;
    argument_vector argv = arguments_for(o, file, NULL, &annotated, words);
    struct process p;
    bool ok = run(o, &argv, annotated, &p);
    if (p.end == PROCESS_NOT_STARTED)
        *error = arena_printf(words, "cannot run %s: %s", argv.data[0], strerror(p.status));
    else if (!ok)
        *error = failure(o, &p, file, words);
    pass_on(&p.errors);
    if (ok)
        text_append_bytes(bitcode, text_string(&p.output), p.output.size);
    process_free(&p);
    vector_free(&argv);
    return ok;
}
