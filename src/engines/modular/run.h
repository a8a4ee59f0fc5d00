/* One run of the engine: what is proved and what is open, and one fixpoint after another. */
#ifndef HEDDLE_ENGINES_MODULAR_RUN_H
#define HEDDLE_ENGINES_MODULAR_RUN_H

#include "engines/modular/fixpoint.h"
#include "engines/shell.h"
#include "execute/guide.h"

struct modular_run {
    struct shell shell;
    const struct task *task;
    const struct program *program; /* of the task, or with auxiliary cells: the same locations, edges and checks */
    struct guide guide;            /* edges on the way to the errors of the last fixpoint */
    u64_vector candidates;         /* those errors: kind << 32 | state */
    extra_slots extra;             /* what the views are to have in addition */
    uint32_t extra_added;          /* how many were added after the last fixpoint, */
    uint32_t batch;                /* of this many at most */
    const struct reason *why;      /* something is open */
    bool *forgotten;               /* by cell: too many values */
    uint32_t forgotten_count;
    bool may_forget;
    bool searched;  /* for traces, once */
    bool covered;   /* by a complete fixpoint that reaches nothing unsupported */
    expr invariant; /* of the user, or NULL */
    bool invariant_holds;
};

bool run_all_decided(const struct modular_run *r); /* nothing is left to do */

/* One fixpoint, computed again where cells have to be forgotten; notes what it proves and what its views lack. It may
 * take this share of the time that is left. False if it cannot be tried at all. */
bool run_level(struct modular_run *r, bool relative, enum view_level level, double share);

#endif
