/* Checks a proof with an SMT solver, whoever made it. Shares nothing with the engines but the program.
 *
 * The obligations (Owicki and Gries, "An axiomatic proof technique for parallel programs I", Acta Informatica 6, 1976,
 * auxiliary variables being ghosts and at()):
 *   error         at an error location of a claimed check, and (if any is claimed) at an unsupported location, the invariant is
 *                 false
 *   initial       in every initial state, with all instances at their entries, the entry's invariant holds
 *   own step      from the invariant at the source of an edge, the step leads to the invariant at its target
 *   interference  from the invariants of two instances, a step of the first keeps the invariant of the second
 *   race          two invariants exclude that both accesses of a claimed check are about to happen on one slot
 * No step may touch an array outside its ranges: the front end guards every access, and that is relied on here.
 * Nobody moves while another instance is at a LOC_ATOMIC location, so invariants there need not be stable. */
#ifndef HEDDLE_LOGIC_CHECK_PROOF_H
#define HEDDLE_LOGIC_CHECK_PROOF_H

#include "base/clock.h"
#include "program/proof.h"

enum proof_answer {
    PROOF_HOLDS,
    PROOF_FAILS,     /* an obligation has a counterexample */
    PROOF_UNDECIDED, /* out of time, or the program has what is not covered here */
};

struct proof_check {
    enum proof_answer answer;
    const char *why;      /* unless it holds: in words for the user; in the arena that was given */
    uint64_t obligations; /* how many were looked at */
    uint64_t questions;   /* how many of them the solver was asked about */
};

/* claimed: by check id, whether the proof is said to prove it. */
struct proof_check proof_check(const struct proof *proof, const bool *claimed, const struct budget *budget, struct arena *words);

#endif
