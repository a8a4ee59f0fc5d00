/* What changed since an earlier run of a suite: the CSV that suite wrote then, against the results now. */
#ifndef HEDDLE_CLI_SUITE_COMPARE_H
#define HEDDLE_CLI_SUITE_COMPARE_H

#include "base/arena.h"
#include "base/text.h"
#include "base/vector.h"

struct suite_result {
    const char *task, *property;
    const char *verdict; /* "TRUE", "FALSE", "UNKNOWN", "ERROR" */
    const char *result;  /* "right", "WRONG", "unknown", "ERROR", "unrated" */
    double cpu;
};
typedef VECTOR(struct suite_result) suite_results;

/* Reads a CSV that heddle suite wrote. False: *error is one line for the user. Strings go to words. */
bool suite_results_read(suite_results *out, const char *path, const char **error, struct arena *words);

/* Prints what was gained (right now, not before), lost, became slower (both right, at least twice the time and a second
 * more), and in how many tasks nothing of that happened. Tasks are the same if their last two names are. */
void suite_compare(struct text *out, const suite_results *before, const suite_results *now, const char *name);

#endif
