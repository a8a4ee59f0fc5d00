/* The table of reports (reports.def) as data. */
#ifndef HEDDLE_REPORT_REPORTS_H
#define HEDDLE_REPORT_REPORTS_H

#include "base/options.h"
#include "report/report.h"

/* What a run has to find out for a report besides its answers. */
enum report_needs {
    REPORT_NEEDS_NOTHING = 0,
    REPORT_NEEDS_PROOF = 1,      /* proofs of what is proved */
    REPORT_NEEDS_INVARIANTS = 2, /* invariants of the program with every interruption (report.fine_proofs) */
    REPORT_NEEDS_MAIN = 4,       /* a main of the program's own */
};

/* Appends the report to out. False, and nothing appended, if there is nothing to report: then there shall be no file. r->program is
 * NULL if the run did not come to its end. */
typedef bool report_writer(struct text *out, const struct report *r);

#define REPORT(field, commands, help, formats) formats
#define FORMAT(ending, writer, needs) report_writer writer;
#include "report/reports.def"
#undef REPORT
#undef FORMAT

struct report_format {
    const char *option; /* without dashes */
    const char *path;   /* of the file to write; "-" is standard output */
    report_writer *write;
    unsigned needs; /* enum report_needs */
};
typedef VECTOR(struct report_format) report_formats;

void reports_asked(const struct options *o, report_formats *out); /* in the order of the table; the caller frees */
bool reports_any(const struct options *o);
unsigned reports_needs(const struct options *o); /* of all that are asked for: enum report_needs */
/* Whether the name of a file with this ending is a usual one for this option. */
bool reports_has_ending(const char *option, const char *ending);

#endif
