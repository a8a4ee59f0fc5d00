/* Runs clang on one file. The flags keep the meaning of the source: no optimisation runs (-O1 is there for lifetime markers and
 * for the bodies of C99 inline functions only), signed overflow wraps, and null is not assumed away. Old tasks rely on implicit
 * declarations, so these are no errors. The bitcode comes through a pipe: there is no temporary file to leave behind. */
#include "frontend/clang.h"

#include "base/process.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const fixed_flags[] = {
    "-O1", "-Xclang", "-disable-llvm-passes", "-fno-strict-aliasing", "-fwrapv", "-fno-delete-null-pointer-checks", "-g",
    "-fno-discard-value-names", "-emit-llvm", "-c", "-w", "-Wno-int-conversion", "-Wno-implicit-function-declaration",
    "-Wno-implicit-int", "-Wno-incompatible-function-pointer-types", "-Wno-return-mismatch", "-fno-caret-diagnostics",
    "-fno-vectorize", "-ferror-limit=20", "-fno-spell-checking",
    /* The argument stays text, macros expanded: it may name variables of other threads, which C has no words for. */
    "-D__heddle_text(...)=#__VA_ARGS__", "-D__CPROVER_predicate(...)=__heddle_predicate(__heddle_text(__VA_ARGS__))",
};

static bool readable(const char *file, const char **error, struct arena *words)
{
    struct stat status;
    if (stat(file, &status) != 0 || access(file, R_OK) != 0) {
        *error = arena_printf(words, "%s: %s", file, strerror(errno));
        return false;
    }
    if (S_ISDIR(status.st_mode)) {
        *error = arena_printf(words, "%s: is a directory", file);
        return false;
    }
    return true;
}

/* clang's words as they are, but no line longer than anybody reads. */
static void pass_on(const struct text *errors)
{
    enum { LONGEST = 1000 };
    for (const char *p = text_string(errors); *p;) {
        size_t n = strcspn(p, "\n");
        fprintf(stderr, "%.*s%s\n", (int)(n < LONGEST ? n : LONGEST), p, n < LONGEST ? "" : "...");
        p += n + (p[n] == '\n');
    }
}

bool clang_compile(const struct frontend_options *o, const char *file, struct text *bitcode, const char **error,
                   struct arena *words)
{
    if (!readable(file, error, words))
        return false;
    VECTOR(const char *) argv = {0};
    vector_push(&argv, o->clang ? o->clang : "clang-19");
    vector_push(&argv, o->m32 ? "-m32" : "-m64");
    for (size_t i = 0; i < sizeof fixed_flags / sizeof *fixed_flags; i++)
        vector_push(&argv, fixed_flags[i]);
    for (uint32_t i = 0; i < o->clang_argument_count; i++)
        vector_push(&argv, o->clang_arguments[i]);
    vector_push(&argv, "-o");
    vector_push(&argv, "-");
    vector_push(&argv, file[0] == '-' ? arena_printf(words, "./%s", file) : file);
    vector_push(&argv, NULL);
    struct process p;
    bool ok = process_run(&p, argv.data, NULL);
    if (p.end == PROCESS_NOT_STARTED)
        *error = arena_printf(words, "cannot run %s: %s", argv.data[0], strerror(p.status));
    else if (!ok)
        *error = p.end == PROCESS_EXITED ? arena_printf(words, "%s: does not compile", file)
                                         : arena_printf(words, "%s: clang: %s", file, process_end_words(&p));
    pass_on(&p.errors);
    if (ok)
        text_append_bytes(bitcode, text_string(&p.output), p.output.size);
    process_free(&p);
    vector_free(&argv);
    return ok;
}
