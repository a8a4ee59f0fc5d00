/* SARIF 2.1.0 (OASIS, 2020) for code scanning: one rule for each property, one result for each check that is violated or
 * open, one code flow for each violation with a thread flow for each thread; executionOrder is the schedule. */
#ifndef HEDDLE_REPORT_SARIF_H
#define HEDDLE_REPORT_SARIF_H

#include "report/report.h"

/* exit_status is what heddle is about to return. r->program may be NULL: then the run came to no end. */
void report_sarif(struct text *out, const struct report *r, int exit_status);

#endif
