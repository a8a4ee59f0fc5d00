/* Reports about several properties of one program, each from a run of its own, as one. */
#ifndef HEDDLE_REPORT_MERGE_H
#define HEDDLE_REPORT_MERGE_H

#include "report/report.h"

#include <cjson/cJSON.h>

/* What the run for one property has left. */
struct merged_part {
    enum property property;
    enum report_answer answer;
    cJSON *json;  /* the JSON report */
    cJSON *sarif; /* or NULL */
};
typedef VECTOR(struct merged_part) merged_parts;

/* Violated if one is, proved if all are. */
enum report_answer merged_answer(const merged_parts *parts);
/* How many checks have this answer ("proved", "violated", "open"); of all parts, of one. */
unsigned merged_count(const merged_parts *parts, const char *answer);
unsigned merged_part_count(const struct merged_part *part, const char *answer);
const char *merged_reason(const struct merged_part *part); /* why it is open */

/* One report that has the checks of all; the caller deletes it. The parts lose what goes there. Requires that there are some. */
cJSON *merge_json(merged_parts *parts, const char *names);
cJSON *merge_sarif(merged_parts *parts, int exit_status); /* NULL if none has one */

#endif
