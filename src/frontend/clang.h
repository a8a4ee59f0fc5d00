/* clang as a child process. */
#ifndef HEDDLE_FRONTEND_CLANG_H
#define HEDDLE_FRONTEND_CLANG_H

#include "base/text.h"
#include "frontend/frontend.h"

/* Whether arithmetic that may be undefined is guarded (plain_arithmetic.c takes that back). */
bool has_guards(const struct frontend_options *options);
/* Whether it stays so: for a property that needs it, and where it is asked what of its program is not covered. */
bool keeps_guards(const struct frontend_options *options);
/* Compiles one C file to bitcode, which is put into *bitcode. False: clang's diagnostics have been passed on to standard
 * error and *error says in one line what failed. */
bool clang_compile(const struct frontend_options *options, const char *file, struct text *bitcode, const char **error,
                   struct arena *words);
/* What the preprocessor makes of it, with the same flags. False if it cannot; nothing is said. */
bool clang_preprocess(const struct frontend_options *options, const char *file, struct text *out, struct arena *words);

#endif
