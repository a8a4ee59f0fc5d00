/* What heddle ci leaves behind, for those who read it: servers (JUnit, SARIF), people (Markdown), and the next run (the baseline). */
#ifndef HEDDLE_CLI_CI_REPORTS_H
#define HEDDLE_CLI_CI_REPORTS_H

#include "cli/ci_findings.h"
#include "runner/answer.h"

struct ci_run {
    const struct ci_program *program;
    struct work_answer answer;
    double seconds;
    cJSON *sarif; /* NULL if it left none */
};
typedef VECTOR(struct ci_run) ci_runs;

struct ci_outcome {
    const ci_runs *runs;
    const ci_findings *findings;
    const struct ci_config *config;
};

void ci_junit(struct text *out, const struct ci_outcome *c);
void ci_markdown(struct text *out, const struct ci_outcome *c);
/* One run with the results of all, each with its state against the baseline and why it is suppressed. */
void ci_sarif(struct text *out, const struct ci_outcome *c, struct arena *words);
void ci_baseline(struct text *out, const struct ci_outcome *c, struct arena *words);
/* The terminal: a line for each finding, then the counts. */
void ci_words(struct text *out, const struct ci_outcome *c);

#endif
