/* Everything that the user asked to be written about one run of heddle verify. */
#ifndef HEDDLE_CLI_PRINT_REPORT_H
#define HEDDLE_CLI_PRINT_REPORT_H

#include "base/options.h"

struct pipeline; /* portfolio/pipeline.h */
struct report;

/* A report on standard output is alone there. l is NULL if the run did not come to its end. Returns the exit status. */
int print_report(const struct options *o, const struct pipeline *l, struct report *r, struct text *out);

#endif
