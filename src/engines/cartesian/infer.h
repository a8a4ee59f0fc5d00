/* Finds exception sets. Any set is sound, so they may be learned from a smaller system: the same transitions, with at
 * most three threads of each class, explored exactly. */
#ifndef HEDDLE_ENGINES_CARTESIAN_INFER_H
#define HEDDLE_ENGINES_CARTESIAN_INFER_H

#include "engines/cartesian/fixpoint.h"

enum { MOST_POSITIONS = 8 };

struct micro {
    struct cartesian_model *model;
    uint32_t classes[MOST_POSITIONS]; /* of the threads that are explored */
    uint32_t count;
    struct intern states; /* store, then a local state for each thread */
    VECTOR(u32_vector) by_store;
    bool complete;        /* all states of the small system were seen: */
    struct bitset stores; /* its stores, */
    uint32_t *locals;     /* and how many local states each class has */
};

/* False if there are too many kinds of threads for this. */
bool micro_explore(struct micro *m, struct cartesian_model *s, uint32_t limit);
void micro_free(struct micro *m);

/* Adds exceptions for the first stores (at most so many) in which the fixpoint has mixed states of different runs. c is
 * run without errors outside; the number of stores that got exceptions. */
uint32_t infer_exceptions(struct cartesian *c, const struct micro *m, uint32_t most);

#endif
