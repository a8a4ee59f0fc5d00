/* An execution that no schedule has, in words and as JSON. */
#ifndef HEDDLE_REPORT_EXECUTION_H
#define HEDDLE_REPORT_EXECUTION_H

#include "base/text.h"
#include "program/shown_execution.h"

#include <cjson/cJSON.h>

/* A column for each thread, then which values were old when they were read. */
void execution_print(struct text *out, const struct shown_execution *x);

/* "execution" is that text; "events" a list, in which "from" is the place of what is read, "after" of the write before in the
 * modification order, and "newer" of a write that was not seen. */
void execution_add_json(cJSON *to, const struct shown_execution *x, struct arena *words);

#endif
