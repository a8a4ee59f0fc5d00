/* Proofs that engines gave, from the pipe to the file: held until they are checked, each in a process of its own. */
#ifndef HEDDLE_PORTFOLIO_EVIDENCE_H
#define HEDDLE_PORTFOLIO_EVIDENCE_H

#include "base/process.h"
#include "logic/check_proof.h"
#include "portfolio/pipeline.h"

enum evidence_state {
    EVIDENCE_NEW, /* waits for its check */
    EVIDENCE_CHECKING,
    EVIDENCE_HOLDS,
    EVIDENCE_UNCHECKED, /* nobody asked, or the check did not come to an end */
    EVIDENCE_FAILS,
};

struct evidence {
    const char *engine;
    const struct version *version; /* what it is about */
    struct proof *proof;
    bool *proves; /* by check id */
    bool tells;   /* it is worth knowing for engines that start later */
    enum evidence_state state;
    const char *why; /* unchecked, fails: in words for the user */
    bool crashed;    /* unchecked, and that is a bug */
    uint64_t obligations;
    double seconds;       /* of the check */
    struct budget budget; /* of the check */
    struct process process;
    struct proof *plain; /* for people: without ghosts; NULL until asked for, or if there are none */
};

/* Takes the proof, and adds the evidence to the pipeline's. proves has an entry for each check and is copied. */
struct evidence *evidence_new(struct pipeline *l, const char *engine, const struct version *v, struct proof *proof,
                              const bool *proves);
void evidence_free(struct evidence *e);

/* The invariants as far as they speak of the program itself. */
const struct proof *evidence_plain(struct evidence *e);

/* Starts the check; the state becomes EVIDENCE_CHECKING (or UNCHECKED, if there is no process to be had). */
void evidence_check(struct evidence *e, const struct budget *budget);
/* When its process has ended: the state becomes HOLDS, UNCHECKED or FAILS. why is kept in words. */
void evidence_finish(struct evidence *e, struct arena *words);

/* Which of the options decide what the program is, as options of heddle check that differ from the defaults. */
void evidence_options(const struct options *o, string_vector *out, struct arena *words);
/* For the file of --proof: everything that did not fail. It stays in the pipeline. */
void evidence_record(struct pipeline *l, struct report *r);

#endif
