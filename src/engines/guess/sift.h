/* Gives up candidates until those that are left are inductive: they hold at the start, every step of a thread leads from those of its location
 * to those of the next, and keeps those of every other thread. */
#ifndef HEDDLE_ENGINES_GUESS_SIFT_H
#define HEDDLE_ENGINES_GUESS_SIFT_H

#include "engines/guess/candidates.h"

struct statistics;

/* with: the program with its ghosts, which the steps are taken from. That numbers are the sums of their shares is known. False if the budget
 * ended before. It ends early where nothing can be proved any more: then some place that nobody may get to is not excluded. */
bool candidates_sift(struct candidates *c, const struct shares *shares, const struct any_slot *any, const struct program *with,
                     const struct budget *budget, struct statistics *statistics);

#endif
