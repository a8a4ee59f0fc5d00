/* Loops in a schedule, folded for people: of many lines in a row that one thread takes at one source line, the first and the last
 * are shown and how many there were between. */
#ifndef HEDDLE_REPORT_FOLD_H
#define HEDDLE_REPORT_FOLD_H

#include "report/schedule.h"

void schedule_fold(struct schedule *s);

#endif
