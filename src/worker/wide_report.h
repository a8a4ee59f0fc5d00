/* The answers of the engine wide for a whole program, as a report. */
#ifndef HEDDLE_WORKER_WIDE_REPORT_H
#define HEDDLE_WORKER_WIDE_REPORT_H

#include "base/status.h"
#include "worker/verify_wide.h"
#include "report/report.h"

/* The worst first. POSSIBLE: a candidate for which less speaks. */
enum wide_answer { WIDE_ANSWER_VIOLATED, WIDE_ANSWER_CANDIDATE, WIDE_ANSWER_POSSIBLE, WIDE_ANSWER_OPEN, WIDE_ANSWER_PROVED };

struct wide_pair;
enum wide_answer wide_answer_of(const struct wide_answers *a, const struct wide_pair *p);

/* How many pairs of a variable have which answer. */
/* By what a pair is proved: "lock q.m", "an atomic section". */
const char *wide_pair_why(const struct wide_pair *p, struct arena *words);

struct wide_counts {
    uint32_t proved, violated, candidates, open;
};
void wide_count_answers(const struct wide_answers *a, struct wide_counts *by_variable);

struct wide_report {
    struct exprs *exprs;
    struct program *program;
    enum property property;
    struct report report; /* without the verdict */
};

void wide_report_make(struct wide_report *out, const struct options *o, const struct wide_answers *a);
/* The same for uses of locks and for deadlocks: checks of single steps, or of the program as a whole. */
struct wide_check {
    uint32_t step; /* NONE: the whole program */
    const char *what;
    bool proved;
    const char *reason; /* if it is open, or NULL */
};
typedef VECTOR(struct wide_check) wide_checks;
void wide_report_checks(struct wide_report *out, const struct options *o, const struct wide *w, const wide_checks *checks);
void wide_report_free(struct wide_report *r);

#endif
