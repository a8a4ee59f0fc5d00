/* What a proof tells a validator: conditions in C that hold where statements begin, over global variables, those of main that others see, and ghost variables.
 *
 * Of r->fine_proofs, or r->values if these have nothing to say: otherwise an invariant may fail in the middle of what the proof took for one step. Other local variables are not mentioned (a cell of a
 * local need not hold the variable's value everywhere), nor thread identities. Ghost variables are
 *   MUTEX_held      1 while somebody holds the mutex, for mutexes that are only locked and unlocked by plain calls;
 *   THREAD_started  1 once the thread has been created, if one place alone creates it. */
#ifndef HEDDLE_REPORT_WITNESS_PROOF_H
#define HEDDLE_REPORT_WITNESS_PROOF_H

#include "report/report.h"
#include "report/source.h"

struct ghost_update {
    struct position pos; /* the statement that the update goes with */
    const char *value;
};
struct witness_ghost {
    const char *name;
    uint32_t cell;
    uint64_t index; /* of a slot of the cell, if it is an array */
    VECTOR(struct ghost_update) updates;
    bool used; /* some invariant mentions it */
};
struct witness_invariant {
    struct position pos; /* where a statement begins */
    bool loop;           /* it is a while loop */
    const char *text;
};
struct witness_proof {
    VECTOR(struct witness_ghost) ghosts;
    VECTOR(struct witness_invariant) invariants;
    const char *always; /* holds all the time, over global variables alone; NULL if that is nothing */
    struct arena words;
};

void witness_proof_make(struct witness_proof *w, const struct report *r, struct sources *s);
void witness_proof_free(struct witness_proof *w);

#endif
