/* Beginnings of drawn runs that came to something new, from where others go on: what it takes to get far is drawn once, and not in every run. New is an edge
 * that no run of the round has taken, or has not taken so often before (a loop that compares texts goes round once more for each character that is right). So it
 * is with fuzzers that are guided by coverage; here a beginning is a state, and nothing of it is executed again. Which beginning a run has is drawn: rather one that little work
 * was spent on, or from which much that is new was found for it, and rather a late one.
 *
 * Böhme, Pham, Roychoudhury, "Coverage-based Greybox Fuzzing as Markov Chain" (CCS 2016) say why seldom is good. */
#ifndef HEDDLE_ENGINES_RANDOM_SEEDS_H
#define HEDDLE_ENGINES_RANDOM_SEEDS_H

#include "engines/random/first_values.h"

struct drawn_step {
    const struct model_edge *edge; /* NULL: the return from in_code */
    uint32_t instance, in_code, inputs;
};

/* A run as far as it has come. */
struct drawn_run {
    uint64_t *state;
    struct differences different;
    VECTOR(struct drawn_step) path;
    VECTOR(uint64_t) inputs;
};

struct seeds;
struct seeds *seeds_new(const struct model *m);
void seeds_free(struct seeds *s);

/* Begins a run: from a seed, which it is then (with what was drawn), or, if there is none or every second time, from the beginning: false. Then it may have the first values
 * of a seed, but for a change (variation.h). */
bool seeds_begin(struct seeds *s, struct drawn_run *r, struct first_values *first, struct priorities *draw);
/* The run has gone on. True if it came to something new; then it is kept, unless it was a few steps ago. */
bool seeds_arrived(struct seeds *s, const struct drawn_run *r, const struct first_values *first, const struct priorities *draw);
/* The run is over: what it found different belongs to what was kept of it, or to what it went on from. */
void seeds_ended(struct seeds *s, const struct drawn_run *r, uint64_t work);
bool seeds_kept(const struct seeds *s);      /* the current run, or a part of it */
uint32_t seeds_edges(const struct seeds *s); /* how many edges were taken in all runs */

#endif
