/* What the C library keeps in a program's objects, which is of no interest to its user: the parts of mutexes and the like. */
#ifndef HEDDLE_REPORT_INNER_H
#define HEDDLE_REPORT_INNER_H

#include "program/program.h"

/* Length of what the user would call a cell: "q.lock" of "q.lock.__data.__lock" (the C library's fields; a field without any name is
 * f0, f1, ...). */
size_t named_part(const char *name);
bool is_inner_place(const char *place); /* what lies there is one of the C library's fields */

/* By cell: all parts of an object that has a part which is synchronisation state, and what the C library keeps inside its own objects. To be
 * freed. */
bool *inner_cells(const struct program *p);

#endif
