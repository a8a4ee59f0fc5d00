/* A schedule as a table: one column for each thread, time goes down. */
#ifndef HEDDLE_REPORT_COLUMNS_H
#define HEDDLE_REPORT_COLUMNS_H

#include "report/schedule.h"
#include "report/source.h"

/* width: characters in a line. False (and nothing written) if the threads are too many for it. A long schedule is cut in the
 * middle. */
bool columns_print(struct text *out, const struct schedule *s, struct sources *sources, unsigned width);

#endif
