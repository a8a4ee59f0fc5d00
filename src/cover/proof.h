/* An uncoverability proof (Definition 24): an upward-closed set, given by minimal states and by weights (the set of all
 * x with weights * x > bound is upward-closed, too). */
#ifndef HEDDLE_COVER_PROOF_H
#define HEDDLE_COVER_PROOF_H

#include "cover/search.h"

struct cover_proof {
    struct arena arena;
    VECTOR(const struct state *) states;
    VECTOR(struct cover_invariant) weights;
};

/* Requires that the search answered COVER_UNCOVERABLE. What the pruner discarded by the sign analysis becomes states
 * of the proof, as far as they are needed; weights are there if they are needed. */
struct cover_proof *proof_make(struct search *x);
void cover_proof_free(struct cover_proof *p);

#endif
