/* Engines on nodes of a cluster. An engine there is a heddle of its own, which reads the same files, makes the same program of them and sends
 * the bytes that one here would have sent (entrant.c): so a schedule is executed here, and a proof is checked here, before anybody sees it. First
 * comes a hash of its program; if it is another one than here, nothing that it says counts. */
#ifndef HEDDLE_PORTFOLIO_REMOTE_H
#define HEDDLE_PORTFOLIO_REMOTE_H

#include "base/sha256.h"
#include "portfolio/contest.h"

void remote_begin(struct contest *c);
/* Starts the engine as a job of Slurm (srun), or by ssh. False: it has ended, and says why. */
bool remote_start(struct contest *c, struct entrant *e);
/* Whether what has arrived begins as it should; *size is then what to skip. False also as long as too little has arrived. */
bool remote_begins(struct contest *c, struct entrant *e, size_t *size);
/* Appends the options without what only one of all can do: write reports, keep answers, start others; and without a time limit. */
void remote_options(const struct options *o, string_vector *argv, struct arena *words);
/* Its job has ended without a verdict: says so, and finds out whether another one would do better. */
void remote_lost(struct contest *c, struct entrant *e);
/* Takes jobs out of the queue that nobody waits for any more. */
void remote_end(struct contest *c);

/* A hash of the program, and of who reads it. */
void program_identity(const struct program *p, char hex[SHA256_HEX]);

/* "bounded:2/8:1": an engine, its part, of how many, and what reports need of it. On a node: loads, runs, sends to fd. False: *error. */
bool remote_serve(const struct options *o, const struct budget *budget, int fd, const char **error, struct arena *words);

#endif
