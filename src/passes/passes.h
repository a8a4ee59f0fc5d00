/* Smaller programs with the same verdicts. passes_run() lists the order; each pass says what it requires and breaks. What has to be kept
 * for the sake of the checks that the program has, they ask it themselves (program_needs). */
#ifndef HEDDLE_PASSES_PASSES_H
#define HEDDLE_PASSES_PASSES_H

#include "program/program.h"

struct pass_options {
    bool sharing, constants, slicing, blocks, movers, liveness; /* which passes run */
};

struct pass_options pass_options_default(void);                    /* all of them */
bool *pass_switch(struct pass_options *options, const char *name); /* of the pass with this name; NULL: there is none */
#define PASS_NAMES "sharing, constants, slicing, blocks, movers, liveness"

/* Runs the passes on p, in place. Locations keep their origins, so traces can be lifted (machine.h). */
void passes_run(struct program *p, const struct pass_options *options);

void pass_clean(struct program *p);
void pass_close_sections(struct program *p); /* steps into sections that cannot be finished get the guard false, and stay */
void pass_sharing(struct program *p);
void pass_constants(struct program *p);
void pass_own_ids(struct program *p);
/* Whether it found one. As long as the updates are there, steps behind them are merged with what they set. */
bool pass_initial(struct program *p, bool forget_updates);
void pass_slicing(struct program *p);
void pass_idle(struct program *p);
void pass_unnoticed(struct program *p); /* not among those that run for engines */
void pass_dead_updates(struct program *p);
void pass_blocks(struct program *p, bool use_movers);
void pass_reset_dead(struct program *p);

#endif
