/* Commands of heddle, to be run here or on a cluster: who asks for them need not know where.
 *
 * A work is named by its content: what it is asked, of which files, by which heddle. Where a folder of results is given, the result of
 * a work is a file there of that name, written once and as a whole; so a run that was interrupted goes on where it was, and a work
 * that ran twice (a node was given up, and lived) counts once. */
#ifndef HEDDLE_RUNNER_RUNNER_H
#define HEDDLE_RUNNER_RUNNER_H

#include "base/options.h"
#include "base/process.h"
#include "base/sha256.h"

struct work {
    string_vector argv;   /* of heddle, without the program's name and without NULL at the end; the strings are somebody else's */
    string_vector inputs; /* files that it reads */
    double timeout;       /* seconds, which it keeps itself; 0: none */
    uint64_t memory;      /* MB, the same */
    unsigned cores;
    const char *file; /* that it writes beside its result, and that goes with it; NULL: none */
    double expected;  /* seconds that it will take; 0: nobody knows */

    char name[SHA256_HEX];
    struct process process; /* how it ended */
    const char *lost;       /* why there will be no result ("node failure"); NULL if there is one */
    bool ended;
    unsigned tries, submitted; /* how often it was begun on a node that did not come to its end; how often it was given to one */
};

struct runner {
    const char *on;      /* a row of runners */
    const char *hosts;   /* for ssh: "one,two,4/three" */
    unsigned at_a_time;  /* works */
    double deadline;     /* what has not ended by then is not waited for; 0: none */
    const char *results; /* a folder, which is made; NULL: none, if the runner needs none */
    bool keep;           /* what the folder has when all is done */
    bool discard;        /* it also when not all is done */
    /* A work has ended. False: the others are not needed any more. */
    bool (*ended)(void *context, struct work *w);
    void *context;
};

/* Runs works until all have ended, the user interrupts, or ended() says false. False: *error is one line for the user. */
bool run_works(const struct runner *r, struct work *works, uint32_t count, const char **error, struct arena *words);
void work_free(struct work *w);

/* Works that run at a time there, if nobody else is there; at least 1. */
unsigned runner_slots(const char *on, const char *hosts);

/* Runs what a file says that a runner wrote for a node. False: *error is one line. */
bool run_work_file(const char *path, const char **error, struct arena *words);

void work_name(struct work *w); /* run_works does this itself */

#endif
