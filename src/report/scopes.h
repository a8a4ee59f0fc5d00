/* Whether a name means a variable of the function at a place of a C file, and not the global one. The compiler may have left no trace of such a variable: so by looking
 * at characters, as places.h does. */
#ifndef HEDDLE_REPORT_SCOPES_H
#define HEDDLE_REPORT_SCOPES_H

#include "program/program.h"
#include "report/source.h"

/* Whether a parameter or a local variable of that name (its first length characters) is declared before the place, in a block that has not ended there or, if
 * that is hard to tell, anywhere before in the function. */
bool scope_hides(struct sources *s, struct position at, const char *name, size_t length);

#endif
