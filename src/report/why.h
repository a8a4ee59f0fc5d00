/* One sentence that says why an assertion fails at the end of a schedule. */
#ifndef HEDDLE_REPORT_WHY_H
#define HEDDLE_REPORT_WHY_H

#include "report/schedule.h"

/* Appends "main finds c = 1, written by worker#2 at line 7", without a full stop; false if nothing is known. */
bool why_print(struct text *out, const struct schedule *s);

#endif
