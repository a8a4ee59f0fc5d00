/* One run of the engine monotone, as its parts hand it on: monotone.c is the loop, decide.c says what an exploration
 * means for the checks, tracker_counts.c counts. */
#ifndef HEDDLE_ENGINES_MONOTONE_RUN_H
#define HEDDLE_ENGINES_MONOTONE_RUN_H

#include "base/statistics.h"
#include "engines/monotone/views.h"
#include "engines/shell.h"

struct start {
    bool known;
    struct bitset symbolic, wrong;
};

struct monotone_run {
    double began, began_cpu;
    struct shell shell;
    const struct task *task;
    struct monotone_model *model;
    bool *symbolic;
    struct bitset wrong;        /* cells that do not count threads */
    struct start starts[2];     /* of singles, of pairs */
    const struct reason *why;   /* of what is open */
    uint32_t proof_covers;      /* checks that the verdict's proof is about */
    struct statistics unwanted; /* if nobody wants them */
    bool learning, lazy;        /* abstract runs are to be refined from; and no cell is tracked by value */
    uint32_t focus, learned;    /* then: runs to which check; and how many predicates came from the last one */
    struct bitset hunted;       /* checks for which a run was looked for, */
    struct bitset glanced;      /* or shortly */
};

/* decide.c */
/* Of all that is proved so far; NULL if there is none, with what stands in the way of one. */
void monotone_give_proof(struct monotone_run *r, struct proof *proof, const struct reason *no_proof);
struct statistics *monotone_times(struct monotone_run *r); /* where times go */

/* What a complete exploration has not reached is proved; races only if v is there to be asked. */
void monotone_take_results(struct monotone_run *r, const struct abstraction *s, const struct thread_view *places, uint32_t count,
                           struct views *v);
/* Asks src/cover about what the views reach: two threads at a time cannot count. */
void monotone_ask_cover(struct monotone_run *r, struct views *v);
void monotone_emit(struct monotone_run *r,
                   struct views *v); /* --emit-tts: with all open checks as targets, or else unsupported locations */
void monotone_refute_races(struct monotone_run *r);
void monotone_refute_rest(struct monotone_run *r); /* without a guide, for what no predicate has proved so far */

/* tracker_counts.c */
bool monotone_has_predicates(const struct monotone_model *m);
void monotone_report(const struct monotone_run *r, const struct abstraction *s, const char *what, uint32_t n,
                     const struct reason *stopped);
void monotone_count(struct monotone_run *r, const struct abstraction *s);

#endif
