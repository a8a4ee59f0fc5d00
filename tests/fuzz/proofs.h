/* The proof that came with a verdict, checked; and proofs that were tampered with. */
#ifndef HEDDLE_TESTS_PROOFS_H
#define HEDDLE_TESTS_PROOFS_H

#include "engines/engine.h"

struct proof_counts {
    uint64_t hold, undecided, fail, missing; /* of verdicts that prove something */
    uint64_t mutants_rejected, mutants_good, mutants_undecided;
};

/* False, after a line of explanation, if the proof is refused, if a random run leaves its invariants although the checker
 * accepts it, or if that is so for a mutant of it. */
bool proof_good(const struct verdict *v, const struct program *p, const char *who, struct proof_counts *counts);

#endif
