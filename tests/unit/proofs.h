/* What the tests of the checker of proofs share. */
#ifndef HEDDLE_TESTS_PROOFS_H
#define HEDDLE_TESTS_PROOFS_H

#include "logic/check_proof.h"
#include "unit.h"

#include "small.h"

#include <stdio.h>
#include <string.h>

static inline struct proof_check look(const struct proof *proof)
{
    static bool all[64];
    static char why[512];
    struct arena words = ARENA_EMPTY;
    struct budget b = {.deadline = clock_wall() + 60, .memory = 0};
    memset(all, true, sizeof all);
    struct proof_check c = proof_check(proof, all, &b, &words);
    snprintf(why, sizeof why, "%s", c.why ? c.why : "");
    c.why = why;
    arena_release(&words);
    return c;
}

static inline void holds(const struct proof *proof)
{
    struct proof_check c = look(proof);
    if (c.answer != PROOF_HOLDS)
        fail_msg("a good proof is refused: %s", c.why);
}

/* For this reason: some words of it. */
static inline void fails(const struct proof *proof, const char *words)
{
    struct proof_check c = look(proof);
    if (c.answer != PROOF_FAILS || !strstr(c.why, words))
        fail_msg("answer %d because of '%s', not of '%s'", c.answer, c.why, words);
}

static inline expr yes(struct program *p) { return expr_bool(p->exprs, true); }
static inline expr no(struct program *p) { return expr_bool(p->exprs, false); }

#endif
