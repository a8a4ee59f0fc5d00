/* Coverability of well-structured systems: can a run from an initial state reach a state above a target? The
 * library's one public header besides system.h and read.h. No global state; several questions may be decided at
 * once. */
#ifndef HEDDLE_COVER_COVER_H
#define HEDDLE_COVER_COVER_H

#include "base/clock.h"
#include "base/text.h"
#include "cover/system.h"

enum cover_algorithm { COVER_BACKWARD, COVER_CAT, COVER_CATOPT };
enum cover_verdict { COVER_UNCOVERABLE, COVER_COVERABLE, COVER_UNKNOWN };

struct cover_options {
    enum cover_algorithm algorithm;
    bool oracle;                /* a Karp-Miller search */
    bool beside;                /* in a thread of its own: faster, but not the same in every run */
    bool pruning;               /* discard what invariants show to be uncoverable */
    bool reduction;             /* contract the system first */
    uint32_t candidate_threads; /* widening tries no candidate with more threads */
    bool oldest_first;          /* expand in order of discovery among states with as many threads */
    struct budget budget;
    bool want_proof; /* keep what a proof needs */
    bool want_dot;
};
#define COVER_DEFAULTS                                                                                                             \
    {.algorithm = COVER_CATOPT, .oracle = true, .beside = true, .pruning = true, .reduction = true, .candidate_threads = 1}

/* Counters and times of a run; printed by --stats. */
#define COVER_STATISTICS(X)                                                                                                        \
    X(contracted, "controls contracted")                                                                                           \
    X(iterations, "states expanded")                                                                                               \
    X(predecessors, "cover predecessors computed")                                                                                 \
    X(vertices, "states added")                                                                                                    \
    X(largest, "largest set of minimal states")                                                                                    \
    X(depth, "longest path from the target")                                                                                       \
    X(threads, "most threads in a state")                                                                                          \
    X(candidates, "widening candidates tried")                                                                                     \
    X(backtracks, "widening candidates found coverable")                                                                           \
    X(pruned, "states discarded by invariants")                                                                                    \
    X(invariants, "linear invariants found")                                                                                       \
    X(programs, "linear programs solved")                                                                                          \
    X(oracle_states, "states of the forward search")                                                                               \
    X(proof_states, "minimal states of the proof")                                                                                 \
    X(proof_threads, "most threads in a minimal state of the proof")                                                               \
    X(proof_weights, "linear invariants of the proof")                                                                             \
    X(run_steps, "steps of the run")                                                                                               \
    X(run_threads, "threads of the run")

#define COVER_TIMES(X)                                                                                                             \
    X(seconds_reduce, "seconds of the reduction")                                                                                  \
    X(seconds_prune, "seconds for linear programs, of the search")                                                                 \
    X(seconds_search, "seconds of the search")                                                                                     \
    X(seconds_run, "seconds for the run")                                                                                          \
    X(seconds_proof, "seconds for the proof")

struct cover_statistics {
#define X(name, text) uint64_t name;
    COVER_STATISTICS(X)
#undef X
#define X(name, text) double name;
    COVER_TIMES(X)
#undef X
};

struct cover_run;
struct cover_proof;

struct cover_result {
    enum cover_verdict verdict;
    const char *reason;        /* of COVER_UNKNOWN */
    struct cover_run *run;     /* of COVER_COVERABLE: replayed */
    struct cover_proof *proof; /* of COVER_UNCOVERABLE, if wanted */
    struct cover_statistics statistics;
    struct text dot;
};

/* Requires system_valid(s). The result is freed with cover_result_free; it does not refer to o. */
struct cover_result cover_decide(const struct system *s, const struct cover_options *o);
void cover_result_free(struct cover_result *r);

/* Text forms. The proof's is what cover_check reads. */
void cover_print_run(const struct system *s, const struct cover_run *run, struct text *out);
void cover_print_proof(const struct system *s, const struct cover_proof *proof, struct text *out);
void cover_print_json(const struct system *s, const char *file, const struct cover_result *r, struct text *out);
void cover_print_statistics(const struct cover_statistics *st, struct text *out);

/* Definition 24, (i) to (iii), by code that shares nothing with the search. False with a reason in *why. */
bool cover_check(const struct system *s, const char *name, const char *proof_text, struct text *why);

#endif
