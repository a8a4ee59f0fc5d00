/* Two threads that are about to access the same memory, in drawn runs. Of each run a check is the aim: who comes to one of its accesses mostly
 * waits there while others can go on, so that they meet (K. Sen, "Race Directed Random Testing of Concurrent Programs", PLDI 2008).
 * Any other race that shows on the way counts as well. */
#ifndef HEDDLE_ENGINES_RANDOM_MEETINGS_H
#define HEDDLE_ENGINES_RANDOM_MEETINGS_H

#include "engines/random/first_values.h"
#include "execute/races.h"

struct meetings;
struct meetings *meetings_new(struct model *m, struct first_values *first, const struct budget *budget);
const struct check *meetings_aim(const struct meetings *m); /* of this run; NULL: none */
void meetings_free(struct meetings *m);

/* A run begins; draws its aim from the checks that are wanted. */
void meetings_begin(struct meetings *m, const bool *wanted, struct priorities *draw);
/* A race has been found: the run has another aim, if there is one an access of a thread that is met there. */
void meetings_go_on(struct meetings *m, const bool *wanted, struct priorities *draw);
/* A run goes on in this state, after meetings_begin, or meetings_go_on. */
void meetings_resume(struct meetings *m, uint64_t *state, struct priorities *draw);
/* The instance has come where it is now. Returns a wanted check that is violated there, or NONE. */
uint32_t meetings_arrived(struct meetings *m, uint32_t instance, uint64_t *state, const bool *wanted, struct priorities *draw);
/* Whether it waits; that ends by luck, and by meetings_release when nobody else can go on. */
bool meetings_waits(struct meetings *m, uint32_t instance, struct priorities *draw);
void meetings_release(struct meetings *m);

#endif
