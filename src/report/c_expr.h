/* Expressions as C that a compiler accepts: casts where the signs or widths of C's operators would mean something else, no
 * operation that C leaves undefined. What C has no words for is left out of a formula so that the rest still follows. */
#ifndef HEDDLE_REPORT_C_EXPR_H
#define HEDDLE_REPORT_C_EXPR_H

#include "base/text.h"
#include "program/program.h"

/* How C calls a cell at an index (NULL for a scalar), with the type that the cell says; NULL if it has no name there. */
typedef const char *(*c_name)(void *context, const struct cell *c, expr index);

/* Asked first about comparisons and the like: appends what follows from e (or from !e) if that is to be said in another way. */
typedef bool (*c_atom)(void *context, struct text *out, expr e, bool negated);

struct c_printer {
    const struct program *program;
    c_name name;
    c_atom atom; /* may be NULL */
    void *context;
    bool plain; /* for people: without casts and suffixes that only a compiler needs */
};

/* Appends a C condition that follows from e (width 1). False, and nothing appended, if that is just true. */
bool c_weaker(struct text *out, const struct c_printer *c, expr e);

#endif
