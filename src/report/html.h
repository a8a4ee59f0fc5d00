/* The report as one HTML file that needs nothing else: no network, no other files. What it shows is the JSON of json.h and the
 * source; the page that shows it is in src/report/html/. */
#ifndef HEDDLE_REPORT_HTML_H
#define HEDDLE_REPORT_HTML_H

#include "report/report.h"

void report_html(struct text *out, const struct report *r);

#endif
