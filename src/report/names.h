/* Variables as C calls them where a statement begins, for witnesses: globals, their fields and elements, and variables of main. */
#ifndef HEDDLE_REPORT_NAMES_H
#define HEDDLE_REPORT_NAMES_H

#include "report/report.h"
#include "report/source.h"

/* The name of the shared cell (of its slot, if index is there), which means it at that place and nothing else; line 0: behind everything.
 * NULL if there is none, or it cannot be told. Kept in words, or by the program. */
const char *name_at_place(const struct report *r, struct sources *s, const struct cell *c, expr index, struct position at,
                          struct arena *words);
/* "a[2].x" for the cell "a[].x" and an index; NULL if the index is none of its own. */
const char *name_of_slot(const struct cell *c, expr index, struct arena *words);

#endif
