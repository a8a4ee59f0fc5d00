/* Invariants for a correctness witness and for the page. A proof of the program after all passes speaks of fewer interruptions than C has; so
 * engines that give proofs are asked once more, for a short time, about the program with every interruption (report.fine_proofs). */
#ifndef HEDDLE_CLI_WITNESS_RUN_H
#define HEDDLE_CLI_WITNESS_RUN_H

#include "portfolio/pipeline.h"

struct witness_run {
    struct options options;
    struct pipeline pipeline;
    struct report report; /* r with such proofs; with none if there were none in time */
    bool loaded;
};

/* r: everything is proved. */
void witness_run_make(struct witness_run *w, const struct options *o, const struct report *r);
void witness_run_free(struct witness_run *w);

#endif
