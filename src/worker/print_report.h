/* Everything that the user asked to be written about one run of heddle verify. */
#ifndef HEDDLE_WORKER_PRINT_REPORT_H
#define HEDDLE_WORKER_PRINT_REPORT_H

#include "base/options.h"

struct pipeline; /* portfolio/pipeline.h */
struct report;

/* A report on standard output is alone there. l is NULL if the run did not come to its end. Returns the exit status. */
int print_report(const struct options *o, const struct pipeline *l, struct report *r, struct text *out);

/* The files alone: the reports that are asked for; what is for standard output is appended to out. False: one could not be written, and the
 * user knows. */
bool reports_write(const struct options *o, const struct report *r, struct text *out);

#endif
