/* The programs of Slurm, called: sbatch, squeue, scancel, sinfo. Whether the accounting database is there does not matter. */
#ifndef HEDDLE_RUNNER_SLURM_CALLS_H
#define HEDDLE_RUNNER_SLURM_CALLS_H

#include "base/options.h"

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

void slurm_cancel_jobs(const char *jobs);  /* or elements: "12_3,12_4" */
void slurm_cancel_named(const char *name); /* all of the user's jobs of this name */
unsigned slurm_cores(void);                /* that are up; at least 1 */
double slurm_longest(void);                /* seconds that a job may take in the partition that is asked; 0: nobody knows */

#endif
