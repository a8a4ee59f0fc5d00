/* Where a check is, for people: a deadlock is where somebody waits for a lock; a race has two places. */
#ifndef HEDDLE_REPORT_PLACE_H
#define HEDDLE_REPORT_PLACE_H

#include "report/report.h"

/* The check's own position; of a deadlock that was found, that of the first thread that waits for a lock (or else waits at all). */
struct position report_place(const struct report *r, const struct report_check *c);
/* Where the second of the two accesses is that the check is about. False if it is about one place. */
bool report_other_place(const struct report *r, const struct check *c, struct position *pos);
/* ", with line 20", ", with other.c:20"; nothing for a check of one place. */
void print_other_place(struct text *out, const struct report *r, const struct check *c);

#endif
