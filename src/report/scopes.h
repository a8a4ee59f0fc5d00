/* Whether a name means a variable of the function at a place of a C file, and not a global one. The compiler may have left no trace of such a variable: so by looking
 * at characters, as places.h does. */
#ifndef HEDDLE_REPORT_SCOPES_H
#define HEDDLE_REPORT_SCOPES_H

#include "program/program.h"
#include "report/source.h"

/* The line of the parameter or local variable that this name (its first length characters) means at the place; 0 if it means none. If it is hard to tell where a block ends, one that
 * is declared anywhere before in the function. */
uint32_t scope_line(struct sources *s, struct position at, const char *name, size_t length);

#endif
