/* The answers for the pairs of accesses of a whole program, as a report. */
#ifndef HEDDLE_CLI_WIDE_REPORT_H
#define HEDDLE_CLI_WIDE_REPORT_H

#include "cli/commands.h"
#include "report/report.h"

struct wide_report {
    struct exprs *exprs;
    struct program *program;
    enum property property;
    struct report report; /* without the verdict */
};

void wide_report_make(struct wide_report *out, const struct options *o, const struct wide_answers *a);
void wide_report_free(struct wide_report *r);

#endif
