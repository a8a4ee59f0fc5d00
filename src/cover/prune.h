/* States that no run can cover, recognised by what every reachable state obeys: the sign analysis (sign.h), and
 * linear invariants with weights that no rule increases: then weights * x <= bound holds for all reachable x. Such
 * weights are the certificate (Farkas) that the state equation has no rational solution, so asking for them prunes
 * whatever the state equation prunes; they need not be asked for again, and they are checked in integers. A token
 * that a broadcast may move must not gain weight by it: with that, broadcasts need no exception. */
#ifndef HEDDLE_COVER_PRUNE_H
#define HEDDLE_COVER_PRUNE_H

#include "cover/cover.h"
#include "cover/sign.h"

struct cover_invariant {
    int32_t *place, *control; /* weights >= 0, by place and by control */
    int64_t bound;
};

struct pruner {
    const struct system *s;
    struct cover_statistics *st;
    struct sign sign;
    VECTOR(struct cover_invariant) invariants;
    struct simplex *simplex; /* NULL: not used */
    uint32_t *row_of_place, *row_of_control;
    uint32_t rows;
    double *right, *multipliers;
    double seconds, started;
    uint32_t failures; /* in a row */
};

struct pruner *pruner_make(const struct system *s, struct cover_statistics *st);
void pruner_free(struct pruner *p);

/* True only if no state above x is reachable. Linear programs are solved as long as they pay. */
bool pruner_excludes(struct pruner *p, const struct state *x);
/* The same for a target: always solves the linear program. */
bool pruner_excludes_target(struct pruner *p, const struct state *x);

/* Adds what the sign analysis says of all controls alike as an invariant: no token in a place that is never marked,
 * and none of the controls that are never reached. For proofs: one line instead of a state for each control. */
void pruner_add_dead(struct pruner *p);

/* Does no step by r increase the weight? In integers. */
bool invariant_keeps(const struct cover_invariant *v, const struct rule *r);

static inline bool invariant_excludes(const struct cover_invariant *v, const struct state *x)
{
    int64_t sum = v->control[x->control];
    for (uint32_t i = 0; i < x->size; i++)
        sum += (int64_t)v->place[x->tokens[i].place] * x->tokens[i].count;
    return sum > v->bound;
}

#endif
