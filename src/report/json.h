/* The report as a JSON value, for what is made from it: JSON itself, and the data of the HTML page. */
#ifndef HEDDLE_REPORT_JSON_H
#define HEDDLE_REPORT_JSON_H

#include "report/report.h"

#include <cjson/cJSON.h>

cJSON *report_json_object(const struct report *r); /* the caller deletes it */
/* One check, without its schedule, in one line. */
void report_json_line(struct text *out, const struct report *r, const struct report_check *c);

#endif
