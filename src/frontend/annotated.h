/* What other tools read into the text of a C file and clang does not see: ACSL's assertions in comments, and labels of CBMC and monabs: __CPROVER_ASYNC_n,
 * __CPROVER_passive_broadcast. */
#ifndef HEDDLE_FRONTEND_ANNOTATED_H
#define HEDDLE_FRONTEND_ANNOTATED_H

#include "base/text.h"

/* The same text with them as code, every line and every column where it was; false if there is nothing of the kind in it, and *out is left
 * alone. acsl: whether assertions in comments are meant, too. The code is made of the macros below. */
bool text_with_annotations(const char *source, bool acsl, struct text *out);

/* Arguments of clang that define these macros. A statement behind __heddle_async is a thread's (async.c), one behind __heddle_broadcast is for all other threads
 * (broadcasts.c); an assertion is evaluated in one step, and only
 * where assertions are asked for: nothing that it does is the program's. */
#define ANNOTATION_FLAGS                                                                                                           \
    "-D__heddle_async=if(!({extern int __heddle_begin_async(void);__heddle_begin_async();}));else",                                \
        "-D__heddle_broadcast=if(!({extern int __heddle_begin_broadcast(void);__heddle_begin_broadcast();}));else",                \
        "-D__heddle_acsl(text,...)=({extern int __heddle_asserts(void);extern void __heddle_atomic_begin(void),"                   \
        "__heddle_atomic_end(void),__heddle_assert(_Bool,const char*),__heddle_uncovered(const char*);"                            \
        "if(__heddle_asserts()==1){__heddle_atomic_begin();_Bool __heddle_holds=(__VA_ARGS__)?1:0;__heddle_atomic_end();"          \
        "__heddle_assert(__heddle_holds,text);}"                                                                                   \
        "if(__heddle_asserts()==2)__heddle_uncovered(\"an assertion of ACSL, besides other properties\");})",                      \
        "-D__heddle_no_acsl(text)=({extern int __heddle_asserts(void);extern void __heddle_uncovered(const char*);"                \
        "if(__heddle_asserts())__heddle_uncovered(text);})"

/* acsl.c: a condition of ACSL as a C expression with the same meaning on the integers of C, appended to *out; false if it has none that heddle
 * knows. It is [from, to); blanks are kept, so that lines stay. */
bool acsl_condition(const char *from, const char *to, struct text *out);

#endif
