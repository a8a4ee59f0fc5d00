/* Long schedules made shorter. Loops, folded for people: of many lines in a row that one thread takes at one source line, the first and the last
 * are shown and how many there were between. */
#ifndef HEDDLE_REPORT_FOLD_H
#define HEDDLE_REPORT_FOLD_H

#include "report/schedule.h"

void schedule_fold(struct schedule *s);

/* Of more lines than these the first and the last are kept, and one between them says how many steps are left out. For files that
 * tools read; what is written down in full is --trace. */
enum { KEPT_FIRST = 2000, KEPT_LAST = 3000 };
void schedule_cut(struct schedule *s, uint32_t first, uint32_t last);

#endif
