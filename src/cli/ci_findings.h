/* What heddle ci has found in all programs: each violated check once, whether it is new against the baseline, and who wants not to hear
 * of it. A finding is the same as before if its property, its file and its fingerprint are (report/sarif.c: lines may move). */
#ifndef HEDDLE_CLI_CI_FINDINGS_H
#define HEDDLE_CLI_CI_FINDINGS_H

#include "base/options.h"
#include "cli/ci_config.h"

#include <cjson/cJSON.h>

enum ci_state { CI_NEW, CI_UNCHANGED, CI_FIXED, CI_NOT_SEEN };
/* CI_NOT_SEEN: it is not there, but its program was not decided either. */

struct ci_finding {
    const char *property, *message, *file, *function, *fingerprint; /* function may be NULL */
    const char *other;                                              /* ", with line 20" for the second access of a race; or empty */
    const char *program;                                            /* the first that has it */
    unsigned line, column;                                          /* 0: unknown */
    enum ci_state state;
    const char *ignored; /* why; NULL if it counts */
    bool in_source;      /* by a comment, not by heddle.yml */
    const cJSON *result; /* of SARIF; NULL if it comes from the baseline */
};
typedef VECTOR(struct ci_finding) ci_findings;

/* The violated checks in a SARIF report of a program; those that are known from another program are left out. */
void ci_findings_add(ci_findings *all, const char *program, const cJSON *sarif, struct arena *words);
/* // heddle: ignore race "why" in the line of a finding or the one above; then suppressions of heddle.yml. */
void ci_findings_ignore(ci_findings *all, struct ci_config *config, struct arena *words);
/* Says of each whether it is new, and appends what was there before and is not now. decided tells whether a program was.
 * A baseline that does not exist is empty. False: *error is one line for the user. */
typedef bool ci_decided(const void *context, const char *program);
bool ci_baseline_compare(ci_findings *all, const char *path, ci_decided *decided, const void *context, const char **error,
                         struct arena *words);

unsigned ci_count(const ci_findings *all, enum ci_state state); /* of those that count */
unsigned ci_count_ignored(const ci_findings *all);
const char *ci_state_name(enum ci_state state);

#endif
