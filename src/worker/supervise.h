/* Runs a command in a copy of heddle that is watched: whatever happens there (a limit, a crash in the front end,
 * Ctrl-C), heddle itself goes on and says so. */
#ifndef HEDDLE_WORKER_SUPERVISE_H
#define HEDDLE_WORKER_SUPERVISE_H

#include "base/options.h"
#include "base/process.h"

/* When the run that o asks for must end: from its --timeout, counted from now; deadline 0 if there is none. */
struct budget supervise_budget(const struct options *o);

/* What a command does: prints into out (shown on standard output afterwards), returns the exit status. The budget's
 * deadline leaves time to report. */
typedef int (*supervised)(const struct options *o, const struct budget *budget, struct text *out);

/* Returns the command's status. If it did not come back: STATUS_INTERNAL for a fault of heddle, else STATUS_UNKNOWN; *failure says why, in
 * words for the user (else it is NULL), and nothing was printed. */
int supervise(const struct options *o, supervised command, const char **failure);
/* The same, but what it prints is appended to out. *whole: it came to its end, so nothing is missing. */
int supervise_into(const struct options *o, supervised command, const char **failure, struct text *out, bool *whole);
/* The same, but an answer that is known from before (--cache) is taken instead. */
int supervise_cached(const struct options *o, supervised command, const char **failure);
/* In the command: what to print if it is stopped before it comes to its end. */
void supervise_so_far(int status, const struct text *out);
/* The words are all said, and files are to be written: if the time ends there, the answer is printed all the same. Nothing for a part of an
 * answer; and UNKNOWN does not take the place of what was handed over before, which may say more. */
void supervise_before_files(const struct options *o, int status, const struct text *words);
void supervise_after_files(void);
/* In the copy: what it is about to do, in words that stand alone, "" if that is over; said if it is stopped and has handed over no answer by then. */
void supervise_stage(const char *words);

#endif
