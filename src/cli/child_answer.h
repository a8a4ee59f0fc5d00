/* What a heddle verify said that was started by another command: its exit status, and the two lines that its output ends in. */
#ifndef HEDDLE_CLI_CHILD_ANSWER_H
#define HEDDLE_CLI_CHILD_ANSWER_H

#include "base/arena.h"
#include "runner/runner.h"

struct child_answer {
    int status;          /* enum status; STATUS_INTERNAL if it did not come to its end */
    const char *verdict; /* "TRUE", "FALSE", "UNKNOWN" or "ERROR" */
    const char *reason;  /* of UNKNOWN and ERROR; or NULL */
    unsigned proved, violated, open;
    size_t before; /* so many bytes of its output come before the two lines; all of it for ERROR */
};

/* p has ended. Strings are kept in words. */
struct child_answer child_answer(const struct process *p, struct arena *words);
/* The same of one that a runner ran: UNKNOWN if it was lost. */
struct child_answer work_answer(const struct work *w, struct arena *words);

#endif
