/* A smaller system with the same answer. A control that is neither initial nor a target's, and that is only passed
 * through, is contracted: each way in followed by each way out becomes one rule. (Nets encoded as thread-transition
 * systems are full of such controls.) Controls keep their numbers; those that are gone have no rules. */
#ifndef HEDDLE_COVER_REDUCE_H
#define HEDDLE_COVER_REDUCE_H

#include "cover/run.h"

struct reduction {
    struct system system;      /* the smaller one; its rules' first and second are numbers in `rules` */
    VECTOR(struct rule) rules; /* those of the original with the same numbers, then combined ones */
    u32_vector number;         /* by rule of the smaller system: its number in `rules` */
    struct contracted_control {
        uint32_t control;
        uint32_t ins, outs, first; /* in `ends`: the rules into it, then those out of it, when it was contracted */
    } *contractions;               /* in order */
    uint32_t contracted, contractions_capacity;
    u32_vector ends;
};

/* Does nothing (contracted is 0, and system is empty) if there is nothing to gain. The original must live as long. */
void reduction_make(struct reduction *r, const struct system *s);
void reduction_free(struct reduction *r);

/* A plan of the smaller system becomes one of the original; new goals live in the arena. */
void reduction_expand(const struct reduction *r, struct plan *plan, struct arena *a);

/* A proof for the smaller system becomes one for the original: what was contracted gets the predecessors of what
 * comes after it. False if that does not work out (numbers too large): then the proof is spoilt. */
struct cover_proof;
bool reduction_lift(const struct reduction *r, struct cover_proof *proof);

#endif
