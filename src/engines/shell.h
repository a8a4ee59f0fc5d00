/* What every engine needs around its method: which checks are asked and still open, violations that are executed before anybody
 * hears of them, proofs, and the reasons of what stays open. An engine holds one and decides checks through it alone. */
#ifndef HEDDLE_ENGINES_SHELL_H
#define HEDDLE_ENGINES_SHELL_H

#include "base/effort.h"
#include "engines/engine.h"

struct guide;

struct shell {
    const struct task *task;
    const struct program *program;
    struct verdict *verdict;
};

struct shell shell_new(const struct task *task, struct verdict *verdict);

/* --- what is asked --- */

bool shell_asked(const struct shell *s, uint32_t check);
bool shell_open(const struct shell *s, uint32_t check); /* asked, and neither proved nor violated */
bool shell_proved(const struct shell *s, uint32_t check);
uint32_t shell_count_open(const struct shell *s);
uint32_t shell_count(const struct shell *s, enum answer answer); /* of the checks that are asked */
static inline bool shell_any_open(const struct shell *s) { return shell_count_open(s) != 0; }

/* --- answers --- */

/* Takes the trace. If the interpreter agrees that it violates its check, that is violated and published; else the trace is gone,
 * and *why (may be NULL) says why, in the verdict's arena. */
bool shell_try(struct shell *s, struct trace *t, const char **why);
/* The same for a trace that cannot be wrong: if it is, that is a bug of the engine, which is said, and the check stays open. */
bool shell_claim(struct shell *s, struct trace *t);
void shell_prove(struct shell *s, uint32_t check);

/* The proof of all that is proved so far, in place of the one before. NULL: there is none, for this reason (NULL: as before). */
void shell_give_proof(struct shell *s, struct proof *proof, const struct reason *no_proof);

/* --- reasons --- */

void shell_because(struct shell *s, const struct reason *why); /* of what is open, in place of what was said before */
void shell_also(struct shell *s, const struct reason *why);    /* beside it */
/* "... may be reached": what is not modelled, or not defined in C, as its location says it (NULL: it does not); at {0}: nobody knows. */
const struct reason *shell_unsupported(struct shell *s, const char *what, struct position at);

/* --- real runs --- */

/* Looks for violations of the open checks among real schedules, along the guide first (NULL: there is none), with so much effort all
 * in all. */
void shell_hunt(struct shell *s, const struct guide *guide, uint64_t effort);
/* For one check. */
bool shell_hunt_for(struct shell *s, uint32_t check, const struct guide *guide, uint64_t effort);

#endif
