/* The programs of Slurm, called: sbatch, squeue, scancel, sinfo. Whether the accounting database is there does not matter. */
#ifndef HEDDLE_RUNNER_SLURM_CALLS_H
#define HEDDLE_RUNNER_SLURM_CALLS_H

#include "base/options.h"
#include "base/process.h"

struct slurm_array {
    const char *name;   /* of the jobs */
    const char *folder; /* with the work files 1, 2, ...; and what the elements say */
    uint32_t count;     /* of elements */
    unsigned at_a_time; /* 0: as many as there is room for */
    unsigned cores;     /* of an element */
    uint64_t memory;    /* MB; 0: what the cluster gives */
    double seconds;     /* 0: no limit */
};
/* The number of the job; 0: *error is one line. *again is set if it may be worth another try. */
uint64_t slurm_submit(const struct slurm_array *a, bool *again, const char **error, struct arena *words);

/* SLURM_REFUSED: it waits for what will never come. */
enum slurm_state { SLURM_ALIVE, SLURM_HELD, SLURM_REFUSED, SLURM_ENDED, SLURM_PREEMPTED, SLURM_NODE_FAILED };
struct slurm_element {
    uint64_t job;
    uint32_t element;
    enum slurm_state state;
    const char *word; /* Slurm's own: the state, or why it is refused */
};
typedef VECTOR(struct slurm_element) slurm_elements;
/* The elements of jobs ("12,15") that Slurm knows of, those that have ended lately among them. False: it does not answer now. */
bool slurm_look(const char *jobs, slurm_elements *out, struct arena *words);

/* A program of Slurm has ended without having done what it should: nobody answered it, and may later; or what it wants will never be. */
bool slurm_is_silent(const struct process *p);
bool slurm_refuses(const struct process *p);
const char *slurm_words(const struct process *p, struct arena *words); /* what it says of that: one line */

void slurm_cancel_jobs(const char *jobs);  /* or elements: "12_3,12_4" */
void slurm_cancel_named(const char *name); /* all of the user's jobs of this name */

/* The partition that is asked, or those. */
struct slurm_room {
    unsigned cores; /* that are up; at least 1 */
    double longest; /* seconds that a job may take; 0: nobody knows */
};
/* False: *error says why there is no Slurm here. One that does not answer now may do so later. */
bool slurm_room(struct slurm_room *room, const char **error, struct arena *words);

#endif
