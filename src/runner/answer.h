/* The answer of a heddle verify that a runner, or another command, has run: by heddle.h, from the report that it leaves on standard output. */
#ifndef HEDDLE_RUNNER_ANSWER_H
#define HEDDLE_RUNNER_ANSWER_H

#include "base/arena.h"
#include "runner/runner.h"

/* What its command line has for this, besides what is asked. words: the answer has what else it prints, too. */
void answer_wanted(string_vector *argv, bool words);

struct work_answer {
    int status;          /* enum status; STATUS_INTERNAL if it did not come to its end */
    const char *verdict; /* "TRUE", "FALSE", "UNKNOWN" or "ERROR" */
    const char *reason;  /* of UNKNOWN and ERROR; or NULL */
    unsigned proved, violated, open;
    const char *words; /* what it has printed, without the last two lines; "" if that was not wanted */
};

/* p has ended. Strings are kept in words. */
struct work_answer answer_of(const struct process *p, struct arena *words);
/* The same of a work: UNKNOWN if it was lost. */
struct work_answer work_answer(const struct work *w, struct arena *words);
/* The last two lines of what heddle verify prints. */
void answer_last_lines(struct text *out, const struct work_answer *a);

#endif
