/* C expressions that the user gives (--invariant, --exceptions, --predicate, __CPROVER_predicate): over global variables, and
 * over local variables of a thread and of its partner where that makes sense. */
#ifndef HEDDLE_PROGRAM_READ_EXPR_H
#define HEDDLE_PROGRAM_READ_EXPR_H

#include "program/program.h"

struct expr_names { /* what variables are called */
    const struct program *program;
    uint32_t code;           /* whose local variables may be named, before globals; NONE: none */
    const uint32_t *partner; /* NULL, or by cell of the program: what NAME_P is, the variable NAME of another thread of the code */
};

/* The truth value of the text, all of C's binary operators and a ==> b in it; numbers are as wide as the widest variable, at
 * least 32 bits, and comparisons unsigned if a variable of that width is. NULL with *why (in words, in the arena) if it is not
 * understood or names what there is not. */
expr expr_read_text(const struct expr_names *names, const char *text, const char **why, struct arena *words);

#endif
